"""Property tests try the same examples every time; a found failure is a failure for everybody."""

from __future__ import annotations

import gc

from hypothesis import HealthCheck, settings

settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")

gc.set_threshold(20_000, 20, 20)  # what is read in stays: looking through it for rubbish is a tenth of the time


def pytest_collection_finish() -> None:
    """Nothing collected is rubbish before the end."""
    gc.freeze()
