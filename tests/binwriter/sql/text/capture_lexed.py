"""Asks a server how it reads texts of quotes and comments: STATEMENT_DIGEST_TEXT() under each sql_mode.

`python -m tests.binwriter.sql.text.capture_lexed` starts a 9.7.4 and writes `lexed.json`: by mode [text, digest]; where
the digest is null, it could not be read.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pymysql

from binwriter.integration.mysql import running_server

MODES = ("", "ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "ANSI_QUOTES,NO_BACKSLASH_ESCAPES")
ANSWERS = Path(__file__).with_name("lexed.json")
_TEXTS = 300
_OPERANDS = (
    *("'a'", "'a''b'", r"'a\'b'", r"'\\'", "'-- a'", "'/* a'", "'#'", "'a\"b'", r"'a\\'", "''", "''''", "'*/'"),
    *('"a"', '"a""b"', r'"a\"b"', '"a\'b"', r'"a\\"', '"-- a"', '"/* a"', '"n`m"'),
    *("`n`", "`n``m`", "`n'm`", '`n"m`', "`n -- m`", r"`n\`", "n", "é", "@a"),
)
_OPERATORS = ("+", "+", "+", "-", "--", "*", "->'$.a'+", "/")
_BETWEEN = (
    *("", "", "", " ", "\n", "-- c\n", "--\n", "--\tx'\n", '# c"\n', "#\n", "/* c */", "/**/", "/* ' */", "/*/ */"),
    *("/*! */", "/*!99999 'x */", "/*!50000 */", "/*!050000 */", "/* -- */", "/*+ h */", "/*!99999 /* ' */ */"),
    *("/*!99999 x */", "*/", "\x0b"),
)
_ENDS = ("", "", "", "", "", "", "'x", '"x', "`x", "/* x", "-- x", "--", "#", r"'x\'")


def texts() -> list[str]:
    """Statements of chance; the same each time."""
    chance = random.Random(1)
    made = set()
    while len(made) < _TEXTS:
        text = f"SELECT {chance.choice(_OPERANDS)}"
        for _ in range(chance.randrange(4)):
            parts = (_BETWEEN, _OPERATORS, _BETWEEN, _OPERANDS)
            text += "".join(chance.choice(choices) for choices in parts)
        made.add(text + chance.choice(_BETWEEN) + chance.choice(_ENDS))
    return sorted(made)


def main() -> int:
    """The command line."""
    answers: dict[str, list[tuple[str, str | None]]] = {}
    with running_server() as server, server.connect() as connection, connection.cursor() as cursor:
        for mode in MODES:
            cursor.execute(f"SET SESSION sql_mode = '{mode}'")
            answers[mode] = [(text, _digest(cursor, text)) for text in texts()]
    lines = (f"{json.dumps(mode)}: [\n{_rows(rows)}\n]" for mode, rows in answers.items())
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    return 0


def _rows(rows: list[tuple[str, str | None]]) -> str:
    return ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _digest(cursor: pymysql.cursors.Cursor, text: str) -> str | None:
    try:
        cursor.execute(f"SELECT STATEMENT_DIGEST_TEXT(CONVERT(x'{text.encode().hex()}' USING utf8mb4))")
    except pymysql.MySQLError:
        return None
    row = cursor.fetchone()
    assert row is not None
    return str(row[0])


if __name__ == "__main__":
    sys.exit(main())
