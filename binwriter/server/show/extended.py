"""SHOW EXTENDED COLUMNS and INDEX: the columns that InnoDB adds to a table and to its keys, too.

Source: MySQL manual, "SHOW COLUMNS" and "SHOW INDEX"; captured: clusters/hidden_columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from binwriter.catalog.tables import Key, KeyPart, Table
from binwriter.errors import UnsupportedError
from binwriter.sql.system.keys import Index, IndexPart, indexes
from binwriter.sql.text.value_lists import string_literal

_ROW_ID, _ADDED = "DB_ROW_ID", ("DB_TRX_ID", "DB_ROLL_PTR")
_COLUMNS, _STATISTICS = "information_schema.COLUMNS", "information_schema.STATISTICS"
_BEHIND = 10_000  # which no column of a table's own has as its place
_PRIVILEGES = "select,insert,update,references"
_DEFAULTS: dict[str, Mapping[str, str | int | None]] = {
    _COLUMNS: {"COLUMN_TYPE": "", "IS_NULLABLE": "NO", "COLUMN_KEY": "", "EXTRA": "", "PRIVILEGES": _PRIVILEGES},
    _STATISTICS: {"COLLATION": "A", "COMMENT": ""},
}
_NAMES = {
    _COLUMNS: (
        *("TABLE_SCHEMA", "TABLE_NAME", "COLUMN_NAME", "COLUMN_TYPE", "COLLATION_NAME", "IS_NULLABLE", "COLUMN_KEY"),
        *("COLUMN_DEFAULT", "EXTRA", "PRIVILEGES", "COLUMN_COMMENT", "ORDINAL_POSITION"),
    ),
    _STATISTICS: (
        *("TABLE_SCHEMA", "TABLE_NAME", "NON_UNIQUE", "INDEX_NAME", "SEQ_IN_INDEX", "COLUMN_NAME", "COLLATION"),
        *("CARDINALITY", "SUB_PART", "PACKED", "NULLABLE", "INDEX_TYPE", "COMMENT", "INDEX_COMMENT", "IS_VISIBLE"),
        "EXPRESSION",
    ),
}


def with_hidden(source: str, table: Table, *, hides_generated: bool) -> str:
    """What SHOW EXTENDED reads in place of the table of information_schema. source: its name. hides_generated: keys
    that the server has generated.

    UnsupportedError where a key has columns that a server makes for it.
    """
    if table.engine.name != "InnoDB" or table.temporary:
        return source
    kinds = {key.kind for key in table.special_keys} - (set() if source == _COLUMNS else {"FUNCTIONAL", "SPATIAL"})
    if kinds - {"SPATIAL"}:
        raise UnsupportedError("SHOW EXTENDED of a table with FULLTEXT keys or keys on expressions")
    parts = _of_columns(table) if source == _COLUMNS else _of_keys(table, hides_generated)
    return f"({' UNION ALL '.join(parts)}) AS {source.partition('.')[2]}"


def _of_columns(table: Table) -> Iterator[str]:
    yield _stored(_COLUMNS, table)
    hidden = _ADDED if _clustered(table) is not None else (_ROW_ID, *_ADDED)
    for place, name in enumerate(hidden, _BEHIND):
        yield _row(_COLUMNS, table, {"COLUMN_NAME": name, "COLUMN_COMMENT": "", "ORDINAL_POSITION": place})


def _of_keys(table: Table, hides_generated: bool) -> Iterator[str]:
    clustered = _clustered(table)
    columns = [IndexPart(column.spec.name, column.spec.nullable) for column in table.columns if not column.virtual]
    added = [IndexPart(name, False) for name in _ADDED]
    if clustered is None:
        place = [IndexPart(_ROW_ID, False)]
        yield from _added(Index("PRIMARY", True, "BTREE", (), "", True), table, (*place, *added, *columns))
    else:
        parts = ((table.columns[part.column].spec, part.length or None) for part in clustered.parts)
        place = [IndexPart(spec.name, spec.nullable, length=length) for spec, length in parts]
    for index in indexes(table):
        if hides_generated and table.has_generated_key and index.key is table.primary_key:
            continue
        yield f"{_stored(_STATISTICS, table)} AND INDEX_NAME = {_literal(index.name)}"
        yield from _added(index, table, (*added, *columns) if index.key is clustered and clustered else place)


def _added(index: Index, table: Table, parts: Iterable[IndexPart]) -> Iterator[str]:
    """Those columns that the key has not itself, behind its own."""
    own = {(part.column, part.length) for part in index.parts}
    added = (part for part in parts if (part.column, part.length) not in own)
    for place, part in enumerate(added, len(index.parts) + 1):
        yield _row(
            _STATISTICS,
            table,
            {
                "NON_UNIQUE": int(not index.unique),
                "INDEX_NAME": index.name,
                "SEQ_IN_INDEX": place,
                "COLUMN_NAME": part.column,
                "INDEX_TYPE": index.kind,
                "NULLABLE": "YES" if part.nullable else "",
                "INDEX_COMMENT": index.comment,
                "IS_VISIBLE": "YES" if index.visible else "NO",
            },
        )


def _clustered(table: Table) -> Key | None:
    """The key in whose order rows stand: the primary key, or the first unique one of columns that are never NULL."""
    unique = (key for key in table.keys if key.unique and all(_never_null(table, part) for part in key.parts))
    return table.primary_key or next(unique, None)


def _never_null(table: Table, part: KeyPart) -> bool:
    return not table.columns[part.column].spec.nullable and not part.length


def _stored(source: str, table: Table) -> str:
    names = ", ".join(_NAMES[source])
    place = f"TABLE_SCHEMA = {_literal(table.schema)} AND TABLE_NAME = {_literal(table.name)}"
    return f"SELECT {names} FROM {source} WHERE {place}"


def _row(source: str, table: Table, values: Mapping[str, str | int | None]) -> str:
    whole = {"TABLE_SCHEMA": table.schema, "TABLE_NAME": table.name, **_DEFAULTS[source], **values}
    return f"SELECT {', '.join(f'{_literal(whole.get(name))} AS {name}' for name in _NAMES[source])}"


def _literal(value: str | int | None) -> str:
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int) else string_literal(value)
