"""The tables of a workload: CREATE statements run on a fake server, which says what they make and what it logs.

Whatever MySQL would refuse is refused here, with MySQL's own error and the line.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.errors import BinwriterError, SpecError
from binwriter.formats.records import dataclass
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.mysql.identifiers import quoted
from binwriter.scenario.script import ScriptError, split_script
from binwriter.server.server import Server
from binwriter.sql.engine import FrontEnd
from binwriter.sql.syntax.session import Use
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import DdlEvent
from binwriter.workload.restrictions import refuse_unkept
from binwriter.workload.specification.spec import WorkloadSchema

if TYPE_CHECKING:
    from binwriter.server.session import Session

# What dumps carry for the client's session; the tables do not hang on it.
_CHATTER = re.compile(r"/\*!\d*\s+SET\b.*\*/|SET\s+(NAMES|@OLD_\w+)\b.*", re.IGNORECASE | re.DOTALL)


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
    text: str, place: str, *, database: str, options: Iterable[str] = (), profile: ServerProfile = NEWEST
) -> WorkloadSchema:
    """The tables that the statements of `text` make, and what is logged for them.

    place: where the text comes from, for errors. database: made and used first if the text neither makes nor uses one.
    Raises SpecError with the line: for statements MySQL refuses, for others than DDL, and for no table at all.
    """
    try:
        statements = split_script(text)
    except ScriptError as error:
        raise SpecError(place, str(error)) from error
    front_end = _Recorder()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), [*options], profile=profile.name) as server:
        server.front_end = front_end
        session = server.connect()
        if not _names_database(front_end, statements):
            session.execute(f"CREATE DATABASE IF NOT EXISTS {quoted(database)}")
            session.execute(f"USE {quoted(database)}")
        for line, statement in statements:
            if not _CHATTER.fullmatch(statement):
                _run(front_end, session, statement, f"{place}, line {line}")
    tables = tuple(front_end.catalog)
    if not tables:
        raise SpecError(place, "it makes no table")
    for table in tables:
        refuse_unkept(table, place)
    return WorkloadSchema(tables, front_end.events)


def _run(front_end: _Recorder, session: Session, statement: str, place: str) -> None:
    try:
        parsed = front_end.parse(statement)
        if not isinstance(parsed.node, Use) and CommandTrait.DEFINES not in parsed.traits:
            raise SpecError(place, f"only CREATE, DROP, ALTER and USE may stand in a schema: {statement[:60]}")
        session.execute(statement)
    except SpecError:
        raise
    except BinwriterError as error:
        raise SpecError(place, str(error)) from error


def _names_database(front_end: _Recorder, statements: list[tuple[int, str]]) -> bool:
    return any(re.match(r"\s*(CREATE\s+(DATABASE|SCHEMA)|USE)\b", text, re.IGNORECASE) for _, text in statements)
