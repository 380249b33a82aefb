"""Random tables, transactions and settings: all ways give the exact file, and `verify` finds nothing in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.examples import examples

pytest.importorskip("numba")

from binwriter.bulk import kernel_encoder
from binwriter.bulk.exact import ExactFileWriter
from binwriter.bulk.file import BulkFileWriter, Way
from binwriter.bulk.kernel_encoder import Buffer
from binwriter.bulk.kernels.checksum import SLACK_IN_FRONT
from binwriter.bulk.kernels.transactions import SLACK
from binwriter.bulk.work import (
    BulkSettings,
    BulkTable,
    FilePlan,
    RowShape,
    ShapeRows,
    StatementText,
    TransactionBatch,
)
from binwriter.catalog.tables import Key, KeyPart
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.formats.servers import PROFILES
from binwriter.inspection.verify import Severity, Verifier
from binwriter.mysql.session_modes import RowImage
from binwriter.statement.values import RowOperation

from .arrow_cases import every_spec, random_batch, table_of
from .file_cases import START, UUID_1, plan

EVERY = every_spec()
WAYS = [Way.KERNELS, Way.COLUMNS]

SETTINGS = st.builds(
    BulkSettings,
    server_uuid=st.just(UUID_1),
    server_id=st.sampled_from([1, 0xFFFFFFFF]),
    profile=st.sampled_from([PROFILES[name] for name in ("9.7", "9.7", "9.7", "8.0", "5.7", "5.6", "5.5")]),
    gtid=st.booleans(),
    tag=st.sampled_from(["", "", "a", "long_tag_of_thirty_two_letters_x"]),
    checksum=st.sampled_from(ChecksumAlgorithm),
    image=st.sampled_from(RowImage),
    full_metadata=st.booleans(),
    max_event_size=st.sampled_from([1, 256, 1000, 8192, 1 << 30]),
    compression=st.sampled_from([False, False, True]),
    compression_level=st.sampled_from([1, 3, 9]),
)
# (first buffer, largest buffer): so that transactions must grow them, or be written in pieces
BUFFERS = st.sampled_from([(1 << 20, 64 << 20), (1 << 14, 1 << 14), (1 << 12, 1 << 20)])


_GUARD = b"\xa5" * 4096


class GuardedBuffer(Buffer):
    """A buffer that notices what is written around it, beyond the slack that kernels may use."""

    def __init__(self, capacity: int) -> None:
        size = SLACK_IN_FRONT + capacity + SLACK
        memory = np.frombuffer(bytearray(_GUARD + bytes(size) + _GUARD), np.uint8)
        self.capacity = capacity
        self._memory = memory
        self._guards = memory[: len(_GUARD)], memory[len(_GUARD) + size :]
        self.address = int(memory.ctypes.data) + len(_GUARD) + SLACK_IN_FRONT
        self._view = memory.data[len(_GUARD) + SLACK_IN_FRONT :]

    def part(self, start: int, end: int) -> memoryview:
        assert all(guard.tobytes() == _GUARD for guard in self._guards)
        return super().part(start, end)


@dataclass(frozen=True)
class Job:
    """One file's work."""

    plan: FilePlan
    settings: BulkSettings
    tables: list[BulkTable]
    batches: list[TransactionBatch]


def fitting(settings: BulkSettings) -> BulkSettings:
    """The same without what the server of that version has not."""
    profile = settings.profile
    if not profile.gtid_tags or not settings.gtid:
        settings = replace(settings, tag="")
    if len(profile.post_header_lengths) < 40:
        settings = replace(settings, compression=False)
    return settings


@st.composite
def jobs(draw: Any, specs: list[ColumnSpec] = EVERY) -> Job:
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    settings = fitting(draw(SETTINGS))
    known = [spec for spec in specs if settings.profile.fractional_seconds or not spec.fsp]
    tables = []
    for number in range(draw(st.integers(1, 3))):
        columns = draw(st.lists(st.sampled_from(known), min_size=1, max_size=12))
        table = replace(table_of(columns), name=f"t{number}")
        if draw(st.booleans()):
            table = replace(table, keys=(Key("PRIMARY", (KeyPart(0),), unique=True),))
        tables.append(BulkTable(table, draw(st.sampled_from([100 + number, (1 << 48) - 1 - number]))))
    batches = [draw_batch(draw, rng, tables) for _ in range(draw(st.integers(1, 3)))]
    texts = tuple(
        StatementText(f"CREATE TABLE x{number} (a INT)", schema, (schema,) if schema else (), START + number)
        for number, schema in enumerate(draw(st.lists(st.sampled_from(["", "shop"]), max_size=2)))
    )
    made = plan(
        number=draw(st.sampled_from([1, 7])),
        next_name=draw(st.sampled_from([None, "binlog.000002"])),
        first_gno=draw(st.sampled_from([1, 70_000, 1 << 40])),
        first_xid=draw(st.sampled_from([0, 1 << 62])),
        statements=texts,
    )
    return Job(made, settings, tables, batches)


def draw_batch(draw: Any, rng: np.random.Generator, tables: list[BulkTable]) -> TransactionBatch:
    shapes, counts = [], []
    for _ in range(draw(st.integers(1, 4))):
        number = draw(st.integers(0, len(tables) - 1))
        table = tables[number].table
        operation = draw(st.sampled_from(RowOperation))
        assigned = tuple(sorted(draw(st.sets(st.integers(0, len(table.columns) - 1), max_size=3))))
        statements = draw(st.lists(st.sampled_from([1, 1, 2, 40]), min_size=1, max_size=5))
        before, after = (random_batch(table, rng, sum(statements)) for _ in range(2))
        shape = RowShape(number, operation, assigned if operation is not RowOperation.DELETE else ())
        shapes.append(
            ShapeRows(
                shape,
                None if operation is RowOperation.WRITE else before,
                None if operation is RowOperation.DELETE else after,
            )
        )
        counts.append(statements)
    order = rng.permutation(np.repeat(np.arange(len(shapes)), [len(statements) for statements in counts]))
    rows = [counts[shape].pop(0) for shape in order.tolist()]
    cuts = []
    while sum(cuts) < len(rows):
        cuts.append(int(rng.integers(1, len(rows) - sum(cuts) + 1)))
    times = START + np.sort(rng.integers(0, 5_000_000, len(cuts)))
    parents = np.zeros(len(cuts), np.int64) if draw(st.booleans()) else None
    return TransactionBatch(tuple(shapes), order, np.array(rows), np.array(cuts), times, parents)


# no shrinking: jobs are slow to make smaller
@settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(job=jobs(), buffers=BUFFERS)
@pytest.mark.slow
def test_all_ways_give_the_exact_bytes(job: Job, buffers: tuple[int, int], tmp_path_factory: Any) -> None:
    folder: Path = tmp_path_factory.mktemp("ways")
    exact = folder / "exact"
    with ExactFileWriter(exact, job.plan, job.settings, job.tables) as writer:
        for batch in job.batches:
            writer.write(batch)
            position = writer.position
        result = writer.finish()
    for way in WAYS:
        path = folder / way.value
        with (
            mock.patch.multiple(
                kernel_encoder, BUFFER_SIZE=buffers[0], LARGEST_BUFFER=buffers[1], Buffer=GuardedBuffer
            ),
            BulkFileWriter(path, job.plan, job.settings, job.tables, way=way) as bulk,
        ):
            for batch in job.batches:
                bulk.write(batch)
            assert bulk.position == position
            assert bulk.finish() == result
        assert path.read_bytes() == exact.read_bytes(), way
    findings = [
        finding for finding in Verifier(skip=["row-data"]).verify([exact]) if finding.severity is not Severity.NOTE
    ]
    assert [str(finding) for finding in findings] == []
