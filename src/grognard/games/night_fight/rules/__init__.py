"""Night Fight: the rulebook, chapter by chapter."""
