"""For the reference: the comment behind a field, or on the line above it, is its description."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import griffe

from tools.reference import _notes_in


class FieldNotes(griffe.Extension):
    """Gives fields without a docstring the sentence of their comment."""

    def on_attribute_instance(self, *, node: ast.AST | griffe.ObjectNode, attr: griffe.Attribute, **_: Any) -> None:
        """Griffe has found a field."""
        if (
            attr.docstring is None
            and attr.parent is not None
            and attr.parent.is_class
            and isinstance(attr.filepath, Path)
        ):
            note = _notes_in(attr.filepath).get(attr.parent.name, {}).get(attr.name)
            if note:
                attr.docstring = griffe.Docstring(note, parent=attr)
