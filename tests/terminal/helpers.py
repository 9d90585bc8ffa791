"""A keyboard with its lines typed in advance, and a screen that keeps what was printed."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterable

from rich.console import Console

import grognard
from grognard.engine import Match, Press
from grognard.terminal.session import Session


class Keyboard:
    """Types its lines one after the other; then the input has ended."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)

    def __call__(self, prompt: str) -> str:
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


def screen(width: int = 140, height: int = 45) -> tuple[Console, Callable[[], str]]:
    """A console of this size, and what it has printed so far."""
    sheet = io.StringIO()
    return Console(file=sheet, width=width, height=height, highlight=False, markup=False), sheet.getvalue


def bought(scenario: str = "ghost-column", seed: int = 7) -> Match:
    """A match of Night Fight with a force bought, before anything else."""
    match = grognard.new("night-fight", scenario, seed=seed)
    match.take(Press("suggested force"))
    while match.view("german").turn == 0:
        match.take(match.decision.actions[0])
    return match


def type_into(match: Match, *lines: str, width: int = 140, height: int = 45) -> tuple[Session, str]:
    """Play a match with these lines typed until the input ends; the session and everything printed."""
    console, printed = screen(width, height)
    session = Session(match, {}, console, Keyboard(lines))
    with contextlib.suppress(EOFError):
        session.play()
    return session, printed()
