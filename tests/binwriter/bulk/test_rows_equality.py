"""Row images: kernels, numpy and one row after the other give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.bulk.arrow_types import from_values, to_values
from binwriter.bulk.cells.row_images import column_images, exact_images, row_images
from binwriter.bulk.cells.row_plan import image_source
from binwriter.bulk.work import RowShape, shape_images
from binwriter.catalog.tables import Column, Key, KeyPart, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.servers import NEWEST, PROFILES, ServerProfile
from binwriter.mysql.engines import engine_by_name
from binwriter.mysql.session_modes import RowImage
from binwriter.statement.values import RowOperation
from tests.binwriter.bulk.arrow_cases import every_spec, has_cells, random_batch, table_of
from tests.examples import examples
from tests.formats.columns.captured_types import captured_tables
from tests.formats.columns.strategies import FAMILIES

EVERY = every_spec()


def check(table: Table, batch: pa.RecordBatch, columns: Sequence[int], profile: ServerProfile = NEWEST) -> None:
    expected = exact_images(table, batch, columns, profile)
    for kernels in (True, False):
        found = row_images(table, batch, columns, profile, kernels=kernels)
        assert found.offsets.tolist() == expected.offsets.tolist(), kernels
        assert found.data.tobytes() == expected.data.tobytes(), kernels


@pytest.mark.parametrize("seed", range(3))
def test_every_type_at_once(seed: int) -> None:
    table = table_of(EVERY)
    batch = random_batch(table, np.random.default_rng(seed), 40)
    everything = range(len(EVERY))
    check(table, batch, everything)
    # all of them by kernels: nothing was left to the exact way
    assert image_source(batch, table, everything) is not None


@given(
    specs=st.lists(st.sampled_from(EVERY), max_size=20),
    rows=st.integers(0, 30),
    seed=st.integers(0, 1 << 32),
    data=st.data(),
    profile=st.sampled_from([NEWEST, NEWEST, *PROFILES.values()]),
)
@settings(max_examples=examples(40), deadline=None)
def test_any_table(specs: list, rows: int, seed: int, data: st.DataObject, profile: ServerProfile) -> None:
    if not profile.fractional_seconds:
        specs = [spec for spec in specs if not spec.fsp]
    table = table_of(specs)
    batch = random_batch(table, np.random.default_rng(seed), rows)
    columns = sorted(data.draw(st.sets(st.integers(0, max(len(specs) - 1, 0)), max_size=len(specs))))
    check(table, batch, columns, profile)
    check(table, batch, range(len(specs)), profile)


@pytest.mark.sweep(every=3)
@pytest.mark.parametrize("count", (0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 300))
def test_any_number_of_columns(count: int) -> None:
    specs = [EVERY[(11 * index) % len(EVERY)] for index in range(count)]
    table = table_of(specs)
    rng = np.random.default_rng(count)
    check(table, random_batch(table, rng, 5), range(count))
    check(table, random_batch(table, rng, 5), range(0, count, 2), PROFILES["5.7"])


@pytest.mark.parametrize("image", RowImage)
@pytest.mark.parametrize("operation", RowOperation)
def test_images_of_statements(image: RowImage, operation: RowOperation) -> None:
    specs = [EVERY[index] for index in range(0, len(EVERY), 5)]
    plain = table_of(specs)
    table = Table("s", "t", plain.engine, plain.columns, (Key("PRIMARY", (KeyPart(0), KeyPart(3)), unique=True),))
    batch = random_batch(table, np.random.default_rng(3), 10)
    images = shape_images(RowShape(0, operation, (2, 5, 9)), table, image)
    for found in (images.before, images.after):
        if found is not None:
            check(table, batch, found.columns)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_values_of_the_exact_path(family: str) -> None:
    """Values as people give them to the exact path, by way of storage form: the same rows."""

    @given(cells=st.lists(FAMILIES[family], min_size=1, max_size=6))
    @settings(max_examples=examples(20), deadline=None)
    def run(cells: list) -> None:
        table = table_of([spec for spec, _ in cells])
        rows = [tuple(value for _, value in cells), (None,) * len(cells)]
        batch = from_values(table, rows)
        expected = [table.row_format.encode(row) for row in rows]
        assert [table.row_format.encode(row) for row in to_values(table, batch)] == expected
        for kernels in (True, False):
            found = row_images(table, batch, range(len(cells)), kernels=kernels)
            assert found.data.tobytes() == b"".join(expected), kernels

    run()


@pytest.mark.parametrize("name", sorted(captured_tables()))
def test_rows_of_a_real_server(name: tuple[str, str]) -> None:
    """tests/golden/types: the values that a server SELECTed become the rows that it logged."""
    captured = captured_tables()[name]
    table = Table("s", "t", engine_by_name("InnoDB"), tuple(Column(spec) for spec in captured.specs))
    batch = from_values(table, captured.inserted)
    logged = captured.rows_of[EventType.WRITE_ROWS]
    columns = range(len(captured.specs))
    for kernels in (True, False):
        assert row_images(table, batch, columns, kernels=kernels).data.tobytes() == logged, kernels


def test_unknown_forms_go_the_exact_way() -> None:
    """Cells of a newer type have another layout in an older server: each row goes through the values."""
    spec = next(spec for spec in EVERY if spec.type.name == "DATETIME2" and not spec.fsp)
    table = table_of([spec])
    batch = next(batch for batch in _batches(table) if has_cells(table, batch))
    old = PROFILES["5.5"]
    assert image_source(batch, table, [0], old) is None
    check(table, batch, [0], old)


def _batches(table: Table):  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(5)
    while True:
        yield random_batch(table, rng, 20)


def test_images_in_several_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrow joins no more than its offsets reach; more goes in parts."""
    monkeypatch.setattr("binwriter.bulk.cells.row_images._MOST_BYTES", 4000)
    table = table_of(EVERY[:40])
    batch = random_batch(table, np.random.default_rng(1), 50)
    source = image_source(batch, table, range(40))
    assert source is not None
    assert column_images(source).data.tobytes() == exact_images(table, batch, range(40)).data.tobytes()


@pytest.mark.parametrize("name", ["5.5", "5.1.27"])
def test_cells_of_today_in_a_server_of_then(name: str) -> None:
    """A zero TIMESTAMP comes as its cell, which older servers wrote the other way round."""
    table = table_of([ColumnSpec("c", ColumnType.TIMESTAMP2)])
    batch = from_values(table, [(IncompleteDate(),), (datetime(2001, 2, 3, tzinfo=UTC),), (None,)])
    check(table, batch, (0,), PROFILES[name])
