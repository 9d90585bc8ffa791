"""What goes into the wheel beside the sources: every board and card, drawn, so that a first visit shows it at once."""

from __future__ import annotations

import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Drawn(BuildHookInterface):  # type: ignore[misc, type-arg]
    """Draws when a wheel is built. Where the sources are installed as they are, `make play` draws."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Draw the boards of every game that the project brings, and have them packed."""
        self.folder = Path(tempfile.mkdtemp())
        if version != "standard":
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        drawing = import_module("grognard.table.drawing")
        for entry in self.metadata.core.entry_points["grognard.games"].values():
            module, _, name = entry.partition(":")
            self.app.display_info(f"Drawn: {drawing.draw(getattr(import_module(module), name), self.folder)}")
        build_data["force_include"][str(self.folder / "art")] = "grognard/table/drawn"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """They are in the wheel."""
        shutil.rmtree(self.folder, ignore_errors=True)
