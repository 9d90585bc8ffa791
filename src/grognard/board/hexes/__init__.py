"""Hex maps: grids, routes, sight."""
