"""Literals that are compared with columns of dates: a server reads them before it reads any row (captured:
literals_of_times)."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from enum import Enum
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import Diagnostic, Level, mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import printable
from binwriter.mysql.values.real_text import real_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.moments import numbers, range_constants, temporal
from binwriter.sql.expressions.moments.coercion import takes_any_day, zero_date_allowed
from binwriter.sql.expressions.moments.range_constants import Wrong
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, ExprType, Kind

LARGEST_TIME = 8385959  # as a number: 838:59:59; a longer one would be a date and time
_NO_DAY = pattern(r"\s*\d{4}-(?:0?[1-9]|1[0-2])-(?:29|3[01])(?:[ T].*)?", re.ASCII)
_DATE_ONLY = pattern(r"\s*\d{4}-\d{1,2}-\d{1,2}\s*", re.ASCII)


def moment_of(value: Any, context: StatementContext) -> Any:
    """The date that a number means, if it means one."""
    if value == 0:
        return IncompleteDate()
    moment = numbers.moment_of(value)
    if isinstance(moment, IncompleteDate) and not zero_date_allowed(moment, context, compared=True):
        return None
    return moment


def date_of_number(value: Any, context: StatementContext) -> Any:
    """The same for a column of dates: the time is left out."""
    moment = moment_of(value, context)
    return None if moment is None else temporal.date_of(moment)


def time_of_number(value: Any, context: StatementContext) -> timedelta | None:
    """The time that a number means to a column of times, or of the date and time that it means."""
    if abs(value) > LARGEST_TIME:
        moment = moment_of(value, context) if value > numbers.LAST_DATE else None
        return None if moment is None else temporal.time_of(moment)
    return numbers.length_of(value)


def name_of(column: exp.Expression, scope: Scope) -> str | None:
    """The name of a table's column; None of all else."""
    place = scope.place_of(column) if isinstance(column, exp.Column) else None
    stored = scope.sources[place[0]].columns[place[1]].column if place is not None else None
    return None if stored is None else stored.name


def check_moment(
    column: exp.Expression,
    type_: ExprType,
    other: exp.Expression,
    value: CompiledExpression,
    scope: Scope,
    *,
    ranged: bool = False,
) -> None:
    """Refuses a constant that is no date, where data are changed under a strict mode as a column does, else by 1525.

    A number that is none is then compared as a number, a text that is no time as a text, with a warning; a text that
    has more than a date is told of and compared as the date (captured: clusters/moments_beside_constant_texts).
    type_: the column's. value: `other`, compiled. ranged: the literal is a bound of BETWEEN, which only warns where
    nothing is changed.
    """
    context = scope.context
    if context.makes_view:
        return  # converts no constants (captured: clusters/literals_of_views)
    if type_.kind not in (Kind.DATE, Kind.DATETIME, Kind.TIME):
        return
    place = scope.place_of(column) if isinstance(column, exp.Column) else None
    stored = scope.sources[place[0]].columns[place[1]].column if place is not None else None
    if stored is None:
        if not ranged and type_.kind is not Kind.TIME:
            _check_made(type_, other, value, scope)
        return
    # while values of DELETE only warn, constants are converted before anything is strict
    changes = context.changes_data and context.strict and not context.variables.behaviour.lenient_commands
    name = {ColumnType.DATE: "DATE", ColumnType.TIMESTAMP2: "TIMESTAMP"}.get(stored.spec.type, "DATETIME")
    word = "date" if name == "DATE" else "datetime"
    if (number := _number_of(other)) is not None:
        level = _level_of(number, type_.kind, context)
        if level is not None and not (level == "Note" and value.parameter):
            word = "time" if type_.kind is Kind.TIME else word
            _tell_once(scope, level, changes, word, _shown(other), stored.name, value)
        return
    text = _text_of(other, value, scope)
    if text is None:
        return
    if type_.kind is Kind.TIME:
        time, whole = temporal.parse_time(text)
        if text and (time is None or not whole or _DATE_ONLY.fullmatch(text)):
            _tell_once(scope, "Warning", changes, "time", text, stored.name, value)
        return
    behaviour = context.variables.behaviour
    has_error = behaviour.wrong_moment_is_error
    field = ("ER_TRUNCATED_WRONG_TEMPORAL", word, text, stored.name, 1)
    if behaviour.ranges_tell_of_moments and not (changes and not ranged):
        zoned = stored.spec.type is ColumnType.TIMESTAMP2
        _tell_of_constant(column, other, text, field, scope, ranged=ranged, zoned=zoned)
        return
    problem = _problem_of(text, context)
    if problem is None:
        return
    if problem is _Problem.MORE and not (changes and (has_error or behaviour.ranges_tell_of_moments)):
        if has_error:
            _warn_once(scope, f"{stored.name} {type(other.parent).__name__} {text}", field)
        return
    if not has_error and _lacks_day(text, context):
        return  # a day that its month has not
    # as the constant is converted for the column; where they are to be equal, once more (captured: 5.1.54, 5.5.20)
    if not changes and not has_error:
        if (name := f"{stored.name} {text}") not in context.folded:
            context.folded[name] = None
            equal = other.parent if isinstance(other.parent, exp.EQ) else None
            refused = equal is not None and equal.this is other and value.type.kind is not Kind.TIME
            refused &= not behaviour.moments_take_texts
            of_query = scope.clause == "where clause" and (
                len(scope.sources) > 1 or behaviour.changes_propagate or _is_read(other)
            )
            is_term = equal is not None and _is_term(equal)
            times = 2 if is_term and of_query and not refused else 1
            context.diagnostics.extend(mysql_warning(*field) for _ in range(times))
        return
    whole_error = ("ER_WRONG_VALUE", name, text)
    if ranged and not changes:
        return
    if not changes:
        context.diagnostics.append(mysql_warning(*field))
        raise mysql_error(*whole_error)
    if ranged and isinstance(other, exp.Literal):
        context.diagnostics.append(mysql_warning(*field))
    error = mysql_error(*field)
    if has_error and not ranged:
        error.later = (mysql_warning(*whole_error, level="Error"),)
    raise error


def _tell_of_constant(
    column: exp.Expression,
    other: exp.Expression,
    text: str,
    field: tuple[Any, ...],
    scope: Scope,
    *,
    ranged: bool = False,
    zoned: bool = False,
) -> None:
    """On 5.6 and 5.7: as the constant is converted for the column, where they are to be equal once more, and once for
    each access by an index. A bound of BETWEEN is converted where it is asked for, and for an access.

    zoned: a TIMESTAMP, which has no days that their month has not."""
    wrong = _wrong(text, scope.context)
    if wrong is None or (name := f"{field[3]} {text}") in scope.context.folded:
        return
    scope.context.folded[name] = None
    times = range_constants.times_told(column, other, wrong, scope)
    if wrong is Wrong.NO_DAY:
        times += zoned
    elif ranged:
        low = other.parent.args.get("low") if other.parent is not None else None
        if isinstance(low, exp.Literal) and low is not other and _wrong(low.name, scope.context) is Wrong.NO_DATE:
            times = 0  # nothing is looked for any more
    else:
        equal = other.parent if isinstance(other.parent, exp.EQ) else None
        refused = equal is not None and equal.this is other and wrong is Wrong.NO_DATE
        refused |= range_constants.is_read_first(column, other, scope)
        times = 1 if refused else times + 1 + (equal is not None and _is_term(equal))
    scope.context.diagnostics.extend(mysql_warning(*field) for _ in range(times))


def _tell_of_listed(
    column: exp.Expression, other: exp.Expression, text: str, name: str, kind: Kind, scope: Scope
) -> None:
    """The same of one of several texts in a list."""
    context, told = scope.context, f"{name} in {text}"
    listed = other.parent.expressions if other.parent is not None else []
    if not all(isinstance(one, exp.Literal) and one.is_string for one in listed) or told in context.folded:
        return
    wrong = _wrong(text, context)
    field = ("ER_TRUNCATED_WRONG_TEMPORAL", kind.name.lower(), text, name, 1)
    if wrong in (None, Wrong.NO_DAY):
        return
    if context.changes_data and context.strict and not context.variables.behaviour.lenient_commands:
        raise mysql_error(*field)
    context.folded[told] = None  # and not where a row is asked
    times = 1 + range_constants.times_told(column, other, wrong, scope)
    context.diagnostics.extend(mysql_warning(*field) for _ in range(times))


def told_when_asked(
    column: exp.Expression, kind: Kind, bounds: Sequence[exp.Expression], scope: Scope
) -> list[Diagnostic]:
    """What is told of bounds of BETWEEN that have more than a moment, where the first row is asked, on 5.6 and 5.7."""
    behaviour, name = scope.context.variables.behaviour, name_of(column, scope)
    if not behaviour.ranges_tell_of_moments or name is None or kind not in (Kind.DATE, Kind.DATETIME):
        return []
    return [
        mysql_warning("ER_TRUNCATED_WRONG_TEMPORAL", kind.name.lower(), bound.name, name, 1)
        for bound in bounds
        if isinstance(bound, exp.Literal) and bound.is_string and _wrong(bound.name, scope.context) is Wrong.MORE
    ]


def _wrong(text: str, context: StatementContext) -> Wrong | None:
    problem = _problem_of(text, context)
    if problem is None:
        return None
    return Wrong.NO_DAY if _lacks_day(text, context) else _WRONG[problem]


def _lacks_day(text: str, context: StatementContext) -> bool:
    """Whether it is the day alone that its month has not."""
    if _NO_DAY.fullmatch(text) is None:
        return False
    year, month, day = text.strip().split("-", 2)
    is_beyond = int(day[:2]) > calendar.monthrange(int(year) or 4, int(month))[1]
    return is_beyond and _problem_of(f"{year}-{month}-28{day[2:]}", context) is None


def _level_of(number: Decimal, kind: Kind, context: StatementContext) -> Level | None:
    """How a column tells of a number that it cannot take whole: what has only a time or a date too much is noted."""
    moment = moment_of(number, context) if number > numbers.LAST_DATE or kind is not Kind.TIME else None
    if kind is Kind.TIME and abs(number) <= LARGEST_TIME:
        return None
    if moment is None or numbers.fraction_is_lost(number):
        return "Warning"
    return "Note" if kind is Kind.TIME or (kind is Kind.DATE and temporal.time_of(moment)) else None


def is_no_moment(other: exp.Expression, value: CompiledExpression, own: CompiledExpression, scope: Scope) -> bool:
    """Whether a constant text is no moment of the kind that it stands beside."""
    text = _text_of(other, value, scope)
    if text is None:
        return False
    if own.type.kind is Kind.TIME:
        return temporal.parse_time(text)[0] is None
    return not _NO_DAY.fullmatch(text) and _problem_of(text, scope.context) is _Problem.NO_DATE


def check_listed(
    column: exp.Expression,
    type_: ExprType,
    other: exp.Expression,
    value: CompiledExpression,
    scope: Scope,
    *,
    in_case: bool = False,
) -> None:
    """The same for one of several in a list that has more than a date; what is none is told of where it is asked for.
    A DATETIME takes it as its column would, a DATE twice as a text. in_case: a value of CASE, which any column takes
    so."""
    context, name = scope.context, name_of(column, scope)
    if context.makes_view or name is None or type_.kind not in (Kind.DATE, Kind.DATETIME):
        return
    behaviour = context.variables.behaviour
    if behaviour.ranges_tell_of_moments and not in_case and (given := _text_of(other, value, scope)) is not None:
        _tell_of_listed(column, other, given, name, type_.kind, scope)
    text = _text_of(other, value, scope) if behaviour.wrong_moment_is_error else None
    problem = None if text is None else _problem_of(text, context)
    if problem is None or problem is _Problem.NO_DATE:
        return
    word = type_.kind.name.lower()
    as_text = type_.kind is Kind.DATE and not in_case
    told: tuple[Any, ...] = ("ER_TRUNCATED_WRONG_TEMPORAL", word, text, name, 1)
    if as_text:
        told = ("ER_TRUNCATED_WRONG_VALUE", word, text)
    if context.changes_data and context.strict:
        raise mysql_error(*told)
    for place in range(2 if as_text else 1):
        _warn_once(scope, f"{name} in {place} {text}", told)


class _Problem(Enum):
    """What is wrong with a text that should be a date."""

    NO_DATE = "is none"
    MORE = "has more than a date"


_WRONG = {_Problem.NO_DATE: Wrong.NO_DATE, _Problem.MORE: Wrong.MORE}


def _problem_of(text: str, context: StatementContext) -> _Problem | None:
    try:
        moment, _, is_whole = temporal.parse_datetime(text, any_day=takes_any_day(context))
    except ArithmeticError:
        return None
    if moment is None or (isinstance(moment, IncompleteDate) and not zero_date_allowed(moment, context, compared=True)):
        return _Problem.NO_DATE
    return None if is_whole else _Problem.MORE


def _check_made(type_: ExprType, other: exp.Expression, value: CompiledExpression, scope: Scope) -> None:
    """The same for a text beside a moment that no column holds but an expression makes."""
    context = scope.context
    text = None if not context.variables.behaviour.wrong_moment_is_error else _text_of(other, value, scope)
    problem = None if text is None else _problem_of(text, context)
    if problem is None:
        return
    name = type_.kind.name
    text = printable(str(text).encode("latin-1")) if isinstance(other, exp.HexString) else text
    told, wrong = ("ER_TRUNCATED_WRONG_VALUE", name.lower(), text), ("ER_WRONG_VALUE", name, text)
    if context.changes_data and context.strict:
        error = mysql_error(*told)
        error.later = (mysql_warning(*wrong, level="Error"),)
        raise error
    _warn_once(scope, f"{name} {type(other.parent).__name__} {text}", told)
    if problem is _Problem.NO_DATE:
        raise mysql_error(*wrong)


def _is_term(node: exp.Expression) -> bool:
    """Whether it is the condition, or stands there beside AND and OR alone: equalities of such are put in the places of
    others."""
    while isinstance(node.parent, (exp.And, exp.Or, exp.Paren)):
        node = node.parent
    return isinstance(node.parent, exp.Where)


def _is_read(node: exp.Expression) -> bool:
    """Whether a query has the condition, not an UPDATE or DELETE itself."""
    return not isinstance(node.find_ancestor(exp.Query, exp.Update, exp.Delete), exp.Update | exp.Delete)


def _warn_once(scope: Scope, name: str, told: tuple[Any, ...]) -> None:
    """Once a statement, however often its condition is compiled."""
    if name not in scope.context.folded:
        scope.context.folded[name] = None
        scope.context.diagnostics.append(mysql_warning(*told))


def _tell_once(
    scope: Scope, level: Level, changes: bool, word: str, text: str, column: str, value: CompiledExpression
) -> None:
    """Once a statement, however often its condition is compiled: of literals PREPARE tells, and EXECUTE no more.
    changes: a warning is an error."""
    context, name = scope.context, f"{column} {text}"
    if name in context.folded:
        return
    context.folded[name] = None
    told: tuple[Any, ...] = ("ER_TRUNCATED_WRONG_TEMPORAL", word, text, column, 1)
    if changes and level != "Note":
        raise mysql_error(*told)
    warning = mysql_warning(*told, level=level)
    if not value.parameter:
        if context.parsed_before and name in context.resolved_before:
            return
        context.resolved.append((name, warning))
    context.diagnostics.append(warning)


def _number_of(node: exp.Expression) -> Decimal | None:
    if isinstance(node, exp.Neg):
        inner = _number_of(node.this)
        return None if inner is None else -inner
    if isinstance(node, exp.Boolean):
        return Decimal(bool(node.this))
    return Decimal(node.name) if isinstance(node, exp.Literal) and not node.is_string else None


def _shown(node: exp.Expression) -> str:
    if isinstance(node, exp.Neg):
        return "-" + _shown(node.this)
    if isinstance(node, exp.Boolean):
        return str(int(bool(node.this)))
    return real_text(float(node.name)) if "e" in node.name.lower() else node.name


def _text_of(node: exp.Expression, value: CompiledExpression, scope: Scope) -> str | None:
    """The text that a constant is; None of what is none, or is known only when rows are read."""
    if isinstance(node, exp.HexString) and len(node.name) % 2 == 0:
        return bytes.fromhex(node.name).decode("latin-1")
    if isinstance(node, exp.Literal):
        return node.name if node.is_string else None
    behaviour = scope.context.variables.behaviour
    if not behaviour.moments_take_texts and isinstance(node, exp.Introducer):
        return node.expression.name if isinstance(node.expression, exp.Literal) else None
    is_time = value.type.kind is Kind.TIME and (value.constant or value.text == "curtime()")
    if is_time and not behaviour.moments_have_fractions and isinstance(node, exp.Func | exp.Anonymous):
        return str(to_text(value.eval(scope.context, ()), value.type))  # a text like any other
    if not value.constant or value.type.kind is not Kind.STRING or not isinstance(node, (exp.Func, exp.Concat)):
        return None
    told = len(scope.context.diagnostics)
    text = value.eval(scope.context, ())
    del scope.context.diagnostics[told:]  # they are told of when the value is asked for
    return text if isinstance(text, str) else None
