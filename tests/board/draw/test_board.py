from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import grognard.board.draw
from grognard.board.draw import draw_board, palette_names
from grognard.board.draw.courses import Ways
from grognard.board.draw.page import Page
from grognard.board.draw.styles import make_plan
from grognard.board.hexes.map import parse_map
from grognard.board.hexes.maps import Maps
from tests.board.draw.sample import classes, sample, tree

DRAW = Path(grognard.board.draw.__file__).parent
GAMES = DRAW.parents[1] / "games"
MAPS = sorted(GAMES.glob("*/data/maps/*.toml"))

LAYERS = {
    "margin",
    "ground",
    "fields",
    "relief",
    "areas",
    "gullies",
    "water",
    "sides",
    "yards",
    "roads",
    "bridges",
    "houses",
    "works",
    "plants",
    "paper",
    "fires",
    "hexes",
    "stars",
    "hexnum",
    "labels",
    "compass",
    "edge",
}


def test_the_same_map_gives_the_same_bytes() -> None:
    assert draw_board(sample()) == draw_board(sample())


def test_another_process_gives_the_same_bytes() -> None:
    code = "from tests.board.draw.sample import sample; from grognard.board.draw import draw_board; "
    code += "import hashlib; print(hashlib.sha256(draw_board(sample()).encode()).hexdigest())"
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": f"{root}{os.pathsep}{root / 'src'}"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == hashlib.sha256(draw_board(sample()).encode()).hexdigest()


@pytest.mark.parametrize("name", palette_names())
def test_every_palette_draws_well_formed_svg(name: str) -> None:
    root = tree(draw_board(sample(), palette=name))
    assert root.tag == "svg"
    assert root.get("data-zoom") == "near"
    assert ("moon" in classes(root)) == (name == "steppe-night")


def test_every_layer_is_there() -> None:
    found = classes(tree(draw_board(sample())))
    assert found >= LAYERS
    assert found >= {"beach", "rough", "marsh", "scrub", "orchard", "wood", "trails", "rails", "road"}
    assert found >= {"ditch", "minefield", "slope", "cliff", "hedge", "airfield", "fortification", "objective"}


def test_layers_lie_in_order() -> None:
    svg = draw_board(sample())
    order = ["ground", "relief", "areas", "gullies", "water", "yards", "roads", "bridges", "houses", "plants"]
    order += ["paper", "fires", "hexes", "stars", "hexnum", "labels", "compass", "edge"]
    places = [svg.index(f'class="{name}"') for name in order]
    assert places == sorted(places)


def test_a_bare_map_has_no_layers_it_does_not_need() -> None:
    bare = parse_map('name = "Bare"\n[grid]\ncolumns = [0, 3]\nrows = [0, 2]\nshape = "pointy"\nshifted = "odd"')
    found = classes(tree(draw_board(bare)))
    assert found & LAYERS == {"margin", "ground", "fields", "paper", "hexes", "hexnum", "edge"}


def test_every_hex_number_stands_once() -> None:
    hexmap = sample()
    root = tree(draw_board(hexmap))
    group = next(node for node in root.iter("g") if node.get("class") == "hexnum")
    assert sorted(node.text or "" for node in group) == sorted(hexmap.grid.hexes)


def test_numbers_can_be_left_out() -> None:
    assert "hexnum" not in classes(tree(draw_board(sample(), numbers=False)))


def test_far_maps_have_larger_names_and_no_hex_numbers() -> None:
    near, far = tree(draw_board(sample())), tree(draw_board(sample(), far=True))
    assert "hexnum" not in classes(far)
    assert far.get("data-zoom") == "far"
    sizes = [
        float(next(n for n in root.iter("text") if n.text == "Hamlet").get("font-size", "0")) for root in (near, far)
    ]
    assert sizes[1] == pytest.approx(sizes[0] * 1.55, abs=0.1)


def test_every_place_name_stands_once() -> None:
    hexmap = sample()
    words = [node.text for node in tree(draw_board(hexmap)).iter() if node.tag in ("text", "textPath")]
    for place in hexmap.places:
        assert words.count(place.name) == 1


def test_ids_keep_to_their_prefix_and_every_reference_is_met() -> None:
    svg = draw_board(sample(), prefix="q")
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert all(ident.startswith("q") for ident in ids)
    used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert used <= set(ids)


def test_a_road_is_drawn_once_where_two_share_a_hexside() -> None:
    hexmap = sample()
    page = Page(hexmap.grid)
    trails = Ways(make_plan(hexmap, page), page).trails
    assert [len(t) for t in trails] == [7, 3]


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.relative_to(GAMES).parts[0])
def test_the_maps_of_SHELF(path: Path) -> None:
    hexmap = Maps(path.parents[1]).box[path.stem]
    svg = draw_board(hexmap)
    assert len(svg) < 2_500_000
    root = tree(svg)
    group = next(node for node in root.iter("g") if node.get("class") == "hexnum")
    assert sorted(node.text or "" for node in group) == sorted(hexmap.grid.hexes)


def test_the_drawing_code_names_no_game() -> None:
    names = {path.relative_to(GAMES).parts[0] for path in MAPS}
    names |= {name.replace("_", " ") for name in names}
    for path in DRAW.rglob("*.*"):
        if path.suffix in (".py", ".toml"):
            text = path.read_text("utf-8").lower()
            assert not any(name in text for name in names), path
