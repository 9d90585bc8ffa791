"""Korsun: how it looks and reads."""
