"""What drawing refuses."""

from __future__ import annotations

from grognard.engine import GrognardError


class LookError(GrognardError, ValueError):
    """Something that cannot be drawn; the message names the key and what would be understood."""
