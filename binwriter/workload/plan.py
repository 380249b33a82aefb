"""The shard plan: every file of a job with all its numbers, fixed before a byte is encoded. Pure, and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate, pairwise
from math import ceil, sqrt
from typing import Any

from binwriter.binlog.files.index import file_name
from binwriter.bulk.work import FilePlan, StatementText
from binwriter.errors import SpecError
from binwriter.formats.records import dataclass
from binwriter.workload.schedule.arrival import check_times, times
from binwriter.workload.schedule.batches import Keys
from binwriter.workload.sources import Sources, load_order
from binwriter.workload.specification.spec import DELETE, INSERT, Workload
from binwriter.workload.values import ValueSource

_FIRST_XID = 1
# Files are planned this much smaller than max_binlog_size, against what the sample did not show.
_MARGIN = 0.02
_DEVIATIONS = 6
# Rows of the load phase that one file can change afterwards: 28 bytes of memory each.
WINDOW_LIMIT = 8_000_000
_MOST_FILES = 100_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """What sampling says. head: bytes of a file without transactions, statements: of the DDL.

    load_row: bytes by table of a row in the load phase, its share of the transaction included. mean, deviation: bytes
    of a transaction of the mix, by all samples; largest: the mean of the sample that has the largest.
    """

    head: int
    statements: int
    load_row: tuple[float, ...]
    mean: float
    largest: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Load:
    """Rows low to high - 1 of a table, inserted in the load phase."""

    table: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Shard:
    """One file. load comes first, then the transactions of the mix.

    first_transaction: in the whole job. mix: its number among the files with a mix, -1 for none. keys: by table.
    """

    number: int
    name: str
    next_name: str | None
    first_gno: int
    first_xid: int
    start: int
    end: int
    first_transaction: int
    load: tuple[Load, ...]
    load_transactions: int
    transactions: int
    mix: int
    keys: tuple[Keys, ...]
    size: int

    def file_plan(self, workload: Workload) -> FilePlan:
        """As the writers take it."""
        statements = workload.ddl if self.number == 1 else ()
        texts = (
            StatementText(
                "", statement.schema, statement.databases or (), self.start, event=statement, variables=variables
            )
            for statement, variables in zip(statements, workload.ddl_variables, strict=False)
        )
        return FilePlan(
            number=self.number,
            name=self.name,
            next_name=self.next_name,
            first_gno=self.first_gno,
            first_xid=self.first_xid,
            start=self.start,
            end=self.end,
            statements=tuple(texts),
        )


@dataclass(frozen=True, slots=True)
class JobPlan:
    """All files of a job. mixes: how many of them have a mix. rows: of the load and, about, of the mix."""

    shards: tuple[Shard, ...]
    mixes: int
    transactions: int
    load_rows: int
    mix_rows: int

    @property
    def size(self) -> int:
        """Bytes of all files, about."""
        return sum(shard.size for shard in self.shards)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> JobPlan:
        shards = tuple(
            Shard(
                **{
                    **shard,
                    "load": tuple(Load(**member) for member in shard["load"]),
                    "keys": tuple(Keys(**member) for member in shard["keys"]),
                }
            )
            for shard in data["shards"]
        )
        return JobPlan(**{**data, "shards": shards})


def make_plan(sources: Sources, estimate: Estimate) -> JobPlan:
    """The files of a workload. SpecError when they cannot be: size, keys, times."""
    workload = sources.workload
    loads = _loads(sources, estimate)
    load_size = sum(size for _, size in loads)
    transactions = _transactions(workload, estimate, load_size)
    whole = estimate.head + estimate.statements + load_size + transactions * estimate.largest * (1 + _MARGIN)
    whole += _DEVIATIONS * estimate.deviation * sqrt(transactions)
    if whole <= workload.max_file_size and workload.files == 1:
        groups = [[load_part for load_part, _ in loads]]
        mixes = 1
    else:
        groups = _load_files(loads, workload, estimate)
        mixes = max(_mix_files(workload, estimate, transactions), workload.files - len(groups), 1)
        mixes = min(mixes, transactions)
    if len(groups) + mixes > _MOST_FILES:
        raise SpecError("max-binlog-size", f"{len(groups) + mixes} files would be made, the limit is {_MOST_FILES}")
    together = len(groups) == 1 and whole <= workload.max_file_size and workload.files == 1
    load_transactions = sum(_chunks(load_part, workload.load_rows) for load_part, _ in loads)
    check_times(workload.arrival, load_transactions + transactions)
    keys = _keys(sources, transactions, mixes)
    shards = _numbered(sources, estimate, groups, together, mixes, transactions, keys, dict(loads))
    return JobPlan(
        shards,
        mixes,
        load_transactions + transactions,
        sum(load_part.high - load_part.low for load_part, _ in loads),
        round(transactions * float(rows_per_transaction(workload))),
    )


def rows_per_transaction(workload: Workload) -> float:
    """Rows that a transaction of the mix changes, on average."""
    total = sum(table.weight for table in workload.tables)
    rows = sum(table.weight * float(table.rows.mean) for table in workload.tables) / total
    return rows * float(workload.statements.mean)


def _transactions(workload: Workload, estimate: Estimate, load_size: float) -> int:
    if workload.transactions is not None:
        return workload.transactions
    assert workload.size is not None
    heads = estimate.head * (1 + workload.size // workload.max_file_size) + estimate.statements
    left = workload.size - load_size - heads
    if left < estimate.mean / 2:
        raise SpecError(
            "size", f"{workload.size} bytes is too little: the load phase alone takes {round(load_size + heads)}"
        )
    return max(1, round(left / estimate.mean))


def _chunks(load: Load, rows: int) -> int:
    return -(-(load.high - load.low) // rows)


def _loads(sources: Sources, estimate: Estimate) -> list[tuple[Load, float]]:
    """The load phase in pieces of a hundredth of a file or so, with their sizes."""
    workload = sources.workload
    pieces: list[tuple[Load, float]] = []
    for table in load_order(sources):
        rows, row_size = workload.tables[table].initial_rows, estimate.load_row[table]
        if not rows:
            continue
        step = max(1, int(workload.max_file_size / 64 / row_size / workload.load_rows)) * workload.load_rows
        if rows / step > 10_000_000:
            raise SpecError(
                f"tables.{workload.tables[table].name}.initial-rows", f"{rows} is too many for the file size"
            )
        for low in range(0, rows, step):
            high = min(rows, low + step)
            pieces.append((Load(table, low, high), (high - low) * row_size))
    return pieces


def _load_files(loads: list[tuple[Load, float]], workload: Workload, estimate: Estimate) -> list[list[Load]]:
    limit = workload.max_file_size * (1 - 2 * _MARGIN) - estimate.head
    files: list[list[Load]] = []
    used = limit + 1.0
    for load, size in loads:
        if used + size > limit:
            files.append([])
            used = float(estimate.statements if len(files) == 1 else 0)
        files[-1].append(load)
        used += size
    return files


def _mix_files(workload: Workload, estimate: Estimate, transactions: int) -> int:
    """How many files hold the transactions: n * mean + deviations * sqrt(n) stays below the limit."""
    room = workload.max_file_size - estimate.head - estimate.statements
    mean = estimate.largest * (1 + _MARGIN)
    spread = _DEVIATIONS * estimate.deviation
    root = (-spread + sqrt(spread * spread + 4 * mean * max(room, 0))) / (2 * mean)
    return ceil(transactions / max(1, int(root * root)))


def _keys(sources: Sources, transactions: int, mixes: int) -> list[tuple[Keys, ...]]:
    """By file with a mix: which loaded rows it may change, and where its new rows' keys begin (prefix sums)."""
    workload = sources.workload
    total = sum(table.weight for table in workload.tables)
    initial = [table.initial_rows for table in workload.tables]
    shares = [[count * part // mixes for part in range(mixes + 1)] for count in initial]
    counts = [transactions * (part + 1) // mixes - transactions * part // mixes for part in range(mixes)]
    new_keys: list[list[int]] = []
    for number, table in enumerate(workload.tables):
        statements = float(workload.statements.mean) * table.weight / total
        share = table.mix.share(INSERT) + table.mix.share(DELETE)
        children = sum(1 for lines in sources.references for item in lines if item.target == number)
        more = 2 * table.rows.high + children * max(item.rows.high for item in workload.tables) * 2
        # where keys of references are used up, statements of their tables make such rows instead
        asked = statements * share + _made_instead(sources, number)
        most = [_bound(count * workload.statements.high, asked * count, table.rows.high) + more for count in counts]
        strict = table.named or len(workload.tables) == 1
        inserts = statements * transactions * table.mix.share(INSERT) * float(table.rows.mean)
        new_keys.append(_within_domain(sources.values[number], initial[number], most, inserts, strict=strict))
    windows = [[cut[part + 1] - cut[part] for cut in shares] for part in range(mixes)]
    next_key = list(initial)
    result: list[tuple[Keys, ...]] = []
    for part, rows in enumerate(windows):
        factor = min(1.0, WINDOW_LIMIT / max(1, sum(rows)))
        keys = []
        for number in range(len(workload.tables)):
            new = new_keys[number][part]
            keys.append(Keys(shares[number][part], int(rows[number] * factor), next_key[number], new))
            next_key[number] += new
        result.append(tuple(keys))
    return result


def _made_instead(sources: Sources, number: int) -> float:
    """How many statements of a transaction may turn to this table: those of tables with keys of references to it."""
    tables = sources.workload.tables
    total = sum(table.weight for table in tables)
    waiting, seen = [number], {number}
    while waiting:
        target = waiting.pop()
        for child, references in enumerate(sources.references):
            unique = {place for key in sources.uniques[child] for place in key.references}
            if child not in seen and any(
                item.target == target for place, item in enumerate(references) if place in unique
            ):
                seen.add(child)
                waiting.append(child)
    return sum(float(sources.workload.statements.mean) * tables[item].weight / total for item in seen - {number})


def _within_domain(values: ValueSource, initial: int, most: list[int], inserts: float, *, strict: bool) -> list[int]:
    """How many new keys each file gets: as many as it may want, or its part of what the table's values leave.

    A file that has none left updates rows instead. strict: SpecError if the inserts do not fit by their mean.
    """
    highest = values.highest_key()
    if highest is None or initial + sum(most) <= highest + 1:
        return most
    if strict:
        values.check_rows(initial + ceil(inserts))
    room, wanted = highest + 1 - initial, sum(most)
    cuts = [0, *accumulate(most)]
    return [room * high // wanted - room * low // wanted for low, high in pairwise(cuts)]


def _bound(statements: int, mean_statements: float, most_rows: int) -> int:
    """Rows that a table gets at most: by mean and ten deviations, never more than if all statements made them."""
    probable = mean_statements + 10 * sqrt(mean_statements) + 10
    return min(statements, ceil(probable)) * most_rows


def _numbered(
    sources: Sources,
    estimate: Estimate,
    groups: Sequence[Sequence[Load]],
    together: bool,
    mixes: int,
    transactions: int,
    keys: Sequence[tuple[Keys, ...]],
    sizes: Mapping[Load, float],
) -> tuple[Shard, ...]:
    """All numbers by prefix sums."""
    workload = sources.workload
    cuts = [transactions * part // mixes for part in range(mixes + 1)]
    parts: list[tuple[Sequence[Load], int, int]]
    if together or not groups:
        parts = [(groups[0] if groups and together else (), cuts[1] - cuts[0], 0)]
        parts += [((), high - low, part) for part, (low, high) in enumerate(pairwise(cuts[1:]), 1)]
    else:
        parts = [(group, 0, -1) for group in groups]
        parts += [((), high - low, part) for part, (low, high) in enumerate(pairwise(cuts))]
    no_keys = tuple(Keys(0, 0, table.initial_rows, 0) for table in workload.tables)
    shards: list[Shard] = []
    number, gno, xid, first, start = 1, 1, _FIRST_XID, 0, workload.arrival.start
    for load, count, mix in parts:
        name = file_name(workload.basename, number)
        load_count = sum(_chunks(item, workload.load_rows) for item in load)
        taken = load_count + count
        end = int(times(workload.arrival, workload.seed, first + taken - 1, 1)[0])
        head = estimate.head + (estimate.statements if number == 1 else 0)
        shards.append(
            Shard(
                number=number,
                name=name,
                next_name=None if number == len(parts) else file_name(workload.basename, number + 1),
                first_gno=gno,
                first_xid=xid,
                start=start,
                end=end,
                first_transaction=first,
                load=tuple(load),
                load_transactions=load_count,
                transactions=count,
                mix=mix,
                keys=keys[mix] if mix >= 0 else no_keys,
                size=round(head + sum(sizes[item] for item in load) + count * estimate.mean),
            )
        )
        groups_taken = taken + (len(workload.ddl) if number == 1 else 0)
        number, gno, xid, first, start = number + 1, gno + groups_taken, xid + groups_taken, first + taken, end
    return tuple(shards)


__all__ = ["Estimate", "JobPlan", "Load", "Shard", "make_plan", "rows_per_transaction"]
