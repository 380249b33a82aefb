"""ALTER TABLE, CREATE INDEX and DROP INDEX as they are written: a list of actions."""

from __future__ import annotations

from dataclasses import field

from binwriter.formats.records import dataclass
from binwriter.sql.syntax.partitions import PartitionAction, PartitionBySyntax
from binwriter.sql.syntax.session import TableSyntax
from binwriter.sql.syntax.table import (
    CheckSyntax,
    ColumnSyntax,
    DefaultSyntax,
    ForeignKeySyntax,
    KeySyntax,
    TableOptionsSyntax,
)


@dataclass(frozen=True, slots=True)
class AddColumn:
    """after: the column before it; '' for FIRST; None for the end. keys, checks, foreign_keys: of its attributes."""

    column: ColumnSyntax
    after: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeColumn:
    """CHANGE and MODIFY. place: whether FIRST or AFTER was written; then `after` as for AddColumn."""

    old_name: str
    column: ColumnSyntax
    place: bool = False
    after: str | None = None
    verb: str = "MODIFY"


@dataclass(frozen=True, slots=True)
class DropColumn:
    """DROP [COLUMN] name."""

    name: str


@dataclass(frozen=True, slots=True)
class RenameColumn:
    """RENAME COLUMN old TO new."""

    old_name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class SetDefault:
    """ALTER [COLUMN] name SET DEFAULT | DROP DEFAULT (None) | SET VISIBLE, SET INVISIBLE."""

    name: str
    default: DefaultSyntax | None = None
    visible: bool | None = None


@dataclass(frozen=True, slots=True)
class AddKey:
    """ADD of a key."""

    key: KeySyntax


@dataclass(frozen=True, slots=True)
class AddCheck:
    """ADD CHECK."""

    check: CheckSyntax


@dataclass(frozen=True, slots=True)
class AddForeignKey:
    """ADD FOREIGN KEY."""

    key: ForeignKeySyntax


@dataclass(frozen=True, slots=True)
class DropKey:
    """DROP INDEX; PRIMARY for DROP PRIMARY KEY."""

    name: str


@dataclass(frozen=True, slots=True)
class DropConstraint:
    """kind: CHECK, FOREIGN KEY, or CONSTRAINT for either."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class RenameKey:
    """RENAME INDEX old TO new."""

    old_name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class AlterKey:
    """ALTER INDEX name VISIBLE | INVISIBLE."""

    name: str
    visible: bool = True


@dataclass(frozen=True, slots=True)
class EnforceCheck:
    """ALTER CHECK name [NOT] ENFORCED. kind: CHECK or CONSTRAINT."""

    name: str
    enforced: bool
    kind: str = "CHECK"


@dataclass(frozen=True, slots=True)
class RenameTable:
    """RENAME [TO] name."""

    schema: str | None
    name: str


@dataclass(frozen=True, slots=True)
class ConvertCharset:
    """CONVERT TO CHARACTER SET. charset: None for DEFAULT, that of the database."""

    charset: str | None
    collation: str | None = None


@dataclass(frozen=True, slots=True)
class OrderRows:
    """ORDER BY: (column, descending)."""

    columns: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Rebuild:
    """FORCE, ENABLE KEYS, DISABLE KEYS: the definition stays."""

    word: str


Action = (
    AddColumn
    | ChangeColumn
    | DropColumn
    | RenameColumn
    | SetDefault
    | AddKey
    | AddCheck
    | AddForeignKey
    | DropKey
    | DropConstraint
    | RenameKey
    | AlterKey
    | EnforceCheck
    | RenameTable
    | ConvertCharset
    | OrderRows
    | Rebuild
)


@dataclass
class AlterTableSyntax(TableSyntax):
    """actions in the order of the text. options: ENGINE, COMMENT ... that the statement gives. algorithm: INSTANT,
    INPLACE, COPY or '' as it is written; lock: NONE, SHARED, EXCLUSIVE, '' for the default. validates: WITH or
    WITHOUT VALIDATION.
    partition_by: PARTITION BY; partitions: what is done with partitions, alone in its statement. storage: DISCARD,
    IMPORT, SECONDARY_LOAD or SECONDARY_UNLOAD, alone too.
    """

    schema: str | None
    name: str
    actions: list[Action] = field(default_factory=list)
    options: TableOptionsSyntax = field(default_factory=TableOptionsSyntax)
    algorithm: str = ""
    fulltext: bool = False
    lock: str = ""
    validates: bool | None = None
    partition_by: PartitionBySyntax | None = None
    partitions: PartitionAction | None = None
    storage: str = ""

    @property
    def is_empty(self) -> bool:
        """ALTER TABLE t, and nothing behind it."""
        return not self.actions and self._is_bare

    @property
    def only_renames(self) -> bool:
        """RENAME TO, and nothing beside it."""
        return len(self.actions) == 1 and isinstance(self.actions[0], RenameTable) and self._is_bare

    @property
    def copies_nothing(self) -> bool:
        """RENAME TO, ENABLE KEYS, DISABLE KEYS, or nothing: no definition is made anew."""
        return self._is_bare and all(
            isinstance(action, RenameTable) or (isinstance(action, Rebuild) and action.word != "FORCE")
            for action in self.actions
        )

    @property
    def switches_keys(self) -> bool:
        """ENABLE KEYS or DISABLE KEYS."""
        return any(isinstance(action, Rebuild) and action.word in ("ENABLE", "DISABLE") for action in self.actions)

    @property
    def _is_bare(self) -> bool:
        copies = self.algorithm == "COPY"  # another one alone changes nothing (captured: clusters/locks_of_alters)
        return not (self.options.written or self.options.shown or self.partition_by or copies)


@dataclass(frozen=True)
class RenameTablesSyntax(TableSyntax):
    """RENAME TABLE: pairs of (schema or None, name)."""

    pairs: tuple[tuple[tuple[str | None, str], tuple[str | None, str]], ...]


@dataclass(frozen=True)
class AlterDatabaseSyntax(TableSyntax):
    """ALTER DATABASE; name None: the session's."""

    name: str | None
    charset: str | None = None
    collation: str | None = None
    encryption: str | None = None
    read_only: bool | None = None
