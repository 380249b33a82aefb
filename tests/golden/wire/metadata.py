"""What a server says of the columns of results: a crossing of column types, keys, attributes and expressions.

`python -m tests.golden.wire.metadata` asks a real server and writes metadata.json.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.mysql import running_server
from tests.golden.wire.raw_client import asked, prepared

ANSWERS = Path(__file__).with_suffix(".json")


def _sections() -> dict[str, list[str]]:
    """statements.txt: sections that begin with `# name`."""
    found: dict[str, list[str]] = {}
    for line in STATEMENTS.read_text().splitlines():
        if line.startswith("# "):
            found[line[2:]] = section = []
        else:
            section.append(line)
    return found


STATEMENTS = Path(__file__).with_name("statements.txt")
_PARTS = _sections()
TYPES = _PARTS["types"]
_BEFORE_TABLES = 4  # statements of the set-up
_CONSTANTS = 21  # expressions that read no column
SETUP = (
    *_PARTS["setup"][:_BEFORE_TABLES],
    "CREATE TABLE t (" + ", ".join(f"c{place} {type_}" for place, type_ in enumerate(TYPES)) + ")",
    "CREATE TABLE n (" + ", ".join(f"c{place} {type_} NOT NULL" for place, type_ in enumerate(TYPES)) + ")",
    "CREATE TABLE k (" + ", ".join(_PARTS["attributes"]) + ")",
    *_PARTS["setup"][_BEFORE_TABLES:],
    *(
        f"CREATE FUNCTION r{place}() RETURNS {type_} DETERMINISTIC NO SQL RETURN NULL"
        for place, type_ in enumerate(TYPES)
    ),
)
# r: a stored function of each type
_OF_FUNCTIONS = (
    "SELECT r()",
    "SELECT r() AS x, meta.r() FROM e",
    "SELECT (SELECT r())",
    "SELECT DISTINCT r() FROM gk",
    "SELECT x FROM (SELECT r() AS x) d",
    "SELECT b, r(), COUNT(*) FROM gu GROUP BY b",
    "SELECT MAX(r()) FROM gk",
    "SELECT r() UNION SELECT r()",
)
QUERIES = (
    *(f"SELECT c{place} FROM {table}" for table in ("t", "n") for place in range(len(TYPES))),
    *_PARTS["queries"],
    *(text.replace("r()", f"r{place}()") for text in _OF_FUNCTIONS for place in range(len(TYPES))),
    *(f"SELECT {text} FROM e" for text in _PARTS["expressions"]),
    *(f"SELECT {text}" for text in _PARTS["expressions"][:_CONSTANTS]),
)
SHOWS, PARAMETERS = _PARTS["shows"], _PARTS["parameters"]

Answers = dict[str, dict[str, Any]]


def answers_of(connection: pymysql.Connection[Any]) -> Answers:
    """What a server answers. By protocol ("text", "binary": parameters, columns, columns again), then by statement."""
    with connection.cursor() as cursor:
        for statement in SETUP:
            cursor.execute(statement)
    found: Answers = {"text": {}, "binary": {}}
    for sql in (*QUERIES, *SHOWS):
        found["text"][sql] = _or_error(lambda sql=sql: asked(connection, sql))
    for sql in (*QUERIES, *PARAMETERS):
        found["binary"][sql] = _or_error(lambda sql=sql: prepared(connection, sql))
    return found


def _or_error(ask: Any) -> Any:
    try:
        return ask()
    except pymysql.MySQLError as error:
        return f"error {error.args[0]}"


def known() -> Answers:
    """The real server's answers. Where both protocols say the same of a query, it is written once."""
    found: Answers = json.loads(ANSWERS.read_text())
    for sql, answer in found["binary"].items():
        if answer == "same":
            columns = found["text"][sql]
            found["binary"][sql] = columns if isinstance(columns, str) else [[], columns, columns]
    return found


def compact(answers: Answers) -> Answers:
    """As they are kept."""
    binary = {}
    for sql, answer in answers["binary"].items():
        text = answers["text"].get(sql)
        binary[sql] = "same" if text is not None and list(answer) == [[], text, text] else answer
    return {"text": answers["text"], "binary": binary}


def main() -> None:
    with running_server() as server:
        connection = server.connect()
        found = compact(answers_of(connection))
    lines = [
        f"{json.dumps(part)}: {{\n"
        + ",\n".join(f"{json.dumps(sql)}: {json.dumps(answer, ensure_ascii=False)}" for sql, answer in of_part.items())
        + "\n}"
        for part, of_part in found.items()
    ]
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
