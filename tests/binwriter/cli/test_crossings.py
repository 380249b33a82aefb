"""Commands crossed with what is wrong with the files that they are given: the same words, the same status everywhere.

What the statuses mean: `binwriter.cli.common.statuses`. A file that cannot be read is 2, one that cannot be written 1.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.cli import main

# A command -> its arguments; LOG is the log, OUT a folder in which it may write.
_READERS = {
    "inspect": "inspect LOG",
    "inspect --sql": "inspect --sql LOG",
    "inspect --raw": "inspect --raw LOG -r OUT/raw-",
    "verify": "verify LOG",
    "report": "report LOG",
    "report --html": "report LOG --html OUT/page.html",
    "diff, left": "diff LOG GOOD",
    "diff, right": "diff GOOD LOG",
    "corrupt": "corrupt LOG --how bad-checksum --out OUT/bad",
    "replay": "replay LOG --to mysql://root@127.0.0.1:1/",
}
_OF_SQL = {
    "run": "run SQL --out OUT/log",
    "explain": "explain SQL",
    "generate --schema": "generate --schema SQL --out OUT/log",
    "generate": "generate SQL --out OUT/log",
    "init-spec": "generate SQL --init-spec",
}
# What is wrong -> the words behind the command's name; FOLDER is where it lies.
_NO_LOGS = {
    "missing": "cannot open FOLDER/missing: No such file or directory",
    "missing/x": "cannot open FOLDER/missing/x: No such file or directory",
    "missing*": "no log file matches FOLDER/missing*",
    "good/x": "cannot open FOLDER/good/x: Not a directory",
    "loop": "cannot open FOLDER/loop: Too many levels of symbolic links",
    "dangling": "cannot open FOLDER/dangling: No such file or directory",
    "x" * 300: f"cannot open FOLDER/{'x' * 300}: File name too long",
    "locked": "cannot open FOLDER/locked: Permission denied",
    "locked_folder": "cannot read FOLDER/locked_folder: Permission denied",
    "locked_folder/good": "cannot open FOLDER/locked_folder/good: Permission denied",
    "locked_index": "cannot read the index FOLDER/locked_index/binlog.index: Permission denied",
    "locked_index/binlog.index": "cannot read the index FOLDER/locked_index/binlog.index: Permission denied",
    "empty_folder": "FOLDER/empty_folder: no binary log file in this folder",
    "empty_index": "the index FOLDER/empty_index/binlog.index lists no files",
    "": "cannot open '': no file has such a name",
}
_NO_SQL = ("missing", "locked", "locked_folder/x.sql", "empty_folder", "x" * 300, "good/x", "")
# `replay` asks the server first whether it is there, and `verify` has a note of an index that lists no files.
_OTHERWISE = {("verify", "empty_index")} | {
    ("replay", name) for name, words in _NO_LOGS.items() if words.startswith("cannot open FOLDER")
}
_WRITERS = {
    "explain --html": "explain SQL --html NOWHERE/page.html",
    "run --sidecar": "run SQL --out OUT/log --force --quiet --sidecar NOWHERE/sidecar.json",
    "generate --report": "generate SQL --out OUT/generated --transactions 1 --quiet --report NOWHERE/page.html",
    "report --html": "report GOOD --html NOWHERE/page.html",
    "inspect -r": "inspect GOOD -r NOWHERE/text",
    "inspect --raw -r": "inspect GOOD --raw -r NOWHERE/raw-",
    "corrupt --out": "corrupt GOOD --how bad-checksum --out NOWHERE/bad",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Files that can be read and others, before somebody who is not root."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "s.sql").write_text("CREATE TABLE t (a INT PRIMARY KEY AUTO_INCREMENT, b INT);")
    assert main(["run", str(folder / "s.sql"), "--out", str(folder / "log"), "--quiet"]) == 0
    shutil.copyfile(folder / "log" / "binlog.000001", folder / "good")
    for name in ("locked_folder", "locked_index", "empty_folder", "empty_index", "out"):
        (folder / name).mkdir()
    shutil.copyfile(folder / "good", folder / "locked")
    shutil.copyfile(folder / "good", folder / "locked_folder" / "good")
    (folder / "locked_index" / "binlog.index").write_text("./binlog.000001\n")
    (folder / "empty_index" / "binlog.index").touch()
    (folder / "loop").symlink_to("loop")
    (folder / "dangling").symlink_to("nowhere")
    locked = [folder / name for name in ("locked", "locked_folder", "locked_index/binlog.index")]
    for path in locked:
        path.chmod(0)
    yield folder
    for path in locked:
        path.chmod(0o700)


def _said(
    command: str, names: dict[str, str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    """Status, standard output and standard error."""
    names = {"GOOD": str(folder / "good"), "SQL": str(folder / "s.sql"), "OUT": str(folder / "out")} | names
    names["NOWHERE"] = str(folder / "nowhere")
    arguments = []
    for word in command.split():
        place = word.partition("/")[0]
        arguments.append(word.replace(place, names[place], 1) if place in names else word)
    try:
        status = main(arguments)
    except SystemExit as ended:
        status = int(str(ended.code))
    out, errors = capsys.readouterr()
    return status, out, errors.replace(str(folder), "FOLDER")


def _cells(folder: Path, commands: dict[str, str], names: list[str]) -> Iterator[tuple[str, str, str]]:
    for title, command in commands.items():
        for name in names:
            if os.geteuid() or not name.startswith("locked"):
                yield title, name, command


@pytest.mark.slow
def test_no_log_is_told_by_all_commands_alike(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {}
    for title, name, command in _cells(folder, _READERS, list(_NO_LOGS)):
        if (title, name) in _OTHERWISE or (title, name) == ("corrupt", ""):
            continue
        found = _said(command, {"LOG": f"{folder}/{name}" if name else ""}, folder, capsys)
        if found != (2, "", f"binwriter {command.split()[0]}: {_NO_LOGS[name]}\n"):
            wrong[title, name] = found
    assert wrong == {}
    assert list((folder / "out").iterdir()) == []


@pytest.mark.slow
def test_no_sql_is_told_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {}
    for title, name, command in _cells(folder, _OF_SQL, list(_NO_SQL)):
        found = _said(command, {"SQL": f"{folder}/{name}" if name else ""}, folder, capsys)
        status, out, errors = found
        if (status, out) != (2, "") or errors.count("\n") != 1 or "Errno" in errors:
            wrong[title, name] = found
    assert wrong == {}
    assert list((folder / "out").iterdir()) == []


@pytest.mark.slow
def test_what_cannot_be_written_is_status_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {}
    for title, command in _WRITERS.items():
        found = _said(command, {}, folder, capsys)
        status, out, errors = found
        told = errors.splitlines()[-1:] and errors.splitlines()[-1]
        head, tail = f"binwriter {command.split()[0]}: cannot write ", ": No such file or directory"
        if (status, out) != (1, "") or not (told and told.startswith(head) and told.endswith(tail)):
            wrong[title] = found
    assert wrong == {}


class _Stdin(io.BytesIO):
    name = "<stdin>"


@pytest.mark.slow
def test_standard_input_is_named_as_such(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {}
    for title, command in _READERS.items():
        if title != "replay":
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(_Stdin(b"no log"))))
            _, out, errors = _said(command, {"LOG": "-"}, folder, capsys)
            told[title] = "<stdin>:0" in out + errors
    assert all(told.values()), told
