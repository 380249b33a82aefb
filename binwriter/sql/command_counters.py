"""Under which name a server counts a statement: Com_... of SHOW STATUS.

Most kinds are counted under their own name. What was asked of a 9.7.4 (captured: kinds-top and its neighbours) says the
others; some are counted nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.sql.command_table import COMMANDS
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import Deallocate, Execute, Prepare
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.status_counts import StatusCounts

# how the names of statements begin that a client has prepared by the protocol
OF_CLIENT = "\0"
_OTHERWISE = {
    "alter_view": "create_view",
    "call": "call_procedure",
    "change_replication_filter": "change_repl_filter",
    "create_select": "create_table",
    "create_srs": "create_spatial_reference_system",
    "deallocate_prepare": "dealloc_sql",
    "drop_srs": "drop_spatial_reference_system",
    "execute": "execute_sql",
    "flush_logs": "flush",
    "flush_tables_locked": "flush",
    "prepare": "prepare_sql",
    "reset_persist": "reset",
    "reset_replica": "reset",
    "select_into": "select",
    "set_default_role": "alter_user_default_role",
    "show_relaylog": "show_relaylog_events",
    "use": "change_db",
}
# tablespaces of every kind
_TABLESPACES = ("tablespace", "undo_tablespace", "logfile_group")
_OTHERWISE |= {f"{verb}_{kind}": "alter_tablespace" for verb in ("create", "alter", "drop") for kind in _TABLESPACES}
# counted nowhere
_NOT_COUNTED = frozenset({"create_other"})
# SHOW, by the words behind it without those that only say how much
_HOW_MUCH = frozenset({"FULL", "EXTENDED", "GLOBAL", "SESSION", "LOCAL", "STORAGE"})
_SHOWN = {
    **dict.fromkeys(("BINARY LOGS",), "binlogs"),
    **dict.fromkeys(("CHARACTER SET", "CHARSET"), "charsets"),
    "COLLATION": "collations",
    **dict.fromkeys(("COLUMNS", "FIELDS"), "fields"),
    **dict.fromkeys(("CREATE DATABASE", "CREATE SCHEMA"), "create_db"),
    "CREATE FUNCTION": "create_func",
    "CREATE PROCEDURE": "create_proc",
    "CREATE VIEW": "create_table",
    **dict.fromkeys(("DATABASES", "SCHEMAS"), "databases"),
    "ENGINES": "storage_engines",
    **dict.fromkeys(("INDEX", "INDEXES", "KEYS"), "keys"),
}
# and those that are counted under their own words
_OWN_WORDS = """
BINARY LOG STATUS, BINLOG EVENTS, CREATE EVENT, CREATE LIBRARY, CREATE TABLE, CREATE TRIGGER, CREATE USER, ENGINE LOGS,
ENGINE MUTEX, ENGINE STATUS, ERRORS, EVENTS, FUNCTION CODE, FUNCTION STATUS, GRANTS, LIBRARY STATUS, OPEN TABLES,
PLUGINS, PRIVILEGES, PROCEDURE CODE, PROCEDURE STATUS, PROCESSLIST, PROFILE, PROFILES, RELAYLOG EVENTS, REPLICA STATUS,
REPLICAS, STATUS, TABLE STATUS, TABLES, TRIGGERS, VARIABLES, WARNINGS
"""
_SHOWN |= {words: words.lower().replace(" ", "_") for words in " ".join(_OWN_WORDS.split()).split(", ")}


def counted(counts: StatusCounts, parsed: ParsedStatement) -> None:
    """Counts a statement that is about to be carried out."""
    name = _PLAIN.get(parsed.command)
    if name is None:
        name = counter_of(parsed)
    if name:
        counts[name] += 1


def counter_of(parsed: ParsedStatement) -> str:
    """The name of the counter; "" for a statement that is not counted."""
    node = parsed.node
    if isinstance(node, Prepare | Execute | Deallocate) and node.name.startswith(OF_CLIENT):
        return ""
    if isinstance(node, AdminSyntax):
        if parsed.command == "explain" and node.statement is not None:
            return counter_of(node.statement)
        if parsed.command == "purge" and node.words == ("BEFORE",):
            return "Com_purge_before_date"
        if parsed.command.startswith("show"):
            return _shown(node.words)
    if parsed.command in ("grant", "revoke"):
        from binwriter.sql.syntax.accounts import UserSyntax

        assert isinstance(node, UserSyntax)
        if node.named_roles:
            return f"Com_{parsed.command}_roles"
        if node.level is None:
            return "Com_revoke_all"
    return _COUNTERS.get(parsed.command, "")


def _shown(words: Sequence[str]) -> str:
    """SHOW: by the longest beginning of the words that names a counter."""
    plain = [word for word in words if word not in _HOW_MUCH]
    if plain[:1] == ["COUNT"]:
        return "Com_select"
    if plain[:1] == ["ENGINE"]:
        plain[1:2] = []
    for length in range(min(3, len(plain)), 0, -1):
        name = _SHOWN.get(" ".join(plain[:length]))
        if name is not None:
            return f"Com_show_{name}"
    return ""


# whose names stand for more than one counter
_VARIED = ("prepare", "execute", "deallocate_prepare", "explain", "purge", "grant", "revoke")
_COUNTERS = {command: f"Com_{_OTHERWISE.get(command, command)}" for command in COMMANDS if command not in _NOT_COUNTED}
_PLAIN = {name: counter for name, counter in _COUNTERS.items() if name not in _VARIED and not name.startswith("show")}
