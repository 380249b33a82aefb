"""information_schema.SCHEMATA and what belongs to it."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.formats.collations import collation_by_id
from binwriter.sql.system import captured
from binwriter.sql.system.sight import Row, Sight, all_rows_of, rows_of
from binwriter.sql.system.visibility import may_see

_SYSTEM, _USER = 1, 2  # members of RESOURCE_GROUP_TYPE
CATALOG = "def"


@all_rows_of("information_schema.SCHEMATA")
def schemata(sight: Sight) -> Iterator[Row]:
    """Databases in the order of their names, a server's own among them."""
    return iter(sorted((*_own(sight, "schemata"), *_made(sight)), key=lambda row: row[1]))


def _made(sight: Sight) -> Iterator[Row]:
    for schema in sight.schemas():
        collation = collation_by_id(schema.collation)
        yield CATALOG, schema.name, collation.charset, collation.name, None, 2 if schema.encrypted else 1


@all_rows_of("information_schema.SCHEMATA_EXTENSIONS")
def schemata_extensions(sight: Sight) -> Iterator[Row]:
    """READ ONLY is the one option."""
    made = ((CATALOG, schema.name, "READ ONLY=1" if schema.read_only else "") for schema in sight.schemas())
    return iter(sorted((*_own(sight, "schemata_extensions"), *made), key=lambda row: row[1]))


def _own(sight: Sight, name: str) -> tuple[Row, ...]:
    table = captured.definition("information_schema", name)
    assert table is not None
    return tuple(row for row in captured.rows(table) if row[1] in _SEEN_BY_ALL or may_see(sight.context, row[1]))


_SEEN_BY_ALL = frozenset({"information_schema", "performance_schema"})


@rows_of("information_schema.RESOURCE_GROUPS")
def resource_groups(sight: Sight) -> Iterator[Row]:
    """Those that statements have made."""
    for group in sight.database.catalog.resource_groups.made():
        kind = _SYSTEM if group.is_system else _USER
        yield group.name, kind, int(group.enabled), group.shown_processors.encode(), group.priority
