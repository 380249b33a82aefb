"""Functions that read the statement's clock: NOW and its kin, SYSDATE, UTC_*, UNIX_TIMESTAMP().

They all answer from `StatementContext.start_microseconds` (SYSDATE from the running clock) and leave behind what the
Query event needs: local ones use the session's time zone (status variable 5), those with a fraction its microseconds
(13).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.beforehand import is_asked_beforehand
from binwriter.sql.expressions.compile import compiles
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.moments.timezone import from_microseconds, session_zone
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import DATE_TYPE, CompiledExpression, ExprType, Row, datetime_type, time_type
from binwriter.sql.functions.registry import Call, call_function, function, node_function
from binwriter.sql.types import function_of

Instant = Callable[[StatementContext], datetime]


def _start(context: StatementContext) -> datetime:
    return from_microseconds(context.start_microseconds)


def _running(context: StatementContext) -> datetime:
    return from_microseconds(context.server.sysdate())


def _fraction_digits(call: Call) -> int:
    """The argument of NOW(n): a literal of which a server keeps one byte, from 0 to 6 (captured: clusters/
    moments_in_year_0). MySQLError ER_TOO_BIG_PRECISION above."""
    if not call.args:
        return 0
    digits = int(call.args[0].eval(call.scope.context, ())) & 0xFF
    if digits > 6:
        raise mysql_error("ER_TOO_BIG_PRECISION", digits, call.name.lower(), 6)
    return digits


def _clock(
    instant: Instant, make_type: Callable[[int], ExprType], take: Callable[[datetime], Any], utc: bool = False
) -> Callable[[Call], CompiledExpression]:
    def build(call: Call) -> CompiledExpression:
        digits = _fraction_digits(call)
        asks = bool(digits) and instant is _start
        if asks and not call.scope.context.variables.behaviour.clock_waits:  # captured: moments_that_queries_resolve_*
            call.scope.context.facts.uses_microseconds = True

        def evaluate(context: StatementContext, row: Row) -> Any:
            context.facts.uses_microseconds |= asks
            local = instant(context).astimezone(UTC if utc else session_zone(context)).replace(tzinfo=None)
            return take(temporal.truncate_fraction(local, digits))

        return CompiledExpression(make_type(digits), evaluate, call.text)

    return build


def _date_type(digits: int) -> ExprType:
    return DATE_TYPE


function("NOW")(_clock(_start, datetime_type, lambda moment: moment))
function("SYSDATE")(_clock(_running, datetime_type, lambda moment: moment))
function("CURDATE")(_clock(_start, _date_type, datetime.date))
function("CURTIME")(_clock(_start, time_type, temporal.time_of))
function("UTC_TIMESTAMP")(_clock(_start, datetime_type, lambda moment: moment, utc=True))
function("UTC_DATE")(_clock(_start, _date_type, datetime.date, utc=True))
function("UTC_TIME")(_clock(_start, time_type, temporal.time_of, utc=True))


@compiles(
    *(exp.CurrentTimestamp, exp.Localtime, exp.Localtimestamp, exp.CurrentDate, exp.CurrentTime),
    *(exp.UtcTimestamp, exp.UtcDate, exp.UtcTime),
)
@node_function("NOW", "CURDATE", "CURTIME")
def _told(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """The time of the statement's start; where it is asked for beforehand, so is the session's time zone."""
    record = function_of(node)
    assert record is not None
    waits = scope.context.variables.behaviour.clock_waits
    if record.local and (not waits or is_asked_beforehand(node, scope)):
        session_zone(scope.context)
    digits = node.args.get("this")
    arguments = node.expressions if isinstance(node, exp.Anonymous) else [digits] if digits is not None else []
    return call_function(node.name.upper() if isinstance(node, exp.Anonymous) else record.name, arguments, scope)
