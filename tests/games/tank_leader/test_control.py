"""15.5 Who controls a hex that is worth points."""

from __future__ import annotations

import pytest

from grognard.games.tank_leader.rules.morale import eliminate, suppress

from .table import field, put


@pytest.mark.rule("TL-15.5.4")
@pytest.mark.parametrize("suppressed", [True, False])
def test_who_kills_the_last_enemy_of_a_hex_has_held_it_though_he_is_hit_there_at_once(suppressed: bool) -> None:
    g = field(scenario="prokhorovka")
    tank, foe = put(g, "tiger", "3019", "116"), put(g, "t26", "3019", "205")
    g.control = {**g.control, "3019": "soviet"}
    eliminate(g, g.pieces[foe])
    if suppressed:
        suppress(g, tank)
    else:
        eliminate(g, g.pieces[tank])
    assert g.control["3019"] == "german"
