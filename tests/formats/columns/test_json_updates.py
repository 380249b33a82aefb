"""Partial updates of JSON against a real server: diffs stated in Python are encoded to its rows, and read from them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.formats.columns.json.documents import json_from_text
from binwriter.formats.columns.row_image import RowImage, column_bitmap
from binwriter.formats.columns.rows_data import PARTIAL_JSON_UPDATES, RowChange, decode_rows, encode_rows
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import (
    JsonDiff,
    JsonDiffOperation,
    JsonDiffs,
    JsonDocument,
    StoredCell,
    plain_value,
)
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events.rows import Rows
from tests.examples import examples
from tests.formats.columns.capture_json_updates import FOLDER
from tests.formats.columns.json_updates import ID, UPDATES
from tests.formats.columns.strategies import JSON_DOCUMENTS
from tests.formats.log_files import log_files, read_events

_JSON = {"type": ColumnType.JSON, "length": 4}
SPECS = (
    ColumnSpec("id", ColumnType.LONG, nullable=False),
    ColumnSpec("a", **_JSON),  # type: ignore[arg-type]
    ColumnSpec("n", ColumnType.LONG),
    ColumnSpec("b", **_JSON),  # type: ignore[arg-type]
    ColumnSpec("c", **_JSON),  # type: ignore[arg-type]
)


def updates() -> list[Rows]:
    (path,) = log_files(FOLDER)
    found = [event.body for event in read_events(path) if isinstance(event.body, Rows)]
    return [rows for rows in found if rows.type is not EventType.WRITE_ROWS]


def texts() -> list[list[Any]]:
    return [row for row in json.loads((FOLDER / "texts.json").read_text("utf-8")) if isinstance(row, list)]


@pytest.mark.parametrize("number", range(len(UPDATES)), ids=list(UPDATES).__getitem__)
def test_diffs_are_stored_as_the_server_stores_them(number: int) -> None:
    rows = updates()[number]
    after = list(UPDATES.values())[number]
    partial = any(isinstance(value, JsonDiffs) for value in after.values())
    image = RowImage(tuple(after), tuple(after.values()), value_options=PARTIAL_JSON_UPDATES if partial else 0)
    change = RowChange(RowImage((ID,), (1,)), image)
    assert rows.type is EventType.PARTIAL_UPDATE_ROWS
    assert rows.columns_after == column_bitmap(tuple(after), len(SPECS))
    assert encode_rows(SPECS, rows, [change]) == rows.rows
    assert decode_rows(SPECS, rows) == (change,)


def _document(column: int, value: Any) -> Any:
    return json_from_text(value) if SPECS[column].type is ColumnType.JSON and value is not None else value


def _same(ours: Any, theirs: Any) -> bool:
    """A text tells neither dates nor decimals."""
    if isinstance(ours, JsonDocument):
        return repr(ours).replace("datetime.date(2024, 1, 1)", "'2024-01-01'").replace("Decimal('1.5')", "1.5") == repr(
            theirs
        )
    return bool(ours == theirs)


def test_full_images_hold_the_rows_that_were_selected() -> None:
    """Their documents have gaps where something was replaced in place: these cells are kept as stored."""
    found, rows_after = updates(), texts()
    with_gaps = 0
    for number in range(len(UPDATES) + 1, len(found)):
        (change,) = decode_rows(SPECS, found[number])
        assert encode_rows(SPECS, found[number], [change]) == found[number].rows
        assert change.before is not None
        with_gaps += any(isinstance(value, StoredCell) for value in change.before.values)
        if number % len(UPDATES):
            values = [plain_value(value) for value in change.before.values]
            selected = [_document(column, value) for column, value in enumerate(rows_after[number - 1])]
            assert all(map(_same, values, selected)), (values, selected)
    assert with_gaps > 5


def _one_row(value: Any, **options: Any) -> RowChange:
    return RowChange(RowImage((0,), (1,)), RowImage((1,), (value,), **options))


def _event(rows: bytes) -> Rows:
    return Rows(EventType.PARTIAL_UPDATE_ROWS, 1, 0, b"", len(SPECS), b"\x01", b"\x02", rows)


def test_what_follows_from_the_values_may_be_overridden() -> None:
    """Partial bits of a NULL, unused NULL bits: what no server of today writes survives too."""
    change = _one_row(None, value_options=1, partial_bits=b"\x81", null_padding=0x7F)
    data = encode_rows(SPECS, _event(b""), [change])
    assert data == b"\x00\x01\x00\x00\x00" + b"\x01\x81\xff"
    assert decode_rows(SPECS, _event(data)) == (change,)


def test_wrong_diffs() -> None:
    without_value = JsonDiffs((JsonDiff(JsonDiffOperation.INSERT, "$.a"),))
    with pytest.raises(EncodeError, match="column 'a', JSON: REMOVE has no value"):
        encode_rows(SPECS, _event(b""), [_one_row(without_value, value_options=1)])
    with pytest.raises(EncodeError, match="not of the event's columns"):
        encode_rows(SPECS, _event(b""), [RowChange(RowImage((0,), (1,)), None)])
    with pytest.raises(EncodeError, match="must be JsonDocument"):
        encode_rows(SPECS, _event(b""), [_one_row("text", value_options=1)])


_DIFFS = st.builds(
    JsonDiffs,
    st.lists(
        st.one_of(
            st.builds(JsonDiff, st.just(JsonDiffOperation.REMOVE), st.text(max_size=300)),
            st.builds(
                JsonDiff,
                st.sampled_from((JsonDiffOperation.REPLACE, JsonDiffOperation.INSERT)),
                st.text(max_size=10),
                JSON_DOCUMENTS,
            ),
        ),
        max_size=4,
    ).map(tuple),
)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.none() | _DIFFS | JSON_DOCUMENTS, max_size=4))
def test_random_diffs_survive(values: list[Any]) -> None:
    changes = tuple(_one_row(value, value_options=PARTIAL_JSON_UPDATES) for value in values)
    data = encode_rows(SPECS, _event(b""), changes)
    assert decode_rows(SPECS, _event(data)) == changes


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("0001000000", "1 bytes expected"),
        ("000100000002", "value options 0x2"),
        ("000100000001", "partial bits"),
        ("00010000000101", "needs 1 bytes"),
        ("0001000000010100ff000000", "column 'a'"),
    ],
)
def test_corrupt_partial_rows(rows: str, message: str) -> None:
    with pytest.raises(CorruptLogError, match=message):
        decode_rows(SPECS, _event(bytes.fromhex(rows)))


def test_a_diff_that_cannot_be_read_is_kept() -> None:
    rows = _event(bytes.fromhex("0001000000" + "010100" + "03000000" + "070124"))
    (change,) = decode_rows(SPECS, rows)
    assert change.after is not None
    assert change.after.values == (StoredCell(bytes.fromhex("03000000070124")),)
    assert encode_rows(SPECS, rows, [change]) == rows.rows
