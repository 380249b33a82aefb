"""Framing: payloads of every size survive being cut to packets and put together again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from binwriter.formats.constants import ColumnType
from binwriter.statement.columns import ResultColumn
from binwriter.wire.binary import binary_packets, binary_rows, encoder
from binwriter.wire.capabilities import Capability
from binwriter.wire.errors import OutOfOrderError, TooLargeError
from binwriter.wire.packets import FIRST, LARGEST, PacketReader, Packets, framed, framed_all
from binwriter.wire.results import result_set, small_result_set


@pytest.mark.parametrize("length", [0, 1, 4, 250, 65535, LARGEST - 1, LARGEST, LARGEST + 1, 2 * LARGEST])
def test_a_payload_is_read_as_it_was_written(length: int) -> None:
    data, sequence = framed(b"x" * length, 0)
    assert sequence == length // LARGEST + 1
    reader = PacketReader(1 << 30)
    reader.feed(data)
    assert reader.next() == b"x" * length
    assert reader.next() is None
    assert reader.is_empty


def test_packets_are_read_byte_by_byte() -> None:
    data, _ = framed_all((b"one", b"", b"three"), 0)
    reader, payloads = PacketReader(100), []
    for place in range(len(data)):
        reader.feed(data[place : place + 1])
        payload = reader.next()
        if payload is not None:
            payloads.append(payload)
    assert payloads == [b"one", b"", b"three"]


def test_sequence_numbers_begin_anew_behind_255() -> None:
    data, sequence = framed_all([b"a"] * 300, 0)
    assert sequence == 300
    reader = PacketReader(100)
    reader.feed(data)
    assert [reader.next() for _ in range(300)] == [b"a"] * 300


def test_a_wrong_number_and_a_large_packet_are_refused() -> None:
    reader = PacketReader(3)
    reader.feed(framed(b"abc", 1)[0])
    with pytest.raises(OutOfOrderError):
        reader.next()
    reader = PacketReader(3)
    reader.feed(b"\x04\x00\x00\x00")  # before its content has come
    with pytest.raises(TooLargeError):
        reader.next()


@pytest.mark.parametrize("count", [0, 1, 2, 8, 9, 12])
@pytest.mark.parametrize("sequence", [0, 1, 253])
def test_few_payloads_and_many_are_framed_alike(count: int, sequence: int) -> None:
    payloads = [bytes(number * 40) for number in range(count)]
    expected, following = b"", sequence
    for payload in payloads:
        data, following = framed(payload, following)
        expected += data
    assert framed_all(payloads, sequence) == (expected, following)


@pytest.mark.parametrize("capabilities", [0, Capability.DEPRECATE_EOF])
@pytest.mark.parametrize("rows", [0, 1, 128])
def test_a_small_result_is_that_of_pieces(capabilities: int, rows: int) -> None:
    head, made = (b"\1", b"column"), [b"row %d" % number for number in range(rows)]
    pieces: list[bytes] = []
    for piece in result_set(head, iter(made), capabilities, (2, 34), 3):
        pieces += piece if isinstance(piece, list) else [piece]

    def framer(rows: Sequence[Sequence[Any]], sequence: int) -> tuple[bytes, int]:
        return framed_all([row[0] for row in rows], sequence)

    whole = small_result_set(
        Packets(*framed_all(head, FIRST)), [(row,) for row in made], framer, capabilities, (2, 34), 3
    )
    assert whole == framed_all(pieces, FIRST)


@pytest.mark.parametrize(
    "values",
    [
        [f"text {number:3}" for number in range(100)],
        ["x" * 250] * 20,
        ["x" * 251] * 20,
        [""] * 20,
        ["of", "several", "lengths"] * 9,
        ["ASCII"] * 9 + ["\u00e9tude"],
        ["text", None] * 9,
        [b"byte", "text"] * 9,
        ["few"],
    ],
)
@pytest.mark.parametrize("sequence", [2, 250])
def test_rows_of_one_text_are_those_of_any_columns(values: list[Any], sequence: int) -> None:
    """Rows that are looked at all at once are sent as each by itself is."""
    column = ResultColumn("c", ColumnType.VAR_STRING, 1000, 255)
    encoders = [encoder(column, lambda value: value if isinstance(value, bytes) else value.encode())]
    rows = [(value,) for value in values]
    each = [payload for row in rows for payload in binary_rows([row], encoders)]
    assert binary_packets(rows, encoders, sequence) == framed_all(each, sequence)


@pytest.mark.parametrize(
    ("type_", "value", "sent"),
    [
        (
            ColumnType.LONGLONG,
            1 << 63,
            "0000000000000080",
        ),  # a 9.7.4 sends it so for `SELECT @x := ?, @x` behind an integer
        (ColumnType.LONGLONG, (1 << 64) - 1, "ffffffffffffffff"),
        (ColumnType.LONG, 1 << 31, "00000080"),
    ],
)
def test_an_integer_of_the_other_sign_is_sent_as_its_bytes(type_: ColumnType, value: int, sent: str) -> None:
    assert encoder(ResultColumn("c", type_, 20, 63), lambda value: b"")(value).hex() == sent
