"""Panzer Blitz: how it looks and reads."""
