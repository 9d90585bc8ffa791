"""A small engine for the protocol grognard-engine-1, with nothing but Python's own library.

    grognard play folio bir-salem --player German="engine:python examples/engines/reference.py"

It asks the odds of some answers, takes the attack that is most likely to do something, and otherwise any answer but the
one that ends its turn.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

ASKED = 6  # answers whose odds are asked
NOTHING = ("no effect", "miss", "none", "-", "nothing")
RNG = random.Random(7)


def send(**line: Any) -> None:
    """One line to the host."""
    print(json.dumps(line), flush=True)


def read() -> dict[str, Any]:
    """One line from the host; an empty one at the end."""
    text = sys.stdin.readline()
    line: dict[str, Any] = json.loads(text) if text else {"type": "quit"}
    return line


def worth(n: int) -> float:
    """The chance that an answer has an effect; 0 where nothing is rolled."""
    send(type="odds", n=n)
    odds = read()["odds"]
    if odds is None:
        return 0.0
    chances: dict[str, float] = odds["chances"]
    return sum(chance for name, chance in chances.items() if name.lower() not in NOTHING)


def choose(question: dict[str, Any]) -> int:
    """The number of an answer."""
    answers = question["answers"]
    some = RNG.sample(range(len(answers)), min(ASKED, len(answers)))
    best = max(some, key=worth) if len(answers) > 1 else 0
    busy = [n for n in some if "end" not in answers[n]["words"].lower()]
    return best if best in busy or not busy else RNG.choice(busy)


while (told := read())["type"] != "quit":
    if told["type"] == "hello":
        send(type="ready", protocol="grognard-engine-1", name="Reference")
    elif told["type"] == "choose":
        send(type="answer", n=choose(told))
