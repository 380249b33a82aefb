"""`binwriter verify`: lines, JSON, exit status."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from binwriter.cli import main
from binwriter.inspection.verify import CHECKS
from tests.binwriter.inspection.verify.edited_logs import GOLDEN, SMALL


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    data = bytearray(SMALL.read_bytes())
    data[300] ^= 1
    path = tmp_path / "binlog.000001"
    path.write_bytes(data)
    return path


def test_a_healthy_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(SMALL)]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "1 file, 12 events, 3 groups, 836 bytes: 0 findings, 0 notes\n"


def test_a_damaged_file(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(damaged)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"{damaged}:235: checksum 0x")
    assert out.endswith("[checksum]\n")
    assert out.count("\n") == 1
    assert "1 finding, 0 notes" in err


def test_json(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--json", "--quiet", "--rebuild", str(damaged)]) == 1
    out, err = capsys.readouterr()
    finding, summary = (json.loads(line) for line in out.splitlines())
    assert (finding["file"], finding["position"], finding["check"]) == (str(damaged), 235, "checksum")
    assert finding["severity"] == "error"
    assert summary["summary"]["errors"] == 1
    assert summary["summary"]["rebuilt"]["QUERY"]["unread"] == 1
    assert err == ""


def test_chosen_checks(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--skip", "checksum", str(damaged)]) == 0
    assert main(["verify", "--check", "group", str(damaged)]) == 0
    assert main(["verify", "--check", "checksum", str(damaged)]) == 1
    capsys.readouterr()
    assert main(["verify", "--check", "nonsense", str(damaged)]) == 2
    assert "there is no check 'nonsense'" in capsys.readouterr().err


def test_notes_do_not_fail(capsys: pytest.CaptureFixture[str]) -> None:
    path = GOLDEN / "rotation" / "crashed" / "binlog.000005"
    assert main(["verify", str(path)]) == 0
    out, _ = capsys.readouterr()
    assert out.startswith(f"{path}:4: note: the in-use flag is set")


def test_rebuild_says_how_many_are_equal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--rebuild", str(GOLDEN / "payload" / "binlog.000001")]) == 0
    out, _ = capsys.readouterr()
    assert "\nGTID 7 of 7\n" in out
    assert any(line.startswith("TRANSACTION_PAYLOAD ") and "one by one" in line for line in out.splitlines())


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Input:
        buffer = io.BytesIO(SMALL.read_bytes()[:-1])

    monkeypatch.setattr("sys.stdin", Input())
    assert main(["verify", "-"]) == 1
    assert capsys.readouterr().out == "<stdin>:792: event of type 4 truncated, 43 of 44 bytes [truncated]\n"


def test_what_cannot_be_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "none")]) == 2
    assert main(["verify"]) == 2
    assert "cannot open" in capsys.readouterr().err


def test_the_checks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--list-checks"]) == 0
    out, _ = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == list(CHECKS)
