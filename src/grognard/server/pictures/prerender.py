"""Draw every picture before anybody asks for it: python -m grognard.server.pictures.prerender [FOLDER].

Boards take a second or two each. The wheel brings them drawn (hatch_build.py); where the sources are served, whoever
sets up the table draws them once, and the first visitor sees them at once.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from grognard.engine import SHELF, Game, find_game
from grognard.home import data_folder
from grognard.server.pictures.pictures import TONES, PictureStore


def draw_game(game_id: str, folder: Path) -> str:
    """All pictures of one game on the shelf, kept in a folder."""
    return draw(find_game(game_id), folder)


def draw(game: Game, folder: Path) -> str:
    """All pictures of a game, kept in a folder; those that are there already are left alone."""
    art = PictureStore({game.id: game}, folder, ahead=True)
    for tone in TONES:
        art.card(game, tone)
    for scenario in game.scenarios:
        if game.face.ground(scenario) is not None:
            art.front(game, scenario)
    for scenario in art.grounds(game):
        art.grid(game, scenario)
    for land in game.face.guises or art.grounds(game):
        for tone in TONES:
            art.board(game, land, tone)
    art.counters(game)
    art.rules(game)
    return game.title


def draw_all(folder: Path, workers: int = 2) -> None:
    """All pictures of all games, with a line for each game."""
    with ProcessPoolExecutor(workers) as pool:
        drawn = [pool.submit(draw_game, game_id, folder) for game_id in SHELF]
        for number, game in enumerate(as_completed(drawn), 1):
            print(f"Drawing the boards (once): {number} of {len(drawn)}, {game.result()}", flush=True)


if __name__ == "__main__":
    draw_all(Path(sys.argv[1]) if len(sys.argv) > 1 else data_folder())
