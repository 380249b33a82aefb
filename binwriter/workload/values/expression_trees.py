"""Generators that keep what a table asks of its rows: simple CHECK constraints are taken into the generators' ranges.

What is left of them is tried row by row (`source`). Columns of which something was said stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key, KeyPart, Table
from binwriter.errors import SpecError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.text.tree_text import TURNED
from binwriter.sql.text.trees import parse_expression
from binwriter.workload.values import settings as s
from binwriter.workload.values.number_types import NumberType, number_type
from binwriter.workload.values.settings import ColumnSettings
from binwriter.workload.values.texts.types import text_type

# Of columns from which others are computed, where nothing else says how large they are.
_MODEST = 1000
# A column of which the rows of a key differ still differs when one of these was applied to it.
_KEEPS_DIFFERENCE = ("LOWER", "UPPER", "LCASE", "UCASE", "MD5", "SHA", "SHA1", "SHA2", "TRIM", "HEX", "REVERSE")


def fit_checks(table: Table, columns: list[ColumnSettings]) -> frozenset[str]:
    """Narrows generators in place; the names of the constraints that all rows keep then."""
    kept = set()
    for check in table.checks:
        if check.enforced:
            # each of them narrows what it can
            fitted = [_fit(table, part, columns) for part in _conjuncts(parse_expression(check.expression))]
            if all(fitted):
                kept.add(check.name)
    return frozenset(kept)


def fit_computed(table: Table, columns: list[ColumnSettings]) -> None:
    """Numbers from which others are computed stay modest, so that what is computed of them fits."""
    read = {
        table.index_of[node.name.lower()]
        for column in table.columns
        if column.generated
        for node in parse_expression(column.generated).find_all(exp.Column)
    }
    for index in sorted(read):
        kind, settings = number_type(table.columns[index].spec), columns[index]
        if kind is None or kind.microseconds or settings.given or not isinstance(settings.generator, s.Uniform):
            continue
        low, high = max(settings.generator.low, 0), min(settings.generator.high, _MODEST * kind.per_one)
        if table.columns[index].spec.type not in (ColumnType.ENUM, ColumnType.SET, ColumnType.BIT, ColumnType.YEAR):
            columns[index] = replace(settings, generator=s.Uniform(low, max(low, high)))


def _conjuncts(node: Any) -> Iterator[exp.Expression]:
    node = _plain(node)
    if isinstance(node, exp.And):
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    else:
        yield node


def _plain(node: Any) -> Any:
    """Without brackets, and without the name of a character set before a text."""
    while True:
        if isinstance(node, exp.Paren):
            node = node.this
        elif isinstance(node, exp.Introducer):
            node = node.expression
        else:
            return node


def _fit(table: Table, node: exp.Expression, columns: list[ColumnSettings]) -> bool:
    if isinstance(node, exp.Or):  # NULL, or something of the same column
        sides = [_plain(node.left), _plain(node.right)]
        others = [side for side in sides if not _is_null(side)]
        nulls = [side for side in sides if _is_null(side)]
        if len(others) == 1 and {node_there.name for node_there in others[0].find_all(exp.Column)} == {
            nulls[0].this.name
        }:
            return _fit(table, others[0], columns)
        return False
    if isinstance(node, exp.Anonymous) and node.name.lower() == "json_valid":
        index = _column(table, node.expressions[0])
        return index is not None and table.columns[index].spec.type is ColumnType.JSON
    index = _column(table, getattr(node, "this", None))
    if isinstance(node, exp.In) and index is not None and node.expressions:
        return _fit_choice(table, index, [_literal(node_there) for node_there in node.expressions], columns)
    if isinstance(node, exp.Between):
        return index is not None and _fit_range(
            table, index, _literal(node.args["low"]), _literal(node.args["high"]), columns
        )
    if type(node) in TURNED:
        return _fit_comparison(table, node, columns)
    return False


def _fit_comparison(table: Table, node: exp.Expression, columns: list[ColumnSettings]) -> bool:
    kind: Any = type(node)
    left, right = _plain(node.this), _plain(node.expression)
    if _column(table, left) is None:
        left, right, kind = right, left, TURNED[kind]
    index, value = _column(table, left), _literal(right)
    if index is None or value is None:
        return False
    if kind is exp.EQ:
        return _fit_choice(table, index, [value], columns)
    low, high = (value, None) if kind in (exp.GT, exp.GTE) else (None, value)
    return _fit_range(table, index, low, high, columns, open_ended=kind in (exp.GT, exp.LT))


def _is_null(node: Any) -> bool:
    return (
        isinstance(node, exp.Is) and isinstance(node.expression, exp.Null) and isinstance(_plain(node.this), exp.Column)
    )


def _column(table: Table, node: Any) -> int | None:
    node = _plain(node)
    return table.index_of.get(node.name.lower()) if isinstance(node, exp.Column) else None


def _literal(node: Any) -> Any:
    """A text, or a number as Fraction; None for what is no literal."""
    node = _plain(node)
    if isinstance(node, exp.Neg):
        value = _literal(node.this)
        return -value if isinstance(value, Fraction) else None
    if not isinstance(node, exp.Literal):
        return None
    if node.is_string:
        return node.this
    try:
        return Fraction(node.this)
    except ValueError:
        return None


def _may_change(settings: ColumnSettings) -> bool:
    return not settings.given and not settings.unique and not isinstance(settings.generator, s.Refers)


def _fit_choice(table: Table, index: int, values: list[Any], columns: list[ColumnSettings]) -> bool:
    settings, spec = columns[index], table.columns[index].spec
    numbers, texts = number_type(spec), text_type(spec)
    if not _may_change(settings) or None in values:
        return False
    try:
        chosen: tuple[Any, ...]
        if numbers is not None:
            plain = [
                float(literal) if isinstance(literal, Fraction) and literal.denominator > 1 else literal
                for literal in values
            ]
            chosen = tuple(
                numbers.number(int(literal) if isinstance(literal, Fraction) else literal, "") for literal in plain
            )
        elif texts is not None and all(isinstance(literal, str) for literal in values):
            chosen = tuple(texts.value(literal, "") for literal in values)
        else:
            return False
    except SpecError:
        return False
    columns[index] = replace(settings, generator=s.Choice(chosen))
    return True


def _fit_range(
    table: Table, index: int, low: Any, high: Any, columns: list[ColumnSettings], *, open_ended: bool = False
) -> bool:
    kind = number_type(table.columns[index].spec)
    settings = columns[index]
    if kind is None or (low is None and high is None):
        return False
    first, last = _units(kind, low, kind.low), _units(kind, high, kind.high)
    if first is None or last is None:
        return False
    if open_ended and low is not None:
        first += 1
    if open_ended and high is not None:
        last -= 1
    if first <= kind.low and kind.high <= last:
        return True
    generator = settings.generator
    if isinstance(generator, s.Sequence) and generator.start >= first and generator.step > 0 and high is None:
        return True
    if not _may_change(settings):
        return False
    narrowed = _narrowed(generator, max(first, kind.low), min(last, kind.high))
    if narrowed is None:
        return False
    columns[index] = replace(settings, generator=narrowed)
    return True


def _units(kind: NumberType, value: Any, missing: int) -> int | None:
    """A literal in the units of the column."""
    if value is None:
        return missing
    if isinstance(value, Fraction):
        units = value * kind.per_one
        return int(units) if units == int(units) and not kind.microseconds else None
    try:
        return kind.number(value, "")
    except SpecError:
        return None


def _narrowed(generator: s.GeneratorSettings, low: int, high: int) -> s.GeneratorSettings | None:
    match generator:
        case s.Uniform(first, last) | s.Recent(low=first, high=last):
            if max(first, low) <= min(last, high):
                return s.Uniform(max(first, low), min(last, high))
        case s.Normal(mean, deviation, first, last):
            if max(first, low) <= mean <= min(last, high):
                return s.Normal(mean, deviation, max(first, low), min(last, high))
        case s.Zipf(first, count, exponent):
            least = max(first, low)
            if least <= high:
                return s.Zipf(least, min(count, high - least + 1), exponent)
        case s.Choice(values, _):
            left = tuple(literal for literal in values if isinstance(literal, int) and low <= literal <= high)
            return s.Choice(left) if left else None
        case s.Walk():
            return None
    return s.Uniform(low, min(high, low + 10**6)) if low <= high else None


# --- keys of what is computed


def plain_keys(table: Table) -> list[Key]:
    """The unique keys, with columns and expressions replaced by columns of whose difference theirs follows.

    SpecError for a key whose expression may give the same value for different rows.
    """
    keys = []
    for key in table.keys:
        if key.unique:
            keys.append(replace(key, parts=tuple(_plain_part(table, key.name, part) for part in key.parts)))
    for special in table.special_keys:
        if special.unique:
            keys.append(Key(special.name, tuple(_parts_of(table, special.name, special.parts)), unique=True))
    return keys


def _plain_part(table: Table, name: str, part: KeyPart) -> KeyPart:
    text = table.columns[part.column].generated
    return KeyPart(_different(table, name, parse_expression(text))) if text else part


def _parts_of(table: Table, name: str, parts: tuple[str, ...]) -> Iterator[KeyPart]:
    for text in parts:
        node = parse_expression(text.removesuffix(" DESC").removesuffix(" desc"))
        yield KeyPart(_different(table, name, node))


def _different(table: Table, name: str, node: exp.Expression) -> int:
    node = _plain(node)
    if isinstance(node, exp.Column):
        index = table.index_of[node.name.lower()]
        text = table.columns[index].generated
        return _different(table, name, parse_expression(text)) if text else index
    called = node.name.upper() if isinstance(node, exp.Anonymous) else type(node).__name__.upper()
    inner = [child for child in (node.expressions or [node.this]) if isinstance(child, exp.Expression)]
    if (called in _KEEPS_DIFFERENCE or isinstance(node, exp.Cast)) and inner:
        return _different(table, name, inner[0])
    raise SpecError(
        f"table {table.schema}.{table.name}",
        f"unique key {name} is of the expression {node.sql('mysql')}: different rows could have the same value",
        f'tables."{table.schema}.{table.name}".weight = 0',
    )
