"""What must hold in every era, whatever statements come in whatever order (no savepoint is rolled back to here)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.binlog.rules.policies import POLICIES
from tests.examples import examples

from .era_runs import STATEMENTS, run_step, server_of, symbols

_ENDS = ("X", "C", "R")
_N_STATEMENTS = ("N", "Mx", "My")
STATEMENT = st.builds(str.__add__, st.sampled_from(sorted(STATEMENTS)), st.sampled_from(("", "", "!")))
TRANSACTION = st.tuples(st.lists(STATEMENT, min_size=1, max_size=6), st.sampled_from(("C", "R", "")))


def _groups(written: list[str]) -> list[list[str]]:
    """Groups with their boundaries; a bare statement is a group of its own."""
    groups: list[list[str]] = []
    is_open = False
    for symbol in written:
        if symbol == "B":
            assert not is_open, written
            groups.append([])
            is_open = True
        if is_open:
            groups[-1].append(symbol)
        else:
            assert not symbol.startswith("M.") and symbol not in ("W", *_ENDS), written
            groups.append([symbol])
        if symbol in _ENDS:
            is_open = False
    assert not is_open, written
    return groups


def _names(symbol: str) -> str:
    return symbol.removesuffix(" (1062)")


@settings(max_examples=examples(40), deadline=None)
@given(
    st.sampled_from(("5.1.27", "5.1.39", "5.1.54", "5.5", "5.6", "5.7", "8.0", "9.7")),
    st.sampled_from(("STATEMENT", "MIXED", "ROW")),
    st.lists(TRANSACTION, min_size=1, max_size=4),
)
@pytest.mark.slow
def test_n_changes_are_logged_once_and_t_changes_only_if_committed_or_taken_back(
    profile: str, binlog_format: str, transactions: list[tuple[list[str], str]]
) -> None:
    n_changes = committed = 0
    with tempfile.TemporaryDirectory() as folder:
        server = server_of(Path(folder), profile)
        session = server.connect()
        session.variables.assign("binlog_format", binlog_format)
        for statements, end in transactions:
            if profile == "5.1.27" and binlog_format == "ROW":  # there one that failed takes the next one's map
                statements = [name.rstrip("!") for name in statements]
            if end:
                session.begin()
            for name in [*statements, *([end] if end else [])]:
                run_step(session, name)
            n_changes += sum(name.rstrip("!") in _N_STATEMENTS for name in statements)
            committed += sum(name in ("T", "Mx", "My") for name in statements) if end != "R" else 0
            assert not session.log.transaction.trx_cache
            assert not session.log.transaction.stmt_cache
        server.crash()
        written = [symbol for _, symbol in symbols(Path(folder) / "binlog.000001")]
    groups = _groups(written)
    one_cache = POLICIES[profile].caches.logs_undone_rows
    assert one_cache or all(group[0] == "B" for group in groups)
    assert sum(_names(symbol) in (*_N_STATEMENTS, "M.n", "M.nn") for symbol in written) == n_changes
    t_changes = [
        symbol
        for group in groups
        for symbol in group
        if group[-1] == "X" and symbol in ("T", "Mx", "My", "M.t", "M.tt")
    ]
    if not one_cache:
        assert len(t_changes) == committed
