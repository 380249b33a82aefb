"""--rebuild: every event is built again from its values; what no values stand for is counted apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.formats.events import Intvar
from binwriter.inspection.verify import Verifier
from binwriter.inspection.verify import rebuild as rebuild_module
from tests.binwriter.inspection.verify.edited_logs import CONTEXT, GOLDEN, SMALL


def test_events_are_counted_by_type() -> None:
    verifier = Verifier(rebuild=True)
    assert list(verifier.verify([SMALL])) == []
    counts = {name: (found.equal, found.events) for name, found in verifier.rebuilt.items()}
    assert counts["GTID"] == (3, 3)
    assert counts["WRITE_ROWS"] == (1, 1)


def test_events_inside_a_payload_are_built_one_by_one() -> None:
    verifier = Verifier(rebuild=True)
    assert list(verifier.verify([GOLDEN / "payload" / "binlog.000001"])) == []
    payloads = verifier.rebuilt["TRANSACTION_PAYLOAD"]
    assert payloads.payloads == payloads.equal == payloads.events > 0
    assert verifier.rebuilt["XID"].equal == verifier.rebuilt["XID"].events > 0


def test_a_difference_is_found_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """No real event is built differently, so the builder is made wrong."""
    right = rebuild_module.build_body

    def wrong(body: object) -> bytes:
        data = right(body)  # type: ignore[arg-type]
        return data[:-1] + b"\xee" if isinstance(body, Intvar) else data

    monkeypatch.setattr(rebuild_module, "build_body", wrong)
    verifier = Verifier(rebuild=True)
    findings = list(verifier.verify([CONTEXT]))
    assert {finding.check for finding in findings} == {"rebuild"}
    assert "INTVAR built again differs at byte 27 (body)" in findings[0].reason
    assert verifier.rebuilt["INTVAR"].equal == 0


def test_cells_kept_as_stored_are_counted() -> None:
    verifier = Verifier(rebuild=True)
    assert list(verifier.verify([GOLDEN / "json_updates" / "binlog.000002"])) == []
    assert sum(counts.stored_cells for counts in verifier.rebuilt.values()) > 0


def test_standard_input_and_files_are_alike(tmp_path: Path) -> None:
    copy = tmp_path / "copy.000001"
    copy.write_bytes(SMALL.read_bytes())
    verifier = Verifier(rebuild=True)
    assert list(verifier.verify([SMALL, copy])) == []
    assert verifier.counts.files == 2
    assert verifier.counts.bytes == 2 * SMALL.stat().st_size
