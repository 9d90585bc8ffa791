"""The story in sentences: what a turn came to, where the match turned, what the dice gave."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Sequence

import msgspec

from grognard.board.ground import HexGround
from grognard.engine.core.odds import how_many
from grognard.engine.core.wording import capital, does, join_words, victory, with_count
from grognard.engine.match.odds_summary import percent
from grognard.players.review.analysis import Analysis, Costly
from grognard.players.review.turning_points import Point
from grognard.report.story import Fight, Loss, Story, Turn

NAMED = 4  # losses named in one sentence; of more only their number is told, and who led them
NEAR = 2  # hexes from a place with a name that are near it
SWINGS, SWING = 3, 0.05  # turning points that are told, and the change of chance that is one
COSTLY = 0.03  # a decision that cost less is not told
KIND, UNKIND = 0.8, 0.2  # luck that is seen less often than this has a name


class Turning(msgspec.Struct, frozen=True):
    """A stretch of a match in which the chances changed much: for whom, from what to what, and why."""

    turn: int
    before: float
    after: float
    events: str
    mistake: str
    dice: str


def near(story: Story, hexes: Sequence[str]) -> str:
    """The name of the place by which something happened: " at Bir Salem", " near Bir Salem", or nothing."""
    ground = story.ground
    if not isinstance(ground, HexGround):
        return ""
    known = [h for h in hexes if ground.knows(h)]
    named = [(ground.map.grid.distance(known[-1], p.hex), p.name) for p in ground.map.places if p.name] if known else []
    away, name = min(named, default=(NEAR + 1, ""))
    return "" if away > NEAR else f" {'near' if away else 'at'} {name}"


def by_name(story: Story, text: str) -> str:
    """A text with the names of places where it has the numbers of their hexes, where these have a name."""
    ground = story.ground
    if not isinstance(ground, HexGround):
        return text
    names = {place.hex: place.name for place in ground.map.places if place.name}
    told = re.sub(r"\b\d{4}\b", lambda found: names.get(found[0], found[0]), text)
    return re.sub(r"(\b[\w ]*?\w) \(\1\)", r"\1", told)  # "Belikowo (3019)" has it already


def when(date: str) -> str:
    """A date as people say it: "1943-07" is July 1943."""
    year, _, month = date.partition("-")
    return f"{month_name[int(month)]} {year}" if month.isdecimal() and 1 <= int(month) <= 12 else date


def losses(story: Story, lost: Sequence[Loss]) -> str:
    """Who lost whom, side by side; "" if nobody is lost."""
    told = []
    for side in dict.fromkeys([*story.armies, *(loss.piece.side for loss in lost)]):
        names = [loss.piece.name for loss in lost if loss.piece.side == side]
        people = story.game.face.people(side)
        if len(names) > NAMED:
            told.append(f"{people} {does(people, 'loses')} {len(names)} units, among them {join_words(names[:2])}")
        elif names:
            told.append(f"{people} {does(people, 'loses')} {join_words(names)}")
    return f"{capital('; '.join(told))}." if told else ""


def fight_line(story: Story, fight: Fight) -> str:
    """A fight in one line: what it was, where, and what came of it."""
    title = fight.title.replace(": ", ", ")
    return f"{title}{near(story, fight.hexes)}: {fight.result}"


def caption(story: Story, turn: Turn) -> str:
    """A turn in a sentence or two."""
    told = losses(story, turn.losses)
    if told:
        return told
    hard = max(turn.fights, key=lambda fight: fight.counts, default=None)
    if hard is not None:
        return f"Nobody is lost. {fight_line(story, hard)}."
    moved = sum(1 for i, piece in turn.end.items() if i in turn.start and turn.start[i].place != piece.place)
    return f"No fight; {with_count(moved, 'unit')} {'moves' if moved == 1 else 'move'}." if moved else "All is quiet."


def verdict(story: Story) -> str:
    """How it ended, or that it goes on."""
    if story.result is None:
        return f"Up to now: turn {story.turns[-1].number}"
    level = victory(story.result.level, story.result.winners, story.sides)
    if level:
        return capital(level)
    winners = [story.game.face.people(side) for side in story.result.winners]
    if not winners:
        return "Draw"
    return capital(f"{join_words(winners)} {'have' if len(winners) > 1 else does(winners[0], 'has')} won")


# ------------------------------------------------------------------ what decided it


def hero(story: Story) -> str:
    """Whose chance is told: the side of the report, or the winner, or the first."""
    winners = [side for side in (story.result.winners if story.result else ()) if side in story.sides]
    return story.side or (winners or list(story.sides))[0]


def turnings(story: Story, found: Analysis) -> list[Turning]:
    """Where the chance of the hero changed most, in their order, with what stands behind it."""
    side = hero(story)
    pairs = list(zip(found.curve, found.curve[1:], strict=False))
    swings = [(abs(b.chances[side] - a.chances[side]), a, b) for a, b in pairs]
    most = sorted((s for s in swings if s[0] >= SWING), key=lambda s: -s[0])[:SWINGS]
    return [_turning(story, found, side, a, b) for _, a, b in sorted(most, key=lambda s: s[1].frame)]


def _turning(story: Story, found: Analysis, side: str, a: Point, b: Point) -> Turning:
    before, after = a.chances[side], b.chances[side]
    fights = [fight for fight in story.fights if a.frame < fight.frame <= b.frame]
    hard = sorted(fights, key=lambda fight: -fight.counts)[:2]
    told = "; ".join(fight_line(story, fight) for fight in fights if fight in hard)
    turn = next((t for t in story.turns if t.number == max(1, a.turn)), story.turns[-1])
    events = f"{told}." if told else caption(story, turn)
    helps = after > before  # a mistake of the others, or of one's own
    near_by = [c for c in found.costly if a.frame <= c.frame < b.frame and c.cost >= COSTLY]
    costly = [c for c in near_by if (c.side != side) == helps]
    mistake = mistake_line(story, max(costly, key=lambda c: c.cost)) if costly else ""
    return Turning(max(1, a.turn), before, after, events, mistake, _dice(story, found, side, a, b))


def mistake_line(story: Story, costly: Costly) -> str:
    """A decision that cost much."""
    people = capital(story.game.face.people(costly.side))
    return f"{people}: “{costly.taken.text}” cost {percent(costly.cost)}; better “{costly.better.text}”."


def _dice(story: Story, found: Analysis, side: str, a: Point, b: Point) -> str:
    """What the dice gave in a stretch, if they pushed the way it went."""
    rolls = [roll for roll in found.rolls if a.frame <= roll.frame < b.frame]
    push = sum((roll.came - roll.chance) * (1 if roll.side == side else -1) for roll in rolls)
    if abs(push) < 0.5 or (push > 0) != (b.chances[side] > a.chances[side]):
        return ""
    people = story.game.face.people(side)
    return f"The dice were {'with' if push > 0 else 'against'} {people}."


def luck(story: Story, found: Analysis) -> list[str]:
    """What the dice gave each side beside what was to be expected, a sentence each."""
    told = []
    for side in story.sides:
        chances = [roll.chance for roll in found.rolls if roll.side == side]
        if chances:
            came = sum(roll.came for roll in found.rolls if roll.side == side)
            odds = how_many(chances)
            share = sum(odds[:came]) + odds[came] / 2
            name = "kind dice" if share > KIND else "unkind dice" if share < UNKIND else "fair dice"
            people = capital(story.game.face.people(side))
            told.append(
                f"{people}: {came} of {len(chances)} rolls came, {sum(chances):.1f} were to be expected: {name}."
            )
    return told


def skill(story: Story, found: Analysis) -> list[str]:
    """What the most expensive decisions of each side cost, a sentence each."""
    told = []
    for side in story.sides:
        lost = sum(c.cost for c in found.costly if c.side == side and c.cost >= COSTLY)
        people = story.game.face.people(side)
        if lost:
            told.append(f"The dearest decisions of {people} cost {percent(min(lost, 1.0))} of the chance.")
    return told or ["Neither side gave much away: no decision cost more than a few per cent."]


def how_it_went(story: Story) -> list[str]:
    """The whole match in a few paragraphs: who met, the turns that counted, and what was left at the end."""
    if not story.fights and not any(turn.losses for turn in story.turns):
        return ["Nobody has fired a shot yet."]
    telling = [turn for turn in story.turns if turn.losses or turn.fights]
    told = [_met(story)]
    for turn in sorted(sorted(telling, key=_weight)[-4:], key=lambda turn: turn.number):
        hard = max(turn.fights, key=lambda fight: fight.counts, default=None)
        lost = losses(story, turn.losses)
        fought = f"{'The hardest fight: ' if lost else ''}{fight_line(story, hard)}." if hard is not None else ""
        told.append(" ".join(filter(None, (f"Turn {turn.number}.", lost, capital(fought)))))
    return [*told, _at_the_end(story)]


def _met(story: Story) -> str:
    """Who met, and with how much."""
    forces = [
        f"{story.game.face.people(side)} with {with_count(len(story.forces[side]), 'unit')}" for side in story.armies
    ]
    return f"{capital(' against '.join(forces))}."


def _at_the_end(story: Story) -> str:
    """What the battle cost each side."""
    lost = [loss.piece.side for turn in story.turns for loss in turn.losses]
    told = []
    for side in story.armies:
        people = story.game.face.people(side)
        whole = len(story.forces[side])
        told.append(f"{people} {does(people, 'loses')} {lost.count(side) or 'none'} of {whole}")
    return f"{'In all ' if story.over else 'Up to now '}{'; '.join(told)}."


def _weight(turn: Turn) -> float:
    return 2 * len(turn.losses) + max((fight.counts for fight in turn.fights), default=0)
