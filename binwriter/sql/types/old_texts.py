"""The texts that servers before 8.0 make of an item in CREATE TABLE .. SELECT.

Captured: captured-old, texts_selected_row. Up to 5.7 some functions count their bytes as characters; up to 5.1 what is
made of numbers, dates and times is a string of bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import Kind
from binwriter.sql.types.expressions import measure
from binwriter.sql.types.functions import called
from binwriter.sql.types.kinds import Lookup, Measure, constant_at
from binwriter.sql.types.old_numbers import old_number
from binwriter.sql.types.record import Role
from binwriter.sql.types.records.old_texts import BEHIND_FIRST, BYTES, COUNTS, MADE_OF, OF_TEXTS, TEXTS_OF, Count

_FIRST_WITH_NUMBERS_AS_TEXTS = 50500
_MOST_OF_FORMAT = 33  # decimals of FORMAT, the point, the sign
_BITS = 64


@dataclass(frozen=True, slots=True)
class OldText:
    """characters: at most, None as a newer server counts them. binary: a string of bytes."""

    characters: int | None = None
    binary: bool = False


# What decides a text's character set: a column, a constant, nothing.
_COLUMN, _CONSTANT, _NOTHING = 2, 4, 6


def old_text(node: exp.Expression, lookup: Lookup, version: int, width: int) -> OldText:
    """width: bytes of the longest character of the text's set."""
    function, arguments = called(node)
    name = "" if function is None else function.name
    parts = [_without_sign(argument, lookup) for argument in arguments]
    kind = COUNTS.get(name)
    count = None if kind is None else _COUNTED[kind]
    known = [part for part in parts if part is not None]
    characters = None
    if count is not None and len(known) == len(parts):
        characters = count(known, width)
    if characters is None and name in MADE_OF and (made := _without_sign(node, lookup)) is not None:
        characters = made.length
    own = measure(node, lookup)
    if name == "FORMAT" and own is not None:
        characters = own.length + 1
        if (
            version >= _FIRST_WITH_NUMBERS_AS_TEXTS
            and (number := old_number(arguments[0], lookup, version)) is not None
        ):
            characters = number.length + number.length // 3 + _MOST_OF_FORMAT
    if version >= _FIRST_WITH_NUMBERS_AS_TEXTS:
        return OldText(characters)
    binary, strength = _decided(node, lookup)
    if binary and name == "CONCAT_WS" and characters is not None and parts[0] is not None:  # separators are bytes
        characters += (len(parts) - 2) * parts[0].length * (parts[0].width - 1)
    if binary and name in ("IFNULL", "COALESCE"):
        characters = chosen_bytes(arguments, lookup) or characters
    if binary and isinstance(node, exp.If | exp.Case) and len(known) == len(parts):
        characters = max(part.length * (width if part.kind is Kind.STRING and part.literal else 1) for part in known)
    return OldText(characters, binary and strength < _NOTHING)


def are_bytes(items: Sequence[tuple[exp.Expression, Lookup]], version: int) -> bool:
    """Whether values of several queries in one place are strings of bytes, up to 5.1 where numbers are among them."""
    if version >= _FIRST_WITH_NUMBERS_AS_TEXTS:
        return False
    sides = [_decided(node, lookup) for node, lookup in items]
    texts = min((strength for binary, strength in sides if not binary), default=_NOTHING)
    numbers = min((strength for binary, strength in sides if binary), default=_NOTHING)
    return numbers <= texts and numbers < _NOTHING


def is_bytes(node: exp.Expression, lookup: Lookup) -> bool:
    """Whether an item is a string of bytes up to 5.1."""
    binary, strength = _decided(node, lookup)
    return binary and strength < _NOTHING


def chosen_bytes(nodes: Sequence[exp.Expression], lookup: Lookup) -> int | None:
    """The bytes of the longest text of COALESCE and IFNULL, which 5.1 takes for characters."""
    measures = [measure(node, lookup) for node in nodes]
    known = [measured for measured in measures if measured is not None]
    if len(known) < len(measures) or not any(
        measured.kind is Kind.STRING and measured.literal and measured.width > 1 for measured in known
    ):
        return None
    return max(measured.length * measured.width for measured in known)


_LONGEST_CHARACTERS = 512  # what is longer is a LONGTEXT or LONGBLOB
_LONG = 4  # bytes of its length


def long_text(column: Column, node: exp.Expression, lookup: Lookup, context: StatementContext) -> Column:
    """5.1 has one kind of long text for all that is made, and counts the bytes of GROUP_CONCAT's."""
    function, _ = called(node)
    if function is None or column.spec.type is not ColumnType.BLOB:
        return column
    if function.role is Role.AGGREGATE and not isinstance(node, exp.GroupConcat):
        return column
    if not isinstance(node, exp.GroupConcat):
        is_own = function.name in MADE_OF or function.name in OF_TEXTS
        return replace(column, spec=replace(column.spec, length=_LONG)) if is_own else column
    first = node.this.expressions[0] if isinstance(node.this, exp.Distinct) else node.this
    binary, _ = _decided(first, lookup)
    collation = BINARY_COLLATION_ID if binary else column.spec.collation
    width = collation_by_id(collation).mbmaxlen
    characters = -(-int(context.variables.get("group_concat_max_len")) // width)
    spec = replace(column.spec, collation=collation, length=_LONG)
    if characters <= _LONGEST_CHARACTERS:
        spec = replace(spec, type=ColumnType.VARCHAR, length=characters * width)
    return replace(column, spec=spec)


def _without_sign(node: exp.Expression, lookup: Lookup) -> Measure | None:
    """As `measure`; an integer that is written has no room for a sign, nor what is made of it (captured:
    5.7.18/texts_of_written_integers_row)."""
    measured = measure(node, lookup)
    if measured is None:
        return None
    if isinstance(node, exp.Literal) and measured.kind is Kind.INT and not measured.unsigned:
        return replace(measured, length=measured.length - 1)
    function, arguments = called(node)
    if function is None or function.name not in MADE_OF or not callable(function.type):
        return measured
    parts = [_without_sign(argument, lookup) for argument in arguments]
    known = [part for part in parts if part is not None]
    return function.type(known) if len(known) == len(parts) else measured


def _decided(node: exp.Expression, lookup: Lookup) -> tuple[bool, int]:
    """Whether a value is bytes, and how much it counts beside others."""
    while isinstance(node, (exp.Paren, exp.Alias)):
        node = node.this
    function, arguments = called(node)
    measured = measure(node, lookup)
    if isinstance(node, exp.Null):
        return False, _NOTHING
    if measured is not None and (measured.kind is not Kind.STRING or measured.binary):
        return True, _COLUMN if isinstance(node, exp.Column) else _CONSTANT
    if isinstance(node, exp.Column):
        return False, _COLUMN
    name = "" if function is None else function.name
    if name in BYTES:
        return True, _CONSTANT
    chooses = isinstance(node, exp.If | exp.Case)
    if name not in OF_TEXTS and not chooses:
        return False, _CONSTANT
    if name in BEHIND_FIRST:
        arguments = arguments[1:]
    elif name in TEXTS_OF:
        arguments = [arguments[place] for place in TEXTS_OF[name] if place < len(arguments)]
    sides = [_decided(argument, lookup) for argument in arguments]
    texts = min((strength for binary, strength in sides if not binary), default=_NOTHING)
    numbers = min((strength for binary, strength in sides if binary), default=_NOTHING)
    return numbers <= texts and numbers < _NOTHING, min(texts, numbers)


def _substring(measures: Sequence[Measure], width: int) -> int | None:
    """Bytes of the text are taken for characters."""
    text = measures[0]
    if text.kind is not Kind.STRING or text.width == 1:
        return None
    start, count = constant_at(measures, 1), constant_at(measures, 2)
    rest = text.length * width
    if start is not None:
        rest = max(0, rest - start + 1) if start > 0 else min(rest, -start)
    return rest if count is None else max(0, min(rest, count))


def _replaced(measures: Sequence[Measure], width: int) -> int | None:
    """Each place where the searched text may stand grows by what is put there."""
    length, searched, put = (measure.length * (1 if width == 1 else width) for measure in measures)
    if put <= searched or not searched:
        return length // width
    return (length + length // searched * (put - searched)) // width


def _hexadecimal(measures: Sequence[Measure], width: int) -> int | None:
    return None if measures[0].kind is Kind.STRING else 2 * measures[0].length


def _digits(measures: Sequence[Measure], width: int) -> int | None:
    return -(-_BITS // width)


_COUNTED: dict[Count, Callable[[Sequence[Measure], int], int | None]] = {
    Count.SUBSTRING: _substring,
    Count.REPLACED: _replaced,
    Count.HEXADECIMAL: _hexadecimal,
    Count.DIGITS: _digits,
}
