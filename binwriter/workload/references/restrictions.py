"""What restricts a table's rows beyond its columns' types and is not kept by generators: refused before a byte is made.

A replica would stop at a row that breaks it, or hold what no server would have let in.
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.catalog.tables import Table
from binwriter.errors import SpecError

_ROWLESS = frozenset(("blackhole", "mrg_myisam", "federated", "example", "ndbcluster", "perfomance_schema"))


def refuse_unkept(table: Table, place: str) -> None:
    """SpecError with the first such restriction. place: of the schema, for errors."""
    for reason in _reasons(table):
        raise SpecError(f"{place}, table {table.name}", reason, f'tables."{table.schema}.{table.name}".weight = 0')


def _reasons(table: Table) -> Iterator[str]:
    if table.engine.name.lower() in _ROWLESS:
        yield f"engine {table.engine.name} keeps no rows of its own"
    if table.partitioning is not None and not _takes_all(table.partitioning.kind, table.partitioning.text):
        yield (
            f"PARTITION BY {table.partitioning.kind}: rows could have no partition; HASH and KEY take all, and so does "
            "RANGE up to MAXVALUE"
        )


def _takes_all(kind: str, text: str) -> bool:
    if kind.upper().endswith(("HASH", "KEY")):
        return True
    return kind.upper().startswith("RANGE") and "MAXVALUE" in text.upper()
