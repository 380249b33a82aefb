"""What makes a statement unsafe by itself, found in its text, its tree and the tables that it writes.

The reasons that depend on the transaction are in `rules.unsafe`; those that come from triggers and functions are added
by `sql.programs.prelocking`. Source: the internals text, findings part 3, and captures from a 9.7.4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.formats.records import dataclass
from binwriter.sql.text.known_trees import has
from binwriter.sql.text.lexer import code_of
from binwriter.sql.text.trees import is_default_keyword
from binwriter.sql.text.words import ParsedStatement, tokenize
from binwriter.sql.types import needs_brackets, unsafe_names
from binwriter.statement.unsafe_policy import UnsafePolicy
from binwriter.statement.values import UnsafeReason

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


@dataclass(frozen=True, slots=True)
class Facts:
    """A statement, the tables that it writes itself, the first one named first, and whether it reads one besides."""

    parsed: ParsedStatement
    tree: exp.Expression
    policy: UnsafePolicy
    written: tuple[Table, ...] = ()
    reads: bool = False


_Check = Callable[[Facts], bool]


def unsafe_reasons(facts: Facts) -> tuple[UnsafeReason, ...]:
    """All that makes the statement unsafe whatever the transaction is."""
    return tuple(reason for reason, applies in _CHECKS.items() if applies(facts))


def parse_time_reasons(parsed: ParsedStatement, tree: exp.Expression, policy: UnsafePolicy) -> tuple[UnsafeReason, ...]:
    """What makes a statement, a view's query or an expression unsafe whatever tables there are."""
    facts = Facts(parsed, tree, policy)
    return tuple(reason for reason in _PARSE_TIME_REASONS if _CHECKS[reason](facts))


def table_reasons(table: Table) -> Iterator[UnsafeReason]:
    """What makes every statement unsafe that writes the table, be it by way of a trigger or function."""
    if _autoinc_leads_no_key(table):
        yield UnsafeReason.AUTOINC_NOT_FIRST
    if table.plugin_parser:
        yield UnsafeReason.FULLTEXT_PLUGIN


def substatement_reasons(
    written: Collection[Table], policy: UnsafePolicy, *, doubles: bool = False
) -> Iterator[UnsafeReason]:
    """What makes a statement unsafe whose triggers, functions or foreign keys write these tables. doubles: it is INSERT
    .. VALUES .. ON DUPLICATE KEY UPDATE (captured: two_keys_of_others_mixed)."""
    if doubles and any(map(_has_two_keys, written)):
        yield UnsafeReason.INSERT_TWO_KEYS
    if any(table.auto_increment_column is not None for table in written):
        yield UnsafeReason.AUTOINC_COLUMNS
    if any(has_unsafe_default(column, policy) for table in written for column in table.columns):
        yield UnsafeReason.DEFAULT_EXPRESSION_IN_SUBSTATEMENT
    for table in written:
        yield from table_reasons(table)


def match_reasons(trees: Iterable[exp.Expression], opened: Iterable[Table]) -> Iterator[UnsafeReason]:
    """MATCH by an index with a parser plugin is unsafe where its table is only read, too (captured:
    fulltext_matches)."""
    matches = any(has(tree, exp.MatchAgainst) for tree in trees)
    if matches and any(table.plugin_parser for table in opened):
        yield UnsafeReason.FULLTEXT_PLUGIN


def autoinc_reasons(written: Iterable[Table]) -> Iterator[UnsafeReason]:
    """What makes a statement unsafe that writes these tables and reads others."""
    if any(table.auto_increment_column is not None for table in written):
        yield UnsafeReason.WRITE_AUTOINC_SELECT


def has_unsafe_default(column: Column, policy: UnsafePolicy) -> bool:
    """Whether the column's DEFAULT is an expression with an unsafe function."""
    return column.default_kind is DefaultKind.EXPRESSION and calls_unsafe_function(column.default_sql, policy)


# Behind these a name is a table's, with its columns in brackets (captured: tables_named_as_functions).
_BEFORE_TABLES = frozenset({".", "INTO", "INSERT", "REPLACE", "IGNORE", "LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED"})


def calls_unsafe_function(text: str, policy: UnsafePolicy) -> bool:
    """By tokens, since sqlglot gives many functions classes of their own."""
    names = unsafe_names(policy.functions)
    if not _any_of(names).search(code_of(text)):
        return False
    words = tokenize(text)
    for position in range(len(words.tokens)):
        word = words.word(position)
        if word not in names or (position and words.word(position - 1) in _BEFORE_TABLES):
            continue
        if not needs_brackets(word) or words.word(position + 1) == "(":
            return True
    return False


@lru_cache
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    """Finds any of the names: most texts have none, and need no tokens."""
    return re.compile("|".join(sorted(names)), re.IGNORECASE)


# --- the checks -----------------------------------------------------------------------------------------------------


def _has_limit(facts: Facts) -> bool:
    if facts.policy.limit_in_subquery:
        return has(facts.tree, exp.Limit)
    source = facts.tree.args.get("expression")  # the query of INSERT .. SELECT
    return any(node is not None and node.args.get("limit") is not None for node in (facts.tree, source))


def _uses_unsafe_function(facts: Facts) -> bool:
    return calls_unsafe_function(facts.parsed.words_text, facts.policy) or _takes_unsafe_default(facts)


def _takes_unsafe_default(facts: Facts) -> bool:
    """A column gets its DEFAULT, and that is an expression with an unsafe function."""
    if not facts.written:
        return False
    table = facts.written[0]
    names = {column.name.lower() for column in table.columns if has_unsafe_default(column, facts.policy)}
    return bool(names) and any(name in names for name in _defaulted(facts.tree, table))


def _defaulted(tree: exp.Expression, table: Table) -> Iterator[str]:
    """The columns that the statement gives their DEFAULT to, by name in lower case."""
    conflict = tree.args.get("conflict")
    assignments = [
        *(tree.expressions if isinstance(tree, exp.Update) else ()),
        *(conflict.expressions if conflict else ()),
    ]
    for item in assignments:
        if is_default_keyword(item.expression):
            yield item.this.name.lower()
    if not isinstance(tree, exp.Insert):
        return
    visible = [column.name.lower() for column in table.columns if column.spec.visible]
    source = tree.args.get("expression")
    rows = source.expressions if isinstance(source, exp.Values) else []
    named = [name.name.lower() for name in tree.this.expressions] if isinstance(tree.this, exp.Schema) else visible
    if rows and not rows[0].expressions:
        named = []
    yield from {column.name.lower() for column in table.columns} - set(named)
    for row in rows:
        for name, value in zip(named, row.expressions, strict=False):
            if is_default_keyword(value):
                yield name


def _uses_unsafe_variable(facts: Facts) -> bool:
    if not has(facts.tree, exp.SessionParameter):
        return False
    for node in facts.tree.find_all(exp.SessionParameter):
        scope = str(node.args.get("kind") or "session").lower()
        if scope == "global" or node.name.lower() not in SAFE_SESSION_VARIABLES:
            return True
    return False


def _writes_autoinc_after_select(facts: Facts) -> bool:
    """Whatever the statement: it writes such a table and reads one, be it the same (WRITE_AUTOINC_SELECT)."""
    return facts.reads and any(table.auto_increment_column is not None for table in facts.written)


def _autoinc_leads_no_key(table: Table) -> bool:
    """Possible with MyISAM only."""
    if table.auto_increment_column is None:
        return False
    return all(key.columns[0] != table.auto_increment_column for key in table.keys)


def _autoinc_not_first(facts: Facts) -> bool:
    """Whatever the statement: UPDATE and DELETE are unsafe too (captured: system_tables_*)."""
    return any(map(_autoinc_leads_no_key, facts.written))


def _command_ignores(command: str) -> _Check:
    return lambda facts: facts.parsed.command == command and "IGNORE" in facts.parsed.modifiers


def _insert_select_update(facts: Facts) -> bool:
    return facts.parsed.command == "insert_select" and facts.tree.args.get("conflict") is not None


def _insert_two_keys(facts: Facts) -> bool:
    """INSERT .. VALUES .. ON DUPLICATE KEY UPDATE of a table with more than one unique key."""
    if facts.parsed.command != "insert" or facts.tree.args.get("conflict") is None:
        return False
    return any(map(_has_two_keys, facts.written))


def _has_two_keys(table: Table) -> bool:
    return sum(key.unique for key in table.keys) + sum(key.unique for key in table.special_keys) > 1


def _locks(option: str) -> _Check:
    def check(facts: Facts) -> bool:
        if not has(facts.tree, exp.Lock):
            return False
        words = tokenize(facts.parsed.words_text)
        return option in " ".join(words.word(position) for position in range(len(words.tokens)))

    return check


_CHECKS: dict[UnsafeReason, _Check] = {
    UnsafeReason.LIMIT: _has_limit,
    UnsafeReason.SYSTEM_FUNCTION: _uses_unsafe_function,
    UnsafeReason.SYSTEM_VARIABLE: _uses_unsafe_variable,
    UnsafeReason.INSERT_IGNORE_SELECT: _command_ignores("insert_select"),
    UnsafeReason.INSERT_SELECT_UPDATE: _insert_select_update,
    UnsafeReason.UPDATE_IGNORE: _command_ignores("update"),
    UnsafeReason.INSERT_TWO_KEYS: _insert_two_keys,
    UnsafeReason.FULLTEXT_PLUGIN: lambda facts: any(table.plugin_parser for table in facts.written),
    UnsafeReason.REPLACE_SELECT: lambda facts: facts.parsed.command == "replace_select",
    UnsafeReason.WRITE_AUTOINC_SELECT: _writes_autoinc_after_select,
    UnsafeReason.AUTOINC_NOT_FIRST: _autoinc_not_first,
    UnsafeReason.SKIP_LOCKED: _locks("SKIP LOCKED"),
    UnsafeReason.NOWAIT: _locks("NOWAIT"),
}

# The reasons that a server finds while it parses; a stored program's statements have them for the program.
_PARSE_TIME_REASONS = (
    UnsafeReason.LIMIT,
    UnsafeReason.SYSTEM_FUNCTION,
    UnsafeReason.SYSTEM_VARIABLE,
    UnsafeReason.SKIP_LOCKED,
    UnsafeReason.NOWAIT,
)
