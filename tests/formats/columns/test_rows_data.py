"""Rows of real files: decoded and encoded again they are the same bytes, whatever server wrote them."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.formats.columns.rows_data import decode_rows, encode_rows
from binwriter.formats.columns.table_metadata import specs_from_table_map
from binwriter.formats.events.rows import Rows
from binwriter.formats.events.table_map import TableMap
from tests.formats.columns.real_rows import optional_fields
from tests.formats.log_files import log_files, read_events

FOLDERS = {"oracle": 20, "corpus": 30, "oracle-old": 100}


@pytest.mark.parametrize("folder", FOLDERS)
def test_rows_of_real_files_are_the_same_bytes_again(shared_dir: Path, folder: str) -> None:
    events = 0
    for path in log_files(shared_dir / folder):
        tables = {}
        for event in read_events(path):
            if isinstance(event.body, TableMap) and event.body.has_metadata:
                body = event.body
                specs = specs_from_table_map(body.column_types, body.metadata, body.null_bits, optional_fields(body))
                tables[body.table_id] = specs
            elif isinstance(event.body, Rows) and event.body.table_id in tables:
                specs = tables[event.body.table_id]
                decoded = decode_rows(specs, event.body)
                assert encode_rows(specs, event.body, decoded) == event.body.rows, (path, event.position, decoded)
                events += 1
    assert events >= FOLDERS[folder]
