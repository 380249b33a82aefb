"""Server options as they stand on mysqld's command line or in a scenario's `server:` lines.

`gtid-mode=ON`, `--sync_binlog=0`, a bare boolean (`log-replica-updates`), `skip-`, `disable-`, `enable-`, `loose-`;
dashes and underscores are the same. Sizes may end in K, M, G. What a server does with each was tried with
`mysqld --validate-config` of 9.7.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, cast
from uuid import UUID

from binwriter.errors import BinwriterError, OptionError
from binwriter.formats.collations import default_collation
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.mysql.engines import BUILT_IN, EngineCatalog, with_engines_of
from binwriter.mysql.messages.table import Diagnostic
from binwriter.mysql.time_zones import NamedZones
from binwriter.mysql.values.digits import whole_number
from binwriter.mysql.variables.spec import (
    DEFAULT_CACHE,
    Kind,
    Value,
    Variable,
    VariableTable,
    parts_of_cache,
    variables_of,
)
from binwriter.mysql.variables.values import GivenValue, convert

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50, "E": 1 << 60}
# What stands behind a suffix is not looked at: 5MB is 5M (asked of a 9.7.4).
_NUMBER = pattern(r"\s*(-?\d+)(?:([KMGTPE]).*)?", re.IGNORECASE | re.ASCII | re.DOTALL)
# What SET may change depends on what was there, and DEFAULT is what the server began with (asked of a 9.7.4).
DECIDED_AT_START = ("innodb_commit_concurrency",)
_TRUE, _FALSE = ("1", "ON", "TRUE"), ("0", "OFF", "FALSE")
# Option names that differ from the variable's.
_RENAMED = {"default_time_zone": "time_zone"}
# Not variables, or not settable so on a server, and without a part in logging.
_IGNORED = pattern(
    r"user|console|gdb|port_open_timeout|symbolic_links|daemonize|chroot|core_file|skip_grant_tables|verbose|"
    r"external_locking|early_plugin_load|plugin_load(_add)?|upgrade|(mysqlx|ndb|performance_schema)(_.*)?|"
    r"allow_suspicious_udfs|archive|blackhole|ngram|ndbcluster|ndbinfo(_.*)?|check_table_functions|innodb_status_file|"
    r"log_isam|log_short_format|log_tc(_size)?|master_retry_count|max_binlog_dump_events|memlock|myisam_block_size|"
    r"replicate_.*|safe_user_create|show_(replica|slave)_auth_info|super_large_pages|validate_user_plugins"
)
# With these a mysqld does something else than serve, or logs in a way that is not modelled.
_REFUSED = pattern(
    r"help|initialize(_insecure)?|validate_config|keyring_migration_.*|tc_heuristic_recover|sysdate_is_now|"
    r"sporadic_binlog_dump_fail"
)
_DEFAULT_BASENAME = "binlog"
_BARE_ENUMS = {"enforce_gtid_consistency": "ON"}


@dataclass(slots=True)
class ServerOptions:
    """What the options say.

    profile: the version that is started. values: of the variables that the options name.
    log_bin: False with skip-log-bin. basename: of the log files, without folder.
    binlog_do_db, binlog_ignore_db: databases whose changes are (not) logged; empty means all. engines: see
    `binwriter.mysql.engines`. time_zone_tables: named time zones are known, as after mysql_tzinfo_to_sql.
    key_caches: values by a cache's name and a variable's.
    """

    profile: ServerProfile = NEWEST
    values: dict[str, Value] = field(default_factory=dict)
    log_bin: bool = True
    basename: str = _DEFAULT_BASENAME
    server_uuid: UUID | None = None
    binlog_do_db: tuple[str, ...] = ()
    binlog_ignore_db: tuple[str, ...] = ()
    warnings: list[str] = field(default_factory=list)
    time_zone_tables: bool = False
    key_caches: dict[tuple[str, str], Value] = field(default_factory=dict)
    engines: EngineCatalog = BUILT_IN

    @property
    def table(self) -> VariableTable:
        return variables_of(self.profile.name)


# of a server: names and values, or "name=value"
Options = Mapping[str, Any] | Iterable[str]


def option_lines(options: Options) -> tuple[str, ...]:
    """As "name=value"."""
    if isinstance(options, Mapping):
        return tuple(f"{name}={value}" for name, value in options.items())
    return tuple(options)


def parse_server_options(
    options: Options, profile: ServerProfile = NEWEST, engines: EngineCatalog = BUILT_IN
) -> ServerOptions:
    """The server that these options start. Raises OptionError for one with which mysqld would not start.

    options: "name=value" strings, or a mapping of names to values. profile: the server version. engines: those
    declared, before the options have their say.
    """
    result = ServerOptions(profile, engines=with_engines_of(profile.version_number, engines))
    for option in option_lines(options):
        _apply(option.strip().removeprefix("--"), result)
    values = result.values
    default = {name: result.table.variables[name].default for name in ("gtid_mode", "enforce_gtid_consistency")}
    gtid_mode, enforced = (values.get(name, default[name]) for name in default)
    if gtid_mode == "ON" and enforced != "ON":
        raise OptionError("GTID_MODE = ON requires ENFORCE_GTID_CONSISTENCY = ON.")
    values["log_bin"] = result.log_bin
    for name in ("secure_file_priv", "plugin_dir"):
        if (folder := str(values.get(name) or "")) and folder.upper() != "NULL":
            values[name] = f"{folder.rstrip('/')}/"  # as a server shows it
    folder = str(values.get("datadir", result.table.variables["datadir"].default))
    values["log_bin_basename"] = folder + result.basename
    index = str(values.get("log_bin_index") or result.basename)  # as it is shown: the file lies beside the log
    index += "" if "." in index.rpartition("/")[2] else ".index"
    values["log_bin_index"] = index if index.startswith("/") else folder + index
    if not result.log_bin:
        _without_a_log(values, result.table)
    _name_files(values, folder, result.table)
    return result


def _name_files(values: dict[str, Value], folder: str, table: VariableTable) -> None:
    """Files that options do not name lie in the data directory, and relay logs are called as `relay_log` says."""
    if relay := str(values.get("relay_log") or ""):
        values["relay_log_basename"] = relay if relay.startswith("/") else folder + relay
        values.setdefault("relay_log_index", f"{values['relay_log_basename']}.index")
    own = str(table.variables["datadir"].default)
    for name, variable in table.variables.items() if folder != own else ():
        if name != "datadir" and str(variable.default).startswith(own):
            values.setdefault(name, folder + str(variable.default).removeprefix(own))


def _without_a_log(values: dict[str, Value], table: VariableTable) -> None:
    """What is otherwise under skip-log-bin (as a 9.7.4 shows it; tests/binwriter/server/test_log_off)."""
    values.update(log_bin_basename=None, log_bin_index=None)
    if "log_replica_updates" in table.variables:
        values.setdefault("log_replica_updates", False)


def _apply(option: str, result: ServerOptions) -> None:
    name, equals, text = option.partition("=")
    name = name.strip().replace("-", "_").lower()
    loose = name.startswith("loose_")
    name = name.removeprefix("loose_")
    value = text.strip() if equals else None
    if special := _SPECIAL.get(name):
        special(result, value)
        return
    find = result.table.find
    for prefix, meaning in (("skip_", "OFF"), ("disable_", "OFF"), ("enable_", "ON")):
        plain = name.removeprefix(prefix)
        if plain != name and find(name) is None and find(plain) is not None and value is None:
            name, value = plain, meaning
            break
    if name in result.table.options:
        variable: Variable | None = result.table.variables[result.table.options[name]]
    else:
        variable = find(_RENAMED.get(name, name))
    if variable is None or ("no_option" in variable.flags and name not in _RENAMED) or name in _RENAMED.values():
        if _REFUSED.fullmatch(name):
            raise OptionError(f"not supported: {option}")
        if loose:
            result.warnings.append(f"unknown variable '{option}'.")
        elif not _IGNORED.fullmatch(name):
            raise OptionError(f"unknown {'variable' if equals else 'option'} '{option}'")
        return
    _set(variable, name, value, result)


def _set(variable: Variable, name: str, text: str | None, result: ServerOptions) -> None:
    if text is None:
        if variable.kind is not Kind.BOOL and name not in _BARE_ENUMS:
            raise OptionError(f"option '--{name}' requires an argument.")
        text = _BARE_ENUMS.get(name, "ON")
    value = _read(variable, text, result)
    notes: list[Diagnostic] = []
    try:
        kept: Value = convert(
            variable,
            value,
            cast("Value", value) if variable.name in DECIDED_AT_START else variable.default,
            notes,
            result.engines,
            named_zones=NamedZones(loaded=result.time_zone_tables),
        )
    except BinwriterError:
        raise OptionError(f"Error while setting value '{text}' to '{name}'.") from None
    result.warnings += [note.message for note in notes]
    if (of_cache := parts_of_cache(name)) is not None and of_cache[0] != DEFAULT_CACHE:
        result.key_caches[of_cache] = kept
        return
    result.values[result.table.key(variable.name)] = kept
    if variable.name == "character_set_server":
        result.values["collation_server"] = default_collation(str(kept), result.profile.version_number).name


def _read(variable: Variable, text: str, result: ServerOptions) -> GivenValue:
    upper = text.upper()
    if variable.kind is Kind.BOOL:
        if upper not in _TRUE + _FALSE:
            result.warnings.append(f"option '{variable.name}': boolean value '{text}' was not recognized. Set to OFF.")
        return "ON" if upper in _TRUE else "OFF"
    if variable.kind is Kind.INT:
        match = _NUMBER.fullmatch(text)
        if match is None:
            raise OptionError(f"Error while setting value '{text}' to '{variable.name}'.")
        return whole_number(match[1]) * _UNITS[(match[2] or "").upper()]
    if variable.kind is Kind.REAL:
        try:
            return float(text)
        except ValueError:
            raise OptionError(f"Error while setting value '{text}' to '{variable.name}'.") from None
    if variable.kind in (Kind.ENUM, Kind.SET) and text.isdigit():
        return whole_number(text)
    return text


def _log_bin(result: ServerOptions, value: str | None) -> None:
    result.log_bin = True
    if value:
        # mysqld drops an extension: the number takes its place
        result.basename = value.rpartition("/")[2].rpartition(".")[0] or value.rpartition("/")[2]


def _skip_log_bin(result: ServerOptions, value: str | None) -> None:
    result.log_bin = False


def _server_uuid(result: ServerOptions, value: str | None) -> None:
    """Not an option of mysqld (it stands in auto.cnf), but scenarios need to give it."""
    try:
        result.server_uuid = UUID(value or "")
    except ValueError:
        raise OptionError(f"Error while setting value '{value}' to 'server_uuid'.") from None
    result.values["server_uuid"] = str(result.server_uuid)


def _time_zone_tables(result: ServerOptions, value: str | None) -> None:
    """Not an option of mysqld, which looks into tables; as `loose-binwriter-time-zones` it does no harm there."""
    result.time_zone_tables = (value or "ON").upper() in _TRUE


def _do_db(result: ServerOptions, value: str | None) -> None:
    result.binlog_do_db += (value or "",)


def _federated(result: ServerOptions, value: str | None) -> None:
    """The one engine that is built in and off by default."""
    on = value is None or value.upper() in (*_TRUE, "FORCE")
    result.engines = EngineCatalog(result.engines.declared, federated=on)


def _skip_federated(result: ServerOptions, value: str | None) -> None:
    _federated(result, "OFF")


def _ignore_db(result: ServerOptions, value: str | None) -> None:
    result.binlog_ignore_db += (value or "",)


_SPECIAL = {
    "log_bin": _log_bin,
    "skip_log_bin": _skip_log_bin,
    "disable_log_bin": _skip_log_bin,
    "server_uuid": _server_uuid,
    "binlog_do_db": _do_db,
    "binlog_ignore_db": _ignore_db,
    "binwriter_time_zones": _time_zone_tables,
    "federated": _federated,
    "skip_federated": _skip_federated,
}
