"""Tank Leader: the rulebook, chapter by chapter."""
