"""11.0 German command, and 12.0 the absence of zones of control."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight.rules.artillery import scatters_on
from grognard.games.night_fight.rules.data import GERMAN_TYPES
from grognard.games.night_fight.rules.rally import in_command, rally_modifiers
from grognard.games.night_fight.rules.sight import can_throw
from grognard.games.night_fight.rules.transport import carries
from grognard.testing import offered

from .situations import FIRE, MOVE, german, play, position, soviet


@pytest.mark.rule("NF-11.0.1")
def test_command_units() -> None:
    assert {t.id for t in GERMAN_TYPES if "command" in t.flags} == {"command_tank", "command_car"}


@pytest.mark.rule("NF-11.0.2", "NF-17.0.1")
def test_only_command_units_carry_and_use_flares() -> None:
    carriers = {t.id for t in GERMAN_TYPES if t.is_unit and carries(german(t.id, "1935"), "flares")}
    assert carriers == {"command_tank", "command_car"}
    g = position(german("command_car", "1935", flares=1), german("command_tank", "1935"))
    assert [can_throw(g, g.pieces[i]) for i in ("command_car", "command_tank")] == [True, False]
    g = position(german("infantry", "1935"), german("command_car", "1935", pinned=True), loose={"1935": (1, 0)})
    assert not can_throw(g, g.pieces["infantry"]) and not can_throw(g, g.pieces["command_car"])


@pytest.mark.rule("NF-11.0.3", "NF-14.0.4")
@pytest.mark.parametrize(
    ("place", "commanded"),
    [("1935", True), ("1939", True), ("1940", False)],  # the same hex, four hexes, five hexes off
)
def test_command_reaches_as_far_as_one_sees(place: str, commanded: bool) -> None:
    g = position(german("pzkpfw_iv", "1935", pinned=True), german("command_car", place))
    assert in_command(g, g.pieces["pzkpfw_iv"]) is commanded
    cites = [m.cite for m in rally_modifiers(g, g.pieces["pzkpfw_iv"])]
    assert ("NF-14.0.4" in cites) is commanded


@pytest.mark.rule("NF-11.0.3")
def test_no_command_past_what_blocks_sight_or_by_the_light_of_flares() -> None:
    g = position(german("pzkpfw_iv", "2706", pinned=True), german("command_car", "2505"))
    assert not in_command(g, g.pieces["pzkpfw_iv"])
    g = position(german("pzkpfw_iv", "1940", pinned=True), german("command_car", "1935"), lit=["1940"])
    assert not in_command(g, g.pieces["pzkpfw_iv"])  # flares show Soviet units only


@pytest.mark.rule("NF-11.0.5", "NF-11.0.3")
def test_a_pinned_command_unit_commands_nobody_and_none_commands_itself() -> None:
    g = position(german("pzkpfw_iv", "1935", pinned=True), german("command_car", "1936", pinned=True))
    assert not in_command(g, g.pieces["pzkpfw_iv"])
    assert not in_command(g, g.pieces["command_car"])
    g = position(german("command_tank", "1935", pinned=True), german("command_car", "1936"))
    assert in_command(g, g.pieces["command_tank"])


@pytest.mark.rule("NF-11.0.4", "NF-11.0.5")
def test_a_command_unit_in_view_reduces_scatter_unless_it_is_pinned() -> None:
    target = soviet("t34", "1939")
    assert scatters_on(position(german("command_car", "1935"), target), "german", "1939") == 1
    assert scatters_on(position(german("command_car", "1935", pinned=True), target), "german", "1939") == 3
    assert scatters_on(position(german("command_car", "1934"), target), "german", "1939") == 3
    assert scatters_on(position(german("infantry", "1935"), target), "german", "1939") == 2


@pytest.mark.rule("NF-11.0.5")
def test_a_pinned_command_unit_throws_no_flares() -> None:
    g = position(german("command_car", "1935", flares=1, pinned=True), soviet("t34", "1937"), step=FIRE)
    assert not g.asks
    g = position(german("command_car", "1935", flares=1), soviet("t34", "1937"), step=FIRE)
    play(g, Pick("command_car"))
    assert Press("flares") in offered(g)


@pytest.mark.rule("NF-12.0.1")
def test_no_zones_of_control() -> None:
    """A tank passes between two enemies next to its path; only the hexes they hold are closed."""
    pieces = (soviet("truck", "2036", pinned=True), soviet("truck", "1836", pinned=True))
    g = position(german("pzkpfw_iv", "1935"), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    free = {a.hex for a in offered(g) if isinstance(a, To)}
    g = position(german("pzkpfw_iv", "1935"), *pieces, step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    watched = {a.hex for a in offered(g) if isinstance(a, To)}
    assert {"1936", "1937", "1938"} <= watched
    assert {"2036", "1836"} <= free - watched
