"""Rows as JSON text: what was seen before gives the same as what is parsed."""

from __future__ import annotations

import pytest

from binwriter.binlog.files.reader import nested_events, read_events
from binwriter.inspection.json_numbers import KnownNumbers
from binwriter.inspection.json_rows import KnownRows
from binwriter.integration.spark.read.row_texts import TextWalk
from tests.conftest import PROJECT

LOGS = sorted((PROJECT / "tests" / "golden" / "captured").rglob("binlog.0*"))


class _Forgetful(TextWalk):
    """Parses everything."""

    def follow(self, event: object) -> None:
        self._numbers, self._rows = KnownNumbers(), KnownRows()
        super().follow(event)  # type: ignore[arg-type]

    def rows(self, event: object) -> object:  # type: ignore[override]
        self._rows = KnownRows()
        return super().rows(event)  # type: ignore[arg-type]


@pytest.mark.parametrize("log", LOGS[:: max(1, len(LOGS) // 40)], ids=lambda path: path.parent.name)
def test_what_was_seen_before_gives_the_same(log: object) -> None:
    quick, exact = (walk(lambda database, table: table != "unwanted") for walk in (TextWalk, _Forgetful))
    for event in read_events(log):  # type: ignore[arg-type]
        quick.follow(event)
        exact.follow(event)
        ours, parsed = quick.transaction, exact.transaction
        assert (ours.source, ours.gno, ours.sequence_number) == (parsed.source, parsed.gno, parsed.sequence_number)
        assert (ours.last_committed, ours.commit_timestamp) == (parsed.last_committed, parsed.commit_timestamp)
        for each in (event, *nested_events(event)):
            assert quick.rows(each) == exact.rows(each)
