"""Red Actions!: the rulebook, chapter by chapter."""
