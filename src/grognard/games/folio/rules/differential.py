"""7.3 to 7.5 The terrain line, the strengths of both sides and the column of the table."""

from __future__ import annotations

from grognard.board.hexmap import side
from grognard.engine import Modifier, Working, net
from grognard.games.folio.rules.data import CRT, FIRST_COLUMN, LINES
from grognard.games.folio.rules.state import Battle, Folio
from grognard.games.folio.rules.terrain import WATER


def line(g: Folio, battle: Battle) -> Modifier:
    """7.4, R17 The terrain line of the defender: how many columns it stands to the left of clear."""
    ground = g.rules.ground
    terrain = ground.terrain[battle.hex]
    best = Modifier("FO-7.4.1", -LINES[terrain], terrain)
    if battle.bombardment:
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


def strengths(g: Folio, battle: Battle) -> tuple[list[Modifier], list[Modifier]]:
    """7.3, 7.5 Everything on the attacker's and on the defender's side."""
    attack = [part for u in battle.attackers for part in g.rules.attack(g, battle, g.pieces[u])]
    halved = battle.hex in g.rules.ground.works
    for value in battle.attack:
        worth = value // 2 if halved else value
        attack.append(Modifier("FO-7.5.2" if halved else "FO-8.3.8", worth, f"support +{value}"))
    defense = list(g.rules.defense(g, battle, g.pieces[battle.target]))
    defense += [Modifier("FO-8.3.8", value, f"support +{value}") for value in battle.defense]
    return attack, defense


def differential(g: Folio, battle: Battle) -> int:
    """7.3 Attack less defense."""
    attack, defense = strengths(g, battle)
    return net(attack) - net(defense)


def column(g: Folio, battle: Battle) -> int:
    """7.3, R20 The place of the column in the table; the ends hold for everything beyond them."""
    return CRT.clamp(differential(g, battle) + line(g, battle).value - FIRST_COLUMN)


def preview(g: Folio, battle: Battle) -> Working:
    """The working of a combat as it stands."""
    attack, defense = strengths(g, battle)
    against = [Modifier(part.cite, -part.value, part.text) for part in defense]
    parts = (*attack, *against, line(g, battle), *g.rules.die_modifiers(g, battle))
    target = g.pieces[battle.target]
    what = "Bombardment of" if battle.bombardment else "Attack on"
    return Working(f"{what} {g.name(target)} in {battle.hex}", parts, "crt", CRT.columns[column(g, battle)], 1)


def summary(g: Folio, battle: Battle) -> str:
    """A combat in a phrase as it stands now."""
    attack, defense = strengths(g, battle)
    value = net(attack) - net(defense)
    return f"{net(attack)} against {net(defense)}, {value:+} on the {line(g, battle).text} line"
