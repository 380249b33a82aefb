"""information_schema.ST_SPATIAL_REFERENCE_SYSTEMS: what a server brings along, and what statements have made of it."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.mysql.reference_systems import ReferenceSystem, shipped_entries
from binwriter.sql.system.sight import Row, Sight, rows_of


@rows_of("information_schema.ST_SPATIAL_REFERENCE_SYSTEMS")
def reference_systems(sight: Sight) -> Iterator[Row]:
    """In the order of their numbers."""
    made = sight.database.catalog.reference_systems
    known: dict[int, ReferenceSystem | None] = {system.number: system for system in shipped_entries()}
    for _, system in sorted((known | made).items()):
        if system is not None:
            yield (
                system.name,
                system.number,
                system.organization,
                system.organization_number,
                system.definition,
                system.description,
            )
