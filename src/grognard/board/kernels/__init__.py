"""The few functions that are compiled, and how they are found."""
