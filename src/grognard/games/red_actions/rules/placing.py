"""A unit comes to stand somewhere (RA-OFF.5, RA-AMB.9): its officers go with it, and whoever hid near by is found."""

from __future__ import annotations

from grognard.games.red_actions.rules.losses import reveal_near
from grognard.games.red_actions.rules.officers import follow_seniors
from grognard.games.red_actions.rules.state import RedActions, Unit


def stand(g: RedActions, there: Unit, **changes: object) -> Unit:
    """Put a unit where it is to be, by whatever move it came there."""
    g.change(there.id, x=there.x, y=there.y, facing=there.facing, place=there.place, **changes)
    follow_seniors(g, there.id)
    reveal_near(g, there.id)
    return g.pieces[there.id]
