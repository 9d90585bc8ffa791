"""A player that reads text and writes a number: a language model behind any command.

The command is started for each question. It finds the question on its standard input and writes the number of an answer
on its standard output: the last number in what it writes counts. What it wrote before it is its own affair.
"""

from __future__ import annotations

import random
import re
import shlex
import subprocess

from grognard.engine import Action, Ask, Match
from grognard.players.engine import EngineError
from grognard.players.question_text import listed, question_text

SECONDS = 120.0  # for one answer
TRIES = 3  # times that it is asked before any answer is taken for it


class TextPlayer:
    """`TextPlayer("llm -m some-model")`, or by name `text:llm -m some-model`. `misread` counts unusable answers."""

    def __init__(self, command: str, seconds: float = SECONDS, tries: int = TRIES) -> None:
        self.command, self.seconds, self.tries = command, seconds, tries
        self.misread = self.given_up = 0

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The answer whose number it writes; after some that cannot be used, any."""
        offered = listed(ask)
        if len(offered) == 1:
            return offered[0]
        text, complaint = question_text(match, ask), ""
        for _ in range(self.tries):
            number = number_at_end(self._run(text + complaint))
            if number is not None and number < len(offered):
                return offered[number]
            self.misread += 1
            complaint = f"\n\nYour last answer was no number from 0 to {len(offered) - 1}. Write the number alone."
        self.given_up += 1
        return rng.choice(offered)

    def _run(self, text: str) -> str:
        """What the command writes; an EngineError if it cannot be run."""
        try:
            run = subprocess.run(
                shlex.split(self.command),
                input=text,
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                timeout=self.seconds,
            )
        except (OSError, ValueError, IndexError) as error:
            raise EngineError(f"The command {self.command!r} does not start: {error}.") from error
        except subprocess.TimeoutExpired as error:
            raise EngineError(f"The command {self.command!r} did not answer in {self.seconds:g} seconds.") from error
        if run.returncode != 0:
            raise EngineError(f"The command {self.command!r} failed: {run.stderr.strip()[-300:] or run.returncode}")
        return run.stdout


def number_at_end(text: str) -> int | None:
    """The last whole number in a text."""
    found = re.findall(r"\d+", text)
    return int(found[-1]) if found and len(found[-1]) <= 6 else None
