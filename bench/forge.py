"""Hostile requests against a table: wrong seats, stale and mangled orders, broken bodies, odd addresses and numbers.

    python -m bench.forge [--requests 100000] [--seed 1]

Two people sit at a match of every game (one at a game for one). Between bursts of forged requests an honest answer is
given, and more until everybody who is asked has a choice: where there is none the table may answer by itself meanwhile.
A part of each burst comes over a WebSocket of the seat that is asked. Prints the answers by status; there must be none
of 5xx, none later than two seconds, and no change: what every seat and a spectator see before a burst and after it is
compared letter by letter.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from websockets.sync.client import connect

from bench.serving import Served
from bench.wire import Wire
from grognard.engine import SHELF, Match

Plain = dict[str, Any]
SLOW = 2.0  # seconds
BURST = 100
FRAMES = 25  # of a burst that come over a WebSocket
HASH = "0" * 64
JUNK: tuple[Any, ...] = (-1, 10**40, 1e308, "nobody", "\x00", "\ud800", [], {}, [[1]], {"type": "x"}, "🂡" * 99)
PATHS = ("", "/orders", "/claim", "/record", "/verify", "/analysis", "/rematch", "/live", "/../..", "/%2f..", "/x" * 99)
KINDS = ("application/json", "text/plain", "")
NUMBERS = ("NaN", "Infinity", "-Infinity", "1e999", "-0", "1.0", "0x1", "1_0", "\u0661", "9" * 400, "1e-400", "true")
NAMES = ("", "\x00", "nan,nan", "inf,0", "1e400,-1e400", "0,0", ",", "../..", "%s", "\u202e", "x" * 80, "\ufeff1")
TEXTS = ("", "id = 1", "[" * 900, 'game = "folio"\nid = "../x"', "a=1\na=2", "\x00", 'game = "folio"\nturns=nan', "é=1")
BOMBS = (  # a few kilobytes that would cost a parser seconds, gigabytes or its stack
    'game = "folio"\n' + ".".join("a" * 9000) + " = 1\n",
    'game = "folio"\n[' + ".".join("a" * 9000) + "]\n",
    'game = "folio"\nx = ' + "{a = " * 3000 + "1" + "}" * 3000,
    'game = "folio"\nx = 0x' + "f" * 20_000,
    'game = "folio"\nposition = [\'piece B-01 British 1711 ' + '{"a":' * 5000 + "1" + "}" * 5000 + "']",
)
CLOCKS: tuple[Plain, ...] = (
    {"minutes": -1},
    {"minutes": 1e308},
    {"minutes": 10, "days": 3},
    {"days": 0},
    {"minutes": 10, "end": "nobody"},
    {"minutes": "10"},
)
ADDRESSES = ("a@b@c", "=?utf-8?q?x=0d=0aBcc=3A?=@example.org", "a\r\nBcc: x@example.org", "\u2028@example.org", "@", "")
ODD = ('{"do":"undo","decision":%s}', '{"do":"pace","seconds":%s,"x":1}', '{"do":"at","frame":%s}')


class Answer(Protocol):
    """What comes back."""

    status_code: int

    def json(self) -> Any: ...


class Client(Protocol):
    """Whoever sends requests."""

    def request(self, method: str, url: str, *, content: bytes, headers: dict[str, str]) -> Answer: ...


class Forged(NamedTuple):
    """One request that must change nothing."""

    method: str
    path: str
    body: bytes
    key: str
    kind: str = "application/json"


class Seated(NamedTuple):
    """A match and the keys of its seats."""

    match: str
    keys: dict[str, str]


class Report:
    """What the requests came to."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.changes = self.slow = 0
        self.slowest = 0.0

    def note(self, status: int, took: float) -> None:
        """One more answer."""
        self.statuses[status] += 1
        self.slowest, self.slow = max(self.slowest, took), self.slow + (took > SLOW)

    @property
    def sent(self) -> int:
        return sum(self.statuses.values())

    @property
    def faults(self) -> int:
        """Answers that say that the server is at fault."""
        return sum(count for status, count in self.statuses.items() if status >= 500)


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def ask(client: Client, method: str, path: str, body: Any = None, key: str = "") -> Answer:
    """An honest request."""
    content = b"" if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"} | bearer(key)
    return client.request(method, path, content=content, headers=headers)


def call(client: Client, method: str, path: str, body: Any = None, key: str = "") -> Plain:
    """An honest request that is answered."""
    answer = ask(client, method, path, body, key)
    assert answer.status_code in (200, 201), (path, answer.status_code)
    found: Plain = answer.json()
    return found


def sit_down(client: Client, game_id: str) -> Seated:
    """A match of a game's first scenario, every side with a key of its own."""
    scenario = next(iter(SHELF[game_id].scenarios))
    first, *others = Match.new(SHELF[game_id], scenario, seed=1).sides
    wish = {"game": game_id, "scenario": scenario, "seats": dict.fromkeys(others, "friend")}
    made = call(client, "POST", "/api/matches", wish)
    where, keys = f"/api/matches/{made['match']}", {first: str(made["key"])}
    for side, invite in made["invites"].items():
        keys[side] = call(client, "POST", f"{where}/claim", {"invite": invite})["key"]
    return Seated(made["match"], keys)


def seen(client: Client, seated: Seated) -> list[Plain]:
    """Everything that can be seen of a match, by every seat and by a spectator."""
    return [call(client, "GET", f"/api/matches/{seated.match}", key=key) for key in ("", *seated.keys.values())]


def go_on(client: Client, seated: Seated, rng: random.Random) -> None:
    """One honest answer, unless the table has been first, where there was no choice."""
    where = f"/api/matches/{seated.match}"
    for key in seated.keys.values():
        scene = call(client, "GET", where, key=key)
        if scene["ask"]:
            action = rng.choice(scene["ask"]["choices"])["action"]
            order = {"do": "take", "decision": scene["decision"], "action": action}
            assert ask(client, "POST", f"{where}/orders", order, key).status_code in (200, 409)
            return


def at_rest(client: Client, seated: Seated, rng: random.Random) -> list[Plain]:
    """What is seen when everybody asked has a choice: where there is none the table may answer at any moment."""
    scenes = seen(client, seated)
    while any(scene["ask"] and is_no_choice(scene["ask"]) for scene in scenes):
        go_on(client, seated, rng)
        scenes = seen(client, seated)
    return scenes


def is_no_choice(asked: Plain) -> bool:
    """Has a question one answer?"""
    return len(asked["choices"]) < 2 and not asked["open"]


# ------------------------------------------------------------------ forging


class Forger:
    """Makes hostile requests against one match, as it stands."""

    def __init__(self, seated: Seated, scenes: list[Plain], strangers: list[str], rng: random.Random) -> None:
        self.where, self.rng = f"/api/matches/{seated.match}", rng
        self.asked = next(scene for scene in scenes if scene["ask"])
        self.side, self.decision = self.asked["ask"]["side"], int(self.asked["decision"])
        own = seated.keys[self.side]
        others = [key for side, key in seated.keys.items() if side != self.side]
        self.own, self.wrong = own, [*others, *strangers, "", own[:-1], own + "A", own.swapcase(), "\u00e9" * 9]

    def __iter__(self) -> Iterator[Forged]:
        kinds: list[Callable[[], Forged]] = [self.wrong_seat, self.stale, self.mangled, self.broken]
        kinds += [self.for_others, self.not_now, self.elsewhere, self.odd_number, self.odd_name, self.in_the_studio]
        kinds += [self.bomb, self.odd_wish, self.as_operator]
        while True:
            yield self.rng.choice(kinds)()

    def _order(self, plain: Plain, key: str) -> Forged:
        return Forged("POST", f"{self.where}/orders", json.dumps(plain).encode(), key)

    def _action(self) -> Plain:
        found: Plain = dict(self.rng.choice(self.asked["ask"]["choices"])["action"])
        return found

    def wrong_seat(self) -> Forged:
        """A good order from somebody whose it is not."""
        do = self.rng.choice(("take", "undo", "redo", "hint", "odds", "chances", "resign", "back", "hold", "carry"))
        more: Plain = {"action": self._action()} if do in ("take", "odds") else {}
        more |= {"side": self.side} if do in ("resign", "back", "hold") else {}
        more["orders" if do == "hold" else "decision"] = [] if do == "hold" else self.decision
        more |= {"piece": "a", "to": "b"} if do == "carry" else {}
        return self._order({"do": do, **more}, self.rng.choice(self.wrong))

    def stale(self) -> Forged:
        """An order about another decision."""
        number = self.rng.choice((self.decision - 1, self.decision + 1, self.decision + 1000, 10**7))
        do = self.rng.choice(("take", "undo", "redo", "hint", "odds"))
        return self._order({"do": do, "decision": number, "action": self._action()}, self.own)

    def mangled(self) -> Forged:
        """An action with something in it that cannot be."""
        action = self._action()
        key = self.rng.choice(list(action))
        action[key] = self.rng.choice([junk for junk in JUNK if junk != action[key]])
        return self._order({"do": "take", "decision": self.decision, "action": action}, self.own)

    def broken(self) -> Forged:
        """A body that is cut, or has a byte changed, and would be stale if it were whole."""
        order = {"do": "take", "decision": 10**6 + self.decision, "action": self._action()}
        body = bytearray(json.dumps(order).encode())
        at = self.rng.randrange(len(body))
        body[at] ^= self.rng.randrange(1, 256)
        wide = bytes(body).decode("latin-1").encode("utf-16")
        sent = self.rng.choice((bytes(body), bytes(body[:at]), b"[" * 20_000, wide))
        return Forged("POST", f"{self.where}/orders", sent, self.own, self.rng.choice(KINDS))

    def for_others(self) -> Forged:
        """Consent, standing orders, chat and lots in the name of others or about nothing."""
        orders: tuple[Plain, ...] = (
            {"do": "agree", "request": self.rng.randrange(9), "side": self.side},
            {"do": "decline", "request": 10**6, "side": self.side},
            {"do": "sit", "side": "nobody"},
            {"do": "hold", "side": "nobody", "orders": []},
            {"do": "pace", "seconds": -1},
            {"do": "say", "text": ""},
            {"do": "at", "frame": 10**7, "side": "nobody"},
        )
        return self._order(self.rng.choice(orders), self.rng.choice([*self.wrong, self.own]))

    def not_now(self) -> Forged:
        """Shares in dice that have been rolled."""
        orders = ({"do": "commit", "commitment": HASH}, {"do": "nonce", "nonce": HASH}, {"do": "begin"})
        return self._order(dict(self.rng.choice(orders)), self.rng.choice([*self.wrong, self.own]))

    def elsewhere(self) -> Forged:
        """Other addresses, other methods, other people's invitations."""
        method = self.rng.choice(("GET", "POST", "PUT", "DELETE", "PATCH"))
        path = self.rng.choice([*(self.where + path for path in PATHS), "/api/records", "/api/mine", "/metrics/x"])
        body = json.dumps({"invite": self.rng.choice(("", "x", HASH)), "matches": [{"match": "x"}]}).encode()
        return Forged(method, path, body, self.rng.choice([*self.wrong, self.own]))

    def odd_number(self) -> Forged:
        """Numbers that are none, too large, or written oddly."""
        holds = '{"do":"hold","side":"nobody","orders":[{"hold":"chance","number":%s}]}'
        text = self.rng.choice((*ODD, holds)) % self.rng.choice(NUMBERS)
        return Forged("POST", f"{self.where}/orders", text.encode(), self.rng.choice(self.wrong))

    def odd_name(self) -> Forged:
        """Questions about what there is not: they change nothing, whoever asks."""
        one, other = self.rng.choice(NAMES), self.rng.choice(NAMES)
        orders: tuple[Plain, ...] = (
            {"do": "dossier", "piece": one, "face": other},
            {"do": "why", "decision": self.decision, "piece": one, "hex": other},
            {"do": "sight", "a": one, "b": other},
            {"do": "carry", "decision": self.decision, "piece": one, "to": other},
            {"do": "way", "decision": self.decision, "actions": [self._action() | {"piece": one}] * 12},
            {"do": "odds", "decision": self.decision, "action": self._action() | {"to": other}},
            {"do": "remark", "said": [one, other], "side": other},
            {"do": "at", "frame": 10**7, "side": one},
        )
        return self._order(self.rng.choice(orders), self.own)

    def in_the_studio(self) -> Forged:
        """Texts that are no scenario, drawers and links of nobody, wishes for matches that cannot be."""
        text, name = self.rng.choice(TEXTS), self.rng.choice(NAMES)
        asked: tuple[tuple[str, Plain], ...] = (
            ("/api/studio/read", {"text": text, "edits": [{"edit": "put", "path": [name], "value": name}]}),
            ("/api/studio/play", {"text": text, "side": name}),
            ("/api/studio/fair", {"text": text, "matches": 200}),
            ("/api/studio/link", {"text": text}),
            ("/api/studio/keep", {"person": "x" * 20, "name": name}),
            ("/api/studio/begin", {"game": "folio", "scenario": name + "?"}),
            ("/api/sides", {"game": "folio", "scenario": "sidi-zahran", "options": {name: name, "x": "y"}}),
            ("/api/matches", {"game": "folio", "scenario": "sidi-zahran", "seats": {"British": name + "?"}}),
            ("/api/mail/" + "x" * 40, {"wanted": True}),
            ("/api/school", {"pupil": name}),
        )
        path, body = self.rng.choice(asked)
        return Forged("POST", path, json.dumps(body).encode(), "")

    def bomb(self) -> Forged:
        """A small text that would take all memory, wherever one comes in."""
        text = self.rng.choice(BOMBS)
        line = {"line": "match", "grognard": 1, "game": "folio", "version": 1, "scenario": "x", "options": {}}
        record = json.dumps({**line, "seal": HASH, "file": text, "sum": "0" * 12}).encode() + b"\n"
        path = self.rng.choice(("read", "play", "link", "fair", "records"))
        if path == "records":
            return Forged("POST", "/api/records", record, "")
        body: Plain = {"text": text} | ({"matches": 200} if path == "fair" else {})
        return Forged("POST", f"/api/studio/{path}", json.dumps(body).encode(), "")

    def odd_wish(self) -> Forged:
        """Clocks that cannot be, mail addresses that are none, seats for the rating of nobody."""
        match = {"game": "folio", "scenario": "sidi-zahran"}
        asked: tuple[tuple[str, Plain], ...] = (
            ("/api/matches", match | {"clock": self.rng.choice(CLOCKS)}),
            ("/api/matches", match | {"player": "x" * 500}),
            ("/api/matches", match | {"commitment": "no hash"}),
            ("/api/mail", {"box": "x" * 24, "address": self.rng.choice(ADDRESSES)}),
            (f"{self.where}/mail", {"box": "x" * 24}),
            (f"{self.where}/rematch", {"commitment": HASH}),
            ("/api/ratings/nobody", {}),
        )
        path, body = self.rng.choice(asked)
        return Forged("POST", path, json.dumps(body).encode(), self.rng.choice(self.wrong))

    def as_operator(self) -> Forged:
        """What only the operator may do, with the key of a seat or of nobody."""
        match = self.where.rsplit("/", 1)[1]
        asked: tuple[tuple[str, str, Plain], ...] = (
            ("POST", "/api/admin/remove", {"match": match}),
            ("POST", "/api/admin/remove", {"match": match, "number": 1}),
            ("POST", "/api/admin/ban", {"address": "127.0.0.1", "hours": 24}),
            ("GET", "/api/admin", {}),
            ("GET", "/metrics", {}),
        )
        method, path, body = self.rng.choice(asked)
        return Forged(method, path, json.dumps(body).encode(), self.rng.choice([*self.wrong, self.own]))


def send(client: Client, forged: Forged, report: Report) -> None:
    """Send one and note the result."""
    key = forged.key.encode("ascii", "replace").decode()
    begun = time.perf_counter()
    answer = client.request(
        forged.method, forged.path, content=forged.body, headers={"content-type": forged.kind} | bearer(key)
    )
    report.note(answer.status_code, time.perf_counter() - begun)


def send_frames(port: int, seated: Seated, forger: Forger, count: int, report: Report) -> None:
    """Some orders over a WebSocket of the side that is asked; each is answered."""
    bodies = (forged.body for forged in forger if forged.path.endswith("/orders") and forged.key == forger.own)
    with connect(f"ws://127.0.0.1:{port}/api/matches/{seated.match}/live", max_size=None, compression=None) as page:
        page.send(json.dumps({"hello": forger.own}))
        for body, _ in zip(bodies, range(count), strict=False):
            begun = time.perf_counter()
            page.send(body)
            got: Plain = {}
            while "re" not in got:
                got = json.loads(page.recv())
            report.note(200 if got["ok"] else got["status"], time.perf_counter() - begun)


def attack(client: Client, requests: int, seed: int = 1, told: Callable[[int], None] = lambda _: None) -> Report:
    """So many forged requests, spread over all games; `told` hears how many there have been."""
    report, rng = Report(), random.Random(seed)
    tables = [sit_down(client, game_id) for game_id in SHELF]
    while report.sent < requests:
        for i, seated in enumerate(tables):
            before = at_rest(client, seated, rng)
            if not any(scene["ask"] for scene in before):
                tables[i] = sit_down(client, list(SHELF)[i])
                continue
            strangers = [key for other in tables if other is not seated for key in other.keys.values()]
            forger = Forger(seated, before, strangers, rng)
            frames = FRAMES if isinstance(client, Wire) else 0
            for _, forged in zip(range(BURST - frames), forger, strict=False):
                send(client, forged, report)
            if isinstance(client, Wire):
                send_frames(client.port, seated, forger, frames, report)
            report.changes += seen(client, seated) != before
            told(report.sent)
            go_on(client, seated, rng)
    return report


def main() -> None:
    """Against a server of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    columns = (TextColumn("forge"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with tempfile.TemporaryDirectory() as folder, Served(folder) as served, Progress(*columns) as progress:
        begun, bar = time.perf_counter(), progress.add_task("", total=chosen.requests)
        with Wire(served.port, patient=True) as client:
            report = attack(client, chosen.requests, chosen.seed, lambda sent: progress.update(bar, completed=sent))
        took = time.perf_counter() - begun
    for status, count in sorted(report.statuses.items()):
        print(f"{status} {count:8}")
    print(f"{report.sent} forged requests in {took:.0f} s: {report.faults} of 5xx, {report.changes} changes,")
    print(f"{report.slow} later than {SLOW:.0f} s, the latest {report.slowest:.2f} s")


if __name__ == "__main__":
    main()
