"""The server's system variables, and what keeps values of either scope.

Source: MySQL manual, "Server System Variables"; errors and warnings as seen on a 9.7.4 server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self

from binwriter.formats.collations import charset_name_in, collation_by_name
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.mysql.engines import Engine, EngineCatalog
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.time_zones import NamedZones
from binwriter.mysql.variables.options import DECIDED_AT_START, Options, ServerOptions, parse_server_options
from binwriter.mysql.variables.rules import (
    AFTER,
    GLOBAL_CHECKS,
    LINKS,
    deprecations,
    in_order,
    refuse_cache,
    told_beside,
    value_deprecations,
)
from binwriter.mysql.variables.spec import DEFAULT_CACHE, OF_KEY_CACHES, Value, parts_of_cache, variables_of
from binwriter.mysql.variables.values import GivenValue, convert
from binwriter.mysql.versions import behaviour_of

if TYPE_CHECKING:
    from binwriter.mysql.variables.key_caches import KeyCaches


class Default:
    """What SET x = DEFAULT gives."""

    def __repr__(self) -> str:
        return "DEFAULT"


# SET x = DEFAULT: the global value for a session, the compiled-in value for the global one.
DEFAULT: Final = Default()
Given = GivenValue | Default

# SET GLOBAL of these is refused in a transaction.
_NOT_GLOBAL_IN_TRANSACTION = frozenset(
    ("gtid_mode", "enforce_gtid_consistency", "gtid_purged", "binlog_checksum", "binlog_row_value_options")
)


class Values(dict[str, Value]):
    """Values by name. changes: the number of the state that they are in, so that what was made of them can be kept: the
    same number means the same values, also of a session that has come back to them.
    """

    _MOST_STEPS = 256

    def __init__(self, given: Iterable[tuple[str, Value]] = ()) -> None:
        super().__init__(given)
        self.changes = 0
        self._states = 0
        self._steps: dict[tuple[int, str, type, object], int] = {}  # from which state, by which value, to which
        self._begins_empty = not self

    def change(self) -> None:
        """They are in a state in which they never were."""
        self._states += 1
        self.changes = self._states

    def __setitem__(self, name: str, value: Value) -> None:
        before = self.get(name, _MISSING)
        kind = type(value)
        if type(before) is kind and kind in _STEPPED and before == value:
            return
        super().__setitem__(name, value)
        if kind not in _STEPPED:
            self.change()
            return
        state, step = self.changes, (self.changes, name, kind, value)
        if step in self._steps:
            self.changes = self._steps[step]
            return
        self.change()
        if len(self._steps) >= self._MOST_STEPS:
            self._steps.clear()
        self._steps[step] = self.changes
        if type(before) in _STEPPED:
            self._steps[self.changes, name, type(before), before] = state

    def __delitem__(self, name: str) -> None:
        self.change()
        super().__delitem__(name)

    def update(self, *given: Any, **named: Any) -> None:
        for name, value in dict(*given, **named).items():
            self[name] = value

    def __ior__(self, given: Any) -> Self:  # type: ignore[override,misc]
        self.update(given)
        return self

    def pop(self, *given: Any) -> Any:
        self.change()
        return super().pop(*given)

    def clear(self) -> None:
        if self:
            super().clear()
            self.change()
            if self._begins_empty:
                self.changes = 0

    def setdefault(self, name: str, value: Any = None) -> Any:
        if name not in self:
            self[name] = value
        return self[name]


_MISSING = object()
_STEPPED = frozenset({int, bool, str, type(None)})  # of these equal values look alike


def as_named(name: str, value: Any, version: int) -> Any:
    """Character sets and collations by the names of that version (utf8, now utf8mb3)."""
    if value and name.startswith("character_set_"):
        return charset_name_in(value, version)
    return collation_by_name(value).name_in(version) if name.startswith("collation_") else value


class GlobalVariables:
    """The server's values. `assign` is the server's own way to set what SET may not.

    options: as on mysqld's command line, "name=value" strings or a mapping (OptionError if mysqld would not start).
    profile: the server version, by default the newest. server_uuid: unless the options say one.
    engines: those that are declared beside the server's own.
    """

    def __init__(
        self,
        options: Options = (),
        *,
        profile: ServerProfile | None = None,
        server_uuid: str | None = None,
        engines: Iterable[Engine] = (),
    ) -> None:
        self.profile = profile or NEWEST
        self.behaviour = behaviour_of(self.profile.version_number)
        self.table = variables_of(self.profile.name)
        self.touched: set[str] = set()  # by SET
        self.before_set: dict[str, Any] | None = None  # see `values_beside`, while SET of several variables runs
        declared = EngineCatalog(tuple(engines))
        self.options: ServerOptions = parse_server_options(options, self.profile, declared)
        self.engines = self.options.engines
        self.zones = NamedZones(loaded=self.options.time_zone_tables)
        self._values = Values(
            (variable.name, variable.default)
            for variable in self.table.variables.values()
            if variable.has_global and variable.name not in self.table.aliases
        )
        if profile is not None:
            self._values["version"] = profile.version
        if server_uuid is not None:
            self._values["server_uuid"] = server_uuid
        self._values |= {self.table.key(name): value for name, value in self.options.values.items()}
        for kind in ("connection", "database"):
            self._values[f"character_set_{kind}"] = self._values["character_set_server"]
            self._values[f"collation_{kind}"] = self._values["collation_server"]
        for name in ("character_set_client", "character_set_results"):
            self._values[name] = self._values["character_set_server"]
        for after in (AFTER["max_binlog_cache_size"], AFTER["max_binlog_stmt_cache_size"]):
            after(self._values)
        self._computed: dict[str, Callable[[], Value]] = {}

    @cached_property
    def key_caches(self) -> KeyCaches:
        """Those beside the default one."""
        from binwriter.mysql.variables.key_caches import KeyCaches  # late: few statements name one

        caches = KeyCaches({name: self.at_start(name) for name in OF_KEY_CACHES})
        for (cache, name), value in self.options.key_caches.items():
            caches.set(cache, name, value)
        return caches

    def get(self, name: str) -> Any:
        """The global value, a `Value`. MySQLError 1193 for an unknown name, 1238 if it has a session value only.

        Also of variables that this version does not know: `read` is what a statement may ask.
        """
        values = self._values
        return values[name] if name in values else self._look_up(name)

    def at_start(self, name: str) -> Any:
        """What the server began with: the option's value, or the default. For what it reads once."""
        return self.options.values.get(name, self.table.by_name(name).default)

    def read(self, name: str) -> Any:
        """@@global.x: as `get`, but 1193 for what this server version does not know."""
        return as_named(self.table.by_name(name).name, self.get(name), self.profile.version_number)

    def _look_up(self, name: str) -> Any:
        if "." in name and (of_cache := parts_of_cache(name)) is not None:
            return self.get(of_cache[1]) if of_cache[0] == DEFAULT_CACHE else self.key_caches.value(*of_cache)
        key = self.table.key(name.lower())
        variable = self.table.variables.get(key) or self.table.by_name(name)
        if not variable.has_global:
            raise mysql_error("ER_INCORRECT_GLOBAL_LOCAL_VAR", name, "SESSION")
        compute = self._computed.get(key)
        return compute() if compute is not None else self._values[key]

    def assign(self, name: str, value: Value) -> None:
        """Sets a value without any check, also a read-only one."""
        self._values[self.table.key(name)] = value

    def snapshot(self) -> dict[str, Value]:
        """All values, for `restore`."""
        return dict(self._values)

    def restore(self, values: dict[str, Value]) -> None:
        """Takes back what was set since the snapshot."""
        for name, value in values.items():
            if self._values.get(name) != value:
                self._values[name] = value

    def compute(self, name: str, function: Callable[[], Value]) -> None:
        """From now on reading the variable asks this function (gtid_executed, gtid_owned ...)."""
        self._computed[name] = function
        self._values.pop(name, None)

    def set(self, name: str, value: Given, *, in_transaction: bool = False, strict: bool = False) -> list[Diagnostic]:
        """SET GLOBAL. Returns the warnings; raises MySQLError and then has changed nothing. strict: see `convert`."""
        variable = self.table.by_name(name)
        key = self.table.key(variable.name)
        if variable.read_only:
            raise mysql_error("ER_INCORRECT_GLOBAL_LOCAL_VAR", variable.name, "read only")
        variable.refuse_scope(of_session=False)
        if "refuses_global" in variable.flags:  # of 5.7
            shown = "DEFAULT" if isinstance(value, Default) else str(value)
            raise mysql_error("ER_WRONG_VALUE_FOR_VAR", variable.name, shown)
        if isinstance(value, Default) and "no_default" in variable.flags:
            raise mysql_error("ER_NO_DEFAULT", variable.name)
        warnings = deprecations(variable)
        of_cache = parts_of_cache(name)
        current = self.get(key if of_cache is None else name)
        kept = self.at_start(variable.name) if variable.name in DECIDED_AT_START else variable.default
        if not isinstance(value, Default):
            kept = convert(variable, value, current, warnings, self.engines, named_zones=self.zones, strict=strict)
        refuse_cache(variable, kept)
        if in_transaction and variable.name in _NOT_GLOBAL_IN_TRANSACTION:
            raise mysql_error("ER_VARIABLE_NOT_SETTABLE_IN_TRANSACTION", variable.name)
        warnings = in_order(variable, warnings) + value_deprecations(variable, kept)
        if of_cache is not None and self.behaviour.warns_of_key_caches:
            warnings.append(mysql_warning("ER_WARN_DEPRECATED_KEY_CACHES", ".".join(of_cache)))
        if of_cache is not None and of_cache[0] != DEFAULT_CACHE:
            self.key_caches.set(*of_cache, kept)
            return warnings
        if check := GLOBAL_CHECKS.get(variable.name):
            check(self._values, kept)
        self._values[key] = kept
        self.touched.add(key)
        if link := LINKS.get(key):
            link(self._values, self._values if isinstance(value, Default) else None, self.profile.version_number)
        if after := AFTER.get(key):
            warnings += after(self._values)
        warnings += told_beside(key, kept, self.before_set or self._values, log_bin=self.options.log_bin)
        return warnings
