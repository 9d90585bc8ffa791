"""What an assistant can read about the games before it plays: the shelf, rules, briefings, who won how often."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import SHELF, Game, UnknownChoice, find_game
from grognard.lab import play
from grognard.players import Player, make_player, offered

MOST_RULES, MOST_MATCHES = 40, 200


def known_player(name: str) -> Player:
    """A computer player by a plain name: an assistant starts no programs."""
    if name not in offered():
        raise UnknownChoice(f"There is no player {name!r}. Choose from: {', '.join(offered())}.")
    return make_player(name)


def games() -> str:
    """The games with their scenarios and options."""
    lines = []
    for game in SHELF.values():
        lines.append(f"{game.id}: {game.title}. {game.blurb}")
        for scenario in game.scenarios.values():
            lines.append(f"  scenario {scenario.id}: {scenario.title}, {scenario.turns} turns. {scenario.blurb}")
        for option in game.options.values():
            lines.append(f"  option {option.id}: {', '.join(option.values)} ({option.title})")
    return "\n".join(lines)


def rules(game: str, what: str = "") -> str:
    """Rules by an id, a section or a word; the sections with their topics, if nothing is named."""
    book = find_game(game).rulebook
    if not what:
        topics: dict[str, list[str]] = {}
        for rule in book:
            topics.setdefault(rule.section, []).append(rule.topic)
        return "\n".join(f"{section}: {', '.join(dict.fromkeys(found))}" for section, found in topics.items())
    found = book.find(what)
    if not found:
        return f"No rule matches {what!r}. Try a section such as 8 or 8.3, or a word."
    told = [f"{rule.id} ({rule.topic}): {rule.text}" for rule in found[:MOST_RULES]]
    more = len(found) - MOST_RULES
    return "\n".join([*told, f"and {more} more"] if more > 0 else told)


def charts(game: str) -> str:
    """The charts of a game, row by row."""
    lines = []
    for chart in find_game(game).face.charts:
        lines += [f"{chart.title} [{chart.cite}]", "  " + " | ".join(["", *chart.columns])]
        lines += ["  " + " | ".join([str(label), *map(str, cells)]) for label, cells in chart.rows]
    return "\n".join(lines)


def rates(game: str, scenario: str, players: Mapping[str, str], matches: int, options: Mapping[str, str]) -> str:
    """How often each side wins."""
    if not 1 <= matches <= MOST_MATCHES:
        raise UnknownChoice(f"Between 1 and {MOST_MATCHES} matches can be played at once, not {matches}.")
    for name in players.values():
        known_player(name)
    known: Game = find_game(game)
    found = play(known, scenario, dict(players) or "doctrine", matches, options=options, quiet=True)
    return "\n".join(f"{side}: {rate}" for side, rate in found.rates().items())
