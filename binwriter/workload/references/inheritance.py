"""Columns that refer to columns that refer themselves: an order's warehouse is its customer's district's.

Such a row needs to know where the row that it refers to refers; that stands behind its own references.
"""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.errors import SpecError
from binwriter.formats.records import replace
from binwriter.workload.references.kernel import AHEAD
from binwriter.workload.schedule.batches import Reference
from binwriter.workload.values import ValueSource
from binwriter.workload.values.settings import Refers


def inherit(values: Sequence[ValueSource], references: list[list[Reference]]) -> None:
    """Completes the references of all tables in place. SpecError for columns that refer to each other in a circle."""
    done: set[int] = set()
    for table in range(len(values)):
        _complete(table, values, references, done, ())


def _complete(
    table: int,
    values: Sequence[ValueSource],
    references: list[list[Reference]],
    done: set[int],
    path: tuple[int, ...],
) -> None:
    if table in done:
        return
    if table in path:
        names = ", ".join(values[step].table.name for step in path)
        raise SpecError("tables", f"columns of these refer to each other in a circle: {names}")
    own = references[table]
    for number, reference in enumerate(list(own)):
        columns = [name for name in reference.columns if _leads_on(values[table], name)]
        if not columns:
            continue
        if reference.target != table:
            _complete(reference.target, values, references, done, (*path, table))
        if reference.target == table or reference.when == AHEAD:
            raise SpecError(
                values[table].generators.place,
                f"column {columns[0]} refers to a column of its own table, or of a circle, that refers itself",
                f'tables."{values[table].table.schema}.{values[table].table.name}".weight = 0',
            )
        own[number] = replace(reference, valued=tuple(name for name in reference.columns if name not in columns))
        for name in columns:
            source, target = values[table].target_of(name)
            own.append(_inherited(reference, number, name, source.table.columns[target].name, references))
    done.add(table)


def _leads_on(values: ValueSource, name: str) -> bool:
    source, column = values.target_of(name)
    return isinstance(source.generators.columns[column].generator, Refers)


def _inherited(
    reference: Reference, number: int, name: str, parent_column: str, references: list[list[Reference]]
) -> Reference:
    for place, other in enumerate(references[reference.target]):
        if parent_column in (other.columns if other.valued is None else other.valued):
            return Reference(
                name, other.target, reference.changes, (), reference.when, via=number, source=place, valued=(name,)
            )
    raise AssertionError(f"{parent_column} has no reference")
