"""How things look in a notebook: tables in plain HTML, and whole pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from html import escape
from itertools import islice

MOST = 12  # answers that are shown


class HtmlPage(str):
    """A whole page; a notebook shows it in a frame of its own."""

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self)}" style="width:100%;height:40em;border:0"></iframe>'


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table of texts."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{lines}</table>"


def asked(asks: Iterable[tuple[str, str, str, Iterable[str]]]) -> str:
    """Who is asked what by which rule, and the first answers to each question in words."""
    parts = []
    for side, prompt, rule, texts in asks:
        shown = list(islice(texts, MOST + 1))
        items = "".join(f"<li>{escape(text)}</li>" for text in shown[:MOST])
        more = "<li>…</li>" if len(shown) > MOST else ""
        cite = f" [{escape(rule)}]" if rule else ""
        parts.append(f"<p><b>{escape(side)}</b>: {escape(prompt)}{cite}</p><ul>{items}{more}</ul>")
    return "".join(parts)


def bars(chances: Mapping[str, Fraction]) -> str:
    """Chances with bars, the most likely first."""
    ranked = sorted(chances.items(), key=lambda item: -item[1])
    rows = (
        f"<tr><td>{escape(name)}</td><td>{float(chance):.1%}</td>"
        f'<td><div style="width:{120 * float(chance):.0f}px;height:.7em;background:#567"></div></td></tr>'
        for name, chance in ranked
    )
    return f"<table>{''.join(rows)}</table>"
