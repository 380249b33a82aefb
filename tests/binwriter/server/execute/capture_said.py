"""Captures what a real server says of definitions ("Records: .."), statement by statement, into said.json.

python -m tests.binwriter.server.execute.capture_said
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.mysql import running_server

FILE = Path(__file__).with_name("said.json")
SCRIPT = Path(__file__).with_name("said.sql")


def said(connection: pymysql.connections.Connection[Any]) -> list[list[str]]:
    """Each statement with the words behind it, or the number of its error."""
    answers = []
    for statement in SCRIPT.read_text("utf-8").split(";\n"):
        if not statement.strip():
            continue
        try:
            connection.query(statement)
            message = connection._result.message  # type: ignore[attr-defined]
            words = (message or b"")[1:].decode()
        except pymysql.MySQLError as error:
            words = str(error.args[0])
        answers.append([statement, words])
    return answers


def main() -> None:
    """Writes the file."""
    with running_server() as server, server.connect() as connection:
        lines = ",\n".join(map(json.dumps, said(connection)))
    FILE.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
