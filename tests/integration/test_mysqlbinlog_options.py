"""mysqlbinlog's options, crossed with logs: `inspect --sql` prints its statements, and ends as it does.

What is compared is everything that a client `mysql` would run, what opens and closes the session included, and the exit
status: 0, or another.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from binwriter.cli import main
from binwriter.formats.constants import BINLOG_MAGIC, HeaderFlag
from binwriter.integration.mysql import MySQLServer
from tests.binwriter.inspection.test_statements import comparable, log_files, printed_statements

# in CI, and in the sweep; "open" is one that is in use
_LOGS = (
    ("gtid_modes_mixed", "compression_row", "open"),
    ("bit_enum_set", "user_variables_asked", "xa_statements", "load_data_row", "temporary_tables_mixed"),
)
_OPTIONS = (
    "",
    "-D --idempotent --set-charset=latin1",
    "'--rewrite-db=test->other' '--rewrite-db=nowhere->test'",
    "--skip-gtids",
    "--base64-output=never",
    "--base64-output=decode-rows -v",
    "--base64-output=DECODE-ROWS -vv -H",
    "--base64-output=unspec",
    "--short-form",
    "--print-table-metadata",
    "--require-row-format",
    "--database=test",
    "--offset=5",
    "--server-id=7",
    "--stop-position=800",
    "--start-datetime='2001-01-01 00:00:00'",
    "--stop-datetime='2001-01-01 00:00:00'",
    "--force-if-open",
    "--skip-force-if-open",
)
# In a compressed transaction mysqlbinlog says the error, leaves the rows out and goes on. Of a log that is not read it
# prints how a session opens and closes.
_ON_PURPOSE = {("compression_row", "--base64-output=never"), ("open", "--skip-force-if-open")}
_MARK = b"@@@ "
_CLOSING = b"SET COMPLETION_TYPE=@OLD_COMPLETION_TYPE"
_VERSIONED = re.compile(rb"/\*!\d{5} (.*?) ?\*/")
_FLAGS = len(BINLOG_MAGIC) + 17


@pytest.mark.mysql
@pytest.mark.slow
@pytest.mark.parametrize("names", [_LOGS[0], pytest.param(_LOGS[1], marks=pytest.mark.left_to_sweep)])
def test_the_statements_and_the_end_are_those_of_mysqlbinlog(
    names: tuple[str, ...], mysql_server: MySQLServer, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    logs = {name: [_copied(path, tmp_path / name) for path in log_files(name)] for name in names if name != "open"}
    if "open" in names:
        logs["open"] = [_copied(log_files("bit_enum_set")[0], tmp_path / "open", in_use=True)]
    files = {f"{name}-{path.name}": path.read_bytes() for name, paths in logs.items() for path in paths}
    cells = [(name, options) for name in logs for options in _OPTIONS]
    script = "".join(
        f"mysqlbinlog {options} {shlex.join(f'{name}-{path.name}' for path in logs[name])}\n"
        f"status=$?; echo; echo '{_MARK.decode()}'$status\n"
        for name, options in cells
    )
    printed = mysql_server.run("bash script || true", files={**files, "script": script.encode()}, shell=True).stdout
    wrong = []
    for name, options in cells:
        output, _, printed = printed.partition(b"\n" + _MARK)
        status, _, printed = printed.partition(b"\n")
        ended = main(["inspect", "--sql", *shlex.split(options), *map(str, logs[name])])
        ours = _without_end(comparable(_all_statements(capsysbinary.readouterr().out)))
        theirs = _without_end(comparable(_all_statements(output)))
        if (bool(ended), ours) != (bool(int(status)), theirs) and (name, options) not in _ON_PURPOSE:
            pairs = zip(theirs, ours, strict=False)
            odd = next((pair for pair in pairs if pair[0] != pair[1]), (theirs[-1:], ours[-1:]))
            wrong.append((name, options, int(status), ended, len(theirs), len(ours), odd))
    assert not wrong, "\n".join(map(str, wrong))


def _copied(path: Path, folder: Path, *, in_use: bool = False) -> Path:
    folder.mkdir(exist_ok=True)
    content = bytearray(path.read_bytes())
    if in_use:  # in the middle of an event that is not yet there
        content[_FLAGS] |= HeaderFlag.BINLOG_IN_USE
        content += content[len(BINLOG_MAGIC) : len(BINLOG_MAGIC) + 10]
    copy = folder / path.name
    copy.write_bytes(content)
    shutil.copystat(path, copy)
    return copy


def _all_statements(output: bytes) -> Iterator[bytes]:
    """Those before the delimiter is set, those between, and those behind."""
    before, found, _ = output.partition(b"DELIMITER /*!*/;\n")
    if not found:
        return
    yield from _of_lines(before)
    for text in printed_statements(output):
        yield _VERSIONED.sub(rb"\1", text) if text.startswith(b"/*!") else text
    yield from _of_lines(output.rpartition(b"\nDELIMITER ;\n")[2])


def _of_lines(text: bytes) -> Iterator[bytes]:
    for line in text.split(b"\n"):
        if line and not line.startswith(b"#"):
            yield _VERSIONED.sub(rb"\1", line.removesuffix(b";"))


def _without_end(statements: Iterable[bytes]) -> list[bytes]:
    """Without what ends an open group: mysqlbinlog marks its own as added, and `comparable` leaves those out."""
    found = list(statements)
    if _CLOSING not in found:
        return found
    end = begin = found.index(_CLOSING)
    while begin and found[begin - 1] in (b"BEGIN", b"COMMIT", b"ROLLBACK"):
        begin -= 1
    return found[:begin] + found[end:]
