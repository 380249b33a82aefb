"""What a Table_map tells of its table, as `mysqlbinlog --print-table-metadata` prints it.

Compared with the program line for line (tests/golden/mysqlbinlog/metadata): with binlog_row_metadata=MINIMAL columns
have no names, and ENUM and SET no members; a generated invisible primary key is known by its flag alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.binlog.files.rows import MappedTable
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import primary_key_of
from binwriter.formats.constants import ColumnType, MetadataFieldType, TableMapFlag
from binwriter.formats.events import TableMap
from binwriter.mysql import identifiers
from binwriter.mysql.values.text import quoted
from binwriter.sql.ddl.table.type_texts import sql_type_text

_GENERATED = "`my_row_id` BIGINT UNSIGNED NOT NULL INVISIBLE AUTO_INCREMENT"
_GENERATED_NAME = "my_row_id"
_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})
_COLLECTION = 7


def table_metadata(body: TableMap) -> Iterator[str]:
    """The lines, each beginning with `#`. CorruptLogError if the event contradicts itself."""
    generated = bool(body.flags & TableMapFlag.GENERATED_INVISIBLE_PRIMARY_KEY)
    yield f"# has_generated_invisible_primary_key={generated:d}"
    optional = tuple((item.type, item.value) for item in body.optional_metadata)
    is_named = any(kind == MetadataFieldType.COLUMN_NAME for kind, _ in optional)
    specs = MappedTable(body).specs
    columns = [_column(spec, is_named) for spec in specs]
    if generated and columns:
        columns[0] = _GENERATED
    for number, column in enumerate(columns):
        head = "#         " if number else "# Columns("
        yield f"{head}{column}{')' if number == len(columns) - 1 else ','}"
    key = primary_key_of(optional)
    names = [f"{specs[index].name}{f'({length})' if length else ''}" for index, length in key or ()]
    if generated and not is_named:
        names = [_GENERATED_NAME]
    if names:
        yield f"# Primary Key({', '.join(names)})"


def _column(spec: ColumnSpec, is_named: bool) -> str:
    text = f"{identifiers.quoted(spec.name)} {_type(spec)}" if is_named else _type(spec)
    if not spec.nullable:
        text += " NOT NULL"
    if spec.collation != BINARY_COLLATION_ID:
        collation = collation_by_id(spec.collation)
        text += f" CHARSET {collation.charset} COLLATE {collation.name}"
    return text if spec.visible else f"{text} INVISIBLE"


def _type(spec: ColumnSpec) -> str:
    if spec.type in _MEMBERS:
        members = ", ".join(quoted(member.encode("utf-8", "surrogateescape")) for member in spec.members)
        return f"{spec.type.name}({members})" if members else spec.type.name
    if spec.type is ColumnType.GEOMETRY and spec.geometry_type == _COLLECTION:
        return "GEOMCOLLECTION"
    return sql_type_text(spec).upper()
