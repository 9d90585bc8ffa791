"""What a newcomer asks first: what this is about, how one wins, and what the numbers on a counter mean."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.engine import Aim, Dossier, Match, Result, View
from grognard.engine.core.wording import in_halves, victory, with_count
from grognard.terminal.map_symbols import side_title
from grognard.terminal.screen import ACCENT, DIM, RULE, cited

GOOD, BAD = "#9fd08c", "#ff8f5e"


def briefing_page(match: Match, side: str) -> RenderableType:
    """Everything a side is told before its first decision; any time again with `brief`."""
    scenario, told = match.game.scenarios[match.state.scenario_id], match.briefing(side)
    facts = [scenario.date, with_count(scenario.turns, "turn"), told.length, f"you play {match.game.face.people(side)}"]
    parts: list[RenderableType] = [Text(f"\n{scenario.title}", ACCENT), Text(" · ".join(filter(None, facts)), DIM)]
    parts += _section("", told.situation or scenario.blurb)
    aims = aims_page(match, side)
    parts += [_heading("How you win"), aims] if aims is not None else []
    parts += _section("Your force", told.force) + _section("The enemy, as far as known", told.enemy)
    parts += _list("Special rules", told.special, "·") + _list("First steps", told.first, "")
    return Group(*parts)


def _heading(title: str) -> Text:
    return Text(f"\n{title}", f"bold {RULE}")


def _section(title: str, text: str) -> list[RenderableType]:
    head: list[RenderableType] = [_heading(title)] if title else [Text()]
    return [*head, Padding(Text(text), (0, 0, 0, 2))] if text else []


def _list(title: str, lines: Sequence[str], sign: str) -> list[RenderableType]:
    table = Table.grid(padding=(0, 1))
    for number, line in enumerate(lines, 1):
        table.add_row(Text(f"  {sign or number}", ACCENT), Text(line))
    return [_heading(title), table] if lines else []


# ------------------------------------------------------------------ how one wins


def turns_left(view: View) -> str:
    """How long it goes on, in words; nothing before the first turn and in games without a last one."""
    left = view.turns - view.turn + 1
    if not view.turns or not view.turn or left < 1:
        return ""
    return "the last turn" if left == 1 else f"{with_count(left, 'turn')} left, this one included"


def figures(aim: Aim) -> str:
    """How far an aim is: "3 of 7", "2", "+3 points"."""
    have = "" if aim.have is None else in_halves(aim.have)
    of = "" if aim.have is None or aim.need is None else f" of {in_halves(aim.need)}"
    points = "" if aim.points is None else ("+" if aim.points > 0 else "") + with_count(aim.points, "point")
    return ", ".join(filter(None, (have + of, points)))


def aims_page(match: Match, side: str) -> RenderableType | None:
    """What a side must reach and how far it is, where, and what the result would be now; None if nothing is told."""
    aims, now = match.aims(side), match.standing()
    if not aims and now is None:
        return None
    table = Table.grid(padding=(0, 2))
    for letter, aim in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", aims, strict=False):
        mark = Text({True: "✓", False: "·", None: " "}[aim.met], GOOD)
        where = Text(f" {', '.join(aim.hexes[:8])}{' …' if len(aim.hexes) > 8 else ''}", DIM)
        table.add_row(Text(f"  {letter}", ACCENT), mark, Text(aim.text).append_text(where), Text(figures(aim), "bold"))
    return Group(table, Padding(now_line(now, side, match.sides), (0, 0, 0, 2))) if now is not None else table


def now_line(now: Result, side: str, sides: Sequence[str]) -> Text:
    """What the result would be if it ended now."""
    won = f"{winners_of(now)} victory" if now.winners else "no victory"
    verdict = f"{level_of(now, sides) or won} ({now.reason})"
    return Text("If it ended now: ", DIM).append(verdict, f"bold {GOOD if side in now.winners else BAD}")


def winners_of(result: Result) -> str:
    """Who has won."""
    return " and ".join(map(side_title, result.winners)) or "nobody"


def level_of(result: Result, sides: Sequence[str]) -> str:
    """The level of a result as it is said."""
    return victory(result.level, result.winners, sides)


def aims_line(match: Match, side: str, view: View) -> Text | None:
    """The same in one line, to stand on every screen."""
    aims, now = match.aims(side), match.standing()
    if not aims and now is None:
        return None
    text = Text(no_wrap=True, overflow="ellipsis").append("How you win ", DIM)
    if aims:
        text.append(aims[0].text, "bold").append(f" {figures(aims[0])}  ", ACCENT)
    if now is not None:
        text.append(f"now {level_of(now, match.sides) or winners_of(now)}  ", GOOD if side in now.winners else BAD)
    return text.append(turns_left(view), DIM)


def score_page(match: Match) -> RenderableType:
    """The score of every side, line by line, when it is over."""
    parts: list[RenderableType] = []
    for side in match.sides:
        aims = match.aims(side)
        table = Table.grid(padding=(0, 2))
        for aim in aims:
            mark = Text({True: "✓", False: "✗", None: " "}[aim.met], GOOD if aim.met else BAD)
            table.add_row("  ", mark, aim.text, Text(figures(aim), "bold"), Text(aim.cite, RULE))
        parts += [Text(side_title(side), "bold"), table] if aims else []
    return Group(*parts)


# ------------------------------------------------------------------ what a counter says


def dossier_page(told: Dossier) -> RenderableType:
    """A piece with every number named."""
    head = Text(f"  {told.title}", "bold").append(f"  {told.kind}", DIM)
    table = Table.grid(padding=(0, 1))
    for value in told.values:
        table.add_row("    ", Text(value.value, ACCENT), value.name, Text(value.note, DIM), Text(value.cite, RULE))
    lines = [("is", told.states), ("", told.abilities), ("may now", told.can), ("carries", told.carries)]
    words = [cited("", Text(f"{what}: " if what else "", DIM).append(", ".join(said))) for what, said in lines if said]
    note = [cited("", Text(told.note, DIM))] if told.note else []
    return Group(head, table, *words, *note)
