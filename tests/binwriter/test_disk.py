"""What is asked of the disk beside the steps that `tests/reliability/crashes` ends a process at."""

from __future__ import annotations

from pathlib import Path

from binwriter import disk


def test_a_file_that_is_being_written_back_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "binlog.000001"
    path.write_bytes(b"\xfebin" * 5000)
    (tmp_path / "link").symlink_to(path)
    for each in (path, tmp_path / "link", tmp_path / "missing"):
        disk.begin_sync(each)  # says nothing of what cannot be
    assert path.read_bytes() == b"\xfebin" * 5000
    disk.sync_files([path])
