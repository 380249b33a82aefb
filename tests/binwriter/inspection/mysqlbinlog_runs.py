"""mysqlbinlog on many files at once, and what of its output is compared with ours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from binwriter.binlog.files.reader import LogEvent, Source, nested_events, read_events
from binwriter.binlog.files.rows import OpenTables, UnknownTableError
from binwriter.inspection.mysqlbinlog import pseudo_sql, unknown_table
from binwriter.integration.mysql import MySQLServer

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
CAPTURED = GOLDEN / "mysqlbinlog"
# mysqlbinlog gives up on a row here; ours goes on
GEOMETRY = "!! Don't know how to handle column type=255"
_UNKNOWN_TABLE = re.compile(r"(### Row event for unknown table #\d+).*")  # it forgets the line break
_MARK = "@@@ "
_HEADER = re.compile(r"^#(\d{6} [ \d]\d:\d\d:\d\d) server id (\d+)  end_log_pos (\d+)", re.MULTILINE)

Header = tuple[str, int, int]


def mysqlbinlog(server: MySQLServer, runs: Sequence[Sequence[str]], files: Mapping[str, bytes]) -> list[str]:
    """The output of `mysqlbinlog ARGUMENTS` for each of the runs; messages on standard error are left out."""
    quoted = ("mysqlbinlog --base64-output=DECODE-ROWS " + " ".join(f"'{word}'" for word in run) for run in runs)
    script = "\n".join(f"echo; echo '{_MARK}'; {command} 2>/dev/null" for command in quoted)
    done = server.run("bash script || true", files={**files, "script": script.encode()}, shell=True)
    text = done.stdout.decode("utf-8", "surrogateescape")
    return text.split(f"\n{_MARK}\n")[1:]


def pseudo_sql_lines(output: str) -> list[str]:
    """The lines of pseudo-SQL in mysqlbinlog's output."""
    return [_UNKNOWN_TABLE.sub(r"\1", line) for line in output.split("\n") if line.startswith("###")]


def our_lines(source: Source, *, comments: bool) -> Iterator[list[str]]:
    """Ours, a list a rows event."""
    tables = OpenTables(remember=True)
    for event in read_events(source, verify=False):
        for inner in (event, *nested_events(event)):
            try:
                rows = tables.follow(inner)
            except UnknownTableError as error:
                yield [unknown_table(error.table_id)]
                continue
            if rows is not None:
                yield list(pseudo_sql(rows, comments=comments))


def first_difference(ours: Iterator[list[str]], theirs: list[str]) -> tuple[str, str] | None:
    """The first line that differs; where mysqlbinlog gives up on a GEOMETRY, the rest of the event is not compared."""
    place = 0
    for lines in ours:
        for line in lines:
            other = theirs[place] if place < len(theirs) else "(nothing)"
            place += 1
            if GEOMETRY in other:
                break
            if line != other:
                return line, other
    return None if place >= len(theirs) else ("(nothing)", theirs[place])


def header_fields(output: str) -> list[Header]:
    """Time, server id and end_log_pos of each event shown."""
    return [(found[1], int(found[2]), int(found[3])) for found in _HEADER.finditer(output)]


def our_header(event: LogEvent) -> Header:
    """The same of an event of ours; mysqlbinlog shows the outer event's end for one of a Transaction_payload."""
    header = event.header
    moment = datetime.fromtimestamp(header.timestamp, UTC)
    clock = f"{moment:%y%m%d} {moment.hour:2}:{moment:%M:%S}"
    return clock, header.server_id, (event.payload or event).header.log_pos
