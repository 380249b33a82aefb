"""Any body: parsed from its own bytes it is equal; compiled and plain construct agree; cut bytes give our error."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.formats.constants import EventType, StatusVarCode
from binwriter.formats.declaration import Declared, layout_of
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events import (
    EVENT_BODIES,
    FormatDescription,
    Gtid,
    GtidIntervals,
    HeartbeatV2,
    Incident,
    Intvar,
    LoadOptions,
    NewLoad,
    ParseContext,
    PreviousGtids,
    Query,
    Rows,
    RowsQuery,
    StartV3,
    StatusVar,
    TableMap,
    TaggedGtid,
    TransactionContext,
    ViewChange,
    Xid,
    build_body,
    event_type_of,
    parse_body,
)
from tests.examples import examples

from .strategies import BODIES, status_var_lists

UUID_1 = UUID("3e11fa47-71ca-11e1-9e33-c80aa9429562")


OLD = FormatDescription(3, "4.1.23", 0, 19, (56, 11, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0))


def context_of(body: Declared) -> ParseContext:
    """A log in which the body can stand."""
    return ParseContext(OLD if getattr(body, "post_header_length", 13) == 11 else None)


def test_every_registered_body_has_a_strategy() -> None:
    assert {cls.__name__ for cls in EVENT_BODIES.values()} <= set(BODIES)


@pytest.mark.parametrize("name", BODIES)
@settings(max_examples=examples(20))
@given(draw=st.data())
def test_round_trip(name: str, draw: st.DataObject) -> None:
    body = draw.draw(BODIES[name])
    data = build_body(body)
    assert parse_body(event_type_of(body), data, context_of(body)) == body
    assert layout_of(type(body)).build(vars(body)) == data
    hash(body)
    assert str(body) == repr(body)


@pytest.mark.parametrize("name", BODIES)
@settings(max_examples=examples(20))
@given(draw=st.data())
def test_cut_bytes_give_a_value_or_a_corrupt_log_error(name: str, draw: st.DataObject) -> None:
    body = draw.draw(BODIES[name])
    data = build_body(body)
    cut = data[: draw.draw(st.integers(0, len(data)))]
    try:
        parsed = parse_body(event_type_of(body), cut, context_of(body))
    except CorruptLogError as error:
        assert f"of {len(cut)} bytes" in str(error)  # the message says where
    else:
        assert build_body(parsed) == cut


@pytest.mark.parametrize("event_type", EVENT_BODIES)
@settings(max_examples=examples(20))
@given(data=st.binary(max_size=80))
def test_any_bytes_give_a_value_or_a_corrupt_log_error(event_type: EventType, data: bytes) -> None:
    with contextlib.suppress(CorruptLogError):
        parse_body(event_type, data)


CANNOT_BE_BUILT: dict[str, tuple[Callable[[], Declared], str]] = {
    "table id of four bytes": (
        lambda: TableMap(1 << 32, 1, b"", b"", (), b"", b"", table_id_size=4),
        "TableMap: table_id: 4294967296 does not fit 4 bytes",
    ),
    "metadata that is not there": (
        lambda: TableMap(1, 1, b"", b"", (3,), b"", b"\1", has_metadata=False),
        "null_bits: this layout has no room",
    ),
    "view id too long": (lambda: ViewChange(b"v" * 41, 1, ()), "view_id.* longer than 40 bytes"),
    "write set too long": (
        lambda: TransactionContext(1, 0, b"", b"", (b"x" * 65536,), ()),
        "TransactionContext",
    ),
    "column name too long": (
        lambda: NewLoad(1, 0, 0, LoadOptions(b"", b"", b"", b"", b"", 0), (b"c" * 256,), b"", b"", b""),
        "NewLoad",
    ),
    "version too long": (lambda: StartV3(3, "4" * 51, 0), "longer than 50 bytes"),
    "field number 0": (lambda: HeartbeatV2(b"", 1, other_fields=((0, b""),)), "the number 0 ends the fields"),
    "xid out of range": (lambda: Xid(1 << 64), "Xid: xid"),
    "negative": (lambda: Intvar(2, -1), "Intvar: value"),
    "schema too long": (lambda: Query(1, 0, 0, (), b"x" * 256, b""), "schema_length"),
    "status variable": (lambda: Query(1, 0, 0, (StatusVar(StatusVarCode.FLAGS2, -1),), b"", b""), "FLAGS2"),
    "too many databases": (
        lambda: Query(1, 0, 0, (StatusVar(StatusVarCode.UPDATED_DB_NAMES, (b"d",) * 17),), b"", b""),
        "17 databases",
    ),
    "text for bytes": (lambda: RowsQuery("text"), "RowsQuery"),  # type: ignore[arg-type]
    "message too long": (lambda: Incident(1, b"x" * 256), "Incident"),
    "null bits do not fit": (lambda: TableMap(1, 1, b"", b"", (3,) * 9, b"", b"\0"), "bitmap has 1 bytes"),
    "column type": (lambda: TableMap(1, 1, b"", b"", (300,), b"", b"\0"), "TableMap"),
    "bitmap does not fit": (
        lambda: Rows(EventType.WRITE_ROWS, 1, 0, b"", 9, None, b"\xff", b""),
        "bitmap has 1 bytes, 9 columns need 2",
    ),
    "bitmap of no image": (lambda: Rows(EventType.WRITE_ROWS, 1, 0, b"", 1, b"\1", b"\1", b""), "has not"),
    "no bitmap": (lambda: Rows(EventType.DELETE_ROWS, 1, 0, b"", 1, None, None, b""), "none where it has one"),
    "extra info in version 1": (lambda: Rows(EventType.WRITE_ROWS_V1, 1, 0, b"x", 1, None, b"\1", b""), "version 1"),
    "timestamp": (lambda: Gtid(0, UUID_1, 1, 0, 1, 1 << 56), "Gtid"),
    "half a logical clock": (lambda: Gtid(0, UUID_1, 1, 5), "sequence_number"),
    "tag too long": (lambda: TaggedGtid(0, UUID_1, 1, "t" * 33, 0, 1, 0), "longer than 32"),
    "tag in the plain format": (
        lambda: PreviousGtids((GtidIntervals(UUID_1, "blue", ((1, 2),)),)),
        "tag 'blue' needs the tagged format",
    ),
}


@pytest.mark.parametrize("case", CANNOT_BE_BUILT)
def test_what_does_not_fit_is_an_encode_error_that_names_it(case: str) -> None:
    make, message = CANNOT_BE_BUILT[case]
    with pytest.raises(EncodeError, match=message):
        build_body(make())


@given(variables=status_var_lists, rest=st.binary(min_size=1, max_size=20))
def test_unknown_status_variable_keeps_the_rest(variables: tuple[StatusVar, ...], rest: bytes) -> None:
    body = Query(1, 0, 0, (*variables, StatusVar(200, rest)), b"", b"q")
    assert Query.parse(body.build()) == body
