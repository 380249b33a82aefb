"""CREATE and DROP SPATIAL REFERENCE SYSTEM: logged as they are written.

Of the systems that a server brings along only the numbers are known here (`data/reference_systems.txt`). Errors as a
9.7.4 gives them (tests/golden/scenarios/reference_systems.scn, reference_systems_more.scn).
"""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Column, Table
from binwriter.formats.collations import SPACES
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql import system_definitions
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.reference_systems import (
    ReferenceSystem,
    shipped_entries,
    shipped_system,
    shipped_systems,
    written_system,
)
from binwriter.sql.command_table import reads
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.session import ReferenceSystemSyntax
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words

_RESERVED = ((0, 32767), (60_000_000, 69_999_999), (2_000_000_000, 2_147_483_647))
_HIGHEST = (1 << 32) - 1
_LONGEST = {"NAME": 80, "DEFINITION": 4096, "ORGANIZATION": 256, "DESCRIPTION": 2048}  # characters
_NAMES = ("NAME", "ORGANIZATION")
_BY_IT = "IDENTIFIED BY"


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
        if attribute not in _LONGEST:
            raise cursor.error()
        cursor.next()
        if attribute in attributes:
            raise mysql_error("ER_SRS_MULTIPLE_ATTRIBUTE_DEFINITIONS", attribute)
        attributes[attribute] = cursor.string()
        if "\n" in attributes[attribute]:
            raise mysql_error("ER_WRONG_VALUE", "argument contains not-allowed LF", attributes[attribute])
        if attribute == "ORGANIZATION":
            cursor.expect("IDENTIFIED", "BY")
            attributes[_BY_IT] = str(cursor.integer())
    if not cursor.at_end:
        raise cursor.error()
    syntax = ReferenceSystemSyntax(verb, number, exists, replaces, tuple(attributes.items()))
    _check_number(syntax, number, "SRID")
    if number == 0:
        raise mysql_error("ER_CANT_MODIFY_SRID_0")
    if verb == "CREATE":
        _check_attributes(syntax, attributes)
    return ParsedStatement(words.text, f"{verb.lower()}_srs", syntax)


def _check_number(syntax: ReferenceSystemSyntax, number: int, what: str) -> None:
    if number > _HIGHEST:
        raise mysql_error("ER_DATA_OUT_OF_RANGE", what, syntax.called)


def _check_attributes(syntax: ReferenceSystemSyntax, attributes: dict[str, str]) -> None:
    """What is wrong with them before anything else is looked at (captured: clusters/attributes_of_systems)."""
    for name in ("NAME", "DEFINITION"):
        if name not in attributes:
            raise mysql_error("ER_SRS_MISSING_MANDATORY_ATTRIBUTE", name)
    for name, longest in _LONGEST.items():
        text = attributes.get(name)
        if text is None:
            continue
        if name in _NAMES and (not text or text != text.strip(SPACES)):
            raise mysql_error(f"ER_SRS_{name}_CANT_BE_EMPTY_OR_WHITESPACE")
        if any(character < " " or character == "\x7f" for character in text):
            raise mysql_error("ER_SRS_INVALID_CHARACTER_IN_ATTRIBUTE", name)
        if len(text) > longest:
            raise mysql_error("ER_SRS_ATTRIBUTE_STRING_TOO_LONG", name, longest)
        if name == "ORGANIZATION":
            _check_number(syntax, int(attributes[_BY_IT]), _BY_IT)


def change_reference_systems(syntax: ReferenceSystemSyntax, catalog: Catalog, context: StatementContext) -> None:
    """Keeps the numbers of new systems. Raises MySQLError."""
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
    for low, high in _RESERVED:
        if low <= syntax.number <= high:
            context.warn("ER_WARN_RESERVED_SRID_RANGE", low, high)


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
    definition = system_definitions.definition_of(syntax.number, attributes["DEFINITION"])
    if known and syntax.exists:
        context.warn("ER_WARN_SRS_ID_ALREADY_EXISTS", syntax.number)
        return
    if known and not syntax.replaces:
        raise mysql_error("ER_SRS_ID_ALREADY_EXISTS", syntax.number)
    _warn_of_reserved(syntax, context)
    before = _system(syntax.number, catalog) if known and _is_used(syntax.number, catalog) else None
    if before is not None:
        was = system_definitions.definition_of(before.number, before.definition)
        if not system_definitions.may_become(was, definition):
            raise mysql_error("ER_CANT_MODIFY_SRS_USED_BY_COLUMN", syntax.number)
    made = written_system(syntax.number, attributes)
    _refuse_taken(made, catalog)
    catalog.reference_systems[syntax.number] = made


def _system(number: int, catalog: Catalog) -> ReferenceSystem | None:
    return catalog.reference_systems[number] if number in catalog.reference_systems else shipped_system(number)


def _refuse_taken(made: ReferenceSystem, catalog: Catalog) -> None:
    """ER_DUP_ENTRY for a name, or an organization's number, that another system has."""
    others = [system for system in catalog.reference_systems.values() if system is not None]
    gone = {*catalog.reference_systems, made.number}
    others = [system for system in others if system.number != made.number]
    others += [system for system in shipped_entries() if system.number not in gone]
    if any(system.name.lower() == made.name.lower() for system in others):
        raise mysql_error("ER_DUP_ENTRY", f"1-{made.name}", f"{_TABLE}.SRS_NAME")
    if made.organization is None:
        return
    owners = (((system.organization or "").lower(), system.organization_number) for system in others)
    if (made.organization.lower(), made.organization_number) in owners:
        entry = f"1-{made.organization}-{made.organization_number}"
        raise mysql_error("ER_DUP_ENTRY", entry, f"{_TABLE}.ORGANIZATION_AND_ID")


_TABLE = "st_spatial_reference_systems"
