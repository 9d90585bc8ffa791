"""Doctrine: what a sensible player does in a position where it matters."""

from __future__ import annotations

from grognard.engine import Press, To
from grognard.games.panzer_blitz.mind.doctrine import BLIND_FIRE, judge, shots
from grognard.games.panzer_blitz.mind.evaluation import expect_unseen
from grognard.games.panzer_blitz.rules.air_support import PlaceAircraft
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget, Fire
from grognard.games.panzer_blitz.rules.targets import THESE
from grognard.games.panzer_blitz.rules.unit_moves import EndOperation
from grognard.testing import begin, offered

from .helpers import PLAIN, field, operate, put


def test_defenders_fire_at_what_lies_unseen_beside_them() -> None:
    g = field("filandriers")
    for kind in ("ge_gren", "ge_gren", "ge_mg"):
        put(g, kind, PLAIN[0])
    put(g, "br_rifle", PLAIN[1], unspotted=True)
    operate(g, "german", PLAIN[0])
    best = max(offered(g), key=lambda a: judge(g, "german", a))
    assert best == Fire(PLAIN[1]) and judge(g, "german", best) > judge(g, "german", EndOperation())


def test_fire_at_the_unseen_promises_less_where_it_will_stay_unseen() -> None:
    g = field("filandriers")
    men = put(g, "ge_mg", "2420")
    near = expect_unseen(g, "fire", "2520", (men,))
    g.change(men, disrupted=True)  # who is Disrupted spots nobody
    assert expect_unseen(g, "fire", "2520", (men,)) < near


def test_what_is_unseen_is_not_looked_at() -> None:
    worths = []
    for kind in ("br_rifle", "br_churchill"):
        g = field("filandriers")
        put(g, "ge_mg", PLAIN[0])
        put(g, kind, PLAIN[1], unspotted=True)
        operate(g, "german", PLAIN[0])
        worths.append(judge(g, "german", Fire(PLAIN[1])))
    assert worths[0] == worths[1]


def test_attackers_move_before_they_fire_at_the_unseen() -> None:
    g = field("filandriers")
    foe = put(g, "ge_gren", PLAIN[1], unspotted=True)
    assert shots(g, "british", PLAIN[1]) == BLIND_FIRE
    g.change(foe, unspotted=False)
    assert shots(g, "british", PLAIN[1]) > BLIND_FIRE


def test_who_was_picked_is_fired_at_without_what_hides_beside_him() -> None:
    g = field()
    gun, seen = put(g, "br_mg", "0801"), put(g, "ge_gren", "1402", spent=True)
    put(g, "ge_mg", "1402", unspotted=True)
    begin(g, ChooseTarget("fire", "british", "1402", (gun,), (seen,)))
    assert max(offered(g), key=lambda a: judge(g, "british", a)) == Press(THESE)


def test_rockets_fly_beside_their_target_and_a_fighter_over_it() -> None:
    g = field()
    put(g, "ge_gren", "2420")
    found = []
    for kind in ("br_typhoon", "br_spitfire"):
        begin(g, PlaceAircraft(put(g, kind, "")))
        judged = [judge(g, "british", To(h)) for h in ("2420", "2419")]
        found.append(judged[0] >= judged[1])
    assert found == [False, True]
