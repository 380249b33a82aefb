"""The measure of CAST, CONVERT and the literals of moments (captured: casts, tests/golden/wire).

Source: MySQL manual, "Cast Functions and Operators".
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from binwriter.formats.collations import collation_by_id, default_collation
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import replace
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.expressions.types import Kind
from binwriter.sql.text.meta_keys import TYPED_LITERAL
from binwriter.sql.types.kinds import (
    BIGINT,
    DATE,
    JSON,
    LONGEST_BYTES,
    REAL,
    UNSIGNED,
    Measure,
    decimal,
    of_text,
)

_MOST_FRACTION = 6  # digits of a second
_FLOAT_LENGTH = 23
_UTF8 = 4  # bytes of a character


def cast_measure(node: exp.Expression, inner: Measure | None) -> Measure | None:
    """inner: of what is cast."""
    to = node.args.get("to")
    if not isinstance(to, exp.DataType):
        return None
    name = to.this.value if isinstance(to.this, exp.DType) else ""
    sizes = [whole_number(size.this.name) for size in to.expressions if size.this.name.isdigit()]
    if node.meta.get(TYPED_LITERAL):
        fraction = node.this.name.rpartition(".")[2] if "." in node.this.name else ""
        sizes = [min(len(fraction), _MOST_FRACTION)] if name != exp.DType.DATE.value else []
    if (rule := _RULES.get(name)) is not None:
        return rule(sizes)
    return None if inner is None else _text(name, to.text("kind").lower(), sizes, inner)


def _text(name: str, charset: str, sizes: list[int], inner: Measure) -> Measure | None:
    if name in ("BINARY", "VARBINARY") or (name == _WITH_CHARSET and charset == "binary"):
        length = LONGEST_BYTES if inner.kind is Kind.JSON else inner.length * inner.width
        return Measure(Kind.STRING, sizes[0] if sizes else length, binary=True)
    if name not in _TEXTS:
        return None
    width, collation = _UTF8, 0
    if name == _WITH_CHARSET:
        try:
            collation = default_collation(charset).id
            width = collation_by_id(collation).mbmaxlen
        except EncodeError:
            pass
    if sizes:
        length = sizes[0]
    elif inner.kind is Kind.JSON:
        length = LONGEST_BYTES if width > 1 else JSON.length
    elif inner.kind is Kind.REAL and inner.literal:
        length = REAL.length
    else:
        length = inner.length
    return of_text(length, collation) if collation else Measure(Kind.STRING, length, width=width)


def _moment(kind: Kind, length: int) -> Callable[[list[int]], Measure]:
    def rule(sizes: list[int]) -> Measure:
        scale = sizes[0] if sizes else 0
        return Measure(kind, length + (scale + 1 if scale else 0), scale)

    return rule


_WITH_CHARSET = exp.DType.CHARACTER_SET.value
_TEXTS = ("CHAR", "VARCHAR", "TEXT", "NCHAR", _WITH_CHARSET)
_RULES: dict[str, Callable[[list[int]], Measure]] = {
    **dict.fromkeys(("BIGINT", "INT"), lambda sizes: BIGINT),
    **dict.fromkeys(("UBIGINT", "UINT"), lambda sizes: UNSIGNED),
    "DECIMAL": lambda sizes: decimal((sizes[0] if sizes else 0) or 10, sizes[1] if len(sizes) > 1 else 0),
    "DOUBLE": lambda sizes: REAL,
    "FLOAT": lambda sizes: replace(REAL, length=_FLOAT_LENGTH, single=True),
    "DATE": lambda sizes: DATE,
    "TIME": _moment(Kind.TIME, 10),
    **dict.fromkeys(("DATETIME", "TIMESTAMP", "TIMESTAMPTZ"), _moment(Kind.DATETIME, 19)),
    "YEAR": lambda sizes: Measure(Kind.YEAR, 4, unsigned=True),
    "JSON": lambda sizes: JSON,
}
