"""13.2 Target priority."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.night_fight.rules.soviet_fire import SovietFire, best_target, criteria, duty_targets
from grognard.games.night_fight.rules.state import NightFight
from grognard.testing import roll

from .situations import german, pieces, position, soviet


def chosen(g: NightFight, firer: str) -> str:
    """Whom a Soviet unit fires at."""
    unit = g.pieces[firer]
    return best_target(g, unit, duty_targets(g, unit, None)).id


def met(g: NightFight, firer: str) -> dict[str, str]:
    """The numbers of the criteria each candidate meets."""
    unit = g.pieces[firer]
    found = criteria(g, unit, duty_targets(g, unit, None))
    return {i: "".join(str(n) for n, yes in enumerate(row, 1) if yes) for i, row in found.items()}


@pytest.mark.rule("NF-13.2.1", "NF-13.2.2")
def test_e25_equal_numbers_rank_in_the_order_of_the_list() -> None:
    pieces = (
        german("pzkpfw_iv", "1937", id="A", spotted=True, pinned=True),
        german("stug_iii", "1938", id="B", spotted=True),
        soviet("zis3", "1935", up=True),
    )
    g = position(*pieces)
    assert met(g, "zis3") == {"A": "1345", "B": "1245"}
    assert chosen(g, "zis3") == "B"
    g = position(*pieces, shot_at={"B": True})
    assert met(g, "zis3") == {"A": "1345", "B": "245"}
    assert chosen(g, "zis3") == "A"


@pytest.mark.rule("NF-13.2.1")
def test_e26_more_criteria_win() -> None:
    g = position(
        german("pzkpfw_v", "1937", id="A", spotted=True, pinned=True),
        german("sdkfz_251", "1938", id="B", spotted=True),
        soviet("zis3", "1935", up=True),
    )
    assert met(g, "zis3") == {"A": "1345", "B": "12"}
    assert chosen(g, "zis3") == "A"


@pytest.mark.rule("NF-13.2.1")
def test_anti_tank_counts_for_anti_tank_firers_only() -> None:
    units = pieces("pak36r 1937 spotted, sig33 1937 spotted, maxim 1935 up, zis3 1935 up")
    g = position(*units)
    assert met(g, "maxim") == {"pak36r": "123", "sig33": "1235"}
    assert chosen(g, "maxim") == "sig33"
    assert met(g, "zis3") == {"pak36r": "1234", "sig33": "1235"}
    assert chosen(g, "zis3") == "pak36r"  # equal numbers: 4 ranks before 5


@pytest.mark.rule("NF-13.2.1", "NF-13.3.5")
def test_panzerfausts_make_a_platoon_anti_tank_capable_as_a_target() -> None:
    g = position(german("infantry", "1937", fausts=1, spotted=True), *pieces("engineers 1937 spotted, zis3 1935 up"))
    assert met(g, "zis3") == {"infantry": "12345", "engineers": "1235"}


@pytest.mark.rule("NF-13.2.1", "NF-13.2.2")
@pytest.mark.parametrize(
    ("near", "far", "target"),
    [
        ({}, {"pinned": True}, "near"),
        ({"pinned": True}, {}, "far"),  # 1 3 4 5 against 1 2 4 5
        ({}, {}, "near"),
    ],
)
def test_single_differences(near: dict[str, Any], far: dict[str, Any], target: str) -> None:
    g = position(
        german("pzkpfw_iv", "1936", id="near", spotted=True, **near),
        german("pzkpfw_iv", "1938", id="far", spotted=True, **far),
        soviet("zis3", "1935", up=True),
    )
    assert chosen(g, "zis3") == target


@pytest.mark.rule("NF-13.2.3")
def test_a_full_tie_is_settled_at_random() -> None:
    found = set()
    for face in (1, 2):
        g = position(*pieces("pzkpfw_iv 1937 spotted, stug_iii 1933 spotted, zis3 1935 up"))
        roll(g, face)
        found.add(chosen(g, "zis3"))
    assert found == {"pzkpfw_iv", "stug_iii"}


@pytest.mark.rule("NF-13.2.1")
def test_fire_is_spread_over_those_not_yet_fired_at() -> None:
    g = position(
        *pieces("pzkpfw_iv 1937 spotted, pzkpfw_iii 1937 spotted, zis3 1935 up, m42 1934 up"),
        step=SovietFire(),
        dice=[1, 1, 1, 1],
    )
    assert list(g.shot_at) == ["pzkpfw_iv", "pzkpfw_iii"]


@pytest.mark.rule("NF-13.2.1")
def test_not_yet_fired_at_is_a_matter_of_the_phase() -> None:
    g = position(
        german("pzkpfw_iv", "1937", id="near", spotted=True),
        german("pzkpfw_iv", "1938", id="far", spotted=True),
        soviet("zis3", "1935", up=True),
        shot_at={"near": True},  # in the phase before
        step=SovietFire(),
        dice=[1, 1],
    )
    assert g.shot_at == {"near": True}


@pytest.mark.rule("NF-13.2.1", "NF-15.4.1")
def test_artillery_counts_as_having_fired() -> None:
    g = position(german("pzkpfw_iv", "1937"), soviet("artillery", "1936"), step=SovietFire(), dice=[6, 1, 1])
    assert g.shot_at == {"pzkpfw_iv": True}
