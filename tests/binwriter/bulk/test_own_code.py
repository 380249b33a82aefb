"""Machine code of a table's own gives the exact way's bytes, and touches no memory that is not there for it."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.examples import examples

pytest.importorskip("numba")

from binwriter.bulk import kernel_encoder
from binwriter.bulk.cells.plans import cell_plan
from binwriter.bulk.exact import ExactFileWriter
from binwriter.bulk.file import BulkFileWriter, Way
from binwriter.bulk.kernels import lines as k
from binwriter.bulk.kernels.checksum import HAS_VECTOR_MULTIPLY
from binwriter.bulk.own_code import choice, engine
from binwriter.bulk.own_code.cells import CELLS
from binwriter.bulk.own_code.words import Code
from binwriter.bulk.storage_form import storage_type
from binwriter.bulk.work import BulkSettings, BulkTable, RowShape, ShapeRows, TransactionBatch
from binwriter.statement.values import RowOperation

from .arrow_cases import every_spec, random_batch, table_of
from .file_cases import START, UUID_1, plan
from .test_file_random import BUFFERS, GuardedBuffer, Job, jobs
from .test_rows_memory import guarded_batch

EVERY = [spec for spec in every_spec() if (made := cell_plan(spec, storage_type(spec))) and made.kind in CELLS]


def at_once(used: list[np.ndarray[Any, Any]]) -> Any:
    """Code from the first row on, which is not kept. used: takes the numbers of each batch."""

    class Watched(choice.OwnCode):
        def enter(self, job: Any, shapes: Any, *rest: Any) -> None:
            super().enter(job, shapes, *rest)
            used.append(np.array([job[k.J_CODE], *shapes[:, k.S_CODE]]))

    patches = (
        mock.patch.multiple(choice, ENOUGH_ROWS=0, _known={}),
        mock.patch.object(kernel_encoder, "OwnCode", Watched),
    )
    return (*patches, mock.patch.object(engine, "kept_folder", lambda *_: None))


def written(path: Path, job: Job, buffers: tuple[int, int], used: list[np.ndarray[Any, Any]]) -> bytes:
    enough, code, kept = at_once(used)
    sizes = mock.patch.multiple(kernel_encoder, BUFFER_SIZE=buffers[0], LARGEST_BUFFER=buffers[1], Buffer=GuardedBuffer)
    with enough, code, kept, sizes, BulkFileWriter(path, job.plan, job.settings, job.tables, way=Way.KERNELS) as bulk:
        for batch in job.batches:
            bulk.write(batch)
        bulk.finish()
    return path.read_bytes()


def exactly(path: Path, job: Job) -> bytes:
    with ExactFileWriter(path, job.plan, job.settings, job.tables) as writer:
        for batch in job.batches:
            writer.write(batch)
        writer.finish()
    return path.read_bytes()


@settings(
    max_examples=examples(15),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(job=jobs(EVERY), buffers=BUFFERS)
@pytest.mark.slow
def test_any_job_gives_the_exact_bytes(job: Job, buffers: tuple[int, int], tmp_path_factory: Any) -> None:
    folder: Path = tmp_path_factory.mktemp("ways")
    assert written(folder / "own", job, buffers, []) == exactly(folder / "exact", job)


def every_column(rows: int, statement: int, operation: RowOperation = RowOperation.WRITE) -> Job:
    """A table of all types; transactions of one statement of so many rows."""
    rng = np.random.default_rng(rows)
    table = table_of(EVERY[:64])
    images = [random_batch(table, rng, rows) for _ in range(2)]
    before = images[0] if operation is not RowOperation.WRITE else None
    after = images[1] if operation is not RowOperation.DELETE else None
    count = rows // statement
    ones = np.ones(count, np.int64)
    shape = ShapeRows(RowShape(0, operation), before, after)
    batch = TransactionBatch((shape,), ones - 1, ones * statement, ones, START + np.arange(count) * 300_000)
    return Job(plan(), BulkSettings(server_uuid=UUID_1), [BulkTable(table, 100)], [batch, batch])


WHOLE = pytest.mark.skipif(not HAS_VECTOR_MULTIPLY, reason="code for whole transactions needs vpclmulqdq and avx2")


@WHOLE
@pytest.mark.parametrize("operation", RowOperation)
def test_all_types_in_transactions_of_one_row(tmp_path: Path, operation: RowOperation) -> None:
    job, used = every_column(40, 1, operation), []
    assert written(tmp_path / "own", job, (1 << 20, 1 << 20), used) == exactly(tmp_path / "exact", job)
    assert used
    assert all(numbers.all() for numbers in used), "code is there for whole transactions, and for rows"


@WHOLE
def test_all_types_in_rows_events_of_many_rows(tmp_path: Path) -> None:
    job, used = every_column(60, 60), []
    assert written(tmp_path / "own", job, (1 << 20, 1 << 20), used) == exactly(tmp_path / "exact", job)
    assert all(numbers.all() for numbers in used)


def test_nothing_is_read_behind_a_buffer(tmp_path: Path) -> None:
    job = every_column(17, 1)
    rows = job.batches[0].rows[0].after
    assert rows is not None
    with guarded_batch(rows) as careful:
        shape = ShapeRows(RowShape(0, RowOperation.WRITE), None, careful)
        ones = np.ones(17, np.int64)
        batch = TransactionBatch((shape,), ones - 1, ones, ones, START + ones)
        guarded = Job(job.plan, job.settings, job.tables, [batch])
        assert written(tmp_path / "own", guarded, (1 << 20, 1 << 20), []) == exactly(tmp_path / "exact", guarded)


@WHOLE
def test_columns_that_come_in_another_form_go_without(tmp_path: Path) -> None:
    """Code is made for columns as they come: a batch whose times come as cells after one where they did not."""
    job, used = every_column(20, 1), []
    others = [every_column(rows, 1).batches[0] for rows in (21, 22, 23)]
    job = Job(job.plan, job.settings, job.tables, [*job.batches, *others])
    assert written(tmp_path / "own", job, (1 << 20, 1 << 20), used) == exactly(tmp_path / "exact", job)
    assert {bool(numbers.all()) for numbers in used} == {True, False}


def test_machine_code_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next process takes it; a damaged file is made anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def twice(module: Any) -> None:
        code = Code(module, "twice", 1)
        code.give(code.arguments[0] * 2)

    def made() -> tuple[int, int]:
        with mock.patch.object(engine, "_compiled", wraps=engine._compiled) as compiled:
            function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(engine.address("twice", "", twice))
            return function(21), compiled.call_count

    assert made() == (42, 1)
    assert made() == (42, 0)
    (kept,) = tmp_path.glob("binwriter/*/*")
    kept.write_bytes(kept.read_bytes()[:-1])
    assert made() == (42, 1)
