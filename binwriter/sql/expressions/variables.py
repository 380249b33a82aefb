"""User variables (@name, @name := value) and system variables (@@name, @@session.name, @@global.name)."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.catalog.limits import check_variable_name
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID, SYSTEM_COLLATION_ID
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_warning
from binwriter.mysql.variables.rules import deprecations
from binwriter.mysql.variables.spec import OF_KEY_CACHES, parts_of_cache
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import decimal_buffers
from binwriter.sql.expressions.as_texts import characters_or_bytes, to_text
from binwriter.sql.expressions.collations import connection_collation, of_variable
from binwriter.sql.expressions.compile import compile_expression, compiles
from binwriter.sql.expressions.numbers import DECIMAL_MAX_SCALE
from binwriter.sql.expressions.scope import Scope, shown_name
from binwriter.sql.expressions.types import (
    BOOL_TYPE,
    INT_TYPE,
    LONG_TEXT,
    NULL_TYPE,
    REAL_TYPE,
    VARIABLE_TEXT,
    BinaryLiteral,
    Coercibility,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
    constant,
    decimal_type,
    own_digits,
    text_type,
)
from binwriter.sql.text.meta_keys import TEXT_OF, TYPE_OF
from binwriter.sql.text.tree_text import tree_text
from binwriter.statement.facts import UserVariable

# dates and times become strings of latin1_swedish_ci (findings part 7, User_var)
_TEMPORAL_COLLATION = 8
_SYSTEM_REAL = replace(REAL_TYPE, scale=6, length=22)  # of system variables
# variables whose value depends on the statement rather than on SET
_LAST_INSERT_ID = ("last_insert_id", "identity")
CONDITION_COUNTS = ("warning_count", "error_count")
_VARIABLE_TEXTS = ("(@`", '(@"')


def variable_type(variable: UserVariable | None) -> ExprType:
    """The static type of a user variable: that of the value it has when the statement starts; unset, a string."""
    if variable is None or variable.value is None:
        return text_type(0, variable.collation if variable else 63, Coercibility.IMPLICIT)
    value = variable.value
    if isinstance(value, int):
        return replace(INT_TYPE, unsigned=variable.unsigned, coercibility=Coercibility.IMPLICIT)
    if isinstance(value, Decimal):
        return replace(decimal_type(DECIMAL_MAX_SCALE), coercibility=Coercibility.IMPLICIT, source=VARIABLE_TEXT)
    if isinstance(value, float):
        return replace(REAL_TYPE, coercibility=Coercibility.IMPLICIT)
    field = ColumnType.MEDIUM_BLOB if variable.collation == BINARY_COLLATION_ID else None
    return replace(text_type(LONG_TEXT, variable.collation, Coercibility.IMPLICIT), field=field)


@compiles(exp.Parameter)
def _user_variable(node: exp.Expression, scope: Scope) -> CompiledExpression:
    spelled = node.this.name
    name = spelled.lower()
    context = scope.context
    is_new = name not in context.session.user_variables
    current, before = name_variable(spelled, scope)
    read, own = context.facts.user_variables_read, context.facts.user_variables_set
    of_file = context.facts.variables_of_file

    def evaluate(context: StatementContext, row: Row) -> Any:
        # logged only if it is really asked for (captured: user_variables_asked)
        variable = context.session.user_variables.get(name)
        if name not in read and name not in own:
            read[name] = replace(variable) if variable is not None and name in of_file else before
        return variable.value if variable is not None else None

    # new, it has no value now, but may have one when it is asked
    is_null = is_new and not context.variables.behaviour.new_variables_are_texts
    type_ = replace(NULL_TYPE, collation=connection_collation(scope)) if is_null else variable_type(current)
    if name in of_file:
        type_ = text_type(LONG_TEXT, of_file[name], Coercibility.IMPLICIT)
    if type_.kind is Kind.STRING:
        node.meta[TEXT_OF] = LONG_TEXT - 1, type_.collation
        type_ = replace(type_, unquestioned=not context.variables.behaviour.tells_of_variables, source=VARIABLE_TEXT)
    node.meta[TYPE_OF] = type_
    return CompiledExpression(type_, evaluate, f"(@{shown_name(spelled, context)})")


def name_variable(spelled: str, scope: Scope) -> tuple[UserVariable, UserVariable]:
    """The variable that an expression names, made if there is none, and what it is before the statement sets it. Up
    to 5.7 that it is named is logged."""
    name, context = spelled.lower(), scope.context
    variables, facts = context.session.user_variables, context.facts
    if name not in variables:
        facts.user_variables_made.add(name)
    # a variable that is read before it is set comes to be with this reading, and is logged as spelled here
    named = context.variables.behaviour.unset_variables_have_charset
    collation = connection_collation(scope) if named else BINARY_COLLATION_ID
    current = variables.setdefault(name, UserVariable(None, collation, name=spelled, assigned=False))
    before, of_file = replace(current), facts.variables_of_file.get(name)
    if context.variables.profile.user_vars_when_named and name not in facts.user_variables_set:
        facts.user_variables_read.setdefault(name, replace(before, **_as_of_file(before, of_file)))
    return current, before


def _as_of_file(variable: UserVariable, collation: int | None) -> dict[str, Any]:
    """What is told otherwise of a variable that LOAD DATA sets: it is text of the file's character set already, a
    number's bytes what the text is (captured: 5.5.20/load_variables_statement)."""
    if collation is None:
        return {}
    if isinstance(variable.value, int):
        text = variable.value.to_bytes(9, "little", signed=True)[:8].decode("latin-1")
        return {"collation": collation, "value": text}
    return {"collation": collation}


def variable_named(text: str) -> str:
    """The user variable of which that is the text, as a server prints it; else nothing."""
    return text[3:-2].lower() if text.startswith(_VARIABLE_TEXTS) else ""


def ask_at_once(operands: Iterable[CompiledExpression], context: StatementContext) -> None:
    """The user variables among the strings of a regular expression are asked for when it is resolved, which logs them
    (captured: variables_of_regular_expressions)."""
    read, own = context.facts.user_variables_read, context.facts.user_variables_set
    for operand in operands:
        name = variable_named(operand.text)
        variable = context.session.user_variables.get(name)
        if variable is not None and name not in own:
            read.setdefault(name, replace(variable))


def assign_user_variable(name: str, value: Any, type_: ExprType, context: StatementContext, collation: int) -> Any:
    """Sets @name as SET and := do and answers the stored value: dates and times become text."""
    stored = value
    unsigned = type_.unsigned and isinstance(value, int)
    if value is not None and (type_.kind.temporal or isinstance(value, (str, JsonDocument))):
        stored = str(to_text(value, type_))
    elif isinstance(value, BinaryLiteral):
        stored = bytes(value)
    elif isinstance(value, Decimal):
        stored = decimal_buffers.sized(value, type_)
    elif type_.bit and value is not None:
        unsigned = True
    context.facts.user_variables_set.add(name.lower())  # what the statement has set itself is not logged for it
    variables = context.session.user_variables
    known = variables.get(name.lower())
    variables[name.lower()] = UserVariable(stored, collation, unsigned, known.name if known else name)
    return stored


def name_assigned(name: str, scope: Scope) -> None:
    """A variable that an expression sets and makes is not logged where it is read behind that (captured:
    uservars_set_statement)."""
    context = scope.context
    if context.variables.profile.user_vars_when_named and name.lower() not in context.session.user_variables:
        context.facts.user_variables_set.add(name.lower())


def assignment(name: str, operand: CompiledExpression, scope: Scope) -> CompiledExpression:
    """@name := operand. ER_ILLEGAL_USER_VAR."""
    check_variable_name(name)
    name_assigned(name, scope)
    collation = of_variable(operand.type, scope) if operand.type.kind is not Kind.NULL else 63
    if operand.type.kind.temporal:
        collation = _TEMPORAL_COLLATION if scope.context.variables.behaviour.moments_are_texts else 63

    ask = own_digits(operand).eval

    def evaluate(context: StatementContext, row: Row) -> Any:
        return assign_user_variable(name, ask(context, row), operand.type, context, collation)

    result = operand.type
    if result.kind.temporal:
        result = text_type(result.length, connection_collation(scope), Coercibility.IMPLICIT)
    result = REAL_TYPE if result.kind is Kind.REAL else replace(result, field=None, zeros=0)
    result = replace(result, source=VARIABLE_TEXT) if result.kind is Kind.DECIMAL else result
    if result.kind is Kind.STRING and not scope.context.variables.behaviour.tells_of_variables:
        result = replace(result, unquestioned=True, computed=True, of_column=False)
    return CompiledExpression(result, evaluate, f"(@{name}:={operand.text})")


@compiles(exp.PropertyEQ)
def _assignment(node: exp.Expression, scope: Scope) -> CompiledExpression:
    if not isinstance(node.this, exp.Parameter):
        raise UnsupportedError(":= on something other than a user variable", tree_text(node))
    scope.context.warn_parsed("ER_DEPRECATED_ASSIGNMENT")
    return assignment(node.this.this.name, compile_expression(node.expression, scope), scope)


@compiles(exp.SessionParameter)
def _system_variable(node: exp.Expression, scope: Scope) -> CompiledExpression:
    name, place = node.this.name.lower(), (node.text("kind") or "").lower()
    if name.endswith(OF_KEY_CACHES) and (of_cache := _of_key_cache(node)) is not None:
        return _cache_variable(*of_cache, scope)
    if name in CONDITION_COUNTS and place != "global":
        if scope.context.program_names is not None:
            raise UnsupportedError("counts of conditions in a stored program", f"@@{name}")
        count = scope.context.condition_counts[CONDITION_COUNTS.index(name)]
        return system_value(count, scope)
    if name in _LAST_INSERT_ID:

        def last_insert_id(context: StatementContext, row: Row) -> int:
            context.use_last_insert_id()
            return context.last_insert_id

        return CompiledExpression(replace(INT_TYPE, unsigned=True), last_insert_id, "")
    variables = scope.context.variables
    try:
        readers = {"global": variables.get_global, "session": variables.get_session, "local": variables.get_session}
        value = readers.get(place, variables.read)(name)
    except MySQLError:
        variables.table.by_name(node.this.name)  # the error names it as it is spelled
        raise
    if scope.context.program_names is None:
        scope.context.diagnostics.extend(deprecations(variables.table.by_name(name), reads=True))
    text = f"@@{place + '.' if place else ''}{name}"
    variable = system_value(value, scope)
    return _using_time_zone(replace(variable, text=text)) if name == "time_zone" and place != "global" else variable


def _of_key_cache(node: exp.Expression) -> tuple[str, str] | None:
    """The cache and its variable, in @@cache.variable and @@global.cache.variable."""
    given, name = node.text("kind"), node.this.name
    return parts_of_cache(f"{given}.{name}" if given and given.lower() not in ("global", "session", "local") else name)


def _cache_variable(cache: str, name: str, scope: Scope) -> CompiledExpression:
    """That the name is going away is told when the value is first asked for (captured: clusters/key_caches_by_name)."""
    variables = scope.context.variables
    value = system_value(variables.get_global(f"{cache}.{name}"), scope)
    untold = [mysql_warning("ER_WARN_DEPRECATED_KEY_CACHES", f"@@global.{cache}.{name}")]

    def evaluate(context: StatementContext, row: Row) -> Any:
        if untold:
            context.diagnostics.append(untold.pop())
        return value.eval(context, row)

    return replace(value, eval=evaluate, constant=False) if variables.behaviour.warns_of_key_caches else value


def _using_time_zone(value: CompiledExpression) -> CompiledExpression:
    """@@time_zone counts as a use of it, when it is read."""

    def evaluate(context: StatementContext, row: Row) -> Any:
        context.facts.uses_time_zone = True
        return value.eval(context, row)

    return replace(value, eval=evaluate, constant=False)


def system_value(value: Any, scope: Scope) -> CompiledExpression:
    """A system variable's value: switches are 1 and 0. Messages show nothing of it (captured:
    clusters/expressions_out_of_range)."""
    if isinstance(value, bool):
        return constant(int(value), BOOL_TYPE, "")
    if isinstance(value, int):
        return constant(value, replace(INT_TYPE, unsigned=True), "")
    if isinstance(value, float):
        return constant(value, _SYSTEM_REAL, "")
    shown = characters_or_bytes(value, text_type(collation=SYSTEM_COLLATION_ID), SYSTEM_COLLATION_ID)
    return constant(shown, text_type(len(str(value or "")), SYSTEM_COLLATION_ID, Coercibility.SYSTEM), "")
