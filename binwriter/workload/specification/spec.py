"""What a workload asks for, as values. `spec_reader` makes it of a document (TOML, options), checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from fractions import Fraction
from typing import Any

from binwriter.bulk.work import BulkSettings, BulkTable
from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.statement.values import DdlEvent, RowOperation
from binwriter.workload.specification.units import Span

# The operations in the order in which all arrays of numbers have them.
OPERATIONS = (RowOperation.WRITE, RowOperation.UPDATE, RowOperation.DELETE)
INSERT, UPDATE, DELETE = range(3)


class Choice(Enum):
    """Which of the live rows a statement changes."""

    UNIFORM = "uniform"
    ZIPF = "zipf"  # the oldest rows are the hottest
    LATEST = "latest"  # the youngest are


class Process(Enum):
    """How transactions arrive."""

    CONSTANT = "constant"
    POISSON = "poisson"


class Dependencies(Enum):
    """last_committed: each transaction depends on the one before it, or on the last that wrote one of its rows."""

    SERIAL = "serial"
    WRITE_SET = "write-set"


@dataclass(frozen=True)
class WorkloadSchema:
    """tables: in the order of their creation. events: the Query events of the statements, in the order of the log.

    variables: of the session, those by which each event's differ from a new session's. notes: what was left out.
    """

    tables: tuple[Table, ...]
    events: tuple[DdlEvent, ...]
    variables: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mix:
    """Weights of the operations, not all 0."""

    insert: float
    update: float
    delete: float

    @property
    def weights(self) -> tuple[float, float, float]:
        return self.insert, self.update, self.delete

    def share(self, operation: int) -> float:
        return self.weights[operation] / sum(self.weights)


@dataclass(frozen=True, slots=True)
class Picking:
    """theta: of ZIPF and LATEST, the exponent, 0 (uniform) to below 2."""

    choice: Choice = Choice.UNIFORM
    theta: float = 0.99


@dataclass(frozen=True)
class TableWorkload:
    """One table's part. weight: of its statements among all. rows: of a statement. initial_rows: loaded before the mix.

    update_columns: names of the columns that UPDATE sets; None: those that are no key. columns: settings of the
    generators by column name, as the values package reads them. updatable: there is a column that UPDATE can set.
    named: the specification has a table of this name.
    """

    table: BulkTable
    weight: float
    mix: Mix
    rows: Span
    picking: Picking
    initial_rows: int = 0
    update_columns: tuple[str, ...] | None = None
    columns: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    updatable: bool = True
    named: bool = False

    @property
    def separate(self) -> bool:
        """Its engine has no transactions: its changes are groups of their own, without Xid."""
        return not self.table.table.engine.two_phase

    @property
    def name(self) -> str:
        return self.table.table.name


@dataclass(frozen=True, slots=True)
class Arrival:
    """When transactions commit. start: microseconds since 1970 UTC of the first; rate: transactions a second.

    pause_every: transactions, 0 for never; pause: microseconds that nothing happens then.
    """

    start: int
    rate: Fraction
    process: Process = Process.CONSTANT
    pause_every: int = 0
    pause: int = 0


@dataclass(frozen=True)
class Workload:
    """A whole workload. Either transactions or size (bytes of all files) is given.

    statements: of a transaction. load_rows: of each statement of the load phase. files: so many at least.
    max_file_size: max_binlog_size in bytes. ddl_variables: by statement of `ddl`, of its session. notes: what its
    user should know of how it was read. guess_references: from names, where no FOREIGN KEY says so.
    """

    seed: int
    transactions: int | None
    size: int | None
    statements: Span
    tables: tuple[TableWorkload, ...]
    ddl: tuple[DdlEvent, ...]
    arrival: Arrival
    dependencies: Dependencies
    dependency_history: int
    load_rows: int
    files: int
    settings: BulkSettings
    basename: str
    max_file_size: int
    ddl_variables: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    guess_references: bool = True

    @property
    def bulk_tables(self) -> tuple[BulkTable, ...]:
        return tuple(each_table.table for each_table in self.tables)
