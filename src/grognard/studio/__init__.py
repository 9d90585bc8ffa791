"""Scenarios of one's own: the folder they live in, the check of a file, the schema for an editor.

- `read_folder`: make the scenarios of a data folder known to their games
- `examine`: read a file, set it up, and play a little of it at random
"""

from grognard.studio.examining import Examined, examine
from grognard.studio.folder import game_of, read_folder

__all__ = ["Examined", "examine", "game_of", "read_folder"]
