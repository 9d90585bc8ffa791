"""Every example on the page of the kit is run as it stands, and its window is the one of the example."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from grognard.engine import Chart

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "kit.md"


def test_every_example_on_the_page_gives_what_it_says() -> None:
    found = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.M)
    ran = doctest.DocTestRunner(verbose=False)
    test = doctest.DocTestParser().get_doctest(found, {}, "kit.md", str(PAGE), 0)
    told: list[str] = []
    ran.run(test, out=told.append)
    assert ran.failures == 0, "".join(told)
    assert ran.tries > 40


def test_the_window_on_the_page_is_that_of_the_example() -> None:
    source = (ROOT / "examples" / "broadside" / "broadside" / "__init__.py").read_text("utf-8")
    shown = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), flags=re.S)
    assert shown and all(part.strip() in source for part in shown)


def test_a_column_of_odds_is_the_last_that_is_reached() -> None:
    chart = Chart.of("crt", "Combat", ["1:2", "1:1", "3:2", "3:1"], {"1 to 6": ["-"] * 4}, dice=1)
    found = [chart.by_odds(a, d) for a, d in ((1, 9), (1, 2), (5, 6), (1, 1), (3, 2), (8, 3), (9, 3), (50, 1))]
    assert found == [0, 0, 0, 1, 2, 2, 3, 3]


def test_a_column_of_a_difference_holds_its_ends() -> None:
    chart = Chart.of("crt", "Combat", ["-1 or less", "0 to 1", "2", "3 or more"], {"1 to 6": ["-"] * 4}, dice=1)
    assert [chart.by_difference(n) for n in (-7, -1, 0, 1, 2, 3, 40)] == [0, 0, 1, 1, 2, 3, 3]
