"""What drawing refuses."""

from __future__ import annotations


class LookError(ValueError):
    """Something that cannot be drawn; the message names the key and what would be understood."""
