"""What reads only takes part in the open transaction, too, or is one by itself: then SET TRANSACTION is used up.

Asked of a 9.7.4 statement by statement (clusters/next_transactions).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.server.execution import Execution
from binwriter.sql.binding.system_tables import reads_dictionary
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.views import base_tables
from binwriter.sql.context import StatementContext

# What SHOW lists out of the data dictionary, by its first words.
_OF_DICTIONARY = frozenset(
    (
        *("TABLES", "DATABASES", "SCHEMAS", "COLUMNS", "FIELDS", "INDEX", "INDEXES", "KEYS", "TRIGGERS", "EVENTS"),
        *("TABLE STATUS", "PROCEDURE STATUS", "FUNCTION STATUS", "CHARACTER SET", "CHARSET", "COLLATION"),
    )
)


def takes_part(runner: Execution, *, joined: bool = True) -> None:
    """A statement has read. joined: tables of an engine that knows transactions."""
    session = runner.session
    if session.in_transaction:
        session.log.transaction.engine_joined |= joined
        if joined and session.variables.behaviour.levels_last_one_statement:
            session.variables.next_transaction.clear()
    elif joined:
        session.engine_mix.forget()  # the query was a transaction
        session.variables.next_transaction.clear()


def tables_take_part(runner: Execution, tables: Iterable[Table]) -> None:
    """A statement has read these."""
    has_dictionary = runner.session.variables.behaviour.has_dictionary
    takes_part(
        runner,
        joined=any(
            table.engine.two_phase
            for table in tables
            if table.schema != "information_schema" or (has_dictionary and reads_dictionary(table))
        ),
    )


def tables_of(runner: Execution, tree: exp.Expression, context: StatementContext) -> list[Table]:
    """The base tables that a query names."""
    return [table for node in table_nodes(tree) for table in tables_behind(runner, node, context)]


def tables_behind(runner: Execution, node: exp.Table, context: StatementContext) -> tuple[Table, ...]:
    """Those of one name."""
    try:
        return tuple(base_tables(runner.front_end.database_of(context), node, context))
    except MySQLError:  # a derived table
        return ()


def lists_dictionary(runner: Execution, words: Sequence[str]) -> bool:
    """Whether SHOW of these words does."""
    return runner.session.variables.behaviour.has_dictionary and any(
        " ".join(words[:length]) in _OF_DICTIONARY for length in (1, 2)
    )
