"""What a first view of a match costs."""

from __future__ import annotations

import json
from typing import Any

from tests.browser import hands

SIZES = """async () => {
  const sizes = [];
  for (let i = 0; i < 6; i++) {
    table.board.zoom(1.04);
    await new Promise(requestAnimationFrame);
    sizes.push(table.board.upper.style.getPropertyValue("--steady"));
  }
  return sizes;
}"""


def test_the_first_view_is_small_and_the_second_nearly_free(visit: Any) -> None:
    fresh = visit.match(ground=True)
    fetched = "() => performance.getEntriesByType('resource').reduce((sum, e) => sum + e.transferSize, 0)"
    assert fresh.evaluate(fetched) < 600_000
    fresh.reload()
    hands.ready(fresh)
    assert fresh.evaluate(fetched) < 20_000, "board, fonts and code are kept by the browser"


def test_a_frame_of_zooming_styles_anew_only_what_keeps_its_size(visit: Any) -> None:
    page = visit.match("korsun", ground=True)
    page.wait_for_function("() => table.pieces.mapped")  # all pieces lie there
    page.evaluate("() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
    page.evaluate("table.board.settle = () => {}")  # what follows when the hand rests is no part of it
    page.context.browser.start_tracing(page=page, categories=["devtools.timeline"])
    for _ in range(5):
        page.evaluate("() => { table.board.zoom(1.04); return new Promise(requestAnimationFrame); }")
    told = json.loads(page.context.browser.stop_tracing())["traceEvents"]
    styled = [event["args"]["elementCount"] for event in told if "elementCount" in event.get("args", {})]
    pieces, steady = (page.locator(f"#{name} *").count() for name in ("over", "upper"))
    assert sum(styled) < 6 * (steady + 20) < 5 * pieces, styled
    sizes = page.evaluate(SIZES)
    assert len(set(sizes)) <= 2, "they are not drawn anew with every frame"
    page.evaluate("() => { delete table.board.settle; table.board.settle(); }")
    assert page.evaluate("Number(table.board.upper.style.getPropertyValue('--steady')) * table.board.scale") == 1


def test_zooming_moves_ground_and_pieces_as_one_picture_without_what_is_hidden(visit: Any) -> None:
    page = visit.match("korsun", ground=True)
    page.wait_for_function("() => table.board.bitmaps.detail > 0")  # the whole map is drawn
    page.evaluate("() => { table.board.show(['2912']); table.board.settle = () => {}; }")
    under = "table.board.bitmaps.whole.style.visibility"
    assert page.evaluate(under) == "hidden", "a sharp piece lies over it"
    page.evaluate("() => { table.board.zoom(0.3); table.board.place(); }")
    assert page.evaluate(under) == "", "it shows round the sharp piece"
    moved = "['world', 'upper', 'over', 'board'].map((id) => document.getElementById(id).style.transform)"
    world, upper, *inside = page.evaluate(moved)
    assert world == upper != "" and inside == ["", ""]
