"""What is asked of each system variable: by every scope, set to values of every kind and at its own limits."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.mysql.variables.spec import VARIABLES, Kind, Scope, Variable, variables_of

_VALUES = (
    "-1",
    "0",
    "1",
    "2",
    "1.5",
    "1e1",
    "'abc'",
    "''",
    "' '",
    "'1'",
    "ON",
    "off",
    "TRUE",
    "NULL",
    "1 + 1",
    "(SELECT 1)",
    "0x31",
    "CONCAT('O', 'N')",
    "@nobody",
    "DATE'2020-01-01'",
    "DEFAULT",
)
_LARGE = ("-9223372036854775808", "9223372036854775808", "18446744073709551616")
# Set to much they take memory or time of the server that is asked, or shut it to whoever asks.
_COSTLY = frozenset(
    (
        "innodb_buffer_pool_size",
        "innodb_log_buffer_size",
        "key_buffer_size",
        "innodb_redo_log_capacity",
        "innodb_spin_wait_delay",
        "innodb_sync_spin_loops",
        "innodb_max_undo_log_size",
        "innodb_ddl_buffer_size",
        "performance_schema_max_digest_sample_age",
        "innodb_spin_wait_pause_multiplier",
        "innodb_log_spin_cpu_abs_lwm",
        "innodb_buffer_pool_chunk_size",
    )
)
_LEFT = frozenset(
    (
        "offline_mode",
        "innodb_buffer_pool_dump_now",
        "innodb_buffer_pool_load_now",
        "innodb_buffer_pool_load_abort",
        "ssl_ca",
        "ssl_cert",
        "ssl_key",
        "general_log_file",
        "slow_query_log_file",
        "admin_ssl_ca",
        "admin_ssl_cert",
        "admin_ssl_key",
        "innodb_doublewrite",
        "binlog_encryption",
    )
)


def known() -> list[Variable]:
    """The variables of a 9.7.4 without plugins, by name."""
    hidden = variables_of("9.7").hidden
    return sorted((one for one in VARIABLES.values() if one.name not in hidden), key=lambda one: one.name)


def reads(name: str) -> list[str]:
    """How it is read. The values themselves are asked by `first_values`."""
    return [
        f"SELECT COUNT(@@{name})",
        f"SELECT COUNT(@@global.{name})",
        f"SELECT COUNT(@@session.{name})",
        f"SELECT COUNT(@@local.{name})",
        f"SELECT @@{name} = @@global.{name}",
        f"SELECT COUNT(*) FROM performance_schema.global_variables WHERE variable_name = '{name}'",
        f"SELECT COUNT(*) FROM performance_schema.session_variables WHERE variable_name = '{name}'",
    ]


def values(variable: Variable) -> Iterator[str]:
    """The values that it is given, each once."""
    given = [*_VALUES]
    if variable.kind is Kind.INT:
        given += [str(variable.low), str(variable.low - 1), str(variable.low + 1)]
        if variable.name not in _COSTLY:
            given += [str(variable.high), str(variable.high - 1), str(variable.high + 1), *_LARGE]
    if variable.kind is Kind.REAL:
        given += ["3.25", "101", "1e300", "-0.5"]
    if variable.kind in (Kind.ENUM, Kind.SET):
        members = variable.members or ("x",)
        given += [f"'{member}'" for member in members[:8]]
        given += [f"'{members[0].lower()}'", f"'{members[0]},nothing'", str(len(members)), str(len(members) - 1)]
        given += [f"'{members[0]},{members[-1]}'", f"'{members[0]},'", f"'{members[0]} '"]
        given += [str(2 ** len(members)), str(2 ** len(members) - 1)] if variable.kind is Kind.SET else []
    return iter(dict.fromkeys(given))


def asked(variable: Variable) -> list[str]:
    """All statements about a variable, in the order of one connection. A value that was taken is read behind it."""
    name = variable.name
    statements = reads(name)
    if name in _LEFT:
        return statements
    for scope in ("GLOBAL", "SESSION"):
        usual = scope == "GLOBAL" if variable.scope is Scope.GLOBAL else scope == "SESSION" or variable.has_global
        given = list(values(variable)) if usual and not variable.read_only else ["1", "'abc'", "DEFAULT"]
        for value in given:
            statements.append(f"SET {scope} {name} = {value}")
            if usual and not variable.read_only:
                statements.append(f"SELECT @@{scope.lower()}.{name}")
    return [
        *statements,
        f"SET {name} = 1",
        f"SET @@{name} = DEFAULT",
        f"SET LOCAL {name} = DEFAULT",
        f"SET @@local.{name} = DEFAULT",
        f"SET PERSIST {name} = 'abc'",
        f"SELECT /*+ SET_VAR({name} = 1) */ 1",
        f"SELECT /*+ SET_VAR({name} = 'abc') */ 1",
    ]
