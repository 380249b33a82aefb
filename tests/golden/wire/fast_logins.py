"""Asks a server behind which statements an account has to give its password anew (caching_sha2_password):
`python -m tests.golden.wire.fast_logins HOST PORT` (root without a password) writes fast_logins.json."""

from __future__ import annotations

import contextlib
import json
import socket
import sys
from pathlib import Path

import pymysql

from tests.golden.wire.login_methods import goes_on

KEPT = Path(__file__).with_suffix(".json")
# between two logins of an account `fast` whose password is x
ACTIONS = (
    "DO 1",
    "FLUSH PRIVILEGES",
    "FLUSH USER_RESOURCES",
    "FLUSH TABLES",
    "ALTER USER fast IDENTIFIED BY 'x'",
    "ALTER USER fast ACCOUNT UNLOCK",
    "ALTER USER fast REQUIRE NONE",
    "ALTER USER fast PASSWORD EXPIRE NEVER",
    "ALTER USER fast IDENTIFIED BY 'x' RETAIN CURRENT PASSWORD",
    "ALTER USER fast COMMENT 'c'",
    "SET PASSWORD FOR fast = 'x'",
    "RENAME USER fast TO other; RENAME USER other TO fast",
    "DROP USER fast; CREATE USER fast IDENTIFIED BY 'x'",
    "GRANT SELECT ON *.* TO fast",
    "REVOKE ALL, GRANT OPTION FROM fast",
    "CREATE USER beside IDENTIFIED BY 'x'",
    "ALTER USER beside IDENTIFIED BY 'y'",
    "DROP USER beside",
    "UPDATE mysql.user SET max_questions = 10 WHERE user = 'fast'",
    "SET GLOBAL default_password_lifetime = 10",
    "CREATE ROLE part; GRANT part TO fast; SET DEFAULT ROLE part TO fast",
)


def answers(host: str, port: int) -> list[list[str]]:
    """Of each action: how a login went on before it and behind it."""
    given = []
    with pymysql.connect(host=host, port=port, user="root", autocommit=True) as root, root.cursor() as cursor:
        cursor.execute("SET GLOBAL max_connect_errors = 100000")
        for action in ACTIONS:
            with contextlib.suppress(pymysql.MySQLError):
                cursor.execute("DROP USER fast")
            cursor.execute("CREATE USER fast IDENTIFIED BY 'x'")
            said = [_login(host, port)]
            pymysql.connect(host=host, port=port, user="fast", password="x").close()
            said.append(_login(host, port))
            for sql in action.split("; "):
                cursor.execute(sql)
            given.append([*said, _login(host, port)])
    return given


def _login(host: str, port: int) -> str:
    with socket.create_connection((host, port), 20) as client:
        return " ".join(goes_on(client, "fast", b"x", b"caching_sha2_password\0", "caching_sha2"))


if __name__ == "__main__":
    found = answers(sys.argv[1], int(sys.argv[2]))
    KEPT.write_text("[\n" + ",\n".join(map(json.dumps, found)) + "\n]\n", encoding="utf-8")
