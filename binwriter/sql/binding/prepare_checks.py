"""What PREPARE finds wrong with a statement that it does not run yet: names that are not there, numbers of values.

Source: MySQL manual, "PREPARE Statement"; errors as a 9.7.4 gives them.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import MESSAGES, mysql_error
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.duality_forms import refuse_forms
from binwriter.sql.binding.view_keys import key_teller
from binwriter.sql.binding.views import duality_target, through_views
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.insert import row_cells
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.programs.arguments import missing_procedure
from binwriter.sql.query.joins.rows import JoinedRows
from binwriter.sql.query.run import Compiler
from binwriter.sql.syntax.programs import Call, ProgramKind
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.trees import is_default_keyword, parse_tree
from binwriter.sql.text.words import ParsedStatement

# A parameter without a value may raise others, which mean nothing.
_FOUND_NOW = frozenset(
    MESSAGES[symbol].code
    for symbol in (
        "ER_BAD_FIELD_ERROR",
        "ER_FIELD_SPECIFIED_TWICE",
        "ER_NONUNIQ_TABLE",
        "ER_NON_UNIQ_ERROR",
        "ER_NO_SUCH_TABLE",
        "ER_SP_DOES_NOT_EXIST",
        "ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT",
        "ER_WRONG_VALUE_COUNT_ON_ROW",
    )
)


def check_prepared(parsed: ParsedStatement, database: Database, context: StatementContext) -> None:
    """MySQLError for a name that the statement cannot mean, or a number of values that does not fit."""
    node = parsed.node
    if isinstance(node, Call) and context.variables.behaviour.checks_prepared_calls:
        _check_call(node, database, context)
    if isinstance(node, CreateViewSyntax):
        node = parse_tree(node.query_text)
    if not isinstance(node, (exp.Query, exp.Insert, exp.Update, exp.Delete)):
        return
    locking, conditions = context.locking, len(context.diagnostics)
    context.locking = None
    try:
        _resolve(replace(parsed, node=node), database, context)
    except UnsupportedError:
        """It is refused by name when it runs."""
    except MySQLError as error:
        if error.code in _FOUND_NOW:
            raise
    finally:
        context.locking = locking
        del context.diagnostics[conditions:]
    key_teller(node, database, context)()


def _check_call(call: Call, database: Database, context: StatementContext) -> None:
    schema = call.schema or context.database
    if schema and database.programs.find(ProgramKind.PROCEDURE, schema, call.name) is None:
        raise missing_procedure(call, context.database)


def _resolve(parsed: ParsedStatement, database: Database, context: StatementContext) -> None:
    node = parsed.node
    if isinstance(node, exp.Query):
        Compiler(database, context)(node, None)
        return
    if duality_target(parsed, database, context) is not None and isinstance(node, exp.Expression):
        refuse_forms(parsed, node)
        return
    tree = through_views(parsed, database, context).node
    if isinstance(tree, exp.Insert):
        _resolve_insert(tree, database, context)
    elif isinstance(tree, (exp.Update, exp.Delete)):
        using = tree.args.get("using")
        select = exp.Select(from_=exp.From(this=(using[0] if using else tree.this).copy()))
        join = JoinedRows.compile(select, tree.args.get("where"), database, context)
        for item in tree.expressions if isinstance(tree, exp.Update) else ():
            join.locate(item.this)
            if not is_default_keyword(item.expression):
                compile_expression(item.expression, join.scope)


def _resolve_insert(tree: exp.Insert, database: Database, context: StatementContext) -> None:
    node = tree.this
    names = [name.name for name in node.expressions] if isinstance(node, exp.Schema) else []
    table = database.table_of(node.this if isinstance(node, exp.Schema) else node, context).definition
    width = _width(table, names)
    source = tree.expression
    if isinstance(source, exp.Values):
        for number, row in enumerate(source.expressions, 1):
            cells = row_cells(row)
            if len(cells) != width and (cells or names):
                raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", number)
    elif isinstance(source, exp.Query) and tree.args.get("conflict") is None:
        query = source.this if isinstance(source, exp.Subquery) else source
        assert isinstance(query, exp.Expression)
        columns = Compiler(database, context)(query, None).columns
        if len(columns) != width:
            raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", 1)


def _width(table: Table, names: list[str]) -> int:
    seen: set[str] = set()
    for name in names:
        if name.lower() not in table.index_of:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "field list")
        if name.lower() in seen:
            raise mysql_error("ER_FIELD_SPECIFIED_TWICE", name)
        seen.add(name.lower())
    return len(names) or sum(1 for column in table.columns if column.spec.visible)
