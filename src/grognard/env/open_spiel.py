"""Every game for OpenSpiel: `pip install 'grognard[research]'`, then

    from grognard.env.open_spiel import load
    game = load("folio", "sidi-zahran")        # or pyspiel.load_game("grognard(game=folio,scenario=sidi-zahran)")

The dice are one chance node at the start that draws the match's seed, so that a history says all there is. What a side
may not know is dealt again, dice and all, by `resample_from_infostate`: give it to a searcher such as IS-MCTS, which
would otherwise look at the dice to come.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from grognard.extras import missing

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error) from error

from grognard.engine import Action, Ask, Match, RandomDice
from grognard.env.aec import GrognardEnv

SEEDS = 1 << 10  # outcomes of the chance node


DEFAULTS = {"game": "", "scenario": "", "limit": 20_000}  # a game and a scenario must be named
TYPE = pyspiel.GameType(
    short_name="grognard",
    long_name="Grognard",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One scenario. A match that is longer than `limit` answers is drawn."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.zoo = GrognardEnv(str(chosen["game"]), str(chosen["scenario"]), limit=int(chosen["limit"]))
        self.sides = self.zoo.possible_agents
        size = pyspiel.GameInfo(
            num_distinct_actions=max(SEEDS, self.zoo.encoder.actions),
            max_chance_outcomes=SEEDS,
            num_players=len(self.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.zoo.limit,
        )
        super().__init__(TYPE, size, dict(chosen))

    def new_initial_state(self) -> SpielState:
        return SpielState(self, Here(self.zoo))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.zoo)


class Here:
    """Where a match stands. OpenSpiel copies it by a deep copy: the match is cloned with its dice."""

    def __init__(self, zoo: GrognardEnv, match: Match | None = None, page: int = 0, turned: int = 0) -> None:
        self.zoo, self.match, self.page, self.turned = zoo, match, page, turned
        self.rows: tuple[int, ...] = ()  # the seed, then every answer: how it is written down

    def __reduce__(self) -> tuple[Any, ...]:
        return _played_again, (self.zoo.game.id, self.zoo.scenario, self.zoo.limit, self.rows)

    def __deepcopy__(self, memo: object) -> Here:
        match = self.match.clone() if self.match else None
        if match is not None and self.match is not None:
            match.dice = match.state.dice = deepcopy(self.match.dice)
        twin = Here(self.zoo, match, self.page, self.turned)
        twin.rows = self.rows
        return twin

    @property
    def sides(self) -> list[str]:
        return self.zoo.possible_agents

    @property
    def ask(self) -> Ask | None:
        """The question, unless the match is over, or too long, or has not begun."""
        match = self.match
        if match is None or match.over or match.number + self.turned >= self.zoo.limit - 1:
            return None
        return match.decision.asks[0]

    def offered(self) -> Sequence[Action]:
        """The answers of this page."""
        return self.zoo.encoder.page(self.ask, self.page) if self.ask else ()

    def has_pages(self) -> bool:
        """Is there another page? A list that comes in parts may turn out to have a single one."""
        return self.ask is not None and bool(self.page or self.zoo.encoder.page(self.ask, 1))

    def answer(self, row: int) -> None:
        """Draw the seed, give the answer of a row, or turn the page."""
        self.rows += (row,)
        zoo, ask, offered = self.zoo, self.ask, self.offered()
        if self.match is None:
            self.match = Match.new(zoo.game, zoo.scenario, zoo.options, row, record=False, log=False)
        elif ask is None:
            raise ValueError("nobody is asked anything")
        elif row < len(offered):
            self.page = 0
            self.match.take(offered[row], ask.side)
        else:
            self.page, self.turned = zoo.encoder.next_page(ask, self.page), self.turned + 1

    def dealt_anew(self, side: str, rng: random.Random) -> Here:
        """What a side may not know, and the dice to come, dealt again."""
        game, dice = self.zoo.game, RandomDice(rng)
        if self.match is None:
            return Here(self.zoo)
        dealt = game.rules.determinize(self.match.state, side, rng)
        dealt.dice = dice
        dealt.advance()
        return Here(self.zoo, Match(game, dealt, dice), self.page, self.turned)


def _played_again(game: str, scenario: str, limit: int, rows: tuple[int, ...]) -> Here:
    """A match from what was answered in it."""
    here = Here(GrognardEnv(game, scenario, limit=limit))
    for row in rows:
        here.answer(row)
    return here


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A match as a history: the seed, then the number of a row for each answer."""

    def __init__(self, game: Any, here: Here) -> None:
        super().__init__(game)
        self.here = here

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        ask = self.here.ask
        return self.here.sides.index(ask.side) if ask else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        return self.here.match is not None and self.here.ask is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def _legal_actions(self, player: int) -> list[int]:
        rows = list(range(len(self.here.offered())))
        return [*rows, self.here.zoo.encoder.actions - 1] if self.here.has_pages() else rows

    def _apply_action(self, action: int) -> None:
        self.here.answer(action)

    def returns(self) -> list[float]:
        match, sides = self.here.match, self.here.sides
        won = match.result.winners if match is not None and match.over and match.result else ()
        return [1.0 if side in won else -1.0 for side in sides] if won else [0.0] * len(sides)

    def resample_from_infostate(self, player: int, chance: Callable[[], float] = random.random) -> SpielState:
        """A position that this player cannot tell from the true one."""
        rng = random.Random(chance())
        return SpielState(self.get_game(), self.here.dealt_anew(self.here.sides[player], rng))

    def _action_to_string(self, player: int, action: int) -> str:
        here, offered = self.here, self.here.offered()
        if here.match is None:
            return f"seed {action}"
        return here.zoo.game.face.describe(here.match.state, offered[action]) if action < len(offered) else "more"

    def __str__(self) -> str:
        match = self.here.match
        return f"answer {match.number}, page {self.here.page}, {match.state.digest()}" if match else "not begun"


class SpielObserver:
    """What a player sees: the arrays of the environment, one after another, and the view in words."""

    def __init__(self, zoo: GrognardEnv) -> None:
        self.zoo = zoo
        shapes = zoo.encoder.shapes
        ends = np.cumsum([0, *(int(np.prod(shape)) for shape in shapes.values())])
        self.tensor = np.zeros(ends[-1], np.float32)
        spans = zip(shapes.items(), ends[:-1], ends[1:], strict=True)
        self.dict = {name: self.tensor[start:end].reshape(shape) for (name, shape), start, end in spans}

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self.tensor.fill(0)
        here = state.here
        if here.match is None:
            return
        rules, encoder, side, g = self.zoo.game.rules, self.zoo.encoder, here.sides[player], here.match.state
        view = (rules.glance or rules.view)(g, side)
        ask = here.ask if here.ask and here.ask.side == side else None
        seen = encoder.see(view, type(g.steps[-1]) if ask else None, rules.aims(g, side))
        for name, values in {**seen, "actions": encoder.legal(view, ask, here.page)[0]}.items():
            self.dict[name][:] = values

    def string_from(self, state: Any, player: int) -> str:
        """The view of a player, as text."""
        here = state.here
        return "not begun" if here.match is None else repr(here.match.view(here.sides[player]))


def load(game: str, scenario: str, **how: Any) -> Any:
    """A scenario as a game of OpenSpiel."""
    return pyspiel.load_game("grognard", {"game": game, "scenario": scenario, **how})


pyspiel.register_game(TYPE, SpielGame)
