"""13.0 German engineers: river crossings for movement, for supply and for attacks."""

from __future__ import annotations

from functools import cache, lru_cache

from grognard.board.hexgrid import Hex
from grognard.board.hexmap import Side, side
from grognard.board.hexset import bits_of
from grognard.engine import Action, Refusal, Step, To
from grognard.games.folio.rules.movement import TO
from grognard.games.folio.rules.state import Battle, Folio, Unit
from grognard.games.folio.rules.terrain import Rows
from grognard.games.korsun.rules.data import ENGINEER, GERMAN, GROUND, SOVIET
from grognard.games.korsun.rules.state import Assist, Pocket, engineers

RIVERS: tuple[Side, ...] = tuple(pair for pair in GROUND.water if pair not in GROUND.bridged)
BANKS = {pair: bits_of(GROUND.grid, pair) for pair in RIVERS}


@cache
def in_range(h: Hex, reach: int) -> tuple[Side, ...]:
    """13.0, R53 Unbridged river hexsides one of whose hexes is within so many hexes."""
    distance = GROUND.grid.distance
    return tuple(pair for pair in RIVERS if min(distance(h, pair[0]), distance(h, pair[1])) <= reach)


def hexsides(g: Folio, engineer: Unit) -> tuple[Side, ...]:
    """13.0 The river hexsides an engineer can reach with the movement allowance on its current side."""
    return in_range(engineer.place, g.printed(engineer)[2])


def free_of_enemy(g: Folio, pair: Side) -> bool:
    """13.0 No enemy unit in either hex; enemy zones do not matter."""
    return not BANKS[pair] & g.front(SOVIET).hexes


def why_not_build(g: Pocket, engineer: Unit) -> Refusal | None:
    """13.0 Why a unit can bridge nothing at all now."""
    if ENGINEER not in g.what(engineer).flags or engineer.side != GERMAN:
        return Refusal("KP-13.0.1")
    if engineer.place not in GROUND.index:
        return Refusal("KP-13.0.2", "It is not on the map.")
    return Refusal("FO-7.9.7") if engineer.id in g.advanced else None


# ------------------------------------------------------------------ 1: movement


def why_not_bridge(g: Pocket, engineer: Unit) -> Refusal | None:
    """13.0 Why an engineer may not bridge a hexside in this phase."""
    refusal = why_not_build(g, engineer)
    if refusal is not None:
        return refusal
    if engineer.id in g.crossings:
        return Refusal("KP-13.0.3", "It has bridged another hexside in this phase.")
    if not any(free_of_enemy(g, pair) for pair in hexsides(g, engineer)):
        return Refusal("KP-13.0.2")
    return None


def crossings(g: Pocket) -> tuple[Side, ...]:
    """13.0 Hexsides bridged for movement now: the engineer alive and in range, no enemy beside the hexside."""
    found = []
    for engineer_id, text in g.crossings.items():
        engineer = g.pieces[engineer_id]
        a, b = text.split("/")
        pair = side(a, b)
        if engineer.place in GROUND.index and pair in hexsides(g, engineer) and free_of_enemy(g, pair):
            found.append(pair)
    return tuple(found)


@lru_cache(64)
def rows_with(bridged: tuple[Side, ...], kind: str) -> Rows:
    """13.0 The table of steps with the bridged hexsides at the cost of the hex alone."""
    changed = list(GROUND.mobile if kind == "mobile" else GROUND.leg)
    for a, b in bridged:
        for here, there in ((a, b), (b, a)):
            i, j = GROUND.index[here], GROUND.index[there]
            cost = GROUND.cost(here, there, kind, bridged=True)
            assert cost is not None
            changed[i] = [(j, cost) if n == j else (n, points) for n, points in changed[i]]
    return changed


class LayBridge(Step, frozen=True):
    """13.0 Which hexside: one of its hexes, then the other."""

    engineer: str
    hex: Hex = ""

    def run(self, g: Pocket) -> None:
        hexes = {h: True for pair in self._open(g) for h in pair if h != self.hex}
        words = "Across to which hex?" if self.hex else "Bridge a river hexside of which hex?"
        g.ask(GERMAN, words, [TO[h] for h in sorted(hexes)], "KP-13.0.3")

    def _open(self, g: Pocket) -> list[Side]:
        pairs = [pair for pair in hexsides(g, g.pieces[self.engineer]) if free_of_enemy(g, pair)]
        return [pair for pair in pairs if self.hex in pair] if self.hex else pairs

    def take(self, g: Pocket, action: Action) -> None:
        assert isinstance(action, To)
        if not self.hex:
            return g.swap(LayBridge(self.engineer, action.hex))
        pair = side(self.hex, action.hex)
        g.crossings[self.engineer] = "/".join(pair)
        name = g.name(g.pieces[self.engineer])
        g.tell("KP-13.0.3", "{unit} bridges {a}/{b}", hexes=pair, unit=name, a=pair[0], b=pair[1])
        g.done()

    def why_not(self, g: Pocket, side_: str, action: Action) -> Refusal | None:
        match action:
            case To(hex) if not any(hex in pair for pair in hexsides(g, g.pieces[self.engineer])):
                return Refusal("KP-13.0.2")
            case To():
                return Refusal("KP-13.0.4")
        return None


# ------------------------------------------------------------------ 3: combat


def why_not_assist(g: Pocket, battle: Battle, engineer: Unit) -> Refusal | None:
    """13.0 Why an engineer may not bridge the river for this attack."""
    refusal = why_not_build(g, engineer)
    if refusal is not None:
        return refusal
    if engineer.id in g.assisted:
        return Refusal("KP-13.0.9", "It has served another attack in this phase.")
    sides = {side(g.pieces[u].place, battle.hex) for u in battle.attackers}
    if not sides & set(hexsides(g, engineer)):
        return Refusal("KP-13.0.2")
    return None


def assistants(g: Pocket, battle: Battle) -> list[Action]:
    """13.0 Engineers that may serve an attack all of which goes over unbridged rivers."""
    sides = [side(g.pieces[u].place, battle.hex) for u in battle.attackers]
    if g.current != GERMAN or battle.engineer or any(s not in GROUND.water or s in GROUND.bridged for s in sides):
        return []
    return [Assist(u.id) for u in engineers(g) if not why_not_assist(g, battle, u)]
