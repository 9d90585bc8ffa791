"""Tank Leader: how it looks and reads."""
