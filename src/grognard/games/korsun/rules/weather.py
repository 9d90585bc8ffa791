"""11.0 Weather: clear on the first turn, then by the German player's die."""

from __future__ import annotations

from grognard.engine import Modifier, Step, Working
from grognard.games.folio.rules.state import Battle
from grognard.games.korsun.rules.data import WEATHER
from grognard.games.korsun.rules.state import Pocket

ROLL = Working("The weather", chart=WEATHER.key, column=WEATHER.columns[0], dice=1)
CLEAR, FOG, PRECIPITATION = "clear", "fog", "precipitation"


class Weather(Step, frozen=True):
    """11.0 The weather of a game turn."""

    def run(self, g: Pocket) -> None:
        if g.turn == 1:
            g.weather = CLEAR
            g.tell("KP-11.0.1", "The weather is clear")
        else:
            die = g.d6()
            g.weather = WEATHER.result(0, die)
            working = ROLL.rolled((die,), g.weather, dict(WEATHER.results)[g.weather])
            g.tell("KP-11.0.2", "The weather: {weather}", working=working, weather=g.weather)
        g.done()


def flying(g: Pocket) -> bool:
    """11.1 May air counters and air supply be used?"""
    return g.weather == CLEAR


def mud(g: Pocket, battle: Battle) -> list[Modifier]:
    """11.1 Precipitation adds 1 to the die of every ground attack, not of bombardments."""
    if g.weather == PRECIPITATION and not battle.bombardment:
        return [Modifier("KP-11.1.3", 1, PRECIPITATION)]
    return []
