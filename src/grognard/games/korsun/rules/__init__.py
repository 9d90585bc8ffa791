"""Korsun: the rulebook, chapter by chapter."""
