"""Many matches: how balanced a scenario is, which player is stronger.

- `play`: many matches of scenarios; `vary`: of every setting of some levers; both give `Matches`, a list and a table
- `compare`: two players against each other until it is decided
- `tune`: the fairest setting of a scenario
- `bench`: a player measured by the fixed suite `grognard-bench-1`
- `winrates`: how often each side of a scenario wins, in one call
- `plan`, `Job`, `play_job`: what is to be played, and one match of it; `Lab`: a run that goes on where it stopped
- `backends`: where the matches are played: processes, a Ray cluster, or anything with a `map`
- `stats`: intervals, Elo, the sequential test
- `calibrate`: what the value of a position has been worth
- `report`: everything on one page
"""

from grognard.lab.backends import LabError
from grognard.lab.compare import Verdict, compare
from grognard.lab.job import Job, MatchResult, play_job
from grognard.lab.matches import Matches
from grognard.lab.playing import play, vary
from grognard.lab.reports.winrates import Winrate, winrates
from grognard.lab.runner import Lab, plan
from grognard.lab.suite import BenchResult, bench
from grognard.lab.tune import Tried, tune
from grognard.renamed import earlier_names

__all__ = [
    "BenchResult",
    "Job",
    "Lab",
    "LabError",
    "MatchResult",
    "Matches",
    "Tried",
    "Verdict",
    "Winrate",
    "bench",
    "compare",
    "plan",
    "play",
    "play_job",
    "tune",
    "vary",
    "winrates",
]

__getattr__ = earlier_names(__name__, {"Row": "MatchResult"})
