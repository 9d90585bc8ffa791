"""What simple players earn in every environment."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from bench.baselines import RULE, baselines, jobs, page, reward
from grognard import env
from grognard.engine import Match, find_game
from grognard.lab import Job, MatchResult, play_job

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "baselines.md"
UNVERSIONED = re.compile(r"-v\d+$")


def row(job: Job, winners: list[str]) -> MatchResult:
    """A job as a match that somebody has won."""
    sides = ["British", "German"]
    players = {side: job.player(side) for side in sides}
    template = play_job(Job(0, "folio", "bir-salem", {}, {"": "random"}, "1"))
    return replace(
        template, number=job.number, scenario=job.scenario, players=players, sides=sides, winners=winners, answers=9
    )


def test_on_every_seat_in_turn_sits_somebody_random_and_doctrine_on_the_others() -> None:
    seated = [job.players for job in jobs([find_game("folio")], 2) if job.scenario == "bir-salem"]
    one_each = [
        {"": "doctrine"},
        *({"": "doctrine", side: "random"} for side in ("German", "British")),
    ]
    assert seated == [players for players in one_each for _ in range(2)]
    every = jobs([find_game("folio"), find_game("night-fight")], 2)
    assert [job.number for job in every] == list(range(len(every)))


def test_a_win_earns_one_a_loss_takes_one_and_neither_is_nothing() -> None:
    drawn = row(Job(0, "folio", "bir-salem", {}, {}, "1"), [])
    assert [reward(replace(drawn, winners=won), "German") for won in (["German"], ["British"], [])] == [1.0, -1.0, 0.0]


def test_the_page_tells_what_each_earned_on_each_seat_and_keeps_other_games() -> None:
    small = [job for job in jobs([find_game("folio")], 2) if job.scenario == "bir-salem"]
    won = [row(job, ["German"] if job.players == {"": "doctrine"} else ["British"]) for job in small]
    british, german = sorted(baselines(won), key=lambda found: found.seat)
    assert british.rewards == {"random": [1.0, 1.0], "doctrine": [-1.0, -1.0]}
    assert german.rewards == {"random": [-1.0, -1.0], "doctrine": [1.0, 1.0]}
    other, old = "| Night Fight | Kiev | german | old |", "| Folio Battles | Bir Salem | German | old |"
    told = page([german], page([]).replace(RULE, f"{RULE}\n{other}\n{old}"))
    assert other in told
    assert old not in told
    env_name = f"`grognard/folio-bir-salem-v{find_game('folio').version}`"
    assert f"| Folio Battles | Bir Salem | German | {env_name} | -1.00 (±1.20) | +1.00 (±1.20) | 2 | 9 |" in told


def test_every_environment_has_its_baselines_for_each_seat() -> None:
    lines = re.findall(r"^\|.*\| (\S+) \| `(\S+)` \|", PAGE.read_text("utf-8"), re.M)
    told = {(UNVERSIONED.sub("", name), seat) for seat, name in lines}
    wanted = {
        (UNVERSIONED.sub("", name), seat)
        for name, (game, scenario) in env.ids().items()
        for seat in Match.new(game, scenario, record=False).sides
    }
    assert told == wanted
