"""CREATE TABLE as it is written: nothing resolved, nothing checked but the grammar."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import Literal

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.sql.syntax.partitions import PartitionBySyntax


@dataclass(frozen=True, slots=True)
class TypeSyntax:
    """A data type. name is canonical and in upper case (INT for INTEGER and INT4, DECIMAL for FIXED ...).

    arguments: the numbers in brackets; members: those of ENUM and SET; national: NCHAR and its kin;
    bin_collation: the attribute BINARY (the character set's _bin collation); to_bytes: the attribute BYTE.
    boolean: it was written as BOOL.
    """

    name: str
    arguments: tuple[int, ...] = ()
    members: tuple[str | bytes, ...] = ()
    unsigned: bool = False
    zerofill: bool = False
    says_unsigned: bool = False
    charset: str | None = None
    national: bool = False
    bin_collation: bool = False
    to_bytes: bool = False
    boolean: bool = False


class DefaultSyntaxKind(Enum):
    """The four forms of DEFAULT."""

    NULL = "NULL"
    LITERAL = "literal"
    NOW = "CURRENT_TIMESTAMP"
    EXPRESSION = "(expression)"


@dataclass(frozen=True, slots=True)
class IntroducedLiteral:
    """_charset'..' or N'..' as a default: the bytes that were sent, taken for text of that character set."""

    charset: str
    value: str | bytes


@dataclass(frozen=True, slots=True)
class DefaultSyntax:
    """A DEFAULT clause. value: of a literal; fsp: of CURRENT_TIMESTAMP(fsp); text: the expression between its brackets.

    temporal: a literal such as DATE'2020-01-01', which a server refuses as a default.
    """

    kind: DefaultSyntaxKind
    value: object = None
    fsp: int = 0
    text: str = ""
    temporal: bool = False


@dataclass(slots=True)
class ColumnSyntax:
    """A column's definition. nullable None: neither NULL nor NOT NULL was written; on_update: fsp of ON UPDATE.

    null_taken_back: NULL was written before AUTO_INCREMENT or NOT NULL. storage, format: the words of STORAGE and
    COLUMN_FORMAT.
    has_two_defaults: an expression and a literal were given, which a server refuses; null_by_default: NULL, and then an
    expression, which it refuses of what is NOT NULL. place: of its type
    in the text. secondary: False for NOT SECONDARY. secondary_attribute: of SECONDARY_ENGINE_ATTRIBUTE.
    """

    name: str
    type: TypeSyntax
    nullable: bool | None = None
    default: DefaultSyntax | None = None
    on_update: int | None = None
    auto_increment: bool = False
    null_taken_back: bool = False
    collation: str | None = None
    invisible: bool = False
    generated: str = ""
    stored: bool = False
    comment: str = ""
    srid: int | None = None
    storage: str = ""
    format: str = ""
    has_two_defaults: bool = False
    null_by_default: bool = False
    place: int = 0
    secondary: bool = True
    secondary_attribute: str = ""

    @property
    def virtual(self) -> bool:
        """Whether it is generated and no row keeps it."""
        return bool(self.generated) and not self.stored


@dataclass(frozen=True, slots=True)
class CheckSyntax:
    """A CHECK clause; name None: MySQL makes one. column: of one that is written behind a column."""

    expression: str
    name: str | None = None
    enforced: bool = True
    column: str = ""


@dataclass(frozen=True, slots=True)
class ForeignKeySyntax:
    """A FOREIGN KEY clause. name: of the constraint; index: the name written behind FOREIGN KEY. parent: (schema or
    None, table). on_delete, on_update: the words, '' where none is written. of_column: it stands behind a column.
    place: how many keys of the statement stand before it."""

    columns: tuple[str, ...]
    parent: tuple[str | None, str]
    parent_columns: tuple[str, ...]
    name: str | None = None
    index: str | None = None
    on_delete: str = ""
    on_update: str = ""
    of_column: bool = False
    place: int = 0


@dataclass(frozen=True, slots=True)
class KeyPartSyntax:
    """length: the prefix, None when none was written. expression: in place of a column, whose name is '' then.
    ordered: ASC or DESC was written. renamed: ALTER TABLE has given its column another name."""

    column: str
    length: int | None = None
    descending: bool = False
    expression: str = ""
    ordered: bool = False
    renamed: bool = field(default=False, compare=False)


KeyKind = Literal["primary", "unique", "key"]


@dataclass(frozen=True, slots=True)
class KeySyntax:
    """A key, from a column's attribute or a clause of its own. name None: MySQL makes one.

    generated: the server adds it for a foreign key. special: FULLTEXT, SPATIAL or FUNCTIONAL (a part of it is an
    expression): such a key has a name and nothing else here. algorithm: what USING names.
    """

    kind: KeyKind
    parts: tuple[KeyPartSyntax, ...]
    name: str | None = None
    invisible: bool = False
    generated: bool = False
    special: str = ""
    parser: str = ""
    algorithm: str = ""
    comment: str = ""


InOrder = str | tuple[str | None, str | None] | MySQLError


@dataclass(slots=True)
class TableOptionsSyntax:
    """The table options that matter here; the others are read and dropped. written: the names of those that were
    given; shown: the others, as SHOW CREATE TABLE repeats them. union: tables. named: what `table_option_checks` asks.
    later: what the grammar allows and the parser refuses behind so many columns of the statement. rows_beyond: MAX_ROWS
    and MIN_ROWS that were cut, and as what they were written. in_order: engines, (character set, collation) that are in
    force behind an option, and what is refused, as they were written; each behind so many columns.
    """

    engine: str | None = None
    charset: str | None = None
    collation: str | None = None
    auto_increment: int = 1
    comment: str = ""
    written: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)
    union: tuple[tuple[str | None, str], ...] = ()
    start_transaction: bool = False
    later: list[tuple[int, MySQLError]] = field(default_factory=list)
    rows_beyond: list[tuple[str, int]] = field(default_factory=list)
    in_order: list[tuple[int, InOrder]] = field(default_factory=list)


@dataclass(slots=True)
class CreateTableSyntax:
    """A CREATE TABLE statement.

    like: (schema or None, name) of CREATE TABLE .. LIKE. select_offset: where a SELECT begins, None without one.
    select: its tree. duplicates: IGNORE or REPLACE before the SELECT.
    """

    name: str
    schema: str | None = None
    temporary: bool = False
    if_not_exists: bool = False
    columns: list[ColumnSyntax] = field(default_factory=list)
    keys: list[KeySyntax] = field(default_factory=list)
    checks: list[CheckSyntax] = field(default_factory=list)
    foreign_keys: list[ForeignKeySyntax] = field(default_factory=list)
    options: TableOptionsSyntax = field(default_factory=TableOptionsSyntax)
    like: tuple[str | None, str] | None = None
    select_offset: int | None = None
    select: object = None
    duplicates: str = ""
    partition_by: PartitionBySyntax | None = None
