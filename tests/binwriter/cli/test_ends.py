"""How commands end that nobody foresaw: defects, missing temporary folders, signals between their parts."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from binwriter import ending
from binwriter.cli import main


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "s.sql"
    path.write_text("SELECT 1;\nSELECT 2;\n")
    return path


def test_a_defect_is_one_line_and_status_70(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "binwriter.server.session.Session.run", lambda self, sql: {}["key"] if sql == "SELECT 2" else 1 / 0
    )
    assert main(["run", str(script), "--out", str(tmp_path / "out")]) == 70
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(f"binwriter run: {script}:1: a defect of binwriter, please report it: ZeroDivisionError: ")
    monkeypatch.setenv("BINWRITER_TRACEBACK", "1")
    assert main(["run", str(script), "--out", str(tmp_path / "out"), "--force"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_a_temporary_folder_that_cannot_be_made_is_no_defect(
    script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkdtemp", full)
    assert main(["explain", str(script)]) == 1
    assert capsys.readouterr().err == "binwriter explain: [Errno 28] No space left on device\n"


@pytest.mark.parametrize("number", ending.SIGNALS)
def test_a_signal_waits_for_the_end_of_what_must_not_be_cut(number: int) -> None:
    before = signal.getsignal(number)
    done = []
    with pytest.raises(ending.Ended) as found, ending.signals():
        with ending.uninterrupted:
            os.kill(os.getpid(), number)
            with ending.uninterrupted:
                done.append("inner")
            done.append("outer")
        done.append("after it")
    assert (done, found.value.status) == (["inner", "outer"], 128 + number)
    assert signal.getsignal(number) == before


def test_a_second_signal_changes_nothing() -> None:
    with ending.signals():
        with pytest.raises(ending.Ended):
            os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(ending.Ended, match="ended by SIGTERM"):
            ending.check()


def test_a_signal_that_was_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ending.signals():
            os.kill(os.getpid(), signal.SIGHUP)
            ending.check()
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_signal_that_python_wraps_is_one_line_and_its_status(
    script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrapped(argv: object) -> None:
        raise RuntimeError("Error calling __set_name__") from ending.Ended(signal.SIGTERM)

    monkeypatch.setattr("binwriter.cli.parse", wrapped)
    assert main(["run", str(script)]) == 143
    assert capsys.readouterr().err == "binwriter: ended by SIGTERM\n"
