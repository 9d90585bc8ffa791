"""Panzer Blitz: how a sensible player thinks."""
