"""Miniature bases seen from above, front edge at the top, in tenths of an inch."""

from __future__ import annotations

from typing import NamedTuple

from grognard.board.draw.svg import LookError, attrs, element, move

WIDE = 11.8  # 30 mm


class Cloth(NamedTuple):
    """The colours of the figures: coat, hat, and the rim of the base."""

    coat: str
    hat: str
    rim: str


class Base(NamedTuple):
    """What stands on a base, and in whose cloth."""

    kind: str
    cloth: str


CLOTHS = {
    "red": Cloth("#6d6a45", "#c5332b", "#c5332b"),
    "white": Cloth("#c9c4ae", "#f4f1e2", "#f4f1e2"),
    "blue": Cloth("#3f5674", "#efe9d8", "#6f9bd1"),
    "black": Cloth("#3a3a36", "#1c1c1a", "#d9b13b"),
}
DEPTHS = {
    "rifles": 8.0,
    "machine_gun": 11.8,
    "sabres": 15.7,
    "gun": 15.7,
    "officer": 11.8,
    "mortar": 11.8,
    "tachanka": 19.7,
    "armoured_car": 19.7,
    "tank": 19.7,
    "wagon": 39.4,
}

_STEEL, _IRON, _LINE = "#3c4a3c", "#151a15", "#201a10"
_SYMBOL = 8.0  # units of a symbol a tenth of an inch


def base_symbol(base: Base) -> str:
    """A base in the space of counters, 94 across: what a web page shows at a quarter of an inch table's units."""
    return element("g", draw_base(base.kind, base.cloth), transform=move(0, 0, scale=_SYMBOL))


def draw_base(kind: str, side: str, figures: int = 4) -> str:
    """One base of troops."""
    if kind not in DEPTHS or side not in CLOTHS:
        raise LookError(
            f'base "{kind}" of "{side}" is not known; there are {", ".join(DEPTHS)} of {", ".join(CLOTHS)}.'
        )
    cloth = CLOTHS[side]
    troops = {
        "rifles": "".join(_man(cloth, -4.2 + 2.8 * i, 0.3 + 0.7 * (i % 2)) for i in range(figures)),
        "sabres": _horse(cloth, -2.9) + _horse(cloth, 2.9),
        "machine_gun": _man(cloth, -3, 2.4) + _man(cloth, 2.6, 3) + _machine_gun(),
        "gun": _man(cloth, -3.9, 2) + _man(cloth, 3.9, 1.4) + _man(cloth, 0, 5.8) + _gun(),
        "officer": _man(cloth, 0, 0) + _flag(cloth),
        "mortar": _man(cloth, -3.2, 2.2) + _man(cloth, 3, 2.8) + _mortar(),
        "tachanka": _horse(cloth, -3.2, -3.4) + _horse(cloth, 3.2, -3.4) + _cart(cloth),
        "armoured_car": _car(),
        "tank": _tank(),
        "wagon": _wagon(),
    }[kind]
    return element("g", _ground(cloth, DEPTHS[kind]), troops, class_=f"base {kind}")


def _ground(cloth: Cloth, deep: float) -> str:
    """Flocked ground with a rim in the side's colour and a thick front edge."""
    plate = attrs(width=WIDE, height=deep, rx=0.9)
    flock = "".join(
        element(
            "circle",
            cx=-5 + (i * 37 % 100) / 10,
            cy=deep * ((i * 53 % 97) / 97 - 0.5) * 0.85,
            r=0.45,
            fill="#8ea55c" if i % 2 else "#5f7338",
        )
        for i in range(16)
    )
    top = -deep / 2
    return "".join(
        [
            element("rect", x=-5.7, y=top + 0.7, fill="#000", fill_opacity=0.35, **plate),
            element("rect", x=-5.9, y=top, fill="#74843f", stroke="#2c2413", stroke_width=1.1, **plate),
            flock,
            element("rect", x=-5.9, y=top, fill="none", stroke=cloth.rim, stroke_width=0.6, **plate),
            element("path", d=f"M-5.6 {top + 0.6:.1f}H5.6", stroke=cloth.hat, stroke_width=1.5),
        ]
    )


def _man(cloth: Cloth, x: float, y: float) -> str:
    parts = [
        element("ellipse", cx=0.4, cy=0.6, rx=1.5, ry=1, fill="#000", fill_opacity=0.4),
        element("path", d="M.5-.4V-3.1", stroke="#2d2112", stroke_width=0.4),
        element("ellipse", rx=1.45, ry=0.95, fill=cloth.coat, stroke=_LINE, stroke_width=0.25),
        element("circle", r=0.72, fill=cloth.hat, stroke=_LINE, stroke_width=0.25),
    ]
    return element("g", *parts, transform=move(x, y))


def _horse(cloth: Cloth, x: float, y: float = 1) -> str:
    body = "M-1.3 3.6Q-1.7.4-.9-1.4Q-.7-3.4-.5-4.4L-.7-6.2L0-6.9L.7-6.2L.5-4.4Q.7-3.4.9-1.4Q1.7.4 1.3 3.6Q0 5-1.3 3.6Z"
    parts = [
        element("ellipse", cx=0.5, cy=0.8, rx=1.3, ry=4.6, fill="#000", fill_opacity=0.35),
        element("path", d="M0 4.4V6.6", stroke="#2a180b", stroke_width=0.7),
        element("path", d=body, fill="#7a4f2c", stroke="#2a180b", stroke_width=0.3),
        element("path", d="M0-2.2V-5", stroke="#2a180b", stroke_width=0.5),
        element("ellipse", cy=0.9, rx=2, ry=1.1, fill=cloth.coat, stroke=_LINE, stroke_width=0.25),
        element("circle", cy=0.6, r=0.9, fill=cloth.hat, stroke=_LINE, stroke_width=0.3),
        element("path", d="M1.7 1L3-3.4", stroke="#d8dde0", stroke_width=0.4),
    ]
    return element("g", *parts, transform=move(x, y))


def _machine_gun() -> str:
    wheel = attrs(cy=0.6, r=0.9, fill="none", stroke=_IRON, stroke_width=0.5)
    barrel = element("path", d="M0 2V-4.4", stroke="#1c2226", stroke_width=1)
    box = element("rect", x=-1.3, y=-0.8, width=2.6, height=2.6, fill=_STEEL, stroke=_IRON, stroke_width=0.3)
    return barrel + box + element("circle", cx=-1.8, **wheel) + element("circle", cx=1.8, **wheel)


def _gun() -> str:
    wheel = attrs(y=-1.2, width=0.8, height=4, rx=0.4, fill="#2a1c10")
    barrel = element("path", d="M-.7 5L0-7L.7 5Z", fill=_STEEL, stroke=_IRON, stroke_width=0.3)
    shield = element("rect", x=-2.6, y=-1, width=5.2, height=0.8, fill=_STEEL, stroke=_IRON, stroke_width=0.2)
    return barrel + shield + element("rect", x=-2.9, **wheel) + element("rect", x=2.1, **wheel)


def _mortar() -> str:
    plate = element("circle", cy=1, r=2, fill=_STEEL, stroke=_IRON, stroke_width=0.4)
    return plate + element("path", d="M0 1V-4", stroke="#1c2226", stroke_width=1.8, stroke_linecap="round")


def _cart(cloth: Cloth) -> str:
    """A tachanka's cart: its machine gun looks to the rear."""
    body = element("rect", x=-3, y=2.4, width=6, height=5, rx=0.6, fill="#6d4a28", stroke="#2a180b", stroke_width=0.4)
    wheels = "".join(element("rect", x=x, y=3.2, width=0.9, height=3.6, rx=0.4, fill="#2a1c10") for x in (-4.1, 3.2))
    return body + wheels + _man(cloth, 0, 4) + element("path", d="M0 6V9.2", stroke="#1c2226", stroke_width=1.2)


def _hull(wide: float, front: float, rear: float) -> str:
    shadow = element("rect", x=-wide / 2 + 0.6, y=front + 0.8, width=wide, height=rear - front, rx=1, fill="#0008")
    look = attrs(fill="#5b6a4c", stroke=_IRON, stroke_width=0.4)
    return shadow + element("rect", x=-wide / 2, y=front, width=wide, height=rear - front, rx=1, **look)


def _turret(y: float, r: float = 2.2) -> str:
    dome = element("circle", cy=y, r=r, fill="#6d7d5b", stroke=_IRON, stroke_width=0.4)
    return element("path", d=f"M0 {y}V{y - 5.2}", stroke="#1c2226", stroke_width=1) + dome


def _car() -> str:
    wheels = "".join(
        element("rect", x=x, y=y, width=1.3, height=3.4, rx=0.5, fill=_IRON) for x in (-4.2, 2.9) for y in (-6, 3.4)
    )
    return wheels + _hull(6, -7.6, 8) + _turret(1)


def _tank() -> str:
    tracks = "".join(element("rect", x=x, y=-8.6, width=2.4, height=17.2, rx=1.1, fill=_IRON) for x in (-5, 2.6))
    return tracks + _hull(5.6, -7, 7.4) + _turret(-1)


def _wagon() -> str:
    rivets = element("path", d="M-4 -15V15M4 -15V15", stroke="#2b3126", stroke_width=0.6, stroke_dasharray="0.6 1.4")
    return _hull(9.4, -18, 18) + rivets + _turret(-9, 2.8) + _turret(9, 2.8)


def _flag(cloth: Cloth) -> str:
    pole = element("path", d="M2.4 2.4V-5", stroke="#2d2112", stroke_width=0.5)
    sheet = "M2.4-5H5.4L4.6-3.9L5.4-2.8H2.4Z"
    return pole + element("path", d=sheet, fill=cloth.hat, stroke=_LINE, stroke_width=0.25)
