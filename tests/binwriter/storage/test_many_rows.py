"""Rows that stand as columns, packed: held against plain dicts, lists and values."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.catalog.tables import Column, Key, KeyPart, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.texts import DatetimeTexts, DecimalTexts
from binwriter.formats.columns.values import IncompleteDate, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES
from binwriter.statement.row_changes import ChangedRows, RowChanges
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.columns import ColumnRows, PackedRows
from binwriter.storage.row_store import RowStore
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog

TABLE = Table(
    schema="test",
    name="t",
    engine=ENGINES["innodb"],
    columns=(
        Column(ColumnSpec("id", ColumnType.LONG, nullable=False)),
        Column(ColumnSpec("text", ColumnType.VARCHAR, length=40, collation=255)),
    ),
    keys=(Key("PRIMARY", (KeyPart(0),), unique=True),),
)
VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**64),
    st.text(st.characters(exclude_categories=()), max_size=5),
    st.binary(max_size=5),
    st.floats(allow_nan=False),
    st.booleans(),
    st.decimals(allow_nan=False, allow_infinity=False),
    st.datetimes(),
    st.datetimes(timezones=st.just(UTC)),
    st.dates(),
    st.timedeltas(),
    st.just(IncompleteDate(2024, 0, 1)),
    st.just(JsonDocument({"a": [1]})),
)


@given(st.lists(st.lists(VALUES, min_size=3, max_size=3), min_size=1, max_size=6))
def test_packed_rows_come_back_as_they_were(columns: list[list[object]]) -> None:
    rows = list(zip(*columns, strict=True))
    unpacked = PackedRows(ColumnRows.of(rows)).rows()  # type: ignore[arg-type]
    assert unpacked == rows
    assert [[type(value) for value in row] for row in unpacked] == [[type(value) for value in row] for row in rows]
    assert str(unpacked) == str(rows)  # the digits of DECIMALs, and the sign of zero


def test_texts_are_values_when_they_are_looked_at() -> None:
    decimals, moments = DecimalTexts(("1.50", "-0.00", "-2.00")), DatetimeTexts(("2024-02-29 23:59:58",) * 3)
    assert (
        [str(value) for value in decimals]
        == ["1.50", "0.00", "-2.00"]
        == list(map(str, DecimalTexts.split(decimals.joined())))
    )
    assert list(moments[1:]) == [datetime(2024, 2, 29, 23, 59, 58)] * 2
    assert PackedRows(ColumnRows((decimals, moments))).rows() == list(zip(decimals, moments, strict=True))
    assert decimals[2] == Decimal(-2) and len(decimals[:2]) == 2


def _row(number: int) -> tuple[object, ...]:
    return number, f"row {number}"


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("many"), st.integers(1, 40)),
        st.tuples(st.sampled_from(["put", "take", "look", "scan", "copy", "drop", "place"]), st.integers(1, 120)),
    ),
    max_size=30,
)


@given(STEPS)
@settings(deadline=None)
def test_the_row_store_is_a_dict(steps: list[tuple[str, int]]) -> None:
    store, model, next_id, batches = RowStore(), dict[int, object](), 1, dict[int, int]()
    for step, number in steps:
        if step == "many":
            rows = ColumnRows.of([_row(one) for one in range(next_id, next_id + number)])  # type: ignore[misc]
            packed = store.add_all(next_id, rows, 1000 + next_id)
            model.update(enumerate(rows, next_id))
            batches[next_id] = number if packed else 0
            next_id += number
        elif step == "put" and number < next_id:
            store[number] = model[number] = _row(-number)  # type: ignore[assignment]
        elif step == "take" and number in model:
            assert store[number] == model.pop(number)
            del store[number]
        elif step == "look":
            assert store.get(number) == model.get(number) and (number in store) == (number in model)
        elif step == "scan":
            wanted = [one for one in (*model, number) if one % 3]
            assert list(store.still_there(wanted)) == [(one, model[one]) for one in wanted if one in model]
        elif step == "copy":
            copy = RowStore()
            copy.copy_from(store)
            for row_id in list(copy)[::2]:
                copy.discard(row_id)
            assert list(copy) == list(store)[1::2]
        elif step == "drop" and batches.get(number):
            if store.take_whole(number, batches[number]):
                for row_id in range(number, number + batches[number]):
                    del model[row_id]
        elif step == "place" and (place := store.place_of(number)) is not None:
            assert place == 1000 + number
        assert len(store) == len(model) and bool(store) == bool(model)
        assert dict(store.pairs()) == model and set(store) == set(model)
        whole = list(store)
        assert list(store.still_there(whole)) == [(one, model[one]) for one in whole]


def test_many_new_rows_are_taken_back_as_one() -> None:
    data, undo = TableData(TABLE), UndoLog()
    data.insert_all([_row(number) for number in range(100)])  # type: ignore[misc]
    mark = undo.mark()
    data.insert_all([_row(number) for number in range(100, 300)], undo)  # type: ignore[misc]
    undo.rollback_to(mark)
    assert len(data) == 100 and data.duplicate((100, "")) is None and data.duplicate((99, "")) is not None
    assert data.insert_all([_row(number) for number in range(50, 200)]) == 0  # type: ignore[misc]
    assert [row[0] for _, row in data.scan()] == list(range(100))


def test_changes_are_a_list() -> None:
    single = [RowChange(TABLE, RowOperation.DELETE, _row(number), None) for number in range(3)]  # type: ignore[arg-type]
    many = ChangedRows(TABLE, None, after=ColumnRows.of([_row(7)]))  # type: ignore[list-item]
    changes = RowChanges(single[:2])
    assert changes.settled() == tuple(single[:2])
    changes.add(many)
    changes.append(single[2])
    plain = [*single[:2], RowChange(TABLE, RowOperation.WRITE, None, _row(7)), single[2]]  # type: ignore[arg-type]
    assert list(changes) == plain and len(changes) == 4 and changes[2] == plain[2] and list(changes[1:]) == plain[1:]
    assert list(changes.settled()) == plain and changes.tables() == {id(TABLE): TABLE}
    del changes[3:]
    assert list(changes) == plain[:3]


def test_dates_and_times_are_kept() -> None:
    rows = [(date(2024, 1, 1), timedelta(hours=-3), datetime(2024, 1, 1, tzinfo=UTC))] * 20
    assert PackedRows(ColumnRows.of(rows)).rows() == rows  # type: ignore[arg-type]
