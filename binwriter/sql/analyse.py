"""What is known of a statement before it runs: the tables it reads and writes, and what makes it unsafe by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sqlglot import exp

from binwriter.rules.unsafe_policy import UnsafePolicy
from binwriter.schema import Table
from binwriter.sql.context import StatementContext
from binwriter.sql.database import Database
from binwriter.sql.parse import ParsedStatement, tokenize
from binwriter.statement import StatementKind, StatementProfile, TableAccess, UnsafeReason

# These need no brackets to be a call.
_CALLED_WITHOUT_BRACKETS = frozenset({"CURRENT_USER"})

# findings part 3: session variables that travel with the event or do not matter; every other one is unsafe.
SAFE_SESSION_VARIABLES = frozenset(
    [
        "auto_increment_increment",
        "auto_increment_offset",
        "character_set_client",
        "character_set_connection",
        "character_set_database",
        "character_set_server",
        "collation_connection",
        "collation_database",
        "collation_server",
        "foreign_key_checks",
        "identity",
        "last_insert_id",
        "lc_time_names",
        "pseudo_thread_id",
        "rand_seed1",
        "rand_seed2",
        "sql_auto_is_null",
        "time_zone",
        "timestamp",
        "unique_checks",
    ]
)

DML_COMMANDS = frozenset(
    ["insert", "insert_select", "replace", "replace_select", "update", "update_multi", "delete", "delete_multi"]
)
DDL_COMMANDS = frozenset(["create_db", "drop_db", "create_table", "drop_table", "truncate"])
# Commands that are no DDL and still commit the open transaction first (MySQL manual 15.3.3).
IMPLICIT_COMMIT_COMMANDS = DDL_COMMANDS | {"begin", "flush", "reset"}


def analyse(parsed: ParsedStatement, database: Database, context: StatementContext) -> StatementProfile:
    """The statement's profile. MySQLError when a table it names does not exist."""
    implicit = parsed.command in IMPLICIT_COMMIT_COMMANDS
    if parsed.command in DDL_COMMANDS:
        return StatementProfile(StatementKind.DDL, parsed.command, implicit_commit=True)
    if parsed.command not in DML_COMMANDS:
        return StatementProfile(StatementKind.OTHER, parsed.command, implicit_commit=implicit)
    tree = parsed.node
    assert isinstance(tree, exp.Expression)
    target = _target_node(tree)
    tables = {id(node): database.table_of(node, context).definition for node in _table_nodes(tree)}
    accesses = tuple(
        TableAccess(table.schema, table.name, table.engine, write=key == id(target)) for key, table in tables.items()
    )
    unsafe = context.policy.unsafe
    found = tuple(
        reason for reason, applies in _CHECKS.items() if applies(parsed, tree, tables.get(id(target)), unsafe)
    )
    return StatementProfile(StatementKind.DML, parsed.command, tuple(dict.fromkeys(accesses)), found)


def _target_node(tree: exp.Expression) -> exp.Expression:
    node: exp.Expression = tree.this
    return node.this if isinstance(node, exp.Schema) else node


def _table_nodes(tree: exp.Expression) -> list[exp.Table]:
    """Table references, the written one first; names of CTEs are no tables."""
    named = {cte.alias for cte in tree.find_all(exp.CTE)}
    nodes = [node for node in tree.find_all(exp.Table) if node.args.get("db") or node.name not in named]
    target = _target_node(tree)
    return sorted(nodes, key=lambda node: node is not target)


# --- reasons
# -----------------------------------------------------------------------------------------------------------

_Check: TypeAlias = Callable[[ParsedStatement, exp.Expression, Table | None, UnsafePolicy], bool]


def _has_limit(parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy) -> bool:
    if policy.limit_in_subquery:
        return tree.find(exp.Limit) is not None
    source = tree.args.get("expression")  # the query of INSERT .. SELECT
    return any(node is not None and node.args.get("limit") is not None for node in (tree, source))


def _uses_unsafe_function(
    parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy
) -> bool:
    """By tokens, since sqlglot gives many functions classes of their own."""
    words = tokenize(parsed.text)
    for position in range(len(words.tokens)):
        word = words.word(position)
        if word in policy.functions and (word in _CALLED_WITHOUT_BRACKETS or words.word(position + 1) == "("):
            return True
    return False


def _uses_unsafe_variable(
    parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy
) -> bool:
    for node in tree.find_all(exp.SessionParameter):
        scope = str(node.args.get("kind") or "session").lower()
        if scope == "global" or node.name.lower() not in SAFE_SESSION_VARIABLES:
            return True
    return False


def _writes_autoinc_after_select(
    parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy
) -> bool:
    """Whatever the statement: it writes such a table and reads one, be it the same (WRITE_AUTOINC_SELECT)."""
    return len(_table_nodes(tree)) > 1 and table is not None and table.auto_increment_column is not None


def _autoinc_not_first(
    parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy
) -> bool:
    """The AUTO_INCREMENT column leads no key (possible with MyISAM only)."""
    if table is None or table.auto_increment_column is None or not parsed.command.startswith(("insert", "replace")):
        return False
    return all(key.columns[0] != table.auto_increment_column for key in table.keys)


def _replace_select(parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy) -> bool:
    return parsed.command == "replace_select"


def _locks(option: str) -> _Check:
    def check(parsed: ParsedStatement, tree: exp.Expression, table: Table | None, policy: UnsafePolicy) -> bool:
        words = tokenize(parsed.text)
        text = " ".join(words.word(position) for position in range(len(words.tokens)))
        return tree.find(exp.Lock) is not None and option in text

    return check


_CHECKS: dict[UnsafeReason, _Check] = {
    UnsafeReason.LIMIT: _has_limit,
    UnsafeReason.SYSTEM_FUNCTION: _uses_unsafe_function,
    UnsafeReason.SYSTEM_VARIABLE: _uses_unsafe_variable,
    UnsafeReason.REPLACE_SELECT: _replace_select,
    UnsafeReason.WRITE_AUTOINC_SELECT: _writes_autoinc_after_select,
    UnsafeReason.AUTOINC_NOT_FIRST: _autoinc_not_first,
    UnsafeReason.SKIP_LOCKED: _locks("SKIP LOCKED"),
    UnsafeReason.NOWAIT: _locks("NOWAIT"),
}
