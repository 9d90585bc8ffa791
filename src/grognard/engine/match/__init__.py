"""A match: answers, undo, odds, gestures."""
