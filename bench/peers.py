"""What we measure ourselves against: python-chess."""

from __future__ import annotations

import random
import time

import chess


def random_plies(seconds: float) -> float:
    """Random plies a second, asking after each whether the game is over."""
    rng, plies, start = random.Random(1), 0, time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            plies += 1
    return plies / (time.process_time() - start)


def middle_game() -> chess.Board:
    """A position with most pieces still on the board."""
    rng, board = random.Random(3), chess.Board()
    for _ in range(30):
        board.push(rng.choice(list(board.legal_moves)))
    return board
