"""Asks a server the questions beside it and keeps the answers: `python -m tests.golden.answers.capture`.

`state.sql` is run first; times are set by SET TIMESTAMP, so that they are the same each time. An answer is the names
and types of the columns and the rows, or the error. `answers.json` is written for a real server, compared by
`tests/binwriter/server/test_answers.py`.
"""

from __future__ import annotations

import json
import sys
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from pymysql.constants import FIELD_TYPE
from pymysql.err import MySQLError

from binwriter.formats.columns.values import JsonDocument
from binwriter.mysql.values.json_text import json_text

HERE = Path(__file__).parent
ANSWERS = HERE / "answers.json"
_TYPES = {value: name for name, value in vars(FIELD_TYPE).items() if isinstance(value, int)}


def statements(name: str) -> list[str]:
    """The lines of a file that are no remarks."""
    return [line.rstrip(";") for line in (HERE / name).read_text().splitlines() if line and line[0] != "#"]


def plain(value: Any) -> Any:
    """A value of a result as JSON has it."""
    if isinstance(value, bytes):
        return {"x": value.hex()}
    if isinstance(value, JsonDocument):
        return json_text(value)
    if isinstance(value, datetime):
        return value.replace(tzinfo=None).isoformat(" ")
    if isinstance(value, date | timedelta | Decimal):
        return str(value)
    return value


def ask(cursor: Any, question: str) -> dict[str, Any]:
    """The answer of a real server."""
    try:
        cursor.execute(question)
    except MySQLError as error:
        return {"error": list(error.args)}
    columns = [(column[0], _TYPES[column[1]], column[3], column[5], column[6]) for column in cursor.description or ()]
    return {"columns": columns, "rows": [[plain(value) for value in row] for row in cursor.fetchall()]}


def main() -> int:
    """The command line."""
    from binwriter.integration.mysql import running_server

    with running_server() as server, server.connect() as connection, connection.cursor() as cursor:
        for statement in statements("state.sql"):
            cursor.execute(statement)
            cursor.fetchall()
        cursor.execute("SET TIMESTAMP = 1700001000")
        answers = {question: ask(cursor, question) for question in statements("questions.txt")}
    lines = (f"{json.dumps(question)}: {json.dumps(answer)}" for question, answer in answers.items())
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
