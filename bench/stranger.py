"""One stranger within the limits against one person who plays: how much slower are the person's answers?

    python -m bench.stranger [--seconds 4] [--rounds 2] [attack ...]          about four minutes, on a quiet machine

A server with its usual limits; the person plays Night Fight from one address, the stranger attacks from another, in a
process of its own, with as many requests as he is allowed and several connections. Rounds with each attack and rounds
without take turns, so that both meet the same machine. Prints the median of each, and how many times the quiet one it
is; 2 is the limit. The exit code is 1 if one is over it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from bench.forge import BOMBS
from bench.serving import Served
from bench.wire import Answered, Gone, Wire
from grognard.engine import SHELF, Match
from grognard.school.lesson import lessons_of

STRANGER = "127.0.0.2"
HANDS = 6  # connections of the stranger at once
LIMIT = 2.0
TAKEN = 8  # answers before the stranger looks back or wants them back
MOMENT = 0.01  # seconds until who was refused tries again
PAUSE = 0.06  # seconds between answers: with a look before each, a person stays within the limits too
JSON = {"content-type": "application/json"}


class Guest:
    """Somebody with a match of his own."""

    def __init__(self, port: int, game: str, scenario: str, source: str = "") -> None:
        self.wire, self.rng = Wire(port, source=source), random.Random(1)
        self.wish = {"game": game, "scenario": scenario}
        self.sit_down()

    def sit_down(self) -> None:
        """A new match."""
        self.head = dict(JSON)
        made = self.post("/api/matches", self.wish).json()
        self.where, self.head["authorization"] = f"/api/matches/{made['match']}", f"Bearer {made['key']}"

    def post(self, path: str, body: Any) -> Answered:
        return self.wire.request("POST", path, content=json.dumps(body).encode(), headers=self.head)

    def order(self, **order: Any) -> Answered:
        return self.post(f"{self.where}/orders", order)

    def look(self) -> Any:
        return self.wire.request("GET", self.where, content=b"", headers=self.head).json()

    def answer(self) -> float:
        """One answer at random, in another match when this one is over; how long it took."""
        scene = self.look()
        if scene["result"]:
            self.sit_down()
        if scene["result"] or scene["ask"] is None:  # in between the table answers for a side without a choice
            return self.answer()
        action = self.rng.choice(scene["ask"]["choices"])["action"]
        begun = time.perf_counter()
        got = self.order(do="take", decision=scene["decision"], side=scene["ask"]["side"], action=action)
        if got.status_code == 409:  # the table has answered first, where there was no choice
            return self.answer()
        assert got.status_code == 200, got.content
        return time.perf_counter() - begun


# ------------------------------------------------------------ attacks: each gives something to do again and again


def sights(port: int) -> Callable[[], object]:
    guest = Guest(port, "tank-leader", "prokhorovka", STRANGER)
    return lambda: guest.order(do="sight", a="3019")


def answers(port: int) -> Callable[[], object]:
    return Guest(port, "korsun", "campaign", STRANGER).answer


def enquiries(port: int) -> Callable[[], object]:
    guest = Guest(port, "red-actions", "lezhanka", STRANGER)
    return lambda: [guest.order(do=do, decision=0) for do in ("chances", "brief", "reach")]


def records(port: int) -> Callable[[], object]:
    match, rng = Match.new(SHELF["korsun"], "campaign", seed=1), random.Random(1)
    for _ in range(400):
        match.take(rng.choice(list(match.decision.actions)))
    data, wire = match.record(), Wire(port, source=STRANGER)
    return lambda: wire.request("POST", "/api/records", content=data, headers=JSON)


def tables(port: int) -> Callable[[], object]:
    wish = json.dumps({"game": "tank-leader", "scenario": "prokhorovka"}).encode()
    wire = Wire(port, source=STRANGER)
    return lambda: wire.request("POST", "/api/matches", content=wish, headers=JSON)


def scenarios(port: int) -> Callable[[], object]:
    game = SHELF["folio"]
    text = (game.folder / "data/scenarios/sidi-zahran.toml").read_text("utf-8") + "# as long as may be\n" * 9000
    body, wire = json.dumps({"text": text}).encode(), Wire(port, source=STRANGER)
    return lambda: wire.request("POST", "/api/studio/read", content=body, headers=JSON)


def pages(port: int) -> Callable[[], object]:
    wire, turns = Wire(port, source=STRANGER), itertools.cycle(("/", "/api/games", "/api/schema", "/studio", "/m/none"))
    return lambda: wire.request("GET", next(turns), content=b"", headers={})


def bombs(port: int) -> Callable[[], object]:
    wire, turns = Wire(port, source=STRANGER), itertools.cycle(BOMBS)
    return lambda: wire.request("POST", "/api/studio/read", content=_json(text=next(turns)), headers=JSON)


def lessons(port: int) -> Callable[[], object]:
    lesson, wire = next(iter(lessons_of(SHELF["night-fight"]))), Wire(port, source=STRANGER)
    return lambda: wire.request("POST", f"/api/lessons/night-fight/{lesson.id}/play", content=b"", headers=JSON)


def takebacks(port: int) -> Callable[[], object]:
    guest = Guest(port, "red-actions", "lezhanka", STRANGER)
    for _ in range(TAKEN):
        guest.answer()
    return lambda: guest.order(do="back", decision=guest.look()["decision"], side=guest.look()["you"][0])


def looks_back(port: int) -> Callable[[], object]:
    guest = Guest(port, "korsun", "campaign", STRANGER)
    for _ in range(TAKEN):
        guest.answer()
    return lambda: guest.order(do="at", frame=guest.rng.randrange(TAKEN))


def hints(port: int) -> Callable[[], object]:
    guest = Guest(port, "tank-leader", "prokhorovka", STRANGER)
    return lambda: guest.order(do="hint", decision=guest.look()["decision"])


def letters(port: int) -> Callable[[], object]:
    wire, number = Wire(port, source=STRANGER), itertools.count()

    def again() -> Answered:
        fresh = _json(box=f"{next(number):024}", address=f"a{next(number)}@example.org")
        return wire.request("POST", "/api/mail", content=fresh, headers=JSON)

    return again


def trials(port: int) -> Callable[[], object]:
    text = (SHELF["folio"].folder / "data/scenarios/sidi-zahran.toml").read_text("utf-8")
    wire, number = Wire(port, source=STRANGER), itertools.count()

    def again() -> Answered:
        fresh = text.replace('id = "sidi-zahran"', f'id = "trial-{next(number)}"')
        return wire.request("POST", "/api/studio/fair", content=_json(text=fresh, matches=200), headers=JSON)

    return again


def _json(**body: Any) -> bytes:
    return json.dumps(body).encode()


ATTACKS = {
    attack.__name__: attack
    for attack in (
        *(sights, answers, enquiries, records, tables, scenarios, pages),
        *(bombs, lessons, takebacks, looks_back, hints, letters, trials),
    )
}


def be_a_stranger(port: int) -> None:
    """The life of his process: a line names the attack, an empty one ends it."""
    enough = threading.Event()
    for line in sys.stdin:
        enough.set()
        if line.strip():
            enough = threading.Event()
            for _ in range(HANDS):
                threading.Thread(target=_attack, args=(ATTACKS[line.strip()], port, enough), daemon=True).start()


def _attack(attack: Callable[[int], Callable[[], object]], port: int, enough: threading.Event) -> None:
    again: Callable[[], object] | None = None
    while not enough.is_set():
        try:
            again = again or attack(port)
            again()
        except Gone:
            again = None
        except (KeyError, AssertionError):  # refused for the moment
            time.sleep(MOMENT)


# ------------------------------------------------------------ measuring


def played(person: Guest, seconds: float) -> list[float]:
    """So long an evening: an answer every now and then."""
    until, times = time.monotonic() + seconds, list[float]()
    while time.monotonic() < until:
        times.append(person.answer())
        time.sleep(PAUSE)
    return times


def measure(seconds: float, rounds: int, attacks: list[str]) -> dict[str, list[float]]:
    """The times of the person's answers, by what the stranger does meanwhile."""
    found: dict[str, list[float]] = {name: [] for name in ("nothing", *attacks)}
    with tempfile.TemporaryDirectory() as folder, Served(folder, rate=40, making=0.5) as served:
        code = f"from bench.stranger import be_a_stranger; be_a_stranger({served.port})"
        stranger = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, text=True)
        assert stranger.stdin is not None
        for _ in range(rounds):
            for attack in attacks:
                person = Guest(served.port, "night-fight", "ghost-column")
                found["nothing"] += played(person, seconds)
                print(attack, file=stranger.stdin, flush=True)
                time.sleep(1.0)
                found[attack] += played(person, seconds)
                print(file=stranger.stdin, flush=True)
                time.sleep(1.0)
        stranger.kill()
        stranger.wait()
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS))
    chosen = parser.parse_args()
    found = measure(chosen.seconds, chosen.rounds, chosen.attacks)
    quiet = median(found["nothing"])
    for name, times in found.items():
        middle = median(times)
        ratio = f"{middle / quiet:.2f} times the quiet one (at most {LIMIT:g})"
        print(f"{name:10} {len(times):5} answers, median {middle * 1000:6.1f} ms, {ratio}")
    return any(median(times) > LIMIT * quiet for times in found.values())


if __name__ == "__main__":
    sys.exit(main())
