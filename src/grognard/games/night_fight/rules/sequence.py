"""5.0 The sequence of play."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Step
from grognard.engine.core.wording import side_people
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.events import RandomEvents
from grognard.games.night_fight.rules.german_fire import GermanFire
from grognard.games.night_fight.rules.german_movement import GermanMovement
from grognard.games.night_fight.rules.rally import GermanRally, SovietRally
from grognard.games.night_fight.rules.setup import Purchase, SetUp, buy
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.victory import EndOfTurn

PHASES = (
    "Random events",
    "German fire",
    "German movement",
    "German rally",
    "Soviet fire",
    "Soviet movement",
    "Soviet rally",
)


def up_to(phase: str) -> tuple[str, ...]:
    """The phases of a turn, the last of them this one."""
    return PHASES[: PHASES.index(phase) + 1]


class Begin(Step, frozen=True):
    """3.0, 20.2 Set up, divide the recruit points, buy, decide who goes first, and play."""

    def run(self, g: NightFight) -> None:
        g.points = dict.fromkeys(g.players, g.recruit_points // len(g.players))
        for kind in g.scenario.free:
            buy(g, g.players[0], TYPES[kind], free=True)
        g.swap(SetUp(), *[Purchase(side) for side in g.players], FirstPlayer(), GameTurn(1))


class FirstPlayer(Step, frozen=True):
    """20.2 A die decides who goes first on turn 1."""

    def run(self, g: NightFight) -> None:
        if len(g.players) > 1:
            first = g.pick(len(g.players))
            g.players = g.players[first:] + g.players[:first]
            g.tell("NF-20.2.2", "{side} goes first", side=side_people(g.players[0]))
        g.done()


class GameTurn(Step, frozen=True):
    """5.0 One game turn, phases in strict order."""

    number: int

    def run(self, g: NightFight) -> None:
        if self.number > 1:
            g.players = g.players[1:] + g.players[:1]  # 20.2 the order alternates
        g.turn, g.breakdown, g.fired_before = self.number, False, {}
        g.tell("NF-5.0.1", "Turn {n}", n=self.number)
        steps: list[Step] = [RandomEvents()] if g.options["events"] == "yes" else []
        if self.number > 1:
            steps.append(GermanFire(g.players))  # 5.2 not on turn 1
        steps += [GermanMovement(g.players), GermanRally(), SovietFire(), SovietMovement(), SovietRally(), EndOfTurn()]
        g.swap(*steps, GameTurn(self.number + 1))


PLAYERS = ("german", "german-2", "german-3", "german-4")


def start(scenario: str, options: Mapping[str, str]) -> NightFight:
    """20.2 One to four German players; the Soviets are played by the rules themselves."""
    players = PLAYERS[: int(options["players"])]
    return NightFight(scenario_id=scenario, options=dict(options), players=players, steps=(Begin(),))


def sides(g: NightFight) -> tuple[str, ...]:
    """20.2 The German players."""
    return tuple(sorted(g.players))
