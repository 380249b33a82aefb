"""Reads every table and view of the four system databases of a real server: `python -m tests.golden.system.capture`.

Once of a fresh server and once after `../answers/state.sql` and `more.sql`. `fresh.txt` has a line a table: how many
rows there are, a digest of its columns and of its rows. `used.json.xz` has what statements changed: the rows that came
and how many went, and the answers to `questions.txt`. What depends on the clock or is a server's estimate is masked.
Compared by `tests/binwriter/sql/test_system_contents.py`.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from tests.golden.answers import capture as answers

HERE = Path(__file__).parent
FRESH, USED = HERE / "fresh.txt", HERE / "used.json.xz"
STATE = (*answers.statements("state.sql"), *answers.statements("../system/more.sql"))
QUESTIONS = answers.statements("../system/questions.txt")
Answer = tuple[list[str], list[list[Any]]]
# The script sets its own times, in this year; all others are when the server was made or a statement ran.
_OF_SCRIPT = "2023-"
_CLOCK = frozenset(("CREATE_TIME", "CHECK_TIME", "SET_TIME", "Timestamp", "password_last_changed"))
# This a server sets by its own clock, whatever the session's is; UPDATE_TIME it forgets, too, when it feels like it.
_OWN_CLOCK = frozenset(("last_update",))
# Estimates: of system tables and other engines they are not compared.
_ESTIMATES = frozenset(
    ("TABLE_ROWS", "AVG_ROW_LENGTH", "DATA_LENGTH", "INDEX_LENGTH", "DATA_FREE", "MAX_DATA_LENGTH", "CARDINALITY")
)
# Tables of engines that have their own idea of sizes.
_OTHER_ENGINES = ("heap", "csv", "archived")
# What a server counts and times while it works.
MEASURED = re.compile(
    r"performance_schema\.(events_|memory_|file_|mutex_|rwlock_|cond_|socket_|table_(io|lock|handles)|objects_summary"
    r"|status_by|error_log|host_cache|innodb_redo|metadata_locks|data_lock|accounts|hosts|users|performance_timers"
    r"|prepared_statements_instances|variables_by_thread|binary_log_transaction)"
    r"|information_schema\.INNODB_(?!FT_)"
    r"|sys\.(?!schema_(object|auto|redundant)|x\$schema_flat|version|sys_config)"
)
# Of which a server's dictionary gives the numbers.
_FULLTEXT = re.compile(r"fts_[0-9a-f]{16}(_[0-9a-f]{16})?")
# Where a server is, and who it is.
_PLACES = frozenset(
    (
        "build_id",
        "datadir",
        "general_log_file",
        "hostname",
        "log_bin_basename",
        "log_bin_index",
        "pid_file",
        "relay_log",
        "relay_log_basename",
        "relay_log_index",
        "server_uuid",
        "slow_query_log_file",
        "pseudo_thread_id",
        "statement_id",
        "tmpdir",
        "basedir",
        "character_sets_dir",
        "plugin_dir",
        "lc_messages_dir",
        "report_port",
        "socket",
        "port",
        "mysqlx_socket",
        "admin_port",
    )
)


def masked(name: str, columns: list[str], rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """The rows as text, without what two servers in the same state have otherwise."""
    of_views = name.startswith("information_schema.")
    for row in rows:
        cells = dict(zip(columns, row, strict=True))
        for column, value in cells.items():
            of_clock = column in _OWN_CLOCK or (column in _CLOCK and not str(value).startswith(_OF_SCRIPT))
            of_server = cells.get("TABLE_SCHEMA") in SYSTEM_SCHEMAS or cells.get("TABLE_NAME") in _OTHER_ENGINES
            estimated = column == "UPDATE_TIME" or (of_views and column in _ESTIMATES and of_server)
            placed = column == "VARIABLE_VALUE" and cells.get("VARIABLE_NAME") in _PLACES
            if isinstance(value, str) and "/fts_" in value:
                cells[column] = _FULLTEXT.sub("fts_*", value)
            if column == "FILE_ID" and int(value) > 1:
                cells[column] = "*"
            if (of_clock and value is not None) or estimated or placed:
                cells[column] = "*"
        if cells.get("VARIABLE_SOURCE") and cells["VARIABLE_NAME"] in _PLACES:
            cells["VARIABLE_SOURCE"] = "*"
        yield json.dumps([_text(value) for value in cells.values()], ensure_ascii=False)


def _text(value: Any) -> Any:
    if isinstance(value, (set, frozenset)):
        return ",".join(sorted(value))
    plain = answers.plain(value)
    return plain if plain is None or isinstance(plain, dict) else str(plain)


def digest(lines: Iterable[str]) -> str:
    """Of the lines in any order."""
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:12]


def line_of(name: str, columns: list[str], rows: Iterable[Iterable[Any]]) -> str:
    """What `fresh.txt` has of a table."""
    lines = list(masked(name, columns, rows))
    return f"{name} {len(lines)} {digest(columns)} {digest(lines)}"


def change(fresh: Iterable[str], used: Iterable[str]) -> dict[str, Any]:
    """The rows that came, and how many went."""
    before, after = Counter(fresh), Counter(used)
    return {"new": sorted((after - before).elements()), "gone": (before - after).total()}


def captured_state(read: Callable[[str], Answer], names: Iterable[str]) -> dict[str, Answer]:
    """All tables, as a client is shown them."""
    return {name: read(name) for name in names}


def main() -> int:
    """The command line."""
    from binwriter.integration.mysql import running_server

    with running_server() as server, server.connect() as connection, connection.cursor() as cursor:

        def read(name: str) -> Answer:
            cursor.execute("SELECT * FROM `{}`.`{}`".format(*name.split(".", 1)))
            return [column[0] for column in cursor.description], list(cursor.fetchall())

        cursor.execute(
            "SELECT CONCAT(TABLE_SCHEMA, '.', TABLE_NAME) FROM information_schema.TABLES"
            " WHERE TABLE_SCHEMA IN ('information_schema', 'mysql', 'performance_schema', 'sys') ORDER BY BINARY 1"
        )
        names = [name for (name,) in cursor.fetchall()]
        fresh = captured_state(read, names)
        for statement in STATE:
            cursor.execute(statement)
            cursor.fetchall()
        used = captured_state(read, names)
        asked = {question: answers.ask(cursor, question) for question in QUESTIONS}
    FRESH.write_text("".join(f"{line_of(name, *fresh[name])}\n" for name in names))
    changes = {
        name: change(masked(name, *fresh[name]), masked(name, *used[name]))
        for name in names
        if not MEASURED.match(name)
    }
    kept = {
        "tables": {name: one for name, one in changes.items() if one["new"] or one["gone"]},
        "answers": asked,
    }
    USED.write_bytes(lzma.compress(json.dumps(kept, ensure_ascii=False).encode(), preset=9 | lzma.PRESET_EXTREME))
    return 0


if __name__ == "__main__":
    sys.exit(main())
