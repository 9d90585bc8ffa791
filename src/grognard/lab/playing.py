"""The lab in four words, the same in Python and on the command line: `play`, `vary`, `compare` and `tune`.

from grognard import lab
lab.play("night-fight", "kharkov", {"german": "veteran"}, 200).frame()
lab.vary("folio", "sidi-zahran", ["turns=6..8"], matches=40).by("turns")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.engine import Game
from grognard.lab.backends import backend_of
from grognard.lab.levers import Lever, read_lever, settings, spread, variant
from grognard.lab.matches import Matches
from grognard.lab.progress import watched
from grognard.lab.runner import Lab, plan
from grognard.lab.seats import Players, a_game, seated


def play(
    game: str | Game,
    scenarios: str | Path | Iterable[str | Path] | None = None,
    players: Players = "doctrine",
    matches: int = 100,
    *,
    options: Mapping[str, str] | None = None,
    vary: Sequence[str] = (),
    seed: str = "1",
    backend: Any = "processes",
    workers: int | None = None,
    folder: str | Path | None = None,
    quiet: bool = False,
) -> Matches:
    """So many matches of each scenario (all of the game, if none is named), and of every value of options in `vary`.

    `players` is one for all sides, or by side: names, or objects that can choose. `backend` is "processes", "here",
    "ray", "ray:ADDRESS", or an object with a `map`. With a folder, a run that was stopped goes on where it was. What
    takes more than two seconds says how far it is, unless it is to be quiet.
    """
    known = a_game(game)
    given = [scenarios] if isinstance(scenarios, str | Path) else scenarios
    cases = [(known, known.find_scenario(one)) for one in (given if given is not None else known.scenarios)]
    names, own = seated(players)
    jobs = plan(cases, matches, names, options, vary, seed, own=own)
    where = backend_of(backend, workers, own)
    if folder is not None:
        return Matches(Lab(Path(folder)).run(jobs, where, quiet))
    return Matches(sorted(watched(where(jobs), len(jobs), quiet), key=lambda row: row.number))


def vary(
    game: str | Game,
    scenario: str | Path,
    levers: Sequence[str | Lever],
    players: Players = "doctrine",
    matches: int = 100,
    **how: Any,
) -> Matches:
    """So many matches of a scenario for every setting of some levers: values of its file, as in "turns=6..8".

    What each setting was is in `settings` and in every record. The rest is as for `play`.
    """
    known = a_game(game)
    chosen, every = known.find_scenario(scenario), [read_lever(x) if isinstance(x, str) else x for x in levers]
    made = {variant(known, chosen, setting): setting for setting in settings(spread(known, chosen, every))}
    return Matches(play(known, list(made), players, matches, **how), made)
