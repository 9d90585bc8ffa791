"""How things look in a notebook: tables in plain HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from html import escape
from itertools import islice

from grognard.engine.core.decision import Decision

MOST = 12  # answers that are shown


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table of texts."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{lines}</table>"


def asked(decision: Decision, words: Iterable[Iterable[str]]) -> str:
    """What is asked, and the first answers to each question in words."""
    parts = []
    for ask, texts in zip(decision.asks, words, strict=True):
        shown = list(islice(texts, MOST + 1))
        items = "".join(f"<li>{escape(text)}</li>" for text in shown[:MOST])
        more = "<li>…</li>" if len(shown) > MOST else ""
        cite = f" [{escape(ask.cite)}]" if ask.cite else ""
        parts.append(f"<p><b>{escape(ask.side)}</b>: {escape(ask.prompt)}{cite}</p><ul>{items}{more}</ul>")
    return "".join(parts)


def bars(chances: Mapping[str, Fraction]) -> str:
    """Chances with bars, the likeliest first."""
    ranked = sorted(chances.items(), key=lambda item: -item[1])
    rows = (
        f"<tr><td>{escape(name)}</td><td>{float(chance):.1%}</td>"
        f'<td><div style="width:{120 * float(chance):.0f}px;height:.7em;background:#567"></div></td></tr>'
        for name, chance in ranked
    )
    return f"<table>{''.join(rows)}</table>"
