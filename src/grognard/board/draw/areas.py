"""Sand, rough ground, marsh, scrub, orchards, groves and woods as soft shapes."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.draw.scene import Scene
from grognard.board.draw.svg import attrs, element, layer


class _Kind(NamedTuple):
    style: str
    inset: float
    rough: float
    alpha: float
    dash: str | None


_KINDS = (
    _Kind("beach", -3, 5, 0.85, "1.5 4"),
    _Kind("rough", 3, 5, 0.55, "2 4"),
    _Kind("marsh", 2, 5, 0.55, "2 4"),
    _Kind("scrub", 3, 5, 0.6, "1 3"),
    _Kind("orchard", 4, 1.5, 0.9, None),
    _Kind("grove", 3, 5, 0.7, "3 3"),
    _Kind("wood", 3, 5, 0.9, None),
)


def draw_areas(scene: Scene) -> str:
    """One shape for each style, woods with a shadow."""
    return layer("areas", *(_area(scene, kind) for kind in _KINDS if kind.style in scene.plan.areas))


def _area(scene: Scene, kind: _Kind) -> str:
    p = scene.palette
    fill, edge = {
        "beach": (p.sand, p.rough_ink),
        "rough": (p.rough, p.rough_ink),
        "marsh": (p.marsh, p.marsh_ink),
        "scrub": (p.orchard, p.wood_edge),
        "orchard": (p.orchard, p.wood_edge),
        "grove": (p.wood, p.wood_edge),
        "wood": (p.wood, p.wood_edge),
    }[kind.style]
    d = scene.blob(scene.plan.areas[kind.style], kind.inset, kind.rough).path
    shade = attrs(transform="translate(2.5 3.5)", fill=p.shadow, fill_opacity=0.22)
    line = attrs(stroke=edge, stroke_opacity=0.6, stroke_width=1, stroke_dasharray=kind.dash)
    shadow = element("path", d=d, fill_rule="evenodd", **shade) if kind.style == "wood" else ""
    body = element("path", d=d, fill=fill, fill_opacity=kind.alpha, fill_rule="evenodd", **line)
    return element("g", shadow, body, class_=kind.style)
