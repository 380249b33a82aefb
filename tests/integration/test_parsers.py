"""python-mysql-replication on real files: where it reads otherwise than we do, the table of its defects says why."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path

import pytest

from binwriter.formats.columns.row_image import RowFormat, column_bitmap
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import optional_metadata
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, ColumnType, EventType, RowsFlag
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    FormatDescription,
    Intvar,
    MetadataField,
    Rows,
    RowsQuery,
    TableMap,
    build_body,
    event_type_of,
)
from binwriter.formats.header import frame
from binwriter.formats.servers import PROFILES
from binwriter.integration.parser_defects import VERSION
from binwriter.integration.parsers import KNOWN_DEFECTS, failures, parse_file, unexpected_failures
from tests.formats.log_files import CAPTURES, log_files, part_of

# Not whole on purpose, or of no version that we read.
_BROKEN = frozenset(
    {
        "binlog_truncated_event.000001",
        "binlog_truncated_prev_gtid_event.000001",
        "corrupt-relay-bin.000624",
        "ver_5_1-wl2325_r.001",
        "mariadb-bin.000001",
    }
)
_GOLDEN = Path(__file__).resolve().parent.parent / "golden"
_PARTS = 8
_BY_ID = {defect.id: defect for defect in KNOWN_DEFECTS}


def _samples(shared: Path) -> Iterator[Path]:
    """The golden files, the captures of 9.7, the small files of the corpus, and three captures of each old server."""
    yield from log_files(_GOLDEN)
    yield from log_files(shared / "oracle" / "captured")
    yield from (
        path for path in log_files(shared / "corpus") if path.name not in _BROKEN and path.stat().st_size < 100_000
    )
    for server in sorted((shared / "oracle-old").iterdir()):
        for name in ("o_types_row", "o_fail_then_row", "o_unsafe_statement"):
            yield from log_files(server / name)


def test_the_table_is_for_the_installed_version() -> None:
    assert version("mysql-replication") == VERSION
    assert {defect.version for defect in KNOWN_DEFECTS} == {VERSION}
    assert len(_BY_ID) == len(KNOWN_DEFECTS)


@pytest.mark.parametrize("capture", CAPTURES)
def test_captures_have_no_unexpected_failure(shared_dir: Path, capture: str) -> None:
    files = log_files(shared_dir / "oracle" / "captured" / capture)
    assert files
    for path in files:
        assert [str(failure) for failure in unexpected_failures(path.read_bytes())] == [], path


@pytest.mark.slow
@pytest.mark.sampled(every=8)
@pytest.mark.parametrize("part", range(_PARTS))
def test_golden_files_have_no_unexpected_failure(part: int) -> None:
    files = part_of(log_files(_GOLDEN), part, _PARTS)
    assert files
    for path in files:
        assert [str(failure) for failure in unexpected_failures(path.read_bytes())] == [], path


# What samples need not reach: each is reached by a log made for it below.
_MADE = frozenset(
    {
        "intvar-32-bits",
        "negative-fractional-time",
        "no-checksum-tail",
        "wide-charsets",
        "year-zero",
        "zero-date",
    }
)
# Taken from the field guide alone: relay logs of 5.x, which we do not write.
_FIELD_GUIDE_ONLY = frozenset({"master-data-written-status-var"})


@pytest.mark.slow
@pytest.mark.left_to_sweep  # that nothing else is reached is above, of the files here
def test_real_files_reach_every_defect_and_nothing_else(shared_dir: Path) -> None:
    reached: set[str] = set()
    unexpected: list[str] = []
    for path in _samples(shared_dir):
        for failure in failures(path.read_bytes()):
            found = [defect.id for defect in KNOWN_DEFECTS if defect.explains(failure)]
            reached.update(found)
            if not found:
                unexpected.append(f"{path.name}: {failure}")
    assert unexpected == []
    assert set(_BY_ID) - reached <= _MADE | _FIELD_GUIDE_ONLY


def test_rows_come_back_as_values(shared_dir: Path) -> None:
    """What mysqlbinlog prints of this file (oracle README), read by the library."""
    path = shared_dir / "oracle" / "captured" / "02_trx_and_nontrx_row" / "binlog.000001"
    events = parse_file(path.read_bytes())
    first = next(event for event in events if event.type_name == "Write_rows")
    assert first.error is None
    assert first.values["schema"] == "test"
    assert len(first.values["rows"]) >= 1
    assert [event.pos for event in events][:2] == [4, 127]


# --- logs made to reach one defect ---


def _log(*bodies: Declared, checksum: ChecksumAlgorithm = ChecksumAlgorithm.CRC32) -> bytes:
    """A whole file; its events say no position, which the library does not look at."""
    description = FormatDescription.of(PROFILES["9.7"], 1, checksum)
    return BINLOG_MAGIC + b"".join(
        frame(event_type_of(body), build_body(body), timestamp=1, server_id=1, end_log_pos=0, checksum=checksum)
        for body in (description, *bodies)
    )


def _rows(spec: ColumnSpec, value: ColumnValue) -> list[Declared]:
    layout = RowFormat([spec])
    fields = optional_metadata([spec], full=True, primary_key=None)
    table = TableMap(
        1,
        0,
        b"test",
        b"t",
        tuple(int(code) for code in layout.column_types),
        layout.metadata,
        layout.null_bits,
        tuple(MetadataField(kind, data) for kind, data in fields),
    )
    everything = column_bitmap([0], 1)
    return [
        table,
        Rows(EventType.WRITE_ROWS, 1, int(RowsFlag.STMT_END), b"", 1, None, everything, layout.encode([value])),
    ]


_MADE_LOGS = {
    "intvar-32-bits": _log(Intvar(2, 5_000_000_000)),
    "no-checksum-tail": _log(RowsQuery(b"INSERT INTO t VALUES (1)"), checksum=ChecksumAlgorithm.NONE),
    "negative-fractional-time": _log(*_rows(ColumnSpec("c", ColumnType.TIME2, fsp=2), timedelta(milliseconds=-10))),
    "year-zero": _log(*_rows(ColumnSpec("c", ColumnType.YEAR, unsigned=True), 0)),
    "zero-date": _log(*_rows(ColumnSpec("c", ColumnType.DATE), IncompleteDate())),
    # utf16_general_ci
    "wide-charsets": _log(*_rows(ColumnSpec("c", ColumnType.VARCHAR, length=40, collation=54), "grün")),
}


@pytest.mark.parametrize("name", sorted(_MADE))
def test_made_logs_reach_the_rest(name: str) -> None:
    found = list(failures(_MADE_LOGS[name]))
    assert len(found) == 1
    assert _BY_ID[name].explains(found[0]), str(found[0])


def test_a_defect_excuses_only_its_own_events() -> None:
    """Small values where the defects are about large ones are read rightly, so nothing needs an excuse."""
    good = _log(
        Intvar(2, 5),
        RowsQuery(b"INSERT INTO t VALUES (1)"),
        *_rows(ColumnSpec("c", ColumnType.TIME2, fsp=2), timedelta(milliseconds=10)),
        *_rows(ColumnSpec("c", ColumnType.VARCHAR, length=40, collation=255), "grün"),
    )
    assert list(failures(good)) == []


def test_a_fault_of_ours_is_not_excused() -> None:
    """Rows of a table that no Table_map names are dropped by the library, and that is nobody's defect but ours."""
    table, rows = _rows(ColumnSpec("c", ColumnType.LONG), 1)
    found = unexpected_failures(_log(rows, table))
    assert [(failure.type_name, failure.aspect) for failure in found] == [("Write_rows", "event")]
