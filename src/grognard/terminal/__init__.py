"""Playing in a terminal, by keyboard, with rich; knows no game by name."""
