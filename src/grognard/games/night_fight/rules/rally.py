"""14.0 Rally, and 16.5 the recovery vehicle."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine import ChoiceStep, Modifier, Refusal, Step, Working, net
from grognard.engine.core.wording import summed, with_count
from grognard.games.night_fight.rules.column_formation import divide_columns
from grognard.games.night_fight.rules.data import GRID, LIMITS, against, came
from grognard.games.night_fight.rules.sight import seen_from
from grognard.games.night_fight.rules.state import SOVIET, Choose, NightFight, Unit

NEEDS = LIMITS["rally_needs"]


def rally_modifiers(g: NightFight, unit: Unit) -> list[Modifier]:
    """14.0, 18.0 Everything that changes a rally roll."""
    if unit.side == SOVIET:
        found = [Modifier("NF-14.0.5", 1, "Soviet Guards")] if g.quality == "guards" else []
        if near_command_post(g, unit):
            found.append(Modifier("NF-18.0.3", 1, "Command Post within three hexes"))
        return found
    found = [Modifier("NF-14.0.2", 2, "Waffen SS") if g.ss else Modifier("NF-14.0.2", 1, "German unit")]
    if any(u.ace for u in g.here(unit.place)):
        found.append(Modifier("NF-14.0.3", 1, "Panzer Ace in the hex"))
    if in_command(g, unit):
        found.append(Modifier("NF-14.0.4", 1, "In command"))
    return found


def in_command(g: NightFight, unit: Unit) -> bool:
    """11.0, 20.2, R51 In view of another, unpinned command unit of the same player."""
    return any(
        u.id != unit.id
        and u.side == unit.side
        and "command" in u.what.flags
        and not u.pinned
        and unit.place in seen_from(g, u.place)
        for u in g.germans()
    )


def near_command_post(g: NightFight, unit: Unit) -> bool:
    """18.0, R42 Within three hexes of a face-up Command Post."""
    posts, far, held = g.foes("command_post"), LIMITS["command_post_radius"], g.soviet_hexes
    return any(u.up and u.place in held and GRID.distance(u.place, unit.place) <= far for u in posts)


def try_rally(g: NightFight, unit: Unit) -> None:
    """14.0 One die plus modifiers, 5 or more."""
    die, modifiers = g.d6(), rally_modifiers(g, unit)
    if die + net(modifiers) >= NEEDS:
        g.change(unit.id, pinned=False)
    if g.heard:
        _tell_rally(g, unit, against(f"{unit.name} rallies", (die,), NEEDS, modifiers))


def _tell_rally(g: NightFight, unit: Unit, working: Working) -> None:
    g.tell(
        "NF-14.0.1",
        "{unit} in {hex} needs {needs} and rolls {sum}: it {verdict}",
        hexes=(unit.place,),
        working=working,
        unit=unit.name,
        hex=unit.place,
        sum=summed(working.faces[0], working.on("die")),
        needs=NEEDS,
        verdict="rallies" if came(working) else "stays pinned",
    )


def rally_all(g: NightFight, soviet: bool) -> None:
    """R67 Every pinned unit of a side tries, command units first: they help the others once they are up."""
    pinned = [u for u in (g.soviets() if soviet else g.germans()) if u.pinned]
    for unit in sorted(pinned, key=lambda u: "command" not in u.what.flags):
        try_rally(g, unit)
    if pinned and not soviet:
        up = sum(not g.pieces[u.id].pinned for u in pinned)
        g.outcome(f"{with_count(up, 'unit')} {'rallies' if up == 1 else 'rally'}" if up else "None rallies")


class GetGoing(Choose, frozen=True):
    """16.5 A recovery vehicle rallies a unit."""

    @classmethod
    def candidates(cls, g: NightFight, by: GermanRally) -> Iterator[GetGoing]:
        return (cls(unit.id) for unit in by.recoverable(g))

    def why_not(self, g: NightFight, by: GermanRally) -> Refusal | None:
        return None if g.pieces[self.piece] in by.recoverable(g) else Refusal("NF-16.5.1")

    def do(self, g: NightFight, by: GermanRally) -> None:
        helper = by.next_helper(g)
        assert helper is not None
        unit = g.change(self.piece, pinned=False)
        g.tell("NF-16.5.1", "{helper} gets {unit} going again", hexes=(unit.place,), helper=helper.name, unit=unit.name)
        g.swap(GermanRally((*by.recovered, helper.id)))


class GermanRally(ChoiceStep, frozen=True):
    """5.4, 16.5, R67 Recovery vehicles first, then every pinned unit tries."""

    recovered: tuple[str, ...] = ()  # recovery vehicles that have done their work

    deeds = (GetGoing,)

    def run(self, g: NightFight) -> None:
        if g.phase != "German rally":
            g.new_phase("German rally")
        helper = self.next_helper(g)
        if helper is not None:
            prompt = f"Which unit does {helper.name} in {helper.place} rally?"
            return g.ask(helper.side, prompt, self.offered(g), "NF-16.5.1")
        rally_all(g, soviet=False)
        divide_columns(g)
        g.done()

    def next_helper(self, g: NightFight) -> Unit | None:
        """16.5 A recovery vehicle that has not done its work and has somebody to help."""
        helpers = [u for u in g.germans() if "recovery" in u.what.flags and not u.pinned]
        return next((u for u in helpers if u.id not in self.recovered and recoverable(g, u)), None)

    def recoverable(self, g: NightFight) -> list[Unit]:
        """16.5 Whom the next recovery vehicle can help."""
        helper = self.next_helper(g)
        return recoverable(g, helper) if helper else []


def recoverable(g: NightFight, helper: Unit) -> list[Unit]:
    """16.5, R7, R50 Pinned German units with movement of their own, in the hex or next to it."""
    return [u for u in g.germans() if u.pinned and u.what.kind != "gun" and GRID.distance(u.place, helper.place) <= 1]


class SovietRally(Step, frozen=True):
    """5.7 Every pinned Soviet unit tries, unless its command has broken down."""

    def run(self, g: NightFight) -> None:
        g.new_phase("Soviet rally")
        if g.breakdown:
            g.tell("NF-6.0.5", "No Soviet unit rallies this turn")
        else:
            rally_all(g, soviet=True)
        divide_columns(g)
        g.done()
