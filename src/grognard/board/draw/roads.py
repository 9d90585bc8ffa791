"""Roads, trails, railways and bridges."""

from __future__ import annotations

from grognard.board.draw.colours import Palette
from grognard.board.draw.geometry import bearing, line_path, mix
from grognard.board.draw.scene import Scene
from grognard.board.draw.styles import Crossing
from grognard.board.draw.svg import Point, attrs, element, layer, move

_SPAN = {"river_bridge": 62.0, "wood_bridge": 31.0, "wood": 31.0, "stone": 25.0, "plank": 18.0, "ford": 24.0}
_STONE = ("river_bridge", "stone")


def draw_roads(scene: Scene) -> str:
    """Trails, railways, then all road casings, then all road surfaces."""
    ways = scene.ways
    kinds = ((ways.trails, _trails), (ways.rails, _rails), (ways.roads, _roads))
    paths = (("".join(line_path(lane) for lane in lanes), draw) for lanes, draw in kinds)
    return layer(
        "roads",
        *(draw(scene, d) for d, draw in paths if d),
        fill="none",
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def _halo(p: Palette, d: str, strength: float, wide: float) -> str:
    return element("path", d=d, stroke=p.halo, stroke_opacity=0.25 if p.moon else strength, stroke_width=wide)


def _trails(scene: Scene, d: str) -> str:
    p = scene.palette
    halo = _halo(p, d, 0.7, 4.6)
    line = element("path", d=d, stroke=p.trail, stroke_width=2.2, stroke_dasharray="8 4.5", stroke_linecap="butt")
    return element("g", halo, line, class_="trails")


def _rails(scene: Scene, d: str) -> str:
    p = scene.palette
    tie = 6 if scene.operational else 9
    halo = _halo(p, d, 0.6, tie + 1)
    rail = element("path", d=d, stroke=p.rail, stroke_width=1.8)
    ties = element("path", d=d, stroke=p.rail, stroke_width=tie, stroke_dasharray="1.3 6.2", stroke_linecap="butt")
    return element("g", halo, rail, ties, class_="rails")


def _roads(scene: Scene, d: str) -> str:
    p = scene.palette
    wide = 6 if scene.operational else 8.5
    ident = f"{scene.prefix}roads"
    shade = attrs(x=0.8, y=1.4, stroke=p.shadow, stroke_opacity=0.16)
    parts = [
        element("defs", element("path", id=ident, d=d)),
        element("use", href=f"#{ident}", stroke_width=wide + 3, **shade),
        element("use", href=f"#{ident}", stroke=p.road_case, stroke_width=wide),
        element("use", href=f"#{ident}", stroke=p.road, stroke_width=wide - 2.6),
    ]
    if not scene.operational:
        rut = attrs(stroke=p.road_case, stroke_opacity=0.28, stroke_dasharray="10 7 4 9")
        parts.append(element("use", href=f"#{ident}", stroke_width=0.8, **rut))
    return element("g", *parts, class_="road")


# ---------------------------------------------------------------- bridges


def draw_bridges(scene: Scene) -> str:
    """Every bridge and ford, turned to its road."""
    out = []
    for crossing in scene.plan.bridges:
        (x, y), turn = _place(scene, crossing)
        scene.taken.add([(x, y)], 14)
        half = _half_span(scene, crossing.style, (x, y))
        out.append(element("g", _bridge(scene, crossing.style, half), transform=move(x, y, round(turn))))
    return layer("bridges", *out)


def _place(scene: Scene, crossing: Crossing) -> tuple[Point, float]:
    """Where the road crosses the water in this hex or over this side, and its direction there."""
    here = scene.page.centre(crossing.cube)
    there = scene.page.centre(crossing.other) if crossing.other else here
    middle = mix(here, there)
    best: tuple[float, Point, float] | None = None
    for spot, turn in scene.ways.crossed.near(middle, 34):
        wet = scene.water.nearest(spot)
        if wet and wet[0] > wet[1] + 8:
            continue
        cost = (wet[0] if wet else 40) + 0.25 * abs(spot[0] - middle[0]) + 0.25 * abs(spot[1] - middle[1])
        if best is None or cost < best[0]:
            best = (cost, spot, turn)
    if best:
        return best[1], best[2]
    return middle, bearing(here, there) if crossing.other else 0.0


def _half_span(scene: Scene, kind: str, place: Point) -> float:
    """Half the length of a bridge: its usual one, or enough for the water it crosses."""
    wet = scene.water.nearest(place)
    radius = wet[1] if wet and wet[0] <= wet[1] else 0
    return max(_SPAN[kind] / 2, radius + 9 if radius > 10 else 0)


def _bridge(scene: Scene, kind: str, half: float) -> str:
    p = scene.palette
    wide = 13.0 if kind == "river_bridge" else 9.0 if scene.operational else 11.0
    if kind == "ford":
        return _ford(p, half, wide)
    stone = kind in _STONE
    size = attrs(x=-half, width=2 * half, height=wide)
    planks = "".join(f"M{-half + 2 + 3.2 * i:.1f} {-wide / 2:g}v{wide:g}" for i in range(int((2 * half - 3) / 3.2) + 1))
    rail = attrs(fill="none", stroke=p.deck_ink, stroke_width=1.7, stroke_linecap="round")
    return "".join(
        [
            element("rect", y=-wide / 2 + 3, fill=p.shadow, fill_opacity=0.4, **size),
            _piers(p, wide) if half > 25 else "",
            element("rect", y=-wide / 2, fill=p.stone if stone else p.deck, **size),
            element("path", d=planks, stroke=p.deck_ink, stroke_opacity=0.25 if stone else 0.55, stroke_width=0.9),
            element("path", d=_rails_of(half, wide / 2), stroke_linejoin="round", **rail),
        ]
    )


def _piers(p: Palette, wide: float) -> str:
    look = attrs(y=-wide / 2 - 3, width=6.0, height=wide + 6, rx=2.0, stroke_width=0.8)
    return "".join(element("rect", x=x, fill=p.stone, stroke=p.deck_ink, **look) for x in (-20, -3, 14))


def _rails_of(half: float, side: float) -> str:
    """Both rails, splayed at the ends."""
    out = ""
    for y, flare in ((-side, -side - 3.5), (side, side + 3.5)):
        out += f"M{-half - 3:g} {flare:g}L{-half:g} {y:g}H{half:g}L{half + 3:g} {flare:g}"
    return out


def _ford(p: Palette, half: float, wide: float) -> str:
    """Stones and ripples where the road goes through the water."""
    bed = element("rect", x=-half, y=-wide / 2, width=2 * half, height=wide, rx=5, fill=p.sand, fill_opacity=0.55)
    top, step = -wide / 2 - 2, wide / 2 + 2
    ripples = "".join(f"M{x} {top:g}q3 {wide / 4:g} 0 {step:g}t0 {step:g}" for x in (-7, 0, 7))
    return bed + element("path", d=ripples, fill="none", stroke=p.water_line, stroke_width=1.4)
