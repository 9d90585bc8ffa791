"""Sidi Zahran, November 1941: a small original battle for the standard rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from grognard.engine import Aim, Result, Track, fill
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.data import COUNTERS, Counter
from grognard.games.folio.rules.scenarios import SCENARIOS, BattleFile, Destroy, Hold, ground_of
from grognard.games.folio.rules.sequence import GameTurn
from grognard.games.folio.rules.setup import set_up
from grognard.games.folio.rules.standard import Standard
from grognard.games.folio.rules.state import ELIMINATED, Battle, Unit

GERMAN, BRITISH = "German", "British"
JUDGED = "FO-4.0.1"


class Desert(Standard["Zahran"]):
    """The standard rules with the map, the units, the track and the victory of a battle."""

    def __init__(self, battle: BattleFile) -> None:
        self.battle, self.ground = battle, ground_of(battle)
        self.sides, self.turns = battle.sides, battle.turns
        self.counters = _counters(battle)
        self.areas, self.placement, self.briefings = battle.areas, _places(battle), battle.briefing
        self.track = battle.support.track
        self.pools = {BRITISH: battle.support.British, GERMAN: battle.support.German}
        self.objectives, self.kill = battle.objectives, battle.kill
        self.attacker, self.defender = battle.attacker, battle.defender
        self.holdings = dict.fromkeys(battle.objectives, battle.defender)
        self.leads: dict[str, Aim] = {side: _wanted_lead(battle, side) for side in battle.sides}

    def strength(self, g: Folio, battle: Battle, unit: Unit) -> int:
        """7.3 What is printed: no exclusive rule changes it."""
        return g.printed(unit)[0]

    def resistance(self, g: Folio, battle: Battle, unit: Unit) -> int:
        """7.3, 7.5 The same, doubled by a fortification."""
        return g.printed(unit)[1] * (2 if unit.place in self.ground.works else 1)

    def score(self, g: Folio) -> dict[str, dict[str, int]]:
        """What each side has points for: hexes held, and enemy units eliminated."""
        lost = [g.pieces[u].side for u in g.at.get(ELIMINATED, ())]
        held = {h: value for h, value in self.objectives.items() if g.control[h] == self.attacker}
        kills = {side: {"units": self.kill * lost.count(g.foe(side))} for side in (self.attacker, self.defender)}
        return kills | {self.attacker: held | kills[self.attacker]}

    def lead(self, g: Folio) -> int:
        """By how many points the attacker is ahead."""
        return self._ahead(self.score(g))

    def _ahead(self, score: dict[str, dict[str, int]]) -> int:
        return sum(score[self.attacker].values()) - sum(score[self.defender].values())

    def victory(self, g: Folio) -> Result:
        """4.0 Judged by the difference of points after the last turn."""
        score = self.score(g)
        lead = self._ahead(score)
        level = next(name for name, least in self.battle.victory.levels if lead >= least)
        winners = tuple(side for side in self.sides if level.startswith(side))
        return Result(winners, ", ".join(_points(*item) for item in score.items()), JUDGED, level)

    def tracks(self, g: Folio) -> tuple[Track, ...]:
        """4.1 The reinforcements to come."""
        return (_to_come(g),)


@fact
def _to_come(g: Folio) -> Track:
    coming = sorted((u for u in g.pieces.values() if u.place.startswith("turn ")), key=lambda u: int(u.place[5:]))
    due = ", ".join(f"{u.place}: {g.name(u)} ({u.side})" for u in coming)
    return Track("To come", due or "nobody", "FO-4.1.11")


def _points(side: str, parts: dict[str, int]) -> str:
    """A side's points and what they are made of: British 8 (0905 3, 0906 3, units 2)."""
    made_of = ", ".join(f"{what} {points}" for what, points in parts.items() if points)
    return f"{side} {sum(parts.values())}" + (f" ({made_of})" if made_of else "")


def won_from(battle: BattleFile, side: str) -> int:
    """4.0 The least lead with which the attacker wins, or the greatest with which the defender does."""
    levels = battle.victory.levels
    if side == battle.attacker:
        return min(least for level, least in levels if level.startswith(side))
    return min(least for level, least in levels if not level.startswith(side)) - 1


def _wanted_lead(battle: BattleFile, side: str) -> Aim:
    """4.0 The difference of points that a side needs, and what every difference leads to."""
    levels = tuple((level, float(points)) for level, points in reversed(battle.victory.levels))
    need = won_from(battle, side)
    return Aim(fill(battle.victory.lead[side], need=need), JUDGED, need=need, levels=levels)


def _counters(battle: BattleFile) -> dict[str, Counter]:
    """3.0, 4.1 The units of a battle in the order of the box, with their areas and the turns of their arrival."""
    areas = {unit: (area, 1) for area, units in battle.force.items() for unit in units}
    areas |= {unit: (row.entry, row.turn) for row in battle.reinforcement for unit in row.units}
    return {i: replace(what, area=areas[i][0], turn=areas[i][1]) for i, what in COUNTERS.items() if i in areas}


def _places(battle: BattleFile) -> dict[str, str]:
    return {unit: h for units in battle.force.values() for unit, h in units.items()}


@lru_cache(maxsize=256)
def desert(scenario: str) -> Desert:
    """The rules of a battle."""
    return Desert(SCENARIOS.known[scenario])


DESERT = desert("sidi-zahran")


class Zahran(Folio):
    """A position of Sidi Zahran, or of another battle with its units."""

    __slots__ = ()
    rules: Desert
    rules_of = staticmethod(desert)


# ------------------------------------------------------------------ what each side is after


def standing(g: Zahran) -> Result:
    """4.0 How the battle would end if it ended now."""
    return g.rules.victory(g)


@fact
def aims(g: Zahran, side: str) -> tuple[Aim, ...]:
    """4.0 The difference to be reached, and every line it is made of."""
    lines = (_hold(g, side, aim) if isinstance(aim, Hold) else _destroy(g, side, aim) for aim in g.rules.battle.aim)
    return (_lead(g, side), *(aim for found in lines for aim in found))


def _lead(g: Zahran, side: str) -> Aim:
    """The difference of points, and what it leads to."""
    aim, rules = g.rules.leads[side], g.rules
    return replace(aim, have=rules.lead(g), met=side in rules.victory(g).winners)


def _hold(g: Zahran, side: str, aim: Hold) -> tuple[Aim]:
    """R82 Some of the hexes that count: how many the side holds, and what they are worth to it."""
    attacker, held = g.rules.attacker, [h for h in aim.hexes if g.control[h] == side]
    taken = aim.points * sum(g.control[h] == attacker for h in aim.hexes)
    text, points = (aim.attacker, taken) if side == attacker else (aim.defender, -taken)
    return (Aim(text, JUDGED, aim.hexes, len(held), len(aim.hexes), len(held) == len(aim.hexes), points),)


def _destroy(g: Zahran, side: str, aim: Destroy) -> tuple[Aim, Aim]:
    """4.0 Units lost by both sides."""
    lost = [g.pieces[u].side for u in g.at.get(ELIMINATED, ())]
    kills, losses = (lost.count(whose) for whose in (g.foe(side), side))
    return (
        Aim(aim.ours, JUDGED, have=kills, points=aim.points * kills),
        Aim(aim.theirs, JUDGED, have=losses, points=-aim.points * losses),
    )


def box(g: Zahran) -> None:
    """3.0 Units to be placed, reinforcements on the track, every objective in the defender's hands."""
    for what in g.rules.counters.values():
        g.put(Unit(what.id, what.side, f"turn {what.turn}" if what.turn > 1 else ""))
    g.control = dict(g.rules.holdings)


def start(scenario: str, options: Mapping[str, str]) -> Zahran:
    """3.0 All counters in the box, to be set up as the players chose."""
    g = Zahran(scenario_id=scenario, options=dict(options))
    box(g)
    g.steps = (*set_up(options["setup"], g.rules.battle.setup_order), GameTurn(1))[::-1]
    return g
