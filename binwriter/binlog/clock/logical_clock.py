"""The logical clock of GTID events: last_committed and sequence_number by commit order and write sets.

A 9.7 always uses write sets (findings part 6). last_committed says after which earlier transaction of the same file
this one may run; the clock restarts in each file.
"""

from __future__ import annotations

from dataclasses import field

from binwriter.binlog.clock.key_history import KeyHistory
from binwriter.binlog.clock.key_runs import KeyRuns
from binwriter.formats.records import dataclass

# In a new file every transaction may depend on the first one, but on none before it.
_FIRST = 1
_NO_RUNS = KeyRuns()  # of the sets that have none, as those of a few rows


@dataclass(slots=True)
class WriteSet:
    """The hashes of the keys of the rows that a transaction has written so far in row form.

    count: how many were added; the history's size goes by this, though a row's images share keys (seen in captures).
    missing_keys: some row's table has no key by which to tell its rows apart. has_parents: some row's table is one that
    foreign keys refer to; then the keys say too little. empty: the group changes nothing (one that a COMMIT under an
    explicit GTID makes), so that it depends on nothing. runs: further hashes, which follow one another.
    """

    keys: set[int] = field(default_factory=set)
    count: int = 0
    missing_keys: bool = False
    has_parents: bool = False
    empty: bool = False
    runs: KeyRuns = _NO_RUNS
    _added: list[int | range] = field(default_factory=list, repr=False, compare=False)
    _savepoints: dict[str, int] = field(default_factory=dict, repr=False, compare=False)  # places in _added

    def __bool__(self) -> bool:
        return bool(self.keys or self.runs)

    def add(self, key: int) -> None:
        if key not in self.keys and (self.runs is _NO_RUNS or not self.runs.get(key)):
            self.keys.add(key)
            self._added.append(key)
        self.count += 1

    def add_run(self, keys: range) -> None:
        """Keys that follow one another."""
        if self.runs.newest(keys) or (self.keys and not self.keys.isdisjoint(keys)):
            for key in keys:
                self.add(key)
            return
        if self.runs is _NO_RUNS:
            self.runs = KeyRuns()
        self.runs.add(keys, 1)
        self._added.append(keys)
        self.count += len(keys)

    def set_savepoint(self, name: str) -> None:
        """SAVEPOINT. Names are as written here, though a transaction's compare without regard to case (captured:
        savepoints_in_other_letters)."""
        self._savepoints[name] = len(self._added)

    def release(self, name: str) -> None:
        """RELEASE SAVEPOINT."""
        self._savepoints.pop(name, None)

    def back_to(self, name: str) -> None:
        """ROLLBACK TO SAVEPOINT takes the keys added since away; the count stays."""
        mark = self._savepoints.get(name)
        if mark is None:
            return
        self._savepoints = {other: place for other, place in self._savepoints.items() if place <= mark}
        for added in self._added[mark:]:
            if isinstance(added, range):
                self.runs.remove(added)
            else:
                self.keys.discard(added)
        del self._added[mark:]

    def clear(self) -> None:
        self.keys.clear()
        self.runs = _NO_RUNS
        self._added.clear()
        self.count = 0
        self.missing_keys = self.has_parents = False


class LogicalClock:
    """Counts the groups of a file and remembers which key was written last by which of them.

    history_size: binlog_transaction_dependency_history_size, in keys.
    """

    def __init__(self, history_size: int) -> None:
        self._history_size = history_size
        self._committed = 0
        self._file_start = 0
        self._history = KeyHistory()
        self._history_start = _FIRST

    @property
    def committed(self) -> int:
        """Number of the newest committed group, over all files: what a statement's end takes as its commit parent."""
        return self._committed

    def resize(self, history_size: int) -> None:
        """SET GLOBAL binlog_transaction_dependency_history_size."""
        self._history_size = history_size

    def next(self, commit_parent: int, write_set: WriteSet) -> tuple[int, int]:
        """(last_committed, sequence_number) of the next group in this file.

        commit_parent: `committed` as it was when the transaction's last statement ended.
        """
        self._committed += 1
        sequence_number = self._committed - self._file_start
        last_committed = max(commit_parent - self._file_start, 0)
        keys, history = write_set.keys, self._history
        runs = () if write_set.runs is _NO_RUNS else tuple(write_set.runs)
        usable = (keys or write_set.missing_keys or write_set.empty or runs) and not write_set.has_parents
        usable = usable and write_set.count <= self._history_size  # more keys are not kept (seen in captures)
        exceeds = len(history) + write_set.count > self._history_size
        if usable:
            parent = max(self._history_start, history.newest(keys))
            if runs:
                parent = max(parent, *map(history.newest, runs))
            if not exceeds:  # else it is cleared
                history.put_all(keys, sequence_number)
                for run in runs:
                    history.put_run(run, sequence_number)
            if not write_set.missing_keys:
                last_committed = min(parent, last_committed)
        if exceeds or not usable:
            self._history_start = sequence_number
            self._history.clear()
        return last_committed, sequence_number

    def rotate(self) -> None:
        """A new file begins: numbers start again at 1 and nothing in it depends on earlier files."""
        self._file_start = self._committed
        self._history.clear()
        self._history_start = _FIRST
