"""Every command that reads a log x every form in which one is named x what the log is x how the answer is wanted.

The status is that of the log alone, whatever the form and the options are; every form gives the same answer; `--json`
prints nothing but JSON, also with `--quiet`, which prints nothing by itself, and with `--verbose` nothing is missing
that is said without it. On standard error is a line at most.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.cli import main
from binwriter.formats.records import dataclass

# command -> its arguments; LOG is the log, GOOD a whole one, OUT a folder to write in
_COMMANDS = {
    "inspect": "inspect LOG",
    "inspect --sql": "inspect --sql LOG",
    "inspect --raw": "inspect --raw LOG -r OUT/raw-",
    "inspect --hexdump": "inspect --hexdump LOG",
    "verify": "verify LOG",
    "verify --rebuild": "verify --rebuild LOG",
    "report": "report LOG",
    "report --html": "report LOG --html OUT/page.html",
    "diff": "diff LOG GOOD",
    "corrupt": "corrupt LOG --how bad-checksum --type Xid --out OUT/bad --force",
}
_FORMS = ("file", "folder", "index", "pattern", "-")
_WANTED = ("", "--json", "--quiet", "--verbose", "--json --quiet")
_LOGS = ("whole", "damaged", "cut", "empty", "missing")
# Damage is an answer for who shows and checks; who wants a whole log, to compare it or to copy it, has bad input.
_STATUS = {
    **{command: {"damaged": 1, "cut": 1, "empty": 1} for command in ("inspect", "verify")},
    "report": {"damaged": 0, "cut": 1, "empty": 1},  # it computes no checksums (docs/report.md)
    "diff": {"damaged": 1, "cut": 2, "empty": 2},
    "corrupt": {"damaged": 0, "cut": 2, "empty": 2},
}
_ALWAYS = {"whole": 0, "missing": 2}
# rows as SQL, and copies of files, have no other form: bad usage
_NO_JSON = ("inspect --sql", "inspect --raw")
# it tells of findings whatever is wanted, and says below, not to be in the way of them, how many there are
_VERIFY = "verify"


@dataclass(frozen=True)
class Said:
    """What a command has done. lines: on standard output; errors: on standard error."""

    status: int
    lines: tuple[str, ...]
    errors: tuple[str, ...]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one of each."""
    folder = tmp_path_factory.mktemp("logs")
    (folder / "s.sql").write_text(
        "CREATE TABLE t (a INT PRIMARY KEY, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, 'y');"
    )
    assert main(["run", str(folder / "s.sql"), "--out", str(folder / "made"), "--quiet"]) == 0
    good = (folder / "made" / "binlog.000001").read_bytes()
    damaged = bytearray(good)
    damaged[good.index(b"CREATE TABLE") + 3] ^= 1
    contents = {
        "whole": good,
        "damaged": bytes(damaged),
        "cut": good[:-50],
        "no log": b"SELECT 1;\n" * 20,
        "empty": b"",
    }
    for name, content in contents.items():
        (folder / name).mkdir()
        (folder / name / "binlog.000001").write_bytes(content)
        (folder / name / "binlog.index").write_text("./binlog.000001\n")
    (folder / "missing").mkdir()
    return folder


class _Stdin(io.BytesIO):
    name = "<stdin>"


class Asked:
    """Runs commands, and writes down what they say of a log without its name."""

    def __init__(self, logs: Path, out: Path, patched: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._logs, self._out, self._patched, self._capsys = logs, out, patched, capsys

    def __call__(self, command: str, log: str, form: str, wanted: str) -> Said:
        folder = self._logs / log
        file = folder / "binlog.000001"
        names = {
            "LOG": {
                "file": file,
                "folder": folder,
                "index": folder / "binlog.index",
                "pattern": f"{self._logs}/{log[:-1]}?/binlog.0*",
                "-": "-",
            }[form],
            "GOOD": self._logs / "whole" / "binlog.000001",
            "OUT": self._out,
        }
        words = []
        for word in command.split():
            name, slash, rest = word.partition("/")
            words.append(f"{names.get(name, name)}{slash}{rest}")
        for made in self._out.iterdir():
            made.unlink()
        return self._said([*words, *wanted.split()], file)

    def _said(self, arguments: list[str], file: Path) -> Said:
        piped = file.read_bytes() if file.exists() else b""
        self._patched.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(_Stdin(piped))))
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = int(str(ended.code))
        lines, errors = (tuple(_masked(text, file).splitlines()) for text in self._capsys.readouterr())
        return Said(status, lines, errors)


def _masked(text: str, file: Path) -> str:
    """Without the name of the log, and the place that it takes in a table."""
    for name in (str(file), "<stdin>", file.name):
        text = text.replace(name, "LOG")
    return re.sub("LOG +", "LOG ", text)


@pytest.mark.slow
def test_every_command_reads_every_log_in_every_form_and_answers_in_every_way(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = Asked(logs, tmp_path, monkeypatch, capsys)
    wrong = {}
    for title, command in _COMMANDS.items():
        ways = [wanted for wanted in _WANTED if title not in _NO_JSON or "--json" not in wanted]
        for log in _LOGS:
            forms = [form for form in _FORMS if (form, log) != ("-", "missing")]
            said = {(form, wanted): ask(command, log, form, wanted) for form in forms for wanted in ways}
            wrong |= {(title, log, *way): problem for way, problem in _problems(title, log, said)}
    assert wrong == {}


def _problems(title: str, log: str, said: dict[tuple[str, str], Said]) -> Iterator[tuple[tuple[str, ...], object]]:
    command = title.split()[0]
    status = (_STATUS[command] | _ALWAYS)[log]
    for (form, wanted), one in said.items():
        if one.status != status:
            yield (form, wanted), one
        if one.lines != said["file", wanted].lines:
            yield (form, wanted, "not as of a file"), (one.lines, said["file", wanted].lines)
        if wanted == "--quiet" and one.lines and (command != _VERIFY or not status):
            yield (form, wanted, "not quiet"), one.lines
        if "--json" in wanted and not all(map(_is_json, one.lines)):
            yield (form, wanted, "no JSON"), one.lines
        if wanted == "--verbose" and not set(said[form, ""].lines) <= set(one.lines):
            yield (form, wanted, "not all of it"), one.lines
        named = [line for line in one.errors if not line.startswith(f"binwriter {command}: ")]
        if wanted != "--verbose" and (len(one.errors) > 1 or (named and command != _VERIFY)):
            yield (form, wanted, "more than a line"), one.errors


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True
