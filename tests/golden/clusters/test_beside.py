"""A class of one connection is answered beside a second one as it is alone: with another session there, rows are locked
and statements run in other ways.

The second one has an open transaction that has locked and changed rows of a table of its own. All classes are asked
in the sweep, a few of other kinds always.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.integration.corpus.__main__ import Served
from binwriter.integration.corpus.reading import statements_of
from binwriter.integration.corpus.sides import Side
from tests.golden.clusters.capture import ALONE, classes, plain

pytestmark = pytest.mark.slow
_BESIDE = (
    "CREATE DATABASE zz_beside",
    "CREATE TABLE zz_beside.table_beside (a INT PRIMARY KEY)",
    "INSERT INTO zz_beside.table_beside VALUES (1), (5)",
    "START TRANSACTION",
    "SELECT * FROM zz_beside.table_beside WHERE a > 1 FOR UPDATE",
    "UPDATE zz_beside.table_beside SET a = 7 WHERE a = 5",
)
_ALWAYS = frozenset({"moments_beside_constant_texts", "names_and_joins", "numbers_of_updated_rows"})
_SEES_ALL_TABLES = frozenset({"objects_of_innodb"})  # the other's, too
_OF_ONE = [path for path in classes() if path.suffix == ".sql" and path.stem not in ALONE | _SEES_ALL_TABLES]


@pytest.fixture(scope="module")
def sides() -> Iterator[tuple[Side, Side]]:
    with Served() as served:
        place = {"host": "127.0.0.1", "port": served.port}
        yield Side(place, "", 60), Side(place, "", 60)


def _marked(path: Path) -> object:
    return pytest.param(path, id=path.stem, marks=() if path.stem in _ALWAYS else pytest.mark.left_to_sweep)


@pytest.mark.parametrize("path", [_marked(path) for path in _OF_ONE])
def test_a_class_is_answered_alike_beside_another_connection(path: Path, sides: tuple[Side, Side]) -> None:
    side, other = sides
    expected = json.loads(path.with_suffix(".json").read_text())
    other.close()
    side.fresh()
    assert all(other.ask(text, "beside", ("root", "")).error is None for text in _BESIDE)
    sent = list(statements_of(path, ()))
    given = [plain(side.ask(statement.text, statement.connection, statement.opens)) for statement in sent]
    side.close()
    texts = [statement.text for statement in sent]
    assert [*zip(texts, given, strict=True)] == [*zip(texts, expected, strict=True)]
