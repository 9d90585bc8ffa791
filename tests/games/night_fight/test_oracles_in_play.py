"""Whole matches in which every shot, look and choice of a target is worked out a second time (`oracle.py`)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from grognard.engine import Match, net
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules import fire, soviet_fire, spotting
from grognard.games.night_fight.rules.combat_table import roll_combat
from grognard.games.night_fight.rules.data import LIMITS
from grognard.games.night_fight.rules.fire import Shot
from grognard.games.night_fight.rules.spotting import quarry_of
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.players import make_player
from grognard.players.base import play_out

from . import oracle

NIGHTS = (("kiev", "medium", "doctrine"), ("kharkov", "high", "doctrine"), ("ghost-column", "high", "random"))


class Second:
    """The rules' own functions, with a second opinion on everything they decide."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.seen: Counter[str] = Counter()
        self.roll, self.best, self.quarry = roll_combat, soviet_fire.best_target, quarry_of
        self.modifiers = spotting.spotting_modifiers
        patch.setattr(fire, "roll_combat", self.on_shot)
        patch.setattr(soviet_fire, "best_target", self.on_target)
        patch.setattr(soviet_fire, "quarry_of", self.on_quarry)
        patch.setattr(spotting, "spotting_modifiers", self.on_look)

    def on_shot(self, g: NightFight, power: int, target: Unit, modifiers: list[Any]) -> Any:
        shot, rolled = g.steps[-1], self.roll(g, power, target, modifiers)
        if not isinstance(shot, Shot):  # what blows up rolls on the same table
            return rolled
        firer, crowded = g.pieces[shot.firer], any(m.text == "Overstacked" for m in modifiers)
        units = len(g.at[target.place]) + (target.place in g.wrecks)
        assert not crowded or units > LIMITS["stacking"]
        label = oracle.column(g, power, firer, target, crowded=crowded)
        assert rolled.behind(fire.shot_working(firer, target, power, modifiers)).column == label, (firer, target)
        assert rolled.letter == oracle.result(label, sum(rolled.dice))
        if firer.type != "block_house":
            assert power == oracle.strength(firer) * (3 if shot.faust else 1)
        self.seen[f"shot of {firer.side}"] += 1
        return rolled

    def on_target(self, g: NightFight, firer: Unit, candidates: list[Unit]) -> Unit:
        chosen = self.best(g, firer, candidates)
        assert chosen.id in oracle.preferred(g, firer, candidates), (firer, chosen)
        self.seen["target of several"] += len(candidates) > 1
        return chosen

    def on_quarry(self, g: NightFight, unit: Unit, movers: tuple[str, ...] | None) -> Unit | None:
        chosen = self.quarry(g, unit, movers)
        hidden = spotting.unseen_quarries(g, unit, movers)
        assert (chosen is None) is not bool(hidden)
        if chosen is not None:
            assert chosen.id in oracle.looked_for(g, unit, hidden), (unit, chosen)
        return chosen

    def on_look(self, g: NightFight, spotter: Unit, target: str, quarry: Unit | None = None) -> list[Any]:
        modifiers = self.modifiers(g, spotter, target, quarry)
        assert net(modifiers) == oracle.added_to_look(g, spotter, target, quarry), (spotter, target)
        self.seen[f"look of {spotter.side}"] += 1
        return modifiers


@pytest.mark.rule(
    "NF-13.3.1", "NF-13.3.3", "NF-22.4.1", "NF-22.5.1", "NF-10.3.1", "NF-13.2.1", "NF-13.2.2", "NF-10.1.3"
)
@pytest.mark.parametrize(("scenario", "intensity", "player"), NIGHTS)
def test_every_roll_and_target_of_a_night_is_worked_out_twice(
    scenario: str, intensity: str, player: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = Second(monkeypatch)
    for seed in (1, 2) if player == "random" else (1,):
        match = Match.new(GAME, scenario, {"intensity": intensity}, seed=seed, record=False)
        play_out(match, {side: make_player(player) for side in match.sides}, random.Random(seed))
        assert match.over
    assert second.seen["shot of soviet"] > 5 and second.seen["look of soviet"] > 20
    assert second.seen["target of several"] > 0
