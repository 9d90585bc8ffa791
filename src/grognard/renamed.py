"""Names of earlier versions: they still work for one release, and say what they are called now."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any


def earlier_names(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a module some of whose names have changed: old name → new name."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new = names[name]
        warnings.warn(f"{module}.{name} is called {new} now", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], new)

    return find
