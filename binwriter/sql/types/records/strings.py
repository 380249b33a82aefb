"""The functions of texts: their records."""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.expressions.types import LONG_TEXT
from binwriter.sql.types.kinds import BIGINT, FLAG, LONG, LONGEST_BYTES, PART
from binwriter.sql.types.record import ACTING, ALL_TEXTS, MANY, Function, Nullable, Old, OneCharset
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
    quoted,
    repeated,
    replaced,
    sounded,
    space,
    substring,
    weights,
)

_TWO = OneCharset(0, 2)
FUNCTIONS = (
    Function(
        "REGEXP_LIKE",
        args=(2, 3),
        type=FLAG,
        null=Nullable.BY_ARGUMENTS,
        condition=True,
        since=80000,
        nodes=(exp.RegexpLike,),
        texts=_TWO,
    ),
    Function(
        "REGEXP_INSTR",
        parameters="ssiiis",
        args=(2, 6),
        type=BIGINT,
        null=Nullable.BY_ARGUMENTS,
        since=80000,
        texts=_TWO,
    ),
    Function("REGEXP_SUBSTR", parameters="ssiis", args=(2, 5), type=first_text, since=80000, texts=_TWO),
    Function(
        "REGEXP_REPLACE",
        parameters="sssiis",
        args=(3, 6),
        type=lambda measures: replace(first_text(measures), length=LONG_TEXT // 4),
        since=80000,
        texts=_TWO,
    ),
    Function("LENGTH OCTET_LENGTH", args=1, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(10)),
    Function("BIT_LENGTH", args=1, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(10)),
    Function("CHAR_LENGTH CHARACTER_LENGTH", args=1, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(10)),
    Function("ASCII", args=1, type=replace(LONG, length=4), null=Nullable.BY_ARGUMENTS, old=Old(3)),
    Function("ORD", args=1, type=BIGINT, null=Nullable.BY_ARGUMENTS),
    Function("HEX", null=Nullable.BY_MODE, args=1, type=by_length(hex_length, most=LONGEST_BYTES)),
    Function(
        "UNHEX",
        args=1,
        type=by_length(lambda one: (byte_size(one) + 1) // 2, binary=True, most=LONGEST_BYTES),
        old=Old(null=True),
    ),
    Function("TO_BASE64", null=Nullable.BY_MODE, args=1, type=by_length(base64), since=50601),
    Function("FROM_BASE64", args=1, type=by_length(lambda one: byte_size(one) * 3 // 4, binary=True), since=50601),
    Function(
        "FORMAT", null=Nullable.BY_MODE, parameters="dis", args=(2, 3), type=by_length(formatted, most=LONGEST_BYTES)
    ),
    Function("CHARSET", null=Nullable.BY_MODE, args=1, type=of_system(64)),
    Function("COLLATION", null=Nullable.BY_MODE, args=1),
    Function("COERCIBILITY", args=1, type=PART, null=Nullable.NEVER, old=Old(10)),
    Function("INSTR", args=2, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(11), texts=OneCharset(0, 2, leader=0)),
    Function(
        "LOCATE",
        parameters="ssi",
        args=(2, 3),
        type=LONG,
        null=Nullable.BY_ARGUMENTS,
        old=Old(11),
        texts=OneCharset(0, 2, leader=1),
    ),
    Function(
        "FIELD",
        parameters="s=",
        args=(2, MANY),
        type=LONG,
        null=Nullable.NEVER,
        old=Old(3),
        taken_for_null=True,
        texts=OneCharset(leader=0),
    ),
    Function(
        "ELT", parameters="is", args=(2, MANY), type=elt, old=Old(null=True), taken_for_null=True, texts=OneCharset(1)
    ),
    Function("FIND_IN_SET", args=2, type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(3), texts=ALL_TEXTS),
    Function(
        "STRCMP",
        args=2,
        type=replace(LONG, length=2),
        null=Nullable.BY_ARGUMENTS,
        condition=True,
        old=Old(2),
        texts=ALL_TEXTS,
    ),
    Function("SOUNDEX", null=Nullable.BY_MODE, args=1, type=sounded, nodes=(exp.Soundex,)),
    Function(
        "MAKE_SET",
        parameters="is",
        args=(2, MANY),
        type=make_set,
        null=Nullable.BY_ARGUMENTS,
        taken_for_null=True,
        texts=OneCharset(1),
    ),
    Function(
        "EXPORT_SET", null=Nullable.BY_MODE, parameters="isssi", args=(3, 5), type=export_set, texts=OneCharset(1, 4)
    ),
    Function("CONCAT", null=Nullable.BY_MODE, args=(1, MANY), type=concat, texts=ALL_TEXTS),
    Function("CONCAT_WS", null=Nullable.BY_MODE, args=(2, MANY), type=concat_ws, texts=ALL_TEXTS),
    Function("SUBSTRING SUBSTR MID", null=Nullable.BY_MODE, args=(2, 3), type=substring, nodes=(exp.Substring,)),
    Function("LEFT", null=Nullable.BY_MODE, parameters="sii", args=2, type=cut),
    Function("RIGHT", null=Nullable.BY_MODE, parameters="sii", args=2, type=cut),
    Function("SUBSTRING_INDEX", null=Nullable.BY_MODE, parameters="ssi", args=3, type=first_text),
    Function("LTRIM", null=Nullable.BY_MODE, args=1, type=first_text),
    Function("RTRIM", null=Nullable.BY_MODE, args=1, type=first_text),
    Function("REPLACE", null=Nullable.BY_MODE, args=3, type=replaced, texts=OneCharset(leader=0)),
    Function("INSERT", null=Nullable.BY_MODE, parameters="siis", args=4, type=inserted, texts=OneCharset(3, leader=0)),
    Function("REPEAT", null=Nullable.BY_MODE, parameters="sii", args=2, type=repeated),
    Function("SPACE", null=Nullable.BY_MODE, parameters="i", args=1, type=space),
    Function("REVERSE", null=Nullable.BY_MODE, args=1, type=first_text),
    *(
        Function(
            name,
            null=Nullable.BY_MODE,
            parameters="sis",
            args=3,
            type=padded,
            looked_at=True,
            texts=OneCharset(2, leader=0),
        )
        for name in ("LPAD", "RPAD")
    ),
    Function("UPPER UCASE", null=Nullable.BY_MODE, args=1, type=first_text),
    Function("LOWER LCASE", null=Nullable.BY_MODE, args=1, type=first_text),
    Function("QUOTE", null=Nullable.BY_MODE, args=1, type=quoted, taken_for_null=True),
    Function("CHAR", null=Nullable.BY_MODE, parameters="i", nodes=(exp.Chr,)),
    Function(
        "EXTRACTVALUE",
        args=2,
        type=lambda found: replace(first_text(found), length=LONG_TEXT),
        texts=OneCharset(leader=0),
    ),
    Function("MATCH", barred=ACTING, nodes=(exp.MatchAgainst,)),
    Function("POSITION", type=LONG, null=Nullable.BY_ARGUMENTS, old=Old(11), nodes=(exp.StrPosition,)),
    Function("TRIM", null=Nullable.BY_MODE, type=first_text, nodes=(exp.Trim,)),
    Function("UPDATEXML", args=3, type=lambda found: replace(first_text(found), length=LONG_TEXT), barred=ACTING),
    Function("WEIGHT_STRING", type=by_length(weights, binary=True), old=Old(null=True)),
)
