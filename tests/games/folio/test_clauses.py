"""1.0 Where the rulebook of a battle may have its say, it is asked."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.engine import Deed, Pick, Press, To
from grognard.games.folio.rules.advance import Advance
from grognard.games.folio.rules.movement import END, Movement
from grognard.games.folio.rules.sidi_zahran import DESERT, Zahran
from grognard.games.folio.rules.state import Unit
from tests.games.folio.situation import asked, desert, offered, play, told

SIGNAL = Press("Signal")


class Signal(Deed, frozen=True):
    """What the rules of a battle may let a player do in a movement phase."""

    stored = SIGNAL

    def do(self, g: Zahran, by: Movement) -> None:
        g.tell("FO-4.1.2", "A signal")
        g.done()


@pytest.mark.rule("FO-5.0.1", "FO-7.9.4")
def test_a_battle_hears_of_every_hex_entered_by_move_or_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, str, tuple[str, ...]]] = []

    def entered(g: Zahran, unit: Unit, path: Sequence[str]) -> None:
        heard.append((unit.id, unit.place, tuple(path)))

    monkeypatch.setattr(DESERT, "entered", entered)
    play(desert({"B-05": "0412"}, Movement()), Pick("B-05"), To("0414"))
    play(desert({"B-01": "0412"}, Advance(("0411", "0410"), ("B-01",))), Pick("B-01"), To("0411"))
    assert heard == [("B-05", "0414", ("0413", "0414")), ("B-01", "0411", ("0411",))]


@pytest.mark.rule("FO-4.1.2")
def test_a_movement_phase_is_asked_about_as_long_as_there_is_anything_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(desert({"A-01": "0412"}, Movement())) == ""
    monkeypatch.setattr(DESERT, "movement_deeds", (Signal,))
    g = desert({"A-01": "0412"}, Movement())
    assert offered(g) == [SIGNAL, END]
    play(g, SIGNAL)
    assert told(g) == ["A signal"]
