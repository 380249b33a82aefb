"""A cell or a row that a kernel finds healthy is one that the exact way finds healthy, and ends where it ends there."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

pytest.importorskip("numba")

import numpy as np

from binwriter.bulk.cells.reads import READERS, read_line
from binwriter.bulk.kernels.check_cells import checked_image
from binwriter.bulk.kernels.read_lines import SLACK
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate, StoredCell
from binwriter.formats.constants import ColumnType as T
from binwriter.inspection.verify.table_checks import ONE_FORM
from tests.examples import examples

_CHARSETS = {"utf8mb4": 255, "utf8mb3": 33, "latin1": 8, "ascii": 11, "gbk": 28, "sjis": 13, "cp1251": 51, "ucs2": 35}
_TIME = timedelta(hours=-838, minutes=-59, seconds=-59)

# specs and a few values of each
CASES: list[tuple[ColumnSpec, list[object]]] = [
    (ColumnSpec("c", T.INT24), [-5]),
    (ColumnSpec("c", T.YEAR), [2001]),
    (ColumnSpec("c", T.DOUBLE), [0.5]),
    (ColumnSpec("c", T.BIT, length=12), [0xABC]),
    (ColumnSpec("c", T.ENUM, members=("a", "b")), [2]),
    (ColumnSpec("c", T.SET, members=("a", "b", "c")), [7]),
    (ColumnSpec("c", T.DATE), [date(2024, 2, 29), IncompleteDate(), IncompleteDate(9999, 12, 31)]),
    (ColumnSpec("c", T.VECTOR, length=2), [bytes(8)]),
    (ColumnSpec("c", T.BLOB, length=1), [b"\xff\0"]),
    *((ColumnSpec("c", T.NEWDECIMAL, precision=p, scale=s), [Decimal(0), Decimal("-0.5") if s else Decimal(-1)])
      for p, s in [(1, 0), (9, 0), (10, 10), (12, 2), (18, 9), (27, 1), (65, 30), (30, 30)]),
    *((ColumnSpec("c", T.TIME2, fsp=f), [timedelta(), _TIME, timedelta(hours=1, seconds=-3)]) for f in range(7)),
    *((ColumnSpec("c", T.DATETIME2, fsp=f), [datetime(2024, 2, 29, 23, 59, 59), IncompleteDate()]) for f in range(7)),
    *((ColumnSpec("c", T.TIMESTAMP2, fsp=f), [datetime(2038, 1, 1, tzinfo=UTC), IncompleteDate()]) for f in range(7)),
    *((ColumnSpec("c", T.VARCHAR, length=300, collation=c), ["", "text and more text"]) for c in _CHARSETS.values()),
    *((ColumnSpec("c", T.STRING, length=40, collation=c), ["abc"]) for c in _CHARSETS.values()),
    (ColumnSpec("c", T.VARCHAR, length=200, collation=255), ["é", "日本語 and ASCII behind it", "\U0001f600"]),
]  # fmt: skip


def exact(spec: ColumnSpec, data: bytes) -> int | None:
    """Where the cell ends; None if `verify` has something to say about it."""
    try:
        value, end = codec_for(spec).decode_cell(data, 0)
    except CorruptLogError:
        return None
    bad = type(value) is StoredCell and (value.value is None or spec.type in ONE_FORM)
    return None if bad else end


def fast(spec: ColumnSpec, data: bytes) -> int | None:
    line = read_line(spec).copy()
    buffer = np.frombuffer(b"\0" + data + bytes(SLACK), np.uint8)
    start = buffer.ctypes.data
    end = checked_image(line.ctypes.data, np.zeros(1, np.int64), 0, 1, start, start + 1 + len(data))
    return int(end) - start - 1 if end else None


@pytest.mark.parametrize("spec, values", CASES, ids=lambda case: case.type.name if isinstance(case, ColumnSpec) else "")
def test_cells(spec: ColumnSpec, values: list[object]) -> None:
    random_ = random.Random(7)
    codec = codec_for(spec)
    is_known = spec.collation not in (_CHARSETS["ucs2"],)
    for value in values:
        cell = codec.encode(value)
        assert fast(spec, cell) == (len(cell) if is_known else None)
        assert exact(spec, cell) == len(cell)
        for _ in range(examples(150)):
            damaged = bytearray(cell) or bytearray(1)
            for _ in range(random_.choice((1, 1, 2, len(damaged)))):
                damaged[random_.randrange(len(damaged))] = random_.choice(
                    (0, 1, 0x7F, 0x80, 0xFF, random_.randrange(256))
                )
            found = fast(spec, bytes(damaged))
            if found is not None:
                assert found == exact(spec, bytes(damaged)), damaged.hex()
            elif spec.collation in (63, 255, 33, 8, 51, 11):
                assert exact(spec, bytes(damaged)) is None, damaged.hex()  # nothing healthy is left to the exact way


def test_every_type_has_a_line() -> None:
    assert set(READERS) <= set(T)
    assert read_line(ColumnSpec("c", T.DECIMAL)).any()
