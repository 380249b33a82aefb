"""Elements of documents as entries of keys: CAST(.. AS type ARRAY), multi-valued key parts.

Source: MySQL manual, 15.1.18 "Multi-Valued Indexes": each element is an entry of its own, an empty array has none. What
fails is an error in every mode, with IGNORE, too (captured: clusters/elements_in_keys, elements_of_unique_keys).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.catalog.limits import key_part_bytes
from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.json.opaque import opaque_value
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, JsonDocument, JsonInteger, JsonOpaque
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, mysql_error
from binwriter.mysql.values.json_text import json_text, unquoted_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.cast_targets import ARRAY_ELSEWHERE
from binwriter.sql.expressions.moments.temporal import time_of
from binwriter.sql.expressions.numbers import decimal_of, integer_prefix, number_prefix
from binwriter.sql.store import store
from binwriter.sql.text.conversions import makes_array
from binwriter.sql.text.tree_text import tree_text

_BINARY_ORDER = 309  # utf8mb4_0900_bin
SHOWN = Column(ColumnSpec("elements", ColumnType.VARCHAR, True, length=1, collation=_BINARY_ORDER))
_OPAQUE_TEXT = 15  # VARCHAR
_OUT_OF_RANGE = MESSAGES["ER_WARN_DATA_OUT_OF_RANGE"].code
_TEXTS = frozenset({exp.DType.CHAR, exp.DType.BINARY})
_LONGEST, _MOST_DIGITS = 512, 65
_INT64, _UINT64 = 1 << 63, 1 << 64
Element = int | Decimal | str | bytes | date | timedelta


class Entries(tuple[Element, ...]):
    """Those of a document, sorted, each once. last: what stands last in the document, where there is anything."""

    last: Element


@dataclass(frozen=True)
class Elements:
    """A multi-valued part of the key of this name; column: as which an element is stored."""

    key: str
    column: Column

    @classmethod
    def of_cast(cls, key: str, cast: exp.Cast) -> Elements:
        kind = cast.to.expressions[0]
        sizes = [int(size.this.this) for size in kind.expressions]
        return cls(key, Column(_SPECS[kind.this](sizes)))

    def of(self, root: Any, context: StatementContext) -> Entries:
        """The entries of a document. MySQLError for what is no entry."""
        if isinstance(root, dict):
            raise mysql_error("ER_NOT_SUPPORTED_YET", "CAST-ing JSON OBJECT type to array")
        convert = _CONVERTERS[self.column.spec.type]
        found: list[Any] = []
        for element in root if isinstance(root, list) else [root]:
            if element is None:
                raise mysql_error("ER_INVALID_JSON_VALUE_FOR_FUNC_INDEX", self.key)
            if isinstance(element, (list, dict)):
                raise mysql_error("ER_WRONG_MVI_VALUE", self.key)
            try:
                found.append(convert(self, _plain(element), context))
            except MySQLError as error:
                beside = self._out_of_range(context)
                if error.code == beside.code and isinstance(element, str):  # said of a text once
                    raise
                if error.code in (beside.code, self._truncated(context).code) and _is_forgiving(context):
                    context.diagnostics.append(Diagnostic("Warning", error.code, error.message))
                    raise beside from None
                error.later = (Diagnostic("Error", beside.code, beside.message),)
                raise
        entries = Entries(sorted(set(found)))
        entries.last = found[-1] if found else ""
        return entries

    def shown(self, elements: Iterable[Element]) -> str:
        """As ER_DUP_ENTRY has them: cut to what one of them takes in a key."""
        plain = [JsonOpaque(_OPAQUE_TEXT, one) if isinstance(one, bytes) else one for one in elements]
        return json_text(JsonDocument(plain))[: key_part_bytes(self.column.spec, 0)]

    # --- conversions ----------------------------------------------------------------------------------------------

    def integer(self, value: Any, context: StatementContext) -> int:
        number = self._number(value, integer_prefix)
        if isinstance(number, (float, Decimal)) or isinstance(value, str):
            if not -_INT64 <= number < (_UINT64 if self.column.spec.unsigned else _INT64):
                raise mysql_error("ER_JSON_VALUE_OUT_OF_RANGE_FOR_FUNC_INDEX", self.key)
            number = round(number) if isinstance(number, float) else int(number.to_integral_value("ROUND_HALF_UP"))
        low, end = (0, _UINT64) if self.column.spec.unsigned else (-_INT64, _INT64)
        if not low <= number < end:
            raise self._out_of_range(context)
        return int(number)

    def decimal(self, value: Any, context: StatementContext) -> Any:
        number = self._number(value, number_prefix)
        if isinstance(number, int) and number >= _INT64:
            number -= _UINT64  # taken for a signed one
        return self._stored(number, context, notes=True)

    def text(self, value: Any, context: StatementContext) -> str | bytes:
        text = value if isinstance(value, str) else None
        if text is None:
            is_bytes = isinstance(value, bytes)
            text = value.decode("utf-8", "replace") if is_bytes else unquoted_text(JsonDocument(value))
        binary = self.column.spec.collation == BINARY_COLLATION_ID
        kept = (value if isinstance(value, bytes) else text.encode()) if binary else text
        if len(kept) > self.column.spec.length // (1 if binary else 4):
            if _is_forgiving(context):  # the text is cut, with a warning, and refused all the same
                cut = self._truncated(context)
                context.diagnostics.append(Diagnostic("Warning", cut.code, cut.message))
                raise self._out_of_range(context)
            raise mysql_error("ER_FUNCTIONAL_INDEX_DATA_IS_TOO_LONG", self.key)
        return kept

    def moment(self, value: Any, context: StatementContext) -> Any:
        is_time = self.column.spec.type is ColumnType.TIME2
        if is_time and isinstance(value, datetime):
            value = time_of(value)
        is_other = isinstance(value, timedelta) is not is_time and isinstance(value, (date, timedelta))
        if isinstance(value, (bool, bytes)) or is_other:
            raise self._truncated(context)
        if is_time and isinstance(value, float) and abs(value) >= _INT64:
            raise self._out_of_range(context)
        return self._stored(value, context, notes=False)

    def _number(self, value: Any, read: Callable[[str], tuple[Any, bool]]) -> Any:
        if isinstance(value, (int, float, Decimal)):
            return int(value) if isinstance(value, int) else value
        number, whole = read(value) if isinstance(value, str) and value else (0, False)
        if not whole:
            raise mysql_error("ER_INVALID_JSON_VALUE_FOR_FUNC_INDEX", self.key)
        return decimal_of(str(number))

    def _stored(self, value: Any, context: StatementContext, *, notes: bool) -> ColumnValue:
        """Notes are of the key, not of a column."""
        before = len(context.diagnostics)
        try:
            kept = store(self.column, value, context, as_error=True)
        except MySQLError as error:
            raise (self._out_of_range if error.code == _OUT_OF_RANGE else self._truncated)(context) from None
        finally:
            told = len(context.diagnostics) > before
            del context.diagnostics[before:]
        if told and notes:
            note = self._truncated(context)
            context.diagnostics.append(Diagnostic("Note", note.code, note.message))
        return kept

    def _out_of_range(self, context: StatementContext) -> MySQLError:
        return mysql_error("ER_WARN_DATA_OUT_OF_RANGE_FUNCTIONAL_INDEX", self.key, max(context.row_number, 1))

    def _truncated(self, context: StatementContext) -> MySQLError:
        return mysql_error("ER_WARN_DATA_TRUNCATED_FUNCTIONAL_INDEX", self.key, max(context.row_number, 1))


def _is_forgiving(context: StatementContext) -> bool:
    """Whether a wrong value is warned of; the row is refused all the same (captured: elements_forgiven)."""
    return not context.strict or context.forgives


def check_array(tree: exp.Expression) -> None:
    """MySQLError for an array of what no key has elements of, or one within another expression."""
    cast = tree.unnest()
    if not isinstance(cast, exp.Cast) or cast.to.this is not exp.DType.ARRAY:
        raise mysql_error("ER_NOT_SUPPORTED_YET", ARRAY_ELSEWHERE)
    refuse_arrays_in(cast.this)
    kind = cast.to.expressions[0]
    sizes = [int(size.this.this) for size in kind.expressions]
    if kind.this not in _SPECS:
        raise mysql_error("ER_NOT_SUPPORTED_YET", f"CAST-ing data to array of {kind.this.value}")
    if kind.this in _TEXTS and not (sizes and sizes[0] <= _LONGEST):
        raise mysql_error("ER_NOT_SUPPORTED_YET", "CAST-ing data to array of char/binary BLOBs")
    if kind.this is exp.DType.DECIMAL and sizes and sizes[0] > _MOST_DIGITS:
        raise mysql_error("ER_TOO_BIG_PRECISION", sizes[0], tree_text(cast.this), _MOST_DIGITS)


def refuse_arrays_in(tree: exp.Expression) -> None:
    """MySQLError where an expression that is no part of a key makes an array."""
    if makes_array(tree):
        raise mysql_error("ER_NOT_SUPPORTED_YET", ARRAY_ELSEWHERE)


def _plain(element: Any) -> Any:
    """A scalar of a document as a value of Python; bytes for what is of a type that JSON has none for."""
    if isinstance(element, JsonInteger):
        return element.value
    if not isinstance(element, JsonOpaque):
        return element
    meant = opaque_value(element)
    return meant.data if isinstance(meant, JsonOpaque) else meant


def _size(sizes: list[int], place: int, default: int) -> int:
    return sizes[place] if len(sizes) > place else default


def _spec(type_: ColumnType, **more: Any) -> ColumnSpec:
    return ColumnSpec("element", type_, True, **more)


_SPECS: dict[exp.DType, Callable[[list[int]], ColumnSpec]] = {
    exp.DType.UBIGINT: lambda sizes: _spec(ColumnType.LONGLONG, unsigned=True),
    exp.DType.BIGINT: lambda sizes: _spec(ColumnType.LONGLONG),
    exp.DType.DECIMAL: lambda sizes: _spec(
        ColumnType.NEWDECIMAL, precision=_size(sizes, 0, 10), scale=_size(sizes, 1, 0)
    ),
    exp.DType.CHAR: lambda sizes: _spec(ColumnType.VARCHAR, length=4 * _size(sizes, 0, 1), collation=_BINARY_ORDER),
    exp.DType.BINARY: lambda sizes: _spec(ColumnType.VARCHAR, length=_size(sizes, 0, 1), collation=BINARY_COLLATION_ID),
    exp.DType.DATE: lambda sizes: _spec(ColumnType.DATE),
    exp.DType.TIME: lambda sizes: _spec(ColumnType.TIME2, fsp=_size(sizes, 0, 0)),
    exp.DType.DATETIME: lambda sizes: _spec(ColumnType.DATETIME2, fsp=_size(sizes, 0, 0)),
}
_CONVERTERS: dict[ColumnType, Callable[[Elements, Any, StatementContext], Any]] = {
    ColumnType.LONGLONG: Elements.integer,
    ColumnType.NEWDECIMAL: Elements.decimal,
    ColumnType.VARCHAR: Elements.text,
    ColumnType.DATE: Elements.moment,
    ColumnType.TIME2: Elements.moment,
    ColumnType.DATETIME2: Elements.moment,
}
