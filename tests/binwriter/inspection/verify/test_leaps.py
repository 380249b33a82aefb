"""With kernels or without: the same findings and the same counts, in files healthy and damaged."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("pyarrow")

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.runs import Run
from binwriter.bulk.exact import ExactFileWriter
from binwriter.bulk.scan import PlainScanner
from binwriter.bulk.work import BulkSettings, BulkTable, TransactionBatch
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.formats.header import HEADER_LENGTH
from binwriter.formats.malformed import CORRUPTIONS, CorruptionError
from binwriter.inspection.corrupt import Choice, corrupt_file
from binwriter.inspection.verify import Verifier
from binwriter.mysql.session_modes import RowImage
from tests.binwriter.bulk.file_cases import DELETE, ITEMS, ORDERS, UPDATE, UUID_1, WRITE, batch_of, plan, shape_rows
from tests.formats.log_files import log_files

GOLDEN = Path(__file__).parents[3] / "golden"
Found = tuple[list[str], dict[str, int]]


def verify(paths: list[Path], fast: bool, **options: object) -> Found:
    verifier = Verifier(fast=fast, **options)  # type: ignore[arg-type]
    return [str(finding) for finding in verifier.verify(paths)], vars(verifier.counts)


def assert_same(*paths: Path, **options: object) -> list[str]:
    fast = verify(list(paths), fast=True, **options)
    assert fast == verify(list(paths), fast=False, **options)
    return fast[0]


def write(path: Path, *, short: bool = False, **settings: object) -> Path:
    tables = [BulkTable(ORDERS, 100), BulkTable(ITEMS, 101)]
    orders = [(n, "note é " * (n % 25), b"x" * (n * 7 % 90) if n % 3 else None) for n in range(1, 60)]
    items = [(n, 0.5, *range(9)) for n in range(30)]
    rows = [
        shape_rows(tables, 0, WRITE, orders),
        shape_rows(tables, 1, WRITE, items),
        shape_rows(tables, 0, UPDATE, [(row, (row[0], "new", row[2])) for row in orders[:20]], assigned=(1,)),
        shape_rows(tables, 0, DELETE, orders[30:]),
    ]
    if short:
        return write_batches(path, tables, [batch_of([shape_rows(tables, 0, WRITE, orders[:9])], [[(0, 1)]] * 9)])
    transactions = [[(0, 1)]] * 19 + [[(0, 40), (1, 5)], [(2, 20)], [(3, 9), (3, 20), (1, 3)]] + [[(1, 1)]] * 22
    return write_batches(path, tables, [batch_of(rows, transactions)], **settings)


def write_batches(path: Path, tables: list[BulkTable], batches: list[TransactionBatch], **settings: object) -> Path:
    chosen = BulkSettings(UUID_1, max_event_size=700, **settings)  # type: ignore[arg-type]
    with ExactFileWriter(path, plan(), chosen, tables) as writer:
        for batch in batches:
            writer.write(batch)
        writer.finish()
    return path


KINDS: dict[str, dict[str, object]] = {
    "gtid": {},
    "anonymous": {"gtid": False, "image": RowImage.MINIMAL},
    "no checksums": {"checksum": ChecksumAlgorithm.NONE},
    "tagged": {"tag": "a_tag"},
    "compressed": {"compression": True},
}


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[Run]:
    """Those that the kernel has found."""
    found: list[Run] = []
    original: Callable[..., None] = PlainScanner.run

    def run(self: PlainScanner, position: int, run_: Run, progress: object) -> None:
        original(self, position, run_, progress)
        found.append(run_)

    monkeypatch.setattr(PlainScanner, "run", run)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_healthy_files_go_by(kind: str, tmp_path: Path, runs: list[Run]) -> None:
    path = write(tmp_path / "binlog.000001", **KINDS[kind])
    assert assert_same(path) == []
    if kind in ("gtid", "anonymous", "no checksums"):
        assert sum(run.groups for run in runs) > 30
        assert len(runs) < 10


def test_what_one_file_taught_is_known_in_the_next(tmp_path: Path, runs: list[Run]) -> None:
    """Not one group of it goes by the checks; and not where another server wrote it."""
    first, second, plain = (tmp_path / name for name in ("binlog.000001", "other.000001", "plain.000001"))
    write(first)
    second.write_bytes(first.read_bytes())
    write(plain, checksum=ChecksumAlgorithm.NONE)
    assert assert_same(first) == []
    alone = [run.groups for run in runs]
    runs.clear()
    assert assert_same(first, second, plain) == []
    groups = [run.groups for run in runs]
    assert groups[: len(alone)] == alone
    assert max(groups) > sum(alone)
    assert len(groups) > len(alone) + 2


@pytest.mark.slow
def test_real_files() -> None:
    for path in log_files(GOLDEN)[::9]:
        assert_same(path)
    assert_same(*log_files(GOLDEN / "rotation"))


@pytest.mark.parametrize("kind", ["gtid", "anonymous", "no checksums"])
@pytest.mark.slow
def test_damage(kind: str, tmp_path: Path) -> None:
    """Bytes changed, mostly under a right checksum; events gone or twice; files cut."""
    path = write(tmp_path / "binlog.000001", **KINDS[kind])
    before = tmp_path / "healthy.000001"
    before.write_bytes(path.read_bytes())
    events = [event for event in read_events(path) if event.position > 200]
    has_checksum = events[-1].checksum is not None
    data, random_ = path.read_bytes(), random.Random(kind)
    for _ in range(25):
        damaged, event = bytearray(data), random_.choice(events)
        position, size = event.position, len(event.raw)
        how = random_.random()
        if how < 0.04:
            del damaged[position : position + size]
        elif how < 0.08:
            damaged[position:position] = event.raw
        elif how < 0.12:
            del damaged[position + random_.randrange(size) :]
        else:
            at = position + random_.choice((random_.randrange(size), HEADER_LENGTH + random_.randrange(size - 23)))
            damaged[at] = random_.choice((damaged[at] ^ 1 << random_.randrange(8), 0, 255, random_.randrange(256)))
            end = position + size - 4
            if has_checksum and how > 0.3:
                damaged[end : end + 4] = zlib.crc32(damaged[position:end]).to_bytes(4, "little")
        path.write_bytes(damaged)
        assert_same(path)
        assert_same(before, path)


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("healthy") / "binlog.000001", short=True)


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("name", sorted(CORRUPTIONS))
def test_corruptions(name: str, healthy: Path, tmp_path: Path) -> None:
    source, target = healthy, tmp_path / "binlog.000001"
    for number in range(28, 33):  # one of each type of event
        try:
            corrupt_file(source, target, CORRUPTIONS[name], Choice(number=number))
        except (CorruptionError, CorruptLogError):
            continue
        assert_same(target)


def test_several_files_and_some_checks(tmp_path: Path, runs: list[Run]) -> None:
    paths = [write(tmp_path / f"binlog.{number:06}") for number in (1, 2)]
    assert any("a second time" in finding for finding in assert_same(*paths))
    runs.clear()
    assert assert_same(paths[0], only=["checksum", "rows"]) == []
    assert assert_same(paths[0], skip=["row-data", "logical-clock", "gtid"]) == []
    assert sum(run.groups for run in runs) > 60


def test_a_large_event_and_small_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runs: list[Run]) -> None:
    path = write(tmp_path / "binlog.000001")
    monkeypatch.setattr("binwriter.bulk.scan._BLOCK", 300)
    assert assert_same(path) == []
    assert sum(run.groups for run in runs) > 30
