"""Every truncation and every flipped byte of a small file is found, and nothing makes the verification fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.inspection.verify import CHECKS, Severity, verify_files
from tests.binwriter.inspection.verify.edited_logs import GOLDEN, SMALL
from tests.formats.log_files import log_files

RELAY = GOLDEN / "relay" / "relay-bin.000004"
PAYLOAD = GOLDEN / "payload" / "binlog.000001"
STEPS = {SMALL: 7, RELAY: 7, PAYLOAD: 311}


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.name)
@pytest.mark.slow
def test_every_flipped_byte_is_found(path: Path, tmp_path: Path) -> None:
    data, target = path.read_bytes(), tmp_path / path.name
    for place in range(0, len(data), STEPS[path]):
        flipped = bytearray(data)
        flipped[place] ^= 0xFF
        target.write_bytes(flipped)
        findings = list(verify_files([target], rebuild=True))
        if path is RELAY:
            continue  # its own events have no checksums
        assert findings, place
        assert len(findings) <= 2, (place, [str(finding) for finding in findings])
        assert findings[0].position <= place, [str(finding) for finding in findings]


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.name)
@pytest.mark.sweep(every=3)
def test_every_truncation_is_found(path: Path, tmp_path: Path) -> None:
    data, target = path.read_bytes(), tmp_path / path.name
    for length in range(0, len(data), STEPS[path]):
        target.write_bytes(data[:length])
        # a relay log may be cut between two events: that is how a replica leaves it
        findings = list(verify_files([target]))
        assert findings or path is RELAY, length
        assert len(findings) <= 1, [str(finding) for finding in findings]


@pytest.mark.slow
@pytest.mark.parametrize("fill", [b"\0", b"\xff"])
def test_damage_without_checksums_never_fails(fill: bytes, shared_dir: Path, tmp_path: Path) -> None:
    names = ("ver_5_1-wl2325_s.001", "mariadb-bin.000001", "bug33029-slave-relay-bin.000001", "write-full-row.binlog")
    target = tmp_path / "log"
    for name in names:
        data = (shared_dir / "corpus" / name).read_bytes()[:4000]
        for place in range(0, len(data), 97):
            target.write_bytes(data[:place] + fill + data[place + 1 :])
            for finding in verify_files([target], rebuild=True):
                assert finding.check in CHECKS


def test_files_that_begin_in_the_middle(shared_dir: Path, tmp_path: Path) -> None:
    """As mysqlbinlog's --start-position would see them, without a description: said once, headers are still checked."""
    target = tmp_path / "log"
    for path in log_files(shared_dir / "oracle")[:4]:
        data = path.read_bytes()
        target.write_bytes(data[:4] + data[127:])
        checks = [finding.check for finding in verify_files([target]) if finding.severity is Severity.ERROR]
        assert checks[0] == "description"
        assert set(checks[1:]) <= {"position"}, path


def test_a_beginning_that_is_missing_is_said_once(tmp_path: Path) -> None:
    """As `mysqlbinlog --raw --start-position` leaves a file: the description, then the events from there on."""
    target, data = tmp_path / "binlog.000001", SMALL.read_bytes()
    target.write_bytes(data[:158] + data[334:])
    (finding,) = verify_files([target], skip=["logical-clock"])
    assert (finding.position, finding.check) == (158, "position")


def test_an_encrypted_file_is_named() -> None:
    (finding,) = verify_files([GOLDEN / "encrypted" / "binlog.000002"])
    assert (finding.position, finding.check) == (0, "magic")
    assert "encrypted" in finding.reason
