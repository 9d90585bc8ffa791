"""What follows from a position is worked out once, and again as soon as something that it read has changed."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from grognard.conformance.facts import stale
from grognard.engine import Piece, State
from grognard.engine.core.fact import fact

worked: list[str] = []


@dataclass(slots=True, eq=False)
class Field(State[Piece]):
    """A position with weather and with what was done."""

    weather: str = "clear"
    moved: Mapping[str, bool] = field(default_factory=dict)


@fact
def strength(g: Field, side: str) -> int:
    """A side's pieces."""
    worked.append(f"strength of {side}")
    return len(g.pieces_of(side))


@fact
def pace(g: Field) -> int:
    """By the weather, and by how many are left."""
    worked.append("pace")
    return (2 if g.weather == "clear" else 1) * strength(g, "red")


@fact
def rested(g: Field) -> list[str]:
    """Who has not moved, in the order in which the others have."""
    worked.append("rested")
    return [*g.moved, *(name for name in g.pieces if name not in g.moved)]


@fact
def outing(g: Field) -> int:
    """A fact that asks another, and reads nothing itself."""
    worked.append("outing")
    return pace(g) + 1


@pytest.fixture
def g() -> Field:
    worked.clear()
    g = Field()
    for name, side in (("r1", "red"), ("r2", "red"), ("b1", "blue")):
        g.put(Piece(name, side, "a1"))
    return g


def test_a_fact_is_found_once_and_again_when_what_it_read_is_replaced(g: Field) -> None:
    assert [pace(g), pace(g)] == [4, 4] and worked == ["pace", "strength of red"]
    g.weather = "rain"
    assert pace(g) == 2 and worked == ["pace", "strength of red", "pace"]
    g.weather = "clear"
    assert pace(g) == 4


def test_a_fact_hangs_on_what_those_it_asks_have_read_and_on_no_more(g: Field) -> None:
    assert (pace(g), outing(g)) == (4, 5)  # the one inside was known already
    g.weather = "rain"
    assert outing(g) == 3 and worked[2:] == ["outing", "outing", "pace"]
    g.moved = {"r1": True}
    assert outing(g) == 3 and len(worked) == 5


def test_what_follows_from_one_side_outlives_a_move_of_the_other(g: Field) -> None:
    assert pace(g) == 4
    g.change("b1", place="b2")
    assert pace(g) == 4 and worked == ["pace", "strength of red"]
    g.drop("r1")
    assert pace(g) == 2 and worked[2:] == ["pace", "strength of red"]


def test_a_fact_of_all_pieces_is_found_again_whoever_moves(g: Field) -> None:
    assert rested(g) == ["r1", "r2", "b1"]
    g.change("b1", place="b2")
    assert rested(g) == ["r1", "r2", "b1"] and worked == ["rested"] * 2


def test_the_order_of_a_table_counts(g: Field) -> None:
    g.moved = {"r1": True, "b1": True}
    assert rested(g) == ["r1", "b1", "r2"]
    g.moved = {"b1": True, "r1": True}  # equal, and yet another answer
    assert rested(g) == ["b1", "r1", "r2"]


def test_a_piece_that_changes_sides_is_missed_on_the_old_one(g: Field) -> None:
    assert (strength(g, "red"), strength(g, "blue")) == (2, 1)
    g.change("r1", side="blue")
    assert (strength(g, "red"), strength(g, "blue")) == (1, 2)


def test_a_copy_that_goes_on_by_itself_keeps_its_facts_to_itself(g: Field) -> None:
    assert pace(g) == 4
    other = g.clone()
    other.drop("r1")
    other.weather = "rain"
    assert (pace(other), pace(g)) == (1, 4)
    g.weather = "rain"
    assert (pace(other), pace(g)) == (1, 2)


@fact
def marches(g: Field) -> int:
    """It should not."""
    g.change("r1", place="c3")
    return 0


@fact
def rains(g: Field) -> int:
    """Neither should this."""
    g.weather = "rain"
    return 0


@fact
def rolls(g: Field) -> int:
    """A die is no part of a position."""
    return g.d6()


@pytest.mark.parametrize("wrong", [marches, rains, rolls])
def test_a_fact_changes_nothing_and_asks_for_nothing_but_the_position(g: Field, wrong: object) -> None:
    assert callable(wrong)
    before = g.digest()
    with pytest.raises(RuntimeError, match="A fact"):
        wrong(g)
    assert g.digest() == before and pace(g) == 4
    g.change("r1", place="c3")
    assert g.pieces["r1"].place == "c3"


def test_a_trial_inside_a_fact_is_allowed_and_depends_on_all(g: Field) -> None:
    @fact
    def after_rain(g: Field) -> int:
        trial = g.clone()
        trial.weather = "rain"
        return pace(trial)

    assert after_rain(g) == 2
    g.drop("r1")
    assert after_rain(g) == 1 and pace(g) == 2


def test_two_may_look_at_one_position_at_the_same_time(g: Field) -> None:
    """What the one works out does not get into the way of the other."""
    inside, go_on = threading.Event(), threading.Event()

    @fact
    def slow(g: Field) -> int:
        inside.set()
        go_on.wait(5)
        return len(g.pieces_of("red"))

    thread = threading.Thread(target=slow, args=(g,))
    thread.start()
    assert inside.wait(5) and pace(g) == 4
    g.weather = "rain"
    go_on.set()
    thread.join()
    assert pace(g) == 2 and slow(g) == 2
    g.change("r1", place="b2")
    assert g.pieces["r1"].place == "b2"


@fact
def names(g: Field) -> Iterator[str]:
    """A generator can be read once."""
    return (name for name in g.pieces)


@fact
def later(g: Field) -> object:
    """A function that looks at the position when it is called."""
    return lambda: g.weather


def test_conformance_tells_which_fact_is_no_longer_true(g: Field) -> None:
    assert pace(g) == 4 and list(stale(g)) == []
    assert isinstance(g.moved, dict)
    rested(g)
    g.moved["r2"] = True  # written into, as nobody should
    (told,) = stale(g)
    assert told.startswith("rested() is no longer true") and "It read all pieces, moved." in told


def test_conformance_tells_of_findings_that_cannot_be_kept(g: Field) -> None:
    names(g)
    assert "is an iterator" in next(stale(g))
    other = g.clone()
    other.facts = {}
    later(other)
    assert any("holds a position" in told for told in stale(other))
