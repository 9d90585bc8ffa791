"""8.7, 17.0 Things that ride along: guns, Panzerfausts and flares."""

from __future__ import annotations

from collections import Counter

from grognard.engine import ChoiceStep, Deed, Press, Refusal
from grognard.engine.core.state import without
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.state import Back, Choose, GermanPhase, HidesOdds, NightFight, Unit


def carries_fausts(unit: Unit) -> bool:
    """17.0, R45 The two platoons carry Panzerfausts."""
    return unit.what.kind == "foot"


def takers(g: NightFight, giver: Unit) -> list[Unit]:
    """17.0 Other unpinned carriers in the hex."""
    return [
        u
        for u in g.here(giver.place)
        if u.id != giver.id and u.side == giver.side and carries_fausts(u) and not u.pinned
    ]


def givers(g: NightFight, side: str) -> list[Unit]:
    """17.0, R49 Units that could hand Panzerfausts over."""
    return [u for u in g.germans() if u.side == side and u.fausts and not u.pinned and takers(g, u)]


def why_not_hand_over(g: NightFight, side: str) -> Refusal | None:
    """17.0 Why no Panzerfausts can pass now: only before the player has done anything else in the phase."""
    if side in g.acted:
        return Refusal("NF-17.0.13")
    if not givers(g, side):
        return Refusal("NF-17.0.13", "No platoon has Panzerfausts to give and another beside it to take them.")
    return None


class HandOverFausts(Deed, frozen=True):
    """17.0 Panzerfausts are to pass, before the player has done anything else in the phase."""

    stored = Press("hand over")

    def why_not(self, g: NightFight, by: GermanPhase) -> Refusal | None:
        return why_not_hand_over(g, by.side)

    def do(self, g: NightFight, by: GermanPhase) -> None:
        g.call(HandOver(by.side))

    def reads(self, g: NightFight, by: GermanPhase) -> str:
        return "hand over Panzerfausts"


class HandFrom(Choose, frozen=True):
    """17.0 Who hands Panzerfausts over."""

    @classmethod
    def candidates(cls, g: NightFight, by: HandOver) -> list[HandFrom]:
        return [cls(unit.id) for unit in givers(g, by.side)]

    def why_not(self, g: NightFight, by: HandOver) -> Refusal | None:
        if g.pieces[self.piece] in givers(g, by.side):
            return None
        return Refusal("NF-17.0.13", "It has no Panzerfausts to give, or nobody beside it to take them.")

    def do(self, g: NightFight, by: HandOver) -> None:
        g.swap(HandOver(by.side, self.piece))


class HandTo(Choose, frozen=True):
    """17.0 To whom they go."""

    @classmethod
    def candidates(cls, g: NightFight, by: HandOver) -> list[HandTo]:
        return [cls(unit.id) for unit in takers(g, g.pieces[by.giver])]

    def why_not(self, g: NightFight, by: HandOver) -> Refusal | None:
        able = g.pieces[self.piece] in takers(g, g.pieces[by.giver])
        return None if able else Refusal("NF-17.0.13", "Name another unpinned platoon in the hex.")

    def do(self, g: NightFight, by: HandOver) -> None:
        hand_over(g, g.pieces[by.giver], g.pieces[self.piece])
        g.done()


class HandOver(HidesOdds, ChoiceStep, frozen=True):
    """17.0 At the beginning of the fire or movement phase Panzerfausts may pass within a hex."""

    side: str
    giver: str = ""

    deeds = (HandFrom, HandTo, Back)

    def kinds(self, g: NightFight) -> tuple[type[Deed], ...]:
        return (HandTo if self.giver else HandFrom, Back)

    def run(self, g: NightFight) -> None:
        if not self.giver:
            return g.ask(self.side, "Which platoon hands over Panzerfausts?", self.offered(g), "NF-17.0.13")
        giver = g.pieces[self.giver]
        prompt = f"To whom does {giver.name} in {giver.place} hand Panzerfausts?"
        return g.ask(self.side, prompt, self.offered(g), "NF-17.0.13")


def hand_over(g: NightFight, giver: Unit, taker: Unit) -> None:
    """17.0 One marker passes from one platoon to another."""
    g.change(giver.id, fausts=giver.fausts - 1)
    g.change(taker.id, fausts=taker.fausts + 1)
    text = "{giver} hands Panzerfausts to {taker} in {hex}"
    g.tell("NF-17.0.13", text, hexes=(giver.place,), giver=giver.name, taker=taker.name, hex=giver.place)


# ------------------------------------------------------------------ guns


def why_not_load(g: NightFight, units: tuple[Unit, ...], gun: Unit) -> Refusal | None:
    """8.7 A gun rides with a plain SdKfz 251 in whose hex it stood when the phase began, one gun each."""
    if gun.pinned or gun.id in g.fired_before:
        return Refusal("NF-13.4.13" if gun.pinned else "NF-8.1.1")
    if gun.id in g.moved:
        return Refusal("NF-8.7.6", "It has been moved already.")
    carriers = [u for u in units if "transport" in u.what.flags]
    if len(carriers) <= sum(u.what.kind == "gun" for u in units):
        return Refusal("NF-8.7.1", "Each gun needs an SdKfz 251 of its own.")
    return Refusal("NF-8.7.6") if stranded(g, (*units, gun)) else None


def stranded(g: NightFight, units: tuple[Unit, ...]) -> list[Unit]:
    """8.7 The guns of a stack without an SdKfz 251 of their own that stood in their hex when the phase began."""
    guns = [u for u in units if TYPES[u.type].kind == "gun"]
    if not guns:
        return []
    seats = Counter(g.began.get(u.id) for u in units if "transport" in u.what.flags)
    found = []
    for gun in guns:
        seats[g.began.get(gun.id)] -= 1
        if seats[g.began.get(gun.id)] < 0:
            found.append(gun)
    return found


# ------------------------------------------------------------------ markers put down and taken up

CARRIED = {"flares": 0, "fausts": 1}  # where each lies in a pair of loose markers
BARE = (0, 0)  # no loose markers
NAMES = {"flares": "flares", "fausts": "Panzerfausts"}


def carries(unit: Unit, kind: str) -> bool:
    """8.7 Flares go with command units, Panzerfausts with the platoons."""
    return "command" in unit.what.flags if kind == "flares" else carries_fausts(unit)


def held(unit: Unit, kind: str) -> int:
    """How many of these markers a unit carries."""
    return unit.flares if kind == "flares" else unit.fausts


def holder(units: tuple[Unit, ...], kind: str) -> Unit | None:
    """8.7 The first of a stack that carries such a marker."""
    return next((u for u in units if held(u, kind)), None)


def _lying(place: str, kind: str, origin: str) -> str:
    """8.7 The name under which loose markers are counted: where they lie, and where they were as the phase began."""
    return f"{place} {kind} {origin}"


def loose_as_the_phase_begins(g: NightFight) -> dict[str, int]:
    """8.7 Every loose marker begins the phase where it lies."""
    return {
        _lying(place, kind, place): pair[index]
        for place, pair in g.loose.items()
        for kind, index in CARRIED.items()
        if pair[index]
    }


def taker(g: NightFight, units: tuple[Unit, ...], kind: str) -> Unit | None:
    """8.7 A carrier that began the phase in the hex where a marker that lies here began it."""
    if not g.takeable:
        return None
    place, began = units[0].place, g.began
    able = (u for u in units if carries(u, kind))
    return next((u for u in able if g.takeable.get(_lying(place, kind, began.get(u.id, "")))), None)


def move_marker(g: NightFight, unit: Unit, kind: str, more: int) -> None:
    """8.7 One marker more or less is with a unit, at no cost."""
    if kind == "flares":
        g.change(unit.id, flares=unit.flares + more)
    else:
        g.change(unit.id, fausts=unit.fausts + more)
    put_loose(g, unit.place, kind, -more)
    lying = _lying(unit.place, kind, g.began.get(unit.id, ""))  # who may carry a marker began where it did
    g.takeable = {**g.takeable, lying: g.takeable.get(lying, 0) - more}
    does = "takes up" if more > 0 else "puts down"
    text = "{unit} in {hex} {does} {what}"
    g.tell("NF-8.7.5", text, hexes=(unit.place,), unit=unit.name, hex=unit.place, does=does, what=NAMES[kind])


def put_loose(g: NightFight, place: str, kind: str, change: int) -> None:
    """8.7 One marker more or less lies loose in a hex."""
    flares, fausts = g.loose.get(place, BARE)
    left = (flares + change, fausts) if kind == "flares" else (flares, fausts + change)
    elsewhere = without(g.loose, place)
    g.loose = elsewhere if left == BARE else {**elsewhere, place: left}
