"""information_schema.COLUMN_STATISTICS: the histograms of columns (captured: clusters/histograms_shown)."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.sql.system.sight import Row, Sight, all_rows_of


@all_rows_of("information_schema.COLUMN_STATISTICS")
def column_statistics(sight: Sight) -> Iterator[Row]:
    """One row a column."""
    for table in sight.tables():
        for name, document in sorted(sight.data(table).histograms.items()):
            yield table.schema, table.name, name, document
