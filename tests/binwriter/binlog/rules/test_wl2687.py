"""The five requirements of WL#2687, by their numbers, on servers that have it (5.5 and later), by SQL.

Every transaction of up to three statements is tried: T, N and mixed ones (Mx by a trigger); up to two of them may fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, product
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.formats.events import Query, Rows, TableMap

from .era_runs import server_of, statement_symbol
from .era_sql import STATEMENTS, open_session

PROFILES = ("5.5", "5.6", "5.7", "8.0", "9.7")
WORDS = ("T", "N", "Mx", "T!", "N!")
TRANSACTIONS = [*((word,) for word in WORDS), *product(WORDS, repeat=2), *product(("T", "N", "Mx"), repeat=3)]


@dataclass(frozen=True)
class _Ran:
    """A statement that ran: its word in the notation, its text, and the symbols of what it wrote."""

    word: str
    text: str
    written: tuple[str, ...]

    @property
    def changes(self) -> list[str]:
        """Without the boundaries of groups."""
        return [symbol for symbol in self.written if len(symbol) > 1]


def _run(folder: Path, profile: str, binlog_format: str, end: str) -> Iterator[tuple[list[_Ran], _Ran]]:
    """All transactions with this end (COMMIT or ROLLBACK): their statements, and that end."""
    numbers = count(100)
    ran: list[tuple[str, str, int]] = []
    with server_of(folder, profile) as server:
        session = open_session(server, binlog_format)
        start = server.position()[1]
        for words in TRANSACTIONS:
            session.execute("BEGIN")
            for word in (*words, end):
                sql = STATEMENTS[word].format(next(numbers), next(numbers))
                assert (session.run(sql).error is not None) is word.endswith("!"), sql
                ran.append((word, sql, server.position()[1]))
    symbols = list(_symbols(folder / "binlog.000001"))
    statements = []
    place = next(index for index, (position, _) in enumerate(symbols) if position >= start)
    for word, sql, until in ran:
        written = []
        while place < len(symbols) and symbols[place][0] < until:
            written.append(symbols[place][1])
            place += 1
        done = _Ran(word, sql, tuple(written))
        if word == end:
            yield statements, done
            statements = []
        else:
            statements.append(done)


def _symbols(file: Path) -> Iterator[tuple[int, str]]:
    """(position, symbol): a statement's text, `rows of TABLE`, or a group's boundary as B, C, R."""
    tables = {}
    for event in read_events(file):
        body = event.body
        if isinstance(body, TableMap):
            tables[body.table_id] = body.table.decode()
        elif isinstance(body, Query):
            yield event.position, statement_symbol(body.query.decode(), 0)
        elif isinstance(body, Rows):
            yield event.position, f"rows of {tables[body.table_id]}"


def _changes_n(ran: _Ran) -> bool:
    return ran.word in ("N", "N!", "Mx")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.sweep(every=11)
def test_requirement_1_statement_mode_preserves_causality(profile: str, tmp_path: Path) -> None:
    """The statements of a transaction stand in the log in the order in which they were executed."""
    for statements, commit in _run(tmp_path, profile, "STATEMENT", "C"):
        written = [symbol for ran in (*statements, commit) for symbol in ran.changes]
        assert written == [ran.text for ran in statements if ran.word != "T!"]


@pytest.mark.parametrize("binlog_format", ["ROW", "MIXED"])
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.sweep(every=11)
def test_requirement_2_row_and_mixed_log_n_at_the_statement_and_t_at_the_commit(
    profile: str, binlog_format: str, tmp_path: Path
) -> None:
    for statements, commit in _run(tmp_path, profile, binlog_format, "C"):
        for ran in statements:
            assert ran.changes in ([["rows of n"], [ran.text]] if _changes_n(ran) else [[]])
        held = [ran for ran in statements if ran.word in ("T", "Mx")]
        for ran, symbol in zip(held, commit.changes, strict=True):
            assert symbol in (f"rows of {'tt' if ran.word == 'Mx' else 't'}", ran.text)


@pytest.mark.parametrize("binlog_format", ["STATEMENT", "MIXED"])
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.sweep(every=11)
def test_requirement_3_n_statements_before_all_t_statements_are_logged_when_they_end(
    profile: str, binlog_format: str, tmp_path: Path
) -> None:
    for statements, _ in _run(tmp_path, profile, binlog_format, "C"):
        for ran in statements:
            if ran.word not in ("N", "N!"):
                break
            assert ran.written == ("B", ran.text, "C")


@pytest.mark.parametrize("binlog_format", ["STATEMENT", "MIXED", "ROW"])
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.sweep(every=11)
def test_requirement_4_a_rollback_leaves_n_changes_in_the_log(profile: str, binlog_format: str, tmp_path: Path) -> None:
    """Each N-change is there; where T-changes are written along, their group ends with ROLLBACK."""
    for statements, rollback in _run(tmp_path, profile, binlog_format, "R"):
        written = [symbol for ran in (*statements, rollback) for symbol in ran.written]
        kept = {ran.text for ran in statements if _changes_n(ran)}
        assert sum(symbol in kept or symbol == "rows of n" for symbol in written) == len(kept)
        for group in " ".join(symbol.replace(" ", "_") for symbol in written).split("B ")[1:]:
            changes_t = any(word.startswith(("INSERT_INTO_t", "rows_of_t")) for word in group.split())
            assert not changes_t or group.split()[-1] == "R"


@pytest.mark.parametrize("binlog_format", ["STATEMENT", "MIXED", "ROW"])
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.sweep(every=11)
def test_requirement_5_a_crash_keeps_n_changes_up_to_the_last_sync_point(
    profile: str, binlog_format: str, tmp_path: Path
) -> None:
    """With sync_binlog=1 every group is synced when its statement ends, also inside a transaction that never ends."""
    server = server_of(tmp_path, profile)
    session = open_session(server, binlog_format)
    session.execute("SET GLOBAL sync_binlog = 1")
    session.execute("BEGIN")
    session.execute("INSERT INTO n VALUES (100)")
    session.execute("INSERT INTO t VALUES (100)")
    server.crash()
    written = [symbol for _, symbol in _symbols(tmp_path / "binlog.000001")]
    change = "rows of n" if binlog_format == "ROW" else "INSERT INTO n VALUES (100)"
    assert written[-3:] == ["B", change, "C"]
