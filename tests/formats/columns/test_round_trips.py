"""Any value of any column type: encoded and decoded it is the same again, alone, in a row, through a Table_map."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.formats.columns.registry import CODECS, codec_for
from binwriter.formats.columns.row_image import RowFormat, column_bitmap, columns_of_bitmap
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import optional_metadata, primary_key_of, specs_from_table_map
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError
from tests.examples import examples
from tests.formats.columns.strategies import CELLS, FAMILIES, Cell


@pytest.mark.parametrize("family", FAMILIES)
def test_a_value_survives(family: str) -> None:
    @settings(max_examples=examples(60), deadline=None)
    @given(FAMILIES[family], st.binary(max_size=3))
    def check(cell: Cell, around: bytes) -> None:
        spec, value = cell
        codec = codec_for(spec)
        data = codec.encode(value)
        assert codec.encode_all([value, value]) == [data, data]
        assert codec.decode(around + data + around, len(around)) == (value, len(around) + len(data))
        # what construct itself makes of the declaration, not only the quick form of it
        assert codec.layout.build(codec.layout.parse(data)) == data
        for end in range(len(data)):
            with pytest.raises(CorruptLogError):
                codec.decode(data[:end], 0)

    check()


@settings(max_examples=examples(50), deadline=None)
@given(st.lists(st.tuples(CELLS, st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_a_row_survives(row: list[tuple[Cell, bool, bool]]) -> None:
    specs = [replace(spec, name=f"c{index}", nullable=index % 3 > 0) for index, ((spec, _), _, _) in enumerate(row)]
    values = [None if null and spec.nullable else cell[1] for spec, (cell, null, _) in zip(specs, row, strict=True)]
    present = [index for index, (_, _, there) in enumerate(row) if there]
    form = RowFormat(specs)
    assert form.decode(form.encode(values), 0) == (tuple(values), len(form.encode(values)))
    data = form.encode(values, present)
    assert form.encode_all([values] * 3, present) == [data] * 3
    assert form.decode(b"before" + data, 6, present) == (tuple(values[index] for index in present), 6 + len(data))
    assert len(data) >= (len(present) + 7) // 8
    bitmap = column_bitmap(present, len(specs))
    assert columns_of_bitmap(bitmap, len(specs)) == tuple(present)
    filled = column_bitmap(present, len(specs), fill=True)
    assert columns_of_bitmap(filled, len(specs)) == tuple(present)


@settings(max_examples=examples(50), deadline=None)
@given(
    st.lists(st.tuples(CELLS, st.booleans()), min_size=1, max_size=12),
    st.none() | st.lists(st.tuples(st.integers(0, 300), st.integers(0, 9)), min_size=1, max_size=4),
)
def test_columns_survive_a_table_map(columns: list[tuple[Cell, bool]], key: list[tuple[int, int]] | None) -> None:
    specs = tuple(
        replace(spec, name=f"ä{index}", visible=visible, nullable=not visible, geometry_type=0)
        for index, ((spec, _), visible) in enumerate(columns)
    )
    form = RowFormat(specs)
    fields = optional_metadata(specs, full=True, primary_key=key)
    assert primary_key_of(fields) == (tuple(key) if key else None)
    told = specs_from_table_map(form.column_types, form.metadata, form.null_bits, fields)
    assert [_told(spec) for spec in told] == [_told(spec) for spec in specs]
    again = RowFormat(told)
    assert (again.column_types, again.metadata, again.null_bits) == (
        form.column_types,
        form.metadata,
        form.null_bits,
    )
    named = specs_from_table_map(form.column_types, form.metadata, form.null_bits, names=["x"] * len(specs))
    assert {spec.name for spec in named} == {"x"}


def _told(spec: ColumnSpec) -> dict[str, Any]:
    """The fields of a spec that FULL metadata tells."""
    fields = {name: getattr(spec, name) for name in spec.__slots__}
    if spec.type in (ColumnType.ENUM, ColumnType.SET):
        del fields["length"]
    return fields


def test_codecs_are_made_once() -> None:
    assert codec_for(ColumnSpec("a", ColumnType.LONG)) is codec_for(ColumnSpec("a", ColumnType.LONG))


@pytest.mark.slow
def test_every_family_is_tried() -> None:
    tried = set()

    @settings(max_examples=700, deadline=None, database=None, derandomize=True)
    @given(CELLS)
    def collect(cell: Cell) -> None:
        tried.add(cell[0].type)

    collect()
    # VAR_STRING and NEWDATE are CHAR and DATE by another number
    rare = {ColumnType.NULL, ColumnType.DECIMAL, ColumnType.TYPED_ARRAY}
    assert set(CODECS) - tried <= {ColumnType.VAR_STRING, ColumnType.NEWDATE, *rare}
