"""Korsun: how a sensible player thinks."""
