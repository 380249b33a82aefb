"""INNODB_TABLES, INNODB_INDEXES, INNODB_COLUMNS, INNODB_TABLESPACES and their kin: a function a table.

Types of columns: `data0type.h` of the server; rows as a 9.7.4 gave them (clusters/objects_of_innodb).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from binwriter.catalog.tables import Column, ForeignKeyAction, Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.sql.system.innodb_objects import PAGE, StoredTable, stored_tables, virtual_last
from binwriter.sql.system.sight import Row, Sight, rows_of

_OF_DICTIONARY, _GENERAL = 1 << 14, 1 << 11
_MERGES = 50  # percent: MERGE_THRESHOLD where none is given, and the largest one
_GIVEN = pattern(r"MERGE_THRESHOLD=\s*(\d{1,9})", re.ASCII)
_PAGES = 7  # of a file with one index
_BLOCK = 4096


@rows_of("information_schema.INNODB_TABLES")
def innodb_tables(sight: Sight) -> Iterator[Row]:
    """No column was added or dropped at once in any of them."""
    for one in stored_tables(sight):
        kind = "Single" if not one.shared else "System" if one.space == 0 else "General"
        name = one.as_file
        yield one.number, name, one.flags, one.columns, one.space, one.row_format, one.compressed_page, kind, 0, 0


def _whole(sight: Sight) -> Iterator[StoredTable]:
    """Partitions are left out."""
    return (one for one in stored_tables(sight) if "#" not in one.name)


@rows_of("information_schema.INNODB_INDEXES")
def innodb_indexes(sight: Sight) -> Iterator[Row]:
    """Those of the tables that statements have made."""
    for one in _whole(sight):
        of_table = _threshold(one.table.comment if one.table is not None else "") or _MERGES
        keys = one.table.keys if one.table is not None else ()
        of_keys = {"FTS_DOC_ID_INDEX": _MERGES, **{key.name: _threshold(key.comment) or of_table for key in keys}}
        for index in one.indexes:
            merges = of_keys.get(index.name, of_table)
            yield index.number, index.name, one.number, index.kind, index.fields, index.root, one.space, merges


def _threshold(comment: str) -> int:
    """The MERGE_THRESHOLD, in percent, that a comment of a table or key gives; 0: none, or one that does not count
    (MySQL manual, "Configuring the Merge Threshold for Index Pages"; captured: clusters/merge_thresholds)."""
    given = _GIVEN.search(comment)
    value = int(given[1]) if given is not None else 0
    return value if value <= _MERGES else 0


@rows_of("information_schema.INNODB_FIELDS")
def innodb_fields(sight: Sight) -> Iterator[Row]:
    """The columns that keys were given."""
    for one in _whole(sight):
        for index in one.indexes:
            yield from ((index.number, name, place) for place, name in enumerate(index.names))


# --- columns ----------------------------------------------------------------------------------------------------------

_LATIN1, _NUMERIC = 8, 8
_NOT_NULL, _UNSIGNED, _BINARY, _LONG_VARCHAR, _VIRTUAL = 256, 512, 1024, 4096, 8192
_INTEGERS = {ColumnType.TINY: 1, ColumnType.SHORT: 2, ColumnType.INT24: 3, ColumnType.LONG: 4, ColumnType.LONGLONG: 8}
_INTEGER, _FLOAT, _DOUBLE, _FIXED, _BLOB, _GEOMETRY = 6, 9, 10, 3, 5, 14
# of other types: main type, type as the protocol has it, bytes
_OTHERS: dict[ColumnType, tuple[int, int, int]] = {
    ColumnType.FLOAT: (_FLOAT, 4, 4),
    ColumnType.DOUBLE: (_DOUBLE, 5, 8),
    ColumnType.DATE: (_INTEGER, 10, 3),
    ColumnType.YEAR: (_INTEGER, 13, 1),
    ColumnType.TIMESTAMP2: (_FIXED, 7, 4),
    ColumnType.DATETIME2: (_FIXED, 12, 5),
    ColumnType.TIME2: (_FIXED, 11, 3),
}


def _type_of(column: Column) -> tuple[int, int, int]:
    """MTYPE, PRTYPE without what all columns have, LEN."""
    spec = column.spec
    kind, charset = spec.type, spec.collation << 16
    if kind in _INTEGERS:
        return _INTEGER, int(kind) | _BINARY, _INTEGERS[kind]
    if kind in _OTHERS:
        main, code, length = _OTHERS[kind]
        return main, code | _BINARY | (_NUMERIC << 16 if main == _FIXED else 0), length + (spec.fsp + 1) // 2
    if kind is ColumnType.NEWDECIMAL:
        return _FIXED, 246 | _BINARY | _NUMERIC << 16, _decimal_bytes(spec.precision, spec.scale)
    if kind is ColumnType.BIT:
        return _FIXED, 16 | _BINARY | _UNSIGNED | 63 << 16, (spec.length + 7) // 8
    if kind is ColumnType.ENUM:
        return _INTEGER, 254 | _UNSIGNED, 1 + (len(spec.members) > 255)
    if kind is ColumnType.SET:
        return _INTEGER, 254 | _UNSIGNED, next(size for size in (1, 2, 3, 4, 8) if len(spec.members) <= 8 * size)
    binary = _BINARY if spec.collation == 63 else 0
    if kind is ColumnType.VARCHAR:
        main = 4 if binary else 1 if spec.collation == _LATIN1 else 12
        return main, 15 | binary | (_LONG_VARCHAR if spec.length > 255 else 0) | charset, spec.length
    if kind is ColumnType.STRING:
        return 3 if binary else 2 if spec.collation == _LATIN1 else 13, 254 | binary | charset, spec.length
    if kind is ColumnType.JSON:
        return _BLOB, 245 | _BINARY | 46 << 16, 12
    if kind is ColumnType.GEOMETRY:
        return _GEOMETRY, 255 | _BINARY, 12
    return _BLOB, 252 | binary | charset, 8 + spec.length


def _decimal_bytes(precision: int, scale: int) -> int:
    rest = (0, 1, 1, 2, 2, 3, 3, 4, 4, 4)
    whole = precision - scale
    return whole // 9 * 4 + rest[whole % 9] + scale // 9 * 4 + rest[scale % 9]


def _columns(one: StoredTable) -> Iterator[tuple[int, Column]]:
    return iter(()) if one.table is None else virtual_last(one.table)


@rows_of("information_schema.INNODB_COLUMNS")
def innodb_columns(sight: Sight) -> Iterator[Row]:
    """Those of the tables that statements have made."""
    for one in stored_tables(sight):
        for place, column in _columns(one):
            main, code, length = _type_of(column)
            code |= 0 if column.spec.nullable else _NOT_NULL
            code |= (_UNSIGNED if column.spec.unsigned else 0) | (_VIRTUAL if column.virtual else 0)
            yield one.number, column.name, place, main, code, length, 0, None


_NAMED = pattern(r"'(?:[^'\\]|\\.|'')*'|`((?:[^`]|``)+)`|([\w$]+)")  # texts are passed by


@rows_of("information_schema.INNODB_VIRTUAL")
def innodb_virtual(sight: Sight) -> Iterator[Row]:
    """Virtual columns, and the columns that they are made from."""
    for one in stored_tables(sight):
        for place, column in _columns(one):
            if column.virtual and one.table is not None:
                found = ("".join(match) for match in _NAMED.findall(column.generated))
                names = {name.replace("``", "`").lower() for name in found}
                bases = sorted(one.table.index_of[name] for name in names if name in one.table.index_of)
                yield from ((one.number, place, base) for base in bases)


# --- foreign keys -----------------------------------------------------------------------------------------------------

_DELETES = {ForeignKeyAction.CASCADE: 1, ForeignKeyAction.SET_NULL: 2, ForeignKeyAction.NO_ACTION: 16}
_UPDATES = {ForeignKeyAction.CASCADE: 4, ForeignKeyAction.SET_NULL: 8, ForeignKeyAction.NO_ACTION: 32}


def _foreign_keys(sight: Sight) -> Iterator[tuple[Table, str]]:
    return ((table, f"{table.schema}/{table.name}") for table in sight.tables() if table.foreign_keys)


@rows_of("information_schema.INNODB_FOREIGN")
def innodb_foreign(sight: Sight) -> Iterator[Row]:
    """RESTRICT is no flag."""
    for table, name in _foreign_keys(sight):
        for key in table.foreign_keys:
            flags = _DELETES.get(key.on_delete, 0) | _UPDATES.get(key.on_update, 0)
            yield f"{table.schema}/{key.name}", name, "/".join(key.parent), len(key.columns), flags


@rows_of("information_schema.INNODB_FOREIGN_COLS")
def innodb_foreign_cols(sight: Sight) -> Iterator[Row]:
    """Positions begin with 1."""
    for table, _ in _foreign_keys(sight):
        for key in table.foreign_keys:
            pairs = zip(key.columns, key.parent_columns, strict=True)
            yield from (
                (f"{table.schema}/{key.name}", own, other, place) for place, (own, other) in enumerate(pairs, 1)
            )


# --- tablespaces ------------------------------------------------------------------------------------------------------


def _spaces(sight: Sight) -> Iterator[tuple[int, str, str, int, StoredTable | None]]:
    """Number, name, file and flags of each, with the only table in it."""
    seen = set[int]()
    files = sight.database.catalog.tablespaces
    for one in stored_tables(sight):
        if one.space in seen or one.space == 0:
            continue
        seen.add(one.space)
        if one.shared:
            yield one.space, one.shared, files.get(one.shared, ""), _OF_DICTIONARY | _GENERAL, None
        else:
            flags = 0 if one.format_flags == 1 else one.format_flags  # COMPACT tablespaces are those of old
            yield one.space, one.name, f"./{one.as_file}.ibd", _OF_DICTIONARY | flags, one
    used = {one.shared for one in stored_tables(sight)}
    last = max(seen, default=1)
    for name, file in files.items():
        if name not in used and not file.startswith("\0"):
            last += 1
            yield last, name, file, _OF_DICTIONARY | _GENERAL, None


def _formats(one: StoredTable | None) -> str:
    if one is None:
        return "Any"
    return one.row_format if one.row_format in ("Dynamic", "Compressed") else "Compact or Redundant"


@rows_of("information_schema.INNODB_TABLESPACES")
def innodb_tablespaces(sight: Sight) -> Iterator[Row]:
    """All as small as new ones."""
    version = sight.context.variables.get("version")
    told = str(version).partition("-")[0]
    for number, name, _, flags, one in _spaces(sight):
        page = 0 if one is None else one.compressed_page
        others = 0 if one is None else max(sum(index.root > 0 for index in one.indexes) - 1, 0)
        size = (_PAGES + others) * (page or PAGE)
        kind = "General" if one is None else "Single"
        yield number, name, flags, _formats(one), PAGE, page, kind, _BLOCK, size, size, 0, told, 1, "N", "normal"


def _files(sight: Sight) -> Iterator[tuple[int, str, str, int, str]]:
    for number, name, file, flags, one in _spaces(sight):
        yield number, name, file, flags, "General" if one is None else "Single"


@rows_of("information_schema.INNODB_TABLESPACES_BRIEF")
def innodb_tablespaces_brief(sight: Sight) -> Iterator[Row]:
    """Numbers are bytes in it."""
    return ((b"%d" % number, name, file, b"%d" % flags, kind) for number, name, file, flags, kind in _files(sight))


@rows_of("information_schema.INNODB_DATAFILES")
def innodb_datafiles(sight: Sight) -> Iterator[Row]:
    """Likewise."""
    return ((b"%d" % number, file) for number, _, file, *_ in _files(sight))
