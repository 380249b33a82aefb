"""Members that an ENUM or SET has twice: told of all columns whenever a table is made or made anew.

As a 9.7.4 answers (clusters/members_twice); up to 5.5 twice where a table is made anew for the same engine (captured:
twice_in_enum_statement).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from binwriter.catalog.tables import Column
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.constants import ColumnType
from binwriter.mysql.collation.keys import sort_key
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.context import StatementContext

_TYPES = (ColumnType.ENUM, ColumnType.SET)
_SYMBOL = "ER_DUPLICATED_VALUE_IN_TYPE"


def equal_members(members: Sequence[str], collation: int) -> Iterator[str]:
    """Those that another one behind them equals."""
    is_binary = collation == BINARY_COLLATION_ID
    keys = [sort_key(member.encode() if is_binary else member, collation) for member in members]
    last = {key: position for position, key in enumerate(keys)}
    for position, (key, member) in enumerate(zip(keys, members, strict=True)):
        if last[key] != position:
            yield member


def tell_of_members(name: str, kind: str, equal: Iterable[str], context: StatementContext) -> None:
    """Notes; under a strict mode MySQLError ER_DUPLICATED_VALUE_IN_TYPE."""
    for member in equal:
        if context.strict:
            raise mysql_error(_SYMBOL, name, member, kind)
        context.diagnostics.append(mysql_warning(_SYMBOL, name, member, kind, level="Note"))


def tell_of_all_members(columns: Iterable[Column], context: StatementContext, *, times: int = 1) -> None:
    """The same of a table's columns, those of whose types it was told already included."""
    typed = [column for column in columns if column.spec.type in _TYPES]
    if not typed:
        return
    code = mysql_error(_SYMBOL, "", "", "").code
    context.diagnostics[:] = [told for told in context.diagnostics if told.code != code]
    for column in typed * times:
        spec = column.spec
        tell_of_members(column.name, spec.type.name, equal_members(list(spec.members), spec.collation), context)
