"""A statement whose tree is the copy of an earlier one's is what a reader makes of it."""

from __future__ import annotations

import dataclasses
from itertools import zip_longest
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.scenario.notation import StepKind, parse_scenario
from binwriter.server.execute.shapes import alike, shared
from binwriter.server.execute.shapes.alike import AlikeStatements
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.text.words import ParsedStatement

_SCENARIOS = Path(__file__).parents[3] / "golden" / "scenarios"
_OTHERS = {
    "i": ("0", "1", "7", "65536", "999999999"),
    "d": ("0.5", "12.0001"),
    "e": ("''",),
    "s": ("'abc'", "'2001-01-01'", "'1 day'", '"a b"', "'123'", "'-5'"),
}


@pytest.fixture(autouse=True)
def _no_other_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "_shapes", {})


def _context(sql_mode: str = "", version: str = "9.7.4") -> Any:
    settings, profile = SimpleNamespace(sql_mode=frozenset(sql_mode.split(","))), SimpleNamespace(name=version)
    return SimpleNamespace(diagnostics=[], variables=SimpleNamespace(changes=0, settings=settings, profile=profile))


def _alike() -> AlikeStatements:
    return AlikeStatements(lambda text: True)


def _read(sql: str, context: object) -> ParsedStatement:
    return parse_statement(sql)


def _seen(value: Any) -> object:
    """A tree with all that can be seen of it, but for the places of names in its text."""
    if isinstance(value, exp.Expression):
        notes = {name: note for name, note in value.meta.items() if name not in ("line", "col", "start", "end")}
        parts = {name: _seen(part) for name, part in value.args.items()}
        return type(value), value.arg_key, value.index, value.parent is None, repr(notes), value.comments, parts
    if isinstance(value, (list, tuple)):
        return [_seen(one) for one in value]
    if dataclasses.is_dataclass(value):
        return {field.name: _seen(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return value


def _statements() -> list[str]:
    texts = set()
    for path in sorted(_SCENARIOS.glob("*.scn")):
        steps = parse_scenario(path.read_text()).steps
        texts |= {step.text.strip() for step in steps if step.kind is StepKind.STATEMENT}
    return sorted(texts)


@pytest.mark.slow
@pytest.mark.sampled(every=16)
@pytest.mark.parametrize("first", range(16))
def test_copies_are_what_is_read(first: int) -> None:
    """Of the scenarios' shapes, with literals of all sorts."""
    kept = 0
    for text in _statements()[first::16]:
        found = alike._scanned(text)
        known = _alike()
        try:
            for _ in range(3):
                parsed = known.read(text, _context(), _read)
        except (MySQLError, UnsupportedError):
            continue
        assert _seen(parsed) == _seen(parse_statement(text)), text
        if found is None or not isinstance(known._known[found[0]], alike.Kept):
            continue
        kept += 1
        shape, kinds = found[0]
        for turn in range(3):
            literals = [_OTHERS[kind][(turn + place) % len(_OTHERS[kind])] for place, kind in enumerate(kinds)]
            pairs = zip_longest(shape.split("\0"), literals, fillvalue="")
            other = "".join(part for pair in pairs for part in pair)
            assert _seen(known.read(other, _context(), _read)) == _seen(parse_statement(other)), other
    assert kept > 120


@pytest.mark.parametrize(
    "text",
    [
        "SELECT DATE '2001-01-01'",
        "SELECT a -> '$.b' FROM t",
        "SELECT '2001-01-01' + INTERVAL 1 DAY",
        "SELECT 1 'title'",
        "SELECT 'a' 'b'",
        "SELECT _latin1'a', x'41'",
        "SELECT 12345678901, 007",
        "SELECT 'it''s'",
        "SELECT @@sql_mode, 1",
        "SET sql_mode = 'ANSI'",
        "CREATE TABLE t (a INT DEFAULT 1)",
    ],
)
def test_what_is_not_plain_is_read_again_or_known_by_its_whole_text(text: str) -> None:
    known, reads = _alike(), []

    def read(sql: str, context: object) -> ParsedStatement:
        reads.append(sql)
        return parse_statement(sql)

    for _ in range(4):
        assert _seen(known.read(text, _context(), read)) == _seen(parse_statement(text))
    # a definition is read each time; what clients say again and again is known when it comes for the third time
    assert reads.count(text) == 4 if text.startswith("CREATE") else 2 <= reads.count(text) <= 3


def test_what_is_plain_is_read_once_and_once_with_marks() -> None:
    known, reads = _alike(), []

    def read(sql: str, context: object) -> ParsedStatement:
        reads.append(sql)
        return parse_statement(sql)

    for number in range(5):
        parsed = known.read(f"INSERT INTO t VALUES ({number}, f({number}, 'x{number}'))", _context(), read)
        assert parsed.text.count(str(number)) == 3
    assert len(reads) == 2


def test_what_one_session_has_read_is_read_by_no_other_of_the_same_modes() -> None:
    reads: list[str] = []

    def read(sql: str, context: object) -> ParsedStatement:
        reads.append(sql)
        return parse_statement(sql)

    def runs(text: str, context: Any) -> int:
        before, known = len(reads), _alike()
        for number in range(3):
            parsed = known.read(text.format(n=number), context, read)
            assert _seen(parsed) == _seen(parse_statement(text.format(n=number)))
        return len(reads) - before

    for text in ("INSERT INTO t VALUES ({n}, 'x{n}')", "SET @a = f({n})"):
        assert runs(text, _context()) == 2
        assert runs(text, _context()) == 0
        assert runs(text, _context("ANSI")) == runs(text, _context(version="8.4.10")) == 2
    for _ in range(2):  # which variables there are may follow from plugins
        assert runs("SET timestamp = {n}", _context()) > 0
    taken = _alike().read("INSERT INTO t VALUES (7, 'y')", _context(), read)
    assert isinstance(taken.node, exp.Insert)
    taken.node.set("this", None)
    assert runs("INSERT INTO t VALUES ({n}, 'x{n}')", _context()) == 0
