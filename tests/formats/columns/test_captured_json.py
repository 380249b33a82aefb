"""MySQL's binary JSON against a real server: documents stated from outside are encoded to its bytes."""

from __future__ import annotations

import json
from functools import cache

import pytest

from binwriter.formats.columns.json.binary import json_from_binary, json_to_binary
from binwriter.formats.columns.json.documents import json_from_text
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.constants import EventType
from binwriter.formats.events.rows import Rows
from binwriter.mysql.values.json_text import json_text
from tests.formats.columns.capture_json import FOLDER
from tests.formats.columns.json_documents import DOCUMENTS
from tests.formats.log_files import log_files, read_events

_NULL_BITS, _LENGTH = 1, 4


@cache
def captured() -> list[tuple[str | None, bytes]]:
    """The text and the stored bytes of each document."""
    (path,) = log_files(FOLDER)
    rows = [
        event.body.rows
        for event in read_events(path)
        if isinstance(event.body, Rows) and event.body.type is EventType.WRITE_ROWS
    ]
    texts = json.loads((FOLDER / "texts.json").read_text("utf-8"))
    return [(text, row[_NULL_BITS + _LENGTH :]) for text, row in zip(texts, rows, strict=True)]


@pytest.mark.parametrize("number", range(len(DOCUMENTS)), ids=lambda number: DOCUMENTS[number].sql[:60])
def test_a_document_is_stored_as_the_server_stores_it(number: int) -> None:
    text, stored = captured()[number]
    root = DOCUMENTS[number].value
    if root is ...:
        assert text is not None
        document = json_from_text(text)
    else:
        document = JsonDocument(root)
    assert json_to_binary(document) == stored
    assert json_from_binary(stored) == document


TEXTS = [number for number, document in enumerate(DOCUMENTS) if document.text is not None]


@pytest.mark.parametrize("number", TEXTS, ids=lambda number: DOCUMENTS[number].sql[:60])
def test_json_text_is_read_as_the_server_reads_it(number: int) -> None:
    text = DOCUMENTS[number].text
    assert text is not None
    assert json_to_binary(json_from_text(text)) == captured()[number][1]


@pytest.mark.parametrize("number", range(len(DOCUMENTS)), ids=lambda number: DOCUMENTS[number].sql[:60])
def test_a_document_is_printed_as_the_server_prints_it(number: int) -> None:
    text, stored = captured()[number]
    if text is not None:
        assert json_text(json_from_binary(stored)) == text
