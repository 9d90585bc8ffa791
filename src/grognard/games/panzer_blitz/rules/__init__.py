"""Panzer Blitz: the rulebook, chapter by chapter."""
