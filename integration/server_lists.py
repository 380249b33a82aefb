"""Writes `binwriter/server_list_data.py`: the lists of SHOW that no statement changes, from a running MySQL.

`BINWRITER_MYSQL_URL=... python -m binwriter.integration.server_lists` prints the module.
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
    "HELP_CONTENTS": ("HELP 'contents'", None),
}
_WIDTH = 116


def main() -> int:
    """The command line."""
    server = server_by_url(os.environ["BINWRITER_MYSQL_URL"])
    out = ['"""Lists of a 9.7.4 that no statement changes: written by `integration/server_lists.py`.\n']
    out.append(
        "A line is a row, its columns parted by |; \\\\N is NULL; a line that ends in + goes on in the next one.\n"
    )
    out.append('"""\n')
    with server.connect() as connection, connection.cursor() as cursor:
        for name, (query, columns) in _LISTS.items():
            cursor.execute(query)
            out.append(f'{name} = """\\\n' + "".join(_line(row[: columns or len(row)]) for row in cursor.fetchall()))
            out.append('"""\n')
    sys.stdout.write("\n".join(out).replace('\n\n"""', '\n"""'))
    return 0


def _line(row: tuple[object, ...]) -> str:
    text = "|".join("\\\\N" if value is None else str(value).replace("\\", "\\\\") for value in row)
    found = ""
    while len(text) > _WIDTH:
        cut = text.rfind(" ", 0, _WIDTH) + 1
        found, text = found + text[:cut] + "+\n", text[cut:]
    return found + text + "\n"


if __name__ == "__main__":
    sys.exit(main())
