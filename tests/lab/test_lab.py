"""Many matches, and what is learned from them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from math import log
from pathlib import Path
from select import select

import msgspec
import pytest

import grognard
from grognard.cli import main
from grognard.engine import UnknownChoice, find_game
from grognard.games.night_fight.rules.data import MAP
from grognard.lab import Job, Lab, MatchResult, backends, compare, parquet, plan, play_job
from grognard.lab.backends import LabError, in_process, local, on_ray
from grognard.lab.reports import report
from grognard.lab.stats import Sprt, elo, elo_interval, expected, wilson
from tools import balance_page

NIGHT = find_game("night-fight")


def few(matches: int = 3, seed: str = "1", vary: Sequence[str] = ()) -> list[Job]:
    return plan([(NIGHT, "kiev")], matches, {"": "random"}, vary=vary, seed=seed)


@pytest.fixture(scope="module")
def rows() -> list[MatchResult]:
    return [play_job(job) for job in few(2, vary=["intensity"])]


# ------------------------------------------------------------------ plans and matches


def test_a_plan_holds_every_value_of_an_option_that_varies() -> None:
    jobs = few(2, vary=["intensity"])
    assert [job.options["intensity"] for job in jobs] == ["low", "low", "medium", "medium", "high", "high"]
    assert len({job.seed for job in jobs}) == len(jobs)
    assert [job.number for job in jobs] == list(range(6))


def test_a_plan_refuses_unknown_players_and_options() -> None:
    with pytest.raises(UnknownChoice, match="guderian"):
        plan([(NIGHT, "kiev")], 1, {"": "guderian"})
    with pytest.raises(UnknownChoice, match="weather"):
        plan([(NIGHT, "kiev")], 1, {}, {"weather": "fine"})


def test_the_same_job_gives_the_same_row(rows: list[MatchResult]) -> None:
    assert play_job(few(2, vary=["intensity"])[1]) == rows[1]


def test_another_seed_gives_another_match(rows: list[MatchResult]) -> None:
    assert play_job(few(1, seed="2")[0]).digest != rows[0].digest


def test_a_row_tells_how_the_match_went(rows: list[MatchResult]) -> None:
    row = rows[0]
    assert row.ended and row.winners and row.cite in NIGHT.rulebook
    assert row.players == {"german": "random"}
    assert row.turns == 8
    assert len(row.advantage) == row.turns + 2  # from turn 0, and the end
    assert row.advantage[-1] == (1.0 if "german" in row.winners else 0.0)
    assert row.lost["german"] >= 0
    assert sum(row.cited.values()) > 10 and all(rule in NIGHT.rulebook for rule in row.cited)


def test_a_row_tells_where_pieces_went_and_fell(rows: list[MatchResult]) -> None:
    row = rows[0]
    board = MAP.grid
    for table_ in (row.went, row.fell):
        assert table_ and {key.split(" ")[0] for key in table_} <= {"german", "soviet"}
        assert all(key.split(" ")[1] in board for key in table_)
    lost = sum(count for key, count in row.fell.items() if key.startswith("german"))
    assert lost >= row.lost["german"]


def test_a_table_by_inches_is_mapped_in_squares() -> None:
    job = plan([(find_game("red-actions"), "lezhanka")], 1, {"": "random"})[0]
    row = play_job(job, limit=60)
    assert row.went
    x, y = next(iter(row.went)).split(" ")[1].split(",")
    assert int(x) >= 0 and int(y) >= 0
    assert "<polygon" in report.page([row]) and "<circle" in report.page([row])


def test_a_match_that_does_not_end_is_cut_off_and_says_so() -> None:
    row = play_job(few(1)[0], limit=5)
    assert (row.ended, row.winners, row.answers) == (False, [], 5)


# ------------------------------------------------------------------ running


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, rows: list[MatchResult]) -> None:
    jobs = few(2, vary=["intensity"])
    lab = Lab(tmp_path)

    def stops(left: Sequence[Job]) -> Iterator[MatchResult]:
        yield play_job(left[0])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lab.run(jobs, stops, quiet=True)
    with lab.rows_file.open("ab") as file:
        file.write(b'{"number":1,"ga')  # the power went off
    again: list[int] = []

    def counts(left: Sequence[Job]) -> Iterator[MatchResult]:
        again.extend(job.number for job in left)
        return in_process(left)

    assert lab.run(jobs, counts, quiet=True) == rows
    assert again == [1, 2, 3, 4, 5]
    assert lab.run(jobs, counts, quiet=True) == rows
    assert again == [1, 2, 3, 4, 5], "nothing is played twice"


def test_another_plan_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    Lab(tmp_path).run(few(1), in_process, quiet=True)
    with pytest.raises(LabError, match="another run"):
        Lab(tmp_path).run(few(2, seed="other"), in_process, quiet=True)


def test_processes_give_the_same_rows_and_a_killed_worker_costs_only_its_own_matches(rows: list[MatchResult]) -> None:
    jobs = few(2, vary=["intensity"])
    found: list[MatchResult] = []
    for row in local(2)(jobs):
        if not found:
            kill_a_worker()
        found.append(row)
    assert sorted(found, key=lambda row: row.number) == rows


def kill_a_worker() -> None:
    os.kill(worker(os.getpid()), signal.SIGKILL)


def worker(run: int) -> int:
    """The first child of a process that is a worker."""
    children = Path(f"/proc/{run}/task/{run}/children")
    if not children.exists():
        pytest.skip("children can only be found through /proc")
    for child in children.read_text().split():
        if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
            return int(child)
    raise AssertionError("no worker was found")


ONE_WORKER = """
import os, sys
from grognard.lab.backends import local
from tests.lab.test_lab import few, worker
if __name__ == "__main__":
    next(local(1)(few(50)))
    print(worker(os.getpid()), flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes of others can only be waited for under Linux")
def test_a_worker_ends_with_the_run_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "run.py").write_text(ONE_WORKER, "utf-8")
    there = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    words = [sys.executable, str(tmp_path / "run.py")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=there) as run:
        assert run.stdout is not None
        child = int(run.stdout.readline())
        handle = os.pidfd_open(child)
        run.kill()
    assert select([handle], [], [], 60)[0], "it is still there"


def test_workers_that_keep_dying_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> Iterator[MatchResult]:
        raise BrokenProcessPool

    monkeypatch.setattr(backends, "_pool", dies)
    with pytest.raises(LabError, match="keep dying"):
        list(local(1)(few(1)))


def test_a_ray_cluster_gives_the_same_rows(rows: list[MatchResult]) -> None:
    """In a process of its own, so that the cluster ends with it."""
    pytest.importorskip("ray")
    code = (
        "import sys, msgspec; from grognard.lab import Job; from grognard.lab.backends import on_ray\n"
        "jobs = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Job])\n"
        "sys.stdout.buffer.write(b'ROWS' + msgspec.json.encode(list(on_ray('local')(jobs))))\n"
    )
    given = msgspec.json.encode(few(2, vary=["intensity"])[:3])
    done = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, timeout=600, check=True)
    found = msgspec.json.decode(done.stdout.split(b"ROWS")[1], type=list[MatchResult])
    assert sorted(found, key=lambda row: row.number) == rows[:3]


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LabError, match="cluster"):
        list(on_ray("local")(few(1)))


# ------------------------------------------------------------------ statistics


def test_wilson_s_interval() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 20)[0] == 0.0 and wilson(20, 20)[1] == 1.0


def test_elo_and_score_are_each_other_s_inverse() -> None:
    assert elo(0.5) == pytest.approx(0.0)
    assert elo(expected(70)) == pytest.approx(70)
    assert expected(400) == pytest.approx(10 / 11)
    middle, low, high = elo_interval([1.0, 0.0] * 50)
    assert low < middle < high
    assert middle == pytest.approx(0.0)


def test_the_sequential_test_decides_both_ways_and_waits_in_between() -> None:
    test = Sprt(0, 70)
    assert test.verdict([1.0, 1.0, 0.5] * 20) == "stronger"
    assert test.verdict([0.0, 0.0, 0.5] * 20) == "not stronger"
    assert test.verdict([1.0, 0.0]) == ""
    assert test.evidence([]) == 0.0
    assert test.evidence([1.0, 1.0, 0.0]) == pytest.approx(2 * log(0.5994 / 0.5) + log(0.4006 / 0.5), abs=1e-3)


def test_a_clean_sheet_of_pairs_decides_sooner_than_single_matches() -> None:
    def pairs_needed(test: Sprt) -> int:
        return next(n for n in range(1, 99) if test.verdict([1.0] * n))

    assert pairs_needed(Sprt()) == 17
    assert pairs_needed(Sprt(pairs=True)) == 7
    assert Sprt(pairs=True).verdict([0.5] * 60) == "not stronger"
    assert Sprt(pairs=True).verdict([0.75, 0.5] * 2) == ""


# ------------------------------------------------------------------ comparing


def won(job: Job, winners: list[str], sides: list[str]) -> MatchResult:
    start = (job.number, job.game, job.scenario, job.options, {side: job.player(side) for side in sides}, job.seed)
    return MatchResult(*start, True, winners, "", "", 1, 1, {}, sides, [], {}, {}, {}, "")


def test_players_exchange_seats_with_the_same_dice_until_it_is_decided() -> None:
    game = find_game("folio")
    scenario = next(iter(game.scenarios))
    seen: list[Job] = []

    def doctrine_wins(jobs: Sequence[Job]) -> Iterator[MatchResult]:
        seen.extend(jobs)
        for job in jobs:
            yield won(job, [side for side, name in job.players.items() if name == "doctrine"], list(job.players))

    verdict = compare(game, scenario, ("doctrine", "random"), backend=doctrine_wins)
    assert verdict.decided == "stronger"
    assert verdict.score == 1.0
    assert verdict.elo > 70
    first, second = seen[:2]
    assert first.seed == second.seed
    assert list(first.players.values()) == ["doctrine", "random"]
    assert list(second.players.values()) == ["random", "doctrine"]
    assert compare(game, scenario, ("random", "doctrine"), backend=doctrine_wins).decided == "not stronger"


def test_in_a_solitaire_game_both_play_the_same_seeds() -> None:
    def doctrine_wins(jobs: Sequence[Job]) -> Iterator[MatchResult]:
        for job in jobs:
            yield won(job, ["german" if job.players["german"] == "doctrine" else "soviet"], ["german"])

    assert compare(NIGHT, "kiev", ("doctrine", "random"), backend=doctrine_wins).decided == "stronger"
    same = compare(NIGHT, "kiev", ("doctrine", "doctrine"), 5, backend=doctrine_wins)
    assert (same.decided, same.score, same.pairs, same.telling) == ("", 0.5, 5, 0), "both won: that says nothing"


# ------------------------------------------------------------------ what is written


def test_rows_survive_parquet(tmp_path: Path, rows: list[MatchResult]) -> None:
    file = tmp_path / "results.parquet"
    parquet.write(rows, file)
    found = parquet.read(file)
    assert [row.digest for row in found] == [row.digest for row in rows]
    assert found[0].cited == rows[0].cited
    assert found[0].advantage == pytest.approx(rows[0].advantage, abs=1e-4)


def test_the_report_stands_alone(rows: list[MatchResult]) -> None:
    page = report.page(rows)
    assert page.count("<svg") == 5  # two diagrams, the ground and two maps of it
    for wanted in ("Night Fight", "95 % interval", "intensity = high", "Who was winning when", "Where units went"):
        assert wanted in page
    assert "NF-" in page and "6 matches" in page
    assert "<script" not in page and "src=" not in page and "<link" not in page
    assert report.page(rows) == page


def test_shares_count_every_match_once(rows: list[MatchResult]) -> None:
    shares = {side: wins for side, wins, _, _ in report.shares(rows)}
    assert sum(shares.values()) == len(rows)
    assert "german" in shares, "a side that never won is listed too"


# ------------------------------------------------------------------ the command line


def test_lab_run_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "run", "night-fight", "kiev", "--player", "random", "--matches", "2", "--workers", "1"]
    assert main([*words, "--out", str(tmp_path)]) == 0
    assert "2 matches" in capsys.readouterr().out
    assert (tmp_path / "report.html").exists()
    assert len(parquet.read(tmp_path / "results.parquet")) == 2


def test_a_comparison_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    played: list[int] = []

    def counts(jobs: Sequence[Job]) -> Iterator[MatchResult]:
        played.extend(job.number for job in jobs)
        return in_process(jobs)

    def stops(jobs: Sequence[Job]) -> Iterator[MatchResult]:
        yield play_job(jobs[0])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare(NIGHT, "kiev", ("random", "random"), 2, backend=stops, folder=tmp_path)
    verdict = compare(NIGHT, "kiev", ("random", "random"), 2, backend=counts, folder=tmp_path)
    assert verdict.pairs == 2 and played == [1, 2, 3]
    with pytest.raises(LabError, match="another run"):
        compare(NIGHT, "kharkov", ("random", "random"), 2, backend=counts, folder=tmp_path)


def test_lab_compare_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "compare", "night-fight", "kiev", "random", "random", "--matches", "1", "--workers", "1"]
    assert main(words) == 0
    assert "not decided yet" in " ".join(capsys.readouterr().out.split())
    assert main(["lab", "compare", "night-fight", "kiev", "guderian", "random"]) == 2


def test_odds_of_a_chart_and_of_a_saved_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "night-fight", "combat", "2"]) == 0
    assert "E 16.7%" in capsys.readouterr().out
    assert main(["odds", "night-fight", "combat", "99"]) == 2
    assert "Choose from" in capsys.readouterr().err
    file = tmp_path / "now.grog"
    grognard.new("night-fight", "kiev", seed=1).save(file)
    assert main(["odds", str(file)]) == 0
    assert "german:" in capsys.readouterr().out


def test_the_page_of_balance_names_the_most_one_sided_and_keeps_what_was_said_of_them() -> None:
    jobs = plan([(NIGHT, "kiev"), (find_game("folio"), "sidi-zahran")], 10, {})
    rows = [won(job, ["soviet"], ["german"]) for job in jobs[:10]]
    rows += [won(job, ["British" if job.number % 2 else "German"], ["British", "German"]) for job in jobs[10:]]
    found = balance_page.balances(rows)
    assert [b.wins for b in found] == [{"soviet": 10, "german": 0}, {"British": 5, "German": 5}]
    first = balance_page.page(found)
    kiev, line = "| Counterattack at Kiev | doctrine |", "10 | soviet 100%, german 0% | 72% – 100% | 0% | 1 |"
    assert f"| Night Fight {kiev} {line}" in first
    assert first.index("- Counterattack at Kiev") < first.index("- Sidi Zahran")
    told = first.replace("- Sidi Zahran", "- Nothing to do for Sidi Zahran")
    assert balance_page.page(found, told) == told
    again = balance_page.balances([won(job, ["german"], ["german"]) for job in jobs[:4]])
    other, rest = "| Night Fight | Counterattack at Kiev | fitted | 400 | old |", f"{kiev} 90 | elsewhere |"
    played = balance_page.page(again, told.replace("\n\n## The", f"\n{other}\n\n## The") + rest)
    assert other in played, "another strength"
    assert played.endswith(rest), "no line of this table"
    assert played.count(f"{kiev} 4 | german 100% |") == 1
    assert "| Counterattack at Kiev | doctrine | 10 |" not in played
    fresh = balance_page.page(found, balance_page.page(found[:1]))
    assert fresh.index("Counterattack at Kiev |") < fresh.index("Sidi Zahran |") < fresh.index("## The most one-sided")
