"""CREATE and DROP SPATIAL REFERENCE SYSTEM: logged as they are written.

Of the systems that a server brings along only the numbers are known here (`data/reference_systems.txt`). Errors as a
9.7.4 gives them (tests/golden/scenarios/reference_systems.scn, reference_systems_more.scn).
"""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Column, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.reference_systems import shipped_system, shipped_systems, written_system
from binwriter.sql.command_table import reads
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.session import TableSyntax
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words

_RESERVED = 32767
_KINDS = ("GEOGCS", "PROJCS")


@dataclass(frozen=True)
class ReferenceSystemSyntax(TableSyntax):
    """verb: CREATE, DROP. attributes: NAME, DEFINITION ... as far as they are given."""

    verb: str
    number: int
    exists: bool
    replaces: bool
    attributes: tuple[tuple[str, str], ...] = ()


@reads("DROP SPATIAL")
def read_reference_system(words: Words) -> ParsedStatement:
    """CREATE [OR REPLACE] and DROP SPATIAL REFERENCE SYSTEM."""
    cursor = Cursor(words)
    verb = cursor.next().text.upper()
    replaces = cursor.accept("OR", "REPLACE")
    cursor.expect("SPATIAL", "REFERENCE", "SYSTEM")
    exists = cursor.accept("IF", "EXISTS") if verb == "DROP" else cursor.accept("IF", "NOT", "EXISTS")
    number = cursor.integer()
    attributes: dict[str, str] = {}
    while verb == "CREATE" and not cursor.at_end:
        attribute = cursor.word()
        if attribute not in ("NAME", "DEFINITION", "ORGANIZATION", "DESCRIPTION"):
            raise cursor.error()
        cursor.next()
        attributes[attribute] = cursor.string()
        if attribute == "ORGANIZATION":
            cursor.expect("IDENTIFIED", "BY")
            attributes["IDENTIFIED BY"] = str(cursor.integer())
    if not cursor.at_end:
        raise cursor.error()
    syntax = ReferenceSystemSyntax(verb, number, exists, replaces, tuple(attributes.items()))
    return ParsedStatement(words.text, f"{verb.lower()}_srs", syntax)


def change_reference_systems(syntax: ReferenceSystemSyntax, catalog: Catalog, context: StatementContext) -> None:
    """Keeps the numbers of new systems. Raises MySQLError."""
    if syntax.number == 0:
        raise mysql_error("ER_CANT_MODIFY_SRID_0")
    known = is_system(syntax.number, catalog)
    if syntax.verb == "DROP":
        if known:
            _warn_of_reserved(syntax, context)
        if known and _is_used(syntax.number, catalog):
            raise mysql_error("ER_CANT_MODIFY_SRS_USED_BY_COLUMN", syntax.number)
        if not known and not syntax.exists:
            raise mysql_error("ER_SRS_NOT_FOUND", syntax.number)
        if not known:
            context.warn("ER_WARN_SRS_NOT_FOUND", syntax.number)
        catalog.reference_systems[syntax.number] = None
    else:
        _create(syntax, catalog, context, known=known)


def is_system(number: int, catalog: Catalog) -> bool:
    """Whether there is a spatial reference system of this SRID."""
    if number in catalog.reference_systems:
        return catalog.reference_systems[number] is not None
    return number in shipped_systems()


def _is_used(number: int, catalog: Catalog) -> bool:
    tables = (table for schema in catalog.every_place() for table in schema.tables.values())
    return any(column.spec.srid == number for table in tables for column in table.columns)


def _warn_of_reserved(syntax: ReferenceSystemSyntax, context: StatementContext) -> None:
    if syntax.number <= _RESERVED:
        context.warn("ER_WARN_RESERVED_SRID_RANGE", _RESERVED)


def with_srid(spec: ColumnSpec, number: int) -> ColumnSpec:
    """A column's type with the attribute SRID. ER_WRONG_USAGE for a column of no geometries."""
    if spec.type is not ColumnType.GEOMETRY:
        raise mysql_error("ER_WRONG_USAGE", "SRID", "non-geometry column")
    return replace(spec, srid=number)


def check_reference_systems(columns: Iterable[Column], catalog: Catalog) -> None:
    """ER_SRS_NOT_FOUND for a column with the SRID of no system."""
    for column in columns:
        number = column.spec.srid
        if number is not None and not is_system(number, catalog):
            raise mysql_error("ER_SRS_NOT_FOUND", number)


def refuse_angles(columns: Iterable[Column], catalog: Catalog, engine: Engine) -> None:
    """ER_CHECK_NOT_IMPLEMENTED for a column of a geographic system outside InnoDB (captured:
    prefixes_of_altered_columns)."""
    for column in columns:
        number = column.spec.srid
        if not number or engine.two_phase:
            continue
        system = catalog.reference_systems.get(number) or shipped_system(number)
        if system is not None and system.is_geographic:
            raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", "geographic spatial reference systems")


def refuse_other_systems(table: Table, changed: Iterable[tuple[int | None, Column]]) -> None:
    """ER_CANNOT_ALTER_SRID_DUE_TO_INDEX for a column under a SPATIAL key that gets another system, or none.

    changed: the new columns, and where they stood (captured: clusters/geometries_altered).
    """
    indexed = {name for key in table.special_keys if key.kind == "SPATIAL" for name in key.columns}
    for old, column in changed:
        before = table.columns[old].spec if old is not None else None
        if before is None or column.spec.type is not ColumnType.GEOMETRY or before.name.lower() not in indexed:
            continue
        if before.srid != column.spec.srid:
            raise mysql_error("ER_CANNOT_ALTER_SRID_DUE_TO_INDEX", before.name)


def _create(syntax: ReferenceSystemSyntax, catalog: Catalog, context: StatementContext, *, known: bool) -> None:
    attributes = dict(syntax.attributes)
    for name in ("NAME", "DEFINITION"):
        if name not in attributes:
            raise mysql_error("ER_SRS_MISSING_MANDATORY_ATTRIBUTE", name)
    if not attributes["DEFINITION"].lstrip().upper().startswith(_KINDS):
        raise mysql_error("ER_SRS_PARSE_ERROR", syntax.number)
    if known and syntax.exists:
        context.warn("ER_WARN_SRS_ID_ALREADY_EXISTS", syntax.number)
        return
    if known and not syntax.replaces:
        raise mysql_error("ER_SRS_ID_ALREADY_EXISTS", syntax.number)
    _warn_of_reserved(syntax, context)
    catalog.reference_systems[syntax.number] = written_system(syntax.number, attributes)
