"""What is worked out once and kept, and when it is forgotten."""

from __future__ import annotations

from grognard.engine import Match
from grognard.engine.core.cache import Book, Memory, kept
from tests.engine.toy import TOY


def test_a_memory_forgets_all_when_it_grows_too_large() -> None:
    memory = Memory(2)
    assert [memory.keep(key, key.upper()) for key in "abc"] == ["A", "B", "C"]
    assert set(memory) == {"a", "b", "c"}
    memory.keep("d", "D")
    assert set(memory) == {"d"}


def test_a_book_finds_what_it_is_asked_once_and_forgets_like_a_memory() -> None:
    asked: list[str] = []

    def find(key: str) -> str:
        asked.append(key)
        return key.upper()

    book = Book(find, 2)
    assert [book[key] for key in "abab"] == ["A", "B", "A", "B"] and asked == ["a", "b"]
    assert [book[key] for key in "cd"] == ["C", "D"] and set(book) == {"d"}


def test_a_position_recalls_until_a_piece_changes_or_a_question_is_answered() -> None:
    match = Match.new(TOY, "plain", seed=1)
    state = match.state
    assert [state.recall("turn", lambda n=n: n) for n in (1, 2)] == [1, 1]  # type: ignore[misc]
    assert state.clone().recall("turn", lambda: 3) == 3
    piece = next(iter(state.pieces))
    state.change(piece, strength=2)
    assert state.recall("turn", lambda: 4) == 4
    match.take(match.decision.actions[-1])
    assert match.state.recall("turn", lambda: 5) == 5
    match.state.drop(piece)
    assert match.state.recall("turn", lambda: 6) == 6


def test_a_kept_property_is_worked_out_once_for_each_object() -> None:
    asked: list[int] = []

    class Square:
        def __init__(self, side: int) -> None:
            self.side = side

        @kept
        def area(self) -> int:
            asked.append(self.side)
            return self.side * self.side

    one, other = Square(2), Square(3)
    assert [one.area, other.area, one.area, other.area] == [4, 9, 4, 9]
    assert asked == [2, 3]
