"""MySQL's errors and warnings about values: regular expressions, vectors, geometries."""

from __future__ import annotations

VALUE_MESSAGES: dict[str, tuple[int, str, str]] = {
    "ER_REGEXP_INDEX_OUTOFBOUNDS_ERROR": (3686, "HY000", "Index out of bounds in regular expression search."),
    "ER_INVALID_BITWISE_OPERANDS_SIZE": (
        3513,
        "HY000",
        "Binary operands of bitwise operators must be of equal length",
    ),
    "ER_REGEXP_TIME_OUT": (3699, "HY000", "Timeout exceeded in regular expression match."),
    "ER_REGEXP_STACK_OVERFLOW": (3698, "HY000", "Overflow in the regular expression backtrack stack."),
    "ER_REGEXP_NUMBER_TOO_BIG": (4007, "HY000", "Decimal number in regular expression is too large."),
    "ER_REGEXP_RULE_SYNTAX": (3688, "HY000", "Syntax error in regular expression on line 1, character 1."),
    "ER_REGEXP_MISMATCHED_PAREN": (3691, "HY000", "Mismatched parenthesis in regular expression."),
    "ER_REGEXP_MISSING_CLOSE_BRACKET": (
        3696,
        "HY000",
        "The regular expression contains an unclosed bracket expression.",
    ),
    "ER_BLOBS_AND_NO_TERMINATED": (
        1084,
        "42000",
        "You can't use fixed rowlength with BLOBs; please use 'fields terminated by'",
    ),
    "ER_LOAD_FROM_FIXED_SIZE_ROWS_TO_VAR": (
        1409,
        "HY000",
        "Can't load value from file with fixed size rows to variable",
    ),
    "ER_CANNOT_CONVERT_STRING": (1300, "HY000", "Cannot convert string '%s' from %s to %s"),
    "ER_CHARACTER_SET_MISMATCH": (
        3995,
        "HY000",
        "Character set '%s' cannot be used in conjunction with '%s' in call to %s.",
    ),
    "ER_TO_VECTOR_CONVERSION": (6138, "HY000", "Data cannot be converted to a valid vector: '%s'"),
    "ER_INCORRECT_TYPE_FOR_VECTOR": (
        6136,
        "HY000",
        "Value of type '%s, size: %s' cannot be converted to 'vector' type.",
    ),
    "ER_INCORRECT_TYPE": (3064, "HY000", "Incorrect type for argument %s in function %s."),
    "ER_GIS_INVALID_DATA": (3037, "22023", "Invalid GIS data provided to function %s."),
    "ER_UNEXPECTED_GEOMETRY_TYPE": (3516, "22S01", "%s value is a geometry of unexpected type %s in %s."),
    "ER_LATITUDE_OUT_OF_RANGE": (3617, "22S03", "%s is out of range in function %s. It must be within [%s, %s]."),
    "ER_LONGITUDE_OUT_OF_RANGE": (3616, "22S02", "%s is out of range in function %s. It must be within (%s, %s]."),
    "ER_BAD_NULL_ERROR_NOT_IGNORED": (3673, "23000", "Column '%s' cannot be null"),
    "ER_DEFAULT_AS_VAL_GENERATED": (
        3773,
        "HY000",
        "DEFAULT function cannot be used with default value expressions",
    ),
}
