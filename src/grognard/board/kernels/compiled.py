"""Functions with a compiled twin: a few hot kernels of the board, each as plain Python and as C.

The plain function is what is read and what runs where no C compiler was when the package was built; its twin in
`compiled_hexes.pyx` or `compiled_inches.pyx` gives the same, to the last bit of a number. `GROGNARD_PLAIN=1` in the
environment leaves the twins out.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

PYTHON_VERSIONS: dict[str, Callable[..., Any]] = {}  # every function that has a twin, by its name


def _compiled() -> dict[str, Callable[..., Any]]:
    """The compiled functions by their names; none where nothing was compiled."""
    if os.environ.get("GROGNARD_PLAIN"):
        return {}
    try:
        return {**vars(import_module(f"{HERE}.compiled_hexes")), **vars(import_module(f"{HERE}.compiled_inches"))}
    except ImportError:
        return {}


HERE = __name__.rpartition(".")[0]
COMPILED = _compiled()


def compiled(plain: F) -> F:
    """The compiled twin of a function where there is one, else the function itself."""
    PYTHON_VERSIONS[plain.__name__] = plain
    found: Any = COMPILED.get(plain.__name__, plain)
    return found  # type: ignore[no-any-return]
