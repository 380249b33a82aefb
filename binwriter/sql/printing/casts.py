"""Types as a server prints them in CAST, and the literals of temporal types.

Source: what a 9.7.4 printed for a crossing of types (tests/golden/answers/expressions.json).
"""

from __future__ import annotations

from sqlglot import exp

_DEFAULT_CHARSET = "utf8mb4"
_CAST_TYPES = {
    exp.DType.BIGINT: "signed",
    exp.DType.UBIGINT: "unsigned",
    exp.DType.DECIMAL: "decimal",
    exp.DType.TIMESTAMPTZ: "timestamp",
    exp.DType.TIMESTAMP: "timestamp",
}
_CAST_CHARSETS = {exp.DType.CHAR: _DEFAULT_CHARSET, exp.DType.BINARY: "binary", exp.DType.NCHAR: "utf8mb3"}
LITERALS = {
    exp.DType.DATE: "DATE",
    exp.DType.TIME: "TIME",
    exp.DType.TIMESTAMPTZ: "TIMESTAMP",
    exp.DType.TIMESTAMP: "TIMESTAMP",
}


def cast_type(to: exp.Expr) -> str:
    """The type behind AS: DECIMAL with both numbers, character types with their character set."""
    kind = to.this
    if kind is exp.DType.ARRAY and to.expressions:
        return f"{cast_type(to.expressions[0]).partition(' charset ')[0]} array"
    size = ",".join(size_part.name for size_part in to.expressions)
    if kind is exp.DType.DECIMAL:
        size = size or "10,0"
        size = size if "," in size else f"{size},0"
    sized = f"({size})" if size else ""
    if kind is exp.DType.CHARACTER_SET:
        return f"char{sized} charset {to.args['kind'].name.lower()}"
    if kind in _CAST_CHARSETS:
        return f"char{sized} charset {_CAST_CHARSETS[kind]}"
    return f"{_CAST_TYPES.get(kind, kind.value.lower())}{sized}"
