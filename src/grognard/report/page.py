"""The report as one HTML file that needs nothing else: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from pathlib import Path

from grognard.board.draw.letters import font_faces
from grognard.board.draw.svg import element, number
from grognard.engine.core.notebook import HtmlPage
from grognard.engine.core.view import Aim, PieceView
from grognard.engine.core.wording import capital, in_halves, typeset_numbers
from grognard.engine.match.odds_summary import percent
from grognard.players.review.analysis import Analysis
from grognard.players.review.turning_points import Point
from grognard.report import words
from grognard.report.plates import TONES, Plates, numbered
from grognard.report.story import Fight, Story, Turn

STYLE = (Path(__file__).parent / "style.css").read_text("utf-8")
SMALL, LARGE = 1.55, 2.3  # a plate's width to its height
COUNTED = 8  # fights in the list
KINDS = 30  # kinds of counters shown of a side
WIDE, HIGH = 720, 230  # of the curve
PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def write_page(story: Story, analysis: Analysis | None = None, *, looked: bool = True) -> HtmlPage:
    """The page; without an analysis it has no curve, no turning points and no luck.

    `looked`: has the analysis looked for mistakes? Otherwise nothing is said of the decisions.
    """
    plates = Plates(story, story.ground) if story.ground is not None else None
    title = story.game.scenarios[story.scenario].title
    body = [
        _defs(plates),
        _head(story, title),
        _result(story),
        _went(story, analysis),
        _maps(story, plates),
        _fights(story),
        _decided(story, analysis, looked=looked),
        _forces(story, plates),
        _aims(story),
        _foot(story),
    ]
    whole = "".join(body)
    style = f"<style>{font_faces(whole + STYLE)}{STYLE}</style>"
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">{style}'
    head += f"<title>{escape(title)}: after-action report</title>"
    body_of = f"<body><main>{whole}</main></body>"
    return HtmlPage(f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>{body_of}</html>\n')


def _p(text: str, kind: str = "") -> str:
    return f"<p{_class(kind)}>{escape(typeset_numbers(text))}</p>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _section(kind: str, title: str, *inside: str) -> str:
    return f'<section class="{kind}"><h2>{escape(title)}</h2>{"".join(inside)}</section>' if any(inside) else ""


def _defs(plates: Plates | None) -> str:
    """The ground and every counter, drawn once."""
    if plates is None:
        return ""
    drawn = element("defs", element("g", plates.board(), id="ground"), plates.symbols())
    return element("svg", drawn, class_="store", width=0, height=0, aria_hidden="true")


def _head(story: Story, title: str) -> str:
    card = story.game.scenarios[story.scenario].card
    whose = f" · as {story.game.face.people(story.side)} saw it" if story.side else ""
    eyebrow = f"After-action report · {story.game.title}{whose}"
    when = f"{words.when(card.date)} · {story.turns[-1].number} of {card.turns} turns"
    about = words.by_name(story, capital(card.blurb))
    head = f'<div class="eyebrow"><span>{escape(eyebrow)}</span><span>{escape(when)}</span></div>'
    return f"<header>{head}<h1>{escape(title)}</h1>{_p(about, 'about')}</header>"


def _result(story: Story) -> str:
    reason = (
        _p(f"{words.by_name(story, capital(story.result.reason))}.", "quiet")
        if story.result is not None and story.result.reason
        else ""
    )
    return f'<div class="result"><p class="verdict">{escape(words.verdict(story))}</p>{reason}</div>'


def _went(story: Story, analysis: Analysis | None) -> str:
    """The story in words, with the curve beside it."""
    told = "".join(_p(paragraph) for paragraph in words.how_it_went(story))
    left = _section("went", "How it went", told)
    if analysis is None or not analysis.curve:
        return left
    side = words.hero(story)
    said = f"The chance of {story.game.face.people(side)} over the match"
    return f'<div class="two">{left}{_section("curve", said, _curve(analysis.curve, side, said))}</div>'


# ------------------------------------------------------------------ the curve


def _curve(points: Sequence[Point], side: str, said: str) -> str:
    """The chance of a side from the beginning to the end."""
    left, foot, top = 60, 34, 12
    last = max(1, points[-1].frame)
    at = [
        (left + (WIDE - left - 8) * p.frame / last, top + (HIGH - top - foot) * (1 - p.chances[side])) for p in points
    ]
    line = "L".join(f"{number(x)} {number(y)}" for x, y in at)
    floor = HIGH - foot
    drawn = [element("path", class_="area", d=f"M{number(at[0][0])} {floor}L{line}L{number(at[-1][0])} {floor}Z")]
    for level in (0, 0.5, 1):
        y = top + (floor - top) * (1 - level)
        drawn.append(element("path", class_="even" if level == 0.5 else "rule", d=f"M{left} {number(y)}H{WIDE - 8}"))
        drawn.append(element("text", f"{level:.0%}", x=left - 6, y=y + 7, text_anchor="end"))
    drawn.append(element("path", class_="line", d=f"M{line}"))
    free = 0.0
    for n, point in enumerate(points):
        if (n == 0 or point.turn != points[n - 1].turn) and point.turn > 0 and at[n][0] >= free:
            drawn.append(element("path", class_="rule", d=f"M{number(at[n][0])} {floor}v5"))
            drawn.append(element("text", f"turn {point.turn}", x=at[n][0] + 2, y=HIGH - 8))
            free = at[n][0] + 72
    return element("svg", *drawn, viewBox=f"0 0 {WIDE} {HIGH}", class_="chances", role="img", aria_label=said)


# ------------------------------------------------------------------ maps


def _maps(story: Story, plates: Plates | None) -> str:
    """A map a turn; one on which much was lost is larger."""
    if plates is None:
        return ""
    begins_a_row = story.turns[::2]  # two small ones stand side by side
    large = max(begins_a_row, key=lambda turn: (len(turn.losses), len(turn.fights)))
    key = "".join(
        f'<span><svg viewBox="0 0 44 14" aria-hidden="true"><path d="M2 7H28" stroke="#14191e" stroke-width="10"/>'
        f'<path d="M3 7H28" stroke="{tone}" stroke-width="6"/><path d="M27 1L42 7L27 13Z" fill="{tone}" '
        f'stroke="#14191e" stroke-width="2"/></svg>{escape(story.game.face.people(side))}</span>'
        for side, tone in zip(story.armies, TONES * len(story.armies), strict=False)
    )
    shown = [_map(story, plates, turn, wide=turn is large or len(story.turns) == 1) for turn in story.turns]
    return _section("maps", "Turn by turn", f'<p class="key">{key}</p><div class="plates">{"".join(shown)}</div>')


def _map(story: Story, plates: Plates, turn: Turn, *, wide: bool) -> str:
    said = words.caption(story, turn)
    fights = "".join(
        f"<li>{escape(typeset_numbers(words.fight_line(story, fight)))} <small>({_short(fight)})</small></li>"
        for fight in numbered(turn)
    )
    drawn = plates.draw(turn, LARGE if wide else SMALL, f"Turn {turn.number}. {said}")
    below = f"<b>Turn {turn.number}.</b> {escape(typeset_numbers(said))}"
    listed = f"<ol>{fights}</ol>" if fights else ""
    return f'<figure class="{"large" if wide else "small"}">{drawn}<figcaption>{below}{listed}</figcaption></figure>'


def _short(fight: Fight) -> str:
    """The dice of a fight and its chance."""
    return f"{' + '.join(map(str, fight.working.faces))} rolled, {percent(fight.chance)} for any harm"


# ------------------------------------------------------------------ fights


def _fights(story: Story) -> str:
    """The fights that counted, with their odds and dice."""
    most = sorted(story.fights, key=lambda fight: -fight.counts)[:COUNTED]
    rows = "".join(_row(story, fight) for fight in story.fights if fight in most)
    head = "<tr><th>Turn</th><th>Fight</th><th>Odds</th><th>Dice</th><th>Any harm</th><th>Result</th></tr>"
    table = f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>" if rows else ""
    return _section("fights", "The fights that counted", table)


def _row(story: Story, fight: Fight) -> str:
    working = fight.working
    odds = working.column or (f"{working.needs} {'or less' if working.at_most else 'or more'}" if working.needs else "")
    added = working.on("die")
    dice = "".join(_die(face, working.sides) for face in working.faces) + (
        f" {typeset_numbers(f'{added:+}')}" if added else ""
    )
    name = words.fight_line(story, fight).removesuffix(f": {fight.result}")
    gone = f" <b>{escape(', '.join(fight.lost))} lost.</b>" if fight.lost else ""
    came = '<i class="hit" aria-label="it did">✓</i>' if fight.came else ""
    cells = (str(fight.turn), escape(name), escape(typeset_numbers(odds)), dice, f"{percent(fight.chance)} {came}")
    result = f"{escape(typeset_numbers(capital(fight.result)))}.{gone}"
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in (*cells, result))}</tr>"


def _die(face: int, sides: int) -> str:
    """The face of a die; one of more than six sides shows its number."""
    label = {"role": "img", "aria_label": str(face), "class_": "die", "viewBox": "0 0 30 30"}
    box = element("rect", x=1.5, y=1.5, width=27, height=27, rx=6, fill="#fff", stroke="#14191e", stroke_width=2)
    if sides == 6 and face in PIPS:
        inside = "".join(element("circle", cx=8 + 7 * (i % 3), cy=8 + 7 * (i // 3), r=2.6) for i in PIPS[face])
    else:
        inside = element("text", str(face), x=15, y=20, text_anchor="middle")
    return element("svg", box, inside, **label)


# ------------------------------------------------------------------ what decided it


def _decided(story: Story, analysis: Analysis | None, *, looked: bool) -> str:
    """Turning points, luck and skill."""
    if analysis is None:
        return ""
    rows = "".join(_turning(turning) for turning in words.turnings(story, analysis))
    turned = _section("turned", "Where it turned", f"<ol>{rows}</ol>" if rows else _p("It never turned much."))
    dice = "".join(_p(line) for line in words.luck(story, analysis))
    acts = "".join(_p(line) for line in words.skill(story, analysis))
    dear = [c for c in analysis.costly if c.cost >= words.COSTLY][:4]
    told = [f"Turn {max(1, c.turn)}. {words.mistake_line(story, c)}" for c in dear]
    costly = "".join(f"<li>{escape(typeset_numbers(line))}</li>" for line in told)
    skill = _section("skill", "The decisions", acts, f"<ul>{costly}</ul>" if costly else "") if looked else ""
    return f'<div class="two">{turned}<div>{_section("luck", "The dice", dice)}{skill}</div></div>'


def _turning(turning: words.Turning) -> str:
    said = " ".join(filter(None, (turning.events, turning.mistake, turning.dice)))
    change = f"Turn {turning.turn}: {percent(turning.before)} → {percent(turning.after)}."
    return f"<li><b>{change}</b> {escape(typeset_numbers(said))}</li>"


# ------------------------------------------------------------------ forces, aims, foot


def _forces(story: Story, plates: Plates | None) -> str:
    """The counters of each side, those that look the same by their number."""
    told = []
    for side in story.armies:
        pieces = story.forces[side]
        title = f"{capital(story.game.face.people(side))}: {len(pieces)} {'unit' if len(pieces) == 1 else 'units'}"
        told.append(f"<div><h3>{escape(title)}</h3>{_counters(pieces, plates) if plates else ''}</div>")
    return _section("forces", "The forces", f'<div class="two">{"".join(told)}</div>' if told else "")


def _counters(pieces: Iterable[PieceView], plates: Plates) -> str:
    kinds = Counter((piece.face, piece.values) for piece in pieces)
    first = {(piece.face, piece.values): piece for piece in reversed(list(pieces))}
    shown = []
    for kind, count in kinds.most_common(KINDS):
        look = {"viewBox": "-54 -54 108 108", "role": "img", "aria_label": first[kind].name}
        body = element("svg", plates.body(first[kind]), **look)
        shown.append(f"<li>{body}{f'<b>× {count}</b>' if count > 1 else ''}</li>")
    rest = sum(kinds.values()) - sum(count for _, count in kinds.most_common(KINDS))
    return f'<ul class="counters">{"".join(shown)}</ul>{_p(f"and {rest} more", "quiet") if rest else ""}'


def _aims(story: Story) -> str:
    """What each side was after, and how far it came."""
    told = []
    for side, aims in story.aims.items():
        rows = "".join(_aim(story, aim) for aim in aims)
        if rows:
            told.append(f"<div><h3>{escape(capital(story.game.face.people(side)))}</h3><table>{rows}</table></div>")
    title = "The result by aims" if story.over else "The aims, as they stand"
    return _section("aims", title, f'<div class="two">{"".join(told)}</div>' if told else "")


def _aim(story: Story, aim: Aim) -> str:
    mark = "" if aim.met is None else "✓" if aim.met else "✗"
    said = {"✓": "met", "✗": "not met", "": ""}[mark]
    have = in_halves(aim.have) if aim.have is not None else ""
    far = f"{have} of {in_halves(aim.need)}" if have and aim.need is not None else have
    points = f"{in_halves(Fraction(aim.points))}" if aim.points is not None else ""
    shown = f'<i aria-label="{said}">{mark}</i>' if mark else ""
    text = escape(typeset_numbers(words.by_name(story, aim.text)))
    return f"<tr><td>{shown}</td><td>{text}</td><td>{far}</td><td>{points}</td></tr>"


def _foot(story: Story) -> str:
    seal = f"every die can be checked: seal {story.seal[:8]}" if story.seal and story.over else "the match goes on"
    return f"<footer><span>Grognard · {escape(seal)}</span><span>{escape(story.game.title)}</span></footer>"
