"""The rows of a workload's tables: values by key and version, and which rows they refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from binwriter.bulk.work import IntArray
from binwriter.errors import SpecError, all_of
from binwriter.formats.records import dataclass, replace
from binwriter.workload.chance import Words, stream, words
from binwriter.workload.references.inheritance import inherit
from binwriter.workload.references.kernel import NOTHING
from binwriter.workload.references.linking import TableLinks, link_tables
from binwriter.workload.references.links import AHEAD, AT_ONCE, LATE, Edge, break_circles
from binwriter.workload.schedule.batches import Reference, Unique, count_tables
from binwriter.workload.specification.spec import TableWorkload, Workload
from binwriter.workload.values import ValueSource, read_generators
from binwriter.workload.values import settings as s
from binwriter.workload.values.constraints import plain_keys
from binwriter.workload.values.settings import Generators

_INITIAL = 0x696E697469616C


@dataclass(frozen=True)
class Sources:
    """One source of values a table, their references and keys of references, in the order of the workload's tables."""

    workload: Workload
    values: tuple[ValueSource, ...]
    references: tuple[tuple[Reference, ...], ...]
    uniques: tuple[tuple[Unique, ...], ...]

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
            column: np.ascontiguousarray(targets[:, number]).astype(np.uint64)
            for number, reference in enumerate(self.references[table])
            for column in (reference.columns if reference.valued is None else reference.valued)
        }

    def initial_targets(self, table: int, keys: IntArray, shards: int) -> IntArray:
        """The rows to which loaded rows refer: loaded rows of the same file's, so that no other file deletes them."""
        result = np.zeros((len(keys), len(self.references[table])), np.int64)
        initial = [each_table.initial_rows for each_table in self.workload.tables]
        owner = ((keys + 1) * shards - 1) // initial[table] if initial[table] else keys
        ranges = []
        for number, reference in enumerate(self.references[table]):
            if reference.via != NOTHING:
                continue
            draws = words(stream(self.workload.seed, _INITIAL, table, number), keys.astype(np.uint64))
            count = initial[reference.target]
            low, high = count * owner // shards, count * (owner + 1) // shards
            if reference.target == table:
                high = np.maximum(keys, low + 1)  # one that is there already; the first one refers to itself
            elif count < shards:
                low, high = np.zeros_like(owner), np.full_like(owner, count)
            ranges.append((low, high))
            if reference.when == LATE:
                result[:, number] = NOTHING
            else:
                result[:, number] = low + (draws % (high - low).astype(np.uint64)).astype(np.int64)
        for unique in self.uniques[table]:
            self._combine(table, unique, keys, shards, owner, ranges, result)
        for number, reference in enumerate(self.references[table]):
            if reference.via != NOTHING:
                there = result[:, reference.via]
                parents = self.initial_targets(self.references[table][reference.via].target, there, shards)
                result[:, number] = np.where(there == NOTHING, NOTHING, parents[:, reference.source])
        return result

    def _combine(
        self,
        table: int,
        unique: Unique,
        keys: IntArray,
        shards: int,
        owner: IntArray,
        ranges: Sequence[tuple[IntArray, IntArray]],
        result: IntArray,
    ) -> None:
        """Loaded rows of a key of references: combinations one after the other, no one twice."""
        rows = self.workload.tables[table].initial_rows
        references = [self.references[table][number] for number in unique.references]
        shared = all(
            self.workload.tables[reference_there.target].initial_rows < shards for reference_there in references
        )
        first = np.zeros_like(keys) if shared else rows * owner // shards
        left = (keys - first) // unique.reach
        combinations = np.ones_like(keys)
        turn = np.zeros_like(keys)
        for number in unique.references:
            low, high = ranges[number]
            result[:, number] = low + (left // combinations + turn) % (high - low)
            turn = result[:, number] - low
            combinations = combinations * (high - low)
        if (
            any(reference_there.target == table or reference_there.when == LATE for reference_there in references)
            or (left >= combinations).any()
        ):
            name = self.workload.tables[table].name
            raise SpecError(
                f"tables.{name}.initial-rows",
                f"{rows} rows are more than its unique keys of references have combinations in each of {shards} files",
                f"tables.{name}.initial-rows = {int(combinations.min()) if len(keys) else 0}",
            )


def _versions(versions: IntArray) -> Any:
    return versions.astype(np.uint32)


def open_sources(workload: Workload) -> Sources:
    """The sources of a workload. SpecError for generators and references that cannot be: all of them at once."""
    workload, linked = link_tables(workload)
    numbers = count_tables(workload.tables)
    problems: list[SpecError] = []
    generators: list[Generators] = []
    for table, own in zip(workload.tables, linked, strict=True):
        try:
            generators.append(_generators(table, own))
        except SpecError as error:
            problems.append(error)
    if problems:
        raise all_of(problems)
    tables = workload.tables
    edges = [
        edge
        for number, (table, own) in enumerate(zip(generators, linked, strict=True))
        for edge in _edges(number, table, _columns_by_link(table, own), own, numbers)
    ]
    when = break_circles(edges, len(tables))
    values: list[ValueSource] = []
    for number, (table, own) in enumerate(zip(tables, linked, strict=True)):
        links = _columns_by_link(generators[number], own)
        late = {
            column for place, columns in enumerate(links) if when.get((number, place)) == LATE for column in columns
        }
        values.append(_source(workload, number, table, _with_updates(generators[number], late)))
    by_name = {
        (each_table.table.table.schema, each_table.name): source
        for each_table, source in zip(tables, values, strict=True)
    }
    for source in values:
        try:
            source.link(by_name)
        except SpecError as error:
            problems.append(error)
    if problems:
        raise all_of(problems)
    references: list[list[Reference]] = []
    uniques: list[tuple[Unique, ...]] = []
    for number, (source, own) in enumerate(zip(values, linked, strict=True)):
        links = _columns_by_link(source.generators, own)
        references.append(
            [
                _reference(numbers, source, columns, when.get((number, place), AT_ONCE))
                for place, columns in enumerate(links)
            ]
        )
        uniques.append(tuple(_unique(key, links) for key in source.generators.reference_keys))
    ahead = any(edge.stated and when.get((edge.child, edge.place)) == AHEAD for edge in edges)
    workload = _without_updates_of_nothing(workload, values)
    if ahead:  # NOT NULL all around: such rows come into a server only without its checks
        workload = replace(workload, settings=replace(workload.settings, foreign_key_checks=False))
    inherit(values, references)
    sources = Sources(workload, tuple(values), tuple(map(tuple, references)), tuple(uniques))
    load_order(sources)
    return sources


def _columns_by_link(generators: Generators, own: TableLinks) -> list[tuple[int, ...]]:
    """The columns of each row that a row refers to: of foreign keys first, then those that refer alone."""
    table = generators.table
    stated = [tuple(table.index_of[name] for name in link.columns) for link in own.links]
    taken = {column for columns in stated for column in columns}
    alone = [
        (index,)
        for index, generator_there in enumerate(generators.columns)
        if isinstance(generator_there.generator, s.Refers) and index not in taken
    ]
    return sorted((*stated, *alone), key=min)


def _edges(
    number: int, generators: Generators, links: list[tuple[int, ...]], own: TableLinks, numbers: Mapping[str, int]
) -> Iterator[Edge]:
    table = generators.table
    keys = {column for key in plain_keys(table) for column in key.columns}
    stated = {tuple(table.index_of[name] for name in link.columns) for link in own.links}
    for place, columns in enumerate(links):
        refers = generators.columns[columns[0]].generator
        assert isinstance(refers, s.Refers)
        name = refers.table if "." in refers.table else f"{table.schema}.{refers.table}"
        if name in numbers:
            nullable = any(table.columns[edge_column].spec.nullable for edge_column in columns) and not keys & set(
                columns
            )
            yield Edge(number, place, numbers[name], nullable, columns in stated)


def _reference(numbers: Mapping[str, int], source: ValueSource, columns: tuple[int, ...], when: int) -> Reference:
    table = source.table
    refers = source.generators.columns[columns[0]].generator
    assert isinstance(refers, s.Refers)
    name = refers.table if "." in refers.table else f"{table.schema}.{refers.table}"
    first, *more = (table.columns[column].name for column in columns)
    changing = [column in source.changing for column in columns]
    if any(changing) and not all(changing):
        raise SpecError(
            source.generators.columns[columns[0]].place,
            "its foreign key has further columns: updates change all of them, or none",
        )
    return Reference(first, numbers[name], changing[0], tuple(more), when)


def _unique(key: s.ReferenceKey, links: list[tuple[int, ...]]) -> Unique:
    places = {column: place for place, columns in enumerate(links) for column in columns}
    return Unique(tuple(sorted({places[column] for column in key.columns})), key.reach)


def _with_updates(generators: Generators, late: set[int]) -> Generators:
    """References that are NULL at first are set by updates."""
    columns = [
        replace(generator, update=True) if index in late and generator.update is None else generator
        for index, generator in enumerate(generators.columns)
    ]
    return replace(generators, columns=tuple(columns))


def _without_updates_of_nothing(workload: Workload, values: Sequence[ValueSource]) -> Workload:
    """A table of keys only has nothing that an UPDATE could set: it gets none."""
    tables = []
    for table, source in zip(workload.tables, values, strict=True):
        mix = table.mix if source.changing else replace(table.mix, update=0.0)
        if not sum(mix.weights):
            raise SpecError(f"tables.{table.name}.mix", "it has only updates, and the table no column they could set")
        tables.append(replace(table, mix=mix, updatable=bool(source.changing)))
    return replace(workload, tables=tuple(tables))


def _source(workload: Workload, number: int, table: TableWorkload, generators: Generators) -> ValueSource:
    changing = None if table.update_columns is None else frozenset(table.update_columns)
    return ValueSource(
        table.table.table,
        generators,
        seed=workload.seed,
        table_number=number,
        start=workload.arrival.start,
        changing=changing,
    )


def _generators(table: TableWorkload, own: TableLinks) -> Generators:
    definition = table.table.table
    generators = read_generators(definition, _settings(table, own), f"tables.{table.name}.columns", own.referenced)
    _check_foreign_keys(generators, own)
    return generators


def _settings(table: TableWorkload, own: TableLinks) -> dict[str, Mapping[str, Any]]:
    """The columns' settings; what is linked refers to its parent without being told."""
    definition = table.table.table
    settings = {name.lower(): dict(value) for name, value in table.columns.items()}
    for link in (*own.links, *own.guesses):
        for name, parent_column in zip(link.columns, link.parent_columns, strict=True):
            default = {"reference": {"table": ".".join(link.parent), "column": parent_column}}
            given = settings.setdefault(name, {})
            if not given.keys() - {"null", "update"}:
                settings[name] = default | given
    for name in own.empty:
        settings.setdefault(name, {"null": 1})
    return {definition.columns[definition.index_of[name]].name: value for name, value in settings.items()}


def _check_foreign_keys(generators: Generators, own: TableLinks) -> None:
    """SpecError for a column with a FOREIGN KEY that would not refer to the parent's rows."""
    table = generators.table
    for link in own.links:
        parent = ".".join(link.parent)
        for name, parent_column in zip(link.columns, link.parent_columns, strict=True):
            settings = generators.columns[table.index_of[name]]
            refers = settings.generator
            if isinstance(refers, s.Refers):
                target = refers.table if "." in refers.table else f"{table.schema}.{refers.table}"
                if (target, (refers.column or parent_column).lower()) == (parent, parent_column):
                    continue
            raise SpecError(
                settings.place,
                f"the foreign key {link.key} of table {table.schema}.{table.name} wants values that column "
                f"{parent_column} of {parent} has: only a reference to it gives them",
                f'{settings.place} = {{ reference = {{ table = "{parent}", column = "{parent_column}" }} }}',
            )


def load_order(sources: Sources) -> Sequence[int]:
    """The tables, those first to which others refer. SpecError for loaded rows that would refer to none."""
    done: list[int] = []
    tables = sources.workload.tables
    waiting = list(range(len(tables)))
    while waiting:
        free = [
            table
            for table in waiting
            if all(
                item.target in done or item.target == table or item.when != AT_ONCE
                for item in sources.references[table]
            )
        ]
        assert free, "circles are broken"
        done += free
        waiting = [table for table in waiting if table not in free]
    for table, item in enumerate(tables):
        for reference in sources.references[table]:
            if item.initial_rows and not tables[reference.target].initial_rows and reference.when != LATE:
                raise SpecError(
                    f"tables.{item.name}.initial-rows",
                    f"its column {reference.column} refers to {tables[reference.target].name}, which has none",
                )
    return done
