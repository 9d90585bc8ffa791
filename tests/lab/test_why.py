"""The lab says why: what went with victory, with intervals; sides that hardly take part; where the fight was."""

from __future__ import annotations

import re
from collections import Counter

import grognard
from grognard.lab.job import Job, MatchResult, play_job
from grognard.lab.reports import heatmaps
from grognard.lab.reports.factors import reasons, sentences
from grognard.lab.reports.inactivity import idle_sides
from grognard.lab.reports.report import page

FOLIO = grognard.game("folio")


def rows(*told: tuple[str, int, int], matches: int = 20) -> list[MatchResult]:
    """Matches of which each thing happened in the first `with` won and the first `lost` lost; half are won."""
    plain = play_job(Job(0, "folio", "sidi-zahran", FOLIO.choose_options("sidi-zahran", {}), {}, "1"), limit=3)
    made = []
    for i in range(matches):
        won, place = i % 2 == 0, i // 2
        kept = [name for name, with_it, without in told if place < (with_it if won else without)]
        changed = {"winners": ["British" if won else "German"], "reached": kept, "gone": [], "arrived": []}
        made.append(MatchResult(**{**{name: getattr(plain, name) for name in plain.__struct_fields__}, **changed}))
    return made


def test_what_goes_with_victory_is_told_with_its_interval() -> None:
    found = rows(("British: Take the fort", 10, 1), ("German: Keep a unit", 5, 5), ("British: Once", 1, 0))
    (reason,) = reasons(found)
    assert (reason.side, reason.what, reason.matches, reason.rest) == ("British", "Take the fort", 11, 9)
    assert abs(reason.gain - 10 / 11) < 1e-9 and 0.1 < reason.error < 0.4
    (said,) = sentences(found)
    won = f"the British won 91% of the 11 matches, 0% of the others (+91%, ±{reason.error:.0%})."
    assert said == f"The British reached “Take the fort”: {won}"
    assert "What decided" in page(found) and "Take the fort" in page(found)


def test_what_is_as_often_in_lost_matches_decides_nothing() -> None:
    assert reasons(rows(("British: Take the fort", 6, 5))) == [] and sentences([]) == []


def test_losses_and_reinforcements_are_noted_by_name() -> None:
    row = play_job(Job(0, "folio", "sidi-zahran", FOLIO.choose_options("sidi-zahran", {}), {}, "why"))
    late = {unit for reinforcement in FOLIO.scenarios["sidi-zahran"].reinforcement for unit in reinforcement.units}  # type: ignore[attr-defined]
    assert row.arrived and len(row.arrived) <= len(late) and all(": " in name for name in row.arrived)
    assert len(row.gone) >= sum(row.lost.values()) and sum(row.rolled.values()) > 10


def test_whoever_comes_late_makes_up_for_nobody_who_is_lost() -> None:
    row = play_job(Job(0, "folio", "bir-salem", {"setup": "historical"}, {"": "regular"}, "fair 0"))
    gone = Counter(name.partition(": ")[0] for name in row.gone)
    assert row.arrived and gone["British"] and row.lost == {"British": gone["British"], "German": gone["German"]}


def test_a_side_that_hardly_shoots_is_named() -> None:
    idle = [
        MatchResult(**{**{n: getattr(row, n) for n in row.__struct_fields__}, "rolled": {"German": 9}})
        for row in rows()
    ]
    assert any(said.startswith("The British hardly shoot: 0.0 rolls a turn") for said in idle_sides(idle))
    assert not any("German" in said and "shoot" in said for said in idle_sides(idle))


def test_the_map_of_a_report_shows_where_the_fight_was() -> None:
    ground = FOLIO.face.ground("sidi-zahran")
    assert ground is not None
    x, y, wide, high = heatmaps.window(FOLIO, "sidi-zahran", ["British 0905", "German 1107"])
    assert wide < ground.frame[2] / 2 and high < ground.frame[3] / 2
    for place in ("0905", "1107"):
        u, v = ground.centre(place)
        assert x < u < x + wide and y < v < y + high
    assert heatmaps.window(FOLIO, "sidi-zahran", []) == ground.frame
    drawn = heatmaps.heat(FOLIO, "sidi-zahran", "bare", {"British 0905": 2}, ["British"], (x, y, wide, high))
    assert re.search(rf"viewBox='{x:.1f} {y:.1f} {wide:.1f} {high:.1f}'", drawn)
