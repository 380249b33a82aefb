"""When a system variable may be set, what goes with it, and what SET warns of: tables of functions by variable name.

All of it as seen on a 9.7.4 server; `variables` asks these tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from binwriter.errors import MySQLError
from binwriter.formats.collations import collation_by_name, default_collation
from binwriter.mysql.gtid.state import GtidNextKind, parse_gtid_next
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.variables.related import RELATED
from binwriter.mysql.variables.spec import VARIABLES, Value, Variable

Values: TypeAlias = dict[str, Value]
# SET @@x of these without a scope word counts for the next transaction only (MySQL manual, "SET TRANSACTION").
NEXT_TRANSACTION = ("transaction_isolation", "transaction_read_only", "tx_isolation", "tx_read_only")


def _not_settable(name: str) -> Callable[[], MySQLError]:
    return lambda: mysql_error("ER_VARIABLE_NOT_SETTABLE_IN_TRANSACTION", name)


NOT_IN_TRANSACTION: dict[str, Callable[[], MySQLError]] = {
    "binlog_format": lambda: mysql_error("ER_INSIDE_TRANSACTION_PREVENTS_SWITCH_BINLOG_FORMAT"),
    "binlog_direct_non_transactional_updates": lambda: mysql_error(
        "ER_INSIDE_TRANSACTION_PREVENTS_SWITCH_BINLOG_DIRECT"
    ),
    "sql_log_bin": lambda: mysql_error("ER_INSIDE_TRANSACTION_PREVENTS_SWITCH_SQL_LOG_BIN"),
    "gtid_next": lambda: mysql_error("ER_GTID_NEXT_IN_TRANSACTION"),
    **{
        name: _not_settable(name)
        for name in (
            "binlog_row_value_options",
            "explicit_defaults_for_timestamp",
            "binlog_transaction_compression",
            "binlog_transaction_compression_level_zstd",
            "pseudo_replica_mode",
            "session_track_gtids",
        )
    },
}


def deprecations(variable: Variable, *, reads: bool = False) -> list[Diagnostic]:
    """The warnings that every SET of the variable gives. reads: those of a statement that reads it."""
    name, warnings = variable.name, []
    if "deprecated" in variable.flags:
        warnings.append(mysql_warning("ER_WARN_DEPRECATED_SYNTAX_NO_REPLACEMENT", f"@@{name}"))
    if "update_deprecated" in variable.flags and not reads:
        warnings.append(mysql_warning("ER_WARN_DEPRECATED_UPDATE", name))
    if variable.until and not reads:
        named = (f"@@{name}", variable.until, f"@@{variable.replacement}")
        symbol = "ER_WARN_DEPRECATED_UNTIL_WITH_REPLACEMENT" if variable.replacement else "ER_WARN_DEPRECATED_UNTIL"
        warnings.append(mysql_warning(symbol, *(named if variable.replacement else named[:2])))
    elif variable.replacement.startswith("'"):  # so 5.6 has it
        warnings.append(mysql_warning("ER_WARN_DEPRECATED_SYNTAX", f"@@{name}", variable.replacement))
    elif variable.replacement and not variable.until:
        warnings.append(mysql_warning("ER_WARN_DEPRECATED_VARIABLE", f"@@{name}", variable.replacement))
    return warnings


def refuse_cache(variable: Variable, kept: object) -> None:
    """ER_QUERY_CACHE_DISABLED: the query cache of 5.6 and 5.7 that a server was started without stays off."""
    if "stays_off" in variable.flags and kept not in (0, "OFF"):
        raise mysql_error("ER_QUERY_CACHE_DISABLED")


def deprecations_beside(variable: Variable, error: MySQLError) -> list[Diagnostic]:
    """The same where SET is refused: what 5.5 says comes behind scope and type, of values alone (captured: 5.5.20).
    That a variable is not to be set any more is said when it is set (captured: clusters/updates_deprecated)."""
    if variable.until and error.symbol != "ER_WRONG_VALUE_FOR_VAR":
        return []
    return deprecations(variable, reads=not variable.until)


def is_of_update(told: Diagnostic) -> bool:
    """Whether it says that a variable is not to be set any more."""
    form = MESSAGES["ER_WARN_DEPRECATED_UPDATE"]
    return told.code == form.code and told.message.startswith(form.text.partition("%")[0])


def updates_last(warnings: list[Diagnostic]) -> list[Diagnostic]:
    """What a SET of several variables warns of: values are looked at before any of them is set."""
    return sorted(warnings, key=is_of_update)


def in_order(variable: Variable, warnings: list[Diagnostic]) -> list[Diagnostic]:
    """What SET warns of: that a variable is not to be set any more is said behind what there is to say of its value."""
    return [*warnings[1:], warnings[0]] if "update_deprecated" in variable.flags else warnings


def value_deprecations(variable: Variable, value: object, before: object = True) -> list[Diagnostic]:
    """The warnings that setting the variable to this value gives. before: what the session had."""
    if "off_deprecated" in variable.flags and value is False and before:
        return [mysql_warning("ER_WARN_DEPRECATED_SYNTAX_NO_REPLACEMENT", variable.name)]
    return []


def check_gtid_next(text: str, mode: str) -> None:
    """Which gtid_next goes with which gtid_mode (MySQL manual, "gtid_next")."""
    wanted = parse_gtid_next(text)
    if wanted.kind is GtidNextKind.ANONYMOUS and mode == "ON":
        raise mysql_error("ER_CANT_SET_GTID_NEXT_TO_ANONYMOUS_WHEN_GTID_MODE_IS_ON")
    if wanted.kind is GtidNextKind.ASSIGNED and mode == "OFF":
        of_tag = wanted.gtid is not None and wanted.gtid.tag
        raise mysql_error(
            "ER_GTID_NEXT_TAG_GTID_MODE_OFF" if of_tag else "ER_CANT_SET_GTID_NEXT_TO_GTID_WHEN_GTID_MODE_IS_OFF"
        )
    if wanted.kind is GtidNextKind.AUTOMATIC and wanted.tag and mode in ("OFF", "OFF_PERMISSIVE"):
        raise mysql_error("ER_CANT_SET_GTID_NEXT_TO_AUTOMATIC_TAGGED_WHEN_GTID_MODE_IS_OFF")


def _check_gtid_mode(values: Values, value: Value) -> None:
    steps = VARIABLES["gtid_mode"].members
    if abs(steps.index(str(value)) - steps.index(str(values["gtid_mode"]))) > 1:
        raise mysql_error("ER_GTID_MODE_CAN_ONLY_CHANGE_ONE_STEP_AT_A_TIME")
    if value == "ON" and values["enforce_gtid_consistency"] != "ON":
        raise mysql_error("ER_CANT_SET_GTID_MODE", "ON", "ENFORCE_GTID_CONSISTENCY is not ON")


def _check_enforce_gtid_consistency(values: Values, value: Value) -> None:
    if value != "ON" and values["gtid_mode"] == "ON":
        raise mysql_error("ER_GTID_MODE_ON_REQUIRES_ENFORCE_GTID_CONSISTENCY_ON")


def _check_key_buffer_size(values: Values, value: Value) -> None:
    if not value:
        raise mysql_error("ER_WARN_CANT_DROP_DEFAULT_KEYCACHE")


GLOBAL_CHECKS: dict[str, Callable[[Values, Value], None]] = {
    "key_buffer_size": _check_key_buffer_size,
    "gtid_mode": _check_gtid_mode,
    "enforce_gtid_consistency": _check_enforce_gtid_consistency,
}

# A character set and its collation go together. With DEFAULT both come from where the default comes from.
_Link = Callable[[Values, Values | None, int], None]


def _collation_follows(kind: str) -> _Link:
    def link(values: Values, defaults: Values | None, version: int) -> None:
        name, charset = f"collation_{kind}", str(values[f"character_set_{kind}"])
        values[name] = defaults[name] if defaults else default_collation(charset, version).name

    return link


def _charset_follows(kind: str) -> _Link:
    def link(values: Values, defaults: Values | None, version: int) -> None:
        values[f"character_set_{kind}"] = collation_by_name(str(values[f"collation_{kind}"])).charset

    return link


LINKS: dict[str, _Link] = {
    **{f"character_set_{kind}": _collation_follows(kind) for kind in ("connection", "server", "database")},
    **{f"collation_{kind}": _charset_follows(kind) for kind in ("connection", "server", "database")},
}


def _partial_json(values: Values) -> list[Diagnostic]:
    options = values["binlog_row_value_options"]
    if not options or values["binlog_row_image"] != "FULL":
        return []
    suggestion = "ER_WARN_BINLOG_PARTIAL_UPDATES_SUGGESTS_PARTIAL_IMAGES"
    return [mysql_warning(suggestion, "binlog_row_image=FULL", options)]


def _partial_json_itself(values: Values) -> list[Diagnostic]:
    options = values["binlog_row_value_options"]
    for name, state in (("log_bin", "closed"), ("sql_log_bin", "disabled")):
        if options and values.get(name) is False:
            return [mysql_warning("ER_WARN_BINLOG_PARTIAL_UPDATES_DISABLED", f"the binary log is {state}", options)]
    return _partial_json_of_statements(values) or _partial_json(values)


def _partial_json_of_statements(values: Values) -> list[Diagnostic]:
    options = values["binlog_row_value_options"]
    if options and values.get("binlog_format") == "STATEMENT":
        return [mysql_warning("ER_WARN_BINLOG_PARTIAL_UPDATES_DISABLED", "binlog_format=STATEMENT", options)]
    return []


def _cache_size(prefix: str) -> Callable[[Values], list[Diagnostic]]:
    """A cache is never larger than its limit."""

    def cut(values: Values) -> list[Diagnostic]:
        size, limit = values[f"{prefix}_cache_size"], values[f"max_{prefix}_cache_size"]
        if int(size or 0) <= int(limit or 0):
            return []
        values[f"{prefix}_cache_size"] = limit
        return [mysql_warning(f"ER_{prefix.upper()}_CACHE_SIZE_GREATER_THAN_MAX", size, limit)]

    return cut


def _deprecated_off(name: str, note: str) -> Callable[[Values], list[Diagnostic]]:
    """A deprecated switch; turned off, a warning tells what that does."""

    def warnings(values: Values) -> list[Diagnostic]:
        if values[name]:
            return [mysql_warning("ER_WARN_DEPRECATED_NO_REPLACEMENT", name)]
        return [mysql_warning("ER_WARN_DEPRECATED_WITH_NOTE", name, note)]

    return warnings


def _show_processlist(values: Values) -> list[Diagnostic]:
    """Captured: clusters/variables_of_both_names."""
    note = "When it is removed, SHOW PROCESSLIST will always use the performance schema implementation."
    return [mysql_warning("ER_WARN_DEPRECATED_WITH_NOTE", "@@performance_schema_show_processlist", note)]


def _needs_no_files(values: Values) -> list[Diagnostic]:
    """8.0 says so of every update (8.0.40's source)."""
    return [mysql_warning("ER_WARN_DEPRECATED_SYNTAX_NO_REPLACEMENT", "temptable_use_mmap")]


def _applies_alone(values: Values) -> list[Diagnostic]:
    """What 8.0 has as a value still (8.0.40's source)."""
    if values["replica_parallel_workers"] == 0:
        return [mysql_warning("ER_WARN_DEPRECATED_SYNTAX", "0", "1")]
    return []


def replica_mode_set(was: object, becomes: object, *, applies: bool) -> list[Diagnostic]:
    """What SET pseudo_replica_mode warns of. applies: a BINLOG statement has made the session an applier of the log
    (captured: clusters/replica_mode_and_source, binlog_appliers)."""
    name = "pseudo_replica_mode"
    if applies and becomes:
        return [mysql_warning("ER_CHANGE_INEFFECTIVE" if was else "ER_MODE_ALREADY_ON", name)]
    if applies or becomes:
        return []
    return [mysql_warning("ER_NO_APPLIER") if was else mysql_warning("ER_CHANGE_INEFFECTIVE", name)]


def _super_read_only(values: Values) -> list[Diagnostic]:
    """It turns read_only on with it."""
    if values["super_read_only"]:
        values["read_only"] = True
    return []


def _read_only(values: Values) -> list[Diagnostic]:
    """Turned off, it turns super_read_only off with it."""
    if not values["read_only"]:
        values["super_read_only"] = False
    return []


# what they ask for is done, or, without a keyring, is not (captured: clusters/variables_that_stay_off)
_STAY_OFF = (
    "innodb_buffer_pool_dump_now",
    "innodb_buffer_pool_load_abort",
    "innodb_buffer_pool_load_now",
    "innodb_redo_log_encrypt",
    "innodb_undo_log_encrypt",
)


def _stays_off(name: str) -> Callable[[Values], list[Diagnostic]]:
    def after(values: Values) -> list[Diagnostic]:
        values[name] = False
        return []

    return after


# What is told of a value beside those of the others. A SET of several variables looks at all values before any of them
# is set, so that the others still have their old ones (captured: clusters/values_set_together).
_BESIDE_EACH_OTHER = ("binlog_row_value_options", "binlog_row_image", "binlog_format", "sql_log_bin")
_BESIDE: dict[str, Callable[[Values], list[Diagnostic]]] = {
    "binlog_row_value_options": _partial_json_itself,
    "binlog_row_image": _partial_json,
    "binlog_format": _partial_json_of_statements,
}


def values_beside(values: Values) -> Values:
    """Those that others are looked at beside, as they are now."""
    return {name: values.get(name) for name in _BESIDE_EACH_OTHER}


def told_beside(name: str, value: Value, values: Values, *, log_bin: bool) -> list[Diagnostic]:
    """What is told of a variable's new value. values: those of all, or as `values_beside` has kept them. log_bin:
    whether the server has a log."""
    judge = _BESIDE.get(name)
    return [] if judge is None else judge({**values_beside(values), "log_bin": log_bin, name: value})


AFTER: dict[str, Callable[[Values], list[Diagnostic]]] = {
    **RELATED,
    **{name: _stays_off(name) for name in _STAY_OFF},
    "performance_schema_show_processlist": _show_processlist,
    **dict.fromkeys(("replica_parallel_workers", "slave_parallel_workers"), _applies_alone),
    "temptable_use_mmap": _needs_no_files,
    "super_read_only": _super_read_only,
    "read_only": _read_only,
    "binlog_cache_size": _cache_size("binlog"),
    "max_binlog_cache_size": _cache_size("binlog"),
    "binlog_stmt_cache_size": _cache_size("binlog_stmt"),
    "max_binlog_stmt_cache_size": _cache_size("binlog_stmt"),
    "enable_cascade_triggers": _deprecated_off(
        "enable_cascade_triggers", "Triggers on child table will not fire during foreign key cascade."
    ),
    "restrict_fk_on_non_standard_key": _deprecated_off(
        "restrict_fk_on_non_standard_key",
        "Foreign key referring to non-unique or partial keys is unsafe and may break replication.",
    ),
}
