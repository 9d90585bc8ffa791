"""A map a turn as an animated GIF."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from grognard.board.draw.svg import NUMERALS, attrs, element, number, text
from grognard.report import words
from grognard.report.plates import Box, Plates
from grognard.report.story import NotTold, Story, on_map

WIDE = 900  # pixels
RATIO = 1.5
HELD, LAST = 1800, 4500  # milliseconds a turn is shown, and the last one


def film(story: Story, width: int = WIDE) -> bytes:
    """The maps of all turns, one after the other, in one window."""
    import resvg_py
    from PIL import Image

    if story.ground is None:
        raise NotTold(f"{story.game.title} has no ground to draw.")
    plates = Plates(story, story.ground)
    box = _window(story, plates)

    def picture(inside: str) -> Any:
        view = " ".join(number(round(v)) for v in box)
        svg = element("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=view)
        return Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))).convert("RGBA")

    ground = picture(plates.board())
    symbols = element("defs", plates.symbols())
    frames: list[Any] = []
    for turn in story.turns:
        over = picture(symbols + plates.over(turn) + _title(box, f"Turn {turn.number}. {words.caption(story, turn)}"))
        whole = Image.alpha_composite(ground, over).convert("RGB")
        known = {"palette": frames[0]} if frames else {}  # one palette for all: what stays the same takes no room
        frames.append(whole.quantize(256, dither=Image.Dither.NONE, **known))
    made = BytesIO()
    times = [HELD] * (len(frames) - 1) + [LAST]
    frames[0].save(made, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return made.getvalue()


def _window(story: Story, plates: Plates) -> Box:
    """The part of the ground on which anybody ever stood."""
    looks = [look for turn in story.turns for look in (turn.start, turn.end)]
    return plates.round([plates.point(p) for look in looks for p in look.values() if on_map(p, plates.ground)], RATIO)


def _title(box: Box, said: str) -> str:
    """The caption at the foot."""
    x, y, wide, high = box
    size = wide / 46
    short = said if len(said) < 90 else said[:88].rsplit(" ", 1)[0] + " …"
    band = element("rect", x=x, y=y + high - 2 * size, width=wide, height=2 * size, fill="#14191e", fill_opacity=0.86)
    look = attrs(font_family=NUMERALS, font_size=size, fill="#fff", font_weight="600")
    return band + element("text", text(short), x=x + size, y=y + high - 0.68 * size, **look)
