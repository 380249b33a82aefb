"""What SET accepts for each variable: any expression value -> the variable's own value, or MySQL's error.

By type first (`_BY_KIND`), by name where a variable has rules of its own (`_BY_NAME`). Every rule was tried on a 9.7.4
server.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from decimal import Decimal

from binwriter.errors import EncodeError, MySQLError
from binwriter.formats.collations import Collation, collation_by_id, default_collation
from binwriter.formats.records import dataclass
from binwriter.mysql.collation.supported import supported, supported_collation, supported_default
from binwriter.mysql.engines import BUILT_IN, EngineCatalog
from binwriter.mysql.gtid.state import is_gtid_set, parse_gtid_next
from binwriter.mysql.locales import locale_name
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import RawText, before_raw, text_of
from binwriter.mysql.sql_mode import helper_warnings, sql_mode_bits, sql_mode_text, sql_mode_warnings
from binwriter.mysql.time_zones import no_zone, time_zone_name
from binwriter.mysql.values.real_text import real_text
from binwriter.mysql.variables.spec import VARIABLES, Kind, Value, Variable

# What an expression can give to SET. A date or time is a string to it.
GivenValue = bool | int | float | Decimal | str | bytes | None


@dataclass(slots=True)
class Conversion:
    """One assignment: the variable, its value so far, the warnings so far, and what the server knows."""

    variable: Variable
    current: Value = None
    warnings: list[Diagnostic] = field(default_factory=list)
    engines: EngineCatalog = BUILT_IN
    named_zones: Callable[[str], str | None] = no_zone
    strict: bool = False

    @property
    def own_name(self) -> str:
        """Another name of a variable is not told where its value is."""
        return self.variable.told or self.variable.same_as or self.variable.name

    def warn(self, symbol: str, *arguments: object) -> None:
        self.warnings.append(mysql_warning(symbol, *arguments))

    def wrong_value(self, value: GivenValue) -> MySQLError:
        """Error 1231."""
        if value is None:
            value = "NULL"
        elif isinstance(value, bytes):
            value = _printable(value)
        return mysql_error("ER_WRONG_VALUE_FOR_VAR", self.variable.name, value)

    def wrong_type(self) -> MySQLError:
        """Error 1232."""
        return mysql_error("ER_WRONG_TYPE_FOR_VAR", self.variable.name)

    def text(self, value: GivenValue) -> str:
        """The value as a string; NULL is a wrong value, a number a wrong type."""
        if value is None:
            raise self.wrong_value(value)
        if isinstance(value, bytes):
            return value.decode("latin-1")
        if not isinstance(value, str):
            raise self.wrong_type()
        return value

    def text_or_number(self, value: GivenValue) -> str | int:
        """The value as a string or an integer; NULL is a wrong value, a fraction a wrong type."""
        if isinstance(value, bytes):
            return _printable(value)
        return int(value) if isinstance(value, int) else self.text(value)


def _printable(data: bytes) -> str:
    """Bytes as messages have them (captured: limits/numbers, SET a set)."""
    return "".join(chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02X}" for byte in data)


def convert(
    variable: Variable,
    value: GivenValue,
    current: Value,
    warnings: list[Diagnostic],
    engines: EngineCatalog = BUILT_IN,
    *,
    named_zones: Callable[[str], str | None] = no_zone,
    strict: bool = False,
) -> Value:
    """The value to keep. Warnings (deprecation, truncation) are appended. Raises MySQLError 1231, 1232 and kin.

    named_zones: how the server spells the names of zones. strict: STRICT_ALL_TABLES, under which a number out of bounds
    is an error and no warning (captured: variables_in_strict_modes).
    """
    if isinstance(value, RawText):
        value = before_raw(text_of(value))
    conversion = Conversion(variable, current, warnings, engines, named_zones, strict)
    rule = _BY_NAME.get(variable.same_as or variable.name) or _BY_KIND[variable.kind]
    return rule(conversion, value)


def _bool(conversion: Conversion, value: GivenValue) -> bool:
    given = conversion.text_or_number(value)
    if isinstance(given, str):
        upper = given.upper()
        if upper in ("ON", "OFF"):
            return upper == "ON"
    elif given in (0, 1):
        return bool(given)
    raise conversion.wrong_value(value)


def _int(conversion: Conversion, value: GivenValue) -> int:
    variable = conversion.variable
    if not isinstance(value, int):
        raise conversion.wrong_type()
    within = int(min(max(int(value), variable.low), variable.high))
    kept = within - (within % variable.block if within > 0 else 0)
    if within == value and "quiet_blocks" in variable.flags:
        return kept
    if kept != value and (conversion.strict or "checked" in variable.flags):
        raise conversion.wrong_value(value)
    if kept != value:
        conversion.warn("ER_TRUNCATED_WRONG_VALUE", conversion.own_name, int(value))
    return kept


def _real(conversion: Conversion, value: GivenValue) -> float:
    if not isinstance(value, int | float | Decimal):
        raise conversion.wrong_type()
    kept = max(float(value), float(conversion.variable.low))
    if conversion.variable.high:
        kept = min(kept, float(conversion.variable.high))
    if kept != float(value) and conversion.strict:
        raise conversion.wrong_value(value)
    if kept != float(value):
        conversion.warn("ER_TRUNCATED_WRONG_VALUE", conversion.own_name, real_text(float(value)))
    return kept


def _enum(conversion: Conversion, value: GivenValue) -> str:
    given = conversion.text_or_number(value)
    members = conversion.variable.members
    if isinstance(given, int):
        if 0 <= given < len(members):
            return members[given]
    else:
        for member in members:
            if member.upper() == given.upper():
                return member
    raise conversion.wrong_value(given)


def _set(conversion: Conversion, value: GivenValue) -> str:
    given = conversion.text_or_number(value)
    members = conversion.variable.members
    if isinstance(given, int):
        if not 0 <= given < 1 << len(members):
            raise conversion.wrong_value(given)
        return ",".join(member for bit, member in enumerate(members) if given >> bit & 1)
    chosen = given.rstrip(" ").upper().split(",")
    for name, spelled in zip(chosen, given.split(","), strict=True):
        if name and name not in members:  # empty ones are nothing (captured: clusters/lists_with_gaps)
            raise mysql_error("ER_WRONG_VALUE_FOR_VAR", conversion.own_name, spelled)
    return ",".join(member for member in members if member in chosen)


def _string(conversion: Conversion, value: GivenValue) -> str | None:
    flags = conversion.variable.flags
    if value is None and "not_null" not in flags:
        return None if "null" in flags else ""
    text = conversion.text(value)
    if conversion.variable.form and not re.fullmatch(conversion.variable.form, text, re.DOTALL):
        raise conversion.wrong_value(text)
    return text


def _sql_mode(conversion: Conversion, value: GivenValue) -> str:
    given = conversion.text_or_number(value)
    flags = conversion.variable.flags
    old = "old_modes" in flags
    without = next((flag.partition("=")[2] for flag in flags if flag.startswith("without=")), "")
    bits = given if isinstance(given, int) else sql_mode_bits(given, old_modes=old, without=without)
    text = sql_mode_text(bits, old_modes=old, without=without)
    if "of_helpers" in flags:
        conversion.warnings += helper_warnings(given)
    elif "quiet" not in flags:
        before = sql_mode_bits(str(conversion.current or ""), old_modes=old)
        conversion.warnings += sql_mode_warnings(sql_mode_bits(text, old_modes=old), before, old_modes=old)
    return text


_DEPRECATED_CHARSETS = ("dec8", "hp8", "macce", "macroman", "ucs2", "utf8mb3")
# A client cannot speak in these: their letters are not ASCII's bytes.
_NOT_FOR_CLIENTS = ("ucs2", "utf16", "utf16le", "utf32")
# Conversions of 3.23, which variables and SET CHARACTER SET still take for what they are from (captured:
# clusters/charsets_by_old_names).
_OLD_CONVERSIONS = {
    "cp1250_latin2": "cp1250",
    "cp1251_koi8": "cp1251",
    "kam_latin2": "keybcs2",
    "koi8_cp1251": "koi8r",
    "koi8_ukr_win1251ukr": "koi8u",
    "mac_latin2": "macroman",
    "macce_latin2": "macce",
}
_DEFAULT_COLLATIONS_FOR_UTF8MB4 = ("utf8mb4_0900_ai_ci", "utf8mb4_general_ci")


def charset_by_name(name: str, warnings: list[Diagnostic]) -> str:
    """The character set's own name. MySQLError 1115 if MySQL has none such, UnsupportedError if binwriter has not."""
    name = before_raw(name)
    lowered = name.lower()
    try:
        charset = supported_default(default_collation(lowered)).charset
    except EncodeError:
        raise mysql_error("ER_UNKNOWN_CHARACTER_SET", name) from None
    warnings.extend(deprecated_charset(lowered))
    return charset


def charset_of_client(name: str, warnings: list[Diagnostic]) -> str:
    """The same of SET CHARACTER SET and of variables, which take names of old conversions too."""
    return charset_by_name(_OLD_CONVERSIONS.get(name.lower(), name), warnings)


def deprecated_charset(name: str) -> tuple[Diagnostic, ...]:
    """The warning where a character set is named that is going away."""
    lowered = name.lower()
    if lowered == "utf8":
        return (mysql_warning("ER_DEPRECATED_UTF8_ALIAS"),)
    return (mysql_warning("ER_WARN_DEPRECATED_SYNTAX", lowered, "utf8mb4"),) if lowered in _DEPRECATED_CHARSETS else ()


def deprecated_collation(name: str) -> tuple[Diagnostic, ...]:
    """The same for a collation of such a character set. name: as the server writes it."""
    charset = name.partition("_")[0].lower()
    if charset == "utf8mb3":
        return (mysql_warning("ER_WARN_DEPRECATED_UTF8MB3_COLLATION", name),)
    return (mysql_warning("ER_WARN_DEPRECATED_COLLATION", name, charset),) if charset in _DEPRECATED_CHARSETS else ()


def collation_by_any(given: str | int, warnings: list[Diagnostic]) -> Collation:
    """The collation by name or id. MySQLError 1273 if MySQL has none such, UnsupportedError if binwriter has not."""
    try:
        collation = supported(collation_by_id(given)) if isinstance(given, int) else supported_collation(given)
    except EncodeError:
        raise mysql_error("ER_UNKNOWN_COLLATION", given) from None
    warnings.extend(deprecated_collation(collation.name))
    return collation


def _charset(conversion: Conversion, value: GivenValue) -> str:
    given = conversion.text_or_number(value)
    try:
        name = given if isinstance(given, str) else collation_by_any(given, []).charset
    except MySQLError:
        raise mysql_error("ER_UNKNOWN_CHARACTER_SET", given) from None
    return charset_of_client(name, conversion.warnings)


def _client_charset(conversion: Conversion, value: GivenValue) -> str:
    charset = _charset(conversion, value)
    if charset in _NOT_FOR_CLIENTS:
        raise conversion.wrong_value(charset)
    return charset


def _results_charset(conversion: Conversion, value: GivenValue) -> str | None:
    return None if value is None else _charset(conversion, value)


def _collation(conversion: Conversion, value: GivenValue) -> str:
    return collation_by_any(conversion.text_or_number(value), conversion.warnings).name


def _default_utf8mb4(conversion: Conversion, value: GivenValue) -> str:
    name = _collation(conversion, value)
    if name not in _DEFAULT_COLLATIONS_FOR_UTF8MB4:
        raise mysql_error("ER_INVALID_DEFAULT_UTF8MB4_COLLATION", name)
    return name


def _engine(conversion: Conversion, value: GivenValue) -> str | None:
    if value is None and "null" in conversion.variable.flags:
        return None
    return conversion.engines.find(conversion.text(value)).name


_MAX_TIMESTAMP = 2147483647


def _timestamp(conversion: Conversion, value: GivenValue) -> float:
    """Seconds; 0 means the running clock again."""
    seconds = _real(conversion, value)
    if seconds and not 1 <= seconds <= _MAX_TIMESTAMP:
        assert value is not None
        raise conversion.wrong_value(real_text(float(value)))  # as the DOUBLE that it became
    return seconds


def _optimizer_switch(conversion: Conversion, value: GivenValue) -> str:
    """`flag=on,...`: what is not named stays; `default` sets all back. A number is the bits of the flags."""
    given = conversion.text_or_number(value)
    names = [flag.partition("=")[0] for flag in str(conversion.variable.default).split(",")]
    if isinstance(given, int):
        if not 0 <= given < 1 << len(names):
            raise conversion.wrong_value(given)
        return ",".join(f"{name}={('off', 'on')[given >> bit & 1]}" for bit, name in enumerate(names))
    defaults = dict(flag.split("=") for flag in str(conversion.variable.default).split(","))
    flags = dict(flag.split("=") for flag in str(conversion.current).split(","))
    words = given.split(",")
    for place, spelled in enumerate(words if given else ()):
        word = spelled.lower()
        match = re.fullmatch(r"(\w+)=(on|off|default)", word)
        if match and match[1] in flags:
            flags[match[1]] = defaults[match[1]] if match[2] == "default" else match[2]
        elif word == "default":
            flags = dict(defaults)
        else:
            raise conversion.wrong_value(",".join(words[place:]))
    return ",".join(f"{name}={state}" for name, state in flags.items())


def _tracked(conversion: Conversion, value: GivenValue) -> str | None:
    """Names of variables, each once; of what is none a server only warns."""
    text = _string(conversion, value)
    seen = set()
    for word in map(str.strip, (text or "").split(",")):
        name = word.lower()
        if name in seen:
            raise mysql_error("ER_DUP_LIST_ENTRY", word)
        if word and word != "*":
            seen.add(name)
            if name not in VARIABLES:
                conversion.warn("ER_NO_TRACKED_VARIABLE", word)
    return text


def _power_of_two(conversion: Conversion, value: GivenValue) -> int:
    """The next one, of which two warnings tell."""
    kept, variable = _int(conversion, value), conversion.variable
    if kept & (kept - 1):
        kept = 1 << kept.bit_length()
        name = conversion.own_name
        bounds = f"should be set to power of 2, in range [{variable.low},{variable.high}]"
        for text in (f"{name} {bounds}", f"Setting {name} to {kept}"):
            conversion.warnings.append(Diagnostic("Warning", MESSAGES["ER_WRONG_ARGUMENTS"].code, text))
    return kept


def _commit_concurrency(conversion: Conversion, value: GivenValue) -> int:
    """Limited or not at all: that is decided when the server starts, and told by the value as given (captured: cluster
    reorganized_in_a_row)."""
    if isinstance(value, int) and bool(value) != bool(conversion.current):
        raise conversion.wrong_value(value)
    kept = _int(conversion, value)
    if bool(kept) != bool(conversion.current):
        raise conversion.wrong_value(value)
    return kept


def _log_output(conversion: Conversion, value: GivenValue) -> str:
    kept = _set(conversion, value)
    if not kept:
        raise conversion.wrong_value(value)
    return kept


def _gtid_next(conversion: Conversion, value: GivenValue) -> str:
    return str(parse_gtid_next(conversion.text(value)))


def _gtid_purged(conversion: Conversion, value: GivenValue) -> str:
    """The text as given (a `+` in front adds to the set): the server joins it to what it has."""
    text = conversion.text(value)
    if not is_gtid_set(text.removeprefix("+")):
        raise conversion.wrong_value(text)
    return text


_Rule = Callable[[Conversion, GivenValue], Value]
_BY_KIND: dict[Kind, _Rule] = {
    Kind.BOOL: _bool,
    Kind.INT: _int,
    Kind.REAL: _real,
    Kind.ENUM: _enum,
    Kind.SET: _set,
    Kind.STRING: _string,
}
_BY_NAME: dict[str, _Rule] = {
    **{f"character_set_{what}": _charset for what in ("connection", "server", "database", "filesystem")},
    **{f"collation_{what}": _collation for what in ("connection", "server", "database")},
    **{f"{what}_storage_engine": _engine for what in ("default", "default_tmp", "external_table")},
    **dict.fromkeys(("optimizer_switch", "optimizer_trace", "optimizer_trace_features"), _optimizer_switch),
    "sql_mode": _sql_mode,
    "time_zone": lambda conversion, value: time_zone_name(conversion.text(value), conversion.named_zones),
    "timestamp": _timestamp,
    "lc_time_names": lambda conversion, value: locale_name(conversion.text_or_number(value)),
    "lc_messages": lambda conversion, value: locale_name(conversion.text_or_number(value)),
    "character_set_client": _client_charset,
    "character_set_results": _results_charset,
    "default_collation_for_utf8mb4": _default_utf8mb4,
    "innodb_log_write_ahead_size": _power_of_two,
    "session_track_system_variables": _tracked,
    "innodb_commit_concurrency": _commit_concurrency,
    "log_output": _log_output,
    "gtid_next": _gtid_next,
    "gtid_purged": _gtid_purged,
}
