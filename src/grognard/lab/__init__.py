"""Many matches: how balanced a scenario is, which player is stronger.

- `winrates`: how often each side of a scenario wins, in one call
- `plan`, `Job`, `play`: what is to be played, and one match of it
- `run`: play a plan over local processes or a Ray cluster, and go on where a run stopped
- `stats`: intervals, Elo, the sequential test
- `compare`: two players against each other until it is decided
- `calibrate`: what the value of a position has been worth
- `report`: everything on one page
"""

from grognard.lab.compare import Verdict, compare
from grognard.lab.job import Job, Row, play
from grognard.lab.rates import Winrate, winrates
from grognard.lab.runner import Lab, plan

__all__ = ["Job", "Lab", "Row", "Verdict", "Winrate", "compare", "plan", "play", "winrates"]
