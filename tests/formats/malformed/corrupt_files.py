"""Which captured file each corruption is tried on."""

from __future__ import annotations

from pathlib import Path

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "events"
# in the order in which they are tried
FILES = tuple(
    GOLDEN / name
    for name in (
        "cells/binlog.000001",
        "row_details/binlog.000001",
        "statement_context/binlog.000001",
        "rotation_and_stop/binlog.000002",
        "compression/binlog.000001",
        "incident/binlog.000001",
        "xa/binlog.000001",
    )
)
