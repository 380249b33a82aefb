"""The tables of a workload: CREATE statements run on a fake server, which says what they make and what it logs.

Whatever MySQL would refuse is refused here, with MySQL's own error and the line; all that is wrong is said at once.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from binwriter.catalog.tables import Table
from binwriter.errors import BinwriterError, MySQLError, SpecError, all_of
from binwriter.formats.records import dataclass
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.mysql.identifiers import quoted
from binwriter.scenario.script import ScriptError, split_script
from binwriter.server.server import Server
from binwriter.sql.engine import FrontEnd
from binwriter.sql.syntax.session import Use
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import DdlEvent
from binwriter.workload.schemas.statements import Part, part_of, plain_words
from binwriter.workload.specification.spec import WorkloadSchema

if TYPE_CHECKING:
    from binwriter.server.session import Session

# Variables that a dump sets for its session, that decide on what its statements make, and that their events carry.
_CARRIED = ("sql_mode", "foreign_key_checks", "unique_checks")


@dataclass
class _Recorder(FrontEnd):
    """A front end that keeps what its DDL statements log."""

    events: tuple[DdlEvent, ...] = ()

    def run_ddl(self, *arguments, **options):  # type: ignore[no-untyped-def]
        """As the front end, and keeps the events."""
        effects = super().run_ddl(*arguments, **options)
        # a log of this server would have the text in the client's character set: UTF-8 here
        self.events += effects.ddl
        return effects


def read_schema(
    text: str | Sequence[str],
    place: str | Sequence[str],
    *,
    database: str,
    options: Iterable[str] = (),
    profile: ServerProfile = NEWEST,
) -> WorkloadSchema:
    """The tables that the statements of `text` make, and what is logged for them.

    Whatever makes no table is left out and said in the notes: views, triggers, routines, events, accounts, rows.

    text: of one file, or of several, which run in sessions of their own on one server. place: where it comes from,
    for errors; one for each. database: made and used first if the text neither makes nor uses one.
    Raises SpecError with the lines: for statements MySQL refuses, for others than those of dumps, and for no table.
    """
    texts = [text] if isinstance(text, str) else [*text]
    places = [place] if isinstance(place, str) else [*place]
    problems: list[SpecError] = []
    notes: list[str] = []
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), [*options], profile=profile.name) as server:
        server.front_end = front_end = _Recorder()
        variables: list[Mapping[str, Any]] = []
        for script, name in zip(texts, places, strict=True):
            try:
                statements = split_script(script)
            except ScriptError as error:
                raise SpecError(name, str(error)) from error
            reader = _Reader(server, front_end, name, variables)
            reader.run_all(statements, database)
            problems += reader.problems
            notes += reader.notes()
    tables = tuple(front_end.catalog)
    problems += _missing_parents(tables, ", ".join(places))
    if not tables and not problems:
        raise SpecError(", ".join(places), "it makes no table")
    if problems:
        raise all_of(problems)
    return WorkloadSchema(tables, front_end.events, tuple(variables), tuple(notes))


class _Reader:
    """Runs the statements of one file. variables: by event, of all files; it is added to."""

    def __init__(self, server: Server, front_end: _Recorder, place: str, variables: list[Mapping[str, Any]]) -> None:
        self.front_end = front_end
        self.session = server.connect()
        self.place = place
        self.problems: list[SpecError] = []
        self.variables = variables
        self._before = {name: self.session.variables.get(name) for name in _CARRIED}
        self._left_out: dict[Part, set[str]] = {}

    def run_all(self, statements: list[tuple[int, str]], database: str) -> None:
        """Statements by line; database: if they name none."""
        if not any(_names_database(text) for _, text in statements):
            self.session.execute(f"CREATE DATABASE IF NOT EXISTS {quoted(database)}")
            self.session.execute(f"USE {quoted(database)}")
        self._keep_variables()
        for line, statement in statements:
            try:
                self._run(statement)
            except SpecError as error:
                self.problems.append(SpecError(f"{self.place}, line {line}", error.reason))
            except BinwriterError as error:
                self.problems.append(SpecError(f"{self.place}, line {line}", str(error)))
            self._keep_variables()

    def _run(self, statement: str) -> None:
        part, name = part_of(statement)
        if part is Part.SESSION:
            _try(self.session, statement)
        elif part is Part.DEFINES:
            self._define(statement)
        elif part is not Part.CHATTER and not plain_words(statement).upper().startswith("DROP"):
            self._left_out.setdefault(part, set()).add(name)

    def _define(self, statement: str) -> None:
        parsed = self.front_end.parse(statement)
        if not isinstance(parsed.node, Use) and CommandTrait.DEFINES not in parsed.traits:
            raise SpecError("", f"only CREATE, DROP, ALTER and USE may stand in a schema: {statement[:60]}")
        logged, there = self.front_end.events, _names(self.front_end)
        self._make(statement)
        if plain_words(statement).upper().startswith("DROP") and _names(self.front_end) == there:
            self.front_end.events = logged  # DROP ... IF EXISTS before each CREATE: the log begins with an empty server

    def _make(self, statement: str) -> None:
        """Runs it; without foreign_key_checks, as dumps have it, if it refers to a table that comes later."""
        try:
            self.session.execute(statement)
        except MySQLError as error:
            if error.symbol != "ER_FK_CANNOT_OPEN_PARENT":
                raise
            self.session.execute("SET foreign_key_checks = 0")
            self.session.execute(statement)
            self._keep_variables()
            self.session.execute("SET foreign_key_checks = 1")

    def _keep_variables(self) -> None:
        now = {name: self.session.variables.get(name) for name in _CARRIED}
        changed = {name: value for name, value in now.items() if value != self._before[name]}
        self.variables += [changed] * (len(self.front_end.events) - len(self.variables))

    def notes(self) -> tuple[str, ...]:
        """What was left out, in a line."""
        if not self._left_out:
            return ()
        what = ", ".join(f"{len(names)} {part.value}" for part, names in self._left_out.items())
        return (f"{self.place}: left out, since no row hangs on them: {what}",)


def _missing_parents(tables: Sequence[Table], place: str) -> list[SpecError]:
    there = {(table.schema, table.name) for table in tables}
    return [
        SpecError(
            f"{place}, table {table.schema}.{table.name}",
            f"its foreign key {key.name} refers to {key.parent[0]}.{key.parent[1]}, which no statement makes",
        )
        for table in tables
        for key in table.foreign_keys
        if key.parent not in there
    ]


def _try(session: Session, statement: str) -> None:
    """A SET of a dump: of variables that this server does not have it is nothing to the tables."""
    try:
        session.execute(statement)
    except BinwriterError:
        return


def _names(front_end: FrontEnd) -> tuple[object, ...]:
    return (*((table.schema, table.name) for table in front_end.catalog), *front_end.catalog.schemas)


def _names_database(text: str) -> bool:
    return re.match(r"(CREATE\s+(DATABASE|SCHEMA)|USE)\b", plain_words(text), re.IGNORECASE) is not None
