"""What the real mysqlbinlog 9.7.4 says to every corruption: what it was seen to say, so that no corruption is idle.

Much passes in silence: mysqlbinlog shows what it is given. What it does not see, the tests of `binwriter verify` show.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.formats.malformed import CORRUPTIONS
from binwriter.integration.mysql import MySQLServer

from .test_corruptions import corrupted

READ_ERROR = b"Could not read entry at offset %d: Error in log format or read error 1."
BAD_SET = b"Malformed GTID_set encoding."
BAD_FIELD = b"***Corrupted replication event was detected"

# Fails with this; what is not here and not in the tables below fails with READ_ERROR at the event.
FAILS = {
    "missing-fde": BAD_SET,
    "wrong-magic": b"Binlog has bad magic number",
    "payload-frame": b"Payload_log_event corrupted: compression stream is corrupted.",
}
# Says this, and goes on.
SAYS = {
    "gtid-set-count": BAD_SET,
    "gtid-interval": BAD_SET,
    "long-body": BAD_SET,
    "column-type": BAD_FIELD,
    "rows-cut": BAD_FIELD,
    "string-length": BAD_FIELD,
    "unknown-table-id": b"### Row event for unknown table #",
    "json-cell": b"Invalid JSON",
    "json-type": b"Invalid JSON",
    "json-loop": b"Failed to format JSON object as string.",
    "date-cell": b"'2024:15:01'",
    "time-cell": b":63:",
    "enum-cell": b"@7=255",
}
# Shows the value, or nothing, as if all were well.
SILENT = {
    "binlog-version",
    "checksum-algorithm",
    "clock-type",
    "column-metadata",
    "decimal-cell",
    "end-log-pos",
    "end-log-pos-backwards",
    "extra-info-zero",
    "intvar-type",
    "logical-clock",
    "missing-event",
    "optional-metadata",
    "payload-size",
    "repeated-event",
    "rows-columns",
    "schema-end",
    "text-cell",
    "transaction-length",
}
# Ends with a segmentation fault: exit status 139, as a shell has it.
CRASHES = {"vector-cell"}
# Where the event before the unreadable place is whole, the offset is that of the place, not of the event.
AT_THE_NEXT = {"garbage", "zeros", "post-header-length"}


def test_the_tables_are_of_corruptions() -> None:
    assert {*FAILS, *SAYS, *SILENT, *CRASHES, *AT_THE_NEXT} <= CORRUPTIONS.keys()


@pytest.mark.mysql
@pytest.mark.parametrize("name", CORRUPTIONS)
def test_mysqlbinlog(name: str, tmp_path: Path, mysql_server: MySQLServer) -> None:
    _, broken = corrupted(name, tmp_path / "wrong")
    files = {"wrong": (tmp_path / "wrong").read_bytes()}
    result = mysql_server.run("mysqlbinlog --verify-binlog-checksum -v wrong", files=files, shell=True)
    said = result.stdout + result.stderr
    if name in SILENT:
        assert (result.exit_code, b"ERROR" in result.stderr) == (0, False), said
    elif name in SAYS:
        assert (result.exit_code, SAYS[name] in said) == (0, True), said
    elif name in CRASHES:
        assert result.exit_code == 139, said
    else:
        expected = READ_ERROR.partition(b"%d")[0] if name in AT_THE_NEXT else READ_ERROR % broken.position
        assert (result.exit_code, FAILS.get(name, expected) in said) == (1, True), said
