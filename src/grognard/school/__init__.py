"""School: short lessons that teach a rulebook on the board, as data, for every game."""
