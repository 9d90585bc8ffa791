"""What has been learnt, kept in the user's data folder."""

from __future__ import annotations

from pathlib import Path

import msgspec

from grognard.home import data_folder
from grognard.school.lesson import Lesson


def _file() -> Path:
    return data_folder() / "school.json"


def learnt() -> set[str]:
    """The lessons that have been worked through, as game/lesson."""
    try:
        return set(msgspec.json.decode(_file().read_bytes(), type=list[str]))
    except (OSError, msgspec.DecodeError):
        return set()


def mark_learnt(lesson: Lesson) -> None:
    """Note that a lesson has been worked through; where nothing can be kept, nothing is lost but the note."""
    known = learnt() | {lesson.key}
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        _file().write_bytes(msgspec.json.encode(sorted(known)))
    except OSError:
        pass
