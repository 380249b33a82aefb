"""What runs with whose rights: routines, triggers and views of some accounts, used by others, as a 9.7.4 answered.

`python -m tests.golden.privileges.inside HOST PORT` asks a real server (root, no password), where the accounts and the
database `p` of inside_setup.txt are made anew, and writes the answers beside each statement of inside_asked.txt.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pymysql

_FOLDER = Path(__file__).parent
SETUP, ASKED = _FOLDER / "inside_setup.txt", _FOLDER / "inside_asked.txt"
_HOST = re.compile(r"@'(?:\d+\.\d+\.\d+\.\d+|localhost)'")
_NO_ROWS = "shown"
_DEFINERS = ("def", "ed")
_SHOWS = ("show", "describe", "explain", "analyze", "check", "optimize", "checksum")

Run = Callable[[str, str], Any]  # user, statement -> rows; MySQL's errors are told by `told`


def asked() -> Iterator[tuple[str, str, str]]:
    """User, statement and the server's answer."""
    for line in ASKED.read_text("utf-8").splitlines():
        user, _, rest = line.partition(": ")
        statement, _, answer = rest.partition("  -> ")
        yield user, statement, answer


def setup() -> list[str]:
    """Statements of root, one a line; those that fail say nothing."""
    return SETUP.read_text("utf-8").splitlines()


def told(statement: str, rows: int, error: tuple[int, str] | None) -> str:
    """An answer as it is kept: the error, or how many rows there were."""
    if error is not None:
        return f"{error[0]}: {_HOST.sub(chr(64) + chr(39) + 'HOST' + chr(39), error[1])}"
    return _NO_ROWS if statement.startswith(_SHOWS) else f"{rows} rows"


def main(host: str, port: int) -> None:
    """Captures."""

    def connected(user: str, password: str) -> Any:
        return pymysql.connect(host=host, port=port, user=user, password=password, autocommit=True)

    users = sorted({user for user, _, _ in asked()} | set(_DEFINERS))
    with connected("root", "") as root, root.cursor() as cursor:
        for sql in ("DROP DATABASE IF EXISTS p", *(f"DROP USER IF EXISTS {user}" for user in users), *setup()):
            try:
                cursor.execute(sql)
            except pymysql.MySQLError as error:
                print(sql, error)
    clients = {user: connected(user, "x") for user in users if user not in _DEFINERS}
    lines = []
    for user, sql, _ in asked():
        with clients[user].cursor() as cursor:
            try:
                cursor.execute(sql)
                answer = told(sql, len(cursor.fetchall()), None)
            except pymysql.MySQLError as error:
                answer = told(sql, 0, error.args)
        lines.append(f"{user}: {sql}  -> {answer}")
    ASKED.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
