"""What those who use aids would stumble over, by axe."""

from __future__ import annotations

from typing import Any

SERIOUS = ("serious", "critical")
# The sheet from which counters are drawn is not there for anybody's eyes, and it is most of the page.
LOOK = """async (where) => {
  const sheet = document.querySelector("#counters");
  const home = sheet?.parentElement;
  sheet?.remove();
  try {
    return (await axe.run(where === "body" ? document : where, { resultTypes: ["violations"] })).violations;
  } finally {
    if (sheet) home.append(sheet);
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
