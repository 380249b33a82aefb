"""Real files: a healthy one has no finding, and each finding there is in a damaged one stands here with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.formats.constants import EventType
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH
from binwriter.inspection.verify import Finding, Severity, Verifier
from binwriter.integration.mysql import MySQLServer
from tests.binwriter.inspection.verify.edited_logs import GOLDEN, SMALL
from tests.formats.log_files import OLD_SERVERS, log_files, part_of

# (folder and file, position, check): what is wrong. mysqlbinlog 9.7.4 --verify-binlog-checksum stops at the same
# positions of the corpus's files, but for the second: it reads no further than what is whole, and says nothing.
DAMAGED = {
    ("corpus/binlog_truncated_event.000001", 4, "truncated"): "10 bytes of a header",
    ("corpus/binlog_truncated_prev_gtid_event.000001", 120, "truncated"): "9 bytes of a header",
    ("corpus/corrupt-relay-bin.000624", 91204, "body"): "damaged on purpose: 16949 bytes of status variables",
    ("corpus/bug40482-bin.000001", 106, "value"): "damaged on purpose: incident 66 does not exist",
    # 5.1.27 takes the table map of a failed statement as written (old-servers, section 2)
    ("o_autocommit_single_row/binlog.000001", 2284, "rows"): "a defect of 5.1.27",
    ("o_fail_then_row/binlog.000001", 106, "rows"): "a defect of 5.1.27",
    ("o_fail_then_row/binlog.000001", 212, "rows"): "a defect of 5.1.27",
    ("o_fail_then_row/binlog.000001", 566, "rows"): "a defect of 5.1.27",
}
# The same, in logs that are captured here.
CAPTURED = {("lost_maps_joined_row/binlog.000001", 1690, "rows"), ("lost_maps_row/binlog.000001", 1089, "rows")}
# rows: a Table_map without rows, which a server writes for a table that it locked and did not change
# load: blocks of a file ahead of the group that loads it (LOAD DATA into an N-table in a transaction)
NOTES = {"in-use", "last-event", "rows", "load"}


def _key(finding: Finding) -> tuple[str, int, str]:
    path = Path(finding.file)
    return f"{path.parent.name}/{path.name}", finding.position, finding.check


def _verify(files: Iterable[Path]) -> tuple[set[tuple[str, int, str]], Verifier]:
    verifier = Verifier(rebuild=True)
    findings = list(verifier.verify(files))
    assert {finding.check for finding in findings if finding.severity is Severity.NOTE} <= NOTES
    errors = {_key(finding): finding for finding in findings if finding.severity is Severity.ERROR}
    unexpected = [str(finding) for key, finding in errors.items() if key not in (*DAMAGED, *CAPTURED)]
    assert not unexpected
    return set(errors), verifier


@pytest.mark.parametrize("folder", ["corpus", "oracle", *(f"oracle-old/{version}" for version in OLD_SERVERS)])
@pytest.mark.slow
def test_healthy_files_have_no_findings(folder: str, shared_dir: Path) -> None:
    found, verifier = _verify(log_files(shared_dir / folder))
    assert verifier.counts.groups > 50
    if folder in ("corpus", "oracle-old/5.1.27"):
        assert found == {key for key in DAMAGED if key[0].startswith("corpus/") == (folder == "corpus")}


def test_every_event_is_built_again(shared_dir: Path) -> None:
    _, verifier = _verify(log_files(shared_dir / "corpus"))
    for name, counts in verifier.rebuilt.items():
        assert counts.equal + counts.unread == counts.events, name
        assert not counts.kept or name.startswith(("type ", "PRE_GA_")), name


_PARTS = 8
_FOLDERS = sorted({path.relative_to(GOLDEN).parts[0] for path in log_files(GOLDEN)})


@pytest.mark.parametrize("folder", [name for name in _FOLDERS if name != "captured"])
@pytest.mark.slow
def test_the_captured_files_are_healthy(folder: str) -> None:
    found, verifier = _verify(log_files(GOLDEN / folder))
    assert found == (CAPTURED if folder == "captured-old" else set())
    assert verifier.counts.events


@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.sampled(every=8)
@pytest.mark.slow
def test_the_captured_files_of_scenarios_are_healthy(part: int) -> None:
    found, verifier = _verify(part_of(log_files(GOLDEN / "captured"), part, _PARTS))
    assert found == set()
    assert verifier.counts.events


@pytest.mark.mysql
def test_mysqlbinlog_stops_at_the_same_places(shared_dir: Path, mysql_server: MySQLServer) -> None:
    for file, position, check in DAMAGED:
        if not file.startswith("corpus/") or position == 120:
            continue
        files = {"log": (shared_dir / file).read_bytes()}
        result = mysql_server.run("mysqlbinlog --verify-binlog-checksum log", files=files, shell=True)
        assert (result.exit_code, b"at offset %d:" % position in result.stderr) == (1, True), (
            file,
            check,
            result.stderr,
        )


@pytest.mark.mysql
def test_mysqlbinlog_refuses_each_flipped_byte_that_verify_finds(tmp_path: Path, mysql_server: MySQLServer) -> None:
    """One byte in the body of each event, seen by its checksum: both stop at the event."""
    data = SMALL.read_bytes()
    for event in read_events(data):
        place = event.position + HEADER_LENGTH + 1
        if place >= event.end - CHECKSUM_LENGTH or event.type == EventType.FORMAT_DESCRIPTION:
            continue
        flipped = data[:place] + bytes((data[place] ^ 0xFF,)) + data[place + 1 :]
        (tmp_path / "log").write_bytes(flipped)
        result = mysql_server.run("mysqlbinlog --verify-binlog-checksum log", files={"log": flipped}, shell=True)
        assert b"at offset %d:" % event.position in result.stderr
        [finding, *_] = Verifier().verify([tmp_path / "log"])
        assert (finding.position, finding.check) == (event.position, "checksum")
