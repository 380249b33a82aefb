"""The static type of an expression: digits, characters, scale, sign, and whether it may be NULL, as a server computes
them before it runs; and the record of each function.

CREATE TABLE .. SELECT makes its columns from them (MySQL manual, "CREATE TABLE ... SELECT Statement").
"""

from binwriter.sql.types.expressions import lookup_in, measure, measured_type
from binwriter.sql.types.functions import (
    called,
    columns_in,
    deprecated_names,
    function_named,
    function_of,
    is_aggregate,
    is_condition,
    names_without_brackets,
    native_function,
    needs_brackets,
    renamed_names,
    unsafe_names,
)
from binwriter.sql.types.kinds import Measure
from binwriter.sql.types.merging import joined, unified
from binwriter.sql.types.nullable import NullRules, may_be_null
from binwriter.sql.types.record import Drawn, Function, Nullable, Place, Role, Stability

__all__ = [
    "Drawn",
    "Function",
    "Measure",
    "NullRules",
    "Nullable",
    "Place",
    "Role",
    "Stability",
    "called",
    "columns_in",
    "deprecated_names",
    "function_named",
    "function_of",
    "is_aggregate",
    "is_condition",
    "joined",
    "lookup_in",
    "may_be_null",
    "measure",
    "measured_type",
    "names_without_brackets",
    "native_function",
    "needs_brackets",
    "renamed_names",
    "unified",
    "unsafe_names",
]
