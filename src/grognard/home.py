"""Where a person's matches and scenarios are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

SCENARIOS = "scenarios"  # a folder in it


def data_folder() -> Path:
    """The folder for them, unless somebody says otherwise."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "grognard"
