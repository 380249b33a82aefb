"""The functions of JSON: their records."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.expressions.types import LONG_TEXT, Kind
from binwriter.sql.types.kinds import BIGINT, FLAG, JSON, LONGEST_BYTES, Measure
from binwriter.sql.types.record import ACTING, MANY, BehindError, Function, Nullable
from binwriter.sql.types.texts import by_length, of_length

FUNCTIONS = (
    Function("JSON_ARRAY", members=(0, 1), args=(0, MANY), type=JSON, since=50708),
    Function("JSON_OBJECT", members=(1, 2), args=(0, MANY), step=2, type=JSON, since=50708),
    Function("JSON_QUOTE", args=1, type=by_length(lambda one: 6 * one.length + 2, most=LONGEST_BYTES), since=50708),
    Function("JSON_EXTRACT", parameters="Js", args=(2, MANY), type=JSON, since=50708, nodes=(exp.JSONExtract,)),
    Function(
        "JSON_UNQUOTE",
        args=1,
        type=lambda measures: Measure(
            Kind.STRING, LONGEST_BYTES if measures[0].kind is Kind.JSON else measures[0].length, width=4
        ),
        since=50708,
    ),
    Function("JSON_VALID", parameters="J", args=1, type=BIGINT, condition=True, since=50708),
    Function("JSON_LENGTH", behind_error=BehindError.ALWAYS, parameters="Js", args=(1, 2), type=BIGINT, since=50708),
    Function("JSON_DEPTH", parameters="J", args=1, type=BIGINT, since=50708),
    Function("JSON_TYPE", parameters="J", args=1, type=of_length(17), since=50708),
    Function("JSON_KEYS", parameters="Js", args=(1, 2), type=JSON, since=50708),
    Function(
        "JSON_CONTAINS",
        behind_error=BehindError.ALWAYS,
        parameters="Js",
        args=(2, 3),
        type=BIGINT,
        condition=True,
        since=50708,
    ),
    Function("JSON_CONTAINS_PATH", args=(3, MANY), type=BIGINT, condition=True, since=50708),
    Function("JSON_SET", members=(2, 2), parameters="Jsj", args=(3, MANY), step=2, type=JSON, since=50708),
    Function("JSON_INSERT", members=(2, 2), parameters="Jsj", args=(3, MANY), step=2, type=JSON, since=50708),
    Function("JSON_REPLACE", members=(2, 2), parameters="Jsj", args=(3, MANY), step=2, type=JSON, since=50708),
    Function(
        "JSON_ARRAY_APPEND", members=(2, 2), args=(3, MANY), step=2, type=JSON, since=50708, before_8_0="JSON_APPEND"
    ),
    Function("JSON_ARRAY_INSERT", members=(2, 2), args=(3, MANY), step=2, type=JSON, since=50708),
    Function("JSON_REMOVE", parameters="Js", args=(2, MANY), type=JSON, since=50708),
    Function("JSON_MERGE_PATCH", parameters="J", args=(2, MANY), type=JSON, since=50722),
    Function("JSON_MERGE_PRESERVE", parameters="J", args=(2, MANY), type=JSON, since=50722),
    Function(
        "JSON_MERGE",
        parameters="J",
        args=(2, MANY),
        type=JSON,
        since=50708,
        barred=ACTING,
        shown="json_merge_preserve",
        deprecated=("ER_WARN_DEPRECATED_SYNTAX", "JSON_MERGE", "JSON_MERGE_PRESERVE/JSON_MERGE_PATCH"),
    ),
    Function("JSON_OVERLAPS", args=2, type=FLAG, null=Nullable.BY_ARGUMENTS, condition=True, since=80000),
    Function("JSON_PRETTY", null=Nullable.BY_MODE, parameters="J", args=1, type=of_length(LONG_TEXT), since=50722),
    Function("JSON_STORAGE_SIZE", args=1, type=BIGINT, since=50722),
    Function("JSON_STORAGE_FREE", args=1, type=BIGINT, null=Nullable.BY_ARGUMENTS, since=80000),
    Function("JSON_SCHEMA_VALID", args=2, type=FLAG, null=Nullable.BY_ARGUMENTS, condition=True, since=80000),
    Function("JSON_SCHEMA_VALIDATION_REPORT", args=2, type=JSON, since=80017),
    Function("JSON_SEARCH", parameters="Js", args=(3, MANY), type=JSON, since=50708),
    Function("JSON_VALUE", since=80000),
    Function("JSON_DUALITY_OBJECT", since=90400),
    Function("JSON_TABLE", since=80004),
)
