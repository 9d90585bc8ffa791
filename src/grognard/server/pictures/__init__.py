"""Boards, counters and cards as SVG, drawn once."""
