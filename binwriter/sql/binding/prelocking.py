"""Prelocking: the tables that a statement may touch by way of triggers, functions and views, in the server's order.

All of them are opened with the statement; each instance that may be written has its Table_map (findings, "Routines and
triggers").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import field

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.foreign_key_tables import (
    any_parent,
    children_changed,
    goes_on,
    is_open_before,
    keys_read,
    tables_of_keys,
)
from binwriter.sql.binding.program_usage import functions_in, usage_of
from binwriter.sql.binding.programs import Program
from binwriter.sql.binding.system_tables import is_grant_table, is_placeholder, system_table_reason
from binwriter.sql.binding.table_nodes import is_serializable, table_nodes
from binwriter.sql.binding.unsafe_reasons import autoinc_reasons, parse_time_reasons, substatement_reasons
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.text.known_trees import has
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.unsafe_policy import UnsafePolicy
from binwriter.statement.values import StatementProfile, TableAccess, UnsafeReason

ORDER_OF_EVENTS = ("INSERT", "UPDATE", "DELETE")


@dataclass(frozen=True, slots=True)
class LockedTable:
    """An instance of a table that a statement holds open. own: the statement itself names it.

    route: the tables by whose triggers and foreign keys it is come to. of_own_key: by keys alone, from a table of the
    statement's own. parent: of one that a key leads to, the place of the table that the key refers to.
    """

    table: Table
    write: bool
    events: frozenset[str]
    own: bool
    route: tuple[Table, ...] = ()
    of_own_key: bool = False
    parent: int | None = None


@dataclass
class Prelocking:
    """The tables of a statement, its own and those of the programs that it may call, in the server's order.

    follows_keys: foreign keys open tables too. follows_own_keys: those of the statement's own tables do, which
    foreign_key_checks decides; those of what programs change do in any case (captured: foreign_keys_opened_twice).
    changes_later: a program may change what is not locked beforehand: a
    temporary table. makes_temporary: it makes one.
    """

    database: Database
    policy: UnsafePolicy
    tables: list[LockedTable] = field(default_factory=list)
    unsafe: set[UnsafeReason] = field(default_factory=set)
    uses_programs: bool = False
    counted: list[TableAccess] = field(default_factory=list)
    counting: bool = True
    follows_keys: bool = False
    follows_own_keys: bool = False
    changeable: frozenset[tuple[str, str]] = frozenset()
    changes_later: bool = False
    makes_temporary: bool = False
    _programs: list[Program] = field(default_factory=list)
    _seen: set[tuple[ProgramKind, str, str]] = field(default_factory=set)
    _opened: int = 0

    def run(self, calls: Iterator[tuple[ProgramKind, str, str]]) -> None:
        """Follows the tables' triggers and these calls to the end."""
        for key in calls:
            self._use(key)
        position = 0
        while self._opened < len(self.tables) or position < len(self._programs):
            while self._opened < len(self.tables):
                self._follow(self.tables[self._opened])
                self._opened += 1
            while position < len(self._programs):
                program = self._programs[position]
                position += 1
                if program.kind is not ProgramKind.TRIGGER:
                    self._add(program)

    @property
    def programs(self) -> tuple[Program, ...]:
        """The programs that it may call."""
        return tuple(self._programs)

    def _use(self, key: tuple[ProgramKind, str, str]) -> Program | None:
        program = self.database.programs.find(*key)
        if program is None:
            return None
        known = (program.kind, program.schema, program.name.lower())
        if known in self._seen:
            return None
        self._seen.add(known)
        self._programs.append(program)
        self.uses_programs = True
        return program

    def _follow(self, locked: LockedTable) -> None:
        if not locked.events or locked.table.temporary:
            return
        is_way = self.is_way(locked)
        route = (*locked.route, locked.table) if is_way else ()
        self._add_triggers(locked.table, locked.events, route)
        if self.follows_keys and is_way and not is_open_before(locked, self.tables, own=self.follows_own_keys):
            # tables of keys come before what their own triggers use
            self.counting &= not any(keys_read(locked.table, locked.events, self.database.catalog))
            of_own = (locked.own and locked.write) or locked.of_own_key
            for child, events in children_changed(locked.table, locked.events, self.database.catalog):
                if child is locked.table:  # it is open already, but its triggers may be others
                    self._add_triggers(child, events - locked.events, route)
                elif goes_on(child, route):
                    self.tables.append(LockedTable(child, True, events, False, route, of_own, self._opened))

    def is_way(self, locked: LockedTable) -> bool:
        """Whether foreign keys of a table that is changed open others, where they do at all."""
        return self.follows_own_keys or not locked.own

    def _add_triggers(self, table: Table, events: frozenset[str], route: tuple[Table, ...]) -> None:
        triggers = self.database.programs.triggers(table.schema, table.name)
        for event in ORDER_OF_EVENTS:
            if event not in events:
                continue
            for timing in ("BEFORE", "AFTER"):
                for trigger in triggers:
                    if (trigger.event, trigger.timing) == (event, timing) and self._use(
                        (trigger.kind, trigger.schema, trigger.name)
                    ):
                        self._add(trigger, route)

    def _add(self, program: Program, route: tuple[Table, ...] = ()) -> None:
        usage = usage_of(program, self.policy, self.database)
        self.unsafe.update(usage.unsafe)
        self.changes_later |= usage.temporary_ddl
        self.makes_temporary |= usage.makes_temporary
        for used in usage.tables:
            name = (used.schema, used.name)
            if name in usage.made and self.database.temporary.find(*name) is not None:
                self.changes_later |= used.write
                continue
            for _ in range(used.count):
                self._open(used.schema, used.name, used.write, used.events, own=False, route=route)
        for key in usage.programs:
            self._use(key)

    def open_own(self, schema: str, name: str, write: bool, events: frozenset[str]) -> None:
        """A table or view that the statement itself names."""
        self._open(schema, name, write, events, own=True)

    def _open(
        self,
        schema: str,
        name: str,
        write: bool,
        events: frozenset[str],
        *,
        own: bool,
        route: tuple[Table, ...] = (),
    ) -> None:
        """The table, or in its place all that are behind a view; what it calls is followed too."""
        view = self.database.view(schema, name)
        if view is not None:
            self.counting &= own  # the statement's own tables are counted where it is analysed
            self._open_view(view, write, events, own=own, route=route)
            return
        try:
            table = self.database.table(schema, name).definition
        except MySQLError:
            self.changes_later |= write
            self.counting &= own  # captured: clusters/engines_behind_missing_tables
            return  # found missing when the program runs
        if is_placeholder(table):
            return
        reason = system_table_reason(table.schema, table.name, self.policy)
        if reason is not None:
            self.unsafe.add(reason)
        self.changes_later |= write and table.temporary
        if not own and table.temporary and any(locked.table is table for locked in self.tables):
            raise mysql_error("ER_CANT_REOPEN_TABLE", name)
        may_change = write or (own and (schema, name) in self.changeable)
        self.tables.append(LockedTable(table, write, events if may_change else frozenset(), own, route))
        if not own:
            self._count(table, write)

    def _count(self, table: Table, write: bool) -> None:
        """Counts tables of programs for warning 6414, up to the first that is only read."""
        self.counting &= write
        if self.counting:
            self.counted.append(TableAccess(table.schema, table.name, table.engine, write=True))

    def _open_view(
        self, view: View, write: bool, events: frozenset[str], *, own: bool, route: tuple[Table, ...]
    ) -> None:
        tree = view_tree(view)
        self.unsafe.update(parse_time_reasons(ParsedStatement(view.query, "select", tree), tree, self.policy))
        for key in functions_in(tree, view.home):
            self._use(key)
        for node in table_nodes(tree):
            self._open(node.text("db") or view.home, node.name, write, events, own=own, route=route)
            write = False  # the first one is what the view changes

    @property
    def own(self) -> tuple[Table, ...]:
        """The statement's own tables that it locks for writing."""
        return tuple(locked.table for locked in self.tables if locked.write and locked.own)

    @property
    def opened(self) -> tuple[Table, ...]:
        """What programs and foreign keys lock for writing beyond them, in the order in which they are followed."""
        return tuple(locked.table for locked in self.tables if locked.write and not locked.own)

    @property
    def grant_tables(self) -> list[Table]:
        """Those that programs may read, each use of one in a program."""
        return [one.table for one in self.tables if is_grant_table(one.table) and not (one.own or one.write)]

    @property
    def writes_own_t(self) -> bool:
        """The statement itself, without its programs, changes a T-table."""
        return any(locked.own and locked.write and locked.table.engine.transactional for locked in self.tables)

    @property
    def written(self) -> tuple[Table, ...]:
        """Every instance locked for writing, in order."""
        return tuple(locked.table for locked in self.tables if locked.write)


def prelock(
    own: list[tuple[str, str, bool]],
    calls: Iterator[tuple[ProgramKind, str, str]],
    events: frozenset[str],
    database: Database,
    context: StatementContext,
    changeable: Collection[tuple[str, str]] = (),
    *,
    unchecked: bool = False,
) -> Prelocking:
    """The tables that a statement locks. own: those that it names (database, name, written), views among them.

    unchecked: foreign keys lead on without foreign_key_checks, too, as for LOCK TABLES (captured: locked_besides).

    changeable: those of an UPDATE of several tables; which of them change is found out once all are open, so that the
    triggers of all are followed (captured: joined_triggers_of_all).
    """
    prelocking = Prelocking(database, context.server.policy.unsafe, follows_keys=context.may_open_key_tables)
    prelocking.follows_own_keys = context.may_open_key_tables if unchecked else context.opens_key_tables
    prelocking.changeable = frozenset(changeable)
    for schema, name, write in own:
        prelocking.open_own(schema, name, write, events)
    prelocking.run(calls)
    return prelocking


def locks_reads(trees: Iterable[exp.Expression], context: StatementContext) -> bool:
    """Whether what a query reads may be locked: SERIALIZABLE, FOR SHARE, FOR UPDATE."""
    return is_serializable(context) or any(has(tree, exp.Lock) for tree in trees)


def locked_by(named: Iterable[tuple[str, str]], database: Database, context: StatementContext) -> tuple[Table, ...]:
    """What LOCK TABLES .. WRITE of tables locks for writing: them, and what any change of them may change."""
    own = [(schema, name, True) for schema, name in named]
    return prelock(own, iter(()), frozenset(ORDER_OF_EVENTS), database, context, unchecked=True).written


def with_programs(profile: StatementProfile, prelocking: Prelocking) -> StatementProfile:
    """The profile with the tables and the unsafe reasons that programs add."""
    added = [
        TableAccess(locked.table.schema, locked.table.name, locked.table.engine, locked.write, locked.table.temporary)
        for locked in prelocking.tables
        if not (locked.own or locked.of_own_key)
    ]
    unsafe = {*profile.unsafe, *prelocking.unsafe}
    by_keys = [
        key_table
        for locked in prelocking.tables
        if locked.events and prelocking.follows_keys and prelocking.is_way(locked)
        for key_table in tables_of_keys(locked.table, locked.events, prelocking.database.catalog)
    ]
    changed_by_keys = [key_table.table for key_table in by_keys if key_table.written]
    foreign = [locked.table for locked in prelocking.tables if locked.write and not locked.own]
    doubles = profile.command == "insert" and any(
        locked.own and "UPDATE" in locked.events for locked in prelocking.tables
    )
    unsafe.update(substatement_reasons([*foreign, *changed_by_keys], prelocking.policy, doubles=doubles))
    if len(changed_by_keys) < len(by_keys) or any(not locked.write for locked in prelocking.tables):
        unsafe.update(autoinc_reasons([*prelocking.written, *changed_by_keys]))
    tables = tuple(dict.fromkeys((*profile.tables, *added)))
    if profile.counted is not None and profile.counting:
        counted = (*profile.counted, *prelocking.counted)
        profile = replace(profile, counted=counted, counting=prelocking.counting)
    opened = (*(locked.table for locked in prelocking.tables), *(key_table.table for key_table in by_keys))
    return replace(
        profile,
        tables=tables,
        unsafe=tuple(unsafe),
        makes_temporary=prelocking.makes_temporary,
        opens_parent=profile.opens_parent or any_parent(opened, prelocking.database.catalog),
    )
