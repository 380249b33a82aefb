"""What PREPARE looks at beyond the grammar: procedures, tables, and whether the session may change anything."""

from __future__ import annotations

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execute.explained import form_of
from binwriter.server.execute.prepare.places import WHERE, Places
from binwriter.server.execution import Execution
from binwriter.server.guards import read_only
from binwriter.server.show import show as shows
from binwriter.sql.binding.prelocking import with_programs
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.views import base_tables
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import variables as variable_expressions
from binwriter.sql.programs.arguments import check_number_of_arguments
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import Call
from binwriter.sql.text.words import ParsedStatement, syntax_error
from binwriter.statement.values import StatementKind, StatementProfile


def check_changes(
    runner: Execution, parsed: ParsedStatement, profile: StatementProfile, context: StatementContext
) -> None:
    """Tables are opened to prepare a statement, those of its programs too: READ ONLY refuses it then (captured:
    transactions_read_only)."""
    if not isinstance(parsed.node, exp.Expression) or profile.kind is StatementKind.DDL:
        return
    prelocking = runner.programs.prelock(parsed, (parsed.node,), context)
    changed = with_programs(profile, prelocking) if prelocking else profile
    read_only.check_changes(runner, changed, prepares=True)
    if profile.kind is StatementKind.OTHER:
        _check_tables(runner, parsed, context)


_OF_SHOW = ("ER_PARSE_ERROR", "ER_UNKNOWN_STORAGE_ENGINE")
_OF_SHOWN = ("ER_BAD_DB_ERROR", "ER_NO_SUCH_TABLE")


def check_administration(
    runner: Execution, text: str, places: Places, parsed: ParsedStatement, context: StatementContext
) -> None:
    """SHOW takes parameters in its condition alone; in which form EXPLAIN is asked for is the parser's."""
    node = parsed.node
    assert isinstance(node, AdminSyntax)
    if node.statement is not None:
        form_of(node, context)
    if parsed.command.startswith("show"):
        condition = WHERE.search(text) if node.condition else None
        if places and (condition is None or condition.end() > places[0][0]):
            raise syntax_error(text, places[0][0])
        _check_show(runner, parsed, node, context)


def _check_show(runner: Execution, parsed: ParsedStatement, node: AdminSyntax, context: StatementContext) -> None:
    """Whether there is such a SHOW, and what its condition names; what it shows is looked for when it runs."""
    told = len(context.diagnostics)
    try:
        shows.show(runner, parsed, node, context)
    except MySQLError as error:
        if error.symbol in _OF_SHOW or (node.condition and error.symbol not in _OF_SHOWN):
            raise
    except UnsupportedError:
        pass
    del context.diagnostics[told:]  # those come when it runs


def check_call(runner: Execution, call: Call) -> None:
    """The procedure is there, and has as many parameters (captured: prepared_out_parameters)."""
    schema = call.schema or runner.session.database
    if not schema:
        raise mysql_error("ER_NO_DB_ERROR")
    procedure = runner.front_end.database.programs.find(call.kind, schema, call.name)
    if procedure is not None:
        check_number_of_arguments(procedure, call)


def _check_tables(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> None:
    """The tables that a query names are there. ER_NO_SUCH_TABLE."""
    assert isinstance(parsed.node, exp.Expression)
    database = runner.front_end.database_of(context)
    for node in table_nodes(parsed.node):
        for _ in base_tables(database, node, context):
            pass


def counts_conditions(node: object) -> bool:
    """Whether it reads @@warning_count or @@error_count (captured: warning_counts_row)."""
    if not isinstance(node, exp.Expression):
        return False
    return any(
        parameter.this.name.lower() in variable_expressions.CONDITION_COUNTS
        for parameter in node.find_all(exp.SessionParameter)
    )
