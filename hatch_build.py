"""What goes into the wheel beside the sources: the compiled kernels of the board, and every board and card, drawn."""

from __future__ import annotations

import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KERNELS = Path("src/grognard/board/kernels")
SAME_TO_THE_BIT = "-ffp-contract=off"  # a * b + c is rounded twice, as Python does it
QUICK = ("-O2", "-g0")


class Built(BuildHookInterface):  # type: ignore[misc, type-arg]
    """Compiles and draws when a wheel is built. Where the sources are installed as they are, `make play` draws."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self._compile(version, build_data)
        if version == "standard":
            self._draw(build_data)
            starter = Path(self.root) / "examples" / "crossroads"  # `grognard new-game` begins with it
            build_data["force_include"][str(starter)] = "grognard/starter"

    def _compile(self, version: str, build_data: dict[str, Any]) -> None:
        """The kernels, if there is a compiler; without them the same functions run as plain Python."""
        try:
            libraries = compile_kernels(Path(self.root), self.folder)
        except (Exception, SystemExit) as error:
            self.app.display_warning(f"The board's kernels stay plain Python: {error}")
            return
        for library in libraries:
            if version == "standard":
                build_data["force_include"][str(library)] = f"grognard/board/kernels/{library.name}"
                build_data["pure_python"], build_data["infer_tag"] = False, True
            else:
                shutil.copy(library, Path(self.root) / KERNELS)

    def _draw(self, build_data: dict[str, Any]) -> None:
        """Draw the boards of every game that the project brings, and have them packed."""
        sys.path.insert(0, str(Path(self.root) / "src"))
        drawing = import_module("grognard.server.pictures.prerender")
        for entry in self.metadata.core.entry_points["grognard.games"].values():
            module, _, name = entry.partition(":")
            self.app.display_info(f"Drawn: {drawing.draw(getattr(import_module(module), name), self.folder)}")
        build_data["force_include"][str(self.folder / "art")] = "grognard/server/drawn"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """They are in the wheel."""
        shutil.rmtree(self.folder, ignore_errors=True)


def compile_kernels(root: Path, folder: Path) -> list[Path]:
    """The compiled modules, in a folder."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    options = [] if sys.platform == "win32" else [SAME_TO_THE_BIT, *QUICK]
    kernels = [
        Extension(f"grognard.board.kernels.{source.stem}", [str(source)], extra_compile_args=options)
        for source in sorted((root / KERNELS).glob("*.pyx"))
    ]
    modules = cythonize(kernels, build_dir=str(folder / "c"), quiet=True)
    command = Distribution({"name": "grognard", "ext_modules": modules}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "o")
    command.ensure_finalized()
    command.run()
    return sorted((folder / "lib").rglob("compiled_*"))
