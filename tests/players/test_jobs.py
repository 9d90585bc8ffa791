"""Jobs, wherever they are done: what they tell is heard, and a worker that dies costs a second try and nothing else."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.lab.backends import LabError, on_ray
from grognard.players import SearchBudget, WorkerPlayer, cluster
from grognard.players.cluster import NoCluster, connect
from grognard.players.jobs import DONE, Here, Job, Jobs, Lost, Running, Tell, last_told
from grognard.players.worker import MOST, OFFICE, Office, Workers
from tests.test_search import later

FEW = SearchBudget(seconds=None, deals=6, candidates=4)


@pytest.fixture(params=["here", "workers"])
def jobs(request: pytest.FixtureRequest) -> Iterator[Jobs]:
    made: Jobs = Here() if request.param == "here" else Workers(1)
    yield made
    made.stop()


def count(asked: bytes, tell: Tell) -> None:
    """A job that tells so many numbers."""
    for number in range(int(asked)):
        tell(b"%d" % number)


def process(asked: bytes, tell: Tell) -> None:
    """A job that tells who does it, and ends when a file is there."""
    tell(b"%d" % os.getpid())
    while not Path(asked.decode()).exists():
        time.sleep(0.02)
    tell(b"at the end")


def fail(asked: bytes, tell: Tell) -> None:
    raise ZeroDivisionError


def begun(jobs: Jobs, work: object, asked: bytes, polite: int = 0) -> Running:
    running = jobs.begin(lambda: Job(f"{__name__}:{work.__name__}", asked), None, polite)  # type: ignore[attr-defined]
    assert running is not None
    return running


@pytest.mark.parametrize("polite", [0, 5])
def test_what_a_job_tells_is_heard_in_order(jobs: Jobs, polite: int) -> None:
    running = begun(jobs, count, b"3", polite)
    assert [running.hear() for _ in range(4)] == [b"0", b"1", b"2", DONE]
    running.stop()


def test_whoever_waits_no_longer_has_what_was_told_last(jobs: Jobs, tmp_path: Path) -> None:
    running = begun(jobs, process, str(tmp_path / "end").encode())
    said = last_told(running, time.monotonic() + 2.0)
    assert said is None or said.isdigit()
    (tmp_path / "end").touch()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_job_that_fails_is_lost(jobs: Jobs) -> None:
    with pytest.raises(Lost):
        last_told(begun(jobs, fail, b""), None)
    running = begun(jobs, count, b"1")
    assert last_told(running, None) == b"0", "the next is done"


def test_a_long_job_is_ended_when_it_is_stopped(tmp_path: Path) -> None:
    workers = Workers(1)
    running = begun(workers, process, str(tmp_path / "end").encode(), 5)
    number = int(running.hear() or b"0")

    def hear() -> None:
        with pytest.raises(Lost):
            running.hear()

    hearing = threading.Thread(target=hear)
    hearing.start()
    running.stop()
    hearing.join(30)
    assert not hearing.is_alive(), "whoever hears it is told"
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    assert not workers.busy and workers.alive == 0


def test_a_search_is_the_same_wherever_it_is_done(jobs: Jobs) -> None:
    match = later("night-fight", 40)
    ask = match.decision.asks[0]
    answer = WorkerPlayer(FEW, jobs).choose(match, ask, random.Random(4))
    assert answer in ask.actions
    assert answer == WorkerPlayer(FEW, Here()).choose(match, ask, random.Random(4))


class Struck(Workers):
    """The first worker that is given a job is killed while it is at it."""

    killed = 0

    def begin(self, *args: object) -> Running | None:
        running = super().begin(*args)  # type: ignore[arg-type]
        if not self.killed:
            (worker,) = self.busy
            assert worker.process.pid is not None
            self.killed = worker.process.pid
            os.kill(self.killed, signal.SIGKILL)
        return running


def test_a_worker_that_dies_costs_a_second_try_and_nothing_else() -> None:
    match, workers = later("night-fight", 40), Struck(2)
    ask = match.decision.asks[0]
    player = WorkerPlayer(FEW, workers)
    found = player.report(match, ask, random.Random(4))
    assert workers.killed and found.deals > 0, "it was thought about, though the first worker was killed at it"
    undisturbed = WorkerPlayer(FEW, Here()).report(match, ask, random.Random(4))
    assert (found.best, found.deals, found.worth) == (undisturbed.best, undisturbed.deals, undisturbed.worth)
    workers.stop()


def test_where_workers_keep_dying_doctrine_answers() -> None:
    class Dying(Here):
        def begin(self, *args: object) -> Running:
            raise Lost("as it happens")

    match = later("night-fight", 40)
    report = WorkerPlayer(FEW, Dying()).report(match, match.decision.asks[0], random.Random(4))
    assert report.worth is None and report.best in match.decision.asks[0].actions


def test_an_office_knows_how_many_work_for_it_now() -> None:
    class Growing(Here):
        places = 1

    growing = Growing()
    office = Office(growing)
    growing.places = 10_000
    assert office.places == 1
    office.measure()
    assert office.places == MOST
    assert OFFICE.places >= 1


def test_where_no_cluster_answers_that_is_said_at_once() -> None:
    pytest.importorskip("ray")
    begun_at = time.monotonic()
    with pytest.raises(NoCluster, match=r"No Ray cluster answers at 127.0.0.1:9\. Start one with: ray start --head"):
        connect("127.0.0.1:9")
    assert time.monotonic() - begun_at < 60


def test_where_something_listens_that_is_no_cluster_that_is_said_in_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    monkeypatch.setattr(cluster, "KNOCKING", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        begun_at = time.monotonic()
        with pytest.raises(NoCluster, match=f"No Ray cluster answers at {address}"):
            connect(address)
        with pytest.raises(LabError, match=f"No Ray cluster answers at {address}"):
            list(on_ray(address)([]))
    assert time.monotonic() - begun_at < 60, "Ray itself would try for minutes"


RAY = """
import os, random, signal, sys
from tests.players.test_jobs import FEW, begun, process
from tests.test_search import later
from grognard.players import WorkerPlayer
from grognard.players.cluster import OnRay
from grognard.players.jobs import Here, Lost
cluster, match = OnRay("local"), later("night-fight", 40)
ask = match.decision.asks[0]
found = WorkerPlayer(FEW, cluster).report(match, ask, random.Random(4))
undisturbed = WorkerPlayer(FEW, Here()).report(match, ask, random.Random(4))
assert (found.best, found.deals, found.worth) == (undisturbed.best, undisturbed.deals, undisturbed.worth) != (0, 0, 0)

class Struck(OnRay):
    killed = 0
    def begin(self, *args):
        if self.killed:
            return super().begin(*args)
        running = begun(super(), process, sys.argv[1].encode())
        self.killed = int(running.hear())
        os.kill(self.killed, signal.SIGKILL)
        return running

struck = Struck("local")
again = WorkerPlayer(FEW, struck).report(match, ask, random.Random(4))
assert struck.killed and again.worth == found.worth, "the second try is as good"
for polite in (0, 5):
    late = begun(cluster, process, sys.argv[1].encode(), polite)
    assert late.hear().isdigit() and late.hear(0.0) is None
    late.stop()
    try:
        while late.hear():
            pass
    except Lost:
        print("broken off")
print("places", cluster.places)
"""


def test_a_ray_cluster_searches_alike_and_survives_a_killed_worker(tmp_path: Path) -> None:
    """In a process of its own, so that the cluster ends with it."""
    pytest.importorskip("ray")
    code = [sys.executable, "-c", RAY, str(tmp_path / "never")]
    done = subprocess.run(code, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    assert "broken off\nbroken off\nplaces" in done.stdout
