"""Texts of GTIDs are read, and refused, as a 9.7.4 does it, and gtid_next is set where it lets it be set."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter.errors import MySQLError
from binwriter.server.server import Server
from tests.golden.gtid_texts.capture import ANSWERS, OPTIONS, lines_of

# A server's transaction has begun by these; ours by statements that use tables themselves.
_NO_BEGINNERS = ("LOCK TABLES t WRITE",)


@pytest.mark.slow
def test_texts_of_gtids_are_answered_as_a_server_answers_them(tmp_path: Path) -> None:
    with Server(tmp_path, OPTIONS) as server:
        session = server.connect()

        def answer(sql: str) -> object:
            try:
                rows = session.execute(sql).rows
            except MySQLError as error:
                return [error.code, error.message]
            value = rows[0] if rows else ()
            text = value[0] if len(value) == 1 else None
            return text.decode() if isinstance(text, bytes) else None if text is None and not value else str(text)

        given = dict(lines_of(answer))
    expected = json.loads(ANSWERS.read_text())
    differing = {sql: value for sql, value in given.items() if value != expected[sql]}
    known = {f"{form}: {sql}" for form in ("ROW", "STATEMENT", "MIXED") for sql in _NO_BEGINNERS}
    assert {sql: value for sql, value in differing.items() if sql not in known} == {}
    assert known <= set(differing), "what is no difference any more goes out of the list"
