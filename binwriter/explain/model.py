"""An explanation as values. `to_json` gives each of them as JSON; the names there are the names here.

Numbers of statements, groups and events are 0-based and index the lists of the explanation.
"""

from __future__ import annotations

from dataclasses import field

from binwriter.formats.records import dataclass

STMT_CACHE, TRX_CACHE, DIRECT = "stmt-cache", "trx-cache", "direct"


@dataclass(frozen=True, slots=True)
class TableUse:
    """A table that a statement reads or writes. kind: "T" or "N" (D-T-table, D-N-table).

    through: not named by the statement itself, but used by a trigger or stored function.
    """

    table: str
    engine: str
    kind: str
    access: str
    temporary: bool = False
    through: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A MySQL error. rule: the rule that refused the statement, "" if the log has nothing to do with it."""

    code: int
    message: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class CacheUse:
    """A cache that events of a statement went to, and why."""

    cache: str
    rule: str


@dataclass(slots=True)
class PartView:
    """The statement itself (depth 0), or one that it runs: of a procedure, of EXECUTE.

    kind: "T", "N" or "M" (WL#2687) of a statement that writes, else "". safe: None for what layer 1 is not asked for.
    unsafe: rules. format: "ROW", "STATEMENT" or "" with the rule that chose it. note: why nothing of it was logged.
    """

    command: str
    text: str
    depth: int
    tables: tuple[TableUse, ...] = ()
    kind: str = ""
    safe: bool | None = None
    unsafe: tuple[str, ...] = ()
    format: str = ""
    rule: str = ""
    caches: tuple[CacheUse, ...] = ()
    rows: int = 0
    refused: Refusal | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class MoveView:
    """What happened to events: "add" to a cache, "flush" to the log as a group, "cut" (lost). part: who did it."""

    what: str
    cache: str
    events: tuple[int, ...]
    rule: str
    group: int | None = None
    part: int = 0


@dataclass(frozen=True, slots=True)
class Mode:
    """What the session was like before the statement."""

    in_transaction: bool
    binlog_format: str
    isolation: str
    direct: bool
    sql_log_bin: bool


@dataclass(frozen=True, slots=True)
class TransactionView:
    """The transaction that a statement ended: its statements' kinds as WL#2687 writes them, and that table's case."""

    shape: str
    case: str = ""


@dataclass(slots=True)
class StatementView:
    """One statement, in the order of their beginning.

    kind: "statement", "disconnect", or another step of a scenario ("restart", "capture" ..). session: "con1"; "" if the
    step is no session's. line: in the scenario, 0 if there is none. phase: "setup" before `capture:`, else "run".
    refused: text of what binwriter does not support. caches: the numbers of the events in each cache after it.
    waited_for: the number of the statement under way when it was answered, if it had to wait; else None.
    file_events: events of the file itself that it caused (Rotate, the head of a new file).
    """

    number: int
    kind: str
    session: str
    sql: str
    line: int = 0
    phase: str = "run"
    mode: Mode | None = None
    parts: list[PartView] = field(default_factory=list)
    moves: list[MoveView] = field(default_factory=list)
    caches: dict[str, tuple[int, ...]] = field(default_factory=dict)
    error: Refusal | None = None
    refused: str = ""
    affected: int | None = None
    warnings: tuple[tuple[str, int, str], ...] = ()
    transaction: TransactionView | None = None
    waited_for: int | None = None
    file_events: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group of the log. wrapped: "BEGIN .. Xid", "BEGIN .. COMMIT", "BEGIN .. ROLLBACK", "XA START .. XA PREPARE",
    "XA START .. XA COMMIT ONE PHASE" or "as it is".

    implicit: an implicit commit wrote it. kept: False if its file was deleted since (RESET, PURGE, `capture:`).
    """

    number: int
    statement: int
    session: str
    cache: str
    wrapped: str
    rule: str
    events: tuple[int, ...]
    file: str
    position: int
    end: int
    implicit: bool = False
    kept: bool = True


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of a rows event: (column, value as text) of its images, () where the event has none."""

    before: tuple[tuple[str, str], ...]
    after: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class EventView:
    """An event. role: "change", "begin", "end", "gtid" or "file". fate: "written", "cut", "waiting".

    cache: "" for one that never was in a cache. position, end: in its file, as long as it was written.
    rows: the first ones of a rows event; more_rows: how many follow.
    """

    number: int
    type: str
    info: str
    size: int
    statement: int
    role: str
    cache: str = ""
    rule: str = ""
    group: int | None = None
    fate: str = "waiting"
    file: str = ""
    position: int = 0
    end: int = 0
    kept: bool = True
    rows: tuple[RowView, ...] = ()
    more_rows: int = 0


@dataclass(slots=True)
class Explanation:
    """All of it. files: (name, size in bytes) of what is there at the end. rules: (says, source) by name."""

    title: str
    server: str
    options: tuple[str, ...]
    sessions: tuple[str, ...]
    statements: list[StatementView]
    groups: list[GroupView]
    events: list[EventView]
    files: tuple[tuple[str, int], ...]
    rules: dict[str, tuple[str, str]]
