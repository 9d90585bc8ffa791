"""A position and what happens to it."""
