"""A sample of `make crash-points`, and that the harness sees what it is there to see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter import disk
from binwriter.binlog.files.file import LogFile
from binwriter.binlog.files.index import LogIndex
from tests.reliability.crashes.jobs import sweep_job
from tests.reliability.crashes.kills import killed_job, killed_run
from tests.reliability.crashes.points import sweep
from tests.reliability.crashes.workload import Setting

SAMPLE = [
    Setting(1, 1),
    Setting(1, 0, gtids=False, compression=True),
    Setting(3, 1, compression=True),
    Setting(1, 1, encryption=True),
]


@pytest.mark.slow
@pytest.mark.parametrize("setting", SAMPLE, ids=str)
def test_a_crash_at_any_step_of_the_disk_loses_nothing(setting: Setting, tmp_path: Path) -> None:
    counts, findings = sweep(setting, tmp_path, rounds=4, every=19)
    assert findings == []
    assert min(counts.values()) > 4


def _read_only(index: LogIndex) -> None:
    """What `settle` would be if nothing were noted of files that come and go."""
    index.names = index.read() if index.exists() else []


@pytest.mark.slow
def test_the_harness_sees_files_that_no_index_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogIndex, "settle", _read_only)
    _, findings = sweep(Setting(1, 1, rotate_every=1), tmp_path, rounds=2, every=3)
    assert any("files [" in one or "a hole" in one or "gone" in one for one in findings)


@pytest.mark.slow
def test_the_harness_sees_what_was_not_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogFile, "sync", lambda self: None)
    _, findings = sweep(Setting(1, 1), tmp_path, rounds=1, every=7)
    assert any("acknowledged up to" in one or "does not start" in one for one in findings)


@pytest.mark.slow
def test_a_job_that_is_killed_at_any_step_is_resumed_to_the_same_bytes(tmp_path: Path) -> None:
    points, findings = sweep_job(tmp_path, every=29)
    assert findings == []
    assert points > 1


# --- the index, as servers leave it


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_a_crash_has_left_of_the_index_is_put_in_order(tmp_path: Path) -> None:
    for name in ("b.000001", "b.000002", "b.000003"):
        (tmp_path / name).touch()
    (tmp_path / "b.index").write_text("./b.000001\n./b.000002\n")
    (tmp_path / "b.~rec~").write_text("./b.000003\n./b.000002\n")
    (tmp_path / "b.index_crash_safe").write_text("./b.0")
    index = LogIndex(tmp_path, "b")
    index.settle()
    assert index.names == ["b.000001", "b.000002"]
    assert _names(tmp_path) == ["b.000001", "b.000002", "b.index"]


def test_an_index_that_a_server_was_about_to_rename_is_the_index(tmp_path: Path) -> None:
    (tmp_path / "b.000001").touch()
    (tmp_path / "b.~rec~").write_text("./b.000001\n")
    (tmp_path / "b.index_crash_safe").write_text("./b.000001\n")
    index = LogIndex(tmp_path, "b")
    index.settle()
    assert index.names == ["b.000001"]
    assert _names(tmp_path) == ["b.000001", "b.index"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def pieces() -> Iterator[bytes]:
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        disk.write_whole(tmp_path / "a", pieces())
    assert (tmp_path / "a").read_bytes() == b"old"
    assert _names(tmp_path) == ["a"]


@pytest.mark.slow
def test_a_run_that_is_killed_in_earnest_leaves_a_log_to_go_on_with(tmp_path: Path) -> None:
    assert [one for number in (9, 24, 39) for one in killed_run(tmp_path, number)] == []


@pytest.mark.slow
def test_a_job_whose_worker_is_killed_in_earnest_is_resumed(tmp_path: Path) -> None:
    assert killed_job(tmp_path, "worker", 4, 2) == []
