"""The rows of a workload's tables: values by key and version, and which rows they refer to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from binwriter.bulk.work import IntArray
from binwriter.catalog.tables import Table
from binwriter.errors import SpecError
from binwriter.formats.records import dataclass
from binwriter.workload.chance import Words, stream, words
from binwriter.workload.schedule import Reference, count_tables
from binwriter.workload.specification.spec import TableWorkload, Workload
from binwriter.workload.values import ValueSource, read_generators
from binwriter.workload.values import settings as s
from binwriter.workload.values.settings import Generators

_INITIAL = 0x696E697469616C


@dataclass(frozen=True)
class Sources:
    """One source of values a table, and their references, in the order of the workload's tables."""

    workload: Workload
    values: tuple[ValueSource, ...]
    references: tuple[tuple[Reference, ...], ...]

    @cached_property
    def largest_row(self) -> float:
        """Bytes of a row of the widest table, on average."""
        return max(source.mean_row_size() for source in self.values)

    def rows(self, table: int, keys: IntArray, versions: IntArray, targets: IntArray) -> pa.RecordBatch:
        """Rows in storage form."""
        return self.values[table].batch(keys.astype(np.uint64), _versions(versions), self._targets(table, targets))

    def rows_after(
        self, table: int, before: pa.RecordBatch, keys: IntArray, versions: IntArray, targets: IntArray
    ) -> pa.RecordBatch:
        """The same rows one UPDATE later; versions: the new ones."""
        source = self.values[table]
        return source.after(before, keys.astype(np.uint64), _versions(versions), self._targets(table, targets))

    def _targets(self, table: int, targets: IntArray) -> Mapping[str, Words]:
        return {
            reference.column: np.ascontiguousarray(targets[:, number]).astype(np.uint64)
            for number, reference in enumerate(self.references[table])
        }

    def initial_targets(self, table: int, keys: IntArray, shards: int) -> IntArray:
        """The rows to which loaded rows refer: loaded rows of the same file's, so that no other file deletes them."""
        result = np.zeros((len(keys), len(self.references[table])), np.int64)
        initial = [one.initial_rows for one in self.workload.tables]
        for number, reference in enumerate(self.references[table]):
            draws = words(stream(self.workload.seed, _INITIAL, table, number), keys.astype(np.uint64))
            owner = ((keys + 1) * shards - 1) // initial[table]
            count = initial[reference.target]
            low, high = count * owner // shards, count * (owner + 1) // shards
            if reference.target == table:
                high = np.maximum(keys, low + 1)  # one that is there already; the first one refers to itself
            elif count < shards:
                low, high = np.zeros_like(owner), np.full_like(owner, count)
            result[:, number] = low + (draws % (high - low).astype(np.uint64)).astype(np.int64)
        return result


def _versions(versions: IntArray) -> Any:
    return versions.astype(np.uint32)


def open_sources(workload: Workload) -> Sources:
    """The sources of a workload. SpecError for generators and references that cannot be."""
    numbers = count_tables(workload.tables)
    tables = workload.tables
    values = tuple(_source(workload, number, table) for number, table in enumerate(tables))
    linked = {(one.table.table.schema, one.name): source for one, source in zip(tables, values, strict=True)}
    for source in values:
        source.link(linked)
    references = tuple(
        tuple(
            Reference(one.column, _target(numbers, table, one), _changes(table.table.table, source, one.column))
            for one in source.references
        )
        for table, source in zip(tables, values, strict=True)
    )
    sources = Sources(_without_updates_of_nothing(workload, values), values, references)
    load_order(sources)
    return sources


def _without_updates_of_nothing(workload: Workload, values: Sequence[ValueSource]) -> Workload:
    """A table of keys only has nothing that an UPDATE could set: it gets none."""
    tables = []
    for table, source in zip(workload.tables, values, strict=True):
        mix = table.mix if source.changing else replace(table.mix, update=0.0)
        if not sum(mix.weights):
            raise SpecError(f"tables.{table.name}.mix", "it has only updates, and the table no column they could set")
        tables.append(replace(table, mix=mix, updatable=bool(source.changing)))
    return replace(workload, tables=tuple(tables))


def _source(workload: Workload, number: int, table: TableWorkload) -> ValueSource:
    definition = table.table.table
    generators = read_generators(definition, _with_foreign_keys(table), f"tables.{table.name}.columns")
    _check_foreign_keys(generators)
    changing = None if table.update_columns is None else frozenset(table.update_columns)
    return ValueSource(
        definition,
        generators,
        seed=workload.seed,
        table_number=number,
        start=workload.arrival.start,
        changing=changing,
    )


def _with_foreign_keys(table: TableWorkload) -> dict[str, Mapping[str, Any]]:
    """The columns' settings; a column with a FOREIGN KEY refers to its parent without being told."""
    definition = table.table.table
    settings = {name.lower(): value for name, value in table.columns.items()}
    for key in definition.foreign_keys:
        if len(key.columns) != 1:
            raise SpecError(
                f"table {definition.name}", f"foreign key {key.name}: only those of one column are supported"
            )
        parent = ".".join(key.parent)
        default = {"reference": {"table": parent, "column": key.parent_columns[0]}}
        settings.setdefault(key.columns[0].lower(), default)
    names = {column.name.lower(): column.name for column in definition.columns}
    return {names[name]: value for name, value in settings.items()}


def _check_foreign_keys(generators: Generators) -> None:
    """SpecError for a column with a FOREIGN KEY that would not refer to the parent's rows."""
    table = generators.table
    for key in table.foreign_keys:
        settings = generators.columns[table.index_of[key.columns[0].lower()]]
        parent = f"{key.parent[0]}.{key.parent[1]}"
        wanted = s.Refers(parent, key.parent_columns[0])
        found = settings.generator
        if isinstance(found, s.Refers):
            name = found.table if "." in found.table else f"{table.schema}.{found.table}"
            if (name, found.column or wanted.column) == (parent, wanted.column):
                continue
        raise SpecError(
            settings.place,
            f"the foreign key {key.name} of table {table.schema}.{table.name} wants values that column "
            f"{wanted.column} of {parent} has: only a reference to it gives them",
        )


def _target(numbers: Mapping[str, int], table: TableWorkload, reference: Any) -> int:
    name = reference.table if "." in reference.table else f"{table.table.table.schema}.{reference.table}"
    if name not in numbers:
        raise SpecError(f"tables.{table.name}.columns.{reference.column}", f"the schema has no table {reference.table}")
    return numbers[name]


def _changes(table: Table, source: ValueSource, column: str) -> bool:
    return table.index_of[column.lower()] in source.changing


def load_order(sources: Sources) -> Sequence[int]:
    """The tables, those first to which others refer. SpecError for tables that refer to each other in a circle."""
    done: list[int] = []
    tables = sources.workload.tables
    waiting = list(range(len(tables)))
    while waiting:
        free = [
            table
            for table in waiting
            if all(one.target in done or one.target == table for one in sources.references[table])
        ]
        if not free:
            names = ", ".join(tables[table].name for table in waiting)
            raise SpecError("tables", f"these refer to each other in a circle: {names}")
        done += free
        waiting = [table for table in waiting if table not in free]
    for table, one in enumerate(tables):
        for reference in sources.references[table]:
            if one.initial_rows and not tables[reference.target].initial_rows:
                raise SpecError(
                    f"tables.{one.name}.initial-rows",
                    f"its column {reference.column} refers to {tables[reference.target].name}, which has none",
                )
    return done
