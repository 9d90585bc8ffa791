"""10.0 Spotting: attempts, modifiers, what success shows, and when the Spotted state is lost."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press
from grognard.games.night_fight.rules.german_movement import GermanMovement
from grognard.games.night_fight.rules.sight import in_view, refresh_spotted
from grognard.games.night_fight.rules.soviet_fire import SovietActs, SovietFire
from grognard.games.night_fight.rules.soviet_movement import Advance, SovietMovement
from grognard.games.night_fight.rules.spotting import german_attempt, quarry_of, spotting_modifiers
from grognard.games.night_fight.rules.stack_moves import Walk
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import Spot
from grognard.games.night_fight.rules.view import piece_view
from grognard.testing import offered, roll, unrolled

from .situations import FIRE, column, german, pieces, places, play, position, soviet


def bonus(g: NightFight, spotter: str, target: str, quarry: str | None = None) -> int:
    """The sum of all modifiers of an attempt."""
    hunted = g.pieces[quarry] if quarry else None
    return sum(m.value for m in spotting_modifiers(g, g.pieces[spotter], target, hunted))


def walk(g: NightFight, *path: str, units: tuple[str, ...]) -> None:
    """German units walk this way in their movement phase."""
    g.phase = "German movement"
    g.steps = (GermanMovement(("german",), begun=True), Walk(units, path, alarms=g.alarms))
    g.advance()


# ------------------------------------------------------------------ 10.0


@pytest.mark.rule("NF-10.0.1")
def test_german_units_are_open_and_soviet_pieces_show_their_backs() -> None:
    g = position(german("t34r", "1935"), soviet("t34", "1939"), column(1, ["kv1", "kv2"], ["2320"], ahead="2321"))
    assert piece_view(g, g.pieces["t34r"]).name == "T-34 (r)"
    for hidden in ("t34", "1.1", "1.2"):
        shown = piece_view(g, g.pieces[hidden])
        assert (shown.face, shown.name, shown.values, shown.hidden) == ("soviet.back", "Hidden piece", "", True)


@pytest.mark.rule("NF-10.0.2")
def test_a_hidden_piece_obliged_to_fire_is_turned_up_first() -> None:
    g = position(german("pzkpfw_iv", "1935", spotted=True), soviet("zis3", "1938"), step=SovietFire(), dice=[1, 1])
    assert g.pieces["zis3"].up
    assert g.fired == {"zis3": 1}


@pytest.mark.rule("NF-10.0.2")
def test_a_hidden_piece_is_turned_up_when_it_spots_or_is_spotted() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1938"))
    german_attempt(_rolled(g, 3), g.pieces["pzkpfw_iv"], "1938")
    assert (g.pieces["zis3"].up, g.pieces["zis3"].spotted) == (True, True)
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1938"), step=SovietFire(), dice=[4, 1, 1])
    assert g.pieces["zis3"].up
    assert g.pieces["pzkpfw_iv"].spotted


def _rolled(g: NightFight, *faces: int) -> NightFight:
    roll(g, *faces)
    return g


# ------------------------------------------------------------------ 10.3 the attempt


@pytest.mark.rule("NF-10.3.1", "NF-10.3.3")
@pytest.mark.parametrize(("die", "spotted"), [(1, False), (2, False), (3, True), (6, True)])
def test_four_or_more_spots_and_germans_add_one(die: int, spotted: bool) -> None:
    g = position(german("pzkpfw_iii", "1935"), soviet("zis3", "1938"), dice=[die])
    german_attempt(g, g.pieces["pzkpfw_iii"], "1938")
    assert g.pieces["zis3"].spotted is spotted


@pytest.mark.rule("NF-10.3.1")
@pytest.mark.parametrize(("die", "spotted"), [(3, False), (4, True)])
def test_soviet_regulars_need_a_four(die: int, spotted: bool) -> None:
    dice = [die, 1, 1] if spotted else [die]
    g = position(german("pzkpfw_iii", "1935"), soviet("zis3", "1938"), step=SovietFire(), dice=dice)
    assert g.pieces["pzkpfw_iii"].spotted is spotted


@pytest.mark.rule("NF-10.3.4")
def test_adjacent_adds_one() -> None:
    g = position(german("pzkpfw_iii", "1935"), soviet("zis3", "1936"), soviet("m42", "1937"))
    assert bonus(g, "pzkpfw_iii", "1936") == 2
    assert bonus(g, "pzkpfw_iii", "1937") == 1
    assert bonus(g, "zis3", "1935", "pzkpfw_iii") == 1


@pytest.mark.rule("NF-10.3.5")
def test_flares_add_one_for_both_sides() -> None:
    g = position(german("pzkpfw_iii", "1935"), soviet("zis3", "1938"), lit=["1939"])
    assert bonus(g, "pzkpfw_iii", "1938") == 2
    g = position(german("pzkpfw_iii", "1935"), soviet("zis3", "1938"), lit=["1934"])
    assert bonus(g, "zis3", "1935", "pzkpfw_iii") == 1
    assert bonus(g, "pzkpfw_iii", "1938") == 1


@pytest.mark.rule("NF-10.3.6", "NF-10.3.16")
@pytest.mark.parametrize(("quality", "soviet_bonus"), [("recruits", -1), ("regulars", 0), ("guards", 1)])
def test_soviet_quality_changes_soviet_attempts_only(quality: str, soviet_bonus: int) -> None:
    g = position(german("pzkpfw_iii", "1935"), soviet("zis3", "1938"), quality=quality)
    assert bonus(g, "zis3", "1935", "pzkpfw_iii") == soviet_bonus
    assert bonus(g, "pzkpfw_iii", "1938") == 1


@pytest.mark.rule("NF-10.3.7", "NF-10.3.2", "NF-10.1.3")
def test_e18_a_captured_tank_hides_the_whole_hex() -> None:
    g = position(
        german("t34r", "1935"), german("pzkpfw_iv", "1935"), soviet("soviet_infantry", "1936"), quality="guards"
    )
    quarry = quarry_of(g, g.pieces["soviet_infantry"], None)
    assert quarry is not None
    assert quarry.id == "pzkpfw_iv"
    assert bonus(g, "soviet_infantry", "1935", "pzkpfw_iv") == 1 + 1 - 2
    g.steps, g.dice = (SovietFire(),), g.dice
    roll(g, 4, 1, 1)
    g.advance()
    assert g.pieces["t34r"].spotted
    assert g.pieces["pzkpfw_iv"].spotted


@pytest.mark.rule("NF-10.3.8")
def test_e19_the_recon_vehicle_is_harder_to_find_only_as_the_object() -> None:
    g = position(german("sdkfz_234", "1935"), german("pzkpfw_iii", "1935"), soviet("zis3", "1938"))
    quarry = quarry_of(g, g.pieces["zis3"], None)
    assert quarry is not None
    assert quarry.id == "pzkpfw_iii"
    assert bonus(g, "zis3", "1935", quarry.id) == 0
    g = position(german("sdkfz_234", "1935"), soviet("zis3", "1938"))
    assert bonus(g, "zis3", "1935", "sdkfz_234") == -1


@pytest.mark.rule("NF-10.3.9")
@pytest.mark.parametrize(
    ("place", "vegetation", "change"),
    [
        ("2509", "normal", -2),  # full building
        ("2508", "normal", -2),  # partial building
        ("1121", "dense", -2),
        ("1121", "normal", 0),
        ("2520", "normal", 0),  # gully
    ],
)
def test_buildings_and_dense_vegetation(place: str, vegetation: str, change: int) -> None:
    g = position(german("infantry", place), soviet("zis3", "3444"), vegetation=vegetation)
    assert bonus(g, "zis3", place, "infantry") == change


@pytest.mark.rule("NF-10.3.9", "NF-10.2.1")
def test_e17_a_german_attempt_on_a_full_building() -> None:
    for die, spotted in ((5, True), (4, False)):
        g = position(*pieces("pzkpfw_iii 2512, soviet_infantry 2509, m42 2509"), vegetation="clear", step=FIRE)
        assert Pick("pzkpfw_iii") in offered(g)
        roll(g, die)
        play(g, Pick("pzkpfw_iii"), Spot("2509"))
        assert {g.pieces[i].spotted for i in ("soviet_infantry", "m42")} == {spotted}
        if not spotted:
            assert not g.asks  # no second attempt, nothing to fire at: the phase is over


@pytest.mark.rule("NF-10.3.9")
def test_a_block_house_is_no_building() -> None:
    g = position(german("pzkpfw_iii", "1935"), soviet("block_house", "1938", up=True))
    assert bonus(g, "pzkpfw_iii", "1938") == 1


@pytest.mark.rule("NF-10.3.10")
def test_wrecks_change_nothing_and_modifiers_add_up() -> None:
    g = position(
        german("t34r", "2508"), soviet("zis3", "2509"), quality="guards", wrecks=["2508"], lit=["2507"], alerted=True
    )
    assert bonus(g, "zis3", "2508", "t34r") == 1 + 1 + 1 - 2 - 2 + 2


@pytest.mark.rule("NF-6.0.10", "NF-10.3.10")
def test_e59_alerted_recruits_need_a_three() -> None:
    g = position(
        german("stug_iii", "1935"), soviet("soviet_infantry", "1937"), quality="recruits", alerted=True, turn=6
    )
    assert bonus(g, "soviet_infantry", "1935", "stug_iii") == 1
    assert bonus(g, "stug_iii", "1937") == 1  # Germans gain nothing


@pytest.mark.rule("NF-10.3.2")
def test_success_spots_everything_in_the_hex_and_nothing_beside_it() -> None:
    g = position(
        german("pzkpfw_iv", "1935"), soviet("zis3", "1938"), soviet("truck", "1938"), soviet("m42", "1937"), dice=[6]
    )
    german_attempt(g, g.pieces["pzkpfw_iv"], "1938")
    assert [g.pieces[i].spotted for i in ("zis3", "truck", "m42")] == [True, True, False]


@pytest.mark.rule("NF-10.3.2", "NF-18.0.1")
def test_artillery_stays_face_down_when_its_hex_is_spotted() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("artillery", "1938"), soviet("m42", "1938"), dice=[6])
    german_attempt(g, g.pieces["pzkpfw_iv"], "1938")
    gun, strike = g.pieces["m42"], g.pieces["artillery"]
    assert (gun.up, gun.spotted) == (True, True)
    assert (strike.up, strike.spotted) == (False, False)


@pytest.mark.rule("NF-18.0.1")
def test_a_hex_with_nothing_but_artillery_yields_nothing() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("artillery", "1938"), dice=[6])
    german_attempt(g, g.pieces["pzkpfw_iv"], "1938")
    assert not g.pieces["artillery"].up
    assert not g.pieces["artillery"].spotted
    assert "pzkpfw_iv" in g.tried


@pytest.mark.rule("NF-10.3.14")
def test_e20_a_dummy_that_spots_is_removed_and_has_seen_nothing() -> None:
    g = position(german("pzkpfw_iv", "1933"), soviet("dummy", "1936"), dice=[3], visibility=2)
    walk(g, "1934", units=("pzkpfw_iv",))
    assert places(g, "dummy") == ["1936"]  # 3 is not enough at two hexes
    g = position(german("pzkpfw_iv", "1934"), soviet("dummy", "1936"), dice=[5], visibility=2)
    walk(g, "1935", units=("pzkpfw_iv",))
    assert places(g, "dummy", "pzkpfw_iv") == ["gone", "1935"]
    assert not g.pieces["pzkpfw_iv"].spotted
    assert g.asks  # and the tank moves on


@pytest.mark.rule("NF-10.3.15")
def test_finding_a_dummy_uses_up_the_attempt() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("dummy", "1938"), soviet("m42", "1937"), step=FIRE, dice=[6])
    play(g, Pick("pzkpfw_iv"), Spot("1938"))
    assert places(g, "dummy") == ["gone"]
    assert g.tried == {"pzkpfw_iv": True}
    assert not g.asks


@pytest.mark.rule("NF-10.3.11", "NF-10.3.14")
def test_a_german_seen_by_a_dummy_alone_is_hidden_again_when_the_dummy_goes() -> None:
    g = position(german("stug_iii", "1935", spotted=True), soviet("dummy", "1938"), step=SovietFire())
    assert places(g, "dummy") == ["gone"]
    assert not g.pieces["stug_iii"].spotted


# ------------------------------------------------------------------ 10.3 the Spotted state


@pytest.mark.rule("NF-10.3.11", "NF-17.0.4")
def test_who_was_seen_in_the_light_alone_is_hidden_when_the_onlooker_walks_out_of_the_line() -> None:
    g = position(german("stug_iii", "1101"), soviet("t34", "1601", spotted=True), visibility=2, lit=["1601"])
    assert in_view(g, "german", "1101", "1601")
    walk(g, "1102", units=("stug_iii",))
    assert not g.pieces["t34"].spotted


@pytest.mark.rule("NF-10.3.11", "NF-19.0.2")
@pytest.mark.parametrize(("die", "seen"), [(2, True), (1, False)])
def test_who_was_seen_from_a_bridge_is_hidden_when_it_gives_way(die: int, seen: bool) -> None:
    g = position(*pieces("pzkpfw_vi 2914, stug_iii 2915, zis3 2919 spotted"), fired={"zis3": 1}, tried={"zis3": True})
    roll(g, die)
    walk(g, "2915", units=("pzkpfw_vi",))
    assert g.pieces["zis3"].spotted is seen


@pytest.mark.rule("NF-10.3.11")
def test_e21_spotted_goes_the_moment_nobody_sees_the_unit() -> None:
    g = position(
        *pieces("pzkpfw_iv 1937 spotted, zis3 1933, m42 1933"),
        vegetation="clear",
        fired={"zis3": 1, "m42": 1},
        tried={"zis3": True, "m42": True},
    )
    walk(g, "1938", units=("pzkpfw_iv",))
    assert not g.pieces["pzkpfw_iv"].spotted
    walk(g, "1937", units=("pzkpfw_iv",))
    assert not g.pieces["pzkpfw_iv"].spotted  # both have had their attempt


@pytest.mark.rule("NF-10.3.11")
@pytest.mark.parametrize("kind", ["dummy", "artillery", "supply", "zis3"])
def test_any_piece_keeps_an_enemy_spotted_pinned_or_hidden(kind: str) -> None:
    g = position(german("pzkpfw_iv", "1935", spotted=True), soviet(kind, "1939"))
    refresh_spotted(g)
    assert g.pieces["pzkpfw_iv"].spotted
    g = position(german("pzkpfw_iv", "1935", pinned=True), soviet("zis3", "1939", spotted=True))
    refresh_spotted(g)
    assert g.pieces["zis3"].spotted


@pytest.mark.rule("NF-10.3.11")
def test_a_column_marker_keeps_a_german_spotted_and_passes_by() -> None:
    g = position(
        german("pzkpfw_iv", "2214", spotted=True),
        column(1, ["t34"] * 9, ["2313", "2312"], ahead="2314"),
        visibility=2,
        passed={"german": True},
        step=Advance("1", "2319", 2),
    )
    assert places(g, "c1") == ["2315"]
    assert g.pieces["pzkpfw_iv"].spotted  # two hexes behind it
    roll(g)
    g.steps = (Advance("1", "2319", 3),)
    g.advance()
    assert places(g, "c1") == ["2316"]
    assert not g.pieces["pzkpfw_iv"].spotted


# ------------------------------------------------------------------ 10.1 Soviet attempts


@pytest.mark.rule("NF-10.1.1", "NF-10.1.4", "NF-13.0.7")
def test_e23_first_the_attempt_then_the_fire() -> None:
    pieces = (german("pzkpfw_iii", "1938", spotted=True), german("stug_iii", "1937"), soviet("m42", "1935", up=True))
    g = position(*pieces, step=SovietFire(), dice=[3, 1, 1])
    assert not g.pieces["stug_iii"].spotted
    assert g.shot_at == {"pzkpfw_iii": True}
    g = position(*pieces, step=SovietFire(), dice=[4, 1, 1])
    assert g.pieces["stug_iii"].spotted
    assert g.shot_at == {"stug_iii": True}  # closer and stronger


@pytest.mark.rule("NF-10.1.1")
def test_the_closest_hidden_german_is_the_object() -> None:
    g = position(german("pzkpfw_vi", "1939"), german("infantry", "1937"), soviet("zis3", "1935"))
    quarry = quarry_of(g, g.pieces["zis3"], None)
    assert quarry is not None
    assert quarry.id == "infantry"


@pytest.mark.rule("NF-10.1.1", "NF-13.0.4")
def test_a_soviet_unit_that_has_fired_does_not_look() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1937", up=True), fired={"zis3": 1}, step=SovietActs())
    assert g.tried == {}


@pytest.mark.rule("NF-10.1.3")
def test_equal_distance_the_stronger_and_equal_strength_at_random() -> None:
    g = position(german("pzkpfw_iii", "1937"), german("pzkpfw_iv", "1937"), soviet("zis3", "1935"))
    quarry = quarry_of(g, g.pieces["zis3"], None)
    assert quarry is not None
    assert quarry.id == "pzkpfw_iv"
    found = set()
    for face in (1, 2):
        g = position(german("pzkpfw_iv", "1937"), german("stug_iii", "1933"), soviet("zis3", "1935"), dice=[face])
        quarry = quarry_of(g, g.pieces["zis3"], None)
        assert quarry is not None
        found.add(quarry.id)
    assert found == {"pzkpfw_iv", "stug_iii"}


@pytest.mark.rule("NF-10.1.2", "NF-10.1.6", "NF-9.0.3")
def test_a_soviet_unit_tries_once_a_phase_as_germans_pass() -> None:
    g = position(german("pzkpfw_iv", "1940"), german("stug_iii", "1940"), soviet("zis3", "1935"), dice=[1])
    walk(g, "1939", "1938", units=("pzkpfw_iv",))
    assert places(g, "pzkpfw_iv") == ["1939"]  # halted by the attempt
    walk(g, "1938", units=("pzkpfw_iv",))
    walk(g, "1939", units=("stug_iii",))
    assert places(g, "pzkpfw_iv", "stug_iii") == ["1938", "1939"]
    assert unrolled(g) == []
    assert not g.pieces["stug_iii"].spotted


@pytest.mark.rule("NF-10.1.6", "NF-10.1.7", "NF-10.1.8")
def test_a_mover_is_halted_at_each_hex_in_view_spotted_and_fired_at_on_the_spot() -> None:
    g = position(
        *pieces("pzkpfw_iv 1941, m42 1935, zis3 1936"),
        dice=[1, 4, 1, 1, 1, 1],  # in 1940 the ZiS-3 fails; in 1939 the M-42 spots and both fire
    )
    for h in ("1940", "1939", "1938"):
        walk(g, h, units=("pzkpfw_iv",))
    assert unrolled(g) == []
    assert g.pieces["pzkpfw_iv"].place == "1938"
    assert [g.pieces[i].up for i in ("m42", "zis3")] == [True, True]
    assert [g.pieces[i].spotted for i in ("m42", "zis3")] == [True, True]
    assert g.fired == {"m42": 1, "zis3": 1}


@pytest.mark.rule("NF-10.1.8", "NF-13.2.1")
def test_the_spotter_fires_at_another_german_if_priority_says_so() -> None:
    g = position(*pieces("infantry 1939, pzkpfw_vi 1937 spotted, zis3 1935 up"), dice=[6, 1, 1])
    walk(g, "1938", units=("infantry",))
    assert g.pieces["infantry"].spotted
    assert g.shot_at == {"pzkpfw_vi": True}


@pytest.mark.rule("NF-10.1.6", "NF-13.0.3")
def test_a_german_that_stands_still_triggers_nothing() -> None:
    g = position(german("pzkpfw_iv", "1937", spotted=True), german("infantry", "1925"), soviet("zis3", "1935"))
    walk(g, "1926", units=("infantry",))
    assert g.fired == {}
    assert g.tried == {}


@pytest.mark.rule("NF-10.1.5")
def test_soviets_never_look_in_their_own_movement_phase() -> None:
    g = position(
        german("infantry", "2318"),
        column(1, ["t34"] * 9, ["2314"], ahead="2315"),
        soviet("zis3", "2418"),
        turn=1,
        step=SovietMovement(),
    )
    play(g, Press("pass all"))
    assert places(g, "c1") == ["2317"]  # still a marker, next to the enemy
    assert g.tried == {}


@pytest.mark.rule("NF-10.1.7")
@pytest.mark.parametrize("kind", ["command_post", "truck"])
def test_a_post_or_truck_that_spots_shows_itself_and_does_not_fire(kind: str) -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet(kind, "1938"), step=SovietFire(), dice=[4])
    piece = g.pieces[kind]
    assert (piece.up, piece.spotted) == (True, False)
    assert g.pieces["pzkpfw_iv"].spotted
    assert g.fired == {}


@pytest.mark.rule("NF-10.1.7", "NF-10.3.13", "NF-13.1.1")
def test_what_a_post_spots_the_guns_must_fire_at() -> None:
    g = position(
        *pieces("pzkpfw_iv 1935, zis3 1938 up, command_post 1939"),
        step=SovietFire(),
        dice=[1, 4, 1, 1],  # the gun fails, the post succeeds, the gun is processed again
    )
    assert g.fired == {"zis3": 1}


@pytest.mark.rule("NF-13.3.2", "NF-10.1.7")
def test_a_depot_that_seems_to_spot_is_turned_up_and_has_seen_nothing() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("supply", "1938"), step=SovietFire(), dice=[6])
    assert g.pieces["supply"].up
    assert not g.pieces["pzkpfw_iv"].spotted
    assert g.fired == {}


@pytest.mark.rule("NF-13.3.2")
def test_a_depot_that_is_known_never_looks() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("supply", "1938", up=True), step=SovietFire())
    assert g.tried == {}


@pytest.mark.rule("NF-13.4.13", "NF-4.3.2")
def test_pinned_and_overstacked_units_make_no_attempt() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1938", pinned=True), step=SovietFire())
    assert g.tried == {}
    crowd = [soviet("zis3", "1938") for _ in range(3)]
    g = position(german("pzkpfw_iv", "1935"), *crowd, wrecks=["1938"], step=SovietFire())
    assert g.tried == {}
    g = position(german("pzkpfw_iv", "1935", pinned=True), soviet("zis3", "1938"), step=FIRE)
    assert not g.asks
    stack = [german("pzkpfw_iv", "1935") for _ in range(3)]
    g = position(*stack, soviet("zis3", "1938"), wrecks=["1935"], step=FIRE)
    assert not g.asks
