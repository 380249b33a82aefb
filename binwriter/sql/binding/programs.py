"""The stored programs of a server: routines, triggers and events by database and name."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import field
from datetime import datetime
from typing import Any

from binwriter.catalog.tables import Column, Table
from binwriter.formats.records import dataclass, replace
from binwriter.sql.programs.creation import CreationContext
from binwriter.sql.syntax.program_definitions import Characteristics
from binwriter.sql.syntax.programs import ProgramKind, Statement

SERVERS_SCHEMA = "sys"


@dataclass(frozen=True)
class Parameter:
    """A parameter as a column that holds its value. mode: IN, OUT or INOUT."""

    column: Column
    mode: str = "IN"

    @property
    def name(self) -> str:
        return self.column.name


@dataclass(frozen=True, slots=True)
class Schedule:
    """When an event runs, as a server keeps it: times in its time zone. every: the number of units, as it is shown.

    status: ENABLED, DISABLED or REPLICA_SIDE_DISABLED. last: when it was run last, microseconds since 1970 UTC.
    """

    time_zone: str
    at: datetime | None = None
    every: str | None = None
    unit: str | None = None
    starts: datetime | None = None
    ends: datetime | None = None
    preserve: bool = False
    status: str = "ENABLED"
    comment: str = ""
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """How a program was made: its texts as they were given, when (microseconds), and in whose name.

    returns: the type of a function as a server writes it.
    """

    body: str = ""
    parameters: str = ""
    returns: str = ""
    made_by: tuple[str, str] = ("", "")
    created: int = 0
    modified: int = 0
    schedule: Schedule | None = None


@dataclass(frozen=True, eq=False)
class Program:
    """A procedure, function, trigger or event.

    collation: the database's default, which its variables inherit. timing, event, table: of a trigger. definer: who
    made it, or for whom. usage: what
    `usage.usage_of` has found, once it was asked.
    """

    kind: ProgramKind
    schema: str
    name: str
    body: tuple[Statement, ...]
    creation: CreationContext
    collation: int
    parameters: tuple[Parameter, ...] = ()
    returns: Column | None = None
    characteristics: Characteristics = field(default_factory=Characteristics)
    timing: str = ""
    event: str = ""
    table: str = ""
    definer: tuple[str, str] | None = None
    origin: Origin = Origin()
    usage: list[Any] = field(default_factory=list)

    @property
    def qualified_name(self) -> str:
        return f"{self.schema}.{self.name}"

    @property
    def runs_as(self) -> tuple[str, str] | None:
        """The account whose rights it has while it runs; None: the caller's."""
        return None if self.characteristics.security == "INVOKER" else self.definer

    @property
    def fires_in_statement(self) -> bool:
        """It runs inside of the statement that calls it: a function or trigger."""
        return self.kind in (ProgramKind.FUNCTION, ProgramKind.TRIGGER)


class ProgramCatalog:
    """Programs by kind, database and name (in any letter case; trigger names are case sensitive).

    keeps_in_hashes: the tables that a program uses stand in the order of a hash table (up to 5.7).
    servers_own: gives the routines of the sys schema by kind and name, where the server has it; they are not listed.
    """

    def __init__(self) -> None:
        self.keeps_in_hashes = False
        self.servers_own: Callable[[ProgramKind, str], Program | None] | None = None
        self._calls_servers_own = False
        self._programs: dict[tuple[ProgramKind, str, str], Program] = {}
        self._triggers: dict[tuple[str, str], list[Program]] = {}
        self._firing: dict[tuple[str, str, str, str], tuple[Program, ...]] = {}
        self.version = 0  # changes with every view, routine and trigger that comes or goes

    def __bool__(self) -> bool:
        return bool(self._programs) or self._calls_servers_own

    def find(self, kind: ProgramKind, schema: str | None, name: str) -> Program | None:
        """The program, if there is one."""
        found = self._programs.get(_key(kind, schema or "", name))
        if found is None and schema == SERVERS_SCHEMA and self.servers_own is not None:
            found = self.servers_own(kind, _folded(name))
            self._calls_servers_own |= found is not None
        return found

    def add(self, program: Program, *, before: str = "", after: str = "") -> None:
        """Adds or replaces. before, after: the trigger of the same table next to which a new one fires."""
        self.version += program.kind is not ProgramKind.EVENT
        self._programs[_key(program.kind, program.schema, program.name)] = program
        if program.kind is ProgramKind.TRIGGER:
            self._firing.clear()
            chain = self._triggers.setdefault((program.schema, program.table), [])
            names = [trigger.name for trigger in chain]
            place = len(chain)
            if before:
                place = names.index(before)
            elif after:
                place = names.index(after) + 1
            chain.insert(place, program)

    def remove(self, program: Program) -> None:
        self.version += program.kind is not ProgramKind.EVENT
        self._programs.pop(_key(program.kind, program.schema, program.name), None)
        if program.kind is ProgramKind.TRIGGER:
            self._firing.clear()
            self._triggers[program.schema, program.table].remove(program)

    def put(self, program: Program) -> None:
        """In the place of the one of its kind and name, which has to be there."""
        before = self._programs[_key(program.kind, program.schema, program.name)]
        self._programs[_key(program.kind, program.schema, program.name)] = program
        if program.kind is ProgramKind.TRIGGER:
            self._firing.clear()
            chain = self._triggers[program.schema, program.table]
            chain[chain.index(before)] = program

    def triggers(self, schema: str, table: str) -> list[Program]:
        """All triggers of a table, in the order of their making; those of one event and time fire in this order."""
        return self._triggers.get((schema, table), [])

    def firing(self, table: Table, event: str, timing: str = "") -> tuple[Program, ...]:
        """Those of one event and time, or of any. A temporary table has none, also where it stands in front of a table
        that does (captured: temporary_before_triggers_*)."""
        if table.temporary:
            return ()
        key = table.schema, table.name, event, timing
        programs = self._firing.get(key)
        if programs is None:
            chain = self.triggers(table.schema, table.name)
            programs = tuple(program for program in chain if program.event == event and timing in ("", program.timing))
            self._firing[key] = programs
        return programs

    def drop_table(self, schema: str, table: str) -> None:
        """A table's triggers go with it."""
        for trigger in list(self.triggers(schema, table)):
            self.remove(trigger)

    def rename_table(self, schema: str, table: str, new_schema: str, new_table: str) -> None:
        """A table's triggers stay with it."""
        for trigger in list(self.triggers(schema, table)):
            self.remove(trigger)
            self.add(_moved(trigger, new_schema, new_table))

    def drop_schema(self, schema: str) -> None:
        """Everything of a database."""
        for program in [program for program in self if program.schema == schema]:
            self.remove(program)

    @property
    def has_events(self) -> bool:
        """Whether there is an EVENT."""
        return any(kind is ProgramKind.EVENT for kind, *_ in self._programs)

    def __iter__(self) -> Iterator[Program]:
        return iter(list(self._programs.values()))


def _moved(trigger: Program, schema: str, table: str) -> Program:
    return replace(trigger, schema=schema, table=table)


def _key(kind: ProgramKind, schema: str, name: str) -> tuple[ProgramKind, str, str]:
    return kind, schema, name if kind is ProgramKind.TRIGGER else _folded(name)


def _folded(name: str) -> str:
    """Names of routines and events are compared without case and accents (utf8mb3_general_ci)."""
    name = name.lower()
    if name.isascii():
        return name
    bases = (unicodedata.normalize("NFD", character)[0] for character in name)
    return "".join(base if base.isascii() else own for base, own in zip(bases, name, strict=True))
