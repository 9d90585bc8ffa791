"""7.3 to 7.5 The terrain line, the strengths of both sides and the column of the table."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import side
from grognard.engine import Modifier, Working, net
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.data import CRT, FIRST_COLUMN, LINES
from grognard.games.folio.rules.state import Battle
from grognard.games.folio.rules.terrain import WATER


def line(g: Folio, battle: Battle) -> Modifier:
    """7.4, R17 The terrain line of the defender: how many columns it stands to the left of clear."""
    ground = g.rules.ground
    best = _ground_line(ground.terrain[battle.hex])
    if battle.bombardment or battle.hex not in ground.beside_water:
        return best
    sides = [side(g.pieces[u].place, battle.hex) for u in battle.attackers]
    if not all(pair in ground.water for pair in sides):
        return best
    if battle.engineer or any(pair in ground.bridged for pair in sides):
        water = Modifier("FO-7.4.5", -LINES["bridge"], "bridge")
    else:
        weakest = min((ground.water[pair] for pair in sides), key=lambda kind: (LINES[kind], WATER.index(kind)))
        water = Modifier("FO-7.4.8" if weakest == "ditch" else "FO-7.4.2", -LINES[weakest], weakest.replace("_", " "))
    return water if water.value < best.value else best


@cache
def _ground_line(terrain: str) -> Modifier:
    """7.4 The line of some terrain."""
    return Modifier("FO-7.4.1", -LINES[terrain], terrain)


def strengths(g: Folio, battle: Battle) -> tuple[list[Modifier], list[Modifier]]:
    """7.3, 7.5 Everything on the attacker's and on the defender's side."""
    attack = [part for u in battle.attackers for part in g.rules.attack(g, battle, g.pieces[u])]
    attack += [fired(g, battle.hex, value, by) for value, by in _markers(battle.attack, battle.attack_by)]
    defense = list(g.rules.defense(g, battle, g.pieces[battle.target]))
    defense += [Modifier("FO-8.3.8", value, by) for value, by in _markers(battle.defense, battle.defense_by)]
    return attack, defense


def fired(g: Folio, h: Hex, value: int, by: str) -> Modifier:
    """7.5, 8.3 What a marker of the attacker counts at a hex: half, fractions down, at a fortification."""
    if h in g.rules.ground.works:
        return Modifier("FO-7.5.2", value // 2, f"{by} +{value} halved")
    return Modifier("FO-8.3.8", value, by)


def _markers(values: tuple[int, ...], by: tuple[str, ...]) -> list[tuple[int, str]]:
    """Markers and whose they are."""
    return [(value, by[i] if i < len(by) else "support") for i, value in enumerate(values)]


def totals(g: Folio, battle: Battle) -> tuple[int, int]:
    """7.3, 7.5 The sums of both sides, without the words for what they are made of."""
    rules, pieces = g.rules, g.pieces
    attack = sum([rules.strength(g, battle, pieces[u]) for u in battle.attackers])
    for value in battle.attack:
        attack += fired(g, battle.hex, value, "").value
    return attack, rules.resistance(g, battle, pieces[battle.target]) + sum(battle.defense)


def differential(g: Folio, battle: Battle) -> int:
    """7.3 Attack less defense."""
    attack, defense = totals(g, battle)
    return attack - defense


def column(g: Folio, battle: Battle) -> int:
    """7.3 The place of the column in the table."""
    return column_of(differential(g, battle), line(g, battle))


def column_of(value: int, on: Modifier) -> int:
    """7.3, R20 The column of a differential on a terrain line; the ends hold for everything beyond them."""
    return CRT.clamp(value + on.value - FIRST_COLUMN)


def preview(g: Folio, battle: Battle) -> Working:
    """The working of a combat as it stands: from column 0 by every strength and the terrain line."""
    (attack, defense), on = strengths(g, battle), line(g, battle)
    against = [Modifier(part.cite, -part.value, part.text) for part in defense]
    shifts = [replace(part, on="column") for part in (*attack, *against, on)]
    target = g.pieces[battle.target]
    what = "Bombardment of" if battle.bombardment else "Attack on"
    return Working(
        f"{what} {g.name(target)} in {battle.hex}",
        (*shifts, *g.rules.die_modifiers(g, battle)),
        CRT.key,
        CRT.columns[column_of(net(attack) - net(defense), on)],
        1,
        base=CRT.columns[-FIRST_COLUMN],
    )


def summary(g: Folio, battle: Battle) -> str:
    """A combat in a phrase as it stands now."""
    attack, defense = map(net, strengths(g, battle))
    value, on = attack - defense, line(g, battle)
    return f"{attack} against {defense}: column {CRT.columns[column_of(value, on)]}, {on.text} ground"
