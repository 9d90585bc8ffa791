"""The store, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from grognard.server.storage.migration import migrate
from grognard.server.storage.schema import LINES, META
from grognard.server.storage.store import (
    Conflict,
    MatchRow,
    Progress,
    Seat,
    Snapshot,
    Store,
    StoreUnavailable,
    UnknownMatch,
    open_engine,
    sqlite_url,
)

ROW = MatchRow("m1", "some-game", "some-scenario", b"secret", pace=0.5)
SEATS = [Seat("red", "human", "k1"), Seat("white", "human", "", "i1"), Seat("blue", "doctrine")]
SNAP = Snapshot(2, 0, 3, b"{}")
ON = Progress(False, 3, 8, "red white")


@pytest.fixture
def store(url: str) -> Any:
    made = Store(url)
    yield made
    made.close()


async def filled(store: Store) -> None:
    await store.create(ROW, SEATS, [b"one", b"two"], SNAP)


def test_a_match_comes_back_as_it_was_written(store: Store, run: Any) -> None:
    run(filled(store))
    row, seats, lines, snapshot = run(store.whole("m1"))
    assert (row.game, row.scenario, row.secret, row.pace) == ("some-game", "some-scenario", b"secret", 0.5)
    assert list(seats.values()) == sorted(SEATS, key=lambda seat: seat.side)
    assert lines == [b"one", b"two"]
    assert snapshot == SNAP


def test_an_unknown_match_is_said_to_be_unknown(store: Store, run: Any) -> None:
    for reading in (store.row("no"), store.whole("no")):
        with pytest.raises(UnknownMatch):
            run(reading)


def test_lines_are_appended_with_the_snapshot_and_the_progress(store: Store, run: Any) -> None:
    run(filled(store))
    run(store.append("m1", 2, [b"three", b"four"], Snapshot(4, 1, 5, b"later"), ON))
    row, _, lines, snapshot = run(store.whole("m1"))
    assert lines == [b"one", b"two", b"three", b"four"]
    assert snapshot == Snapshot(4, 1, 5, b"later")
    assert (row.turn, row.turns, row.asked, row.over) == (3, 8, "red white", False)
    assert row.touched >= row.begun > 0
    assert run(store.lines("m1", 3)) == [b"four"]


def test_the_second_of_two_writers_gets_a_conflict_and_changes_nothing(store: Store, run: Any) -> None:
    run(filled(store))
    run(store.append("m1", 2, [b"mine"], Snapshot(3, 1, 0, b"mine"), ON))
    with pytest.raises(Conflict):
        run(store.append("m1", 2, [b"theirs", b"more"], Snapshot(4, 2, 0, b"theirs"), ON))
    _, _, lines, snapshot = run(store.whole("m1"))
    assert lines == [b"one", b"two", b"mine"]
    assert snapshot.state == b"mine"


def test_a_match_is_read_up_to_its_snapshot_though_somebody_writes_on(store: Store, run: Any) -> None:
    run(filled(store))
    with store.engine.begin() as db:
        db.execute(LINES.insert(), [{"match": "m1", "number": 2, "body": b"three"}])
    _, _, lines, snapshot = run(store.whole("m1"))
    assert lines == [b"one", b"two"] and snapshot.lines == 2


def test_writes_waiting_together_do_not_fail_together(store: Store, run: Any) -> None:
    async def both() -> list[Any]:
        await filled(store)
        jobs = [store.append("m1", 2, [b"a"], SNAP, ON), store.append("m1", 2, [b"b"], SNAP, ON)]
        jobs += [store.append("m1", 3, [b"c"], SNAP, ON)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    first, second, third = run(both())
    assert first is None and third is None
    assert isinstance(second, Conflict)
    assert run(store.lines("m1", 2)) == [b"a", b"c"]


def test_what_the_driver_refuses_is_undone_and_told_by_the_database_layer(store: Store, run: Any) -> None:
    run(filled(store))
    for table, other in (("snapshots", "elsewhere"), ("elsewhere", "snapshots")):
        with store.engine.begin() as db:
            db.exec_driver_sql(f"ALTER TABLE {table} RENAME TO {other}")
        writing = store.append("m1", 2, [b"three"], Snapshot(3, 1, 5, b"later"), ON)
        if other == "elsewhere":
            with pytest.raises((StoreUnavailable, sa.exc.SQLAlchemyError)):
                run(writing)
            assert run(store.lines("m1", 2)) == [], "the line was written before the position could not be"
    run(writing)
    assert run(store.lines("m1", 2)) == [b"three"]


def test_what_can_be_done_meanwhile_is_done_before_it_is_durable_and_once(store: Store, run: Any) -> None:
    happened: list[str] = []

    async def write(number: int, line: bytes) -> None:
        await store.append("m1", number, [line], SNAP, ON, lambda: happened.append("meanwhile"))
        happened.append("durable")

    run(filled(store))
    run(write(2, b"three"))
    assert happened == ["meanwhile", "durable"]
    with pytest.raises(Conflict):
        run(write(2, b"other"))
    assert "durable" not in happened[2:] and happened.count("meanwhile") <= 2


def test_a_connection_that_breaks_when_all_is_durable_takes_nothing_back(store: Store, run: Any) -> None:
    run(filled(store))
    broken: list[str] = []

    def breaks(*_: object) -> None:
        if not broken:
            broken.append("broken")
            raise OSError("the connection is gone")

    sa.event.listen(store.engine, "checkin", breaks)
    run(store.append("m1", 2, [b"three"], SNAP, ON))
    run(store.append("m1", 3, [b"four"], SNAP, ON))  # the writer comes to it when the first connection is put away
    assert broken and run(store.lines("m1", 2)) == [b"three", b"four"]


def test_a_seat_is_taken_once(store: Store, run: Any) -> None:
    run(filled(store))
    invited, taken = SEATS[1], Seat("white", "human", "k2")
    run(store.seat("m1", "white", invited, taken))
    assert run(store.seats("m1"))["white"] == taken
    with pytest.raises(Conflict):
        run(store.seat("m1", "white", invited, Seat("white", "human", "k3")))


def test_chat_is_numbered_and_read_from_any_number_on(store: Store, run: Any) -> None:
    run(filled(store))
    for word in ("hello", "there"):
        run(store.say("m1", "red", word))
    assert [(s.number, s.kind, s.text) for s in run(store.chat("m1"))] == [(1, "say", "hello"), (2, "say", "there")]
    assert [s.text for s in run(store.chat("m1", after=1))] == ["there"]


def test_the_first_rematch_counts(store: Store, run: Any) -> None:
    run(filled(store))
    assert run(store.set_rematch("m1", "m2")) == "m2"
    assert run(store.set_rematch("m1", "m3")) == "m2"
    assert run(store.row("m1")).rematch == "m2"


def test_everything_is_there_after_closing_and_opening_again(url: str, run: Any) -> None:
    before = Store(url)
    run(filled(before))
    before.close()
    after = Store(url)
    assert run(after.count()) == 1
    assert run(after.lines("m1")) == [b"one", b"two"]
    after.close()


def test_migrations_lead_to_the_tables_the_code_uses_and_may_run_twice(store: Store) -> None:
    migrate(store.engine)
    with store.engine.connect() as db:
        differences = compare_metadata(MigrationContext.configure(db), META)
    assert differences == []


def test_sqlite_is_told_to_be_durable(tmp_path: Any) -> None:
    with open_engine(sqlite_url(tmp_path)).connect() as db:
        assert db.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert db.execute(sa.text("PRAGMA synchronous")).scalar() == 2
