"""10.0 Spotting: who is hidden, who tries to see whom, and what success shows."""

from __future__ import annotations

from collections.abc import Iterable, Set

from grognard.board.hexes.grid import Hex
from grognard.engine import Modifier, net
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import summed
from grognard.games.night_fight.rules.column_formation import deploy
from grognard.games.night_fight.rules.data import GRID, LIMITS, TYPES, against, came
from grognard.games.night_fight.rules.losses import remove_dummy
from grognard.games.night_fight.rules.sight import (
    hexes_in_view,
    in_enemy_view,
    lit_zone,
    lookouts,
    seen_from,
    watched_hexes,
)
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, hexes_of, whereabouts

NEEDS = LIMITS["spot_needs"]
STRIKES = tuple(t.id for t in TYPES.values() if t.kind == "strike")

GERMAN_SPOTTER = Modifier("NF-10.3.3", 1, "German spotter")
TROOPS = {
    "guards": Modifier("NF-10.3.6", 1, "Soviet Guards"),
    "recruits": Modifier("NF-10.3.16", -1, "Soviet recruits"),
}
ADJACENT = Modifier("NF-10.3.4", 1, "Adjacent")
LIT = Modifier("NF-10.3.5", 1, "In the light of flares")
CONCEALED = Modifier("NF-10.3.9", -2, "In a building or dense vegetation")
CAPTURED = Modifier("NF-10.3.7", -2, "A captured T-34 in the hex")
RECON = Modifier("NF-10.3.8", -1, "Recon vehicle")
ALERTED = Modifier("NF-6.0.10", 2, "Soviets alerted")


def spotting_modifiers(g: NightFight, spotter: Unit, target: Hex, quarry: Unit | None = None) -> list[Modifier]:
    """10.3 Everything that changes an attempt, cumulative. `quarry` is the German unit a Soviet looks for."""
    found = []
    if spotter.side != SOVIET:
        found.append(GERMAN_SPOTTER)
    elif g.quality in TROOPS:
        found.append(TROOPS[g.quality])
    if GRID.distance(spotter.place, target) <= 1:
        found.append(ADJACENT)
    if g.lit and target in lit_zone(g):
        found.append(LIT)
    if target in g.land.concealing[g.vegetation]:
        found.append(CONCEALED)
    if spotter.side == SOVIET:
        if any("captured_t34" in TYPES[g.pieces[i].type].flags for i in g.at.get(target, ())):
            found.append(CAPTURED)
        if quarry is not None and "recon" in quarry.what.flags:
            found.append(RECON)
        if g.alerted:
            found.append(ALERTED)
    return found


def attempt(g: NightFight, spotter: Unit, target: Hex, quarry: Unit | None = None) -> bool:
    """10.3 One die plus modifiers, 4 or more; a unit tries once a phase."""
    g.tried = {**g.tried, spotter.id: True}
    die, modifiers = g.d6(), spotting_modifiers(g, spotter, target, quarry)
    if g.heard:
        _tell_attempt(g, spotter, target, die, modifiers)
    return die + net(modifiers) >= NEEDS


def _tell_attempt(g: NightFight, spotter: Unit, target: Hex, die: int, modifiers: list[Modifier]) -> None:
    who = spotter.name if spotter.up else "A hidden piece"
    working = against(f"{who} looks at {target}", (die,), NEEDS, modifiers)
    g.tell(
        "NF-10.3.1",
        "{who} in {hex} looks at {target}, needs {needs} and rolls {sum}: {verdict}",
        hexes=(spotter.place, target),
        working=working,
        who=who,
        hex=spotter.place,
        target=target,
        sum=summed(die, working.on("die")),
        needs=NEEDS,
        verdict="a success" if came(working) else "nothing",
    )


def can_look(g: NightFight, unit: Unit) -> bool:
    """10.1, 10.2, 13.4, R35 Unpinned, not overstacked, neither tried nor fired in this phase; never a known depot."""
    return (
        not unit.pinned
        and not (unit.type == "supply" and unit.up)
        and unit.id not in g.tried
        and unit.id not in g.fired
        and not overstacked(g, unit.place)
    )


# ------------------------------------------------------------------ Germans look


@fact
def hiding_hexes(g: NightFight) -> list[Hex]:
    """10.2, 18.0 Hexes with an unspotted Soviet piece; Artillery known as such can never be spotted."""
    known = {u.place for u in (*g.spotted(), *g.foes(*STRIKES))}
    return [h for h in g.soviet_hexes if h not in known or hides(g, h)]


@fact
def lookouts_for_hidden(g: NightFight) -> Set[Hex]:
    """10.2 The German-held hexes that have a hidden Soviet piece in view."""
    return lookouts(g, hiding_hexes(g))


def hides(g: NightFight, h: Hex) -> bool:
    """10.2, 18.0 Is there anything in a Soviet-held hex that could be spotted?"""
    for i in g.at[h]:
        unit = g.pieces[i]
        known = unit.id in g.proven or (unit.up and TYPES[unit.type].kind == "strike")
        if not unit.spotted and not known:
            return True
    return False


def hexes_to_look_at(g: NightFight, unit: Unit) -> list[Hex]:
    """10.2 Unspotted Soviet pieces in a German unit's view, by hex."""
    return hexes_in_view(g, unit.side, unit.place, hiding_hexes(g)) if can_look(g, unit) else []


def german_attempt(g: NightFight, unit: Unit, target: Hex) -> None:
    """10.2, 10.3 A German unit tries to spot a hex."""
    g.acted = {**g.acted, unit.side: True}
    success = attempt(g, unit, target)
    g.outcome("Spotted" if success else "Not spotted")
    if success:
        show_hex(g, target)


def show_hex(g: NightFight, h: Hex) -> None:
    """10.3, R37 Every Soviet piece in the hex is turned up and spotted; Dummies go, Artillery stays hidden."""
    unseen = [piece for piece in g.here(h) if not piece.spotted]
    if all(piece.what.kind == "strike" for piece in unseen):
        what = "Nothing" if len(unseen) == len(g.at[h]) else "Nothing else"
        g.tell("NF-18.0.1", "{what} in {hex} can be spotted", hexes=(h,), what=what, hex=h)
    for piece in g.here(h):
        if piece.what.kind == "marker":
            deploy(g, piece.column, spotted=True)
        elif piece.type == "dummy":
            remove_dummy(g, piece.id, "NF-10.3.15")
        elif piece.what.kind == "strike":
            g.proven = {**g.proven, piece.id: True}
        else:
            turn_up(g, piece.id)
            mark_spotted(g, piece.id, "NF-10.3.2")


def turn_up(g: NightFight, unit_id: str) -> Unit:
    """10.0 A piece is turned face up and stays so."""
    unit = g.pieces[unit_id]
    if not unit.up:
        unit = g.turn_up(unit_id)
        g.reveal()
        text = "{unit} in {hex} is revealed"
        g.tell("NF-10.0.2", text, hexes=hexes_of(unit), unit=unit.name, hex=whereabouts(unit))
    return unit


def mark_spotted(g: NightFight, unit_id: str, cite: str) -> None:
    """10.3 The unit is spotted, if somebody can see it."""
    unit = g.pieces[unit_id]
    if not unit.spotted and in_enemy_view(g, unit):
        g.change(unit_id, spotted=True)
        g.tell(cite, "{unit} in {hex} is spotted", hexes=(unit.place,), unit=unit.name, hex=unit.place)


def spotted_by_firing(g: NightFight, unit_id: str) -> None:
    """8.5, 9.0, 13.1 A unit that fires is spotted if any enemy piece has it in view."""
    mark_spotted(g, unit_id, "NF-9.0.4" if g.pieces[unit_id].side != SOVIET else "NF-13.1.3")


# ------------------------------------------------------------------ Soviets look


def may_react(g: NightFight, movers: Iterable[Unit], h: Hex) -> bool:
    """5.3, R32 May a Soviet piece that has a hex in view do anything about Germans who come there?

    As long as they are unspotted they can only be looked for, and each piece looks once a phase.
    """
    if not watched_hexes(g) >> GRID.index[h] & 1:
        return False
    for unit in movers:
        if unit.spotted:
            return True
    at, pieces = g.at, g.pieces
    for eyes in seen_from(g, h).intersection(g.soviet_hexes):
        for i in at[eyes]:
            if can_look(g, pieces[i]):
                return True
    return False


def quarry_of(g: NightFight, unit: Unit, movers: tuple[str, ...] | None) -> Unit | None:
    """10.1, R29, R32 The unspotted German a Soviet unit must look for: the closest, then the strongest.

    While Germans move only the moving stack is looked for.
    """
    hidden = unseen_quarries(g, unit, movers)
    if len(hidden) < 2:
        return hidden[0] if hidden else None
    closest = min(GRID.distance(unit.place, m.place) for m in hidden)
    near = [m for m in hidden if GRID.distance(unit.place, m.place) == closest]
    strongest = max(m.what.defends for m in near)
    return _one_of(g, [m for m in near if m.what.defends == strongest])


def unseen_quarries(g: NightFight, unit: Unit, movers: tuple[str, ...] | None) -> list[Unit]:
    """10.1, R32 The unspotted Germans in view of a Soviet unit that can still look for them."""
    if not can_look(g, unit):
        return []
    seen = seen_from(g, unit.place)
    if movers is not None:
        return [m for i in movers if (m := g.pieces.get(i)) and not m.spotted and m.place in seen]
    if seen.isdisjoint(g.german_hexes):
        return []
    return [m for h in g.german_hexes if h in seen for m in g.here(h) if not m.spotted]


def _one_of(g: NightFight, equals: list[Unit]) -> Unit:
    """10.1 Equal strengths are settled at random, where it makes a difference."""
    alike = len({(m.place, "recon" in m.what.flags) for m in equals}) == 1
    return equals[0] if alike else g.choose(equals)
