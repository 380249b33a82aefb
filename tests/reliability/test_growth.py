"""Cost grows as work does: steps of Python counted at three sizes, each twice the one before (no clock is asked).

The cases are those of `benchmarks/growth.py`, which measures time and memory at large sizes. Of a linear one the steps
from the second size to the third are twice those from the first to the second, of a quadratic one four times.
"""

from __future__ import annotations

import random
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import UUID

import pytest

from binwriter.binlog.clock.key_history import KeyHistory
from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.mysql.gtid.sets import GtidSet, GtidValue
from binwriter.sql.functions.json.path_text import read_path
from binwriter.sql.functions.json.paths import find
from binwriter.sql.text.dialect import PlainMySQL
from binwriter.sql.text.trees import parse_tree
from binwriter.statement.savepoint_stack import SavepointStack

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from growth_cases import CASES, data, logs, objects, texts  # noqa: F401

_BOUND = 2.6
# case: the first of the three sizes
_MENDED = {
    "UPDATE of a join by key, rows": 25,
    "EXISTS (SELECT .. by key), rows": 25,
    "numbers like 1e5+1, number": 10,
    "AND of ORs": 20,
    "OR of key values": 20,
    "savepoints with changes": 6,
    "tables written in turn": 8,
    "transaction beyond binlog_cache_size, rows": 40,
    "a query through views on each other": 3,
    "frames that move on, rows": 40,
    "deviations and bits of growing frames, rows": 40,
    "ranks of equal rows": 40,
    "prepared OR of parameters": 40,
    "OR of texts beside numbers": 40,
    "IN of rows, for as many rows": 40,
    "RANGE partitions made and shown": 200,
    "rows inserted by descending keys": 100,
    "DELETE with LIMIT 1 from the front, statements": 40,
    "DELETE with LIMIT 1 from the end, statements": 40,
    "queries in one another, in IN": 3,
    "a long list in comparisons with texts in each other": 5,
    "undo: a statement that fails at its end beside another session, rows": 60,
    "statements that fail behind many changes beside another session": 100,
    "IS NULL behind each other": 40,
    "derived tables in one another that name a column twice": 4,
    "columns of JSON_TABLE": 40,
    "a column added to a table of so many": 60,
    "AND of terms": 60,
    "AND of terms in an UPDATE": 60,
    "AND of terms in a join": 60,
    "OR of terms": 60,
    "CTEs, each on the one before": 20,
}


def steps(work: Callable[[], Any]) -> int:
    """How many lines of Python the work runs through."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def grows_by(first: float, second: float, third: float) -> float:
    """2 if linear, 4 if quadratic; what is there at any size does not count."""
    return (third - second) / max(1, second - first)


@pytest.mark.slow
@pytest.mark.parametrize("name", _MENDED)
def test_the_steps_of_statements_grow_as_their_size(name: str, tmp_path: Path) -> None:
    case, first = CASES[name], _MENDED[name]
    case.make(tmp_path / "tiny", 4)()
    counted = [steps(case.make(tmp_path / str(size), size)) for size in (first, 2 * first, 4 * first)]
    assert grows_by(*counted) < _BOUND, counted


_UUID = UUID(int=1)


def _gaps(count: int, start: int = 1) -> str:
    return f"{_UUID}:{':'.join(str(2 * n + start) for n in range(count))}"


def _of_gtid_sets(size: int) -> int:
    def work() -> None:
        one, two = GtidSet.parse(_gaps(size)), GtidSet.parse(_gaps(size, 2))
        both = one | two
        assert both - two == one
        for number in range(size):
            one.discard(GtidValue(_UUID, "", 2 * number + 1))
            assert one.gap(_UUID, "", 2 * size) is not None

    return steps(work)


def _of_savepoints(size: int) -> int:
    def work() -> None:
        stack: SavepointStack[int] = SavepointStack()
        for number in range(size):
            stack.set(f"s{number}", number)
            stack.set("again", number)
        for number in reversed(range(size)):
            assert stack.find(f"S{number}") == number
            stack.release(f"s{number}")

    return steps(work)


def _of_json_paths(size: int) -> int:
    document: Any = [{"a": {"a": {"a": {"a": 1}}}}] * size
    return steps(lambda: find(document, read_path("$**.a**.a**.a**.a")))


def _of_numbers(size: int) -> int:
    return steps(lambda: PlainMySQL().tokenize("SELECT " + ",".join(["1e1+1e2-1"] * size)))


def _of_joins(size: int) -> int:
    """Without ON, and with one at every second."""
    half = "SELECT * FROM t" + " JOIN u JOIN u ON 1" * (size // 4)
    return steps(lambda: [parse_tree("SELECT * FROM t" + " JOIN u" * (size // 2)), parse_tree(half)])


def _of_keys(distance: int, first: int = 1 << 62) -> Callable[[int], int]:
    """Integer keys that lie so far from one another, in a history of which they fill a part."""

    def count(size: int) -> int:
        history = KeyHistory()
        keys = [first + distance * n for n in range(16 * size)]
        return steps(lambda: [history.put_all(keys[n : n + 64], 1) for n in range(0, len(keys), 64)])

    return count


_KEYS = [_of_keys(1), _of_keys(-1), _of_keys(-7), _of_keys(1 << 12), _of_keys(1 << 32, 1)]


@pytest.mark.parametrize("count", [_of_gtid_sets, _of_savepoints, _of_json_paths, _of_numbers, _of_joins, *_KEYS])
def test_steps_grow_as_the_work(count: Callable[[int], int]) -> None:
    count(8)  # what is loaded and compiled once
    counted = [count(size) for size in (64, 128, 256)]
    assert grows_by(*counted) < _BOUND, counted


def test_a_number_of_many_digits_is_read_once() -> None:
    """Ten minutes when each of its ends was tried with each of its beginnings."""
    tokens = PlainMySQL().tokenize("SELECT " + "1" * 300_000)
    assert [len(token.text) for token in tokens] == [6, 300_000]


def test_a_savepoint_keeps_no_copy_of_the_write_set() -> None:
    sizes = []
    for size in (500, 1000, 2000):
        write_set = WriteSet()
        tracemalloc.start()
        for key in range(size):
            write_set.add(key)
            write_set.set_savepoint(f"s{key}")
        sizes.append(tracemalloc.get_traced_memory()[0] / size)
        tracemalloc.stop()
        write_set.back_to("s10")
        assert write_set.keys == set(range(11))
        assert write_set.count == size
    assert max(sizes) < 400, sizes  # bytes a savepoint


def test_five_times_anywhere_in_a_deep_document() -> None:
    """One place is found once: without that, 90 levels have 40 million ways."""
    document: Any = 1
    for _ in range(90):
        document = {"a": document}
    found = find(document, read_path("$**.a**.a**.a**.a**.a"))
    assert len(found) == 86
    assert found[-1] == 1


def test_values_that_are_one_object_are_two_places() -> None:
    shared = {"a": 1}
    assert find([shared, shared], read_path("$**.a")) == [1, 1]
    assert find([[1]], read_path("$**[0]")) == [[1], 1]


def test_a_set_of_gtids_is_a_set_of_numbers() -> None:
    chance = random.Random(3)
    for _ in range(300):
        kept, plain = [GtidSet(), GtidSet()], [set[int](), set[int]()]
        for one, numbers in zip(kept, plain, strict=True):
            for _ in range(chance.randrange(6)):
                first = chance.randrange(1, 25)
                end = first + chance.randrange(5)
                if chance.random() < 0.7:
                    one.add_range(_UUID, "", first, end)
                    numbers |= set(range(first, end))
                else:
                    one.discard(GtidValue(_UUID, "", first))
                    numbers.discard(first)
            assert [gtid.gno for gtid in one] == sorted(numbers)
            assert GtidSet.parse(str(one)) == one
            assert one.next_gno(_UUID) == min(set(range(1, 60)) - numbers)
        assert [gtid.gno for gtid in kept[0] - kept[1]] == sorted(plain[0] - plain[1])
        assert [gtid.gno for gtid in kept[0] | kept[1]] == sorted(plain[0] | plain[1])


def test_signs_behind_exponents_keep_their_places() -> None:
    text = "SELECT 1e5+1, 2e3-4e1+5, '1e5+1', 1.5e-3+x"
    tokens = PlainMySQL().tokenize(text)
    assert [text[token.start : token.end + 1] for token in tokens] == [
        *("SELECT", "1e5", "+", "1", ",", "2e3", "-", "4e1", "+", "5", ",", "'1e5+1'", ",", "1.5e-3", "+", "x")
    ]
