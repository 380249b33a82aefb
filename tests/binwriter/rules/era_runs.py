"""Runs the cases of `era_cases` on a server of an era, through the statement seam: no SQL is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.events import Query, Rows, TableMap, Xid
from binwriter.log.reader import read_events
from binwriter.messages import mysql_error
from binwriter.schema import ENGINES, Column, Table
from binwriter.server import Server
from binwriter.session import Session
from binwriter.statement import RowChange, RowOperation, StatementEffects, StatementKind, StatementProfile, TableAccess


def _table(name: str, engine: str) -> Table:
    return Table("test", name, ENGINES[engine], (Column(ColumnSpec("a", ColumnType.LONG)),), ())


_T, _N = _table("t", "innodb"), _table("n", "myisam")
_TT, _NN = _table("tt", "innodb"), _table("nn", "myisam")
# what a statement changes, the table that it names first
STATEMENTS: dict[str, tuple[Table, ...]] = {"T": (_T,), "N": (_N,), "Mx": (_TT, _N), "My": (_NN, _T)}
_BOUNDARIES = {"BEGIN": "B", "COMMIT": "C", "ROLLBACK": "R"}


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
        text=name.encode(),
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


def _run(session: Session, name: str) -> list[int]:
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
    return Server(folder, ("gtid-mode=OFF", "enforce-gtid-consistency=OFF"), profile=profile)


def run_cases(folder: Path, profile: str, binlog_format: str, direct: bool, cases: list[str]) -> dict[str, str]:
    """What each case wrote, in the notation of `era_cases`."""
    steps: dict[str, list[_Step]] = {}
    with server_of(folder, profile) as server:
        session = server.connect()
        session.variables.set("binlog_format", binlog_format)
        if direct:
            session.variables.set("binlog_direct_non_transactional_updates", True)
        for case in cases:
            names = case.split()
            if len(names) > 1:
                session.begin()
            steps[case] = [_step(server, lambda name=name: _run(session, name)) for name in names]
    written = _symbols(folder / "binlog.000001")
    found, start = {}, 0
    for case, ends in steps.items():
        cells = []
        for step in ends:
            symbols = [symbol for position, symbol in written if start <= position < step.end]
            cells.append(" ".join([*(symbols or "-"), *(f"w{code}" for code in step.warnings)]))
            start = step.end
        found[case] = " → ".join(cells)
    return found


def _step(server: Server, run: Callable[[], list[int]]) -> _Step:
    warnings = run()
    return _Step(server.position()[1], warnings)


def _symbols(path: Path) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for event in read_events(path):
        body = event.body
        if isinstance(body, Query):
            text = body.query.decode()
            assert bool(body.error_code) == text.endswith("!")
            found.append((event.position, _BOUNDARIES.get(text, text)))
        elif isinstance(body, Xid):
            found.append((event.position, "X"))
        elif isinstance(body, TableMap):
            found.append((event.position, f"M.{body.table.decode()}"))
        elif isinstance(body, Rows):
            found.append((event.position, "W"))
    return found
