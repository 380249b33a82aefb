"""sql_mode: names <-> the 64-bit number that every Query event carries (status variable 1).

Source: a 9.7.4 server, each bit set by number and read back.
"""

from __future__ import annotations

from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning

_BITS: dict[str, int] = {
    "REAL_AS_FLOAT": 0,
    "PIPES_AS_CONCAT": 1,
    "ANSI_QUOTES": 2,
    "IGNORE_SPACE": 3,
    "NOT_USED": 4,
    "ONLY_FULL_GROUP_BY": 5,
    "NO_UNSIGNED_SUBTRACTION": 6,
    "NO_DIR_IN_CREATE": 7,
    "ANSI": 18,
    "NO_AUTO_VALUE_ON_ZERO": 19,
    "NO_BACKSLASH_ESCAPES": 20,
    "STRICT_TRANS_TABLES": 21,
    "STRICT_ALL_TABLES": 22,
    "NO_ZERO_IN_DATE": 23,
    "NO_ZERO_DATE": 24,
    "ALLOW_INVALID_DATES": 25,
    "ERROR_FOR_DIVISION_BY_ZERO": 26,
    "TRADITIONAL": 27,
    "HIGH_NOT_PRECEDENCE": 29,
    "NO_ENGINE_SUBSTITUTION": 30,
    "PAD_CHAR_TO_FULL_LENGTH": 31,
    "TIME_TRUNCATE_FRACTIONAL": 32,
    "INTERPRET_UTF8_AS_UTF8MB4": 33,
}
# Modes that 8.0 took away; a variable with the flag `old_modes` takes them too.
_OLD_BITS: dict[str, int] = {
    "POSTGRESQL": 8,
    "ORACLE": 9,
    "MSSQL": 10,
    "DB2": 11,
    "MAXDB": 12,
    "NO_KEY_OPTIONS": 13,
    "NO_TABLE_OPTIONS": 14,
    "NO_FIELD_OPTIONS": 15,
    "MYSQL323": 16,
    "MYSQL40": 17,
    "NO_AUTO_CREATE_USER": 28,
}
MODES = frozenset(_BITS)  # that there still are
ANSI_QUOTES = 1 << _BITS["ANSI_QUOTES"]
_ALL_BITS = dict(sorted((_BITS | _OLD_BITS).items(), key=lambda item: item[1]))
# Bits below _LIMIT that no mode of 9.7 has (modes of older servers): error 3899.
_LIMIT = 1 << 34
_REMOVED = _LIMIT - 1 - sum(1 << bit for bit in _BITS.values())

DEFAULT_SQL_MODE = (
    "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,"
    "NO_ENGINE_SUBSTITUTION"
)


def _mask(names: str) -> int:
    return sum(1 << _ALL_BITS[name] for name in names.split(","))


# A combination mode brings these with it (MySQL manual, "Combination SQL Modes").
_COMBINATIONS: dict[int, int] = {
    _mask("ANSI"): _mask("REAL_AS_FLOAT,PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,ONLY_FULL_GROUP_BY"),
    _mask("TRADITIONAL"): _mask(
        "STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,"
        "NO_ENGINE_SUBSTITUTION"
    ),
}
# Those of before 8.0, as a 5.5.20 shows them.
_OTHER_SYSTEM = _mask("PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,NO_KEY_OPTIONS,NO_TABLE_OPTIONS,NO_FIELD_OPTIONS")
_NO_AUTO_CREATE_USER = _mask("NO_AUTO_CREATE_USER")
_OLD_COMBINATIONS: dict[int, int] = {
    _mask("TRADITIONAL"): _NO_AUTO_CREATE_USER,
    _mask("POSTGRESQL"): _OTHER_SYSTEM,
    _mask("ORACLE"): _OTHER_SYSTEM | _NO_AUTO_CREATE_USER,
    _mask("MSSQL"): _OTHER_SYSTEM,
    _mask("DB2"): _OTHER_SYSTEM,
    _mask("MAXDB"): _OTHER_SYSTEM | _NO_AUTO_CREATE_USER,
    _mask("MYSQL323"): _mask("HIGH_NOT_PRECEDENCE"),
    _mask("MYSQL40"): _mask("HIGH_NOT_PRECEDENCE"),
}
STRICT_MODES = frozenset({"STRICT_TRANS_TABLES", "STRICT_ALL_TABLES"})
_STRICT = _mask("STRICT_TRANS_TABLES,STRICT_ALL_TABLES")
_HELPERS = ("ERROR_FOR_DIVISION_BY_ZERO", "NO_ZERO_DATE", "NO_ZERO_IN_DATE")  # in the order of their warnings
_NEEDS_STRICT = _mask(",".join(_HELPERS))


def sql_mode_bits(text: str, *, old_modes: bool = False, without: str = "") -> int:
    """The number of a comma list, any order and letter case, empty members ignored; combination modes are expanded.

    old_modes: before 8.0. without: modes that combination modes do not bring yet, a comma list. MySQLError
    ER_WRONG_VALUE_FOR_VAR with the first unknown member.
    """
    known, bits = _ALL_BITS if old_modes else _BITS, 0
    for member in text.rstrip(" ").split(","):
        if member:
            try:
                bits |= 1 << known[member.upper()]
            except KeyError:
                raise mysql_error("ER_WRONG_VALUE_FOR_VAR", "sql_mode", member) from None
    return _expanded(bits, old_modes, without)


def sql_mode_text(bits: int, *, old_modes: bool = False, without: str = "") -> str:
    """The comma list as MySQL prints it: in the order of the bits, combination modes expanded.

    old_modes, without: as there. MySQLError ER_WRONG_VALUE_FOR_VAR or ER_UNSUPPORTED_SQL_MODE if there are no such
    bits.
    """
    if not 0 <= bits < _LIMIT:
        raise mysql_error("ER_WRONG_VALUE_FOR_VAR", "sql_mode", bits)
    if bits & _REMOVED and not old_modes:
        raise mysql_error("ER_UNSUPPORTED_SQL_MODE", f"{bits & _REMOVED:08x}")
    bits = _expanded(bits, old_modes, without)
    return ",".join(name for name, bit in _ALL_BITS.items() if bits >> bit & 1)


def sql_mode_warnings(bits: int, before: int = 0, *, old_modes: bool = False) -> list[Diagnostic]:
    """What SET sql_mode warns of.

    3135 when strict mode and its three helpers are not either all there or all absent; 3090 for
    PAD_CHAR_TO_FULL_LENGTH. old_modes: those of 5.7; 3090 is there for NO_AUTO_CREATE_USER, where that changes.
    before: the modes so far.
    """
    warnings = []
    helpers = bits & _NEEDS_STRICT
    if helpers != (_NEEDS_STRICT if bits & _STRICT else 0):
        warnings.append(mysql_warning("ER_SQL_MODE_MERGED"))
    deprecated = "NO_AUTO_CREATE_USER" if old_modes else "PAD_CHAR_TO_FULL_LENGTH"
    changed = bits ^ before if old_modes else bits
    if changed >> _ALL_BITS[deprecated] & 1:
        warnings.append(mysql_warning("ER_WARN_DEPRECATED_SQLMODE", deprecated))
    return warnings


def helper_warnings(given: str | int) -> list[Diagnostic]:
    """What SET sql_mode warns of in 5.6: 1681 for each helper of strict mode that is named, those that TRADITIONAL
    brings left out (captured: 5.6.21/modes_refused_statement)."""
    if isinstance(given, int):
        named = {name for name in _HELPERS if given >> _BITS[name] & 1}
    else:
        named = {member.upper() for member in given.split(",")}
    return [mysql_warning("ER_WARN_DEPRECATED_NO_REPLACEMENT", name) for name in _HELPERS if name in named]


def _expanded(bits: int, old_modes: bool, without: str) -> int:
    brought = ~_mask(without) if without else ~0
    for combination, members in _COMBINATIONS.items():
        if bits & combination:
            bits |= members & brought
    if old_modes:
        for combination, members in _OLD_COMBINATIONS.items():
            if bits & combination:
                bits |= members
    return bits
