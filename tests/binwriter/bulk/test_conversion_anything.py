"""to_storage: any Arrow array is taken for a column of any type, or refused."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from binwriter.bulk.arrow_types import to_storage
from binwriter.bulk.cells.row_images import exact_images, row_images
from binwriter.errors import EncodeError
from binwriter.formats.columns.spec import ColumnSpec
from tests.binwriter.bulk.arrow_cases import every_spec, table_of

_PAIRS = pa.map_(pa.string(), pa.int64())
_STRUCT = pa.struct([("a", pa.int32()), ("b", pa.list_(pa.string()))])
ANYTHING: Sequence[pa.Array] = (
    *(pa.array([0, 1, None, 100], kind) for kind in (pa.int8(), pa.uint16(), pa.int32(), pa.uint64(), pa.float16())),
    *(pa.array([0.0, -1.5, None, 1e20], kind) for kind in (pa.float32(), pa.float64())),
    *(pa.array([Decimal(1), Decimal("-0.5"), None], kind) for kind in (pa.decimal128(9, 3), pa.decimal256(50, 30))),
    *(
        pa.array(["", "abc", None, "ü", "1", "m1", "2020-01-01", "12:00:00"], kind)
        for kind in (pa.string(), pa.large_string(), pa.string_view())
    ),
    *(
        pa.array([b"", b"\xff\xfe", None, b"abcd", b"m0"], kind)
        for kind in (pa.binary(), pa.large_binary(), pa.binary_view())
    ),
    *(pa.array([bytes(range(n)), None, b"\0" * n], pa.binary(n)) for n in (0, 3, 5, 8, 12, 16)),
    *(
        pa.array([0, None, 2**40], pa.int64()).cast(pa.timestamp(unit, zone))
        for unit in ("ms", "us", "ns")
        for zone in (None, "UTC", "Europe/Berlin")
    ),
    *(pa.array([0, None, 86_399], pa.int32()).cast(kind) for kind in (pa.time32("s"), pa.date32())),
    *(pa.array([0, None, -(2**40)], pa.int64()).cast(kind) for kind in (pa.duration("ns"), pa.duration("s"))),
    pa.array([2**62], pa.int64()).cast(pa.timestamp("s")),
    pa.array([2**62, -(2**62)], pa.int64()).cast(pa.duration("s")),
    pa.array([-(2**31), 2**31 - 1], pa.int32()).cast(pa.date32()),
    pa.array([2**43], pa.int64()).cast(pa.time64("ns")),
    pa.array([True, None]),
    pa.nulls(3),
    pa.array([[1.0, 2.0], None, []], pa.list_(pa.float32())),
    pa.array([["m0"], None, [], [None]], pa.list_(pa.string())),
    pa.array([[1.0, 2.0], None], pa.list_(pa.float64(), 2)),
    pa.array([{"a": 1, "b": ["x", None]}, None], _STRUCT),
    pa.array([[("k", 1)], None, []], _PAIRS),
    pa.array(["a", "b", None, "a"]).dictionary_encode(),
    pa.array([pa.MonthDayNano([1, 2, 3])]),
    pa.array([b"0123456789abcdef"], pa.uuid()),
    pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(np.array([0, 2], np.int32)), pa.py_buffer(b"\xff\xfe")]),
    pa.Array.from_buffers(pa.decimal128(3, 1), 1, [None, pa.py_buffer(b"\x7f" * 16)]),
    pa.RunEndEncodedArray.from_arrays([2, 3], ["x", "y"]),
    pa.UnionArray.from_sparse(pa.array([0, 1], pa.int8()), [pa.array([1, 2]), pa.array(["a", "b"])]),
)


ONE_OF_EACH = {(spec.type, spec.collation): spec for spec in every_spec()}


@pytest.mark.parametrize("spec", ONE_OF_EACH.values(), ids=lambda spec: f"{spec.type.name}-{spec.collation}")
def test_anything_is_taken_or_refused(spec: ColumnSpec) -> None:
    """Never another error than ours, and what is taken is what all ways encode alike."""
    table = table_of([spec])
    taken = 0
    for array in ANYTHING:
        for part in (array, array.slice(1)):
            try:
                batch = to_storage(table, pa.record_batch([part], names=["c0"]))
            except EncodeError:
                continue
            taken += 1
            expected = exact_images(table, batch, [0])
            found = row_images(table, batch, [0])
            assert found.data.tobytes() == expected.data.tobytes(), array.type
    assert taken
