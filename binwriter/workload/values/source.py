"""Synthetic rows of one table: every value a pure function of (seed, table, key, version, column)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.bulk.storage_form import storage_schema
from binwriter.catalog.tables import Table
from binwriter.errors import EncodeError, SpecError
from binwriter.formats.primitives import bitmap_size
from binwriter.formats.records import dataclass
from binwriter.workload.values.builders import Plan, build
from binwriter.workload.values.columns import ColumnValues, prefix_bytes
from binwriter.workload.values.constraints import plain_keys
from binwriter.workload.values.expressions import TableExpressions
from binwriter.workload.values.kernels import kernels
from binwriter.workload.values.rows import Rows, Seeds, Versions, Words, versions_of
from binwriter.workload.values.settings import ColumnSettings, Generators, Refers, Sequence
from binwriter.workload.values.texts.types import text_type

_SAMPLE = 1024  # rows from which the mean size of a row is taken
_CERTAIN = 1 << 32
# A reference to no row: NULL.
_NOWHERE = np.uint64((1 << 64) - 1)
# How often a row is drawn again that breaks a constraint, and what makes each draw another one.
_TURNS = 24
_TURN = 0x9E3779B97F4A7C15 >> 8
# Bytes that are taken for the mean of a generated column, at most.
_COMPUTED = 64


@dataclass(frozen=True, slots=True)
class Reference:
    """A column whose value is that of a column of another row. table: as the settings name it; the target's column."""

    column: str
    table: str
    target_column: str | None


class ValueSource:
    """The rows of a table.

    generators: of its columns (`read_generators`). seed: of the whole job; table_number: of the table in it.
    start: microseconds since 1970 UTC, where walks begin. changing: names of the columns that UPDATE sets; None: those
    that are no keys, references or sequences, and what the settings say. compiled: False for numpy instead of numba.

    Raises SpecError for generators that do not fit the table's keys or types.
    """

    def __init__(
        self,
        table: Table,
        generators: Generators,
        *,
        seed: int,
        table_number: int,
        start: int,
        changing: Collection[str] | None = None,
        compiled: bool | None = None,
    ) -> None:
        self.table = table
        self.schema = storage_schema(table)
        self.generators = generators
        self.changing = _changing(generators, changing)
        self._kernels = kernels(compiled)
        self._seeds = [Seeds(seed, table_number, column) for column in range(len(table.columns))]
        self._rows = Seeds(seed, table_number)
        self._columns: list[ColumnValues | None] = [
            build(Plan(column.spec, settings, seeds, start))
            for column, settings, seeds in zip(table.columns, generators.columns, self._seeds, strict=True)
        ]
        self._limits = sorted(
            [
                *generators.limits,
                *(
                    (column.fits, settings.place)
                    for column, settings in zip(self._columns, generators.columns, strict=True)
                    if column is not None and column.fits is not None
                ),
            ]
        )
        self._targets: dict[int, tuple[ValueSource, int]] = {}
        self._expressions = TableExpressions(table, generators.kept)
        self._redrawn = self._expressions.redrawn(generators)
        self._nulls = [round(settings.null * _CERTAIN) for settings in generators.columns]
        self._null_seeds = [seeds.of("null") for seeds in self._seeds]

    def __reduce__(self) -> Any:
        raise TypeError("a ValueSource holds addresses of this process: make it anew of its table and generators")

    # --- which columns

    @property
    def references(self) -> tuple[Reference, ...]:
        """The columns for which `batch` wants row numbers."""
        return tuple(
            Reference(column.name, settings.generator.table, settings.generator.column)
            for column, settings in zip(self.table.columns, self.generators.columns, strict=True)
            if isinstance(settings.generator, Refers)
        )

    def link(self, sources: Mapping[tuple[str, str], ValueSource]) -> None:
        """Finds the sources of the tables that references name, by (schema, table). SpecError if there is none."""
        for index, settings in enumerate(self.generators.columns):
            if isinstance(settings.generator, Refers):
                self._targets[index] = self._target(index, settings.generator, sources)

    def target_of(self, name: str) -> tuple[ValueSource, int]:
        """The source and the column to which a column refers."""
        return self._targets[self.table.index_of[name.lower()]]

    def root(self, column: int) -> tuple[ValueSource, int]:
        """Whose values a column has: its own, or those of the column to which it leads in the end."""
        if column not in self._targets:
            return self, column
        source, target = self._targets[column]
        return source.root(target)

    def _target(
        self, index: int, wanted: Refers, sources: Mapping[tuple[str, str], ValueSource]
    ) -> tuple[ValueSource, int]:
        place = self.generators.columns[index].place
        schema, _, name = wanted.table.rpartition(".")
        source = sources.get((schema or self.table.schema, name))
        if source is None:
            names = ", ".join(sorted(".".join(key) for key in sources))
            raise SpecError(place, f"there is no table {wanted.table}; there are {names}")
        key = source.table.primary_key
        if wanted.column is not None:
            column = source.table.index_of.get(wanted.column.lower())
        else:
            column = key.columns[0] if key is not None and len(key.columns) == 1 else None
        if column is not None and source.table.columns[column].generated:
            raise SpecError(
                place,
                f"{wanted.table}.{wanted.column} is a generated column: no reference to it",
                f'tables."{self.table.schema}.{self.table.name}".weight = 0',
            )
        if column is None:
            raise SpecError(place, f"table {wanted.table} has no column {wanted.column or 'that is its primary key'}")
        if column in source.changing:
            raise SpecError(
                place, f"updates change {wanted.table}.{source.table.columns[column].name}: no reference to it"
            )
        theirs, mine = source.schema.field(column).type, self.schema.field(index).type
        name = f"{wanted.table}.{source.table.columns[column].name}"
        if theirs != mine and not (pa.types.is_integer(theirs) and pa.types.is_integer(mine)):
            raise SpecError(place, f"{name} is {theirs}, not {mine}")
        mine_spec, its_spec = self.table.columns[index].spec, source.table.columns[column].spec
        texts, its_texts = text_type(mine_spec), text_type(its_spec)
        if (
            texts is not None
            and its_texts is not None
            and its_texts.characters > texts.characters
            and not isinstance(source.generators.columns[column].generator, Refers)
            and texts.characters < source._most(column)
        ):
            limits = f"up to {its_texts.characters} characters, column {mine_spec.name} {texts.characters}"
            raise SpecError(place, f"{name} has {limits}")
        if (mine_spec.members, mine_spec.fsp) != (its_spec.members, its_spec.fsp):
            raise SpecError(place, f"{name} has other members or digits after the second")
        return source, column

    # --- values

    def batch(
        self,
        keys: Words,
        versions: Versions,
        references: Mapping[str, npt.NDArray[Any]] | None = None,
        columns: Iterable[str] | None = None,
    ) -> pa.RecordBatch:
        """The rows of these keys in these versions, in storage form (`binwriter.bulk.storage_form`).

        references: by column, the row numbers in its target table. columns: those that are wanted, all others being
        empty (NULL where they may be, else zeros).
        """
        if len(keys):
            self.check_rows(int(keys.max()) + 1)
        wanted = None if columns is None else {self.table.index_of[name.lower()] for name in columns}
        given = references or {}
        fixed = self._rows.rows(self._kernels, keys)
        changed = versions_of(fixed, versions)
        arrays = [
            self._array(index, changed if index in self.changing else fixed, given)
            if (wanted is None or index in wanted) and index not in self._expressions.generated
            else self._empty(index, len(keys))
            for index in range(len(self.table.columns))
        ]
        if wanted is None and self._expressions.any:
            self._complete(arrays, keys, given)
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _complete(self, arrays: list[pa.Array], keys: Words, references: Mapping[str, npt.NDArray[Any]]) -> None:
        """Fills in what is computed, and draws again what breaks a constraint: the same at every version of a row."""
        bad = self._expressions.complete(arrays)
        for turn in range(1, _TURNS + 1):
            if not bad:
                return
            if not self._redrawn:
                break
            places = np.array(sorted(bad))
            rows = self._rows.rows(self._kernels, keys[places])
            again = Rows(rows.kernels, rows.keys, None, rows.words ^ np.uint64(turn * _TURN))
            for index in self._redrawn:
                empties = turn == _TURNS and self.table.columns[index].spec.nullable
                drawn = self._empty(index, len(places)) if empties else self._array(index, again, references)
                arrays[index] = _replaced(arrays[index], places, drawn)
            bad = self._expressions.complete(arrays)
        if bad:
            raise SpecError(
                self.generators.place,
                f"no row of table {self.table.schema}.{self.table.name} could be found that keeps it: "
                f"{next(iter(bad.values()))}",
                f"{self.generators.place}.COLUMN = {{ choice = [..] }}, of a column that it names",
            )

    def after(
        self,
        before: pa.RecordBatch,
        keys: Words,
        versions: Versions,
        references: Mapping[str, npt.NDArray[Any]] | None = None,
    ) -> pa.RecordBatch:
        """As `batch`, taking the columns that versions do not change from `before`."""
        changed = versions_of(self._rows.rows(self._kernels, keys), versions)
        arrays = list(before.columns)
        for index in self.changing:
            if index not in self._expressions.generated:
                arrays[index] = self._array(index, changed, references or {})
        if self._expressions.any and (bad := self._expressions.complete(arrays)):
            raise SpecError(
                self.generators.place,
                f"an update breaks it: {next(iter(bad.values()))}",
                f"{self.generators.place}.COLUMN = {{ update = false }}, of a column that it names",
            )
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def values(self, column: int, keys: Words) -> pa.Array:
        """The values of a column that updates do not change."""
        return self._array(column, self._rows.rows(self._kernels, keys), {})

    def present(self, column: int, keys: Words, versions: Versions) -> npt.NDArray[np.bool_] | None:
        """Which of the rows have a value in the column, and not NULL; None: all have."""
        if not self._nulls[column]:
            return None
        fixed = self._rows.rows(self._kernels, keys)
        return self._mask(column, versions_of(fixed, versions) if column in self.changing else fixed)

    def _array(self, index: int, rows: Rows, references: Mapping[str, npt.NDArray[Any]]) -> pa.Array:
        mask = self._mask(index, rows)
        maker = self._columns[index]
        if maker is not None:
            return maker.array(rows, mask)
        column = self.table.columns[index]
        if column.name not in references:
            raise SpecError(self.generators.columns[index].place, "the rows it refers to are not given")
        source, target = self.root(index)
        rows_there = references[column.name].astype(np.uint64, copy=False)
        nowhere = rows_there == _NOWHERE
        if nowhere.any():
            mask = ~nowhere if mask is None else mask & ~nowhere
            rows_there = np.where(nowhere, np.uint64(0), rows_there)
        values = source.values(target, rows_there)
        wanted = self.schema.field(index).type
        if values.type != wanted:
            try:
                values = values.cast(wanted)
            except pa.ArrowInvalid as error:
                raise EncodeError(f"column {column.name!r}, value of {source.table.name}: {error}") from None
        if mask is None:
            return values
        validity = pa.py_buffer(self._kernels.bitmap(mask))
        return pa.Array.from_buffers(wanted, len(values), [validity, *values.buffers()[1:]])

    def _mask(self, index: int, rows: Rows) -> npt.NDArray[np.bool_] | None:
        share = self._nulls[index]
        if not share:
            return None
        present: npt.NDArray[np.bool_] = rows.kernels.present(rows.words, self._null_seeds[index], np.uint64(share))
        return present

    def _empty(self, index: int, count: int) -> pa.Array:
        field = self.schema.field(index)
        if field.nullable:
            return pa.nulls(count, field.type)
        empty: list[pa.Buffer | None] = [None, *(pa.py_buffer(bytes(32 * (count + 1))) for _ in range(2))]
        return pa.Array.from_buffers(field.type, count, empty[: 3 if _has_offsets(field.type) else 2])

    # --- sizes

    def highest_key(self) -> int | None:
        """The greatest key for which there are values, None if any has."""
        return self._limits[0][0] - 1 if self._limits else None

    def check_rows(self, rows: int) -> None:
        """SpecError if the table cannot have so many rows (keys from 0 on), with the column that ends first."""
        for fits, place in self._limits[:1]:
            if fits < rows:
                name = f"{self.table.schema}.{self.table.name}"
                reason = f"it has {fits} different values, and {rows} rows are wanted of table {name}"
                raise SpecError(place, reason)

    def max_row_size(self) -> int:
        """Bytes of a full row image at most, the NULL bitmap included."""
        return bitmap_size(len(self._columns)) + sum(
            self._most(index) + prefix_bytes(column.spec) for index, column in enumerate(self.table.columns)
        )

    def _most(self, index: int) -> int:
        maker = self._columns[index]
        if maker is not None:
            return maker.most
        if index in self._expressions.generated:
            spec = self.table.columns[index].spec
            texts = text_type(spec)
            return _COMPUTED if texts is None else min(texts.most_bytes, _COMPUTED)
        source, target = self._targets[index]
        return source._most(target)

    def mean_row_size(self) -> float:
        """Bytes of a full row image in the mean of the first rows; references count as long as they can be."""
        sample = min(_SAMPLE, self._limits[0][0]) if self._limits else _SAMPLE
        keys = np.arange(sample, dtype=np.uint64)
        rows = self._rows.rows(self._kernels, keys)
        size = float(bitmap_size(len(self._columns)))
        for index, column in enumerate(self.table.columns):
            maker, prefix = self._columns[index], prefix_bytes(column.spec)
            if maker is None:
                size += prefix + self._most(index)
                continue
            array = maker.array(rows, self._mask(index, rows))
            present = len(array) - array.null_count
            if _has_offsets(array.type):
                offsets = np.frombuffer(array.buffers()[1], np.int32)
                size += (int(offsets[len(array)]) + present * prefix) / sample
            else:
                size += present * maker.most / sample
        return size


def _replaced(array: pa.Array, places: npt.NDArray[Any], drawn: pa.Array) -> pa.Array:
    """The array with other values at these places."""
    order = np.arange(len(array))
    order[places] = len(array) + np.arange(len(places))
    return pa.concat_arrays([array, drawn]).take(pa.array(order))


def _has_offsets(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_binary(kind))


def _changing(generators: Generators, asked: Collection[str] | None) -> tuple[int, ...]:
    table = generators.table
    expressions = TableExpressions(table, generators.kept)
    keys = {base: key for key in plain_keys(table) for column in key.columns for base in (column,)}
    keys |= {column: key for key in table.keys if key.unique for column in key.columns}
    still = keys.keys() | expressions.checked
    chosen = {index for index, generator in enumerate(generators.columns) if _changes(generator, index in still)}
    if asked is not None:
        chosen = set()
        for name in asked:
            if name.lower() not in table.index_of:
                raise SpecError(generators.place, f"table {table.name} has no column {name!r}")
            chosen.add(table.index_of[name.lower()])
    chosen = {index for index in chosen if not table.columns[index].generated}
    chosen |= {index for index in expressions.generated if expressions.bases(index) & chosen}
    for index in sorted(chosen & keys.keys()):
        reason = f"updates cannot change it: it is in the unique key {keys[index].name}"
        raise SpecError(generators.columns[index].place, reason)
    return tuple(sorted(chosen))


def _changes(settings: ColumnSettings, is_key: bool) -> bool:
    if settings.update is not None:
        return bool(settings.update)
    return not is_key and not isinstance(settings.generator, Refers | Sequence)
