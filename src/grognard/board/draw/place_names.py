"""Place names and river names, each put where it hides least."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.draw.courses import Flow
from grognard.board.draw.geometry import line_path, shifted
from grognard.board.draw.page import SIZE
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import CAPITALS, SERIF, Point, Value, attrs, element, layer, text
from grognard.board.hexes.grid import Cube

FAR = 1.55  # how much larger names are on a map seen whole

Box = tuple[float, float, float, float]  # left, top, right, bottom


class _Hand(NamedTuple):
    """How one kind of place is lettered."""

    size: float
    spread: float
    family: str
    weight: str
    slant: str | None


_HANDS = {
    "city": _Hand(24, 1.8, CAPITALS, "700", None),
    "town": _Hand(21, 1.6, CAPITALS, "700", None),
    "village": _Hand(15.5, 0.4, SERIF, "500", None),
    "small": _Hand(13.5, 0.4, SERIF, "500", None),
    "river": _Hand(20, 9, SERIF, "500", "italic"),
    "lake": _Hand(16, 4, SERIF, "500", "italic"),
    "gully": _Hand(14, 0.4, SERIF, "500", "italic"),
    "hill": _Hand(19, 1, SERIF, "500", "italic"),
}
_OPERATIONAL = {"city": 26.0, "town": 23.0, "village": 14.5, "small": 13.0}
_WATER = ("river", "lake")


def draw_names(scene: Scene) -> str:
    """Every name, the biggest first."""
    taken: list[Box] = []
    out = []
    for name, cube, kind in sorted(scene.plan.places, key=lambda place: -_size(scene, place[2])):
        out.append(_name(scene, name, cube, kind, taken))
    known = {name.lower() for name, _, _ in scene.plan.places}
    for i, flow in enumerate(scene.flows):
        if len(flow.line) > 120 and flow.name[:1].isupper() and flow.name.lower() not in known:
            out.append(_river_name(scene, flow, i))
    return layer("labels", *out)


def _size(scene: Scene, kind: str) -> float:
    size = _OPERATIONAL.get(kind, _HANDS[kind].size) if scene.operational else _HANDS[kind].size
    return size * FAR if scene.far else size


def _halo(scene: Scene, kind: str) -> dict[str, Value]:
    p = scene.palette
    water = kind in _WATER
    return attrs(
        fill=p.water_label if water else p.label,
        stroke=p.halo,
        stroke_width=2.2 if water else 3.4,
        stroke_opacity=0.85,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _name(scene: Scene, name: str, cube: Cube, kind: str, taken: list[Box]) -> str:
    hand, size = _HANDS[kind], _size(scene, kind)
    wide = len(name) * (size * (0.56 if hand.family == CAPITALS else 0.46) + hand.spread) + 4
    x, y = _free_spot(scene, cube, kind, wide, taken)
    taken.append((x - wide / 2, y - size * 0.75, x + wide / 2, y + 4))
    words = element(
        "text",
        text(name),
        class_=kind,
        x=round(x),
        y=round(y),
        font_size=round(size, 1),
        font_family=hand.family,
        font_weight=hand.weight,
        font_style=hand.slant,
        letter_spacing=hand.spread,
        text_anchor="middle",
        **_halo(scene, kind),
    )
    return _summit(scene, cube) + words if kind == "hill" else words


def _summit(scene: Scene, cube: Cube) -> str:
    x, y = scene.page.centre(cube)
    look = attrs(fill=scene.palette.label, stroke=scene.palette.halo, stroke_width=2, paint_order="stroke")
    return element("path", d=f"M{x:.1f} {y - 6:.1f}l6 10h-12Z", **look)


# ---------------------------------------------------------------- where a name goes


def _free_spot(scene: Scene, cube: Cube, kind: str, wide: float, taken: list[Box]) -> Point:
    """The place round the hex where the name covers no other name and fewest houses and roads."""
    x, y = scene.page.centre(cube)
    size = _size(scene, kind)
    if kind in ("river", "gully"):
        return x, y + 5
    spots = [(x + dx, y + dy) for dx, dy in _around(wide, size, 0.45 if scene.operational else 0.8)]
    costs = [(_cost(scene, spot, rank, wide, size, taken), rank) for rank, spot in enumerate(spots)]
    return spots[min(costs)[1]]


def _around(wide: float, size: float, near: float) -> list[Point]:
    """The places round a hex, the best first."""
    r, half = SIZE, wide / 2
    return [
        (0, -near * r - 4),
        (0, near * r + size * 0.9),
        (r * 0.7 + half, 5),
        (-r * 0.7 - half, 5),
        (r * 0.3 + half, -r * 0.6),
        (-r * 0.3 - half, -r * 0.6),
        (r * 0.3 + half, r * 0.8),
        (-r * 0.3 - half, r * 0.8),
        (0, -r * 1.6),
        (0, r * 1.9),
        (r * 1.3 + half, -r * 1.3),
        (-r * 1.3 - half, -r * 1.3),
        (r * 1.3 + half, r * 1.5),
        (-r * 1.3 - half, r * 1.5),
    ]


def _cost(scene: Scene, spot: Point, rank: int, wide: float, size: float, taken: list[Box]) -> float:
    """What a name at this spot would hide."""
    left, top, right, bottom = spot[0] - wide / 2, spot[1] - size * 0.75, spot[0] + wide / 2, spot[1] + 3
    cost = 2.5 * rank
    cost += 400 * sum(left < t[2] and t[0] < right and top < t[3] and t[1] < bottom for t in taken)
    along = [(left + wide * k / 8, spot[1] - size * 0.3) for k in range(9)]
    cost += 3 * sum(not scene.taken.is_clear(p, size * 0.25) for p in along)
    fx, fy, w, h = scene.page.frame
    outside = left < fx + 4 or right > fx + w - 4 or top < fy + 3 or bottom > fy + h - 3
    return cost + (500 if outside else 0)


def _river_name(scene: Scene, flow: Flow, index: int) -> str:
    """A name that follows its river."""
    line = flow.line if flow.line[0][0] <= flow.line[-1][0] else flow.line[::-1]
    beside = shifted(line[len(line) // 5 :], -flow.width / 2 - 5)[::4]
    ident = f"{scene.prefix}w{index}"
    size = (16 if flow.width > 12 else 13.5) * (FAR if scene.far else 1)
    guide = element("path", id=ident, d=line_path(beside), fill="none")
    words = element("textPath", text(flow.name), href=f"#{ident}", startOffset="12%")
    hand = attrs(font_family=SERIF, font_weight="500", font_style="italic", font_size=size, letter_spacing=4)
    return guide + element("text", words, class_="river", **hand, **_halo(scene, "river"))
