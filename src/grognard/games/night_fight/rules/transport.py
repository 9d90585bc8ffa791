"""8.7, 17.0 Things that ride along: guns, Panzerfausts and flares."""

from __future__ import annotations

from collections import Counter

from grognard.engine import Action, Pick, Press, Refusal
from grognard.games.night_fight.rules.phases import InTheDark
from grognard.games.night_fight.rules.state import NightFight, Unit, on_map


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


class HandOver(InTheDark, frozen=True):
    """17.0 At the beginning of the fire or movement phase Panzerfausts may pass within a hex."""

    side: str
    giver: str = ""

    def run(self, g: NightFight) -> None:
        if not self.giver:
            able = givers(g, self.side)
            if not able:
                return g.done()
            actions: list[Action] = [Pick(u.id) for u in able]
            prompt = "Choose a platoon to hand over its Panzerfausts, or go on"
            return g.ask(self.side, prompt, [*actions, Press("go on")], "NF-17.0.13")
        offered: list[Action] = [Pick(u.id) for u in takers(g, g.pieces[self.giver])]
        return g.ask(self.side, "To whom?", [*offered, Press("back")], "NF-17.0.13")

    def take(self, g: NightFight, action: Action) -> None:
        match action:
            case Pick(piece) if self.giver:
                giver, taker = g.pieces[self.giver], g.pieces[piece]
                g.change(giver.id, fausts=giver.fausts - 1)
                g.change(taker.id, fausts=taker.fausts + 1)
                g.swap(HandOver(self.side))
            case Pick(piece):
                g.swap(HandOver(self.side, piece))
            case Press("back"):
                g.swap(HandOver(self.side))
            case _:
                g.done()

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(piece) if piece in g.pieces and on_map(g.pieces[piece].place):
                return Refusal("NF-17.0.13", "It has no Panzerfausts to give, or nobody beside it to take them.")
        return None


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
    seats = Counter(g.began.get(u.id) for u in units if "transport" in u.what.flags)
    found = []
    for gun in units:
        if gun.what.kind == "gun":
            seats[g.began.get(gun.id)] -= 1
            if seats[g.began.get(gun.id)] < 0:
                found.append(gun)
    return found


# ------------------------------------------------------------------ markers put down and taken up

CARRIED = {"flares": 0, "fausts": 1}  # where each lies in a pair of loose markers
NAMES = {"flares": "flares", "fausts": "Panzerfausts"}


def carries(unit: Unit, kind: str) -> bool:
    """8.7 Flares go with command units, Panzerfausts with the platoons."""
    return "command" in unit.what.flags if kind == "flares" else carries_fausts(unit)


def held(unit: Unit, kind: str) -> int:
    """How many of these markers a unit carries."""
    return unit.flares if kind == "flares" else unit.fausts


def baggage_choices(g: NightFight, units: tuple[Unit, ...]) -> list[Press]:
    """8.7 What a stack may put down and take up here."""
    found = [Press(f"put down {NAMES[kind]}") for kind in CARRIED if any(held(u, kind) for u in units)]
    found += [Press(f"take up {NAMES[kind]}") for kind in CARRIED if _taker(g, units, kind)]
    return found


def _taker(g: NightFight, units: tuple[Unit, ...], kind: str) -> Unit | None:
    """8.7 A carrier that stood in the marker's hex when the phase began."""
    place = units[0].place
    if not g.takeable.get(place, (0, 0))[CARRIED[kind]]:
        return None
    return next((u for u in units if carries(u, kind) and g.began.get(u.id) == place), None)


def move_marker(g: NightFight, units: tuple[Unit, ...], word: str) -> None:
    """8.7 One marker is put down or taken up at no cost."""
    kind = next(kind for kind, name in NAMES.items() if word.endswith(name))
    place = units[0].place
    if word.startswith("put"):
        giver = next(u for u in units if held(u, kind))
        _carry(g, giver, kind, -1)
        g.loose[place] = _add(g.loose.get(place, (0, 0)), kind, 1)
        return
    taker = _taker(g, units, kind)
    assert taker is not None
    _carry(g, taker, kind, 1)
    g.takeable[place] = _add(g.takeable[place], kind, -1)
    g.loose[place] = _add(g.loose[place], kind, -1)
    if g.loose[place] == (0, 0):
        del g.loose[place]


def _carry(g: NightFight, unit: Unit, kind: str, change: int) -> None:
    if kind == "flares":
        g.change(unit.id, flares=unit.flares + change)
    else:
        g.change(unit.id, fausts=unit.fausts + change)


def _add(lying: tuple[int, int], kind: str, change: int) -> tuple[int, int]:
    flares, fausts = lying
    return (flares + change, fausts) if kind == "flares" else (flares, fausts + change)
