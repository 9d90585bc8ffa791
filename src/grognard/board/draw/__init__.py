"""Drawing boards and counters as SVG, for any game.

- `draw_board(hexmap)`: a whole map; see `plan` for how a map file says what is drawn how
- `draw_position(hexmap, pieces, faces)`: a map with counters on it
- `Face`, `draw_counter`, `draw_back`: counters; `Marker`, `draw_marker`: markers
- `draw_mark`, `draw_state`, `draw_piece`, `draw_stack`, `draw_tray`: counters in play
- `counter_sheet(faces)`: every counter of a game as a <symbol>, for a web page
"""

from grognard.board.draw.bases import Base, draw_base
from grognard.board.draw.board import draw_board
from grognard.board.draw.colours import Livery, Palette, liveries, livery, palette, palette_names
from grognard.board.draw.counters import Face, draw_back, draw_counter
from grognard.board.draw.markers import STATES, Marker, draw_mark, draw_marker, draw_state
from grognard.board.draw.pieces import counter_sheet, draw_piece, draw_position, draw_stack, draw_tray
from grognard.board.draw.svg import LookError

__all__ = [
    "STATES",
    "Base",
    "Face",
    "Livery",
    "LookError",
    "Marker",
    "Palette",
    "counter_sheet",
    "draw_back",
    "draw_base",
    "draw_board",
    "draw_counter",
    "draw_mark",
    "draw_marker",
    "draw_piece",
    "draw_position",
    "draw_stack",
    "draw_state",
    "draw_tray",
    "liveries",
    "livery",
    "palette",
    "palette_names",
]
