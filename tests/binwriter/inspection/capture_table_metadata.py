"""Writes what a real mysqlbinlog --print-table-metadata prints of logs with binlog_row_metadata=FULL and MINIMAL.

Usage: python -m tests.binwriter.inspection.capture_table_metadata. Statements, logs and lines:
tests/golden/mysqlbinlog/metadata.
"""

from __future__ import annotations

from binwriter.integration.mysql import running_server
from tests.binwriter.inspection.mysqlbinlog_runs import CAPTURED

FOLDER = CAPTURED / "metadata"
MODES = ("FULL", "MINIMAL")
STATEMENTS = (FOLDER / "statements.sql").read_text().splitlines()


def metadata_lines(output: str) -> list[str]:
    """The lines behind `Table_map`, and which table they are of."""
    lines = [line.rstrip() for line in output.splitlines()]
    kept = ("# has_generated", "# Columns(", "#         ", "# Primary Key(")
    return [line.rpartition("\t")[2] for line in lines if line.startswith(kept) or "\tTable_map: " in line]


def main() -> None:
    """The command line."""
    for mode in MODES:
        options = ("--server-id=1", "--log-bin=binlog", f"--binlog-row-metadata={mode}")
        with running_server(options, own=True) as server:
            server.execute("RESET BINARY LOGS AND GTIDS")
            server.execute("SET TIMESTAMP=1700000000", *STATEMENTS)
            log = server.fetch_binlogs()["binlog.000001"]
            output = server.mysqlbinlog(["--print-table-metadata"], {"binlog.000001": log}).stdout
        (FOLDER / f"{mode.lower()}.000001").write_bytes(log)
        (FOLDER / f"{mode.lower()}.txt").write_text("\n".join(metadata_lines(output.decode())) + "\n")


if __name__ == "__main__":
    main()
