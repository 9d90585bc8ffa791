"""A few counters on the map of Hill 112, one step on the stack, rigged dice."""

from __future__ import annotations

from functools import cache

from grognard.engine import Action, Deed, Press, Refusal, Step
from grognard.games.panzer_blitz.rules.data import GRID, TYPES
from grognard.games.panzer_blitz.rules.map_data import LANDS
from grognard.games.panzer_blitz.rules.operation import Operation, begin_ops
from grognard.games.panzer_blitz.rules.reasons import REASONS
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.testing import begin, play

LAND = LANDS.boxed()  # the printed map
TERRAIN, LEVEL, DITCHES, ROADS = LAND.terrain, LAND.level, LAND.ditches, LAND.roads
BRIDGE_HEXES, GULLIES, STREAMS, SIGHT = LAND.bridge_hexes, LAND.gullies, LAND.streams, LAND.sight

# Bare, level ground on top of Hill 112 without roads: each beside the next.
PLAIN = ("2420", "2520", "2620")
WOODS = "2418"  # level 6, like everything around 2419
ORCHARD = "2718"
TOWN = "3715"
CITY = "4801"
GULLY = "2824"
STREAM = "2212"
SWAMP = "4503"


PROVEN: set[str] = set()  # rows of which a refusal was proven


def field(situation: str = "jupiter", turn: int = 1) -> PanzerBlitz:
    """The empty map."""
    return PanzerBlitz(scenario_id=situation, turn=turn)


def put(g: PanzerBlitz, kind: str, place: str, **values: object) -> str:
    """A counter; its side follows from its nation (Russians and Americans fight on the British side)."""
    nation = TYPES[kind].nation
    side = "german" if nation == "german" else "british"
    unit_id = f"{side[0]}{len(g.pieces) + 1}"
    g.put(Unit(unit_id, side, place, type=kind, **values))  # type: ignore[arg-type]
    return unit_id


def rule(refusal: Refusal | object | None) -> str:
    """The rule of a refusal, or nothing."""
    return refusal.rule if isinstance(refusal, Refusal) else ""


def refusal(g: PanzerBlitz, deed: Deed, by: Step | None = None) -> str:
    """The rule by which a deed is refused to whoever asks for it, or nothing; it is really broken."""
    step = by or Operation()
    found = rule(deed.why_not(g, step))
    unit = next((g.pieces[i] for name in ("unit", "observer") if (i := getattr(step, name, "")) in g.pieces), None)
    side = unit.side if unit is not None else g.op.side if g.op is not None else "british"
    asked = g.steps
    g.steps = (*asked, step)
    prove(g, side, deed, found)
    g.steps = asked
    return found


def prove(g: PanzerBlitz, side: str, action: Action, row: str) -> None:
    """A refusal names a rule of which a reason is broken."""
    if row.startswith("PB-"):
        PROVEN.add(row)
        broken = any(reason.broken(g, side, action) for reason in REASONS[row])
        assert broken, f"{row} is not broken by {action} of {side}: {g.steps[-1]}"


def operation(g: PanzerBlitz, side: str, centre: str, radius: int = 3) -> None:
    """Begin an Operation without asking where."""
    begin_ops(g, side, centre, radius)


def operate(g: PanzerBlitz, side: str, centre: str, radius: int = 0) -> PanzerBlitz:
    """Begin an Operation and put its first question."""
    operation(g, side, centre, radius)
    return begin(g, Operation())


def observed(g: PanzerBlitz, gun_kind: str = "", distance: int = 4) -> tuple[str, str, str]:
    """An observer with sight of an enemy, and a gun behind it: (observer, gun, target hex)."""
    a, b = pair(distance)
    fo = put(g, "br_rifle", a)
    gun = put(g, gun_kind, a) if gun_kind else ""
    put(g, "ge_gren", b)
    operation(g, "british", a, 0)
    return fo, gun, b


def let_pass(g: PanzerBlitz, side: str) -> None:
    """The other side holds its fire as long as it is asked."""
    while g.asks and g.asks[0].side == side:
        play(g, Press("hold fire"))


def state_of(g: PanzerBlitz, unit_id: str) -> str:
    """A unit's state in a word: fresh, spent, disrupted, spent/disrupted, or gone."""
    unit = g.pieces.get(unit_id)
    if unit is None:
        return "gone"
    words = [word for word, on in (("spent", unit.spent), ("disrupted", unit.disrupted)) if on]
    return "/".join(words) or "fresh"


@cache
def pair(distance: int, rise: int = 0) -> tuple[str, str]:
    """Two bare hexes off the roads that see each other at this distance; the first stands `rise` levels higher."""

    def bare(h: str) -> bool:
        return TERRAIN[h] == "clear" and h not in ROADS and h not in DITCHES

    for a in GRID.hexes:
        if bare(a) and "12" < a[:2] < "46":
            for b in GRID.within(a, distance):
                far = GRID.distance(a, b) == distance
                if far and bare(b) and LEVEL[a] - LEVEL[b] == rise and SIGHT.sees(a, b):
                    return a, b
    raise AssertionError(f"no such pair at {distance} hexes")
