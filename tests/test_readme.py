"""Every Python example of the README and of the Python tutorial runs and prints what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
TUTORIAL = README.parent / "docs" / "tutorials" / "ten-lines-of-python.md"


@pytest.mark.parametrize(("page", "examples"), [(README, 10), (TUTORIAL, 40)], ids=["README", "tutorial"])
def test_every_example_of_a_page_prints_what_it_says(page: Path, examples: int) -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", page.read_text("utf-8"), flags=re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.stem, str(page), 0)
    said: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert results.attempted >= examples
    assert results.failed == 0, "".join(said)


@pytest.mark.parametrize("name", re.findall(r"\]\((?!http)([^)#]+)\)", README.read_text("utf-8")))
def test_every_file_the_readme_points_to_is_there(name: str) -> None:
    assert (README.parent / name).exists()
