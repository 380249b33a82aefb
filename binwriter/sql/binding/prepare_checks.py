"""What PREPARE finds wrong with a statement that it does not run yet: names that are not there, numbers of values.

Source: MySQL manual, "PREPARE Statement"; errors as a 9.7.4 gives them.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.variables.scopes import collation_in
from binwriter.mysql.variables.values import charset_by_name
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.duality_forms import refuse_forms
from binwriter.sql.binding.view_keys import key_teller
from binwriter.sql.binding.views import duality_target
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.create_like import check_like
from binwriter.sql.ddl.statement import DdlRun
from binwriter.sql.dml.rehearsal import rehearse, unheard
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions import resolved
from binwriter.sql.programs.arguments import missing_procedure
from binwriter.sql.query.run import Compiler, query_scope
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import Call, ProgramKind, SelectInto
from binwriter.sql.syntax.session import Scope, Set, SetNames, SetUserVariable, SetVariable
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.trees import parse_tree
from binwriter.sql.text.words import ParsedStatement

# What depends on the types of parameters is not told before it runs.
_OF_TYPES = frozenset(
    {
        "ER_CANNOT_CONVERT_STRING",
        "ER_CANT_AGGREGATE_2COLLATIONS",
        "ER_CANT_AGGREGATE_3COLLATIONS",
        "ER_CANT_AGGREGATE_NCOLLATIONS",
        "ER_COLLATION_CHARSET_MISMATCH",
        "ER_INCORRECT_TYPE",
        "ER_WRONG_ARGUMENTS",
    }
)


def check_prepared(
    parsed: ParsedStatement, database: Database, context: StatementContext, *, has_parameters: bool
) -> frozenset[str]:
    """MySQLError for a name that the statement cannot mean, or a number of values that does not fit. has_parameters:
    which stand in it as variables without a value. The texts of the constant conditions that it told of."""
    node = parsed.node
    if isinstance(node, Call) and context.variables.behaviour.checks_prepared_calls:
        _check_call(node, database, context)
    if isinstance(node, AdminSyntax) and node.statement is not None:
        parsed, node = node.statement, node.statement.node
        if isinstance(node, SelectInto):  # nothing is put anywhere (captured: clusters/explained_into)
            parsed, node = node.parsed, node.parsed.node
    own = unheard(context)
    try:
        if isinstance(node, (exp.Insert, exp.Update, exp.Delete)):
            own = _check_change(parsed, database, own)
        elif isinstance(node, CreateTableSyntax) and node.like is not None:
            check_like(DdlRun(parsed, database, own), node, *node.like)
        elif (query := _query_of(node)) is not None:
            _check_width(node, len(Compiler(database, own)(query, None).columns))
        else:
            values = [argument.node for argument in node.arguments] if isinstance(node, Call) else _assigned(node, own)
            for value in values:
                compile_expression(value, query_scope(database, own))
    except UnsupportedError:
        """It is refused by name when it runs."""
    except MySQLError as error:
        if not has_parameters or error.symbol not in _OF_TYPES:
            context.diagnostics.extend(own.diagnostics)
            raise
    if isinstance(node, (exp.Query, exp.Insert, exp.Update, exp.Delete)):
        key_teller(node, database, context)()
    if not context.variables.behaviour.types_parameters:
        return frozenset()
    if own.resolved:
        context.diagnostics.extend(resolved.told_by(own))
    return frozenset(text for text, _ in own.resolved)


def trees_of(node: object) -> Iterator[exp.Expression]:
    """The expressions of a statement, of which the parser warns."""
    if isinstance(node, SelectInto):
        node = node.parsed.node
    if isinstance(node, exp.Expression):
        yield node
    elif isinstance(node, Call):
        yield from (argument.node for argument in node.arguments)
    elif isinstance(node, Set):
        values = (item.value for item in node.assignments if isinstance(item, (SetUserVariable, SetVariable)))
        yield from (value for value in values if isinstance(value, exp.Expression))


def _query_of(node: object) -> exp.Expression | None:
    """The query that a statement is, or makes something of."""
    if isinstance(node, CreateViewSyntax):
        node = parse_tree(node.query_text)
    elif isinstance(node, CreateTableSyntax):
        node = node.select
    elif isinstance(node, SelectInto):
        node = node.parsed.node
    return node if isinstance(node, exp.Query) and isinstance(node, exp.Expression) else None


def _check_width(node: object, width: int) -> None:
    """Whether a query has as many columns as what takes them."""
    if isinstance(node, CreateViewSyntax) and node.columns and len(node.columns) != width:
        raise mysql_error("ER_VIEW_WRONG_LIST")
    if isinstance(node, SelectInto) and (local := next((item for item in node.targets if not item.user), None)):
        raise mysql_error("ER_SP_UNDECLARED_VAR", local.name)
    if isinstance(node, SelectInto) and node.file is None and len(node.targets) != width:
        raise mysql_error("ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT")


def _assigned(node: object, context: StatementContext) -> Iterator[exp.Expression]:
    """The values of SET. MySQLError in front of one that the variable cannot take, whatever it is; names of character
    sets are the parser's."""
    assignments = node.assignments if isinstance(node, Set) else ()
    for item in assignments:
        if isinstance(item, SetNames) and item.charset is not None:
            charset = charset_by_name(item.charset, [])
            if item.collation is not None:
                collation_in(charset, item.collation, [])
    for item in assignments:
        if isinstance(item, SetUserVariable):
            yield item.value
        elif isinstance(item, SetVariable):
            variable = context.variables.table.by_name(item.name)
            variable.refuse_scope(of_session=item.scope is Scope.SESSION)
            if isinstance(item.value, exp.Column):
                raise mysql_error("ER_WRONG_TYPE_FOR_VAR", variable.name)
            if item.value is not None:
                yield item.value


def _check_change(parsed: ParsedStatement, database: Database, context: StatementContext) -> StatementContext:
    """What it saw of the statement."""
    node = parsed.node
    assert isinstance(node, exp.Expression)
    if duality_target(parsed, database, context) is not None:
        refuse_forms(parsed, node)
        return context
    return rehearse(replace(parsed, node=node.copy()), database, context)


def _check_call(call: Call, database: Database, context: StatementContext) -> None:
    schema = call.schema or context.database
    if schema and database.programs.find(ProgramKind.PROCEDURE, schema, call.name) is None:
        raise missing_procedure(call, context.database)
