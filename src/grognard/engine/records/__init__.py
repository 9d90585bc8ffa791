"""The record of a match: writing, reading, checking."""
