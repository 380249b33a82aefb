"""What the parser warns of in the expressions of a statement that it has read: functions, assignments and variables
that 9.7 calls deprecated, titles that lose their spaces; and system variables that there are not, which it refuses.
"""

from __future__ import annotations

import re

from sqlglot import exp

from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.variables.rules import deprecations
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.lexer import code_of
from binwriter.sql.text.operands import GIVEN_TITLE
from binwriter.sql.types import deprecated_names, function_of, renamed_names

VALUES_FUNCTION = (
    "VALUES function",
    "an alias (INSERT INTO ... VALUES (...) AS alias) and replace VALUES(col) in the ON DUPLICATE KEY UPDATE clause "
    "with alias.col",
)
# a quoted name that begins with a space or the like, or may be too long
_ODD_TITLE = pattern(r"[`'\"](?:[\x00-\x20\x7f]|\\[0tnr])|[`'\"][^`'\"]{128}")
_IN_EXPRESSIONS = pattern("|".join((":=", *deprecated_names())), re.IGNORECASE)
_RENAMED_IN_EXPRESSIONS = pattern(rf"\b(?:{'|'.join(renamed_names())})\s*\(", re.IGNORECASE)  # up to 5.7


def warn_of_expressions(tree: exp.Expression, context: StatementContext) -> None:
    """The same for what only a read statement shows: assignments, FOUND_ROWS(), variables that are going away."""
    _warn_of_titles(tree, context)
    for part in tree.find_all(exp.PropertyEQ, exp.Anonymous, exp.SessionParameter, bfs=False):
        if not isinstance(part, exp.SessionParameter):
            _warn_of_expression(part, context)
        else:
            _refuse_variable(part, context)
            variable = context.variables.table.find(part.this.name.lower())
            if variable is not None:
                context.diagnostics.extend(deprecations(variable, reads=True))


def warn_as_parsed(text: str, node: object, context: StatementContext) -> None:
    """The parser's warnings of a statement's expressions, before names are resolved: an error may follow them.

    Raises what `refuse_variables` raises.
    """
    refuse_variables(text, node, context)
    if not isinstance(node, exp.Expression):
        return
    if _ODD_TITLE.search(text) is not None:
        _warn_of_titles(node, context)
    code = code_of(text)
    renamed = context.variables.behaviour.warns_of_spatial_names and _RENAMED_IN_EXPRESSIONS.search(code) is not None
    if renamed or _IN_EXPRESSIONS.search(code) is not None:
        for part in node.find_all(exp.PropertyEQ, exp.Anonymous, bfs=False):
            _warn_of_expression(part, context)
    context.parser_warned = True


def _warn_of_titles(tree: exp.Expression, context: StatementContext) -> None:
    """What items of select lists are called otherwise than they are given."""
    for item in tree.find_all(exp.Alias, bfs=False):
        given = item.meta.get(GIVEN_TITLE)
        if given is not None:
            shown = given.partition("\0")[0]
            context.warn("ER_REMOVED_SPACES" if item.alias else "ER_NAME_BECOMES_EMPTY", shown)


def refuse_variables(text: str, node: object, context: StatementContext) -> None:
    """System variables that there are not, or not of that scope: the parser says so, before tables are looked up.

    ER_UNKNOWN_SYSTEM_VARIABLE, ER_INCORRECT_GLOBAL_LOCAL_VAR (captured: clusters/variables_named).
    """
    tree = node.select if isinstance(node, CreateTableSyntax) else node
    if "@@" in text and isinstance(tree, exp.Expression):
        for variable in tree.find_all(exp.SessionParameter, bfs=False):
            _refuse_variable(variable, context)


def _refuse_variable(node: exp.Expression, context: StatementContext) -> None:
    name, place = node.this.name, (node.text("kind") or "").lower()
    if place not in ("", "session", "local", "global"):
        name = f"{node.text('kind')}.{name}"
    variable = context.variables.table.by_name(name)
    if place in ("session", "local") and not variable.has_session:
        raise mysql_error("ER_INCORRECT_GLOBAL_LOCAL_VAR", variable.name, "GLOBAL")
    if place == "global" and not variable.has_global:
        raise mysql_error("ER_INCORRECT_GLOBAL_LOCAL_VAR", variable.name, "SESSION")


def _warn_of_expression(part: exp.Expression, context: StatementContext) -> None:
    if isinstance(part, exp.PropertyEQ):
        if isinstance(part.this, exp.Parameter):
            context.warn("ER_DEPRECATED_ASSIGNMENT")
    elif (function := function_of(part)) is None:
        return
    elif (later := function.renamed(part.name.upper())) is not None:
        context.warn("ER_WARN_DEPRECATED_SYNTAX", part.name.upper(), later)
    elif function.deprecated and function.is_of(context.variables.profile.version_number, part.name.upper()):
        context.warn(*function.deprecated)


def warn_of_values(tree: exp.Expression, context: StatementContext) -> None:
    """VALUES(column), of ON DUPLICATE KEY UPDATE or not."""
    for call in tree.find_all(exp.Anonymous, bfs=False):
        if call.name.upper() == "VALUES":
            warn_of_one_value(call, context)


def warn_of_one_value(call: exp.Expression, context: StatementContext) -> None:
    """The same of one; elsewhere nothing takes its place (captured: clusters/statements_at_prepare)."""
    query = call.find_ancestor(exp.Select, exp.OnConflict)
    if isinstance(query, exp.Select) and query.args.get("from_") and query.find_ancestor(exp.OnConflict) is not None:
        context.warn("ER_WARN_DEPRECATED_VALUES_FUNCTION_ALWAYS_NULL")
    elif isinstance(call.root(), exp.OnConflict) or call.find_ancestor(exp.OnConflict) is not None:
        context.warn("ER_WARN_DEPRECATED_SYNTAX", *VALUES_FUNCTION)
    else:
        context.warn("ER_WARN_DEPRECATED_NO_REPLACEMENT", VALUES_FUNCTION[0])
