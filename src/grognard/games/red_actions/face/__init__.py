"""Red Actions!: how it looks and reads."""
