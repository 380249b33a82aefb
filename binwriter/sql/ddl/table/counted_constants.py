"""Constants that functions ask for when an expression is resolved (how many characters, which place): a text that is no
number there is an error of a definition, in every sql_mode (captured: clusters/counts_in_definitions)."""

from __future__ import annotations

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import BinwriterError, MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.types import Place, function_of

_SYMBOL = "ER_TRUNCATED_WRONG_VALUE"
_WRONG = MESSAGES[_SYMBOL]


def refuse_counts(tree: exp.Expression, place: Place, name: str, table: Table, context: StatementContext) -> None:
    """ER_TRUNCATED_WRONG_VALUE; of a functional key, named name, ER_WARN_DATA_TRUNCATED_FUNCTIONAL_INDEX."""
    version = context.variables.profile.version_number
    if not any(function_of(node, version) is not None and _has_text(node) for node in tree.walk()):
        return
    said = list(context.diagnostics)
    source = replace(Source.of_table(table.name, table), schema=None)
    try:
        compile_expression(tree.copy(), Scope(context, (source,)))
    except BinwriterError:  # which is found elsewhere
        return
    finally:
        told: list[Diagnostic] = context.diagnostics[len(said) :]
        context.diagnostics[:] = said
    wrong = next((one for one in told if one.code == _WRONG.code), None)
    if wrong is not None and place is Place.KEY:
        raise mysql_error("ER_WARN_DATA_TRUNCATED_FUNCTIONAL_INDEX", name, 1)
    if wrong is not None:
        raise MySQLError(_WRONG.code, _WRONG.sqlstate, _SYMBOL, wrong.message)


def _has_text(node: exp.Expr) -> bool:
    return any(isinstance(value, exp.Literal) and value.is_string for value in node.iter_expressions())
