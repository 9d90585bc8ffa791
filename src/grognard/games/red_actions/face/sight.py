"""RA-SHO.47 to RA-SHO.50 The tape and the line of sight between two units, pieces of terrain or points."""

from __future__ import annotations

from grognard.board.inches.terrain_table import Feature
from grognard.engine import SightLine
from grognard.engine.match.gesture import point_of
from grognard.games.red_actions.rules.bodies import apart, body, centre
from grognard.games.red_actions.rules.sight import explain_sight, line, point_in_sight, sees
from grognard.games.red_actions.rules.state import RedActions, Unit

End = Unit | Feature


def sight(g: RedActions, a: str, b: str) -> SightLine:
    """RA-SHO.47 How far it is from one end to the other, and whether it is seen; a point is "36,23.5"."""
    here, there = _end(g, a), _end(g, b)
    clear, working = _seen(g, here, there)
    names = [end.name if isinstance(end, Unit) else end.title for end in (here, there)]
    middles = [centre(g, end) if isinstance(end, Unit) else end.centre for end in (here, there)]
    return SightLine(names[0], names[1], _apart(g, here, there), clear, (middles[0], middles[1]), working, "RA-SHO.47")


def _end(g: RedActions, name: str) -> End:
    found = g.pieces.get(name) or g.table.features.get(name)
    if found is None:
        x, y = point_of(name) or (0, 0)
        found = Feature(f"{x / 100:g}, {y / 100:g}", "", ((x / 100, y / 100),) * 2, False)
    return found


def _apart(g: RedActions, a: End, b: End) -> float:
    """From edge to edge."""
    if isinstance(a, Unit):
        return apart(g, a, b) if isinstance(b, Unit) else body(g, a).gap_to_feature(b)
    if isinstance(b, Unit):
        return body(g, b).gap_to_feature(a)
    return min(*(b.distance(p) for p in a.points), *(a.distance(p) for p in b.points))


def _seen(g: RedActions, a: End, b: End) -> tuple[bool, tuple[str, ...]]:
    """RA-SHO.47, RA-SHO.48 Is there a clear line, and what lies in it? Of ground the nearest point is looked at."""
    if isinstance(a, Unit):
        if isinstance(b, Unit):
            return sees(g, a, b), explain_sight(g, a, b)
        p = b.nearest(centre(g, a))
        return point_in_sight(g, a, p), line(g, body(g, a).eyes(p)[0], p, (a.inside, b.name)).working
    if isinstance(b, Unit):
        return _seen(g, b, a)
    start = a.nearest(b.centre)
    end = b.nearest(start)
    found = line(g, start, end, (a.name, b.name))
    return found.clear, found.working
