"""Texts as dates and times where a statement reads them: the warnings of their delimiters, their time zones."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.records import replace
from binwriter.mysql.raw_bytes import RawText
from binwriter.mysql.values import temporal_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import escaped_bytes
from binwriter.sql.expressions.moments import temporal, zoned
from binwriter.sql.expressions.moments.timezone import session_zone

if TYPE_CHECKING:
    from binwriter.mysql.values.temporal_text import Parsed

DEPRECATIONS = frozenset({4095, 4096})  # what `warn_delimiters` says
_ROOM = 39  # characters
_SHOWN = {"\t": "\\t", "\n": "\\n", "\r": "\\r", "\v": "\\v", "\f": "\\f"}


def characters_of(value: str | bytes) -> str:
    """A text to be read: of bytes each is a character, where messages show those beyond ASCII as \\xC3."""
    if isinstance(value, str):
        return value
    return value.characters() if isinstance(value, RawText) else value.decode("latin-1")


def warn_delimiters(context: StatementContext, value: str | bytes, parsed: Parsed) -> None:
    """4095 and 4096 of a text whose parts are not parted as they should be (captured: crafted/moments). They show what
    stands before a zero, and no more of it than that has room for (captured: clusters/bytes_as_moments)."""
    if not parsed.delimiters:
        return
    text = characters_of(value).partition("\0")[0][:_ROOM]
    if isinstance(value, bytes) and not isinstance(value, RawText):
        text = escaped_bytes(text.encode("latin-1"))
    for delimiter in parsed.delimiters:
        place = (_SHOWN.get(delimiter.character, delimiter.character), delimiter.position, text, context.row_number)
        if delimiter.standard:
            context.warn("ER_WARN_DEPRECATED_DATETIME_DELIMITER", *place, delimiter.standard)
        else:
            context.warn("ER_WARN_DEPRECATED_SUPERFLUOUS_DELIMITER", *place)


def datetime_in(text: str, context: StatementContext) -> Parsed:
    """A text as a date or datetime; what a seventh digit would round up is cut where sql_mode has it so."""
    return _cut(temporal_text.parse_datetime(text), context)


def time_in(text: str, context: StatementContext) -> Parsed:
    """As `datetime_in`, of a time."""
    return _cut(temporal_text.parse_time(text), context)


def _cut(parsed: Parsed, context: StatementContext) -> Parsed:
    if parsed.nanosecond % 1000 and context.cuts_fractions:
        parsed.nanosecond -= parsed.nanosecond % 1000
    return parsed


def read_time(parsed: Parsed, context: StatementContext) -> tuple[timedelta | None, bool]:
    """As `temporal.length_of`; the time of a moment with a time zone is that in the session's."""
    if parsed.displacement is not None:
        moment = local(temporal.moment_of(replace(parsed, nanosecond=0)), context)
        if moment is None:
            return None, False
        # the second that is carried does not lose the zone here
        time = temporal.time_of(moment) + timedelta(microseconds=(parsed.nanosecond + 500) // 1000)
        return time % timedelta(days=1), not parsed.problem
    if parsed.kind == "date":  # digits and blanks enough for a moment, and no time
        return None, not parsed.problem
    return temporal.length_of(parsed)


def local(moment: Any, context: StatementContext) -> Any:
    """A moment with a time zone as the session sees it; others as they are."""
    if isinstance(moment, datetime) and moment.tzinfo is not None:
        return zoned.in_zone(moment, session_zone(context))
    return moment


def parsed_of(value: IncompleteDate) -> Parsed:
    """A date with zeros as if it were read from its text."""
    return temporal_text.Parsed(
        "datetime",
        value.year,
        value.month,
        value.day,
        value.hour,
        value.minute,
        value.second,
        value.microsecond * 1000,
    )
