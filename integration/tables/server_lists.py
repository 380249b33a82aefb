"""Writes `binwriter/data/server_lists.txt`: the lists of SHOW that no statement changes, from a running MySQL.

`BINWRITER_MYSQL_URL=... python -m binwriter.integration.tables.server_lists` prints the file.
"""

from __future__ import annotations

import os
import sys

from binwriter.integration.mysql import server_by_url

_LISTS = {
    "ENGINES": ("SHOW ENGINES", None),
    "PLUGINS": ("SHOW PLUGINS", None),
    "PRIVILEGES": ("SHOW PRIVILEGES", None),
    "CHARACTER_SETS": ("SHOW CHARACTER SET", None),
    "COLLATIONS": ("SHOW COLLATION", None),
    "STATUS": ("SHOW STATUS", 1),
    "SESSION_ONLY_STATUS": (
        "SELECT VARIABLE_NAME FROM performance_schema.session_status"
        " WHERE VARIABLE_NAME NOT IN (SELECT VARIABLE_NAME FROM performance_schema.global_status)",
        None,
    ),
    "PERFORMANCE_SCHEMA_STATUS": ("SHOW ENGINE PERFORMANCE_SCHEMA STATUS", 2),
    "SYSTEM_PROCEDURES": (
        "SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_TYPE = 'PROCEDURE'",
        None,
    ),
    "SYSTEM_FUNCTIONS": ("SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_TYPE = 'FUNCTION'", None),
    "STATUS_BY_THREAD": (
        "SELECT VARIABLE_NAME FROM performance_schema.status_by_thread JOIN performance_schema.threads "
        "USING (THREAD_ID) WHERE PROCESSLIST_ID = CONNECTION_ID()",
        None,
    ),
    "STATUS_BY_ACCOUNT": (
        "SELECT VARIABLE_NAME FROM performance_schema.status_by_user WHERE CONCAT(USER, '@') = "
        "LEFT(USER(), LENGTH(USER) + 1)",
        None,
    ),
}
_HEAD = """\
# Lists of a 9.7.4 that no statement changes: written by `integration/tables/server_lists.py`.
# A line is a row, its columns parted by |; \\N is NULL.
"""


def main() -> int:
    """The command line."""
    server = server_by_url(os.environ["BINWRITER_MYSQL_URL"])
    out = [_HEAD]
    with server.connect() as connection, connection.cursor() as cursor:
        for name, (query, columns) in _LISTS.items():
            cursor.execute(query)
            out.append(f"\n[{name}]\n" + "".join(_line(row[: columns or len(row)]) for row in cursor.fetchall()))
    sys.stdout.write("".join(out))
    return 0


def _line(row: tuple[object, ...]) -> str:
    return "|".join("\\N" if value is None else str(value) for value in row) + "\n"


if __name__ == "__main__":
    sys.exit(main())
