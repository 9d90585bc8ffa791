"""4.0, 4.3, 15.4, 22.5 Units on their way: full hexes they pass, strikes they escape, columns that stand."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight.rules.combat_table import shifts
from grognard.games.night_fight.rules.fire import Explosion, Result
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.stacking import overfull, overstacked
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import Fire
from grognard.testing import begin, logged, offered, roll

from .situations import FIRE, MOVE, Formation, column, german, pieces, play, position, refused, soviet

THREE = [german("infantry", "2311") for _ in range(3)]
STATIC = pieces("maxim 2314 up, m42 2314 up, zis3 2314 up")


def overstacked_shots(g: NightFight) -> list[bool]:
    """Of every shot that was told, whether it gained a column by overstacking."""
    return [any(m.text == "Overstacked" for m in e.working.modifiers) for e in logged(g, "NF-13.3.4") if e.working]


# ------------------------------------------------------------------ 4.0, 4.3, 22.5 passing through a full hex


@pytest.mark.rule("NF-4.0.3", "NF-4.3.3", "NF-22.5.9")
def test_a_unit_that_drives_through_a_full_hex_is_not_overstacked_there() -> None:
    g = position(german("pzkpfw_iv", "2309"), *THREE, soviet("zis3", "2313", up=True), step=MOVE, visibility=2)
    roll(g, 6, 1, 1)  # spotted as it comes to 2311, and fired at there
    play(g, Pick("pzkpfw_iv"), To("2312"))
    assert overstacked_shots(g) == [False] and logged(g, "NF-13.3.4")[0].hexes == ("2313", "2311")


@pytest.mark.rule("NF-4.0.3", "NF-4.3.3", "NF-22.5.9")
def test_nor_is_anybody_in_the_hex_it_drives_through() -> None:
    g = position(
        german("t34r", "2309"),
        *pieces("stug_iii 2311 spotted, infantry 2311, engineers 2311"),
        soviet("zis3", "2313", up=True),
        step=MOVE,
        visibility=2,
    )
    roll(g, 6, 1, 1)
    play(g, Pick("t34r"), To("2312"))
    assert len(overstacked_shots(g)) == 1 and not any(overstacked_shots(g))


@pytest.mark.rule("NF-4.0.3", "NF-4.3.3", "NF-22.5.9")
def test_a_hex_that_is_overstacked_without_the_passer_is_so_for_it_too() -> None:
    g = position(
        german("pzkpfw_iv", "2309"),
        *pieces("infantry 2311 pinned, stug_iii 2311 pinned, command_car 2311 pinned, t34r 2311 pinned"),
        soviet("zis3", "2313", up=True),
        step=MOVE,
        visibility=2,
    )
    roll(g, 6, 6, 1, 1)
    play(g, Pick("pzkpfw_iv"), To("2312"))
    assert overstacked_shots(g) == [True]


@pytest.mark.rule("NF-4.0.3", "NF-4.3.1", "NF-4.3.3", "NF-22.5.9")
def test_a_unit_that_stays_in_a_full_hex_overstacks_it() -> None:
    g = position(german("pzkpfw_iv", "2306"), *THREE, soviet("zis3", "2313", up=True), step=MOVE, visibility=2)
    roll(g, 6, 1, 1)
    g.spent = {**g.spent, "pzkpfw_iv": 0}
    play(g, Pick("pzkpfw_iv"), To("2311"))  # five hexes and a point for its friends: it has no point left to go on
    assert overstacked_shots(g) == [True]


@pytest.mark.rule("NF-4.0.4", "NF-4.3.1")
def test_a_hex_left_overfull_must_be_mended_although_those_on_their_way_do_not_count() -> None:
    g = position(german("pzkpfw_iv", "2310"), *THREE, step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert overfull(g, "2311") and not overstacked(g, "2311")
    assert refused(g, Press("end")) == "NF-4.0.4"
    play(g, Press("stop"))
    assert overstacked(g, "2311") and refused(g, Press("end")) == "NF-4.0.4"


def road_march(**fields: object) -> NightFight:
    """A deployed column of two on its way to a tank, by a hex with three static pieces: it has just come there."""
    body: Formation = column(1, ["t34", "t34"], ["2315", "2316"], ahead="2314", deployed=True, up=True)
    g = position(german("pzkpfw_iv", "2311"), german("stug_iii", "2311"), *STATIC, body, **fields)  # type: ignore[arg-type]
    g.change("1.1", spotted=True)
    begin(g, SovietMovement(), dice=[6])
    while g.pieces["1.1"].place != "2314":
        play(g, Press("pass"))
    return g


@pytest.mark.rule("NF-4.0.3", "NF-4.3.3", "NF-22.5.9")
def test_a_column_on_its_way_through_a_full_hex_is_not_overstacked_there() -> None:
    g = road_march()
    assert overfull(g, "2314") and not overstacked(g, "2314")
    tank = g.pieces["pzkpfw_iv"]
    assert "Overstacked" not in [m.text for m in shifts(g, tank, g.pieces["1.1"])]


@pytest.mark.rule("NF-4.3.1", "NF-8.5.8", "NF-22.5.9")
def test_a_column_that_is_stopped_in_a_full_hex_stays_there_overstacked() -> None:
    g = road_march()
    roll(g, 1, 5)
    play(g, Pick("pzkpfw_iv"), Fire("1.1"))
    assert g.pieces["1.1"].pinned and overstacked(g, "2314")


@pytest.mark.rule("NF-4.0.3", "NF-22.5.9")
def test_a_unit_on_its_own_passes_a_full_hex_too() -> None:
    g = position(german("pzkpfw_iv", "2311"), *STATIC, soviet("t34", "2316", spotted=True), visibility=6)
    begin(g, SovietMovement(), dice=[6])
    while g.pieces["t34"].place != "2314":
        play(g, Press("pass"))
    assert overfull(g, "2314") and not overstacked(g, "2314")


@pytest.mark.rule("NF-13.4.6", "NF-4.0.3", "NF-22.5.9")
@pytest.mark.parametrize(("die", "end", "crowded"), [(3, "1938", False), (1, "1936", True)])
def test_who_falls_back_through_a_full_hex_is_overstacked_only_where_it_stays(
    die: int, end: str, crowded: bool
) -> None:
    """With a die of 1 every hex it can go to is full, so that it ends overstacked (R52)."""
    full = ["1936"] if die == 3 else ["1936", "1836", "2036", "1835", "2035"]
    crowd = [german("infantry", h) for h in full for _ in range(3)]
    g = position(german("stug_iii", "1935"), *crowd, soviet("zis3", "1933", up=True), visibility=6, vegetation="clear")
    begin(g, Result("stug_iii", "R", "1933"), SovietFire(begun=True), dice=[die, 6, 1, 1])  # seen and fired at in 1936
    play(g, To(end))
    assert logged(g, "NF-13.3.4")[0].hexes == ("1933", "1936") and overstacked_shots(g) == [crowded]
    assert g.pieces["stug_iii"].place == end


# ------------------------------------------------------------------ 15.4 who has left the struck hex


@pytest.mark.rule("NF-15.4.1", "NF-15.2.2", "NF-13.4.16")
def test_a_shell_does_not_follow_a_unit_out_of_the_struck_hex() -> None:
    g = position(*pieces("stug_iii 1937, pzkpfw_vi 1937, artillery 1939"), soviet("zis3", "1934", up=True))
    begin(g, SovietFire(), dice=[4, 6, 6, 1, 5, 6, 1])
    while g.asks:
        play(g, offered(g)[0])
    assert [str(e).split(" is shelled")[0] for e in logged(g, "NF-15.4.1")] == ["StuG III in 1937"]
    assert g.pieces["pzkpfw_vi"].place != "1937"


@pytest.mark.rule("NF-18.0.6", "NF-15.4.1")
def test_an_explosion_hits_who_is_still_where_it_caught_them() -> None:
    g = position(*pieces("stug_iii 1937, infantry 1938, supply 1936 up"))
    begin(g, Explosion("supply"), dice=[1, 1, 1, 1])
    assert [str(e).split(" is shelled")[0] for e in logged(g, "NF-15.4.1")] == [
        "StuG III in 1937",
        "Infantry Platoon in 1938",
    ]


# ------------------------------------------------------------------ 13.0, 8.5 a column that has been stopped


@pytest.mark.rule("NF-13.0.2", "NF-8.5.8")
def test_a_column_stopped_by_a_pin_is_fired_at_no_more_in_that_window() -> None:
    g = road_march()
    roll(g, 1, 5)
    play(g, Pick("pzkpfw_iv"), Fire("1.1"))
    assert logged(g, "NF-8.5.8")
    play(g, Pick("stug_iii"))  # before the phase ends it may still look at the other
    assert Fire("1.1") not in offered(g) and refused(g, Fire("1.1")) == "NF-13.0.2"


@pytest.mark.rule("NF-13.0.2", "NF-13.4.13")
def test_nor_is_a_unit_on_its_own_once_it_is_pinned() -> None:
    tanks = pieces("pzkpfw_iv 2311, stug_iii 2311")
    g = position(*tanks, soviet("t34", "2316", spotted=True), visibility=6, step=SovietMovement(), dice=[6])
    roll(g, 1, 5)
    play(g, Pick("pzkpfw_iv"), Fire("t34"))
    assert g.pieces["t34"].pinned and not any(isinstance(a, Pick) for a in offered(g))


@pytest.mark.rule("NF-8.5.6", "NF-13.0.2")
def test_fire_without_effect_leaves_the_window_open_to_others() -> None:
    g = road_march()
    roll(g, 1, 1)
    play(g, Pick("pzkpfw_iv"), Fire("1.1"))
    assert Pick("stug_iii") in offered(g)


def test_fire_phases_know_no_window() -> None:
    """In the German Fire Phase whatever is spotted may be fired at, on the march or not."""
    g = position(*pieces("pzkpfw_iv 2311, stug_iii 2311, t34 2314 pinned"), step=FIRE)
    g.change("t34", spotted=True)
    play(g, Pick("pzkpfw_iv"))
    assert Fire("t34") in offered(g)
