from __future__ import annotations

import pytest

from grognard.board.draw import LookError, draw_board
from grognard.board.draw.page import Page
from grognard.board.draw.styles import Plan, make_plan
from tests.board.draw.sample import sample


def plan_of(change: tuple[str, str] | None = None) -> tuple[Plan, Page]:
    hexmap = sample(change)
    page = Page(hexmap.grid)
    return make_plan(hexmap, page), page


def test_names_are_drawn_in_the_style_that_lists_them() -> None:
    plan, page = plan_of()
    assert page.cube("0302") in plan.areas["wood"]
    assert plan.houses[page.cube("1006")] == "partial"
    assert plan.houses[page.cube("1007")] == "full"
    assert plan.borders[0].style == "river"
    assert plan.palette == "normandy"


def test_marks_without_a_style_belong_to_the_rules() -> None:
    plan, _ = plan_of()
    assert set(plan.marks) == {"star", "objective", "ablaze", "compass", "airfield", "fortification"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('wood = ["forest"]', 'wodo = ["forest"]'), "wodo"),
        (('wood = ["forest"]', 'wood = ["forrest"]'), "forrest"),
        (('wood = ["forest"]', 'wood = "forest"'), "wood must be a list"),
        (('wood = ["forest"]\n', ""), 'terrain "forest"'),
        (('palette = "normandy"', 'palette = "mauve"'), 'palette "mauve"'),
        (('palette = "normandy"', "palette = true"), "palette must be"),
        (('palette = "normandy"', 'operational = "yes"'), "operational must be"),
        (('kind = "rail"', 'kind = "monorail"'), 'line kind "monorail"'),
        (('look = "reach"', 'look = "bay"'), 'look "bay"'),
        (('kind = "hedge"', 'kind = "bocage"'), 'hexside kind "bocage"'),
        (('kind = "plank"', 'kind = "pontoon"'), 'bridge kind "pontoon"'),
        (('kind = "hill"', 'kind = "mountain"'), 'place kind "mountain"'),
    ],
)
def test_what_is_not_understood_is_named(change: tuple[str, str], said: str) -> None:
    with pytest.raises(LookError, match=said):
        draw_board(sample(change))


def test_an_unknown_palette_asked_for_is_named() -> None:
    with pytest.raises(LookError, match="there are steppe-day"):
        draw_board(sample(), palette="sepia")


def test_operational_maps_have_smaller_marks() -> None:
    small = draw_board(sample(('palette = "normandy"', "operational = true")))
    assert 'stroke-width="8.5"' not in small.split('class="road"')[1][:60000]
