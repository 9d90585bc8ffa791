"""One server for a data folder: a file that is locked while it serves, and says where."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from grognard.server.storage.private_files import private_folder

if os.name == "nt":  # pragma: no cover
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderInUse(Exception):
    """Somebody else serves this folder."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class FolderLock:
    """Held until the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        private_folder(folder)
        self._where = folder / "grognard.address"
        self._file = (folder / "grognard.lock").open("w")
        try:
            _lock(self._file)
        except OSError as error:
            self._file.close()
            raise FolderInUse(self._where.read_text("utf-8") if self._where.exists() else "") from error

    def say(self, address: str) -> None:
        """Where the folder is served."""
        self._where.write_text(address, "utf-8")

    def release(self) -> None:
        """Let others have it."""
        self._where.unlink(missing_ok=True)
        self._file.close()
