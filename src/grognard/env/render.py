"""The board as pixels, for those who watch an agent learn."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.engine import Game, View
from grognard.extras import missing

WIDTH = 1200


def pixels(game: Game, scenario: str, view: View, width: int = WIDTH) -> NDArray[np.uint8]:
    """What a view shows, drawn as on the table: height x width x 3."""
    try:
        import resvg_py  # an extra of its own: a drawing is for people, training does not need it
        from PIL import Image
    except ModuleNotFoundError as error:
        raise missing(error) from error

    ground = game.face.ground(scenario)
    if ground is None:
        raise ValueError(f"{game.title} has no ground to draw.")
    drawn = ground.draw(view.pieces, game.face.counters)
    png: Any = resvg_py.svg_to_bytes(svg_string=drawn, width=width)
    return np.asarray(Image.open(BytesIO(bytes(png))).convert("RGB"))
