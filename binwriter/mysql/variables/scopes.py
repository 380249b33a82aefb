"""System variables: one `GlobalVariables` a server, one `SessionVariables` a connection.

What there is and what is allowed stands in `data/variables`, `spec` (types), `values` (conversion of
values) and `rules` (when, and with what); here are scopes and DEFAULT.
Source: MySQL manual, "Server System Variables"; errors and warnings as seen on a 9.7.4 server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from binwriter.formats.collations import Collation, collation_by_id, collation_by_name, default_collation
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.time_zones import NamedZones
from binwriter.mysql.variables.rules import (
    AFTER,
    LINKS,
    NOT_IN_TRANSACTION,
    check_gtid_next,
    deprecations,
    in_order,
    refuse_cache,
    replica_mode_set,
    told_beside,
    value_deprecations,
    values_beside,
)
from binwriter.mysql.variables.server_scope import DEFAULT, Default, Given, GlobalVariables, Values, as_named
from binwriter.mysql.variables.settings import Settings, settings_of
from binwriter.mysql.variables.spec import Kind, Scope, Value, Variable, VariableTable, folded
from binwriter.mysql.variables.values import GivenValue, charset_by_name, collation_by_any, convert

__all__ = ["DEFAULT", "GivenValue", "GlobalVariables", "SessionVariables", "Value"]


_RAND_SEEDS = ("rand_seed1", "rand_seed2")

_UNLIMITED = (1 << 64) - 1  # of max_join_size
_OF_THE_SERVER = ("max_user_connections",)  # an account's own limit would be another value
_OFF_OR_AS_THE_SERVER = ("max_delayed_threads", "max_insert_delayed_threads")


class SessionVariables:
    """One connection's values; those without a session value are the server's.

    clock: microseconds since 1970 UTC, for @@timestamp while SET TIMESTAMP is not in force.
    fixed_timestamp: what SET TIMESTAMP said, in microseconds; None for the running clock.
    next_transaction: SET TRANSACTION without a scope and SET @@transaction_isolation: in force for the next transaction
        only; the session empties it at the transaction's end.
    client_collation: the one of SET NAMES ... COLLATE; Query events carry it as the client's. results_collation: what
    SET NAMES has given character_set_results. None: the character set's default. assigned_rand_seeds: SET rand_seed1,
    rand_seed2 since the session last took them (@@rand_seed1 itself reads 0). applies_log: it ran a BINLOG statement.
    entered: the default database with the collation that it had when the session came to it, whatever other sessions
    make of it since (captured: databases_altered_by_others_statement).
    """

    def __init__(self, global_variables: GlobalVariables, clock: Callable[[], int] | None = None) -> None:
        self.global_variables = global_variables
        self.profile = global_variables.profile
        self.behaviour = global_variables.behaviour
        self.engines = global_variables.engines
        self.fixed_timestamp: int | None = None
        self.next_transaction = Values()
        self.touched: set[str] = set()  # by SET
        self.before_set: dict[str, Any] | None = None  # see `values_beside`, while SET of several variables runs
        self.assigned_rand_seeds: dict[str, int] = {}
        self.client_collation: str | None = None
        self.results_collation: str | None = None
        self.applies_log = False
        self.entered: tuple[str | None, int] | None = None
        self._clock = clock
        self._computed: dict[str, Callable[[], Value]] = {}
        self._settings: Settings | None = None
        self._settings_made = -1, -1  # in which states
        self._several: dict[tuple[str, ...], tuple[Any, ...]] = {}
        self._several_made: tuple[int, ...] = ()  # in which states
        self._values = Values(
            (
                variable.name,
                variable.default if variable.scope is Scope.SESSION else global_variables.get(variable.name),
            )
            for variable in self.table.variables.values()
            if variable.has_session and variable.name not in (*_OF_THE_SERVER, "timestamp", *self.table.aliases)
        )
        if self._values.get("max_join_size") != _UNLIMITED:
            self._limit_big_selects()

    @property
    def table(self) -> VariableTable:
        """Which variables there are: a plugin may bring more."""
        return self.global_variables.table

    @property
    def changes(self) -> tuple[int, int, int]:
        """Another value whenever a variable may have another one, of those that SET sets and keeps; the same once more
        when all have come back to what they were."""
        return self._values.changes, self.next_transaction.changes, self.global_variables._values.changes

    @property
    def settings(self) -> Settings:
        """Those that are asked for often, in their types: made anew in every other state."""
        changes = self._values.changes, self.global_variables._values.changes
        if self._settings is None or self._settings_made != changes:
            self._settings, self._settings_made = settings_of(self.get), changes
        return self._settings

    def get(self, name: str) -> Any:
        """The session value, else the global one, a `Value`. MySQLError 1193 for an unknown name. Any letter case.

        Also of variables that this version does not know: `read` is what a statement may ask.
        """
        values = self._values
        return values[name] if name in values else self._look_up(name)

    def several(self, names: tuple[str, ...]) -> tuple[Any, ...]:
        """As `get` of each, kept until one of all changes. names: of those that SET sets and keeps."""
        if (changes := self.changes) != self._several_made:
            self._several.clear()
            self._several_made = changes
        if (values := self._several.get(names)) is None:
            values = self._several[names] = tuple(map(self.get, names))
        return values

    def read(self, name: str) -> Any:
        """@@x: as `get`, but 1193 for what this server version does not know."""
        return as_named(self.table.by_name(name).name, self.get(name), self.profile.version_number)

    def _look_up(self, name: str) -> Any:
        key = self.table.key(folded(name))
        if key == "timestamp":
            fixed = self.fixed_timestamp
            now = fixed if fixed is not None else self._clock() if self._clock else 0
            # up to 5.5 an integer (the samples of 5.1.54)
            return now / 1_000_000 if self.behaviour.moments_have_fractions else now // 1_000_000
        if key in self._computed:
            return self._computed[key]()
        return self._values[key] if key in self._values else self.global_variables.get(key)

    def compute(self, name: str, function: Callable[[], Value]) -> None:
        """From now on reading the variable asks this function (gtid_owned)."""
        self._computed[name] = function
        self._values.pop(name, None)

    def get_session(self, name: str) -> Any:
        """@@session.x and @@local.x: error 1238 for a variable with a global value only."""
        variable = self.table.by_name(name)
        if not variable.has_session:
            raise mysql_error("ER_INCORRECT_GLOBAL_LOCAL_VAR", name, "GLOBAL")
        return self.read(variable.name)

    def get_global(self, name: str) -> Any:
        """@@global.x, a `Value`. MySQLError 1193, 1238."""
        return self.global_variables.read(name)

    def assign(self, name: str, value: Value) -> None:
        """Sets a session value without any check: what the server itself does (last_insert_id, insert_id ...)."""
        self._values[self.table.key(name)] = value

    def start_microseconds(self, clock: Callable[[], int]) -> int:
        """The statement's time: SET TIMESTAMP's, else the clock's."""
        return clock() if self.fixed_timestamp is None else self.fixed_timestamp

    def isolation(self) -> str:
        """The isolation level of the transaction that is open or begins now."""
        return str(self.next_transaction.get("transaction_isolation", self._values["transaction_isolation"]))

    def read_only(self) -> bool:
        """Whether the transaction that is open or begins now may change nothing but temporary tables."""
        return bool(self.next_transaction.get("transaction_read_only", self._values.get("transaction_read_only")))

    def set(
        self, name: str, value: Given, *, in_transaction: bool = False, has_temporary_tables: bool = False
    ) -> list[Diagnostic]:
        """SET SESSION. Returns the warnings; raises MySQLError and then has changed nothing.

        in_transaction: a transaction is open. has_temporary_tables: the session has some.
        """
        variable = self.table.by_name(name)
        _check_scope(variable)
        warnings = deprecations(variable)
        key = self.table.key(variable.name)
        if "session_read_only" in variable.flags:
            if not isinstance(value, Default):
                convert(variable, value, self.get(key), warnings)  # whether it is a value at all comes first
            refused = mysql_error("ER_VARIABLE_IS_READONLY", variable.name)
            refused.earlier = tuple(warnings)  # captured: clusters/values_of_read_only_session
            raise refused
        if key == "gtid_next" and not isinstance(value, (int, float, Decimal)):  # a text is read once it may be set
            _check_moment(key, in_transaction, has_temporary_tables)
        if key == "timestamp" and isinstance(value, (float, Decimal)) and not self.behaviour.moments_have_fractions:
            raise mysql_error("ER_WRONG_TYPE_FOR_VAR", variable.name)  # captured: fractions_of_timestamp_statement
        kept = self.converted(variable, value, warnings)
        refuse_cache(variable, kept)
        _check_moment(variable.name, in_transaction, has_temporary_tables)
        if key in _OFF_OR_AS_THE_SERVER and kept not in (0, self.global_variables.get(key)):
            raise mysql_error("ER_WRONG_VALUE_FOR_VAR", variable.name, value)
        warnings = in_order(variable, warnings) + value_deprecations(variable, kept, self.get(key))
        self.touched.add(key)
        if key == "timestamp":
            self.fixed_timestamp = round(float(kept or 0) * 1_000_000) or None
        elif key in _RAND_SEEDS:
            self.assigned_rand_seeds[key] = int(kept or 0)
        else:
            if key == "gtid_next":
                check_gtid_next(str(kept), str(self.global_variables.get("gtid_mode")))
            if key == "pseudo_replica_mode":
                warnings += replica_mode_set(self._values[key], kept, applies=self.applies_log)
                self.applies_log = self.applies_log and bool(kept)
            self._values[key] = kept
            if key == "character_set_client":
                self.client_collation = None
            elif key == "character_set_results":
                self.results_collation = None
            if link := LINKS.get(key):
                defaults: dict[str, Any] | None = None
                if isinstance(value, Default):
                    defaults = self.global_variables._values
                if defaults is not None and key in _OF_DATABASE:
                    defaults = {"collation_database": self._collation_of_database}
                link(self._values, defaults, self.profile.version_number)
            if key == "max_join_size":
                self._limit_big_selects()
            if after := AFTER.get(key):
                warnings += after(self._values)
            warnings += told_beside(key, kept, self.before_set or self._values, log_bin=bool(self.get("log_bin")))
        return warnings

    @contextmanager
    def set_together(self) -> Iterator[None]:
        """While SET of several variables runs: their values are looked at beside those that the others had before."""
        scopes = (self, self.global_variables)
        for scope in scopes:
            scope.before_set = values_beside(scope._values)
        try:
            yield
        finally:
            for scope in scopes:
                scope.before_set = None

    def converted(self, variable: Variable, value: Given, warnings: list[Diagnostic]) -> Any:
        """What SET SESSION makes of a value, whether it may be set now or not: that comes later (captured:
        clusters/values_before_moments). Raises MySQLError 1230, 1231, 1232."""
        if isinstance(value, Default):
            return self._default(variable)
        known, current = self.global_variables, self.get(self.table.key(variable.name))
        zones, strict = self.zones, self.is_strict
        return convert(variable, value, current, warnings, known.engines, named_zones=zones, strict=strict)

    @property
    def is_strict(self) -> bool:
        """Whether numbers that are out of bounds are errors."""
        return "STRICT_ALL_TABLES" in self.settings.sql_mode

    def _limit_big_selects(self) -> None:
        """sql_big_selects follows max_join_size: at the begin of a session, and whenever that is set."""
        self._values["sql_big_selects"] = self._values.get("max_join_size") == _UNLIMITED

    def set_global(self, name: str, value: Given, *, in_transaction: bool = False) -> list[Diagnostic]:
        """SET GLOBAL; sessions that are open keep their own values."""
        return self.global_variables.set(name, value, in_transaction=in_transaction, strict=self.is_strict)

    def set_next_transaction(self, name: str, value: Given, *, in_transaction: bool = False) -> list[Diagnostic]:
        """SET @@transaction_isolation, SET @@transaction_read_only, SET TRANSACTION without a scope.

        Error 1568 in a transaction.
        """
        variable = self.table.by_name(name)
        key = self.table.key(variable.name)
        if in_transaction:
            raise mysql_error("ER_CANT_CHANGE_TX_CHARACTERISTICS")
        warnings: list[Diagnostic] = []
        self.next_transaction[key] = (
            self._default(variable) if isinstance(value, Default) else convert(variable, value, self.get(key), warnings)
        )
        return warnings

    def set_names(self, charset: str | Default, collation: str | None = None) -> list[Diagnostic]:
        """SET NAMES charset [COLLATE collation], SET NAMES DEFAULT."""
        touched = set(self.touched)  # of these variables a server does not say that they were set
        try:
            return self._set_names(charset, collation)
        finally:
            self.touched = touched

    def _set_names(self, charset: str | Default, collation: str | None) -> list[Diagnostic]:
        warnings: list[Diagnostic] = []
        if isinstance(charset, Default):  # the global one of the client for all three
            own_name = str(self.global_variables.get("character_set_client"))
        else:
            own_name = charset_by_name(charset, warnings)
        if collation is None:
            chosen = default_collation(own_name)
            if own_name == "utf8mb4":
                chosen = collation_by_name(str(self.get("default_collation_for_utf8mb4")))
        else:
            chosen = collation_in(own_name, collation, warnings)
        self.set("character_set_client", own_name)
        is_usual = collation is None and chosen is default_collation(own_name)
        self.client_collation = None if is_usual else chosen.name
        self.results_collation = chosen.name
        self._values.update(
            character_set_results=own_name, character_set_connection=own_name, collation_connection=chosen.name
        )
        return warnings

    @property
    def zones(self) -> NamedZones:
        """The time zones that have names."""
        return self.global_variables.zones

    def set_character_set(self, charset: str | Default) -> list[Diagnostic]:
        """SET CHARACTER SET: client and results speak it, the connection has the default database's collation."""
        self.set("character_set_client", charset)
        self.set("character_set_results", charset)
        self._values["collation_connection"] = self._values["collation_database"]
        self._values["character_set_connection"] = self._values["character_set_database"]
        return []  # of a character set that is going away this form does not warn (captured: charsets_*)

    def database_changed(self, collation: int | None, database: str | None) -> None:
        """USE: @@character_set_database and @@collation_database are the new database's; None: there is none."""
        name = self.global_variables.get("collation_server") if collation is None else collation_by_id(collation).name
        self._values["collation_database"] = name
        self._values["character_set_database"] = collation_by_name(name).charset
        self.entered = database, collation_by_name(name).id

    @property
    def _collation_of_database(self) -> str:
        return str(self.get("collation_server")) if self.entered is None else collation_by_id(self.entered[1]).name

    def _default(self, variable: Variable) -> Any:
        if "no_default" in variable.flags:
            raise mysql_error("ER_NO_DEFAULT", variable.name)
        if variable.scope is Scope.SESSION:
            stays = variable.kind is Kind.BOOL and not self.behaviour.switches_have_defaults
            return self.get(variable.name) if stays else variable.default
        key = self.table.key(variable.name)
        if key in _OF_DATABASE:
            own = self._collation_of_database
            return own if key == "collation_database" else collation_by_name(own).charset
        value = self.global_variables.get(key)
        return not value if "reversed_default" in variable.flags else value  # captured: clusters/defaults_of_bits


# Their DEFAULT in a session is what its database has (captured: clusters/database_collation_set_back).
_OF_DATABASE = frozenset({"collation_database", "character_set_database"})


def _check_scope(variable: Variable) -> None:
    if variable.read_only:
        raise mysql_error("ER_INCORRECT_GLOBAL_LOCAL_VAR", variable.name, "read only")
    variable.refuse_scope(of_session=True)


def _check_moment(name: str, in_transaction: bool, has_temporary_tables: bool) -> None:
    if name == "binlog_format" and has_temporary_tables:
        raise mysql_error("ER_TEMP_TABLE_PREVENTS_SWITCH_SESSION_BINLOG_FORMAT")
    if in_transaction and name in NOT_IN_TRANSACTION:
        raise NOT_IN_TRANSACTION[name]()


def collation_in(charset: str, name: str, warnings: list[Diagnostic]) -> Collation:
    """A collation of the character set. ER_UNKNOWN_COLLATION, ER_COLLATION_CHARSET_MISMATCH."""
    chosen = collation_by_any(name, warnings)
    if chosen.charset != charset:
        raise mysql_error("ER_COLLATION_CHARSET_MISMATCH", chosen.name, charset)
    return chosen
