"""What is refused, told and shown is true: the rule that is really broken, and what really happens."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, Refusal, To
from grognard.games.night_fight.face.dossier import dossier
from grognard.games.night_fight.rules.data import GRID, MOBILE_POOL, STATIC_POOL, TYPES
from grognard.games.night_fight.rules.fire import Result, why_not_fire
from grognard.games.night_fight.rules.sight import explain_sight, has_line, in_view
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.unit_acts import Fire, Spot, UnitActs, why_not_look
from grognard.games.night_fight.rules.victory import EndOfTurn
from grognard.games.night_fight.rules.view import view
from grognard.testing import begin, logged, offered

from .situations import FIRE, MOVE, Formation, column, german, pieces, play, position, refusal, refused, soviet

# ------------------------------------------------------------------ 13.4 where a retreat may not lead


def falling_back(unit: str, by: str, die: int, *things: str, **fields: object) -> NightFight:
    """A unit made to fall back so far, with others around."""
    g = position(*pieces(", ".join([unit, *things])), **{"visibility": 4, **fields})  # type: ignore[arg-type]
    return begin(g, Result(unit.split()[0], "R", by), dice=[die])


@pytest.mark.rule("NF-13.4.6", "NF-22.3.4")
def test_a_vehicle_is_not_driven_into_a_full_building() -> None:
    assert refused(falling_back("stug_iii 2910", "2909", 1, "zis3 2909 up"), To("2911")) == "NF-13.4.6"


@pytest.mark.rule("NF-13.4.6", "NF-4.0.1")
def test_a_retreat_into_a_full_hex_is_refused_by_its_room() -> None:
    crowd = ["infantry 1936"] * 3
    assert refused(falling_back("stug_iii 1935", "1933", 1, "zis3 1933 up", *crowd), To("1936")) == "NF-13.4.6"


@pytest.mark.rule("NF-13.4.3")
def test_a_retreat_too_short_or_too_long_is_refused_by_its_length() -> None:
    g = falling_back("infantry 1937", "1935", 2, "zis3 1935 up")
    assert refused(g, To("1938")) == "NF-13.4.3" and refused(g, To("1942")) == "NF-13.4.3"


@pytest.mark.rule("NF-13.4.7")
def test_a_retreat_towards_another_spotted_enemy_is_refused_by_that() -> None:
    others = ("zis3 1937 up spotted", "m42 1734 up spotted")
    g = falling_back("stug_iii 1935 spotted", "1937", 1, *others)
    assert refused(g, To("1835")) == "NF-13.4.7"


@pytest.mark.rule("NF-13.4.4", "NF-13.4.6", "NF-13.4.9", "NF-20.2.3")
def test_a_retreat_is_refused_by_direction_enemies_friends_and_the_other_player() -> None:
    g = falling_back("infantry 1937", "1935", 1, "dummy 1938")
    assert refused(g, To("1936")) == "NF-13.4.4" and refused(g, To("1938")) == "NF-13.4.6"
    assert refused(g, To("9999")) == "GR-5"
    as_far = [h for h in GRID.neighbours["1937"] if GRID.distance("1935", h) == 2]
    assert [refused(g, To(h)) for h in as_far] == ["NF-13.4.4", "NF-13.4.4"], "no nearer is not farther"
    g = position(*pieces("infantry 1937, stug_iii 2138, t34r 1738"), soviet("zis3", "1935", up=True))
    begin(g, Result("infantry", "R", ""), dice=[2])  # shelled: it keeps to its friends
    assert refused(g, To("1939")) == "NF-13.4.9"
    g = position(german("infantry", "1937"), german("stug_iii", "1938", side="german-2"), players=2)
    begin(g, Result("infantry", "R", "1935"), dice=[1])
    assert refused(g, To("1938")) == "NF-20.2.3"


# ------------------------------------------------------------------ 7.0 where nobody enters


@pytest.mark.rule("NF-7.0.6", "NF-8.0.5", "NF-7.0.1", "NF-4.0.4")
def test_entering_is_refused_by_the_road_the_points_the_edge_or_the_room() -> None:
    g = position(german("pzkpfw_iv"), step=MOVE, turn=1)
    play(g, Pick("pzkpfw_iv"))
    assert refusal(g, To("3811")) == Refusal("NF-7.0.6")
    assert refusal(g, To("3310")) == Refusal("NF-8.0.5", "It is too far for 6 points.")
    assert refusal(g, To("2900")) == Refusal("NF-7.0.1", "Enter by 3911, 3922, 3936.")
    crowd = [german("infantry", h, pinned=True) for h in ("3911", "3811", "3711", "3611") for _ in range(3)]
    g = position(german("pzkpfw_iv"), *crowd, step=MOVE, turn=3)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, To("2322")) == "NF-8.0.5"


# ------------------------------------------------------------------ 9.0, 15.2, 17.0, 18.0 looks and shots


@pytest.mark.rule("NF-9.0.5", "NF-17.0.4")
def test_where_flares_have_lifted_the_range_only_the_line_is_missing() -> None:
    g = position(*pieces("pzkpfw_iv 1912, m42 1917 spotted, maxim 1911"), lit=["1917"], visibility=2, step=FIRE)
    tank = g.pieces["pzkpfw_iv"]
    assert not has_line(g, "1912", "1917")
    assert why_not_fire(g, tank, g.pieces["m42"]) == Refusal("NF-9.0.5") == why_not_look(g, tank, "1917")
    g.lit = {}
    assert why_not_fire(g, tank, g.pieces["m42"]) == Refusal("NF-9.0.3") == why_not_look(g, tank, "1917")


@pytest.mark.rule("NF-15.2.4", "NF-18.0.1")
def test_artillery_that_lies_face_up_is_neither_fired_at_nor_looked_at() -> None:
    g = position(*pieces("stug_iii 1935, m42 1936"), soviet("artillery", "1938", up=True), step=FIRE)
    play(g, Pick("stug_iii"))
    assert refusal(g, Spot("1938")) == Refusal("NF-18.0.1") and refusal(g, Fire("artillery")) == Refusal("NF-15.2.4")
    g = position(*pieces("stug_iii 1935, m42 1936, zis3 1938 spotted"), soviet("artillery", "1938", up=True), step=FIRE)
    play(g, Pick("stug_iii"))
    assert refusal(g, Spot("1938")) == Refusal("NF-18.0.1", "Everything else there is spotted.")


@pytest.mark.rule("NF-15.2.4", "NF-10.0.1")
def test_artillery_that_lies_face_down_is_refused_like_anything_hidden() -> None:
    found = []
    for kind in ("artillery", "m42"):
        g = position(*pieces(f"stug_iii 1935, {kind} 1938"), step=UnitActs("stug_iii"))
        found.append(refusal(g, Fire(kind)))
    assert found[0] == found[1] == Refusal("NF-9.0.1", "Nobody has spotted it yet.")


@pytest.mark.rule("NF-17.0.4", "NF-9.0.3")
def test_a_line_from_soviet_eyes_is_not_lengthened_by_flares() -> None:
    g = position(german("pzkpfw_iv", "1935"), soviet("zis3", "1939", up=True), lit=["1935", "1939"], visibility=2)
    assert not in_view(g, "soviet", "1939", "1935") and not explain_sight(g, "1939", "1935").clear
    assert in_view(g, "german", "1935", "1939") and explain_sight(g, "1935", "1939").clear


# ------------------------------------------------------------------ what is told


@pytest.mark.rule("NF-21.1.3", "NF-16.3.1")
def test_a_bridge_that_engineers_save_is_not_said_to_fall() -> None:
    g = position(*pieces("engineers 1429"), turn=5, step=EndOfTurn(), dice=[6, 6, 6, 6, 1, 1])
    said = [str(e) for e in g.events or () if "1429" in str(e)]
    assert said == [
        "The bridge at 1429: 2, lit (its charge is lit on less than 5)",
        "German engineers save the bridge at 1429",
    ]


@pytest.mark.rule("NF-15.1.2", "NF-11.0.5")
def test_a_pinned_command_unit_sees_but_does_not_observe_for_a_strike() -> None:
    g = position(*pieces("command_car 1937 pinned"), soviet("m42", "1938", up=True), strikes={"german": 1}, step=FIRE)
    g.dice.faces[:] = [6, 1, 1]  # type: ignore[attr-defined]
    play(g, Press("strike"), To("1938"))
    assert "1938, which no German unit observes: 6" in str(logged(g, "NF-15.1.2")[0])


@pytest.mark.rule("NF-16.6.1", "NF-10.1.7")
def test_only_units_that_can_fire_are_said_to_fire_twice() -> None:
    g = position(*pieces("truck_supply 1935, stug_iii 1938, t34r 1936 pinned, m42 1941 spotted"), step=FIRE)
    play(g, Pick("truck_supply"), Press("supply"))
    assert "1 unit within three hexes may fire twice" in str(logged(g, "NF-16.6.1")[0])


# ------------------------------------------------------------------ what may lie hidden

SAID_OF = {  # how a dossier speaks of each kind of Soviet piece
    "artillery": "artillery",
    "command_post": "Command Post",
    "block_house": "Block House",
    "supply": "depot",
    "truck": "truck",
    "dummy": "Dummy",
    "recon": "recon vehicle",
    "su76": "assault gun",
}
SAID_OF |= dict.fromkeys(("maxim", "zis3", "m42"), "gun") | dict.fromkeys(
    ("soviet_infantry", "guards", "soviet_engineers"), "platoon"
)
SAID_OF |= dict.fromkeys(("t34", "kv1", "kv2", "t26"), "tank")


@pytest.mark.rule("NF-10.0.1", "NF-2.2.6", "NF-22.2.2", "NF-18.0.1")
@pytest.mark.parametrize("mobile", [False, True])
def test_the_dossier_of_a_hidden_piece_names_what_its_pool_holds(mobile: bool) -> None:
    things: list[Unit | Formation] = [
        soviet("m42", "2330"),
        column(1, ["t34", "kv1"], ["2316", "2315"], ahead="2317", deployed=True),
    ]
    g = position(german("stug_iii", "2331"), *things)
    piece = next(p for p in view(g, "german").pieces if p.id == ("1.2" if mobile else "m42"))
    said = dossier(g, "german", piece).note
    named = {SAID_OF[kind] for kind in (MOBILE_POOL if mobile else STATIC_POOL)}
    others = {SAID_OF[kind] for kind in TYPES if kind in SAID_OF} - named
    assert all(word in said for word in named) and "4 or more" in said
    assert not any(f" {word} " in said.replace(",", " ") for word in others - {"gun"})


# ------------------------------------------------------------------ 18.0 what a look has proven


@pytest.mark.rule("NF-18.0.1", "NF-10.2.1")
def test_nobody_is_advised_to_look_again_where_only_artillery_can_lie() -> None:
    """A look that succeeds and finds nothing proves it: another could have no effect, and is not offered."""
    things = pieces("stug_iii 1935, pzkpfw_iv 1936, artillery 1938")
    g = position(*things, step=FIRE, dice=[6])
    play(g, Pick("stug_iii"), Spot("1938"))
    assert "Nothing in 1938 can be spotted" in [str(e) for e in logged(g, "NF-18.0.1")]
    assert not g.asks  # the tank has nothing to look for, so the phase is over
    g = position(*things, soviet("m42", "1739"), step=FIRE, dice=[6])
    play(g, Pick("stug_iii"), Spot("1938"), Pick("pzkpfw_iv"))
    assert refusal(g, Spot("1938")) == Refusal("NF-18.0.1") and Spot("1739") in offered(g)
    hidden = next(p for p in view(g, "german").pieces if p.id == "artillery")
    assert hidden.hidden and "can only be artillery" in dossier(g, "german", hidden).note


@pytest.mark.rule("NF-18.0.1", "NF-10.3.1")
def test_a_look_that_fails_proves_nothing() -> None:
    g = position(*pieces("stug_iii 1935, pzkpfw_iv 1936, artillery 1938"), step=FIRE, dice=[1])
    play(g, Pick("stug_iii"), Spot("1938"), Pick("pzkpfw_iv"))
    assert Spot("1938") in offered(g) and g.proven == {}
