"""Tank Leader: how a sensible player thinks."""
