"""What the lobby shows."""
