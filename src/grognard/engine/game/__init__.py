"""What a game package gives the engine, and how a game runs."""
