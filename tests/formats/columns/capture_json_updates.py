"""Captures `json_updates` from a real server into tests/golden/json_updates.

    python -m tests.formats.columns.capture_json_updates

The log holds one update event for each of the updates: first with PARTIAL_JSON and binlog_row_image=MINIMAL, then from
the beginning with PARTIAL_JSON and FULL, then with plain full images. texts.json: the row after each update.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from binwriter.integration.mysql import running_server
from tests.formats.columns.json_updates import FIRST, TABLE, UPDATES

FOLDER = Path(__file__).resolve().parents[2] / "golden" / "json_updates"

RUNS = (("MINIMAL", "PARTIAL_JSON"), ("FULL", "PARTIAL_JSON"), ("FULL", ""))


def main(folder: Path = FOLDER) -> None:
    """Writes the log file and texts.json."""
    texts: list[tuple[Any, ...]] = []
    with running_server() as server:
        server.reset()
        with server.connect(autocommit=True) as connection, connection.cursor() as cursor:
            for statement in ("SET binlog_format = 'ROW'", "CREATE DATABASE test", "USE test", "FLUSH BINARY LOGS"):
                cursor.execute(statement)
            for image, options in RUNS:
                cursor.execute(f"SET binlog_row_image = '{image}', binlog_row_value_options = '{options}'")
                cursor.execute(TABLE)
                cursor.execute(f"INSERT INTO t VALUES ({FIRST})")
                for update in UPDATES:
                    cursor.execute(f"UPDATE t SET {update}")
                    cursor.execute("SELECT id, CAST(a AS CHAR), n, CAST(b AS CHAR), CAST(c AS CHAR) FROM t")
                    texts += cursor.fetchall()
                cursor.execute("DROP TABLE t")
            cursor.execute("FLUSH BINARY LOGS")
        name, data = list(server.fetch_binlogs().items())[1]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / name).write_bytes(data)
    (folder / "texts.json").write_text(json.dumps(texts, ensure_ascii=False, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
