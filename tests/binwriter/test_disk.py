"""What is asked of the disk beside the steps that `tests/reliability/crashes` ends a process at."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter import disk, documents


def test_a_file_that_is_being_written_back_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "binlog.000001"
    path.write_bytes(b"\xfebin" * 5000)
    (tmp_path / "link").symlink_to(path)
    for each in (path, tmp_path / "link", tmp_path / "missing"):
        disk.begin_sync(each)  # says nothing of what cannot be
    assert path.read_bytes() == b"\xfebin" * 5000
    disk.sync_files([path])


def test_folders_of_any_depth_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative name may be as long as the system lets it; a call in another for each level ended with an error."""
    monkeypatch.chdir(tmp_path)
    deep = Path("a/" * 1900)
    disk.current().make_folder(deep)
    disk.current().make_folder(deep)
    assert deep.is_dir()
    for folder in (deep, *deep.parents[:-1]):
        folder.rmdir()
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        disk.current().make_folder(tmp_path / "file")


@pytest.mark.parametrize(
    "text", ["x = " + "[" * 100_000, "x = " + "{a=" * 2000, f"[{'a.' * 5000}a]", "x = " + "[" * 60 + "]" * 60]
)
def test_toml_of_too_many_levels_is_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="50 levels"):
        documents.read_toml(path)
