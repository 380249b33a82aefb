"""The storage engines of one server: those of its build, and those that are declared.

WL#3303 names engines that no server here has (NDB, EXAMPLE) or whose capabilities have changed since (BLACKHOLE). A
declaration brings them back: `NDBX transactional row`, `FOO statement`, `BAR self-logging row`, `BAZ none`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from binwriter.errors import OptionError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.versions import behaviour_of


@dataclass(frozen=True, slots=True)
class Engine:
    """A storage engine's capabilities (WL#3303: HA_BINLOG_ROW_CAPABLE, HA_BINLOG_STMT_CAPABLE).

    transactional: its tables are T-tables (D-T-table), else N-tables. two_phase: it takes part in the commit, so that a
    group with changes of it ends in Xid; BLACKHOLE is transactional and does not.
    statement_needs_repeatable_read: InnoDB drops its statement capability under READ COMMITTED and READ UNCOMMITTED.
    atomic_ddl: DDL carries the status variable ddl_logged_with_xid. insert_only: ARCHIVE has no UPDATE and no DELETE.
    in_memory: its tables come back without rows when the server starts. computes_columns: it takes generated columns
    and expressions as defaults (HA_GENERATED_COLUMNS, HA_SUPPORTS_DEFAULT_EXPRESSION). rows_as_text: CSV writes every
    value as text, and reads all of a row that is changed, so that a TIMESTAMP asks for the time zone (captured:
    zones_of_copied_moments). sorts_keys: keys of an empty table are made at once behind many rows (cluster
    keys_made_at_once).
    """

    name: str
    transactional: bool = False
    two_phase: bool = False
    row_capable: bool = True
    statement_capable: bool = True
    self_logging: bool = False
    statement_needs_repeatable_read: bool = False
    atomic_ddl: bool = False
    insert_only: bool = False
    in_memory: bool = False
    computes_columns: bool = True
    rows_as_text: bool = False
    sorts_keys: bool = False


# findings part 4: what a real 9.7.4 has; NDB and EXAMPLE as WL#3303 lists them (no server here has them).
ENGINES: dict[str, Engine] = {
    engine.name.lower(): engine
    for engine in (
        Engine("InnoDB", transactional=True, two_phase=True, statement_needs_repeatable_read=True, atomic_ddl=True),
        Engine("MyISAM", sorts_keys=True),
        Engine("MEMORY", in_memory=True, computes_columns=False),
        Engine("CSV", computes_columns=False, rows_as_text=True),
        Engine("ARCHIVE", insert_only=True, computes_columns=False),
        Engine("BLACKHOLE", transactional=True, computes_columns=False),
        Engine("MRG_MYISAM", computes_columns=False),
        Engine("FEDERATED"),
        Engine("ndbcluster", transactional=True, two_phase=True, statement_capable=False, self_logging=True),
        Engine("EXAMPLE", statement_capable=False),
    )
}
ENGINE_ALIASES = {"heap": "memory", "merge": "mrg_myisam", "ndb": "ndbcluster", "tina": "csv"}


def engine_by_name(name: str) -> Engine:
    """The engine of that name, in any case of letters. MySQLError ER_UNKNOWN_STORAGE_ENGINE when there is none."""
    key = name.lower()
    try:
        return ENGINES[ENGINE_ALIASES.get(key, key)]
    except KeyError:
        raise mysql_error("ER_UNKNOWN_STORAGE_ENGINE", name) from None


# Known by name, but not in a server's build, or switched off (findings part 4; CREATE TABLE on a 9.7.4 gives 1286).
_NOT_BUILT_IN = frozenset({"example", "federated", "ndbcluster"})
_CAPABILITIES = frozenset({"none", "row", "statement"})

_FLAGS: dict[str, Callable[[Engine], Engine]] = {
    "transactional": lambda engine: replace(engine, transactional=True, two_phase=True),
    "row": lambda engine: replace(engine, row_capable=True),
    "statement": lambda engine: replace(engine, statement_capable=True),
    "none": lambda engine: engine,
    "self-logging": lambda engine: replace(engine, self_logging=True),
    "repeatable-read": lambda engine: replace(engine, statement_needs_repeatable_read=True),
    "atomic-ddl": lambda engine: replace(engine, atomic_ddl=True),
}


def read_engine(text: str) -> Engine:
    """A declared engine: `NAME flags...`. Raises OptionError that names what is wrong.

    Flags, in any order: `row`, `statement` (HA_BINLOG_ROW_CAPABLE, HA_BINLOG_STMT_CAPABLE) or `none` for neither;
    `transactional` (its tables are T-tables and it takes part in the commit), `self-logging` (HA_HAS_OWN_BINLOGGING),
    `repeatable-read` (as InnoDB, no statement form under READ COMMITTED), `atomic-ddl`. One of the first three is
    needed. The name may be that of a known engine, which then is as declared.
    """
    name, *flags = text.split()[:1] + text.lower().split()[1:] or [""]
    if not name.replace("_", "").isalnum() or name[0].isdigit():
        raise OptionError(f"engine: {name!r} is no name for a storage engine")
    unknown = [flag for flag in flags if flag not in _FLAGS]
    if unknown:
        raise OptionError(f"engine: {name}: unknown flag {unknown[0]!r} (known: {', '.join(_FLAGS)})")
    if not _CAPABILITIES.intersection(flags):
        raise OptionError(f"engine: {name}: how is it logged? It needs row, statement, both, or none")
    if "none" in flags and _CAPABILITIES.intersection(flags) != {"none"}:
        raise OptionError(f"engine: {name}: none excludes row and statement")
    known = ENGINES.get(_key(name))
    engine = Engine(name if known is None else known.name, row_capable=False, statement_capable=False)
    for flag in flags:
        engine = _FLAGS[flag](engine)
    return engine


def _key(name: str) -> str:
    return ENGINE_ALIASES.get(name.lower(), name.lower())


@dataclass(frozen=True)
class EngineCatalog:
    """Which engines a server has. declared: besides, or instead of, its own. federated: FEDERATED is switched on."""

    declared: tuple[Engine, ...] = ()
    federated: bool = False
    _by_key: dict[str, Engine] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        missing = _NOT_BUILT_IN - {"federated"} if self.federated else _NOT_BUILT_IN
        self._by_key.update({key: engine for key, engine in ENGINES.items() if key not in missing})
        self._by_key.update({_key(engine.name): engine for engine in self.declared})

    def find(self, name: str) -> Engine:
        """The engine of that name or alias, any letter case. MySQLError ER_UNKNOWN_STORAGE_ENGINE without one."""
        try:
            return self._by_key[_key(name)]
        except KeyError:
            raise mysql_error("ER_UNKNOWN_STORAGE_ENGINE", name) from None


BUILT_IN = EngineCatalog()


def with_engines_of(version: int, catalog: EngineCatalog) -> EngineCatalog:
    """The engines as a server of that version (50127, say) has them."""
    if behaviour_of(version).blackhole_rows:
        return catalog
    older = replace(ENGINES["blackhole"], row_capable=False)
    return EngineCatalog((older, *catalog.declared), federated=catalog.federated)
