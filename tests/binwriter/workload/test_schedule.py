"""The schedule: only rows that live are changed, in either form of the kernel, and all comes from seed and shard."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from binwriter.workload.chance import run_of_words, stream
from binwriter.workload.schedule import kernel as schedule_kernel
from binwriter.workload.schedule.batches import Keys, Reference, Schedule, Scheduled
from binwriter.workload.specification.reader import read_workload
from binwriter.workload.specification.spec import Choice, Picking

from .shops import shop

INSERT, UPDATE, DELETE = range(3)
PLAIN: Any = getattr(schedule_kernel.schedule, "py_func", schedule_kernel.schedule)
# orders refer to customers, tree to itself
REFERENCES = ((), (Reference("customer_id", 0, changes=True),), (Reference("parent", 2),))
KEYS = (Keys(10, 40, 1000, 100_000), Keys(20, 30, 2000, 100_000), Keys(0, 0, 0, 100_000))
CASES: list[dict[str, Any]] = [
    {},
    {"mix": "insert=10,update=30,delete=60", "rows_per_statement": "1-9", "statements_per_transaction": "1-3"},
    {"mix": "insert=5,update=95", "pick": "zipf", "rows_per_statement": "20-40"},
    {"mix": "insert=50,update=30,delete=20", "pick": "latest", "dependencies": "write-set"},
    {"mix": "delete=1", "rows_per_statement": "1-3", "tables": {"tree": {"mix": "update=1"}}},
]


def schedule_of(settings: dict[str, Any], shard: int = 0) -> Schedule:
    held = [
        np.zeros((40, 0), np.int64),
        (np.arange(30, dtype=np.int64) % 45 + 8).reshape(-1, 1),  # some of other files: below 10, above 49
        np.zeros((0, 1), np.int64),
    ]
    return Schedule(read_workload(shop(**settings)), shard, KEYS, REFERENCES, held)


class Tables:
    """Rows that live, and what they refer to; every change is checked."""

    def __init__(self) -> None:
        self.rows: list[dict[int, tuple[int, int | None]]] = [dict.fromkeys(range(10, 50), (0, None)), {}, {}]
        self.rows[1] = {20 + row: (0, row % 45 + 8) for row in range(30)}

    def apply(self, batch: Scheduled) -> None:
        position = 0
        for shape, count in zip(batch.shape_of.tolist(), batch.rows_of.tolist(), strict=True):
            assert count >= 1
            rows = range(position, position + count)
            assert {int(batch.row_shape[row]) for row in rows} == {shape}
            assert len({int(batch.keys[row]) for row in rows}) == count
            for row in rows:
                self._change(*divmod(shape, 3), row, batch)
            position += count
        assert position == len(batch.keys)

    def _change(self, table: int, operation: int, row: int, batch: Scheduled) -> None:
        key, version = int(batch.keys[row]), int(batch.versions[row])
        before = int(batch.before_targets[row, 0]) if table else None
        after = int(batch.after_targets[row, 0]) if table else None
        rows = self.rows[table]
        if operation == INSERT:
            assert key not in rows
            assert version == 0
            rows[key] = (0, after)
        else:
            assert rows[key] == (version, before)
            if operation == UPDATE:
                rows[key] = (version + 1, after)
            else:
                del rows[key]
        if operation != DELETE and table:
            parents = self.rows[2 if table == 2 else 0]
            assert after in parents or (table == 1 and not 10 <= (after or 0) < 50)
        if operation == DELETE:
            children = self.rows[1] if table == 0 else self.rows[2] if table == 2 else {}
            assert all(target != key for _, target in children.values())


@pytest.mark.parametrize("settings", CASES)
def test_only_live_rows_are_changed(settings: dict[str, Any]) -> None:
    schedule, tables = schedule_of(settings), Tables()
    for count in (1, 150, 49):
        tables.apply(schedule.batch(count))
    for number, rows in enumerate(tables.rows):
        keys, versions, targets = schedule.living(number)
        held = [None] * len(keys) if not number else targets[:, 0].tolist()
        found = dict(zip(keys.tolist(), zip(versions.tolist(), held, strict=True), strict=True))
        assert found == rows


def _values(batch: Scheduled) -> list[Any]:
    return [None if value is None else value.tolist() for value in (getattr(batch, n) for n in batch.__slots__)]


@pytest.mark.parametrize("settings", CASES)
def test_both_forms_of_the_kernel_and_any_batches_give_the_same(settings: dict[str, Any]) -> None:
    whole = schedule_of(settings).batch(120)
    assert _values(schedule_of(settings).batch(120, PLAIN)) == _values(whole)
    parts = schedule_of(settings)
    first, second = parts.batch(33), parts.batch(87)
    assert np.concatenate([first.keys, second.keys]).tolist() == whole.keys.tolist()
    assert np.concatenate([first.rows_of, second.rows_of]).tolist() == whole.rows_of.tolist()


def test_seed_and_shard_decide() -> None:
    one = schedule_of({}).batch(50)
    assert _values(schedule_of({"seed": 8}).batch(50)) != _values(one)
    assert _values(schedule_of({}, shard=1).batch(50)) != _values(one)


def test_zipf_prefers_the_oldest_and_latest_the_youngest() -> None:
    for choice, expected in ((Choice.ZIPF, 10), (Choice.LATEST, 49)):
        picking = {"choice": choice.value, "theta": 1.2}
        others = {"orders": {"weight": 0}, "tree": {"weight": 0}}
        schedule = schedule_of({"mix": "update=1", "pick": picking, "tables": others})
        counts = np.bincount(schedule.batch(500).keys, minlength=50)
        assert counts.argmax() == expected
        assert counts[expected] > 2 * counts[30]


def test_quantiles_ascend() -> None:
    from binwriter.workload.schedule.batches import quantiles

    table = quantiles(Picking(Choice.ZIPF, 0.99))
    assert (np.diff(table) >= 0).all()
    assert table[10, 0] == 0
    assert table[10, -1] == 1023


def test_no_keys_left() -> None:
    workload = read_workload(shop(mix="insert=1", schema_sql="CREATE TABLE t (id INT PRIMARY KEY)"))
    schedule = Schedule(workload, 0, [Keys(0, 0, 0, 10)], [()], [np.zeros((0, 0), np.int64)])
    operations = schedule.batch(50).row_shape
    assert np.bincount(operations).tolist() == [10, 40]


def test_streams_are_random_enough() -> None:
    words = run_of_words(stream(1, 2), 0, 4096)
    assert len(set(words.tolist())) == 4096
    assert abs(np.unpackbits(words.view(np.uint8)).mean() - 0.5) < 0.01
