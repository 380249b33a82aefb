"""Reading by kernels gives what the exact way gives: the same changes, the same index, the same errors."""

from __future__ import annotations

import math
import random
import re
import struct
import zlib
from decimal import Decimal
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("numba")

import pyarrow as pa

from binwriter.binlog.files.reader import read_events
from binwriter.bulk.decode import EventIndex, change_schema, index_events, read_changes, table_of
from binwriter.bulk.exact import ExactFileWriter
from binwriter.bulk.work import BulkSettings, BulkTable
from binwriter.errors import BinwriterError, CorruptLogError, EncodeError
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ChecksumAlgorithm, ColumnType
from binwriter.formats.header import HEADER_LENGTH
from binwriter.mysql.session_modes import RowImage
from tests.binwriter.bulk.file_cases import ITEMS, UPDATE, UUID_1, WRITE, batch_of, make_table, plan, shape_rows
from tests.binwriter.bulk.test_check_cells import CASES
from tests.formats.log_files import log_files

GOLDEN = Path(__file__).parents[2] / "golden"
NAME = ("shop", "every")

Changes = dict[tuple[str, str, str], list[dict[str, Any]]]


def changes(path: Path, **options: Any) -> tuple[Changes, str]:
    """By table and its columns, and the error that ended the reading."""
    found: Changes = {}
    try:
        for batch in read_changes(path, **options):
            batch.validate(full=True)
            names = str(batch.schema.field("after").type)
            found.setdefault((*table_of(batch.schema), names), []).extend(batch.to_pylist())
    except BinwriterError as error:
        return {}, f"{type(error).__name__}: {error}"
    for rows in found.values():  # of tables that were made anew: which of them come first is not said
        rows.sort(key=itemgetter("position", "inner", "row"))
    return found, ""


def assert_same(path: Path, **options: Any) -> Changes:
    """repr: a float that is no number is equal to itself."""
    fast, exact = changes(path, **options), changes(path, exact=True, **options)
    assert repr(fast[1]) == repr(exact[1])
    assert {key: repr(rows) for key, rows in fast[0].items()} == {key: repr(rows) for key, rows in exact[0].items()}
    return fast[0]


def assert_same_index(path: Path) -> None:
    found: list[dict[str, Any] | str] = []
    for exact in (False, True):
        try:
            index = index_events(path, exact=exact)
        except CorruptLogError as error:
            found.append(str(error))
        else:
            found.append({name: getattr(value, "tolist", lambda v=value: v)() for name, value in vars(index).items()})
            assert index.splits(500)[-1:] == [(index.splits(500)[-1][0], index.size_of_file)] if len(index) else True
    assert found[0] == found[1]


EVERY = make_table("every", ColumnSpec("id", ColumnType.LONG, nullable=False), *(
    ColumnSpec(f"c{number}", **{name: getattr(spec, name) for name in spec.__slots__ if name != "name"})
    for number, (spec, _) in enumerate(CASES)
))  # fmt: skip


def write(path: Path, **settings: Any) -> Path:
    tables = [BulkTable(EVERY, 100), BulkTable(ITEMS, 101)]
    random_ = random.Random(3)

    def row(number: int) -> tuple[Any, ...]:
        whole = number % 3 == 0
        values = (
            random_.choice([value for value in values if whole or _is_plain(value)])
            if whole or random_.random() > 0.3
            else None
            for _, values in CASES
        )
        return (number, *values)

    rows = [row(number) for number in range(40)]
    shapes = [
        shape_rows(tables, 0, WRITE, rows),
        shape_rows(tables, 1, WRITE, [(number, 0.25, *range(9)) for number in range(30)]),
        shape_rows(tables, 0, UPDATE, [(row, (row[0], 7, *row[2:])) for row in rows[:9]], assigned=(1,)),
    ]
    work = [[(0, 1)]] * 5 + [[(0, 30), (1, 3), (2, 4)], [(2, 5)], [(0, 5)]] + [[(1, 1)]] * 27
    chosen = BulkSettings(UUID_1, max_event_size=2000, **{"full_metadata": True, **settings})
    with ExactFileWriter(path, plan(), chosen, tables) as writer:
        writer.write(batch_of(shapes, work))
        writer.finish()
    return path


def _is_plain(value: object) -> bool:
    return not isinstance(value, IncompleteDate)


SETTINGS: dict[str, dict[str, Any]] = {
    "full": {},
    "minimal image, anonymous": {"image": RowImage.MINIMAL, "gtid": False},
    "no metadata, no checksums": {"full_metadata": False, "checksum": ChecksumAlgorithm.NONE},
    "tagged": {"tag": "a_tag"},
    "compressed": {"compression": True},
}


@pytest.mark.parametrize("kind", SETTINGS)
@pytest.mark.slow
@pytest.mark.sweep(every=4)
def test_generated_files(kind: str, tmp_path: Path) -> None:
    path = write(tmp_path / "binlog.000001", **SETTINGS[kind])
    assert sum(map(len, assert_same(path).values())) == 40 + 30 + 9
    assert_same(path, batch_rows=3, verify=True)
    assert_same_index(path)
    index = index_events(path)
    parts = index.splits(5000)
    assert len(parts) > 1
    rows = 0
    for start, stop in parts:
        rows += sum(map(len, assert_same(path, start=start, stop=stop, table=NAME).values()))
    assert rows == 49


@pytest.mark.slow
def test_real_files() -> None:
    for path in log_files(GOLDEN)[::7]:
        assert_same(path)
        assert_same_index(path)


@pytest.mark.slow
def test_corpus(shared_dir: Path) -> None:
    for path in log_files(shared_dir / "corpus"):
        assert_same(path)
        assert_same_index(path)


@pytest.mark.slow
def test_damage(tmp_path: Path) -> None:
    path = write(tmp_path / "binlog.000001")
    events = [event for event in read_events(path) if event.position > 200]
    data, random_ = path.read_bytes(), random.Random(5)
    for _ in range(25):
        damaged, event = bytearray(data), random_.choice(events)
        position, end = event.position, event.position + len(event.raw) - 4
        damaged[position + HEADER_LENGTH + random_.randrange(len(event.raw) - 23)] ^= 1 << random_.randrange(8)
        damaged[end : end + 4] = zlib.crc32(damaged[position:end]).to_bytes(4, "little")
        path.write_bytes(damaged)
        assert changes(path, verify=True)[1] == changes(path, verify=True, exact=True)[1]


@pytest.mark.parametrize(
    ("spec", "value", "damaged"),
    [
        (ColumnSpec("v", ColumnType.FLOAT, unsigned=True), 1.5, struct.pack("<f", -1.5)),
        (ColumnSpec("v", ColumnType.FLOAT), 1.5, struct.pack("<f", math.nan)),
        (ColumnSpec("v", ColumnType.DOUBLE, unsigned=True), 1.5, struct.pack("<d", -1.5)),
        (ColumnSpec("v", ColumnType.DOUBLE), 1.5, struct.pack("<d", math.inf)),
        (ColumnSpec("v", ColumnType.NEWDECIMAL, precision=12, scale=4, unsigned=True), Decimal("12.34"), b""),
    ],
    ids=lambda value: value.type.name if isinstance(value, ColumnSpec) else "",
)
def test_numbers_that_no_column_has(spec: ColumnSpec, value: Any, damaged: bytes, tmp_path: Path) -> None:
    table = make_table("numbers", ColumnSpec("id", ColumnType.LONG, nullable=False), spec)
    path, tables = tmp_path / "binlog.000001", [BulkTable(table, 100)]
    chosen = BulkSettings(UUID_1, full_metadata=True, checksum=ChecksumAlgorithm.NONE)
    with ExactFileWriter(path, plan(), chosen, tables) as writer:
        rows = [(1, None), (2, value), (3, None)]
        writer.write(batch_of([shape_rows(tables, 0, WRITE, rows)], [[(0, 3)]]))
        writer.finish()
    (written,) = assert_same(path).values()
    assert [row["after"]["v"] for row in written] == [None, value, None]
    cell = codec_for(spec).encode(value)
    data = path.read_bytes()
    assert data.count(cell) == 1
    path.write_bytes(
        data.replace(cell, damaged or bytes(~byte & 255 for byte in cell))
    )  # a decimal's sign flips all bits
    fast, exact = changes(path)[1], changes(path, exact=True)[1]
    assert fast == exact
    assert re.search(r":\d+: row 2: column 'v', ", exact)


@pytest.mark.parametrize("exact", [False, True])
def test_columns_that_the_log_does_not_name(exact: bool, tmp_path: Path) -> None:
    path = write(tmp_path / "binlog.000001", full_metadata=False)
    specs = tuple(column.spec for column in ITEMS.columns)
    options: dict[str, Any] = {"table": ("shop", "items"), "exact": exact}
    batches = list(read_changes(path, specs={("shop", "items"): specs}, **options))
    assert pa.Table.from_batches(batches).column("after").combine_chunks().field("n8").to_pylist() == [8] * 30
    assert batches[0].schema.equals(change_schema(("shop", "items"), specs))
    assert all(field.name.startswith("@") for field in next(read_changes(path, **options)).schema.field("after").type)
    with pytest.raises(EncodeError, match="given as BIGINT, its Table_map has INT"):
        wrong = (ColumnSpec("id", ColumnType.LONGLONG), *specs[1:])
        list(read_changes(path, specs={("shop", "items"): wrong}, **options))


def test_what_an_index_says(tmp_path: Path) -> None:
    index: EventIndex = index_events(write(tmp_path / "binlog.000001"))
    assert index.transactions == 35
    assert index.gtids()[4] == f"{UUID_1}:5"
    assert list(index.starts()[:1]) == [index.position[index.transaction == 0][0]]
