"""A board with counters on it, for reports, documents and lobby cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from grognard.board.draw.bases import Base
from grognard.board.draw.board import draw_edge_and_aids, terrain, wrap
from grognard.board.draw.counters import Face
from grognard.board.draw.errors import LookError
from grognard.board.draw.markers import Marker
from grognard.board.draw.marks import STATES
from grognard.board.draw.page import WIDE
from grognard.board.draw.pieces import counter_symbols, draw_piece, draw_stack
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import element, layer, move
from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import HexMap

COUNTER = 47.0  # the width of a counter in a hex 62 across

Piece = tuple[Hex, str, Sequence[str]]  # hex, key of its face, marks and states
Window = tuple[Hex, float, float]  # the hex in the middle, and how many hexes to show across and down


def draw_position(
    hexmap: HexMap,
    pieces: Iterable[Piece],
    faces: Mapping[str, Face | Marker | Base],
    *,
    palette: str | None = None,
    numbers: bool = True,
    far: bool = False,
    prefix: str = "b",
    window: Window | None = None,
) -> str:
    """The board with these pieces on it; pieces of one hex are a stack, the last of them on top.

    A piece's marks may include one of STATES ("selected", "target" and so on). `window` shows part of the board.
    """
    scene, board = _board(hexmap, palette, numbers and not far, far, prefix)
    return wrap(scene, board + draw_pieces(scene, pieces, faces), _view(scene, window) if window else None)


@lru_cache(2)
def _board(hexmap: HexMap, palette: str | None, numbers: bool, far: bool, prefix: str) -> tuple[Scene, str]:
    """All that lies under the pieces: one match is drawn again and again on the same map."""
    scene = Scene(hexmap, palette, prefix, far)
    return scene, terrain(scene) + draw_edge_and_aids(scene, numbers)


def draw_pieces(scene: Scene, pieces: Iterable[Piece], faces: Mapping[str, Face | Marker | Base]) -> str:
    """Every stack, from the top of the page down, selected ones last."""
    stacks: dict[Hex, list[Piece]] = {}
    used: dict[str, Face | Marker | Base] = {}
    for piece in pieces:
        h, key, _ = piece
        if key not in faces:
            raise LookError(f'the piece in {h} has the face "{key}", which is not among the faces given.')
        if h not in scene.map.grid:
            raise LookError(f'the piece "{key}" stands in {h!r}, which is not on this map.')
        stacks.setdefault(h, []).append(piece)
        used[key] = faces[key]
    defs = element("defs", counter_symbols(used, f"{scene.prefix}-"))
    drawn = sorted((_order(scene, h, stack), _stack(scene, h, stack)) for h, stack in stacks.items())
    return layer("pieces", defs, *(markup for _, markup in drawn)) if drawn else ""


def _order(scene: Scene, h: Hex, stack: list[Piece]) -> tuple[bool, float, float]:
    x, y = scene.page.centre(scene.page.cube(h))
    return "selected" in stack[-1][2], y, x


def _stack(scene: Scene, h: Hex, stack: list[Piece]) -> str:
    x, y = scene.page.centre(scene.page.cube(h))
    bodies = [element("use", href=f"#{scene.prefix}-{key}", x=-50, y=-50, width=100, height=100) for _, key, _ in stack]
    words = stack[-1][2]
    marks = [word for word in words if word not in STATES]
    state = next((word for word in words if word in STATES), "")
    if len(bodies) == 1:
        inside = draw_piece(bodies[0], marks, state)
    else:
        inside = draw_stack(bodies, marks=marks, state=state, hint=any(piece[2] for piece in stack[:-1]))
    return element("g", inside, transform=move(x, y, scale=COUNTER / 100), data_hex=h)


def _view(scene: Scene, window: Window) -> tuple[float, float, float, float]:
    h, across, down = window
    x, y = scene.page.centre(scene.page.cube(h))
    return x - across * WIDE / 2, y - down * WIDE / 2, across * WIDE, down * WIDE
