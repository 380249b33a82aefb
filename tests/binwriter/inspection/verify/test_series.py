"""Several files: whether they follow each other, and whether the index is true."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from binwriter.errors import LogFileError
from binwriter.formats.constants import EventType
from binwriter.formats.events import GtidIntervals
from binwriter.inspection.verify import Severity, verify_files
from tests.binwriter.inspection.verify.edited_logs import GOLDEN, first, log_of, parts_of

STOPPED = GOLDEN / "rotation" / "stopped"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(STOPPED, tmp_path / "logs"))


def _found(*paths: Path) -> list[tuple[str, int, str, Severity]]:
    return [
        (Path(finding.file).name, finding.position, finding.check, finding.severity) for finding in verify_files(paths)
    ]


def test_a_folder_and_an_index_are_healthy(folder: Path) -> None:
    assert _found(folder) == _found(folder / "binlog.index") == []
    (folder / "binlog.index").unlink()
    assert _found(folder) == []


def test_an_index_that_lists_other_files(folder: Path) -> None:
    index = folder / "binlog.index"
    (folder / "binlog.000002").unlink()
    assert _found(index)[0] == ("binlog.index", 16, "index", Severity.ERROR)
    index.write_text("./binlog.000001\n./binlog.000004\n./binlog.000003\n")
    assert [found for found in _found(index) if found[2] == "index"] == [
        ("binlog.index", 16, "index", Severity.ERROR),
        ("binlog.index", 32, "index", Severity.ERROR),
    ]
    index.write_text("./binlog.000003\n")
    notes = [found for found in _found(index) if found[2] == "index"]
    assert notes == [("binlog.index", 0, "index", Severity.NOTE)] * 2


def test_a_gap_in_a_folder_without_index(folder: Path) -> None:
    (folder / "binlog.index").unlink()
    (folder / "binlog.000002").unlink()
    assert _found(folder) == [("logs", 0, "index", Severity.ERROR)]


def test_a_folder_without_logs(tmp_path: Path) -> None:
    with pytest.raises(LogFileError, match="no binary log file in this folder"):
        list(verify_files([tmp_path]))


def _edit_second(folder: Path, change: Callable[[tuple[GtidIntervals, ...]], tuple[GtidIntervals, ...]]) -> int:
    path = folder / "binlog.000002"
    parts = parts_of(path)
    place = first(parts, EventType.PREVIOUS_GTIDS)
    body = parts[place].body
    parts[place] = replace(parts[place], body=replace(body, gtid_set=change(body.gtid_set)))  # type: ignore[attr-defined]
    path.write_bytes(log_of(parts))
    return len(log_of(parts[:place]))


def test_previous_gtids_that_lack_some(folder: Path) -> None:
    files = [folder / "binlog.000001", folder / "binlog.000002"]
    position = _edit_second(folder, lambda entries: tuple(replace(entry, intervals=((1, 3),)) for entry in entries))
    assert _found(*files) == [("binlog.000002", position, "previous-gtids", Severity.ERROR)]
    assert _found(files[1]) == []  # nobody can tell without the file before


def test_previous_gtids_that_have_more(folder: Path) -> None:
    other = GtidIntervals(uuid=UUID(int=7), tag="", intervals=((1, 5),))
    position = _edit_second(folder, lambda entries: (other, *entries))
    found = _found(folder / "binlog.000001", folder / "binlog.000002")
    assert found == [("binlog.000002", position, "previous-gtids", Severity.NOTE)]


def test_a_gtid_of_the_file_before(folder: Path) -> None:
    path = folder / "binlog.000002"
    parts = parts_of(path)
    place = first(parts, EventType.GTID)
    parts[place] = replace(parts[place], body=replace(parts[place].body, gno=2))  # type: ignore[call-arg]
    path.write_bytes(log_of(parts))
    found = _found(folder / "binlog.000001", path)
    assert [(name, check) for name, _, check, _ in found] == [("binlog.000002", "gtid")]


def test_rotate_to_another_file(folder: Path) -> None:
    path = folder / "binlog.000001"
    parts = parts_of(path)
    place = first(parts, EventType.ROTATE)
    parts[place] = replace(parts[place], body=replace(parts[place].body, name=b"binlog.000009"))  # type: ignore[call-arg]
    path.write_bytes(log_of(parts))
    found = _found(folder)
    assert [(name, check) for name, _, check, _ in found] == [("binlog.000001", "rotate")]
