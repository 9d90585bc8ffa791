"""What is in the box, and what stands behind its rules, as printed pages."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.engine import Game, Rule
from grognard.engine.core.wording import counted
from grognard.terminal.screen import ACCENT, DIM, RULE
from grognard.terminal.sources import Place, Sources

MOST = 8  # places listed for one rule


def show_game(game: Game, console: Console) -> None:
    """One game: scenarios and options."""
    console.print(Text(game.title, ACCENT).append(f"  {game.id}", DIM))
    console.print(Padding(Text(game.blurb), (0, 0, 1, 2)))
    table = Table.grid(padding=(0, 2))
    table.add_column(min_width=2 + max(map(len, game.scenarios)))
    for scenario in game.scenarios.values():
        table.add_row(f"  {scenario.id}", scenario.date, counted(scenario.turns, "turn"), Text(scenario.title, "bold"))
    console.print(table)
    if game.options:
        console.print(Text("\n  options, the first value unless you say otherwise", DIM))
        options = Table.grid(padding=(0, 2))
        for option in game.options.values():
            options.add_row(f"  {option.id}", ", ".join(option.values), option.title, Text(option.cite, RULE))
        console.print(options)
    console.print(Text(f"\n  grognard play {game.id} {next(iter(game.scenarios))}\n", DIM))


def show_sections(game: Game, console: Console) -> None:
    """The sections of a rulebook and what they are about."""
    sections: dict[str, list[Rule]] = {}
    for rule in game.rulebook:
        sections.setdefault(rule.section, []).append(rule)
    table = Table.grid(padding=(0, 2))
    for section, rules in sections.items():
        topics = ", ".join(dict.fromkeys(rule.topic for rule in rules))
        table.add_row(Text(section, RULE), counted(len(rules), "rule"), topics)
    console.print(table)
    console.print(Text(f"\ngrognard rules {game.id} {next(iter(sections))}", DIM))


def show_rule(rule: Rule, sources: Sources, console: Console) -> None:
    """A rule, what implements it and what tests it."""
    console.print(Text(rule.id, f"bold {RULE}").append(f"  {rule.topic}", DIM))
    console.print(Padding(Text(rule.text), (0, 0, 0, 2)))
    _places("played by", sources.implementing(rule), console)
    if sources.root is not None:
        _places("proven by", sources.testing(rule), console)
    console.print()


def _places(title: str, places: list[Place], console: Console) -> None:
    if not places:
        return console.print(Text(f"  {title} nothing that names it", DIM), soft_wrap=True)
    for i, place in enumerate(places[:MOST]):
        text = Text(f"  {title if i == 0 else '':<10}", DIM)
        console.print(text.append(f"{place.path}:{place.line}").append(f"  {place.name}", "bold"), soft_wrap=True)
    if len(places) > MOST:
        console.print(Text(f"  {'':<10}and {len(places) - MOST} more", DIM))
