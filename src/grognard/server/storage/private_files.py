"""Files that only the server's own user reads: they hold mail addresses, hidden positions and keys of seats."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

FOLDER, FILE, OTHERS = 0o700, 0o600, 0o007


def private_folder(folder: Path) -> Path:
    """Make a folder for oneself alone. From one that is there other users are shut out; its group stays as it is."""
    if not folder.is_dir():
        folder.mkdir(FOLDER, parents=True, exist_ok=True)
    _shut_out(folder)
    return folder


def private_file(path: Path) -> Path:
    """Likewise a file."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE))
    _shut_out(path)
    return path


def _shut_out(path: Path) -> None:
    mode = path.stat().st_mode
    if mode & OTHERS:
        with contextlib.suppress(PermissionError):  # it belongs to somebody else, who decides
            path.chmod(mode & ~OTHERS & 0o777)
