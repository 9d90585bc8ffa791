"""One playing of a game: the course of play, the record so far, and everything a player can ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Self

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.decision import GrognardError, Illegal, PositionError, Stale
from grognard.engine.core.dice import Dice, RandomDice, SealedDice
from grognard.engine.core.event import Event
from grognard.engine.core.notebook import asked
from grognard.engine.core.odds import Odds, Onward, enumerate_odds, worst_odds
from grognard.engine.core.state import Result, State
from grognard.engine.core.view import Aim, Briefing, Dossier
from grognard.engine.game.game import Game
from grognard.engine.game.playthrough import Playthrough, Svg, UndoPoint
from grognard.engine.game.position_text import checked, step_names, unknown
from grognard.engine.match.act import best_act, in_words, known_to
from grognard.engine.match.command import Command, Intent, in_group, intent_named
from grognard.engine.match.gesture import gestures, why_not_carry
from grognard.engine.match.onward import obeyed
from grognard.engine.match.plan import Done, Plan
from grognard.engine.match.reasons import reasons
from grognard.engine.match.staff import planned
from grognard.engine.records.record import (
    NOTHING,
    PLAIN,
    SHARED,
    BackLine,
    Line,
    Lines,
    MatchLine,
    RecordError,
    ResignLine,
    RolledLine,
    SealLine,
    SecretLine,
    ShareLine,
    StartLine,
    StateLine,
    TakeLine,
    UndoLine,
    read_lines,
    read_record,
    write_lines,
)
from grognard.engine.records.replay import Replay, dice_at_end, told
from grognard.engine.records.shares import DiceShares

LONG_ODDS, SHORT_ODDS = 20_000, 250  # runs spent on odds where a step announces a roll, and where it does not
SNAPSHOT_EVERY = 200  # answers between snapshots in a saved record


class Ambiguous(GrognardError):
    """A gesture that could mean several things."""


class Hint(msgspec.Struct, frozen=True):
    """What is worth doing, and why: all the answers it takes, the first of them, and how each reads."""

    action: Action  # first answer
    why: str  # reason, in a sentence
    answers: tuple[Action, ...] = ()  # every answer of the plan
    steps: tuple[str, ...] = ()  # the answers as phrases

    @property
    def text(self) -> str:
        """Who does what, and where, as one phrase."""
        return ", ".join(dict.fromkeys(self.steps))


class Match(Playthrough):
    """One match. `new`, `load` and `at` make them."""

    def __init__(self, game: Game, state: State[Any], dice: Dice, lines: Iterable[Line] | None = None) -> None:
        super().__init__(game, state, dice, remembers=lines is not None)
        self._lines = None if lines is None else lines if isinstance(lines, Lines) else Lines(lines)
        self._before: Sequence[Line] = ()  # lines whose log has not been read yet

    # ------------------------------------------------------------ beginning

    @classmethod
    def new(
        cls,
        game: Game,
        scenario: str | Path,
        options: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        *,
        record: bool = True,
        log: bool = True,
    ) -> Self:
        """Set up a scenario, by its id or its file. Without a seed the dice come from the system's entropy.

        A simulation that keeps neither record nor log (nor, without a record, undo) runs faster.
        """
        known = game.find_scenario(scenario)
        chosen, dice = game.choose_options(known, options or {}), SealedDice.fresh(seed)
        header = _header(game, known, chosen, dice)
        match = cls(game, game.start(known, chosen), dice, [header] if record else None)
        if not log:
            match.state.events = None
        match._begin()
        return match

    @classmethod
    def sealed(
        cls, game: Game, scenario: str, options: Mapping[str, str], secret: bytes, *, shared: bool = False
    ) -> Self:
        """A match under a secret of the table's. If it is `shared`, every seat has a share in the dice: it waits."""
        chosen, dice = game.choose_options(scenario, options), SealedDice(secret)
        header = _header(game, scenario, chosen, dice, SHARED if shared else PLAIN)
        match = cls(game, game.start(scenario, chosen), dice, [header])
        if not shared:
            match._begin()
        return match

    @classmethod
    def at(cls, game: Game, state: State[Any], seed: int | str | None = None) -> Self:
        """A match that begins in this position, with record and undo; the position itself is not touched.

        A PositionError says why it cannot be played on from there.
        """
        if not isinstance(state, game.rules.state):
            raise PositionError(f"A {type(state).__name__} is no position of {game.title}.")
        game.choose_options(state.scenario_id, state.options)  # are there such?
        if not state.steps and state.result is None:
            raise PositionError(f"Which step is to be done first? Among those of {game.title}: {step_names(game)}.")
        g, dice = checked(game, state), SealedDice.fresh(seed)
        header = _header(game, g.scenario_id, dict(g.options), dice, position=msgspec.Raw(g.to_json()))
        match = cls(game, g, dice, [header])
        match._begin_in(", then ".join(type(step).__name__ for step in reversed(g.steps)))
        return match

    def _begin_in(self, steps: str) -> None:
        """Run these steps of somebody's position to the first question, or say why that cannot be done."""
        g = self.state
        try:
            self._begin()
        except Exception as error:  # whatever a rule meets in a position that cannot be
            why = unknown(g, error.args[0]) if isinstance(error, KeyError) else repr(error)
            raise PositionError(f"The step {steps} cannot be done in this position: {why}. What is missing?") from error
        if not self.over and not self.decision.asks:
            raise PositionError(f"After {steps} nobody is asked anything, and nobody has won. Which step comes then?")

    @property
    def begun(self) -> bool:
        """Has anything been asked? Not while a share in the dice is waited for."""
        return bool(self.state.asks or self.over or self._serial)

    @property
    def shares(self) -> DiceShares:
        """Who has a share in the dice."""
        return DiceShares.of(self._lines) if self._lines else DiceShares(MatchLine(PLAIN, "", 0, "", {}, ""))

    def share(self, line: ShareLine) -> None:
        """One more share in the dice; when all are there, the match begins. RecordError if it may not stand here."""
        shares = self.shares
        shares.add(line)
        assert self._lines is not None and not self.begun
        self._lines.append(line)
        if shares.head:
            self._use_shares()
            self._begin()

    def _use_shares(self) -> None:
        """Dice of the secret and of all shares."""
        assert isinstance(self.dice, SealedDice)
        self.dice = self.state.dice = SealedDice(self.dice.secret, self.dice.count, self.shares.head)

    def _begin(self) -> None:
        """Run to the first question."""
        self.run_to_decision()
        self._decision = None
        if self._lines is not None:
            self._lines.append(StartLine(tuple(self.state.outcomes), self.state.digest(), _log(self._events)))

    # ------------------------------------------------------------ looking

    @property
    def events(self) -> list[Event]:
        """Everything that was told, whoever may read it."""
        if self._before:
            earlier, self._before = told(self._before), ()
            self._events[:0] = earlier
            self._told_before = len(earlier)
        return self._events

    def instead(self, action: Action, side: str | None = None) -> Action | None:
        """The allowed answer nearest to one that is refused, if the game knows what near means there."""
        refusal = self.why_not(action, side)
        if refusal is None or refusal.rule in ("GR-2", "GR-3"):
            return None
        found = self.state.steps[-1].instead(self.state, side or self.decision.side, action)
        return found if found is not None and self.why_not(found, side) is None else None

    def odds(self, action: Action, side: str | None = None, *, at_worst: bool = True) -> Odds | None:
        """The exact chances of what a legal action leads to; None if no dice are involved or they may not be known.

        Without `at_worst` the enemy's strongest answers are not looked into, which takes half the time.
        """
        asked = side or self.decision.side
        step = self.state.steps[-1]
        if self.why_not(action, asked) is not None or self.asks_together:
            return None
        if step.hides_odds(self.state, action):
            return None
        preview, state = step.preview(self.state, action), step.as_known(self.state, asked)
        onward, limit = Onward(), LONG_ODDS if preview else SHORT_ODDS
        chances = enumerate_odds(state, asked, action, limit, onward)
        if chances is None:
            return None
        worst = worst_odds(state, asked, action, limit) if at_worst and onward.countered else None
        if worst is not None and worst.chances == chances:
            worst = None
        return Odds(chances, preview, onward.assumes, worst)

    def hint(self, side: str | None = None) -> Hint:
        """What a sensible player would do, and why: a whole act, though the game may ask for it in parts.

        It knows what the side knows; the same position gives the same hint. Page, terminal and programs give this one.
        """
        asked = side or self.decision.side
        if self.decision.of(asked) is None:
            raise Stale(f"{asked} is not being asked anything now.")
        act = best_act(self.game, known_to(self.game, self.state, asked), asked)
        why = reasons(self.game, act, asked)
        return Hint(act.answers[0], why, act.answers, in_words(self.game, act, asked))

    def plan(self, side: str, units: Iterable[str] = (), intent: Intent | str = "finish", to: str = "") -> Plan:
        """What a staff would do with some units (none: everybody) to carry out an intent; nothing happens yet.

        `match.plan("German", ["24th Panzer"], "go", "2616")` takes units by their ids, or the name of a formation.
        """
        meant = intent if isinstance(intent, Intent) else Intent(intent_named(intent), to)
        found = [unit for name in units for unit in ([name] if name in self.pieces else in_group(self, side, name))]
        return planned(self, side, Command(meant, tuple(dict.fromkeys(found))))

    def command(self, side: str, command: Command) -> Plan:
        """The plan for an order that was changed: other goals, fewer units, another way."""
        return planned(self, side, command)

    def obey(self, side: str, command: Command) -> Done:
        """Plan an order and carry it out, past what it need not halt for."""
        return obeyed(self, side, command)

    def briefing(self, side: str) -> Briefing:
        """What a side is told before its first decision."""
        self.must_play(side)
        return self.game.face.briefing(self.state, side)

    def aims(self, side: str) -> tuple[Aim, ...]:
        """What a side must reach, and how far it is."""
        self.must_play(side)
        return self.game.rules.aims(self.state, side)

    def standing(self) -> Result | None:
        """How the match would end if it ended now; None if that cannot be said."""
        return self.result or self.game.rules.standing(self.state)

    def dossier(self, piece: str, side: str | None = None) -> Dossier | None:
        """All that a side may know of a piece; None if the side does not see it."""
        seen = next((found for found in self.view(side).pieces if found.id == piece), None)
        return self.game.face.dossier(self.state, side, seen) if seen else None

    def __repr__(self) -> str:
        title, scenario = self.game.title, self.game.scenarios[self.state.scenario_id].title
        if self.result is not None:
            winners = " and ".join(self.result.winners) or "nobody"
            return f"<{title}, {scenario}: won by {winners}, {self.result.reason}>"
        asks = "; ".join(f"{ask.side} is asked: {ask.prompt}" for ask in self.decision.asks)
        return f"<{title}, {scenario}: decision {self.number}, {asks or 'nobody is asked anything'}>"

    def _repr_svg_(self) -> str | None:
        """The table as everybody may see it, for a notebook."""
        return self.draw()

    def _repr_html_(self) -> str:
        """The table as everybody may see it; where nothing is hidden from anybody, the answers as well."""
        told = f"<p>{escape(repr(self)[1:-1])}</p>"
        if not self.over and not self.game.rules.has_secrets(self.state, self.sides):
            asks = self.decision.asks
            told += asked((ask.side, ask.prompt, ask.cite, map(self.describe, ask.actions)) for ask in asks)
        return told + (self.draw() or "")

    def draw(self, side: str | None = None) -> Svg | None:
        """The table as a side (None: a spectator) sees it, as SVG; None if the game has nothing to draw."""
        return self.view(side).drawn(self.game)

    # ------------------------------------------------------------ playing

    def carry(self, piece: str, to: str, side: str | None = None, lift: Action | None = None) -> None:
        """Pick a piece up and put it down: at a hex, at a point ("36,23.5", in inches), upon another piece.

        One that is on its way already is put down. Where it can be picked up in several ways, alone or with its stack,
        `lift` says which is meant.
        """
        asked = self.asked(side).side
        found = [way for way in gestures(self, asked, piece, to) if lift in (None, way.lift)]
        if not found:
            raise Illegal(why_not_carry(self, asked, piece, to), self.game.rulebook)
        if len(found) > 1:
            told = "; ".join(way.text for way in found)
            raise Ambiguous(f"{piece} and {to} can mean several things: {told}. Answer one by one.")
        for answer in found[0].answers:
            self.take(answer, asked)

    def _do_and_remember(self, side: str, action: Action) -> None:
        if self._lines is None:
            return super()._do_and_remember(side, action)
        first = len(self._events)
        super()._do_and_remember(side, action)
        do, log = msgspec.Raw(msgspec.json.encode(action)), _log(self._events[first:])
        self._lines.append(TakeLine(side, do, tuple(self.state.outcomes), self.state.digest(), log))
        if self._serial % SNAPSHOT_EVERY == 0:
            self._lines.append(self._snapshot())

    def undo(self) -> None:
        """Take back the last answer, up to the last roll, reveal, or other side's answer."""
        super().undo()
        if self._lines is not None:
            self._lines.append(UndoLine(1, self.state.digest()))

    def take_back(self, answers: int = 1, earlier: UndoPoint | None = None) -> None:
        """Return before the last answers past any barrier, for players who agree to it; rolled dice are spent.

        Whoever has replayed the match to there already brings what he found.
        """
        if self._lines is None:
            raise RecordError("This match keeps no record.")
        earlier = earlier or Replay(self._lines).before(answers)
        self._lines.append(BackLine(answers, earlier.state.digest()))
        self._take_back(earlier, self._lines)

    def _take_back(self, earlier: UndoPoint, lines: Sequence[Line]) -> None:
        """The position of a replay, with the log that the lines leave standing."""
        self._events, self._told_before, self._before = [], 0, tuple(lines)
        self.go_back(msgspec.structs.replace(earlier, events=0))

    def resign(self, side: str) -> None:
        """A side gives up: all others win."""
        super().resign(side)
        if self._lines is not None:
            self._lines.append(ResignLine(side, self.state.digest()))

    def clone(self, seed: int | None = None) -> Match:
        """An independent match from here with dice of its own: what happens in it says nothing of this one.

        It has no record and an empty log: what was told so far stays with this match.
        """
        twin = Match(self.game, self.state.clone(), RandomDice(random.Random(seed)))
        twin._serial, twin.sealed_answers = self._serial, self.sealed_answers
        return twin

    # ------------------------------------------------------------ record

    @property
    def lines(self) -> Sequence[Line]:
        """The record so far as its lines; nothing is ever taken out or changed."""
        return self._lines or ()

    def bodies(self, first: int, last: int) -> list[bytes]:
        """Some lines of the record as they are written."""
        return self._lines.bodies(first, last) if self._lines is not None else []

    @property
    def replays(self) -> bool:
        """Can its record be played from the start? Not if it began under older rules."""
        return self._lines is not None and Replay(self._lines).is_current

    def follow(self, lines: Sequence[Line]) -> None:
        """Carry out lines that were written elsewhere, with the outcomes in them."""
        assert self._lines is not None and isinstance(self.dice, SealedDice)
        reader, dice, known = Replay([self._lines[0], *lines]), self.dice, self._lines
        self._lines = None
        try:
            for number, line in enumerate(lines, len(known) + 1):
                if isinstance(line, BackLine):
                    self._take_back(Replay(known).before(line.count), [*known, line])
                else:
                    reader.play(self, line, number)
                dice.count += len(line.dice) if isinstance(line, RolledLine) else 0
                known.append(line)
                if isinstance(line, StartLine):
                    dice = SealedDice(dice.secret, dice.count, DiceShares.of(known).head)
        finally:
            self._lines, self.dice, self.state.dice = known, dice, dice

    def record(self, *, reveal: bool = True) -> bytes:
        """The record so far. `reveal` adds the secret, without which nobody can check or continue the dice."""
        if self._lines is None:
            raise RecordError("This match keeps no record.")
        lines = [*self._lines, self._snapshot()]
        if reveal and isinstance(self.dice, SealedDice):
            lines.append(SecretLine(self.dice.secret.hex()))
        return write_lines(lines)

    def _snapshot(self) -> StateLine:
        rolled = self.dice.count if isinstance(self.dice, SealedDice) else 0
        return StateLine(msgspec.Raw(self.state.to_json()), rolled, self._serial)

    def save(self, path: str | Path, *, reveal: bool = True) -> None:
        """Write the record to a file, whole or not at all."""
        target = Path(path)
        partial = target.with_name(target.name + ".part")
        partial.write_bytes(self.record(reveal=reveal))
        partial.replace(target)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """A match from its file, ready to go on."""
        return cls.from_record(read_record(Path(path)))

    @classmethod
    def from_record(cls, data: bytes, *, trusted: bool = True) -> Self:
        """A match from its record: from its last snapshot on, or from its first line if whoever made it is not trusted.

        Where the rules have changed since, only a snapshot will do: the rules have never seen that position.
        """
        return cls.from_lines(read_lines(data), trusted=trusted)

    @classmethod
    def from_lines(cls, lines: Sequence[Line], *, trusted: bool = True) -> Self:
        """A match from the lines of its record."""
        reader = Replay(lines)
        start = reader.begins_at(trusted=trusted)
        course, dice = reader.at_end(trusted=trusted), dice_at_end(reader.lines, start)
        number = reader.number_at_end(start)
        kept = reader.lines.without("secret", "signed")
        snapshots, last = kept.places("state"), len(kept) - 1
        if snapshots[-1:] == [last] and (reader.is_current or last - 1 in snapshots):
            kept = kept.cut(-1)  # under older rules it is where the answers to come are taken back to
        if dice is None:
            dice = SealedDice.fresh()
            kept.append(SealLine(dice.seal))
        match = cls(course.game, course.state, dice, kept)
        match._serial, match._before = number, kept.cut(len(kept))
        if not kept.places("start"):  # cut off right after the header, or a share in the dice is waited for
            match._before = ()
            if match.shares.head or not match.shares.wanted:
                match._begin()
        return match


def _header(
    game: Game,
    scenario: str,
    options: dict[str, str],
    dice: SealedDice,
    format: int = PLAIN,
    position: msgspec.Raw = NOTHING,
) -> MatchLine:
    text = game.scenario_text(scenario)
    return MatchLine(format, game.id, game.version, scenario, options, dice.seal, position, text)


def _log(events: Sequence[Event]) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(events))
