"""The functions of numbers: their records."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.expressions.types import Kind
from binwriter.sql.types.kinds import BIGINT, REAL, Measure
from binwriter.sql.types.numbers import absolute, computed_number, modulo, rounded, whole
from binwriter.sql.types.record import CHANGING, BehindError, Drawn, Function, Nullable, Old, Partitions, Stability
from binwriter.sql.types.texts import of_length

FUNCTIONS = (
    Function(
        "ABS",
        computed=True,
        behind_error=BehindError.BY_FIRST,
        parameters="f^",
        args=1,
        type=absolute,
        null=Nullable.BY_ARGUMENTS,
        partitions=Partitions.NUMBERS,
        silent="f",
        vectors=False,
    ),
    Function("SIGN", parameters="f", args=1, type=BIGINT, null=Nullable.BY_ARGUMENTS, silent="n", vectors=False),
    Function(
        "CEIL CEILING",
        behind_error=BehindError.BY_FIRST,
        parameters="f^",
        args=1,
        type=whole,
        null=Nullable.BY_ARGUMENTS,
        partitions=Partitions.NUMBERS,
        silent="n",
        vectors=False,
    ),
    Function(
        "FLOOR",
        behind_error=BehindError.BY_FIRST,
        parameters="f^",
        args=1,
        type=whole,
        null=Nullable.BY_ARGUMENTS,
        partitions=Partitions.NUMBERS,
        silent="n",
        vectors=False,
    ),
    Function(
        "ROUND",
        parameters="dis",
        args=(1, 2),
        type=rounded(cuts=False),
        null=Nullable.BY_ARGUMENTS,
        silent="fi",
        vectors=False,
    ),
    Function(
        "TRUNCATE",
        parameters="dis",
        args=2,
        type=rounded(cuts=True),
        null=Nullable.BY_ARGUMENTS,
        silent="ni",
        vectors=False,
    ),
    Function(
        "MOD",
        computed=True,
        behind_error=BehindError.IF_NULLABLE,
        parameters="f^",
        args=2,
        type=lambda measures: computed_number(modulo, *measures[:2]),
        old=Old(null=True),
        partitions=Partitions.NUMBERS,
        vectors=False,
        made_into="%",
    ),
    Function("SIN", parameters="f", args=1, type=REAL, silent="n", vectors=False),
    Function("COS", parameters="f", args=1, type=REAL, silent="n", vectors=False),
    Function("TAN", parameters="f", args=1, type=REAL, silent="n", vectors=False),
    Function("ASIN", parameters="f", args=1, type=REAL, vectors=False),
    Function("ACOS", parameters="f", args=1, type=REAL, vectors=False),
    Function("ATAN2", parameters="f", args=(1, 2), type=REAL, old=Old(null=True), vectors=False),
    Function("EXP", parameters="f", args=1, type=REAL, old=Old(null=True), vectors=False),
    Function(
        "SQRT", behind_error=BehindError.BY_FIRST, parameters="f", args=1, type=REAL, old=Old(null=True), vectors=False
    ),
    Function("DEGREES", parameters="f", args=1, type=REAL, null=Nullable.BY_ARGUMENTS, vectors=False),
    Function("RADIANS", parameters="f", args=1, type=REAL, null=Nullable.BY_ARGUMENTS, silent="n", vectors=False),
    Function("COT", parameters="f", args=1, type=REAL, vectors=False),
    Function("POW POWER", parameters="f", args=2, type=REAL, old=Old(null=True), vectors=False),
    Function("ATAN", parameters="f", args=(1, 2), type=REAL, old=Old(null=True), silent="n", vectors=False),
    Function("PI", args=0, type=Measure(Kind.REAL, 8, 6, fixed=True), null=Nullable.NEVER),
    Function("LN", parameters="f", args=1, type=REAL, old=Old(null=True), vectors=False),
    Function("LOG2", parameters="f", args=1, type=REAL, old=Old(null=True), vectors=False),
    Function("LOG10", parameters="f", args=1, type=REAL, old=Old(null=True), vectors=False),
    Function("LOG", parameters="f", args=(1, 2), type=REAL, old=Old(null=True), vectors=False),
    Function(
        "CRC32", args=1, type=Measure(Kind.INT, 10, unsigned=True), null=Nullable.BY_ARGUMENTS, old=Old(10), silent="t"
    ),
    Function("BIT_COUNT", parameters="b", args=1, type=BIGINT, null=Nullable.BY_ARGUMENTS, old=Old(2)),
    Function("CONV", parameters="i", args=3, type=of_length(65), old=Old(null=True), vectors=False),
    Function("BIN", parameters="i", args=1, type=of_length(65), old=Old(null=True), vectors=False, made_into="conv"),
    Function("OCT", parameters="i", args=1, type=of_length(65), old=Old(null=True), vectors=False, made_into="conv"),
    Function(
        "RAND",
        parameters="f",
        args=(0, 1),
        type=REAL,
        null=Nullable.BY_ARGUMENTS,
        stability=Stability.ROW,
        drawn=Drawn.QUERY,
        barred=CHANGING,
        unsafe=50154,
        taken_for_null=True,
        vectors=False,
    ),
    Function(
        "INTERVAL", parameters="i=", type=Measure(Kind.INT, 2), null=Nullable.NEVER, old=Old(2), nodes=(exp.Interval,)
    ),
)
