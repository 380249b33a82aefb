"""PARTITION BY as it is written, and what ALTER TABLE does with partitions."""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass

MAXVALUE = "MAXVALUE"


@dataclass(frozen=True, slots=True)
class PartitionFunction:
    """kind: HASH, KEY, RANGE or LIST. expression: its text, '' where there are columns. columns: of KEY, RANGE COLUMNS
    and LIST COLUMNS. by_columns: COLUMNS was written. algorithm: of KEY, 0 where none was written."""

    kind: str
    linear: bool = False
    expression: str = ""
    columns: tuple[str, ...] = ()
    by_columns: bool = False
    algorithm: int = 0


@dataclass(frozen=True, slots=True)
class PartitionDefinition:
    """values: of VALUES LESS THAN one tuple, of VALUES IN several; texts of expressions. subpartitions: names, and
    their comments.

    less_than: which of the two is written, None for neither. engines: those that the partition and its subpartitions
    name, '' where they name none. shown: the values as a server writes them. row_limits, subrow_limits: MAX_ROWS and
    MIN_ROWS of the partition and its subpartitions, so, too.
    """

    name: str
    values: tuple[tuple[str, ...], ...] = ()
    subpartitions: tuple[str, ...] = ()
    comment: str = ""
    less_than: bool | None = None
    subcomments: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
    shown: tuple[tuple[str, ...], ...] = ()
    row_limits: str = ""
    subrow_limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error that is told later: the fields of a MySQLError. A tree that is kept has no error in it, which each
    statement raises anew."""

    code: int
    sqlstate: str
    symbol: str
    message: str

    @classmethod
    def of(cls, error: MySQLError) -> Refusal:
        return cls(error.code, error.sqlstate, error.symbol, error.message)

    @property
    def error(self) -> MySQLError:
        return MySQLError(self.code, self.sqlstate, self.symbol, self.message)


@dataclass(frozen=True, slots=True)
class PartitionBySyntax:
    """count, subcount: PARTITIONS and SUBPARTITIONS, 0 where they are not written. refused: what goes against no
    grammar, and is told when columns and options are known."""

    function: PartitionFunction
    count: int = 0
    sub: PartitionFunction | None = None
    subcount: int = 0
    definitions: tuple[PartitionDefinition, ...] = ()
    refused: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class PartitionAction:
    """What ALTER TABLE does with partitions. word: ADD, DROP, TRUNCATE, COALESCE, REORGANIZE, EXCHANGE, REMOVE ...

    names: () for ALL. count: of ADD PARTITION PARTITIONS n and COALESCE PARTITION n. table: of EXCHANGE.
    """

    word: str
    names: tuple[str, ...] = ()
    count: int = 0
    definitions: tuple[PartitionDefinition, ...] = ()
    table: tuple[str | None, str] | None = None
    validates: bool = True
    refused: tuple[Refusal, ...] = ()

    @property
    def maintains(self) -> bool:
        """It looks after partitions as ANALYZE TABLE and its kin look after tables, and answers with a list."""
        return self.word in ("ANALYZE", "CHECK", "OPTIMIZE", "REPAIR")
