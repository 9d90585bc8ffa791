"""One match of a lab, and what is kept of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from traceback import extract_tb

import msgspec

from grognard.engine import Game, GrognardError, Match, Piece, find_game
from grognard.engine.game.mind import value_of_result
from grognard.lab.reports.heatmaps import spot
from grognard.players import Player, Stillness, make_player

LIMIT = 20_000  # answers after which a match counts as not ended
NOBODY: Mapping[str, Player] = {}


class Job(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match to play. The same job gives the same match on every machine, if its players do not look at a clock."""

    number: int  # its place in the list
    game: str  # id of the game
    scenario: str  # id of the scenario
    options: dict[str, str]  # values of the game's options
    players: dict[str, str]  # by side; "" is every other side
    seed: str  # seed of the dice
    file: str = ""  # the text of a scenario that did not come with the game

    def player(self, side: str) -> str:
        """Who plays a side."""
        return self.players.get(side, self.players.get("", "doctrine"))


class MatchResult(msgspec.Struct, frozen=True):
    """What came of it."""

    number: int  # its place in the list
    game: str  # id of the game
    scenario: str  # id of the scenario
    options: dict[str, str]  # values of the game's options
    players: dict[str, str]  # name of the player of each side
    seed: str  # seed of the dice
    ended: bool  # did it reach its end?
    winners: list[str]  # sides that won
    reason: str  # why it ended
    cite: str  # rule of the victory condition
    answers: int  # how many answers were given
    turns: int  # turn in which it ended
    lost: dict[str, int]  # pieces of each side that are no longer on the board
    sides: list[str]  # sides of the match
    advantage: list[float]  # value for the first side from turn to turn, and at the end; empty if the game cannot tell
    cited: dict[str, int]  # how often each rule was at work
    went: dict[str, int]  # how often pieces came to a place: "german 2718", or a square of a table, "german 4,11"
    fell: dict[str, int]  # how often pieces were lost from a place, or left the board there
    digest: str  # of the last position
    rolled: dict[str, int] = {}  # how many rolls came of each side's answers
    reached: list[str] = []  # aims at the end, with whose they are: "german: hold the village"
    gone: list[str] = []  # pieces that were on the board and are not at the end: "german: 2 Rifle"
    arrived: list[str] = []  # pieces that came on after the first turn

    @property
    def played_by(self) -> str:
        """The strength of all sides, or of each."""
        if len(set(self.players.values())) == 1:
            return self.players[self.sides[0]]
        return ", ".join(f"{side} by {name}" for side, name in self.players.items())


def by_strength(rows: Sequence[MatchResult]) -> dict[str, list[MatchResult]]:
    """The matches that were played by the same players, in the order in which they come."""
    names = dict.fromkeys(row.played_by for row in rows)
    return {name: [row for row in rows if row.played_by == name] for name in names}


class MatchError(GrognardError):
    """A match of a lab that could not be played on; the message says which, where, and why."""


def where_it_broke(job: Job, match: Match, side: str, error: Exception) -> str:
    """What went wrong in a match, so that it can be found again."""
    last = extract_tb(error.__traceback__)[-1]
    code = "" if isinstance(error, GrognardError) else f" ({last.filename}, line {last.lineno})"
    where = f"{job.game}, {job.scenario}, seed {job.seed!r}, decision {match.number}, {side} by {job.player(side)}"
    return f"A match could not be played on: {type(error).__name__}: {error}{code}. It was {where}."


def play_job(job: Job, limit: int = LIMIT, own: Mapping[str, Player] = NOBODY) -> MatchResult:
    """Play a match to its end. Players of `own` are called by their names there."""
    game = find_game(job.game)
    if job.file:
        game.add_scenario(job.file)
    match = Match.new(game, job.scenario, job.options, job.seed, record=False)
    players = {side: own.get(name := job.player(side)) or make_player(name) for side in match.sides}
    rng = random.Random(job.seed)
    watch, stillness, still = _Recorder(game), Stillness(), ""
    while not match.over and match.number < limit and not (still := stillness.look(match)):
        watch.look(match)
        ask = match.decision.asks[0]
        try:
            match.take(players[ask.side].choose(match, ask, rng), ask.side)
        except Exception as error:  # of a player, or of the rules
            raise MatchError(where_it_broke(job, match, ask.side, error)) from error
        watch.by = ask.side
    watch.look(match)
    return _row(job, match, watch, still)


def _row(job: Job, match: Match, watch: _Recorder, still: str) -> MatchResult:
    result = match.result
    return MatchResult(
        number=job.number,
        game=job.game,
        scenario=job.scenario,
        options=job.options,
        players={side: job.player(side) for side in match.sides},
        seed=job.seed,
        ended=match.over,
        winners=list(result.winners) if result else [],
        reason=result.reason if result else still,
        cite=result.cite if result else "",
        answers=match.number,
        turns=watch.turn,
        lost=watch.lost(match),
        sides=list(match.sides),
        advantage=watch.advantage,
        cited=dict(watch.cited.most_common()),
        went=dict(sorted(watch.went.items())),
        fell=dict(sorted(watch.fell.items())),
        digest=match.state.digest(),
        rolled=dict(sorted(watch.rolled.items())),
        reached=reached(match),
        gone=watch.gone(match),
        arrived=sorted(watch.arrived),
    )


def reached(match: Match) -> list[str]:
    """The aims of every side that are met; a sum of points is victory itself, and told by its parts."""
    aims = ((side, aim) for side in match.sides for aim in match.aims(side))
    return list(dict.fromkeys(f"{side}: {aim.text}" for side, aim in aims if aim.met and not aim.levels))


class _Recorder:
    """Looks on as a match is played."""

    def __init__(self, game: Game) -> None:
        self.game, self.turn, self.by = game, 0, ""
        self.rolled: Counter[str] = Counter()
        self.names: dict[str, str] = {}  # of pieces that have been on the board
        self.arrived: set[str] = set()
        self.advantage: list[float] = []
        self.cited: Counter[str] = Counter()
        self.went: Counter[str] = Counter()
        self.fell: Counter[str] = Counter()
        self._been: dict[str, str] = {}  # pieces that were on the board when some turn began, and whose they are
        self._pieces: dict[str, Piece] = {}
        self._can_tell = game.mind.value is not value_of_result

    def look(self, match: Match) -> None:
        """Take in what happened since the last look."""
        self.cited.update(event.cite for event in match.events)
        if self.by:
            self.rolled[self.by] += sum(1 for event in match.events if event.dice)
        match.events.clear()
        self._follow(match)
        turn = getattr(match.state, "turn", 0)
        if turn == self.turn and not match.over:
            return
        self._meet(match)
        self.turn = turn
        self._been |= _on_board(match)
        if self._can_tell:
            value = round(self.game.mind.value(match.state, match.sides[0]), 4)
            passed = turn + match.over - len(self.advantage)  # nothing may be asked for whole turns
            self.advantage += [value] * max(0, passed) + [value]

    def _follow(self, match: Match) -> None:
        """Note who came to another place, and who is gone from his."""
        before, now, scenario = self._pieces, match.state.pieces, match.state.scenario_id
        for i, piece in now.items():
            old = before.get(i)
            if old is piece:
                continue
            here = spot(self.game, scenario, piece)
            there = spot(self.game, scenario, old) if old is not None else ""
            if here and here != there:
                self.went[f"{piece.side} {here}"] += 1
            elif there and not here:
                self.fell[f"{piece.side} {there}"] += 1
        for i, old in before.items():
            if i not in now and (there := spot(self.game, scenario, old)):
                self.fell[f"{old.side} {there}"] += 1
        self._pieces = dict(now)

    def _meet(self, match: Match) -> None:
        """Learn the names of those who are on the board for the first time, and whether they came late."""
        scenario = match.state.scenario_id
        fresh = {i for i, p in match.state.pieces.items() if i not in self.names and spot(self.game, scenario, p)}
        if not fresh:
            return
        for side in match.sides:
            for piece in match.view(side).pieces:
                if piece.side == side and piece.id in fresh:
                    self.names[piece.id] = f"{side}: {piece.name}"
        if self.turn > 1:
            self.arrived |= {self.names[i] for i in fresh if i in self.names}

    def gone(self, match: Match) -> list[str]:
        """Those who were on the board when some turn began, and are not at the end."""
        now, scenario = match.state.pieces, match.state.scenario_id
        here = {i for i in self.names if i in now and spot(self.game, scenario, now[i])}
        return sorted({name for i, name in self.names.items() if i not in here})

    def lost(self, match: Match) -> dict[str, int]:
        """How many of each side were on the board when some turn began, and are not at the end."""
        missing = Counter(side for i, side in (self._been.items() - _on_board(match).items()))
        return {side: missing[side] for side in sorted(set(self._been.values()))}


def _on_board(match: Match) -> dict[str, str]:
    ground = match.game.face.ground(match.state.scenario_id)
    pieces = match.state.pieces.items()
    return {i: p.side for i, p in pieces if p.place and (ground is None or ground.spot(p))}
