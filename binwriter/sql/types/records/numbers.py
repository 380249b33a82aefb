"""The functions of numbers: their records."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.expressions.types import Kind
from binwriter.sql.types.kinds import BIGINT, REAL, Measure
from binwriter.sql.types.numbers import absolute, computed_number, modulo, rounded, whole
from binwriter.sql.types.record import CHANGING, Function, Nullable, Old, Partitions, Stability
from binwriter.sql.types.texts import of_length

FUNCTIONS = (
    Function("ABS", args=1, type=absolute, null=Nullable.BY_ARGUMENTS, partitions=Partitions.NUMBERS),
    Function("SIGN", args=1, type=BIGINT, null=Nullable.BY_ARGUMENTS),
    Function("CEIL CEILING", args=1, type=whole, null=Nullable.BY_ARGUMENTS, partitions=Partitions.NUMBERS),
    Function("FLOOR", args=1, type=whole, null=Nullable.BY_ARGUMENTS, partitions=Partitions.NUMBERS),
    Function("ROUND", args=(1, 2), type=rounded(cuts=False), null=Nullable.BY_ARGUMENTS),
    Function("TRUNCATE", args=2, type=rounded(cuts=True), null=Nullable.BY_ARGUMENTS),
    Function(
        "MOD",
        args=2,
        type=lambda found: computed_number(modulo, *found[:2]),
        old=Old(null=True),
        partitions=Partitions.NUMBERS,
    ),
    Function("SIN", args=1, type=REAL),
    Function("COS", args=1, type=REAL),
    Function("TAN", args=1, type=REAL),
    Function("ASIN", args=1, type=REAL),
    Function("ACOS", args=1, type=REAL),
    Function("ATAN2", args=2, type=REAL),
    Function("EXP", args=1, type=REAL, old=Old(null=True)),
    Function("SQRT", args=1, type=REAL, old=Old(null=True)),
    Function("DEGREES", args=1, type=REAL, null=Nullable.BY_ARGUMENTS),
    Function("RADIANS", args=1, type=REAL, null=Nullable.BY_ARGUMENTS),
    Function("COT", args=1, type=REAL),
    Function("POW POWER", args=2, type=REAL, old=Old(null=True)),
    Function("ATAN", args=(1, 2), type=REAL),
    Function("PI", args=0, type=Measure(Kind.REAL, 8, 6, fixed=True), null=Nullable.NEVER),
    Function("LN", args=1, type=REAL, old=Old(null=True)),
    Function("LOG2", args=1, type=REAL, old=Old(null=True)),
    Function("LOG10", args=1, type=REAL, old=Old(null=True)),
    Function("LOG", args=(1, 2), type=REAL, old=Old(null=True)),
    Function("CRC32", args=1, type=Measure(Kind.INT, 10, unsigned=True), null=Nullable.BY_ARGUMENTS, old=Old(10)),
    Function("BIT_COUNT", args=1, type=BIGINT, null=Nullable.BY_ARGUMENTS, old=Old(2)),
    Function("CONV", args=3, type=of_length(65), old=Old(null=True)),
    Function("BIN", args=1, type=of_length(65), old=Old(null=True)),
    Function("OCT", args=1, type=of_length(65), old=Old(null=True)),
    Function(
        "RAND",
        args=(0, 1),
        type=REAL,
        null=Nullable.BY_ARGUMENTS,
        stability=Stability.ROW,
        barred=CHANGING,
        unsafe=50154,
    ),
    Function("INTERVAL", type=Measure(Kind.INT, 2), null=Nullable.NEVER, old=Old(2), nodes=(exp.Interval,)),
)
