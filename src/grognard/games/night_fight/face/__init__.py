"""Night Fight: how it looks and reads."""
