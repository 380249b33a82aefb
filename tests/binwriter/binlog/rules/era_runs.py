"""Runs the cases of `era_cases` on a server of an era, through the statement seam: no SQL is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from binwriter.binlog.files.reader import read_events
from binwriter.catalog.tables import Column, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.events import Query, Rows, TableMap, Xid
from binwriter.mysql.engines import ENGINES
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.server import Server
from binwriter.server.session import Session
from binwriter.statement.values import (
    RowChange,
    RowOperation,
    StatementEffects,
    StatementKind,
    StatementProfile,
    TableAccess,
)


def _table(name: str, engine: str) -> Table:
    return Table("test", name, ENGINES[engine], (Column(ColumnSpec("a", ColumnType.LONG)),), ())


_T, _N = _table("t", "innodb"), _table("n", "myisam")
_TT, _NN = _table("tt", "innodb"), _table("nn", "myisam")
# what a statement changes, the table that it names first
STATEMENTS: dict[str, tuple[Table, ...]] = {"T": (_T,), "N": (_N,), "Mx": (_TT, _N), "My": (_NN, _T)}
_BOUNDARIES = {"BEGIN": "B", "COMMIT": "C", "ROLLBACK": "R"}
ROWS_SYMBOLS = {"WRITE": "W", "UPDATE": "U", "DELETE": "D"}


def statement(name: str) -> tuple[StatementProfile, StatementEffects]:
    """A statement of the notation: one that fails did one row of a T or N statement, two of a mixed one before."""
    tables = STATEMENTS[name.rstrip("!")]
    failed = name.endswith("!")
    times = 2 if failed and len(tables) > 1 else 1
    changes = tuple(RowChange(table, RowOperation.WRITE, None, (1,)) for _ in range(times) for table in tables)
    kept = tuple(change for change in changes if not (failed and change.table.engine.transactional))
    profile = StatementProfile(
        StatementKind.DML, "insert", tuple(TableAccess("test", table.name, table.engine, True) for table in tables)
    )
    effects = StatementEffects(
        text=name.rstrip("!").encode(),
        rows=kept,
        undone=tuple(change for change in changes if change not in kept),
        tried=changes if failed else (),
        transactional_write=any(table.engine.transactional for table in tables),
        nontransactional_write=any(not table.engine.transactional for table in tables),
        error=mysql_error("ER_DUP_ENTRY", "1", "PRIMARY") if failed else None,
        affected=len(changes),
    )
    return profile, effects


@dataclass
class _Step:
    """One statement of a run: the log's end after it, and the warnings it gave."""

    end: int
    warnings: list[int]


def run_step(session: Session, name: str) -> list[int]:
    """Runs a step of the notation; the codes of its warnings."""
    if name == "C":
        session.commit()
        return []
    if name == "R":
        return [1196] if session.rollback() else []
    profile, effects = statement(name)
    decision = session.decide(profile)
    assert decision.error is None
    return [warning.code for warning in session.log_effects(profile, decision, effects, 0)]


def server_of(folder: Path, profile: str) -> Server:
    """A server of that version, without GTIDs."""
    return Server(folder, ("loose-gtid-mode=OFF", "loose-enforce-gtid-consistency=OFF"), profile=profile)


def run_cases(folder: Path, profile: str, binlog_format: str, direct: bool, cases: list[str]) -> dict[str, str]:
    """What each case wrote, in the notation of `era_cases`."""
    steps: dict[str, list[_Step]] = {}
    with server_of(folder, profile) as server:
        for case in cases:
            session = server.connect()  # in 5.1.27 a statement that failed is felt by those behind it
            session.variables.set("binlog_format", binlog_format)
            if direct:
                session.variables.assign("binlog_direct_non_transactional_updates", True)
            names = case.split()
            if len(names) > 1:
                session.begin()
            steps[case] = [_step(server, lambda name=name, session=session: run_step(session, name)) for name in names]
    written = symbols(folder / "binlog.000001")
    found, start = {}, 0
    for case, ends in steps.items():
        cells = []
        for step in ends:
            here = [symbol.replace(" (1062)", "!") for position, symbol in written if start <= position < step.end]
            cells.append(" ".join([*(here or "-"), *(f"w{code}" for code in step.warnings)]))
            start = step.end
        found[case] = " → ".join(cells)
    return found


def _step(server: Server, run: Callable[[], list[int]]) -> _Step:
    warnings = run()
    return _Step(server.position()[1], warnings)


def symbols(path: Path) -> list[tuple[int, str]]:
    """(position, symbol) of the events that the notation knows."""
    return [(event.position, symbol) for event in read_events(path) if (symbol := symbol_of(event.body))]


def symbol_of(body: object) -> str:
    """An event in the notation of `era_cases`; "" for the kinds that it leaves out."""
    if isinstance(body, Query):
        return statement_symbol(body.query.decode(), body.error_code)
    if isinstance(body, TableMap):
        return f"M.{body.table.decode()}"
    if isinstance(body, Rows):
        return ROWS_SYMBOLS[body.type.name.partition("_")[0]]
    return "X" if isinstance(body, Xid) else ""


def statement_symbol(text: str, error_code: int) -> str:
    """A Query event: a boundary, or a statement with its error code."""
    return _BOUNDARIES.get(text, text + (f" ({error_code})" if error_code else ""))
