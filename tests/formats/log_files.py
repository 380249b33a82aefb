"""Real log files, event by event, for the tests of `formats`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from binwriter.binlog.files.reader import LogEvent, nested_events
from binwriter.binlog.files.reader import read_events as log_events
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm
from binwriter.formats.declaration import Declared
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.header import EventHeader

OLD_SERVERS = ("5.1.27", "5.1.39", "5.1.54", "5.5.20", "5.6.21", "5.7.18", "8.0.40")
CAPTURES = (
    "01_trx_and_nontrx_statement",
    "02_trx_and_nontrx_row",
    "03_trx_and_nontrx_mixed",
    "04_two_connections_mixed",
    "05_direct_option",
    "06_unsafe_functions",
    "07_row_images",
    "08_types",
    "09_intvar_rand_uservar",
    "10_savepoint",
    "11_gtid",
    "12_errors",
)


@dataclass(frozen=True)
class RealEvent:
    """One event of a file: its bytes, its parts, and the checksum rule in force."""

    file: str
    position: int
    data: bytes
    header: EventHeader
    body_bytes: bytes
    body: Declared | CorruptLogError
    checksum: ChecksumAlgorithm | None
    source: LogEvent


def log_files(folder: Path) -> list[Path]:
    """Every log file below a folder, `*.live` copies (still open) included."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".md", ".txt", ".json", ".scn", ".index") and _is_log(path)
    )


def part_of(paths: Sequence[Path], part: int, parts: int) -> list[Path]:
    """Those of `paths` that belong to a part, by the names of their two folders: a new capture moves no other."""
    return [path for path in paths if crc32("/".join(path.parts[-3:-1]).encode()) % parts == part]


def _is_log(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == BINLOG_MAGIC


def read_events(path: Path, *, verify: bool = True) -> Iterator[RealEvent]:
    """The events of a file, up to a truncated one; a body that cannot be parsed comes as its error."""
    with suppress(CorruptLogError):
        for event in log_events(path, verify=verify):
            description = event.context.format_description
            yield _real_event(path.name, event, description.checksum if description else None)


def read_nested_events(event: RealEvent) -> Iterator[RealEvent]:
    """The events inside, if it is a Transaction_payload."""
    for inner in nested_events(event.source):
        yield _real_event(event.file, inner, ChecksumAlgorithm.NONE)


def _real_event(file: str, event: LogEvent, checksum: ChecksumAlgorithm | None) -> RealEvent:
    try:
        body: Declared | CorruptLogError = event.body
    except CorruptLogError as error:
        body = error
    return RealEvent(file, event.position, event.raw, event.header, event.body_bytes, body, checksum, event)
