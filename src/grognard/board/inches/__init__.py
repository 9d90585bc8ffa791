"""The table measured in inches: bodies, terrain, sight."""
