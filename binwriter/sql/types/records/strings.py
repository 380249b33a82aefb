"""The functions of texts: their records."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from binwriter.sql.expressions.types import LONG_TEXT
from binwriter.sql.types.kinds import BIGINT, FLAG, LONG, LONGEST_BYTES, PART
from binwriter.sql.types.record import ACTING, MANY, Function, Nullable, Old
from binwriter.sql.types.texts import (
    base64,
    by_length,
    byte_size,
    concat,
    concat_ws,
    cut,
    elt,
    export_set,
    first_text,
    formatted,
    hex_length,
    inserted,
    make_set,
    of_system,
    padded,
    repeated,
    replaced,
    sounded,
    space,
    substring,
    weights,
)

FUNCTIONS = (
    Function(
        "REGEXP_LIKE",
        args=(2, 3),
        type=FLAG,
        null=Nullable.BY_ARGUMENTS,
        condition=True,
        since=80000,
        nodes=(exp.RegexpLike,),
    ),
    Function("REGEXP_INSTR", args=(2, 6), type=BIGINT, null=Nullable.BY_ARGUMENTS, since=80000),
    Function("REGEXP_SUBSTR", args=(2, 5), type=first_text, since=80000),
    Function(
        "REGEXP_REPLACE", args=(3, 6), type=lambda found: replace(first_text(found), length=LONG_TEXT // 4), since=80000
    ),
    Function("LENGTH OCTET_LENGTH", args=1, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(10)),
    Function("BIT_LENGTH", args=1, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(10)),
    Function("CHAR_LENGTH CHARACTER_LENGTH", args=1, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(10)),
    Function("ASCII", args=1, type=replace(LONG, length=4), null=Nullable.BY_ARGUMENTS, old=Old(3)),
    Function("ORD", args=1, type=BIGINT, null=Nullable.BY_ARGUMENTS),
    Function("HEX", args=1, type=by_length(hex_length, most=LONGEST_BYTES)),
    Function(
        "UNHEX",
        args=1,
        type=by_length(lambda one: (byte_size(one) + 1) // 2, binary=True, most=LONGEST_BYTES),
        old=Old(null=True),
    ),
    Function("TO_BASE64", args=1, type=by_length(base64), since=50601),
    Function("FROM_BASE64", args=1, type=by_length(lambda one: byte_size(one) * 3 // 4, binary=True), since=50601),
    Function("FORMAT", args=(2, 3), type=by_length(formatted, most=LONGEST_BYTES)),
    Function("CHARSET", args=1, type=of_system(64)),
    Function("COLLATION", args=1),
    Function("COERCIBILITY", args=1, type=PART, null=Nullable.NEVER, old=Old(10)),
    Function("INSTR", args=2, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(11)),
    Function("LOCATE", args=(2, 3), type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(11)),
    Function("FIELD", args=(2, MANY), type=LONG, null=Nullable.NEVER, old=Old(3)),
    Function("ELT", args=(2, MANY), type=elt, old=Old(null=True)),
    Function("FIND_IN_SET", args=2, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(3)),
    Function("STRCMP", args=2, type=replace(LONG, length=2), null=Nullable.BY_ARGUMENTS, condition=True, old=Old(2)),
    Function("SOUNDEX", args=1, type=sounded, nodes=(exp.Soundex,)),
    Function("MAKE_SET", args=(2, MANY), type=make_set, null=Nullable.BY_ARGUMENTS),
    Function("EXPORT_SET", args=(3, 5), type=export_set),
    Function("CONCAT", args=(1, MANY), type=concat),
    Function("CONCAT_WS", args=(2, MANY), type=concat_ws),
    Function("SUBSTRING SUBSTR MID", args=(2, 3), type=substring, nodes=(exp.Substring,)),
    Function("LEFT", args=2, type=cut),
    Function("RIGHT", args=2, type=cut),
    Function("SUBSTRING_INDEX", args=3, type=first_text),
    Function("LTRIM", args=1, type=first_text),
    Function("RTRIM", args=1, type=first_text),
    Function("REPLACE", args=3, type=replaced),
    Function("INSERT", args=4, type=inserted),
    Function("REPEAT", args=2, type=repeated),
    Function("SPACE", args=1, type=space),
    Function("REVERSE", args=1, type=first_text),
    Function("LPAD", args=3, type=padded),
    Function("RPAD", args=3, type=padded),
    Function("UPPER UCASE", args=1, type=first_text),
    Function("LOWER LCASE", args=1, type=first_text),
    Function("QUOTE", args=1, type=by_length(lambda one: 2 * one.length + 2)),
    Function("CHAR", nodes=(exp.Chr,)),
    Function("EXTRACTVALUE"),
    Function("MATCH", barred=ACTING, nodes=(exp.MatchAgainst,)),
    Function("POSITION", type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(11), nodes=(exp.StrPosition,)),
    Function("TRIM", type=first_text, nodes=(exp.Trim,)),
    Function("UPDATEXML", barred=ACTING),
    Function("WEIGHT_STRING", type=by_length(weights, binary=True), old=Old(null=True)),
)
