"""The table of commands: whole, and without two meanings."""

from __future__ import annotations

import pytest

from binwriter.errors import MySQLError
from binwriter.server.execute import statement
from binwriter.server.execute.runners import MODULES as RUNNERS
from binwriter.sql import engine
from binwriter.sql.command_table import BEGINNINGS, COMMANDS, Registry, changes, defines, reads, runs, traits_of
from binwriter.sql.grammar.parse import parse_statement
from binwriter.statement.traits import CommandTrait
from tests.golden.commands.places import statements

T = CommandTrait
# by way of their profile (`server.execute.statement`), or refused by name when they are read
_RUN_BY_PROFILE = {"select", "do", "create_select"}
_NOT_RUN = {"create_other"}


def test_whoever_works_on_statements_is_imported() -> None:
    assert statement.SqlRunner and RUNNERS and engine


def test_every_beginning_has_a_reader_and_every_reader_a_row() -> None:
    assert set(reads) == BEGINNINGS


def test_every_row_begins_somehow() -> None:
    assert {row.name for row in COMMANDS.values() if not row.begins} == {"empty_query"}


def test_every_row_has_one_executor() -> None:
    executors = [name for registry in (changes, defines, runs) for name in registry]
    assert len(executors) == len(set(executors))
    assert set(executors) == set(COMMANDS) - _RUN_BY_PROFILE - _NOT_RUN


def test_who_changes_rows_and_who_defines_is_told_by_the_traits() -> None:
    assert set(changes) == {name for name in COMMANDS if T.CHANGES_ROWS in traits_of(name)}
    assert set(defines) == {name for name in COMMANDS if T.DEFINES in traits_of(name)}


@pytest.mark.parametrize(
    ("trait", "implied"),
    [
        (T.DEFINES, T.COMMITS_BEFORE | T.COMMITS_AFTER),
        (T.JOINS_TABLES, T.CHANGES_ROWS),
        (T.TELLS_CASCADES, T.CHANGES_ROWS),
        (T.INSERTS, T.CHANGES_ROWS),
        (T.DELETES, T.CHANGES_ROWS),
        (T.IS_DYNAMIC, T.NOT_PREPARED),
    ],
)
def test_traits_go_together(trait: CommandTrait, implied: CommandTrait) -> None:
    assert [name for name in COMMANDS if trait in traits_of(name) and implied not in traits_of(name)] == []


def test_words_are_two_at_most_and_in_upper_case() -> None:
    assert [words for words in BEGINNINGS if words != words.upper() or len(words.split()) > 2] == []


def test_every_kind_of_the_matrix_is_read_into_a_row() -> None:
    known = {parse_statement(text).command for text in statements().values()}
    assert known <= set(COMMANDS)
    assert set(COMMANDS) - known == {"create_other", "empty_query"}


@pytest.mark.parametrize("text", ["GET x", "ALTER ROLE r", "LOAD x", "CHECK x", "RELEASE x", "SHUTDOWN 1", "DROP x"])
def test_an_unknown_second_word_is_a_syntax_error_there(text: str) -> None:
    second = text.split()[1]
    with pytest.raises(MySQLError, match=f"near '{second}"):
        parse_statement(text)


def test_nobody_registers_for_what_has_no_row_or_for_another_s() -> None:
    registry = Registry({"a"})
    registry("a")(len)
    assert registry["a"] is len and registry.get("b") is None
    with pytest.raises(ValueError, match="registered twice"):
        registry("a")(len)
    with pytest.raises(ValueError, match="no row"):
        registry("b")(len)
