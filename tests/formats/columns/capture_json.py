"""Captures `json_documents` from a real server into tests/golden/json: its log file, and the texts that it SELECTs.

    python -m tests.formats.columns.capture_json

The log holds one rows event per document, in their order, with the column alone in the image.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from binwriter.integration.mysql import running_server
from tests.formats.columns.json_documents import COLUMNS_ROW, COLUMNS_TABLE, DOCUMENTS

FOLDER = Path(__file__).resolve().parents[2] / "golden" / "json"

SETTINGS = (
    "SET NAMES utf8mb4, sql_mode = '', time_zone = '+00:00', binlog_format = 'ROW', group_concat_max_len = 10000000,"
    " cte_max_recursion_depth = 1000000"
)


def main(folder: Path = FOLDER) -> None:
    """Writes the log file and texts.json: for each document its text, null if it is a big one."""
    texts: list[str | None] = []
    with running_server() as server:
        server.reset()
        with server.connect(autocommit=True) as connection, connection.cursor() as cursor:
            for statement in (
                SETTINGS,
                "CREATE DATABASE test",
                "USE test",
                f"CREATE TABLE columns_of_every_type ({COLUMNS_TABLE})",
                "CREATE TABLE documents (doc JSON)",
                f"INSERT INTO columns_of_every_type VALUES ({COLUMNS_ROW})",
                "FLUSH BINARY LOGS",
            ):
                cursor.execute(statement)
            for document in DOCUMENTS:
                cursor.execute(f"INSERT INTO documents VALUES ({document.sql})")
                cursor.execute("SELECT CAST(doc AS CHAR) FROM documents")
                texts.append(None if document.big else str(cursor.fetchall()[0][0]))
                cursor.execute("TRUNCATE documents")
            cursor.execute("FLUSH BINARY LOGS")
        name, data = list(server.fetch_binlogs().items())[1]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / name).write_bytes(data)
    (folder / "texts.json").write_text(json.dumps(texts, ensure_ascii=False, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
