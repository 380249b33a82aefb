"""What CREATE TABLE warns of behind the parser. Order and texts as a 9.7.4 sends them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from binwriter.catalog.tables import Column, Key, Table
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.sql.syntax.table import KeySyntax

ONLY_TREES = frozenset({"InnoDB", "MyISAM", "MRG_MYISAM"})
_REAL_TYPES = (ColumnType.FLOAT, ColumnType.DOUBLE)


def counting_warnings(columns: Iterable[Column]) -> Iterator[Diagnostic]:
    """3856 for each AUTO_INCREMENT of real numbers, which 8.4 took away. Source: the answers of 8.0's public tests."""
    for column in columns:
        if column.auto_increment and column.spec.type in _REAL_TYPES:
            yield mysql_warning("ER_WARN_DEPRECATED_FLOAT_AUTO_INCREMENT", column.name)


def copied_column_warnings(columns: Iterable[Column]) -> Iterator[Diagnostic]:
    """Of columns that are as others are: of LIKE and of the query of CREATE TABLE .. SELECT (captured:
    definitions_warned)."""
    for column in columns:
        spec = column.spec
        if spec.type in _REAL_TYPES and spec.precision:
            yield mysql_warning("WARN_DEPRECATED_FLOAT_DIGITS")
        if spec.unsigned and spec.type in (*_REAL_TYPES, ColumnType.NEWDECIMAL):
            yield mysql_warning("WARN_DEPRECATED_FLOAT_UNSIGNED")
        if column.zerofill:
            yield mysql_warning("WARN_DEPRECATED_ZEROFILL")


def duplicate_key_warnings(table: Table, names: Collection[str] | None = None) -> Iterator[Diagnostic]:
    """1831 for each key with the columns of one before it. names: of the keys that are new, None for all."""
    seen: set[tuple[object, ...]] = set()
    for key in sorted(table.keys, key=lambda special_key: names is not None and special_key.name in names):
        shape: tuple[object, ...] = (key.unique, key.primary, key.parts, _algorithm(key, table.engine))
        if shape in seen and not key.generated and (names is None or key.name in names):
            yield mysql_warning("ER_DUP_INDEX", key.name, table.schema, table.name)
        seen.add(shape)
    special: set[tuple[object, ...]] = set()
    for special_key in table.special_keys:
        if special_key.kind == "FUNCTIONAL":
            continue
        shape = (special_key.kind, special_key.parts)
        if shape in special and (names is None or special_key.name in names):
            yield mysql_warning("ER_DUP_INDEX", special_key.name, table.schema, table.name)
        special.add(shape)


def _algorithm(key: Key, engine: Engine) -> str:
    """How the key is built: MEMORY hashes unless it is told otherwise."""
    if engine.name in ONLY_TREES:
        return ""
    return key.algorithm or ("HASH" if engine.name == "MEMORY" else "BTREE")


def hash_notes(key: KeySyntax, engine: Engine) -> Iterator[Diagnostic]:
    """3502 for a key USING HASH where the engine has only trees."""
    if key.algorithm == "HASH" and engine.name in ONLY_TREES:
        yield mysql_warning("ER_UNSUPPORTED_INDEX_ALGORITHM", "HASH", level="Note")
