"""Night Fight: how a sensible player thinks."""
