"""Keys and constraints in information_schema: STATISTICS, KEY_COLUMN_USAGE, TABLE_CONSTRAINTS and their kin.

Source: MySQL manual, "INFORMATION_SCHEMA Tables"; values as a 9.7.4 gave them (tests/golden/answers). CARDINALITY is
counted from the rows; a server estimates it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from binwriter.catalog.tables import ForeignKey, Key, SpecialKey, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.records import dataclass
from binwriter.sql.ddl.table.generated_key import SHOWS_GENERATED_KEY
from binwriter.sql.printing.tables import escaped, printed
from binwriter.sql.system.schemata import CATALOG
from binwriter.sql.system.sight import Row, Sight, rows_of
from binwriter.sql.system.visibility import may_see

_HASHES = frozenset({"MEMORY"})
_UNCOUNTED = _HASHES | {"ARCHIVE", "BLACKHOLE"}
_SPATIAL_PREFIX = 32
_RULES = ("NO ACTION", "RESTRICT", "CASCADE", "SET NULL", "SET DEFAULT")


@dataclass(frozen=True)
class IndexPart:
    """column: None of an expression. length: of a prefix."""

    column: str | None
    nullable: bool
    descending: bool = False
    length: int | None = None
    expression: str | None = None


@dataclass(frozen=True)
class Index:
    """A key of any kind. kind: BTREE, HASH, FULLTEXT or SPATIAL. key: where rows are found by it."""

    name: str
    unique: bool
    kind: str
    parts: tuple[IndexPart, ...]
    comment: str
    visible: bool
    key: Key | None = None


def indexes(table: Table) -> Iterator[Index]:
    """In the order in which a server has them."""
    for key in table.keys_in_order:
        yield _special(key, table) if isinstance(key, SpecialKey) else _index(key, table)


def _index(key: Key, table: Table) -> Index:
    specs: list[ColumnSpec] = [table.columns[part.column].spec for part in key.parts]
    parts = tuple(
        IndexPart(spec.name, spec.nullable, part.descending, part.length or None)
        for part, spec in zip(key.parts, specs, strict=True)
    )
    kind = key.algorithm or "BTREE"
    if table.engine.name in _HASHES:
        kind = key.algorithm or "HASH"
    elif table.engine.insert_only:
        kind = "SE_SPECIFIC"
    elif kind != "BTREE":
        kind = "BTREE"
    return Index(key.name, key.unique, kind, parts, key.comment, key.visible, key)


def _special(key: SpecialKey, table: Table) -> Index:
    parts = []
    for number, part in enumerate(key.parts):
        descending = number in key.descending
        if part.startswith("("):
            nullable = number in key.null_parts
            parts.append(IndexPart(None, nullable, descending, expression=escaped(printed(part[1:-1], table))))
            continue
        spec = table.columns[table.index_of[part[1:-1].replace("``", "`").lower()]].spec
        length = _SPATIAL_PREFIX if key.kind == "SPATIAL" else None
        parts.append(IndexPart(spec.name, spec.nullable, descending, length))
    kind = "BTREE" if key.kind == "FUNCTIONAL" else key.kind
    return Index(key.name, key.unique, kind, tuple(parts), key.comment, key.visible)


def _shown(sight: Sight, table: Table) -> Iterator[Index]:
    """Without the generated key where that is hidden (captured: tests/golden/clusters/generated_keys_hidden.sql)."""
    hides = table.has_generated_key and not sight.context.variables.get(SHOWS_GENERATED_KEY)
    return (index for index in indexes(table) if not (hides and index.key is table.primary_key))


def statistics_of(sight: Sight, table: Table) -> Iterator[Row]:
    """The rows of one table."""
    for index in _shown(sight, table):
        distinct = _distinct(index, sight, table)
        ordered = index.kind in ("BTREE", "SPATIAL")
        for number, part in enumerate(index.parts, 1):
            yield (
                *(CATALOG, table.schema, table.name, int(not index.unique), table.schema, index.name, number),
                *(part.column, ("D" if part.descending else "A") if ordered else None, distinct[number - 1]),
                *(part.length, None, "YES" if part.nullable else "", index.kind, "", index.comment),
                *("YES" if index.visible else "NO", part.expression),
            )


def _distinct(index: Index, sight: Sight, table: Table) -> list[int | None]:
    """How many different values the first columns have."""
    data = sight.data(table)
    count = len(data)
    if index.kind == "HASH":
        return [None] * (len(index.parts) - 1) + [count if index.unique or not count else max(1, count // 2)]
    if table.engine.name in _UNCOUNTED:
        return [None] * len(index.parts)
    if table.engine.name == "MyISAM" and not data.analyzed:
        # a key without NULL that finds one row is known without counting
        is_known = index.unique and not any(part.nullable for part in index.parts)
        return [None] * (len(index.parts) - 1) + [count if is_known else None]
    if index.key is None:
        return [count] * len(index.parts)
    counted = data.distinct_values(index.key)
    if table.engine.name != "MyISAM":
        return list(counted)
    return [_rounded(count, distinct) for distinct in counted]


def _rounded(count: int, distinct: int) -> int:
    """MyISAM keeps how many rows a value has, as a whole number."""
    if not distinct:
        return 0
    rows_of_a_value = max(1, (count + distinct // 2) // distinct)
    return (2 * count + rows_of_a_value) // (2 * rows_of_a_value)


@rows_of("information_schema.STATISTICS")
def statistics(sight: Sight) -> Iterator[Row]:
    """A row a column of a key."""
    return (row for table in sight.tables() for row in statistics_of(sight, table))


@rows_of("information_schema.KEY_COLUMN_USAGE")
def key_column_usage(sight: Sight) -> Iterator[Row]:
    """Columns of unique keys and foreign keys, of which the account is told."""
    return (row for row in _used(sight) if may_see(sight.context, row[4], row[5], row[6]))


def _used(sight: Sight) -> Iterator[tuple[Any, ...]]:
    for table in sight.tables():
        place = (CATALOG, table.schema, table.name)
        for index in _shown(sight, table):
            if index.unique:
                for number, part in enumerate(index.parts, 1):
                    yield (CATALOG, table.schema, index.name, *place, part.column, number, *(None,) * 4)
        for key in table.foreign_keys:
            for number, (column, other) in enumerate(zip(key.columns, key.parent_columns, strict=True), 1):
                yield (CATALOG, table.schema, key.name, *place, column, number, number, *key.parent, other)


@rows_of("information_schema.TABLE_CONSTRAINTS")
def table_constraints(sight: Sight) -> Iterator[Row]:
    """Unique keys, foreign keys and CHECKs."""
    for table in sight.tables():
        for index in _shown(sight, table):
            if index.unique:
                kind = "PRIMARY KEY" if index.name == "PRIMARY" else "UNIQUE"
                yield CATALOG, table.schema, index.name, table.schema, table.name, kind, "YES"
        for key in table.foreign_keys:
            yield CATALOG, table.schema, key.name, table.schema, table.name, "FOREIGN KEY", "YES"
        for check in table.checks:
            enforced = "YES" if check.enforced else "NO"
            yield CATALOG, table.schema, check.name, table.schema, table.name, "CHECK", enforced


@rows_of("information_schema.TABLE_CONSTRAINTS_EXTENSIONS")
def table_constraints_extensions(sight: Sight) -> Iterator[Row]:
    """All keys; InnoDB's hidden ones among them."""
    for table in sight.tables():
        names = [index.name for index in _shown(sight, table)]
        if table.engine.name == "InnoDB":
            if sight.data(table).clustered_key is None:
                names.append("PRIMARY")
            if table.has_fulltext:
                names.append("FTS_DOC_ID_INDEX")
        for name in names:
            yield CATALOG, table.schema, name, table.name, None, None


@rows_of("information_schema.REFERENTIAL_CONSTRAINTS")
def referential_constraints(sight: Sight) -> Iterator[Row]:
    """Foreign keys with the unique key that they refer to."""
    for table in sight.tables():
        for key in table.foreign_keys:
            schema, parent = key.parent
            yield (
                *(CATALOG, table.schema, key.name, CATALOG, schema, _referred(sight, key), 1),
                *(_RULES.index(key.on_update.value) + 1, _RULES.index(key.on_delete.value) + 1),
                *(table.name, parent),
            )


def _referred(sight: Sight, key: ForeignKey) -> str | None:
    parent = sight.database.catalog.find(*key.parent)
    if parent is None:
        return None
    wanted = [name.lower() for name in key.parent_columns]
    for candidate in parent.keys:
        leading = candidate.columns[: len(wanted)]
        if candidate.unique and [parent.columns[index].name.lower() for index in leading] == wanted:
            return candidate.name
    return None


@rows_of("information_schema.CHECK_CONSTRAINTS")
def check_constraints(sight: Sight) -> Iterator[Row]:
    """CHECKs with their expressions."""
    for table in sight.tables():
        for check in table.checks:
            yield CATALOG, table.schema, check.name, escaped(printed(check.expression, table, as_given=check.as_given))
