"""inspect --print-table-metadata tells of tables what mysqlbinlog tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import nested_events, read_events
from binwriter.cli import main
from binwriter.formats.events import TableMap
from binwriter.inspection.mysqlbinlog.table_metadata import table_metadata
from tests.binwriter.inspection.capture_table_metadata import FOLDER, MODES, metadata_lines
from tests.binwriter.inspection.mysqlbinlog_runs import GOLDEN


def _described(path: Path) -> list[str]:
    lines: list[str] = []
    for event in read_events(path):
        for one in (event, *nested_events(event)):
            body = one.body
            if isinstance(body, TableMap):
                name = f"`{body.schema.decode()}`.`{body.table.decode()}`"
                lines += [f"Table_map: {name} mapped to number {body.table_id}", *table_metadata(body)]
    return lines


@pytest.mark.parametrize("mode", MODES)
def test_table_metadata_is_that_of_mysqlbinlog(mode: str) -> None:
    path = FOLDER / f"{mode.lower()}.000001"
    assert _described(path) == path.with_suffix(".txt").read_text().splitlines()


@pytest.mark.parametrize("path", sorted((GOLDEN / "events").rglob("*.mysqlbinlog.txt")), ids=lambda path: path.name)
def test_table_metadata_of_kept_events(path: Path) -> None:
    log = path.with_name(path.name.removesuffix(".mysqlbinlog.txt"))
    wanted = metadata_lines(path.read_text(encoding="utf-8", errors="surrogateescape"))
    assert _described(log) == [line.split(" has_cols")[0] for line in wanted]


def test_inspect_prints_it_behind_the_event(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["inspect", "--print-table-metadata", str(FOLDER / "full.000001")]) == 0
    output = capfdbinary.readouterr().out.decode()
    assert "# Columns(`a` INT UNSIGNED NOT NULL,\n#         `b` TINYINT,\n" in output
