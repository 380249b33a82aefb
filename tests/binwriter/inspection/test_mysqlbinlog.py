"""Pseudo-SQL and hexadecimal bytes against mysqlbinlog of 9.7.4: captured output, and the program itself."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.cli.inspecting.views import header_line
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.formats.events import FormatDescription, Rows, TableMap
from binwriter.inspection.mysqlbinlog import hexdump
from binwriter.integration.mysql import MySQLServer
from tests.binwriter.binlog.files.probe_files import PROBES, log_of
from tests.binwriter.inspection.capture_mysqlbinlog import COPIES, HEXDUMP
from tests.binwriter.inspection.mysqlbinlog_runs import (
    CAPTURED,
    GEOMETRY,
    GOLDEN,
    first_difference,
    mysqlbinlog,
    our_lines,
    pseudo_sql_lines,
)
from tests.conftest import PROJECT
from tests.formats.log_files import part_of

SOURCES = {name: log_of(events()) for name, events in PROBES.items()} | {
    name: (GOLDEN / path).read_bytes() for name, path in COPIES.items()
}
# mysqlbinlog does not double the backtick of a name in this one form.
_UNQUOTED = {"### INSERT INTO `a`b`.`é`` VALUES ()": "### INSERT INTO `a``b`.`é``` VALUES ()"}
_V1_TO_V2 = {EventType(number): EventType(number + 7) for number in (23, 24, 25)}


@pytest.mark.parametrize("form", ["v", "vv"])
@pytest.mark.parametrize("name", SOURCES)
def test_pseudo_sql_is_that_of_mysqlbinlog(name: str, form: str) -> None:
    captured = (CAPTURED / f"{name}.{form}").read_bytes().decode("utf-8", "surrogateescape")
    theirs = [_UNQUOTED.get(line, line) for line in captured.split("\n")[:-1]]
    assert theirs
    assert first_difference(our_lines(SOURCES[name], comments=form == "vv"), theirs) is None


def test_geometry_shows_its_bytes() -> None:
    lines = [line for event in our_lines(GOLDEN / "types" / "binlog.000001", comments=True) for line in event]
    assert "=X'000000000101000000000000000000F83F00000000000000C0' /* GEOMETRY meta=4" in "\n".join(lines)
    assert GEOMETRY not in "\n".join(lines)


def test_hexdump_is_that_of_mysqlbinlog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    ours = [line for event in read_events(GOLDEN / HEXDUMP) for line in (header_line(event), *hexdump(event))]
    monkeypatch.undo()
    time.tzset()
    assert ours == (CAPTURED / "hexdump.txt").read_text(encoding="utf-8").split("\n")[:-1]


# --- the program itself ----------------------------------------------------------------------------------------------


# A server's own logs at which the mysqlbinlog of 9.7.4 dies of a segmentation fault with -v: a JSON and a VECTOR of no
# bytes, which stand where nobody has given a NOT NULL column a value.
_DEADLY = frozenset({"values_lacking"})
# Where an image lacks a VECTOR column, the mysqlbinlog of 9.7.4 shows the dimensions of that one for the next one.
_MISCOUNTED = frozenset({"vectors_row"})


_PARTS = 8


def _logs(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.parent.name in _DEADLY | _MISCOUNTED:
            continue
        if path.is_file() and path.stat().st_size < 2_000_000:
            with path.open("rb") as file:
                if file.read(4) == BINLOG_MAGIC:
                    yield path


@pytest.mark.mysql
@pytest.mark.parametrize("form", ["-vv", pytest.param("-v", marks=pytest.mark.left_to_sweep)])  # with comments, without
@pytest.mark.parametrize("folder", ["../shared/corpus", "../shared/oracle", "../shared/oracle-old"])
def test_pseudo_sql_of_every_log(folder: str, form: str, mysql_server: MySQLServer) -> None:
    if not (PROJECT / folder).is_dir():
        pytest.skip("the folder of shared samples is not beside this checkout")
    _compare_pseudo_sql(_logs(PROJECT / folder), form, mysql_server)


@pytest.mark.mysql
@pytest.mark.sampled(every=32)
@pytest.mark.parametrize("form", ["-vv", "-v"])
@pytest.mark.parametrize("part", range(_PARTS))
def test_pseudo_sql_of_every_log_of_ours(part: int, form: str, mysql_server: MySQLServer) -> None:
    _compare_pseudo_sql(part_of(list(_logs(PROJECT / "tests" / "golden")), part, _PARTS), form, mysql_server)


def _compare_pseudo_sql(paths: Iterable[Path], form: str, mysql_server: MySQLServer) -> None:
    logs = {f"log{number}": path for number, path in enumerate(paths)}
    files = {name: _as_version_2(path) for name, path in logs.items()}
    compared = 0
    outputs = mysqlbinlog(mysql_server, [[form, name] for name in files], files)
    for (name, data), output in zip(files.items(), outputs, strict=True):
        theirs = pseudo_sql_lines(output)
        ours = _readable(our_lines(data, comments=form == "-vv"))
        difference = first_difference(ours, theirs)
        assert difference is None, (logs[name], difference)
        compared += len(theirs)
    assert compared > 100


def _readable(lines: Iterator[list[str]]) -> Iterator[list[str]]:
    try:
        yield from lines
    except CorruptLogError:
        return


def _as_version_2(path: Path) -> bytes:
    """A log whose rows events of version 1, which 9.7 does not read any more, are those of version 2."""
    try:
        bodies = [event.body for event in read_events(path, verify=False)]
    except CorruptLogError:
        return path.read_bytes()
    if not any(isinstance(body, Rows) and body.type in _V1_TO_V2 for body in bodies):
        return path.read_bytes()
    # names, types and rows only: status variables of old servers are not what is tested here
    return log_of(
        replace(body, type=_V1_TO_V2.get(body.type, body.type)) if isinstance(body, Rows) else body
        for body in bodies
        if isinstance(body, Rows | TableMap) and not isinstance(body, FormatDescription)
    )
