"""The names under which a server prints operators and functions: as its parser has made them (captured:
tests/golden/answers)."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

BINARY: dict[type, str] = {
    exp.Add: "+",
    exp.Sub: "-",
    exp.Mul: "*",
    exp.Div: "/",
    exp.IntDiv: "DIV",
    exp.Mod: "%",
    exp.EQ: "=",
    exp.NEQ: "<>",
    exp.NullSafeEQ: "<=>",
    exp.GT: ">",
    exp.GTE: ">=",
    exp.LT: "<",
    exp.LTE: "<=",
    exp.BitwiseAnd: "&",
    exp.BitwiseOr: "|",
    exp.BitwiseXor: "^",
    exp.BitwiseLeftShift: "<<",
    exp.BitwiseRightShift: ">>",
}
WORDS: dict[type, str] = {exp.And: "and", exp.Or: "or", exp.Xor: "xor"}
# NOT of these is another comparison.
NEGATED: dict[type, type[exp.Binary]] = {
    exp.EQ: exp.NEQ,
    exp.NEQ: exp.EQ,
    exp.GT: exp.LTE,
    exp.LTE: exp.GT,
    exp.LT: exp.GTE,
    exp.GTE: exp.LT,
}
_ALIAS_TEXT = """
UCASE upper LCASE lower OCTET_LENGTH length CHARACTER_LENGTH char_length CEIL ceiling POWER pow ATAN2 atan
DAY dayofmonth SUBSTRING substr MID substr NOW now CURRENT_TIMESTAMP now LOCALTIME now LOCALTIMESTAMP now
CURRENT_DATE curdate CURDATE curdate CURRENT_TIME curtime CURTIME curtime SYSDATE sysdate SCHEMA database
SESSION_USER user SYSTEM_USER user SHA1 sha SHA sha STD std STDDEV std STDDEV_POP std VAR_POP variance
CURRENT_USER current_user JSON_MERGE json_merge_preserve STRING_TO_VECTOR to_vector VECTOR_TO_STRING from_vector
GEOMETRYCOLLECTION geomcollection ST_ASBINARY st_aswkb ST_ASWKT st_astext ST_NUMINTERIORRING st_numinteriorrings
MASTER_POS_WAIT source_pos_wait NAME_CONST NAME_CONST
ST_LATFROMGEOHASH ST_LATFROMGEOHASH ST_LONGFROMGEOHASH ST_LONGFROMGEOHASH
"""
_WORDS = _ALIAS_TEXT.split()
ALIASES = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))
# Some were called otherwise in 5.1 (captured: captured-old/5.1.54/load_set_statement).
ALIASES_5_1 = {
    **ALIASES,
    **dict.fromkeys(("UPPER", "UCASE"), "ucase"),
    **dict.fromkeys(("LOWER", "LCASE"), "lcase"),
    **dict.fromkeys(("CEIL", "CEILING"), "ceiling"),
}

_Form = Callable[[list[str]], str | None]


def _first_and(*rest: str, name: str) -> _Form:
    """With arguments that were not written."""
    return lambda given: f"{name}({','.join((given[0], *rest))})" if len(given) == 1 else None


def _interval(operator: str) -> _Form:
    """Days are meant where no unit is written."""

    def form(given: list[str]) -> str:
        amount = given[1] if given[1].startswith("interval ") else f"interval {given[1]} day"
        return f"({given[0]} {operator} {amount})"

    return form


def _fraction(printed: str) -> str:
    """All digits of the second that a text may have."""
    return "(6)" if printed.startswith("'") else ""


OPERATORS_OF_FUNCTIONS: dict[str, _Form] = {
    "MOD": lambda given: f"({given[0]} % {given[1]})",
    "ISNULL": lambda given: f"({given[0]} is null)",
    "INSTR": lambda given: f"locate({given[1]},{given[0]})",
    "JSON_LENGTH": lambda given: f"json_length(json_extract({','.join(given)}))" if len(given) > 1 else None,
    "BIN": lambda given: f"conv({given[0]},10,2)",
    "OCT": lambda given: f"conv({given[0]},10,8)",
    "ROUND": _first_and("0", name="round"),
    "WEEK": _first_and("0", name="week"),
    "YEARWEEK": _first_and("0", name="yearweek"),
    "WEEKOFYEAR": _first_and("3", name="week"),
    "FROM_UNIXTIME": lambda given: f"date_format(from_unixtime({given[0]}),{given[1]})" if len(given) > 1 else None,
    "DATE": lambda given: f"cast({given[0]} as date)",
    "TIME": lambda given: f"cast({given[0]} as time{_fraction(given[0])})",
    "TIMESTAMP": lambda given: f"cast({given[0]} as datetime{_fraction(given[0])})" if len(given) == 1 else None,
    "DATEDIFF": lambda given: f"(to_days({given[0]}) - to_days({given[1]}))",
    "DATE_ADD": _interval("+"),
    "ADDDATE": _interval("+"),
    "DATE_SUB": _interval("-"),
    "SUBDATE": _interval("-"),
}
