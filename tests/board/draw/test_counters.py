from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET

import msgspec
import pytest

from grognard.board.draw import (
    STATES,
    Face,
    LookError,
    Marker,
    counter_sheet,
    draw_back,
    draw_base,
    draw_counter,
    draw_mark,
    draw_marker,
    draw_piece,
    draw_stack,
    draw_state,
    draw_tray,
    liveries,
)
from grognard.board.draw.bases import CLOTHS, DEPTHS
from grognard.board.draw.colours import contrast
from grognard.board.draw.markers import MARKERS, MARKS
from grognard.board.draw.unit_symbols import SILHOUETTES, SYMBOLS
from tests.board.draw.sample import tree

TANK = Face(layout="portrait", livery="german", silhouette="tank", name="Pz IV", values=(4,), sight=True, weight="M")
REGIMENT = Face(
    layout="operational", livery="lilac", symbol="armor", values=(6, 5, 8), left="5G", right="20", size_mark="III"
)
PLATOON = Face(
    layout="banded", livery="british", silhouette="tank", name="Tank & Co", values=(8, 5, 6, 7, 10), underlined=True
)
PLAIN = Face(livery="ivory", symbol="infantry", name="Guard", values=("A", 3))
FACES = {"tank": TANK, "regiment": REGIMENT, "platoon": PLATOON, "plain": PLAIN}


def printed(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter("text")]


@pytest.mark.parametrize("key", FACES)
def test_counters_are_well_formed_and_always_the_same(key: str) -> None:
    assert ET.fromstring(draw_counter(FACES[key])).tag == "g"
    assert draw_counter(FACES[key]) == draw_counter(FACES[key])
    assert "INK" not in draw_counter(FACES[key])


def test_every_value_is_printed() -> None:
    assert printed(draw_counter(TANK)) == ["Pz IV", "4", "M"]
    assert printed(draw_counter(REGIMENT)) == ["III", "5G", "20", "6-5-8"]
    assert printed(draw_counter(PLATOON)) == ["Tank & Co", "8", "5", "6", "7", "10"]
    assert printed(draw_counter(PLAIN)) == ["Guard", "A", "3"]


def test_a_counter_that_nobody_drew_shows_its_name_a_word_or_two_to_the_line() -> None:
    assert printed(draw_counter(Face(livery="german", name="2nd Guards"))) == ["2nd", "Guards"]
    assert printed(draw_counter(Face(livery="german", name="1 SS Panzer Division Reconnaissance"))) == [
        "1 SS",
        "Panzer",
        "Division Reconnaissance",
    ]


def test_a_counter_of_numbers_wears_its_sides_emblem_so_that_colour_alone_tells_nobody_apart() -> None:
    shapes = {
        name: ET.fromstring(draw_counter(msgspec.structs.replace(REGIMENT, livery=name))).findall(".//path")
        for name in ("german_green", "ochre", "orange")
    }
    german, ochre, orange = (paths[1].attrib["d"] for paths in shapes.values())
    assert ochre == orange != german


@pytest.mark.parametrize("face", [REGIMENT, PLATOON])
def test_sides_differ_at_every_zoom_and_in_grey_by_a_cap_that_hides_no_word(face: Face) -> None:
    for name, colours in liveries().items():
        drawn = ET.fromstring(draw_counter(msgspec.structs.replace(face, livery=name)))
        caps = [node for node in drawn.iter("path") if node.get("class") == "cap"]
        assert bool(caps) == (colours.emblem == "cross")
        on_top = next(node for node in drawn.iter("text") if -40 < float(node.get("y", 0)) < -30)
        for cap in caps:
            assert contrast(cap.get("fill", ""), colours.face) >= 4.5, "seen from afar"
            assert contrast(cap.get("fill", ""), on_top.get("fill", "")) >= 4.5, "what stands on it is read"


@pytest.mark.parametrize("name", SILHOUETTES)
def test_silhouettes(name: str) -> None:
    ET.fromstring(draw_counter(msgspec.structs.replace(TANK, silhouette=name)))


@pytest.mark.parametrize("name", SYMBOLS)
def test_symbols(name: str) -> None:
    ET.fromstring(draw_counter(msgspec.structs.replace(REGIMENT, symbol=name)))


def test_there_is_a_silhouette_for_everything_that_fights() -> None:
    armour = {"light_tank", "tank", "heavy_tank", "assault_gun", "spg", "armoured_car", "halftrack", "armoured_train"}
    guns = {"gun", "howitzer", "artillery", "machine_gun", "mortar", "anti_air"}
    others = {"infantry", "engineers", "cavalry", "recon", "bunker", "hq", "supply", "aircraft", "truck", "car"}
    assert set(SILHOUETTES) >= armour | guns | others


def test_no_two_pictures_are_alike() -> None:
    assert len(set(SILHOUETTES.values())) == len(SILHOUETTES)
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


@pytest.mark.parametrize("side", list(liveries()))
def test_hidden_backs_tell_nothing(side: str) -> None:
    backs = {draw_counter(msgspec.structs.replace(face, livery=side, hidden=True)) for face in FACES.values()}
    assert backs == {draw_back(side)}
    assert printed(draw_back(side)) == []


def test_a_lost_step_is_a_stripe_and_no_change_of_colour() -> None:
    whole, reduced = draw_counter(REGIMENT), draw_counter(msgspec.structs.replace(REGIMENT, reduced=True))
    assert "step-lost" in reduced and "step-lost" not in whole
    assert reduced.replace(reduced[reduced.index('<path class="step-lost"') :], "") in whole


def test_dark_counters_keep_their_symbols_readable() -> None:
    svg = draw_counter(msgspec.structs.replace(REGIMENT, livery="german_black"))
    box = next(node for node in ET.fromstring(svg).iter("rect") if node.get("width") == "46")
    assert contrast(box.get("fill", ""), box.get("stroke", "")) > 4.5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"livery": "martian"}, "martian"),
        ({"silhouette": "tripod"}, "tripod"),
        ({"silhouette": "", "symbol": "tripod"}, "tripod"),
        ({"symbol": "armor"}, "either a silhouette or a symbol"),
        ({"values": (1, 2)}, "needs 1 values"),
    ],
)
def test_what_cannot_be_drawn_is_named(change: dict[str, object], said: str) -> None:
    with pytest.raises(LookError, match=said):
        draw_counter(msgspec.structs.replace(TANK, **change))


# ---------------------------------------------------------------- marks, states, markers


def test_every_mark_has_its_own_outline() -> None:
    assert len({mark.outline for mark in MARKS.values()}) == len(MARKS)
    assert len({mark.glyph for mark in MARKS.values()}) >= len(MARKS) - 1
    for kind, mark in MARKS.items():
        ET.fromstring(draw_mark(kind))
        assert contrast(mark.fill, mark.ink) >= 4.5


def test_units_and_markers_differ_in_outline() -> None:
    unit = ET.fromstring(draw_counter(TANK))
    assert any(node.get("rx") == "11" for node in unit.iter("rect"))
    for kind, card in MARKERS.items():
        marker = ET.fromstring(draw_marker(kind, "X"))
        assert not any(node.get("width") == "100" for node in marker.iter("rect"))
        assert (marker[0].get("d") or "").startswith("M-40-50H40L50-40")
        assert contrast(card.fill, card.ink) >= 4.5


def test_a_marker_takes_its_own_words() -> None:
    assert printed(draw_marker("smoke")) == ["SMOKE"]
    assert printed(draw_marker("smoke", "SMOKE 2")) == ["SMOKE 2"]
    assert printed(draw_marker("mine", "2-1")) == ["2-1", "MINES"]
    assert printed(draw_marker("text", "Turn 4")) == ["Turn 4"]


def test_states_differ_and_show_the_counter_whole() -> None:
    body = draw_counter(TANK)
    drawn = {state: draw_piece(body, state=state) for state in (*STATES, "")}
    assert len(set(drawn.values())) == len(STATES) + 1
    for svg in drawn.values():
        ET.fromstring(svg)
        assert body in svg
    for one, other in itertools.combinations(STATES, 2):
        assert draw_state(one) != draw_state(other)


def test_three_marks_show_and_the_rest_are_counted() -> None:
    marks = ("pinned", "spotted", "moved", "fired", "spent")
    svg = draw_piece(draw_counter(TANK), marks)
    assert svg.count('class="mark ') == 3
    assert "+2" in printed(svg)


@pytest.mark.parametrize(("draw", "word"), [(draw_mark, "tired"), (draw_marker, "dragon"), (draw_state, "asleep")])
def test_unknown_marks_markers_and_states_are_named(draw: object, word: str) -> None:
    assert callable(draw)
    with pytest.raises(LookError, match=word):
        draw(word)


# ---------------------------------------------------------------- stacks and sheets


def test_at_most_three_counters_of_a_stack_show() -> None:
    bodies = [draw_counter(face) for face in (*FACES.values(), TANK)]
    svg = draw_stack(bodies, marks=("spotted",), hint=True)
    assert svg.count('class="counter"') == 3
    assert "5" in printed(svg)
    assert svg.count('class="mark ') == 1
    assert draw_stack(bodies[:1]).count("<circle") == draw_piece(bodies[0]).count("<circle")


def test_a_tray_shows_every_counter() -> None:
    svg = draw_tray([draw_counter(face) for face in FACES.values()])
    ET.fromstring(svg)
    assert svg.count('class="counter"') == len(FACES)


def test_a_sheet_has_one_symbol_for_each_counter() -> None:
    faces: dict[str, Face | Marker] = {
        **FACES,
        "smoke": Marker("smoke", "SMOKE 1"),
        "back": Face(livery="soviet", hidden=True),
    }
    root = tree(counter_sheet(faces, "nf-"))
    assert [node.get("id") for node in root.iter("symbol")] == [f"nf-{key}" for key in faces]
    assert all(node.get("viewBox") == "-50 -50 100 100" for node in root.iter("symbol"))
    assert counter_sheet({})


@pytest.mark.parametrize("kind", DEPTHS)
@pytest.mark.parametrize("side", CLOTHS)
def test_bases(kind: str, side: str) -> None:
    assert ET.fromstring(draw_base(kind, side)).get("class") == f"base {kind}"


def test_unknown_bases_are_named() -> None:
    with pytest.raises(LookError, match="elephants"):
        draw_base("elephants", "red")
