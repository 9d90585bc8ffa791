"""Trees, tufts, furrows, paper, light and fire: everything in a board's defs."""

from __future__ import annotations

import math

from grognard.board.draw.colours import Palette
from grognard.board.draw.geometry import loop_path
from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import attrs, element, move, unit

_FURROWS = (8, 37, 68, 97, 128, 157)  # degrees
_TILE = 448  # the side of a tile of paper; noise is what takes a browser longest to draw


def defs(scene: Scene) -> str:
    """All symbols, patterns and gradients a board may need."""
    p, prefix = scene.palette, scene.prefix
    scale = 0.8 if scene.operational else 1.0
    parts = [neat_clip(scene), _trees(p, prefix, scale), _orchard_tree(p, prefix, scale), _bush(p, prefix, scale)]
    parts += [_tufts(p, prefix), _furrows(p, prefix), _paper(p, prefix), _flame(p, prefix)]
    if p.moon:
        parts.append(_moonlight(p, prefix))
    return element("defs", *parts)


def table_defs(p: Palette, prefix: str) -> str:
    """The symbols of an inch table: model trees, and static grass as worn patches and fine fibre."""
    size = {"width": 720, "height": 720}
    noise = []
    for name, frequency, octaves, values in (
        ("g1", "0.006", 4, "0 0 0 0 .62 0 0 0 0 .55 0 0 0 0 .30 2.6 0 0 0 -1.05"),
        ("g2", "0.7", 2, "0 0 0 0 .20 0 0 0 0 .26 0 0 0 0 .08 1.6 0 0 0 -.62"),
    ):
        turbulence = element(
            "feTurbulence",
            type="fractalNoise",
            baseFrequency=frequency,
            numOctaves=octaves,
            seed=12,
            stitchTiles="stitch",
        )
        box = {"x": "0", "y": "0", "width": "100%", "height": "100%"}
        noise.append(
            element("filter", turbulence, element("feColorMatrix", values=values), id=f"{prefix}{name}", **box)
        )
    layers = [
        element("rect", filter=f"url(#{prefix}{name})", opacity=alpha, **size)
        for name, alpha in (("g1", 0.75), ("g2", 0.42))
    ]
    grass = element("pattern", *layers, id=f"{prefix}grass", patternUnits="userSpaceOnUse", **size)
    return element("defs", _trees(p, prefix, 1.9), *noise, grass)


def neat_clip(scene: Scene) -> str:
    x, y, w, h = scene.page.frame
    return element("clipPath", element("rect", x=x, y=y, width=w, height=h), id=f"{scene.prefix}neat")


def _crown(radius: float, seed: int, lumps: int = 9) -> str:
    """A tree crown seen from above."""
    points = []
    for i in range(lumps):
        r = radius * (0.86 + 0.28 * unit(i, seed, 3))
        a = 2 * math.pi * i / lumps
        points.append((r * math.cos(a), r * math.sin(a)))
    return loop_path(points)


def _trees(p: Palette, prefix: str, scale: float) -> str:
    out = []
    for i, tint in enumerate(p.tree):
        r = (6.6 + i * 0.9) * scale
        crown = _crown(r, i)
        shade = element(
            "path", d=crown, transform=move(1.8 * scale, 2.4 * scale), fill=p.shadow, fill_opacity=p.shadow_alpha
        )
        body = element("path", d=crown, fill=tint, stroke=p.tree_dark, stroke_width=0.7 * scale)
        lit = element(
            "path",
            d=_crown(r * 0.56, i + 7, 7),
            transform=move(-1.7 * scale, -1.9 * scale),
            fill=p.tree_light,
            fill_opacity=0.5,
        )
        out.append(element("g", shade, body, lit, id=f"{prefix}t{i}"))
    return "".join(out)


def _orchard_tree(p: Palette, prefix: str, scale: float) -> str:
    return _small_tree(p, f"{prefix}o", 4.4 * scale, p.orchard_tree, 4)


def _bush(p: Palette, prefix: str, scale: float) -> str:
    return _small_tree(p, f"{prefix}b", 3.4 * scale, p.tree[1], 6)


def _small_tree(p: Palette, ident: str, r: float, tint: str, seed: int) -> str:
    shade = element("circle", cx=1.3, cy=1.7, r=r, fill=p.shadow, fill_opacity=p.shadow_alpha)
    body = element("path", d=_crown(r, seed, 7), fill=tint, stroke=p.tree_dark, stroke_width=0.6)
    lit = element("circle", cx=-1, cy=-1.2, r=r * 0.42, fill=p.tree_light, fill_opacity=0.6)
    return element("g", shade, body, lit, id=ident)


def _tufts(p: Palette, prefix: str) -> str:
    """Reeds for marsh, humps for rough ground, dots for sand."""
    reeds = "M-6 0H6M-3.6 0l-1.8-4.2M-1.2 0l-.6-5.8M1.2 0l.6-5.8M3.6 0l1.8-4.2"
    marsh = element(
        "g",
        element("path", d=reeds, stroke_width=1),
        element("path", d="M-3 2.6h7", stroke_width=0.7, opacity=0.7),
        id=f"{prefix}m",
        fill="none",
        stroke=p.marsh_ink,
        stroke_linecap="round",
    )
    humps = element("path", d="M-5 2q2-6 5-5.6T6 2M-1.5 1.6l.5-3M2 1.8l.4-2.4", opacity=0.8)
    rough = element(
        "g", humps, id=f"{prefix}r", fill="none", stroke=p.rough_ink, stroke_linecap="round", stroke_width=1.1
    )
    dots = "M-4 1h.1M1-2h.1M4 2.5h.1M-1 4h.1"
    grains = attrs(stroke=p.rough_ink, stroke_opacity=0.6, stroke_width=1.3, stroke_linecap="round")
    sand = element("path", id=f"{prefix}s", d=dots, **grains)
    return marsh + rough + sand


def _furrows(p: Palette, prefix: str) -> str:
    """Ploughed fields, six directions."""
    line = element("path", d="M0 3H6", stroke=p.furrow, stroke_width=0.8, stroke_opacity=0.34)
    return "".join(
        element(
            "pattern",
            line,
            id=f"{prefix}f{i}",
            width=6,
            height=6,
            patternUnits="userSpaceOnUse",
            patternTransform=f"rotate({turn})",
        )
        for i, turn in enumerate(_FURROWS)
    )


def _paper(p: Palette, prefix: str) -> str:
    """Fibre and blotch, one tile that repeats; laid over the whole map at low strength."""
    r, g, b = p.paper
    noise = attrs(type="fractalNoise", stitchTiles="stitch")
    steps = [
        element("feTurbulence", baseFrequency=".006 .008", numOctaves=4, seed=4, result="blotch", **noise),
        element("feTurbulence", baseFrequency=".55", numOctaves=2, seed=9, result="fibre", **noise),
        element("feComposite", in_="blotch", in2="fibre", operator="arithmetic", k1=0, k2=0.8, k3=0.3, k4=-0.05),
        element("feColorMatrix", values=f"0 0 0 0 {r} 0 0 0 0 {g} 0 0 0 0 {b} 1.5 0 0 0 -.42"),
    ]
    grain = element(
        "filter",
        *steps,
        id=f"{prefix}grain",
        x=0,
        y=0,
        width="100%",
        height="100%",
        color_interpolation_filters="sRGB",
    )
    size = attrs(width=_TILE, height=_TILE)
    tile = element("rect", filter=f"url(#{prefix}grain)", **size)
    return grain + element("pattern", tile, id=f"{prefix}paper", patternUnits="userSpaceOnUse", **size)


def _stop(offset: float, colour: str, alpha: float) -> str:
    return element("stop", offset=offset, stop_color=colour, stop_opacity=alpha)


def _flame(p: Palette, prefix: str) -> str:
    stops = [_stop(0, p.fire, 0.85), _stop(0.35, p.fire, 0.38), _stop(1, p.fire, 0)]
    glow = element("radialGradient", *stops, id=f"{prefix}glow")
    outer = "M0 6C-6 5-7-1-3-5c0 3 2 3 2 1C-1-8 3-10 2-13c4 3 7 9 5 14C6 5 3 7 0 6Z"
    inner = "M1 5C-2 4-2 1 0-1c0 2 2 2 2-1 2 2 3 5 1 7Z"
    return glow + element(
        "g",
        element("path", d=outer, fill=p.fire),
        element("path", d=inner, fill="#ffe9a8"),
        id=f"{prefix}flame",
    )


def _moonlight(p: Palette, prefix: str) -> str:
    """A pool of light at the upper left and darkness towards the edges."""
    stops = [_stop(0, p.light, 0.2), _stop(0.45, p.light, 0.05), _stop(0.7, p.shadow, 0.1), _stop(1, p.shadow, 0.42)]
    return element("radialGradient", *stops, id=f"{prefix}moon", cx=0.34, cy=0.22, r=0.9)
