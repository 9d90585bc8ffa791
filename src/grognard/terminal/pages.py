"""What a player can look up in the middle of a game: odds, refusals, rules, hexes, sight lines, units, help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.board.ground import InchGround, hexmap_of
from grognard.board.hexes.map import HexMap
from grognard.engine import Chart, Game, Odds, Playthrough, Refusal, Rule, Rulebook, SightLine, View
from grognard.engine.core.wording import capital, does, join_words, plural, typeset_numbers, victory, with_count
from grognard.terminal.canvas import readable_on
from grognard.terminal.choices import Examples
from grognard.terminal.map_symbols import side_title, survey
from grognard.terminal.map_window import MARKER_SIGNS, marker_kinds
from grognard.terminal.screen import ACCENT, DIM, RULE, cited
from grognard.terminal.table_window import table_signs

# -------------------- What the signs on the map of a match mean

MEANINGS = {
    "♠": "wood",
    "'": "scrub",
    "°": "orchard",
    "^": "rough",
    "„": "marsh",
    "⌂": "houses",
    "■": "close-built houses",
    "≈": "river, lake or sea",
    "~": "stream",
    "‡": "bridge",
    "∨": "gully",
    "*": "star",
    "+": "airfield",
    "#": "fortification",
}


def signs_of(hexmap: HexMap, view: View) -> str:
    """The signs of this map and of the markers that lie on it now."""
    seen = {ground.sign for ground in survey(hexmap).hexes.values()}
    kinds = marker_kinds(view)
    words = [f"{sign} {what}" for sign, what in MEANINGS.items() if sign in seen]
    words += [f"{sign} {kind}" for kind, sign in MARKER_SIGNS.items() if kind in kinds]
    return "  ".join([*words, "· ─ road"])


def signs_on(game: Game, scenario: str, view: View) -> str:
    """The signs of a map of hexes or of a table of inches."""
    ground, hexmap = game.face.ground(scenario), hexmap_of(game, scenario)
    if hexmap is not None:
        return signs_of(hexmap, view)
    return table_signs(ground.table) if isinstance(ground, InchGround) else ""


def levels_of(hexmap: HexMap) -> Text:
    """The tints of the ground from the lowest level to the highest; nothing on flat ground."""
    levels = sorted({hexmap.level(h) for h in hexmap.grid.hexes})
    if len(levels) == 1:
        return Text()
    tints = [survey(hexmap).palette.level(step, len(levels)) for step in range(len(levels))]
    swatches = [Text(f" {level} ", f"{readable_on(tint)} on {tint}") for level, tint in zip(levels, tints, strict=True)]
    return Text("The ground by level: ").append_text(Text("").join(swatches))


def marks_of(view: View) -> str:
    """The small letters on the counters in sight."""
    marks = sorted({mark for piece in view.pieces for mark in piece.marks})
    return ", ".join(f"{mark[0]} {mark.replace('_', ' ')}" for mark in marks)


# -------------------- What a player can look up in the middle of a game

BAR = 30


def helpful(such: Examples) -> tuple[tuple[str, str], ...]:
    """Everything that can be typed, with examples that mean something in this match."""
    return (
        ("7", "give answer 7"),
        (such.here, "choose that place, or the unit in it"),
        (such.unit, "choose the answer that begins with, or contains, this"),
        ("Enter", "more answers, or draw the screen again"),
        ("odds 7", "the exact chances of answer 7, with every modifier and its rule"),
        (f"why {such.there}", "which rule forbids that place, unit or answer"),
        ("hint", "what a sensible player would do"),
        ("setup", "before the first turn: take the suggested set-up"),
        ("hold move", "standing orders: let this move pass; phase, unseen, until 3 (hexes), below 40 (%), a unit, off"),
        (f"staff all to {such.there}", "a plan for many units; attack, hold, withdraw, road, shoot; then staff yes"),
        ("staff finish", "a plan for the rest of this phase as a sensible player would; nothing moves till staff yes"),
        ("brief", "the briefing again: what this is about, and what to do first"),
        ("aims", "how you win, how far you are, and what the result would be now"),
        (f"look {such.here}", f"what is known of a hex and of every unit in it; look {such.unit} for a unit"),
        ("units", f"every unit in sight; units {such.side} for one side"),
        (f"way {such.there}", "by which hexes the unit in hand would go there, and what it costs; nobody moves"),
        (f"{such.here} {such.there}", "the unit in hand goes by the first hex to the last, until something happens"),
        (f"sight {such.here} {such.there}", "does one place see the other, and why not; on a table, how far it is too"),
        (f"rule {such.rule}", "rules by number or by a word: rule victory"),
        (f"chart {such.chart}", "a chart of the game; chart alone lists them"),
        ("tracks", "every number that is kept beside the map, each in a line"),
        ("cards", "the cards you may see"),
        ("log 40", "the last 40 lines of the log"),
        (f"map {such.there}", "look at another part of the map; map alone returns to the action"),
        (f"show {such.zone}".rstrip(), "tint a zone on the map; show alone lists them"),
        ("zoom near", "near, middle, far, or auto"),
        ("undo, redo", "take back (up to the last roll or reveal), do again"),
        ("save FILE", "keep the match; grognard play --load FILE goes on"),
        ("quit", "leave"),
    )


def help_page(such: Examples, hexmap: HexMap | None, view: View, signs: str) -> RenderableType:
    """Everything that can be typed, and how to read the map."""
    table = Table.grid(padding=(0, 3))
    for word, what in helpful(such):
        table.add_row(Text(f"  {word}", ACCENT), what)
    marks = marks_of(view)
    lines = ["Counters carry the colours of their side; ?? lies face down, ×3 is a stack."]
    lines += [f"Small letters are marks: {marks}."] if marks else []
    if hexmap is not None:
        number = "On the map: a yellow number is what to type for that hex; … where it finds no room: type the hex."
        lines = [
            number,
            *lines,
            signs,
            "▲ the question is about this hex  ! something has just happened",
        ]
    elif signs:
        lines.append(signs)
    levels = [Padding(levels_of(hexmap), (0, 2))] if hexmap is not None and levels_of(hexmap) else []
    return Group(table, Text(), Padding(Text("\n".join(lines), DIM), (0, 2)), *levels)


def odds_page(title: str, odds: Odds | None, hidden: bool = False) -> RenderableType:
    """Bars for the chances, and the modifiers behind them; `hidden` says that they would tell too much."""
    if odds is None:
        why = "what may come of it is not for you to know" if hidden else "no dice are rolled for it at once"
        return Text(f"{title}: {why}.", DIM)
    parts: list[RenderableType] = [Text(title, "bold")]
    preview = odds.preview
    if preview is not None:
        if preview.chart:
            parts.append(Text(f"  {preview.title}: {preview.chart}, column {preview.column}"))
        elif preview.needs is not None:
            parts.append(Text(f"  {preview.title}: {preview.needs} or more is needed"))
        else:
            parts.append(Text(f"  {preview.title}"))
        reasons = Table.grid(padding=(0, 2))
        for modifier in preview.modifiers:
            reasons.add_row(f"    {typeset_numbers(f'{modifier.value:+d}')}", modifier.text, Text(modifier.cite, RULE))
        parts.append(reasons)
    for given in (odds, odds.worst):
        if given is not None:
            parts += [Text(f"  If {' and '.join(given.assumes)}:")] if given.assumes else []
            parts.append(_bars(given.chances))
    return Group(*parts)


def _bars(chances: Mapping[str, Fraction]) -> Table:
    table = Table.grid(padding=(0, 2))
    for name, chance in sorted(chances.items(), key=lambda item: -item[1]):
        bar = "█" * max(1, round(float(chance) * BAR))
        table.add_row(f"  {name}", Text(f"{float(chance):6.1%}", "bold"), Text(bar, "#7fb0c4"), Text(str(chance), DIM))
    return table


def refusal_page(rulebook: Rulebook, refusals: Iterable[Refusal]) -> RenderableType:
    """The rules that forbid something, in their own words."""
    parts: list[RenderableType] = []
    for refusal in refusals:
        parts.append(rule_text(rulebook[refusal.rule]))
        if refusal.hint:
            parts.append(cited("", Text(refusal.hint, ACCENT)))
    return Group(*parts)


def rule_text(rule: Rule) -> RenderableType:
    """One rule with its number."""
    return cited(rule.id, Text(rule.text))


def rules_page(rules: Sequence[Rule], what: str) -> RenderableType:
    """Rules found, or how to find some."""
    if not rules:
        return Text(f"No rule matches {what!r}. Try a section such as 8 or 8.3, or a word such as wreck.", DIM)
    return Group(*[rule_text(rule) for rule in rules])


def chart_page(charts: Sequence[Chart], what: str) -> RenderableType:
    """One chart, or what charts there are."""
    chart = next((c for c in charts if what and what.lower() in f"{c.key} {c.title}".lower()), None)
    if chart is None:
        listed = ", ".join(c.key for c in charts) or "none"
        return Text(f"The charts are: {listed}." + (" Type chart and a name." if charts else ""), DIM)
    table = Table(title=Text(f"{chart.title}  {chart.cite}"), title_justify="left", box=SIMPLE_HEAD)
    for column in ("", *chart.columns):
        table.add_column(column, justify="center" if column else "left")
    for left, cells in chart.rows:
        table.add_row(Text(left, "bold"), *cells)
    words = "   ".join(f"{short} {long}" for short, long in chart.results)
    return Group(table, Text(f" {words} {chart.note}".rstrip(), DIM))


def cards_page(view: View) -> RenderableType:
    """Every card in sight, pile by pile."""
    if not view.cards:
        return Text("There are no cards to see.", DIM)
    table = Table.grid(padding=(0, 2))
    for card in view.cards:
        name = "face down" if card.hidden else card.title
        table.add_row(f"  {side_title(card.side)}", card.place, Text(name, "bold"), card.rating, card.text)
    return table


def sight_page(line: SightLine, rulebook: Rulebook) -> RenderableType:
    """The working of a sight line."""
    text = Text(f"{line.viewer} to {line.target}, {with_count(line.distance, 'hex')}: ")
    text.append("clear" if line.clear else "blocked", "bold #9fd08c" if line.clear else "bold #ff8f5e")
    if line.blocked_by:
        text.append(f" by {', '.join(line.blocked_by)}")
    if line.rule:
        known = rulebook[line.rule].text if line.rule in rulebook else ""
        text.append(f"\n{line.rule} ", RULE).append(known)
    for judged in line.working:
        text.append(f"\n  past {', '.join(judged.hexes)}: ", DIM)
        text.append(f"blocked ({judged.rule})" if judged.rule else "open")
    return text


def look_page(hexmap: HexMap | None, view: View, place: str, reading: Sequence[str] = ()) -> RenderableType:
    """What is known of a hex: its ground, printed or as this battle reads it, its counters, its markers."""
    parts: list[RenderableType] = [Text(place, "bold")]
    if hexmap is not None and place in hexmap.grid:
        ground = [*reading, *named_there(hexmap, place)] if reading else ground_words(hexmap, place)
        parts.append(Text(f"  {', '.join(ground) or 'open ground'}"))
    parts += [Text(f"  {m.kind} {m.text}") for m in view.markers if m.place == place]
    return Group(*parts)


def ground_words(hexmap: HexMap, h: str) -> list[str]:
    """The printed features of a hex in words."""
    words = [*hexmap.ground(h), *named_there(hexmap, h)]
    if len({hexmap.level(other) for other in (h, *hexmap.grid.neighbours[h])}) > 1:
        words.append(f"level {hexmap.level(h)}")
    return list(dict.fromkeys(words))


def named_there(hexmap: HexMap, h: str) -> list[str]:
    """The roads, rivers, bridges and places of a hex."""
    words = [f"{line.kind} ({line.name})" if line.name else line.kind for line in hexmap.lines if h in line.hexes]
    if h in hexmap.bridged_hexes:
        words.append(hexmap.bridged_hexes[h].replace("_", " "))
    places = [place.name for place in hexmap.places if place.hex == h]
    marks = [mark for mark, hexes in hexmap.marks.items() if h in hexes and mark.capitalize() not in places]
    return [word.replace("_", " ") for word in (*words, *places, *marks)]


def tracks_page(view: View) -> RenderableType:
    """Every number that is kept beside the map, each in a line."""
    table = Table.grid(padding=(0, 2))
    for group, tracks in groupby(view.tracks, key=lambda track: track.group):
        if group:
            table.add_row(Text(f"  {group}", "bold"))
        for track in tracks:
            table.add_row(Text(f"  {track.title}", DIM), Text(track.value, "bold"))
    return table if view.tracks else Text("Nothing is kept beside the map.", DIM)


def units_page(view: View, sides: Sequence[str], side: str) -> RenderableType:
    """All counters in sight, by side."""
    table = Table.grid(padding=(0, 2))
    every = dict.fromkeys((*sides, *(p.side for p in view.pieces)))
    named = [s for s in every if s.lower().startswith(side.lower())]
    for name in named:
        table.add_row(Text(side_title(name), "bold"))
        for piece in view.pieces:
            if piece.side == name and not piece.hidden:
                row = (piece.place or "not on the map", piece.name, piece.values, ", ".join(piece.marks), piece.note)
                table.add_row(*(f"  {cell}" if i == 0 else cell for i, cell in enumerate(row)))
        hidden = sum(1 for p in view.pieces if p.side == name and p.hidden)
        if hidden:
            table.add_row(Text(f"  and {hidden} face down", DIM))
    return table if named else Text(f"No side is called {side!r}.", DIM)


def result_page(match: Playthrough) -> RenderableType:
    """How it ended."""
    result = match.result
    assert result is not None
    winners = join_words(map(match.game.face.people, result.winners)) or "nobody"
    level = victory(result.level, result.winners, match.sides)
    text = Text()
    verb = plural("wins") if len(result.winners) > 1 else does(winners, "wins")
    text.append(f"\n {capital(winners)} {verb}", ACCENT)
    told = f" ({level})" if level not in ("", "defeat") else ""  # a defeat is that of the others
    text.append(f"{told}: {result.reason}  ")
    text.append(result.cite, RULE)
    return Padding(text, (0, 0, 1, 0))
