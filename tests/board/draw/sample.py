"""A small map with one of everything."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from grognard.board.hexes.map import HexMap, parse_map

MAP = """
name = "Everything"

[grid]
columns = [1, 12]
rows = [1, 9]
shape = "flat"
shifted = "even"
missing = ["1209"]

[terrain]
clear = ["0101"]
forest = ["0202", "0203", "0303", "0302"]
orchard = ["0502"]
marsh = ["0702"]
rough = ["0902"]
scrub = ["1102"]
beach = ["0104"]
lake = ["0105", "0106"]
sea = ["1201"]
village = ["0405"]
town = ["0605", "0606"]
city = ["0808"]
half_built = ["1006"]
built_up = ["1007"]

[elevation]
base = 0
1 = ["0203", "0404"]
2 = ["0303", "0403"]

[[line]]
kind = "road"
name = "high road"
hexes = ["0106", "0205", "0306", "0405", "0505", "0605", "0706", "0806", "0906", "1006", "1107", "1206"]

[[line]]
kind = "road"
hexes = ["0605", "0606", "0607", "0608", "0609"]

[[line]]
kind = "trail"
hexes = ["0505", "0504", "0503", "0403"]

[[line]]
kind = "trail"
hexes = ["0504", "0503", "0602"]

[[line]]
kind = "rail"
hexes = ["0108", "0208", "0309", "0408"]

[[line]]
kind = "river"
name = "Grande"
hexes = ["0901", "0902", "0903", "0904", "0905", "0906", "0907", "0908", "0909"]

[[line]]
kind = "river"
look = "reach"
hexes = ["1003", "1004"]

[[line]]
kind = "river"
look = "arm"
hexes = ["0803", "0804"]

[[line]]
kind = "stream"
hexes = ["1105", "1005"]

[[line]]
kind = "brook"
look = "pond"
hexes = ["1108"]

[[line]]
kind = "gully"
hexes = ["0307", "0407", "0508"]

[[hexside]]
kind = "big_river"
name = "Wide Water"
sides = ["0601/0701", "0601/0702", "0602/0702", "0602/0703", "0603/0703"]

[[hexside]]
kind = "stream"
sides = ["0703/0704"]

[[hexside]]
kind = "ditch"
sides = ["0204/0205", "0205/0305"]

[[hexside]]
kind = "minefield"
sides = ["0706/0707", "0707/0807"]

[[hexside]]
kind = "slope"
sides = ["0303/0304"]

[[hexside]]
kind = "cliff"
sides = ["0403/0404"]

[[hexside]]
kind = "hedge"
sides = ["1005/1006"]

[[bridge]]
kind = "river_bridge"
hex = "0906"

[[bridge]]
kind = "stone"
side = "0602/0702"

[[bridge]]
kind = "plank"
side = "0204/0205"

[[bridge]]
kind = "ford"
hex = "0904"

[[place]]
name = "Saint-Éloi & Co"
hex = "0605"
kind = "town"

[[place]]
name = "Hamlet"
hex = "0405"
kind = "village"

[[place]]
name = "Farm"
hex = "1006"

[[place]]
name = "Hill 99"
hex = "0303"
kind = "hill"

[[place]]
name = "Deep Cut"
hex = "0407"
kind = "gully"

[[place]]
name = "Grande"
hex = "0904"
kind = "river"

[marks]
star = ["0707"]
objective = ["0808"]
ablaze = ["1007"]
compass = ["1103"]
airfield = ["0209"]
fortification = ["1208"]
reinforcements = ["0101"]

[look]
palette = "normandy"
wood = ["forest"]
river = ["big_river"]
partial = ["half_built"]
full = ["built_up"]
plain = ["clear"]
"""


def sample(change: tuple[str, str] | None = None) -> HexMap:
    """The map, perhaps with one piece of its text changed."""
    text = MAP if change is None else MAP.replace(*change)
    assert change is None or text != MAP
    return parse_map(text)


def tree(svg: str) -> ET.Element:
    """The parsed SVG, without namespaces in its tags."""
    root = ET.fromstring(svg)
    for node in root.iter():
        node.tag = node.tag.split("}")[-1]
    return root


def classes(root: ET.Element) -> set[str]:
    """Every class in a drawing."""
    return {word for node in root.iter() for word in node.get("class", "").split()}
