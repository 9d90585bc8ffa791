"""What a lab found, on one page that needs nothing else."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from html import escape
from math import sqrt
from statistics import fmean, median, pvariance

from grognard.extras import missing

try:
    import matplotlib as mpl
    from matplotlib.figure import Figure
except ModuleNotFoundError as error:
    raise missing(error) from error

from grognard.engine import find_game
from grognard.engine.core.notebook import HtmlPage
from grognard.lab.job import MatchResult, by_strength
from grognard.lab.levers import NOTHING_SET, Settings, setting_name, worths
from grognard.lab.reports import heatmaps
from grognard.lab.reports.factors import reasons
from grognard.lab.reports.inactivity import idle_sides
from grognard.lab.stats import wilson
from grognard.players.win_chance import outlooks

STYLE = """
body{font:16px/1.5 Georgia,serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fbfaf6}
h1,h2,h3{font-weight:600;line-height:1.2} h2{margin-top:2.5rem;border-bottom:1px solid #bbb} .dim{color:#666}
table{border-collapse:collapse;margin:1rem 0} td,th{padding:.25rem .8rem;text-align:left;border-bottom:1px solid #ddd}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums} svg{max-width:100%;height:auto}
.map{width:100%;background:#fff;border:1px solid #ccc} figure{margin:1rem 0} figcaption{color:#666}
"""
MOST_CITED, MOST_TELLING = 15, 10
FEW = 4  # matches won, and lost, before anything is said of why


def page(rows: Sequence[MatchResult], title: str = "Lab report", settings: Settings = NOTHING_SET) -> HtmlPage:
    """The whole report as HTML."""
    parts = [f"<h1>{escape(title)}</h1>", f"<p class=dim>{len(rows)} matches.</p>", _overview(rows, settings)]
    parts.append(_levers(rows, settings))
    for (game, scenario), group in _by_scenario(rows).items():
        found = find_game(game)
        told = setting_name("", {"": settings.get(scenario, {})})
        parts.append(f"<h2>{escape(found.title)}: {escape(found.scenarios[scenario].title + told)}</h2>")
        parts += [_wins(group), _why(group), _lengths(group), _losses(group), _advantage(group)]
        parts += [_maps(group), _rules(game, group), _telling(game, group)]
    head = f"<meta charset=utf-8><meta name=viewport content='width=device-width'><title>{escape(title)}</title>"
    return HtmlPage(f"<!doctype html><html lang=en>{head}<style>{STYLE}</style><body>{''.join(parts)}</body></html>\n")


def _by_scenario(rows: Iterable[MatchResult]) -> dict[tuple[str, str], list[MatchResult]]:
    groups: dict[tuple[str, str], list[MatchResult]] = defaultdict(list)
    for row in rows:
        groups[row.game, row.scenario].append(row)
    return groups


def shares(rows: Sequence[MatchResult]) -> list[tuple[str, int, float, tuple[float, float]]]:
    """Every winner with its number of wins, their share and its interval; nobody is a winner too."""
    names = {side: 0 for row in rows for side in [*row.sides, *row.winners]}
    for row in rows:
        for side in row.winners or ["nobody" if row.ended else "not ended"]:
            names[side] = names.get(side, 0) + 1
    return [(side, wins, wins / len(rows), wilson(wins, len(rows))) for side, wins in names.items()]


def _levers(rows: Sequence[MatchResult], settings: Settings) -> str:
    """What one more of each lever is worth."""
    lines = [[escape(lever), escape(worth)] for lever, worth in worths(rows, settings)]
    return _table(["", "won more often by"], lines, numbers={1}) if lines else ""


def _overview(rows: Sequence[MatchResult], settings: Settings) -> str:
    lines = []
    for (game, scenario), group in _by_scenario(rows).items():
        for name, some in by_strength(group).items():
            told = ", ".join(f"{escape(side)} {share:.0%}" for side, _, share, _ in shares(some))
            answers = median(row.answers for row in some)
            label = escape(setting_name(scenario, settings))
            lines.append([escape(game), label, escape(name), str(len(some)), told, f"{answers:.0f}"])
    return _table(["game", "scenario", "played by", "matches", "won by", "answers"], lines, numbers={3, 5})


def _wins(rows: Sequence[MatchResult]) -> str:
    """Win rates by side, and again for every strength, and every value of an option that varies."""
    lines, strengths = _win_lines("all", rows), by_strength(rows)
    for name, some in strengths.items() if len(strengths) > 1 else ():
        lines += _win_lines(name, some)
    for key in rows[0].options:
        values = sorted({row.options[key] for row in rows})
        for value in values if len(values) > 1 else ():
            lines += _win_lines(f"{key} = {value}", [row for row in rows if row.options[key] == value])
    head = ["", "winner", "matches won", "share", "95 % interval"]
    return f"<p class=dim>Played by {escape('; '.join(strengths))}.</p>" + _table(head, lines, numbers={2, 3, 4})


def _win_lines(name: str, rows: Sequence[MatchResult]) -> list[list[str]]:
    return [
        [escape(name), escape(side), f"{wins} of {len(rows)}", f"{share:.1%}", f"{low:.1%} – {high:.1%}"]
        for side, wins, share, (low, high) in shares(rows)
    ]


def _why(rows: Sequence[MatchResult]) -> str:
    """What went with victory and defeat, and sides that hardly take part."""
    people = find_game(rows[0].game).face.people
    lines = []
    for one in reasons(rows):
        shares = f"{one.with_it:.0%}", f"{one.without:.0%}", f"{one.gain:+.0%} (±{one.error:.0%})"
        lines.append([escape(one.event(people)), str(one.matches), *shares])
    warnings = "".join(f"<p><b>{escape(says)}</b></p>" for says in idle_sides(rows))
    head = ["", "matches", f"{escape(people(rows[0].sides[0]))} won with it", "without", "difference"]
    told = f"<h3>What decided</h3>{_table(head, lines, numbers={1, 2, 3, 4})}" if lines else ""
    return warnings + told


def _lengths(rows: Sequence[MatchResult]) -> str:
    figure = Figure(figsize=(7, 2.4), layout="constrained")
    axes = figure.subplots()
    axes.hist([row.answers for row in rows], bins=min(30, max(5, len(rows) // 4)), color="#5b7a5b")
    axes.set_xlabel("answers in a match")
    axes.set_ylabel("matches")
    turns = Counter(row.turns for row in rows)
    told = ", ".join(f"turn {turn}: {count}" for turn, count in sorted(turns.items()))
    return f"<h3>Length</h3>{_svg(figure)}<p class=dim>Ended in {told}.</p>"


def _losses(rows: Sequence[MatchResult]) -> str:
    sides = sorted({side for row in rows for side in row.lost if side})
    lines = [
        [escape(side), f"{fmean(lost):.1f}", f"{min(lost)} – {max(lost)}"]
        for side in sides
        for lost in [[row.lost.get(side, 0) for row in rows]]
    ]
    return "<h3>Pieces lost or gone from the board</h3>" + _table(["side", "mean", "range"], lines, numbers={1, 2})


def _advantage(rows: Sequence[MatchResult]) -> str:
    told = [_chances(row) for row in rows if row.advantage]
    if not told:
        return ""
    means = [fmean(v[turn] for v in told if len(v) > turn) for turn in range(max(map(len, told)))]
    figure = Figure(figsize=(7, 2.8), layout="constrained")
    axes = figure.subplots()
    for one in told[:60]:
        axes.plot(one, color="#999", linewidth=0.5, alpha=0.5)
    axes.plot(means, color="#8b2f2f", linewidth=2.5)
    axes.set_ylim(0, 1)
    axes.set_xlabel("turn")
    axes.set_ylabel(f"chances of {rows[0].sides[0]}")
    return f"<h3>Who was winning when</h3>{_svg(figure)}"


def _chances(row: MatchResult) -> list[float]:
    """The first side's chance of victory from turn to turn, and what came of it."""
    outlook = outlooks(find_game(row.game)).get(row.scenario)
    if outlook is None:
        return row.advantage
    *before, end = row.advantage
    return [*(outlook.chance(row.sides[0], turn, value) for turn, value in enumerate(before)), end]


def _maps(rows: Sequence[MatchResult]) -> str:
    """Where units went, and where they were lost."""
    game, scenario = find_game(rows[0].game), rows[0].scenario
    name = f"ground-{game.id}-{scenario}"
    bare = heatmaps.background(game, scenario, name)
    if not bare:
        return ""
    sides = sorted({side for row in rows for side in row.lost if side})
    legend = ", ".join(
        f"<b style='color:{heatmaps.COLOURS[i % len(heatmaps.COLOURS)]}'>{escape(side)}</b>"
        for i, side in enumerate(sides)
    )
    parts = [f"<h3>On the map</h3><svg width=0 height=0 style='position:absolute'>{bare}</svg><p>{legend}</p>"]
    went, fell = heatmaps.totals(row.went for row in rows), heatmaps.totals(row.fell for row in rows)
    window = heatmaps.window(game, scenario, [*went, *fell])
    for title, counts in (("Where units went", went), ("Where they fell or left the board", fell)):
        drawn = heatmaps.heat(game, scenario, name, counts, sides, window)
        parts.append(f"<figure>{drawn}<figcaption>{title}</figcaption></figure>")
    return f"<div class=maps>{''.join(parts)}</div>"


def _rules(game: str, rows: Sequence[MatchResult]) -> str:
    cited: Counter[str] = Counter()
    for row in rows:
        cited.update(row.cited)
    ends = Counter(row.cite for row in rows if row.cite)
    book = find_game(game).rulebook
    lines = [
        [escape(rule), f"{count / len(rows):.1f}", str(ends.get(rule, "")), escape(book[rule].text)]
        for rule, count in cited.most_common(MOST_CITED)
        if rule in book
    ]
    lines += [
        [escape(rule), "", str(count), escape(book[rule].text)] for rule, count in ends.items() if rule not in cited
    ]
    head = ["rule", "a match", "decided", ""]
    return "<h3>Rules most at work</h3>" + _table(head, lines, numbers={1, 2})


def _telling(game: str, rows: Sequence[MatchResult]) -> str:
    """The rules that were at work more often, or less, when the first side won."""
    won = [row for row in rows if row.winners and row.sides[0] in row.winners]
    rest = [row for row in rows if row not in won]
    if len(won) < FEW or len(rest) < FEW:
        return ""
    book = find_game(game).rulebook
    found = []
    for rule in {rule for row in rows for rule in row.cited if rule in book}:
        a, b = [row.cited.get(rule, 0) for row in won], [row.cited.get(rule, 0) for row in rest]
        error = sqrt(pvariance(a) / len(a) + pvariance(b) / len(b))
        found.append(((fmean(a) - fmean(b)) / (error + 0.05), rule, fmean(a), fmean(b)))
    lines = [
        [escape(rule), f"{a:.1f}", f"{b:.1f}", escape(book[rule].text)]
        for _, rule, a, b in sorted(found, key=lambda line: (-abs(line[0]), line[1]))[:MOST_TELLING]
    ]
    head = ["rule", f"a match won by {escape(rows[0].sides[0])}", "any other", ""]
    return "<h3>Rules that decided matches</h3>" + _table(head, lines, numbers={1, 2})


def _table(head: Sequence[str], lines: Iterable[Sequence[str]], numbers: set[int]) -> str:
    def row(tag: str, cells: Sequence[str]) -> str:
        return "".join(f"<{tag}{' class=n' if i in numbers else ''}>{cell}</{tag}>" for i, cell in enumerate(cells))

    body = "".join(f"<tr>{row('td', line)}</tr>" for line in lines)
    return f"<table><tr>{row('th', head)}</tr>{body}</table>"


def _svg(figure: Figure) -> str:
    out = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "grognard", "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None}, transparent=True)
    text = out.getvalue()
    return text[text.index("<svg") :]
