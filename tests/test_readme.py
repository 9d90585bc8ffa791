"""The README is a tutorial: every Python example in it runs and prints what it says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_every_example_of_the_readme_prints_what_it_says() -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", README.read_text("utf-8"), flags=re.DOTALL)
    assert len(blocks) >= 5
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README", str(README), 0)
    said: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert results.attempted > 20
    assert results.failed == 0, "".join(said)


@pytest.mark.parametrize("name", re.findall(r"\]\((?!http)([^)#]+)\)", README.read_text("utf-8")))
def test_every_file_the_readme_points_to_is_there(name: str) -> None:
    assert (README.parent / name).exists()
