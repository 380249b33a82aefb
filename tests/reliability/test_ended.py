"""Commands that are ended by a signal in the middle, and whose output goes nowhere."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pymysql
import pytest

from binwriter.inspection.verify import Severity, verify_files
from tests.full_disks import KEEPS_NO_CODE, small_files
from tests.reliability.ended import SIGNALS, Command, Outcome, end_by, long_commands, script, without_progress

NAMES = list(long_commands(Path()))
_TABLE = "CREATE TABLE t (a INT, b VARCHAR(100))"
_INSERT = "INSERT INTO t VALUES (1, REPEAT('x', 100))"
_SHORT = ("diff", "corrupt")
_FAST = ("run, a loop", "run, lanes", "generate", "verify")


@pytest.fixture(scope="session")
def large_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_log_in(tmp_path_factory.mktemp("large"))


def large_log_in(folder: Path) -> Path:
    """Makes it: about 4 MB."""
    command = Command(
        "",
        ("run", "{folder}/s.sql", "--out", "{out}", "--quiet"),
        {"s.sql": script(_ROWS, 40, _TABLE.replace("100", "1000"))},
    )
    process = command.begin(folder)
    _, errors = process.communicate()
    assert process.returncode == 0, errors.decode(errors="replace")
    return folder / "out" / "binlog.000001"


_ROWS = f"INSERT INTO t VALUES {', '.join(['(1, REPEAT(0x78, 1000))'] * 100)}"


def _is_whole_job(folder: Path) -> bool:
    return (folder / "out" / "binlog.index").exists() and not (folder / "out" / ".binwriter-job").exists()


def check_end(command: Command, folder: Path, number: int, outcome: Outcome) -> None:
    """What every command owes after a signal."""
    if outcome.done or (outcome.status == 0 and (command.name in _SHORT or _is_whole_job(folder))):
        return  # it was behind its work
    assert (outcome.status, outcome.errors.count("\n"), outcome.workers) == (128 + number, 1, 0), outcome
    assert outcome.errors.startswith("binwriter: "), outcome
    left = [
        path.name
        for path in folder.rglob("*")
        if path.suffix in (".tmp", ".part") or path.name.startswith("binwriter-")
    ]
    assert left == []
    index = folder / "out" / "binlog.index"
    if index.exists():
        findings = list(verify_files([folder / "out"]))
        # a log that was not closed says so
        assert all(one.severity is Severity.NOTE and one.check == "in-use" for one in findings), findings


@pytest.mark.slow
@pytest.mark.parametrize("name", _FAST)
def test_a_signal_ends_a_command_and_its_workers(name: str, tmp_path: Path, large_log: Path) -> None:
    chance = random.Random(name)
    command, number = long_commands(large_log)[name], chance.choice(SIGNALS)
    check_end(command, tmp_path, number, end_by(command, tmp_path, number, chance.random))


@pytest.mark.slow
@pytest.mark.sampled(every=2)  # each command is in CI with one signal or two
@pytest.mark.parametrize("moment", range(1))  # `make crash-points` tries more
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("name", NAMES)
def test_every_signal_ends_every_command_at_any_moment(
    name: str, number: int, moment: int, tmp_path: Path, large_log: Path
) -> None:
    chance = random.Random(f"{name} {number} {moment}")
    command = long_commands(large_log)[name]
    outcome = end_by(command, tmp_path, number, lambda: 2 * chance.random(), group=bool(moment % 2))
    check_end(command, tmp_path, number, outcome)


@pytest.mark.slow
@pytest.mark.parametrize("thousandths", range(0, 120, 10))
def test_a_signal_ends_a_program_that_still_starts_or_already_ends(thousandths: int, tmp_path: Path) -> None:
    command = Command("", ("--version",))
    outcome = end_by(command, tmp_path, signal.SIGHUP, lambda: thousandths / 1000)
    assert (outcome.status, outcome.errors.count("\n")) in ((0, 0), (128 + signal.SIGHUP, 1)), outcome


_INTERRUPTS_AN_IMPORT = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "binwriter.cli.streams":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""


def test_sigint_while_the_program_is_imported_ends_it_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(_INTERRUPTS_AN_IMPORT, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-m", "binwriter", "--version"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, b"", b"")


@pytest.mark.slow
def test_workers_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    command = long_commands(Path())["generate"]
    outcome = end_by(command, tmp_path, signal.SIGKILL, lambda: 1.5)
    assert (outcome.status, outcome.workers) == (-signal.SIGKILL, 0)


@pytest.mark.slow
def test_a_server_with_a_folder_of_its_own_needs_no_temporary_one(tmp_path: Path) -> None:
    """One that SIGKILL ends could not delete it."""
    command = Command("", ("serve", "{out}", "--insecure", "--port", "0", "--quiet"), starts="out/*.index")
    outcome = end_by(command, tmp_path, signal.SIGKILL, lambda: 0)
    assert outcome.status == -signal.SIGKILL
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.slow
def test_shutdown_ends_a_server_and_takes_its_pid_file(tmp_path: Path) -> None:
    pid, socket = tmp_path / "pid", tmp_path / "s.sock"
    options = ("--insecure", "--port", "0", "--socket", str(socket), "--server", f"pid_file={pid}")
    command = [sys.executable, "-m", "binwriter", "serve", str(tmp_path / "data"), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        assert process.stdout.readline().startswith(b"ready: ")  # the socket is there before anybody listens
        assert int(pid.read_text()) == process.pid
        with pymysql.connect(unix_socket=str(socket), user="root") as connection:
            connection.cursor().execute("SHUTDOWN")
        assert process.wait(30) == 0
        assert not pid.exists()
    finally:
        process.kill()
        process.stdout.close()


# --- outputs


def _run(folder: Path, *more: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = Command(
        "", ("run", "{folder}/s.sql", "--out", "{out}", *more), {"s.sql": script(_INSERT, 300, _TABLE)}, True
    )
    with command.begin(folder, **options) as process:
        _, errors = process.communicate(timeout=100)
    return subprocess.CompletedProcess([], process.returncode, None, without_progress(errors or b""))


def _reader_gone() -> dict[str, object]:
    read, write = os.pipe()
    os.close(read)
    return {"stdout": write}


OUTPUTS: dict[str, tuple[Callable[[], dict[str, object]], int, int]] = {
    # how, exit status, lines on standard error
    "its reader has gone": (_reader_gone, 141, 0),
    "it is full": (lambda: {"stdout": os.open("/dev/full", os.O_WRONLY)}, 74, 1),
    "it is closed": (lambda: {"stdout": None, "preexec_fn": lambda: os.close(1)}, 74, 1),
    "standard error is full": (lambda: {"stderr": os.open("/dev/full", os.O_WRONLY)}, 0, 0),
}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("output", OUTPUTS)
def test_a_run_finishes_its_log_whatever_becomes_of_its_output(output: str, tmp_path: Path) -> None:
    options, status, lines = OUTPUTS[output]
    found = _run(tmp_path / "a", **options())
    assert (found.returncode, (found.stderr or b"").count(b"\n")) == (status, lines), found
    assert _run(tmp_path / "b", "--quiet").returncode == 0
    for name in ("binlog.000001", "binlog.000002", "binlog.index"):
        assert (tmp_path / "a" / "out" / name).read_bytes() == (tmp_path / "b" / "out" / name).read_bytes()
    assert list(verify_files([tmp_path / "a" / "out"])) == []


SHOWING = {
    "inspect": ("inspect", "-vv"),
    "inspect --json": ("inspect", "--json"),
    "verify --json": ("verify", "--json"),
    "--help": ("--help",),
}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize(
    ("what", "output"),
    [
        ("inspect", "its reader has gone"),
        ("inspect --json", "it is full"),
        ("verify --json", "it is closed"),
        ("--help", "it is full"),
    ],
)
def test_what_only_shows_something_ends_when_it_cannot(what: str, output: str, tmp_path: Path, large_log: Path) -> None:
    options, status, lines = OUTPUTS[output]
    arguments = SHOWING[what]
    files = [] if what == "--help" else [str(large_log)]
    with Command("", (*arguments, *files)).begin(tmp_path, **options()) as process:
        _, errors = process.communicate(timeout=100)
    heads = [line for line in without_progress(errors).splitlines() if line.startswith(b"binwriter")]
    assert (process.returncode, len(heads)) == (status, lines), errors


FULL: dict[str, Command] = {
    "run": Command("", ("run", "{folder}/s.sql", "--out", "{out}"), {"s.sql": script(_INSERT, 2000, _TABLE)}, True),
    "sidecar": Command(
        "",
        ("run", "{folder}/s.sql", "--out", "{out}", "--sidecar", "{folder}/side.json"),
        {"s.sql": script("SELECT 1", 2000, _TABLE)},
    ),
    "explain": Command(
        "", ("explain", "{folder}/s.sql", "--html", "{folder}/page.html"), {"s.sql": script(_INSERT, 200, _TABLE)}
    ),
    "generate": Command(
        "",
        ("generate", "{folder}/s.sql", "--transactions", "3000", "--workers", "1", "--quiet", "--out", "{out}"),
        {"s.sql": f"{_TABLE.replace('a INT', 'a INT PRIMARY KEY')};"},
        True,
    ),
    "corrupt": Command("", ("corrupt", "LOG", "--how", "bad-checksum", "--out", "{folder}/wrong")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FULL)
def test_a_full_disk_leaves_nothing_that_looks_whole(name: str, tmp_path: Path, large_log: Path) -> None:
    command = FULL[name]
    arguments = tuple(str(large_log) if one == "LOG" else one for one in command.arguments)
    command = Command(name, arguments, command.files, command.out)
    with command.begin(tmp_path, KEEPS_NO_CODE, preexec_fn=small_files(60_000)) as process:
        _, errors = process.communicate(timeout=100)
    assert (process.returncode, without_progress(errors).count(b"\n")) == (1, 1), errors
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".tmp", ".part", ".html", ".json")]
    assert not (tmp_path / "wrong").exists()
    if command.out and (tmp_path / "out" / "binlog.index").exists():
        assert "in-use" in {one.check for one in verify_files([tmp_path / "out"])}
