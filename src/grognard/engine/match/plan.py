"""A plan of a staff: ordinary answers in their order, to be read, changed, drawn and carried out.

Nothing has happened when a plan is made. It is carried out answer by answer through the usual door, so every rule is
asked and every answer stands in the record. It halts as soon as something is known that was not known when it was made:
a die has fallen, an enemy has appeared, somebody else is asked, or a rule refuses. Then a person decides: go on (the
rest is planned again from there, to the same places), plan again, or stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import Literal

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.decision import Stale
from grognard.engine.core.event import Event
from grognard.engine.core.wording import with_count
from grognard.engine.game.mind import phase_now
from grognard.engine.game.playthrough import Playthrough
from grognard.engine.match.command import NEEDS_A_PLACE, Command, Doing, Signed

LINES = 12  # of a plan that a person reads
MOST_SEEN, MOST_SAID = 800, 120
MOVING: tuple[Doing, ...] = ("go", "road", "withdraw", "screen")  # orders that are kept to the places planned
Why = Literal["", "die", "enemy", "asked", "refused", "changed", "over", "other"]
Point = tuple[float, float]


class Row(msgspec.Struct, frozen=True):
    """What one unit, or several together, are to do: the answers, and how they read."""

    units: tuple[str, ...]
    name: str
    answers: tuple[Action, ...]
    text: str  # "to 2616"
    to: str = ""  # the place, if it leads to one
    price: str = ""  # "7½ of 8 points", or the odds
    reason: str = ""
    halts: str = ""  # what will halt the plan there: "a die falls", "the other side is asked"
    start: Point | None = None
    end: Point | None = None
    group: str = ""  # the formation of the unit
    needed: int = 0  # answers without which it is not done; those after them only end the matter
    mark: str = ""  # what tells it from other acts, from plan to plan
    depth: int = 0  # how deep in the sequence of play it was chosen

    @property
    def says(self) -> str:
        """Who does what, in a few words."""
        return f"{self.name} {self.text}".strip()


class Stay(msgspec.Struct, frozen=True):
    """Who stays behind, and why."""

    unit: str
    name: str
    why: str


class PlanLine(msgspec.Struct, frozen=True):
    """A line of a plan as a person reads it; one line may stand for several rows."""

    text: str
    price: str = ""
    reason: str = ""
    halts: str = ""
    rows: tuple[int, ...] = ()


class Halt(msgspec.Struct, frozen=True):
    """Why a plan stopped on its way, where, and what was told then."""

    why: Why
    words: str
    unit: str = ""
    place: str = ""
    cite: str = ""
    foreseen: bool = False  # did the plan say that it would halt here?


class Done(msgspec.Struct, frozen=True):
    """What became of a plan: how many answers were given, how many rows are done, and where it halted."""

    answers: int
    rows: int
    halt: Halt | None
    left: Command | None  # what is still to be done, as an order
    back: int = 0  # how many of its answers can be taken back
    told: tuple[str, ...] = ()  # what it would have halted for, and did not


class Plan(msgspec.Struct, frozen=True):
    """The answers by which a side does what was ordered, as far as they can be foreseen. `number` is the decision."""

    side: str
    number: int
    command: Command
    rows: tuple[Row, ...]
    stays: tuple[Stay, ...] = ()
    open: tuple[str, ...] = ()  # what cannot be foreseen, or not be done

    def __str__(self) -> str:
        head = f"{self.command.says()}: {with_count(len(self.rows), 'act')}, nothing has happened yet"
        told = [f"{i}. {_told(line)}" for i, line in enumerate(self.lines, 1)]
        stays = [f"– {name} {'stay' if ',' in name else 'stays'}: {why}" for why, name in self.staying.items()]
        return "\n".join([head, *told, *stays, *(f"! {words}" for words in self.open)])

    @property
    def answers(self) -> tuple[Action, ...]:
        """All answers in their order."""
        return tuple(answer for row in self.rows for answer in row.answers)

    @property
    def lines(self) -> list[PlanLine]:
        """At most a dozen lines: rows that say the same are told together, and the last line counts the rest."""
        if len(self.rows) <= LINES:
            return [_line((i,), [row]) for i, row in enumerate(self.rows)]
        groups: dict[tuple[bool, str], list[int]] = {}
        for i, row in enumerate(self.rows):
            groups.setdefault((bool(row.halts), row.group or row.to or row.text), []).append(i)
        found = [_line(tuple(places), [self.rows[i] for i in places]) for places in groups.values()]
        if len(found) <= LINES:
            return found
        rest = [i for line in found[LINES - 1 :] for i in line.rows]
        return [*found[: LINES - 1], PlanLine(f"and {with_count(len(rest), 'unit')} more", rows=tuple(sorted(rest)))]

    @property
    def staying(self) -> Mapping[str, str]:
        """Who stays, by the reason: at most a few names each."""
        found: dict[str, list[str]] = {}
        for stay in self.stays:
            found.setdefault(stay.why, []).append(stay.name)
        return {why: _named(names) for why, names in found.items()}

    # ------------------------------------------------------------ changing

    def without(self, unit: str) -> Command:
        """The same order with a unit taken out."""
        units = tuple(other for other in self._units() if other != unit)
        goals = {other: goal for other, goal in self.command.goals.items() if other != unit}
        doing = {other: do for other, do in self.command.doing.items() if other != unit}
        return self._but(units=units, goals=goals, doing=doing)

    def sending(self, unit: str, to: str) -> Command:
        """The same order with another goal for a unit; who is sent nowhere goes there."""
        doing = self.command.doing if self.command.does(unit) in NEEDS_A_PLACE else {**self.command.doing, unit: "go"}
        return self._but(units=self._units(), goals={**self.command.goals, unit: to}, doing=doing)

    def telling(self, unit: str, do: Doing, to: str = "") -> Command:
        """The same order, but this unit does something else."""
        goals = {**self.command.goals, unit: to} if to else self.command.goals
        return self._but(units=self._units(), goals=goals, doing={**self.command.doing, unit: do})

    def first(self, unit: str) -> Command:
        """The same order with a unit before the others."""
        return self._but(units=(unit, *(other for other in self._units() if other != unit)), kept=True)

    def another(self) -> Command:
        """The order that gives the next of its plans."""
        ways: tuple[Literal["", "closer", "safer"], ...] = ("", "closer", "safer")
        return self._but(way=ways[(ways.index(self.command.way) + 1) % len(ways)])

    def _but(self, **changes: object) -> Command:
        """The order with a change, to be accepted again."""
        return msgspec.structs.replace(self.command, signed=None, **changes)

    def _units(self) -> tuple[str, ...]:
        if self.command.units:
            return self.command.units
        return tuple(dict.fromkeys([*(unit for row in self.rows for unit in row.units), *(s.unit for s in self.stays)]))

    # ------------------------------------------------------------ drawing

    def drawn(self, svg: str) -> str:
        """The plan as arrows over a drawing of the ground."""
        arrows = [_arrow(i, row.start, row.end) for i, row in enumerate(self.rows, 1) if row.start and row.end]
        return svg.replace("</svg>", f"{MARK}{''.join(arrows)}</svg>") if arrows else svg

    # ------------------------------------------------------------ carrying out

    def carry_out(self, match: Playthrough) -> Done:
        """Give the answers one by one; halt where something is known that was not known when the plan was made.

        Raises Stale where the match has gone on since then.
        """
        *_, done = self.carrying(match)
        return done

    def carrying(self, match: Playthrough) -> Iterator[Done]:
        """The same, answer by answer: how far it has come after each, for those who have others to serve meanwhile."""
        if match.number != self.number:
            raise Stale("The match has gone on since this plan was made. Plan again.")
        phase = phase_now(match.state)
        done = Done(0, 0, None, self._left(0, phase, _enemies(match, self.side)))
        for place, row in enumerate(self.rows):
            for number, answer in enumerate(row.answers):
                halt = self._hindered(match, row, answer)
                if halt is not None and halt.why == "refused" and number >= row.needed:
                    break  # the matter has ended by itself
                if halt is None:
                    before, first = _enemies(match, self.side), len(match.events)
                    match.take(answer, self.side)
                    done = msgspec.structs.replace(
                        done, answers=done.answers + 1, back=min(done.back + 1, len(match.taken)), rows=place
                    )
                    halt = self._happened(match, row, before, match.events[first:])
                    if halt is None:
                        yield done
                        continue
                    place += number + 1 >= row.needed and self._arrived(match, row)
                ended = self.command.intent.do == "finish" and phase_now(match.state) != phase
                left = None if ended else self._left(place, phase, _enemies(match, self.side))
                yield msgspec.structs.replace(done, rows=place, halt=halt, left=left)
                return
        yield msgspec.structs.replace(done, rows=len(self.rows), left=None)

    def _arrived(self, match: Playthrough, row: Row) -> bool:
        """Is the first unit of a row where it was to go, or gone?"""
        piece, ground = (
            match.state.pieces.get(row.units[0] if row.units else ""),
            match.game.face.ground(match.state.scenario_id),
        )
        if piece is None or row.end is None or ground is None or (at := ground.stands(piece)) is None:
            return True
        return hypot(at[0] - row.end[0], at[1] - row.end[1]) < ground.step / 2

    def _left(self, rows: int, phase: str, seen: Iterable[str]) -> Command | None:
        """What is still to be done from a row on, with the places that were planned, and what was in sight then."""
        rest = self.rows[rows:]
        if not rest and (not self.command.whole or self.command.intent.do != "finish"):
            return None
        signed = self._signed(rows, phase, seen)
        if self.command.whole:
            return msgspec.structs.replace(self.command, signed=signed)
        goals = {unit: row.to for row in rest if row.to for unit in row.units}
        units = tuple(dict.fromkeys(unit for row in rest for unit in row.units))
        known = {**self.command.goals, **{u: g for u, g in goals.items() if self.command.does(u) in MOVING}}
        return msgspec.structs.replace(
            self.command,
            units=units,
            goals={unit: goal for unit, goal in known.items() if unit in units},
            doing={unit: do for unit, do in self.command.doing.items() if unit in units},
            signed=signed,
        )

    def _signed(self, rows: int, phase: str, seen: Iterable[str]) -> Signed:
        """The acts from a row on, as they were accepted."""
        depth = min((row.depth for row in self.rows), default=0)
        acts = {row.mark: f"{row.mark} {row.says}"[:MOST_SAID] for row in self.rows[rows:] if row.depth <= depth}
        return Signed(tuple(acts.values()), tuple(seen)[:MOST_SEEN], depth, phase)

    def unlike(self, signed: Signed, *, asked: bool) -> str:
        """How this plan for the rest differs from what was accepted; "" if it does not.

        What is asked deeper in the sequence of play belongs to an act that has begun, and `asked` says that others
        have acted: what they ask when nothing of the plan is left is no change.
        """
        accepted = dict(act.partition(" ")[::2] for act in signed.acts)
        marks = {row.mark for row in self.rows}
        lost = [says for mark, says in accepted.items() if mark not in marks]
        more = [row.says for row in self.rows if row.depth <= signed.depth and row.mark not in accepted]
        said = [f"No longer in the plan: {_named(lost)}."] if lost else []
        if more and (accepted or not asked):
            said.append(f"New in the plan: {_named(more)}.")
        return " ".join(said)

    def _hindered(self, match: Playthrough, row: Row, answer: Action) -> Halt | None:
        """What is in the way before an answer is given."""
        unit, place = row.units[0] if row.units else "", row.to
        if match.over:
            return Halt("over", "The match is over.", unit, place)
        if match.decision.of(self.side) is None:
            return Halt("asked", "Somebody else decides first.", unit, place)
        refusal = match.why_not(answer, self.side)
        if refusal is None:
            return None
        return Halt("refused", match.game.rulebook.explain(refusal), unit, place, refusal.rule)

    def _happened(
        self, match: Playthrough, row: Row, before: Mapping[str, object], told: Sequence[Event]
    ) -> Halt | None:
        """What has become known by an answer that was given."""
        unit = row.units[0] if row.units else ""
        place = match.state.pieces[unit].place if unit in match.state.pieces else row.to
        foreseen = bool(row.halts)
        lines = [event for event in told if event.visible_to(self.side)]
        said = " ".join(map(_sentence, lines[-3:]))
        cite = lines[-1].cite if lines else ""
        if match.over:
            return Halt("over", said or "The match is over.", unit, place, cite)
        now = _enemies(match, self.side)
        if match.state.outcomes:
            appeared = any(piece not in before for piece in now)
            return Halt("die", said or "A die has fallen.", unit, place, cite, foreseen and not appeared)
        if any(before.get(piece) != where for piece, where in now.items()):
            return Halt("enemy", said or "Something has been seen of the enemy.", unit, place, cite)
        if match.decision.of(self.side) is None:
            return Halt("asked", f"{said} The other side decides.".strip(), unit, place, cite, foreseen)
        return None


def take_back(match: Playthrough, done: Done) -> int:
    """Take back the answers of an order as far as the rules allow; how many were taken back."""
    count = 0
    while count < done.back and match.can_undo:
        match.undo()
        count += 1
    return count


def _enemies(match: Playthrough, side: str) -> dict[str, object]:
    """What the side sees of others, by piece."""
    look = match.game.rules.glance or match.game.rules.view
    return {p.id: (p.place, p.hidden, p.face) for p in look(match.state, side).pieces if p.side != side}


def _sentence(event: Event) -> str:
    text = str(event)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _line(places: tuple[int, ...], rows: Sequence[Row]) -> PlanLine:
    first = rows[0]
    if len(rows) == 1:
        return PlanLine(f"{first.name} {first.text}".strip(), first.price, first.reason, first.halts, places)
    names = [row.name for row in rows]
    who = f"{first.group}: {with_count(len(names), 'unit')}" if first.group else _named(names)
    where = list(dict.fromkeys(row.to for row in rows if row.to))
    what = f"to {_named(where)}" if where else first.text
    return PlanLine(f"{who} {what}".strip(), "", "", first.halts, places)


def _named(names: Sequence[str]) -> str:
    more = len(names) - 3
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:3])} and {more} more"


def _told(line: PlanLine) -> str:
    price = f" ({line.price})" if line.price else ""
    reason = f": {line.reason}" if line.reason else ""
    return f"{line.text}{price}{reason}{f' [halts: {line.halts}]' if line.halts else ''}"


MARK = (
    "<defs><marker id='planned' viewBox='0 0 10 10' refX='7' refY='5' markerWidth='4' markerHeight='4' orient='auto'>"
    "<path d='M0 0L10 5L0 10z' fill='#111'/></marker></defs>"
)


def _arrow(number: int, start: Point, end: Point) -> str:
    (x, y), (u, v) = start, end
    d = f"M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}"
    if start == end:
        d = f"M{x:.0f} {y - 1:.0f}L{u:.0f} {v:.0f}"
    return (
        f"<g class='planned'><path d='{d}' stroke='#111' stroke-width='11' fill='none'/>"
        f"<path d='{d}' stroke='#fff' stroke-width='6' fill='none' marker-end='url(#planned)'/>"
        f"<circle cx='{x:.0f}' cy='{y:.0f}' r='13' fill='#111'/><text x='{x:.0f}' y='{y + 6:.0f}' fill='#fff' "
        f"font-size='16' text-anchor='middle'>{number}</text></g>"
    )
