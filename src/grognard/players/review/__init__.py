"""Looking back at a finished match."""
