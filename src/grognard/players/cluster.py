"""Jobs on a Ray cluster that runs already. Its nodes need Grognard, and the same games, in the same version."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

from grognard.engine import GrognardError
from grognard.players.jobs import DONE, InThread, Job, Lost, Running, seconds_left

KNOCKING = 5.0  # seconds that the cluster has to answer
GLANCE = 0.5  # seconds: a worker that waits in one go does not notice that its job is broken off
SHARE = 4  # of so many processors one is for analyses, and one for trials
HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\x04" + bytes(5)  # whoever speaks gRPC answers in kind
SETTINGS = b"\x04"  # the kind of frame that comes first
LOCAL = "local"  # a cluster of this machine alone, started with the server


class NoCluster(GrognardError):
    """Ray cannot be reached; the message says what to do."""


def connect(address: str) -> Any:
    """The Ray of this process, joined to the cluster at `host:port`."""
    try:
        import ray
    except ImportError as error:
        raise NoCluster("Ray is not installed. Install it with: pip install 'grognard[cluster]'") from error
    if not ray.is_initialized():
        _knock(address)
        try:
            ray.init(address=address, log_to_driver=False, include_dashboard=False if address == LOCAL else None)
        except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            line = (str(error).strip() or type(error).__name__).splitlines()[0]
            same = "Is it a Ray cluster of the same version, and RAY_AUTH_TOKEN the same here as there?"
            raise NoCluster(f"The Ray cluster at {address} cannot be used: {line}. {same}") from error
    return ray


def _knock(address: str) -> None:
    """NoCluster where nobody listens, or not a cluster: Ray itself would try for minutes."""
    host, sign, port = address.rpartition(":")
    if not sign or "//" in address:
        return
    in_secret = os.environ.get("RAY_USE_TLS", "0") != "0"
    try:
        with socket.create_connection((host.strip("[]"), int(port)), KNOCKING) as door:
            door.sendall(b"" if in_secret else HELLO)
            answers = in_secret or door.recv(9)[3:4] == SETTINGS
    except (OSError, ValueError):
        answers = False
    if not answers:
        raise NoCluster(f"No Ray cluster answers at {address}. Start one with: ray start --head")


def there(job: Job, polite: int) -> Iterator[bytes]:
    """A job on a node: what it tells. A thread does it, for Ray hands on what is yielded."""
    if polite and hasattr(os, "nice"):
        os.nice(polite)
    running = InThread(job)
    try:
        while (told := running.hear(time.monotonic() + GLANCE)) != DONE:
            if told is not None:
                yield told
    finally:
        running.stop()


class OnRay:
    """Workers of a cluster: as many jobs at once as it has processors."""

    def __init__(self, address: str) -> None:
        self.ray, self._places = connect(address), 1
        once = {"num_returns": "streaming", "max_retries": 0}
        self._search = self.ray.remote(**once)(there)
        # a long job has a process of its own, which yields to the others and so needs no processor to itself
        spread = {"num_cpus": 0, "scheduling_strategy": "SPREAD", "max_calls": 1}
        self._long = self.ray.remote(**once, **spread)(there)

    @property
    def places(self) -> int:
        """The processors of all nodes that are there now."""
        with contextlib.suppress(self.ray.exceptions.RayError):
            self._places = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        return self._places

    @property
    def long_places(self) -> int:
        return max(1, self._places // SHARE)

    def begin(self, make: Callable[[], Job], until: float | None = None, polite: int = 0) -> Running:
        try:
            remote = self._long if polite else self._search
            return OnNode(self.ray, remote.remote(make(), polite), long=bool(polite))
        except self.ray.exceptions.RayError as error:
            raise Lost(f"The Ray cluster takes no job: {type(error).__name__}.") from error

    def stop(self) -> None:
        """Leave the cluster, which goes on without us."""
        self.ray.shutdown()


class OnNode:
    """A job that a node of the cluster is at."""

    def __init__(self, ray: Any, told: Any, *, long: bool) -> None:
        self.ray, self._told, self._long, self._done = ray, told, long, False

    def hear(self, until: float | None = None) -> bytes | None:
        try:
            if not self.ray.wait([self._told], timeout=seconds_left(until))[0]:
                return None
            told: bytes = self.ray.get(next(self._told))
        except StopIteration:
            self._done = True
            return DONE
        except self.ray.exceptions.RayError as error:
            self._done = True
            raise Lost(f"A worker of the Ray cluster is gone: {type(error).__name__}.") from error
        return told

    def stop(self) -> None:
        """What is not done yet is broken off."""
        if not self._done:
            self._done = True
            self.ray.cancel(self._told, force=self._long)
