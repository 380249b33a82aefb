"""Rows in memory: scan orders, unique checks, undo, counters. The orders were seen on a MySQL 9.7.4."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.storage.order import SortedIndex
from binwriter.storage.table_data import TableData
from binwriter.storage.tables import Storage
from binwriter.storage.undo import UndoLog
from tests.binwriter.sql.ddl.test_create_table import create

Row = tuple[ColumnValue, ...]


def data_of(definition: str) -> TableData:
    return TableData(create(f"CREATE TABLE t {definition}"))


def filled(definition: str, *rows: Row) -> TableData:
    data = data_of(definition)
    for row in rows:
        data.insert(row)
    return data


def values(data: TableData) -> list[ColumnValue]:
    return [row[0] for _, row in data.scan()]


def find(data: TableData, value: ColumnValue) -> int:
    return next(row_id for row_id, row in data.scan() if row[0] == value)


def test_values_of_a_key_are_counted_as_the_rows_are_now() -> None:
    data = filled("(a INT, b INT, KEY k (a, b))", (1, 1), (1, 2), (2, 2))
    (key,) = data.definition.keys
    assert data.distinct_values(key) == [2, 3]
    data.insert((3, 3))
    read = data.for_reading()
    assert data.distinct_values(key) == read.distinct_values(key) == [3, 4]
    data.update(find(data, 3), (2, 2))
    assert data.distinct_values(key) == [2, 3]
    data.truncate()
    assert data.distinct_values(key) == [0, 0]


@pytest.mark.parametrize(
    "definition", ["(a INT) ENGINE=MyISAM", "(a VARCHAR(9)) ENGINE=MyISAM", "(a INT) ENGINE=MEMORY"]
)
def test_a_new_row_takes_the_place_freed_last(definition: str) -> None:
    data = filled(definition, (1,), (2,), (3,), (4,), (5,))
    data.delete(find(data, 2))
    data.delete(find(data, 4))
    for value in (10, 11, 12):
        data.insert((value,))
    assert values(data) == [1, 11, 3, 10, 5, 12]
    data.update(find(data, 3), (33,))
    assert values(data) == [1, 11, 33, 10, 5, 12]
    data.delete(find(data, 5))
    data.delete(find(data, 1))
    data.insert((200,))
    assert values(data) == [200, 11, 33, 10, 12]


def test_csv_appends_and_blackhole_keeps_nothing() -> None:
    data = filled("(a INT NOT NULL) ENGINE=CSV", (1,), (2,), (3,))
    data.delete(find(data, 2))
    data.insert((4,))
    assert values(data) == [1, 3, 4]
    assert values(filled("(a INT) ENGINE=BLACKHOLE", (1,))) == []


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ("(a INT, b INT)", [3, 1, 2]),
        ("(a INT PRIMARY KEY, b INT)", [1, 2, 3]),
        ("(a INT, b INT PRIMARY KEY)", [1, 3, 2]),
        ("(a INT, b INT NOT NULL UNIQUE)", [1, 3, 2]),
        ("(a INT, b INT UNIQUE)", [3, 1, 2]),
        ("(a INT, b INT, PRIMARY KEY (b DESC))", [2, 3, 1]),
        ("(a INT PRIMARY KEY, b INT) ENGINE=MyISAM", [3, 1, 2]),
    ],
)
def test_table_order(definition: str, expected: list[int]) -> None:
    assert values(filled(definition, (3, 20), (1, 10), (2, 30))) == expected


def test_an_update_of_the_primary_key_moves_the_row() -> None:
    data = filled("(a INT PRIMARY KEY)", (1,), (2,), (3,))
    data.update(find(data, 1), (9,))
    assert values(data) == [2, 3, 9]


def test_index_order_and_prefix() -> None:
    data = filled(
        "(a INT PRIMARY KEY, b VARCHAR(9), c INT, KEY k (b, c DESC))",
        (1, "b", 1),
        (2, "A", 1),
        (3, "a", 2),
        (4, None, 5),
        (5, "a", 1),
    )
    key = data.definition.keys[1]
    assert [row[0] for _, row in data.scan(key)] == [4, 3, 2, 5, 1]
    assert [row[0] for _, row in data.scan(key, ("a",))] == [3, 2, 5]
    assert [row[0] for _, row in data.scan(key, ("A", 1))] == [2, 5]
    assert [row[0] for _, row in data.scan(key, (None,))] == [4]
    data.insert((0, "a", 1))
    data.delete(find(data, 3))
    assert [row[0] for _, row in data.scan(key, ("a",))] == [0, 2, 5]
    primary = data.definition.keys[0]
    assert [row[0] for _, row in data.scan(primary, (5,))] == [5]
    assert list(data.scan(primary, (77,))) == []


def test_a_unique_key_finds_one_row() -> None:
    data = filled("(a INT, b VARCHAR(9) UNIQUE)", (1, "x"), (2, None), (3, None))
    key = data.definition.keys[0]
    assert [row[0] for _, row in data.scan(key, ("X",))] == [1]
    assert [row[0] for _, row in data.scan(key, (None,))] == [2, 3]


def test_zero_dates_sort_among_dates() -> None:
    data = filled("(a DATE PRIMARY KEY)", (date(2020, 1, 2),), (IncompleteDate(2020),), (IncompleteDate(),))
    assert values(data) == [IncompleteDate(), IncompleteDate(2020), date(2020, 1, 2)]


@pytest.mark.parametrize(
    ("definition", "first", "second", "same"),
    [
        ("(a VARCHAR(9) PRIMARY KEY)", "a", "A", True),
        ("(a VARCHAR(9) PRIMARY KEY)", "a", "a ", False),
        ("(a VARCHAR(9) CHARSET latin1 PRIMARY KEY)", "a", "a ", True),
        ("(a VARCHAR(9) COLLATE utf8mb4_bin PRIMARY KEY)", "a", "A", False),
        ("(a VARBINARY(9) PRIMARY KEY)", b"a", b"A", False),
        ("(a VARCHAR(9), UNIQUE (a(2)))", "abc", "abd", True),
        ("(a INT UNIQUE)", None, None, False),
    ],
)
def test_duplicates_by_collation(definition: str, first: ColumnValue, second: ColumnValue, same: bool) -> None:
    data = data_of(definition)
    row_id = data.insert((first,))
    found = data.duplicate((second,))
    assert (found is not None) == same
    if found is not None:
        assert found == (data.definition.keys[0], row_id)
    assert data.duplicate((first,), ignore=row_id) is None


def test_duplicates_are_reported_in_key_order() -> None:
    data = filled("(a INT, b INT NOT NULL UNIQUE, c INT PRIMARY KEY)", (1, 2, 3))
    found = data.duplicate((9, 2, 3))
    assert found is not None
    assert found[0].name == "PRIMARY"


def test_a_scan_survives_changes() -> None:
    data = filled("(a INT PRIMARY KEY)", (1,), (2,), (3,))
    seen = []
    for row_id, row in data.scan():
        seen.append(row[0])
        data.insert((int(str(row[0])) + 10,))
        if row[0] == 1:
            data.delete(find(data, 2))
            data.update(find(data, 3), (7,))
        assert data.row(row_id) == row
    assert seen == [1, 7]
    assert values(data) == [1, 7, 11, 17]


# --- undo -----------------------------------------------------------------------------------------------------------


def snapshot(data: TableData) -> list[tuple[int, Row]]:
    return list(data.scan())


def test_undo_to_a_mark() -> None:
    undo = UndoLog()
    data = filled("(a INT PRIMARY KEY, b INT, UNIQUE (b))", (1, 1), (2, 2))
    before = snapshot(data)
    data.insert((3, 3), undo)
    mark, middle = undo.mark(), snapshot(data)
    data.update(find(data, 1), (9, 1), undo)
    data.delete(find(data, 2), undo)
    data.insert((2, 2), undo)
    undo.rollback_to(mark)
    assert snapshot(data) == middle
    undo.rollback_to(0)
    assert snapshot(data) == before
    assert data.duplicate((5, 1)) is not None
    assert data.duplicate((3, 3)) is None


def test_clear_forgets() -> None:
    undo, data = UndoLog(), data_of("(a INT)")
    data.insert((1,), undo)
    undo.clear()
    undo.rollback_to(0)
    assert values(data) == [1]


_Step = tuple[str, int, int]


@given(
    st.lists(
        st.tuples(st.sampled_from(["insert", "update", "delete"]), st.integers(0, 9), st.integers(0, 9)), max_size=40
    ),
    st.sampled_from(["(a INT PRIMARY KEY, b INT, KEY (b))", "(a INT, b INT, UNIQUE (a), KEY (b DESC))"]),
)
def test_rollback_restores_everything(steps: list[_Step], definition: str) -> None:
    data, undo = data_of(definition), UndoLog()
    key = data.definition.keys[1]
    states = []
    list(data.scan(key))  # from here on the index is kept up to date
    for step in steps:
        states.append((undo.mark(), snapshot(data), list(data.scan(key))))
        _apply(data, undo, step)
        # every way of reading sees the same rows
        assert sorted(snapshot(data)) == sorted(data.scan(key))
    for mark, rows, indexed in reversed(states):
        undo.rollback_to(mark)
        assert snapshot(data) == rows
        assert list(data.scan(key)) == indexed


def _apply(data: TableData, undo: UndoLog, step: _Step) -> None:
    operation, first, second = step
    target = next((row_id for row_id, row in data.scan() if row[0] == first), None)
    if operation == "insert":
        if data.duplicate((first, second)) is None:
            data.insert((first, second), undo)
    elif target is not None and operation == "update":
        if data.duplicate((second, first), target) is None:
            data.update(target, (second, first), undo)
    elif target is not None:
        data.delete(target, undo)


# --- AUTO_INCREMENT -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("increment", "offset", "after_start", "after_27"),
    [
        (1, 1, [1, 2, 3], 28),
        (1, 5, [1, 2, 3], 28),
        (5, 10, [4, 9, 10], 30),  # an offset above the increment, as MyISAM answered
        (10, 3, [3, 13, 23], 33),
        (10, 10, [10, 20, 30], 30),
        (3, 2, [2, 5, 8], 29),
    ],
)
def test_next_auto_increment(increment: int, offset: int, after_start: list[int], after_27: int) -> None:
    data = data_of("(a INT AUTO_INCREMENT PRIMARY KEY)")
    given_values = []
    for _ in after_start:
        given_values.append(data.next_auto_increment(increment, offset))
        data.auto_increment = given_values[-1] + 1
    assert given_values == after_start
    data.auto_increment = 28  # an explicit 27 moves the counter
    assert data.next_auto_increment(increment, offset) == after_27


def test_the_counter_starts_at_the_option_and_truncate_resets_it() -> None:
    storage = Storage()
    data = storage.create(create("CREATE TABLE t (a INT AUTO_INCREMENT PRIMARY KEY) AUTO_INCREMENT=7"))
    assert data.next_auto_increment() == 7
    data.insert((7,))
    storage.truncate("test", "t")
    assert data.next_auto_increment() == 1
    assert values(data) == []


def test_rollback_does_not_take_the_counter_back() -> None:
    undo, data = UndoLog(), data_of("(a INT AUTO_INCREMENT PRIMARY KEY)")
    data.insert((data.next_auto_increment(),), undo)
    data.auto_increment = 2
    undo.rollback_to(0)
    assert data.next_auto_increment() == 2


# --- Storage --------------------------------------------------------------------------------------------------------


def no_such_table(call: Callable[[], object]) -> None:
    with pytest.raises(MySQLError) as caught:
        call()
    assert (caught.value.code, caught.value.message) == (1146, "Table 'test.t' doesn't exist")


def test_tables_come_and_go() -> None:
    storage = Storage()
    table: Table = create("CREATE TABLE t (a INT)")
    no_such_table(lambda: storage.data("test", "t"))
    storage.create(table).insert((1,))
    moved = storage.rename("test", "t", "test", "u")
    assert (moved.definition.name, values(storage.data("test", "u"))) == ("u", [1])
    no_such_table(lambda: storage.truncate("test", "t"))
    storage.drop("test", "u")
    storage.drop("test", "u")


def test_an_index_that_many_changes_wait_for_is_in_order() -> None:
    index = SortedIndex()
    chosen = random.Random(5)
    present: set[tuple[int, int]] = set()
    for _ in range(300):
        for _ in range(chosen.choice((1, 2, 40))):
            entry = (chosen.randrange(50), chosen.randrange(5))
            (index.remove if entry in present else index.add)((entry[0],), entry[1], 1)
            present ^= {entry}
        assert index.ids() == [1] * len(present)
        key = chosen.randrange(50)
        assert len(index.ids((key,))) == sum(entry[0] == key for entry in present)


def test_rows_that_come_in_any_order_are_told_apart() -> None:
    chosen = random.Random(6)
    for _ in range(40):
        data, known = data_of("(a INT PRIMARY KEY, b VARCHAR(5))"), set[int]()
        for _ in range(30):
            keys = [chosen.randrange(200) for _ in range(chosen.choice((1, 3, 8)))]
            keys = sorted(keys) if chosen.random() < 0.7 else keys
            taken = next((at for at, key in enumerate(keys) if key in known or key in keys[:at]), len(keys))
            assert data.insert_all([(key, "x") for key in keys]) == taken
            known.update(keys[:taken])
            if known and chosen.random() < 0.3:
                gone = chosen.choice(sorted(known))
                (row_id,) = [number for number, row in data.scan() if row[0] == gone]
                data.delete(row_id)
                known.remove(gone)
            assert [row[0] for _, row in data.scan()] == sorted(known)
            assert all(data.duplicate((key, "y")) for key in known)


def test_the_end_of_a_prefix_is_the_last_of_its_entries() -> None:
    chance = random.Random(3)
    parts: list[tuple[int, ...]] = [(0,), *((1, number) for number in range(4))]  # NULL, and numbers
    for _ in range(50):
        entries = [((chance.choice(parts), chance.choice(parts)), chance.randrange(3), number) for number in range(9)]
        index = SortedIndex(entries[:6])
        for entry in entries[6:]:
            index.add(*entry)
        for prefix in ((), *((part,) for part in parts)):
            ids = index.ids(prefix)
            assert index.last(prefix) == (ids[-1] if ids else None)
            assert index.first(prefix) == (ids[0] if ids else None)


def test_ranges_of_rows_in_order_follow_what_comes_and_goes() -> None:
    data = filled("(id INT PRIMARY KEY, n INT)", *((number, 0) for number in range(0, 2000, 2)))
    key, undo = data.definition.keys[0], UndoLog()

    def between(low: int | None, high: int | None) -> list[ColumnValue]:
        rows = [row[0] for _, row in data.scan() if (low is None or row[0] >= low) and (high is None or row[0] <= high)]
        assert [row[0] for _, row in data.scan_between(key, low, high)] == rows
        return rows

    assert between(10, 15) == [10, 12, 14]
    data.insert((2001, 0), undo)
    assert between(1996, None) == [1996, 1998, 2001]
    gone = next(row_id for row_id, row in data.scan() if row[0] == 12)
    data.delete(gone, undo)
    assert between(10, 15) == [10, 14]
    undo.rollback_to(0)
    assert between(10, 15) == [10, 12, 14]
    assert between(1998, None) == [1998]
    data.insert((11, 0), undo)  # from now on the rows are not in order
    assert between(10, 15) == [10, 11, 12, 14]
    assert between(None, 3) == [0, 2]
