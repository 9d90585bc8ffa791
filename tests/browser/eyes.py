"""What those who use aids would stumble over, by axe."""

from __future__ import annotations

from typing import Any

SERIOUS = ("serious", "critical")
# The sheet from which counters are drawn is not there for anybody's eyes, and it is most of the page. The map is the
# next most: it is put away where only something beside or over it is looked at. Style sheets are read again only for
# a rule that is not on.
LOOK = """async (where) => {
  const away = ["#counters", ...(where === "body" || where === "#map" ? [] : ["#board", "#over", "#upper"])];
  const kept = away.flatMap((name) => document.querySelector(name) ?? []).map((item) => [item, [...item.childNodes]]);
  for (const [item] of kept) item.replaceChildren();
  const options = { resultTypes: ["violations"], preload: { assets: ["media"] } };
  try {
    return (await axe.run(where === "body" ? document : where, options)).violations;
  } finally {
    for (const [item, children] of kept) item.replaceChildren(...children);
  }
}"""


def faults(page: Any, axe: str, where: str = "body", impacts: tuple[str, ...] = ()) -> list[str]:
    """Whatever axe finds there: of these weights, or of any."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = [fault for fault in page.evaluate(LOOK, where) if not impacts or fault["impact"] in impacts]
    return [f"{fault['id']} ({fault['impact']}): {fault['nodes'][0]['html'][:160]}" for fault in found]


def serious(page: Any, axe: str) -> list[str]:
    """Whatever would keep somebody from playing."""
    return faults(page, axe, impacts=SERIOUS)
