"""The logical clock's own promises; test_golden compares whole logs with a server's (logical_clock, two_sessions)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from binwriter.binlog.clock.key_history import KeyHistory, key_hash
from binwriter.binlog.clock.logical_clock import LogicalClock, WriteSet

NO_KEYS = WriteSet()


def keys(*names: str) -> WriteSet:
    write_set = WriteSet()
    for name in names:
        write_set.add(key_hash((name,)))
    return write_set


def test_groups_of_different_keys_depend_on_the_last_statement_form_group() -> None:
    clock = LogicalClock(100)
    assert clock.next(0, NO_KEYS) == (0, 1)
    assert clock.next(1, keys("a")) == (1, 2)
    assert clock.next(2, keys("b")) == (1, 3)
    assert clock.next(3, keys("a", "c")) == (2, 4)


def test_a_table_without_keys_goes_by_commit_order_and_keeps_the_history() -> None:
    clock = LogicalClock(100)
    clock.next(0, keys("a"))
    assert clock.next(1, WriteSet(set(), missing_keys=True)) == (1, 2)
    assert clock.next(2, keys("a")) == (1, 3)


def test_a_full_history_is_used_once_more_and_then_forgotten() -> None:
    clock = LogicalClock(2)
    clock.next(0, keys("a"))
    clock.next(1, keys("b"))
    assert clock.next(2, keys("c", "a")) == (1, 3)
    assert clock.next(3, keys("d")) == (3, 4)


def test_numbers_start_again_in_each_file() -> None:
    clock = LogicalClock(100)
    clock.next(0, keys("a"))
    clock.next(1, keys("b"))
    clock.rotate()
    assert clock.next(clock.committed, keys("a")) == (0, 1)
    assert clock.next(clock.committed, keys("b")) == (1, 2)


@given(st.lists(st.tuples(st.integers(1, 2**64 - 1), st.integers(0, 2**32 - 1)), max_size=3000))
def test_the_history_is_a_mapping(entries: list[tuple[int, int]]) -> None:
    history, model = KeyHistory(), dict[int, int]()
    for key, number in entries:
        history.put(key, number)
        model[key] = number
    assert len(history) == len(model)
    assert {key: history.get(key) for key, _ in entries} == model


KEYS = st.integers(1, 300)
RUNS = st.builds(lambda start, count: range(start, start + count), KEYS, st.integers(1, 40))


@given(st.lists(st.one_of(st.lists(KEYS, max_size=8), RUNS), max_size=40))
def test_runs_of_keys_are_keys(groups: list[list[int] | range]) -> None:
    history, model = KeyHistory(), dict[int, int]()
    for number, group in enumerate(groups, 1):
        write_set, plain = WriteSet(), set(group)
        write_set.add_run(group) if isinstance(group, range) else [write_set.add(key) for key in group]
        newest = max((history.newest(keys) for keys in (*write_set.runs, write_set.keys)), default=0)
        assert newest == max((model.get(key, 0) for key in plain), default=0)
        history.put_all(write_set.keys, number)
        for run in write_set.runs:
            history.put_run(run, number)
        model.update(dict.fromkeys(plain, number))
        assert len(history) == len(model)
    assert {key: history.get(key) for key in range(1, 341)} == {key: model.get(key) for key in range(1, 341)}


@given(st.lists(st.one_of(KEYS, RUNS), max_size=20), st.integers(0, 20))
def test_a_write_set_goes_back_over_runs(steps: list[int | range], place: int) -> None:
    write_set, plain, kept = WriteSet(), set[int](), None
    for number, step in enumerate(steps):
        if number == place:
            write_set.set_savepoint("s")
            kept = set(plain)
        write_set.add_run(step) if isinstance(step, range) else write_set.add(step)
        plain.update(step if isinstance(step, range) else (step,))
        assert write_set.keys.union(*write_set.runs) == plain
    write_set.back_to("s")
    assert write_set.keys.union(*write_set.runs) == (plain if kept is None else kept)
