"""Red Actions!: how a sensible player thinks."""
