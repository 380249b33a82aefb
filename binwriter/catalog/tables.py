"""Tables as the logger sees them: engines with their logging capabilities, columns, keys, tables, the catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, fields
from enum import Enum
from functools import cached_property
from itertools import count
from typing import Any

from binwriter.catalog.partitions import Partitioning
from binwriter.formats.columns.row_image import RowFormat
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.stored_values import InputValue, columns_converter, row_converter
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace, worked_out_once
from binwriter.mysql.engines import Engine

# sql_generate_invisible_primary_key (MySQL manual, "Generated Invisible Primary Keys")
GENERATED_KEY_COLUMN = "my_row_id"


class DefaultKind(Enum):
    """How a column gets a value that the statement does not give."""

    NONE = "none"  # no DEFAULT clause and NOT NULL: error 1364 in strict mode
    LITERAL = "literal"  # also the implicit NULL of a nullable column
    NOW = "now"  # DEFAULT CURRENT_TIMESTAMP
    EXPRESSION = "expression"  # DEFAULT (expr); the SQL front end keeps the compiled expression


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its bytes (spec) and what SQL knows beyond them.

    default is the stored value (see ColumnValue) when default_kind is LITERAL;
    default_sql keeps the text of an expression default. generated: the expression of a generated column, stored or
    virtual. explicit_charset: its character set or collation was written, so that it is shown whole.
    display_width: of a number that a query made: that of its expression; of others what 8.0 still shows of it: that
    of TINYINT(1) and of ZEROFILL; 0: that of its type. storage, format: the words of STORAGE and COLUMN_FORMAT.
    secondary: False for NOT SECONDARY. attribute: SECONDARY_ENGINE_ATTRIBUTE, as it is shown. own_default: ALTER
    COLUMN .. SET or DROP DEFAULT of an AUTO_INCREMENT column: what is left out gets that, or must be given (captured:
    clusters/counters_with_defaults).
    """

    spec: ColumnSpec
    default_kind: DefaultKind = DefaultKind.LITERAL
    default: ColumnValue = None
    default_sql: str = ""
    on_update_now: bool = False
    auto_increment: bool = False
    generated: str = ""
    stored: bool = False
    comment: str = ""
    explicit_charset: bool = False
    display_width: int = 0
    zerofill: bool = False
    storage: str = ""
    format: str = ""
    secondary: bool = True
    attribute: str = ""
    own_default: bool = False

    @property
    def virtual(self) -> bool:
        """Whether it is generated and no row keeps it."""
        return bool(self.generated) and not self.stored

    @property
    def counts_left_out(self) -> bool:
        """Whether its counter gives the value that a row leaves out."""
        return self.auto_increment and not self.own_default

    @property
    def name(self) -> str:
        return self.spec.name


@dataclass(frozen=True, slots=True)
class KeyPart:
    """column: 0-based index in the table; length: prefix length in characters, 0 for the whole column."""

    column: int
    length: int = 0
    descending: bool = False


@dataclass(frozen=True)
class Key:
    """An index. name is PRIMARY for the primary key. generated: made for a foreign key, gone when another serves it.

    algorithm: BTREE or HASH, where it was written.
    """

    name: str
    parts: tuple[KeyPart, ...]
    unique: bool = False
    generated: bool = False
    comment: str = ""
    visible: bool = True
    algorithm: str = ""

    @property
    def primary(self) -> bool:
        return self.name == "PRIMARY"

    @worked_out_once
    def columns(self) -> tuple[int, ...]:
        return tuple([part.column for part in self.parts])


@dataclass(frozen=True, slots=True)
class SpecialKey:
    """A FULLTEXT or SPATIAL key, or one on an expression (kind FUNCTIONAL): nothing is found by it, it has its name.

    parts: as SHOW CREATE TABLE writes them. columns: by name in lower case, those of expressions included. unique: of
    an expression's values. parser: the plugin of a FULLTEXT key. descending: numbers of the parts that are DESC.
    algorithm: what USING names, where it is shown. place: how many ordinary keys stand before it. null_parts:
    numbers of the parts that may be NULL.
    """

    kind: str
    name: str
    parts: tuple[str, ...]
    columns: tuple[str, ...] = ()
    unique: bool = False
    parser: str = ""
    comment: str = ""
    visible: bool = True
    descending: frozenset[int] = frozenset()
    algorithm: str = ""
    place: int = 0
    null_parts: frozenset[int] = frozenset()

    @property
    def nullable(self) -> bool:
        """Whether one of its parts may be NULL."""
        return bool(self.null_parts)


@dataclass(frozen=True, slots=True)
class Check:
    """A CHECK constraint; expression: its SQL. as_given: nothing has changed the table since, and literals are shown in
    the character set in which they came."""

    name: str
    expression: str
    enforced: bool = True
    as_given: bool = False


class ForeignKeyAction(Enum):
    """ON DELETE, ON UPDATE."""

    NO_ACTION = "NO ACTION"
    RESTRICT = "RESTRICT"
    CASCADE = "CASCADE"
    SET_NULL = "SET NULL"
    SET_DEFAULT = "SET DEFAULT"


_BIRTHS = count(1)


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """columns: of the child, by name; parent: (schema, table); parent_columns: by name.

    spelled: the clauses whose NO ACTION is shown. born: foreign keys in the order in which they were made, which is
    that in which a parent's are followed (captured: foreign_keys_order_of_children).
    """

    name: str
    columns: tuple[str, ...]
    parent: tuple[str, str]
    parent_columns: tuple[str, ...]
    on_delete: ForeignKeyAction = ForeignKeyAction.NO_ACTION
    on_update: ForeignKeyAction = ForeignKeyAction.NO_ACTION
    spelled: frozenset[str] = frozenset()
    born: int = field(default_factory=_BIRTHS.__next__, compare=False)

    def remade(self) -> ForeignKey:
        """The same key, made anew."""
        return replace(self, born=next(_BIRTHS))


def keys_by_name(keys: Iterable[ForeignKey]) -> tuple[ForeignKey, ...]:
    """A table's foreign keys as they are kept, shown and looked at (captured: foreign_keys_by_name)."""
    return tuple(sorted(keys, key=lambda key: key.name.lower()))


def by_child(children: Iterable[tuple[Table, ForeignKey]]) -> list[tuple[Table, ForeignKey]]:
    """The foreign keys of a parent, table by table, as definitions look at them. children: in the order of `born`."""
    grouped: dict[tuple[str, str], list[tuple[Table, ForeignKey]]] = {}
    for child, key in children:
        grouped.setdefault((child.schema, child.name), []).append((child, key))
    return [pair for pairs in grouped.values() for pair in sorted(pairs, key=lambda pair: pair[1].name.lower())]


@dataclass(frozen=True)
class Table:
    """A table definition. keys stand in MySQL's order (`binwriter.sql.ddl.table.define.sort_keys`).

    auto_increment: the option AUTO_INCREMENT, the counter's first value. options: the further table options that
    SHOW CREATE TABLE shows, as it writes them. foreign_keys: by name (`keys_by_name`). merges: of
    MRG_MYISAM, its children as (schema, name). partitioning: None of a table without partitions. literals: the
    character set of the texts in its expressions, the connection's when it was made.
    """

    schema: str
    name: str
    engine: Engine
    columns: tuple[Column, ...]
    keys: tuple[Key, ...] = ()
    collation: int = 255
    temporary: bool = False
    comment: str = ""
    auto_increment: int = 1
    checks: tuple[Check, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    options: tuple[str, ...] = ()
    merges: tuple[tuple[str, str], ...] = ()
    special_keys: tuple[SpecialKey, ...] = ()
    partitioning: Partitioning | None = None
    literals: str = "utf8mb4"

    def __getstate__(self) -> dict[str, Any]:
        """For pickle, so that tables go to other processes: the fields, without what was made of them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def has_fulltext(self) -> bool:
        """Whether it has a FULLTEXT key, whatever its parser."""
        return any(key.kind == "FULLTEXT" for key in self.special_keys)

    @cached_property
    def row_format(self) -> RowFormat:
        """Encoder and decoder of whole rows; built once a definition."""
        return RowFormat(tuple(column.spec for column in self.columns))

    @cached_property
    def stored_row(self) -> Callable[[Iterable[InputValue]], tuple[ColumnValue, ...]]:
        """A row as storage holds it, of values as people write them: members by name, shapes, entries of vectors."""
        return row_converter(tuple(column.spec for column in self.columns))

    @cached_property
    def stored_columns(self) -> Callable[[Sequence[Sequence[InputValue]]], list[Sequence[Any]]]:
        """The same for many rows that stand as columns."""
        return columns_converter(tuple(column.spec for column in self.columns))

    @cached_property
    def index_of(self) -> dict[str, int]:
        """Column name in lower case -> index."""
        return {column.name.lower(): index for index, column in enumerate(self.columns)}

    @cached_property
    def has_virtual(self) -> bool:
        """Whether it has virtual columns."""
        return any(column.virtual for column in self.columns)

    @cached_property
    def asks_of_rows(self) -> bool:
        """Whether more than unique keys looks at its rows: expressions, foreign keys of its own, partitions, pages."""
        computed = any(column.generated for column in self.columns)
        asks = computed or self.checks or self.foreign_keys or self.special_keys or self.partitioning
        return bool(asks or self.may_outgrow_page)

    @cached_property
    def moments_of_partitions(self) -> tuple[int, ...]:
        """The TIMESTAMPs by which UNIX_TIMESTAMP() places rows: a server asks for the time zone then (captured:
        zones_of_placed_rows)."""
        parts = self.partitioning
        if parts is None or "unix_timestamp(" not in parts.text.lower():
            return ()
        return tuple(sorted(index for index in parts.columns if self.columns[index].spec.type is ColumnType.TIMESTAMP2))

    def is_placed_by_moment(self, *rows: Sequence[object] | None) -> bool:
        """Whether one of the rows has such a TIMESTAMP that is not NULL."""
        moments = self.moments_of_partitions
        return bool(moments) and any(row is not None and row[index] is not None for row in rows for index in moments)

    @cached_property
    def may_outgrow_page(self) -> bool:
        """Whether its rows may be too large for InnoDB's pages."""
        from binwriter.catalog.innodb_rows import may_outgrow_page  # which knows tables

        return may_outgrow_page(self)

    @cached_property
    def plugin_parser(self) -> bool:
        """Whether a FULLTEXT key has a parser plugin."""
        return any(key.parser for key in self.special_keys)

    @cached_property
    def keys_in_order(self) -> tuple[Key | SpecialKey, ...]:
        """All of them as a server sorts them (captured: clusters/keys_of_virtual_columns)."""
        if not self.special_keys:
            return self.keys
        waiting, found = list(self.special_keys), list[Key | SpecialKey]()
        for place in range(len(self.keys) + 1):
            while waiting and waiting[0].place <= place:
                found.append(waiting.pop(0))
            found += self.keys[place : place + 1]
        return (*found, *waiting)

    @cached_property
    def hidden_columns(self) -> int:
        """How many columns a server keeps for expressions in keys, behind the others."""
        return sum(part.startswith("(") for key in self.special_keys if key.kind == "FUNCTIONAL" for part in key.parts)

    @cached_property
    def primary_key(self) -> Key | None:
        return next((key for key in self.keys if key.primary), None)

    @cached_property
    def has_generated_key(self) -> bool:
        """Whether the primary key is the invisible one that a server generated, or looks like it."""
        key, column = self.primary_key, self.columns[0]
        return (
            key is not None and key.columns == (0,) and not column.spec.visible and column.name == GENERATED_KEY_COLUMN
        )

    @cached_property
    def auto_increment_column(self) -> int | None:
        return next((index for index, column in enumerate(self.columns) if column.auto_increment), None)
