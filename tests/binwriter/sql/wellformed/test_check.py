"""The grammar: its file of states, its words, and what it says of texts (places: clusters/places_of_syntax_errors)."""

from __future__ import annotations

import json
import zlib
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.formats.servers import NEWEST
from binwriter.integration.corpus.reading import statements_of
from binwriter.mysql.reserved_words import CALLED_AT_ONCE, KEYWORDS
from binwriter.sql.text.several import statements_of as statements_of_text
from binwriter.sql.wellformed.automaton import states_of
from binwriter.sql.wellformed.check import refused_at, stops_at
from binwriter.sql.wellformed.notation import grammar, read_grammar
from binwriter.sql.wellformed.recogniser import STATES, recogniser
from binwriter.sql.wellformed.tokens import tokens_of

_CLUSTERS = Path(__file__).parents[3] / "golden" / "clusters"
_VERSION = NEWEST.version_number
# Errors of syntax, and those that a server's parser raises before it comes to what is wrong with the text.
_NOT_READ = frozenset({1064, 1046, 1193, 1314, 1367, 1391, 1818})
_MODES = ("ANSI", "NO_BACKSLASH", "PIPES", "IGNORE_SPACE", "HIGH_NOT", "gbk")


def test_the_states_are_those_of_the_grammar() -> None:
    assert (files("binwriter.data") / STATES).read_text("utf-8") == states_of(grammar())


def test_its_words_are_keywords() -> None:
    words = {word for line in recogniser().lines for word in line.split() if word[:1].isupper()}
    assert words <= KEYWORDS | CALLED_AT_ONCE


@pytest.mark.parametrize("text", ["a = b", "a = [X", "a = (X]", "a = X)", "a = X\na = Y", "a = ?"])
def test_what_is_no_notation_is_told(text: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        read_grammar(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("SELECT 1", None),
        ("", None),
        ("SELECT 1;", None),
        ("SELECT 1; SELECT 2", "SELECT 2"),
        ("SELECT", ""),
        ("SELECT 1 IS TRUE IS TRUE", "IS TRUE"),
        ("SELECT ?", "?"),
        ("SELECT 'a", "'a"),
        ("SELECT 1 /*! + */", ""),
        ("SELECT a.select FROM t", None),
        ("SELECT 5e1FROM t", None),
        ("SELECT 1.5e FROM t", "1.5e FROM t"),
        ("SELECT x'123'", "x'123'"),
        ("SELECT @@ version", " version"),
        ("SELECT COUNT (*) FROM t", "*) FROM t"),
    ],
)
def test_a_text_is_refused_from_the_first_token_that_no_statement_has_there(text: str, rest: str | None) -> None:
    at = refused_at(text, _VERSION)
    assert (None if at is None else text[at:]) == rest


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        (
            "CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END; SELECT 3",
            ["CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END", "SELECT 3"],
        ),
        ("SELECT 1; SELEC 1; SELECT 2", ["SELECT 1", "SELEC 1; SELECT 2"]),
        ("INSERT INTO t VALUES ('$2y$10$x'); SELECT 1", ["INSERT INTO t VALUES ('$2y$10$x')", "SELECT 1"]),
        ("SELECT 1 FROM t" + " JOIN t" * 500 + "; SELECT 1", ["SELECT 1 FROM t" + " JOIN t" * 500, "SELECT 1"]),
    ],
)
def test_a_text_is_parted_where_statements_end(text: str, statements: list[str]) -> None:
    """Also where the grammar says nothing: of what may be $$ .. $$, and of what would take too long."""
    assert statements_of_text(text, lambda _: True, lambda part: stops_at(part, _VERSION)) == statements


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(sorted(KEYWORDS) + list("(),.;@'`\"=<>!*/ 1a?")), max_size=20).map(" ".join)
)
def test_any_text_is_whole_or_refused_at_a_place_of_it(text: str) -> None:
    at = refused_at(text, _VERSION, parameters=True)
    assert at is None or 0 <= at <= len(text)


_HEADS = [
    "SELECT",
    "SELECT f(",
    "SELECT 1 FROM t WHERE a IN (",
    "INSERT INTO t VALUES",
    "SELECT CASE a",
    "UPDATE t SET",
    "",
]
_PIECES = ["1", "-1", "a", "a = 1", "(1, 2)", "('x', f(1), NULL)", "WHEN 1 THEN 2", "SELECT 1", "(", ")", "t.a", "x y"]
_JOINTS = [",", " OR ", " AND ", " ", " + ", " UNION ", ", (", " JOIN "]


@given(
    st.sampled_from(_HEADS),
    st.lists(st.tuples(st.sampled_from(_PIECES), st.sampled_from(_JOINTS), st.integers(1, 9)), min_size=1, max_size=4),
    st.sampled_from([")", "", " END", " END FROM t", " FROM t ORDER BY 1", " FROM", ") AND b IN (1, 2, 3, 4"]),
)
def test_passing_over_elements_leads_to_where_walking_through_them_does(
    head: str, parts: list[tuple[str, str, int]], tail: str
) -> None:
    text = f"{head} {' '.join((piece + joint) * many + piece for piece, joint, many in parts)}{tail}"
    tokens = tokens_of(text, _VERSION)[1]
    walked, passed = ([*recogniser().walk(tokens, passes=passes)] for passes in (False, True))
    assert walked[-1][0] == passed[-1][0]
    assert {state for state, _ in walked[-1][1]} == {state for state, _ in passed[-1][1]}
    assert len(passed) <= len(walked)


@pytest.mark.slow
def test_what_a_server_has_taken_is_of_the_grammar() -> None:
    """A tenth of the captured classes, by their names."""
    for path in sorted(_CLUSTERS.glob("*.json")):
        if zlib.crc32(path.stem.encode()) % 10:
            continue
        source = next(path.with_suffix(end) for end in (".sql", ".test") if path.with_suffix(end).exists())
        sent = [statement.text for statement in statements_of(source, ())]
        if any(mode in text for text in sent for mode in _MODES):
            continue
        for text, answer in zip(sent, json.loads(path.read_text()), strict=True):
            code = answer[0] if isinstance(answer[0], int) else 0
            if code not in _NOT_READ and "$$" not in text:
                assert refused_at(text, _VERSION) is None, text


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("SELECT 1 FROM t{}", " LEFT JOIN t ON 1"),
        ("SELECT 1{}", " BETWEEN 1 AND 1"),
        ("SELECT {}1", "NOT "),
        ("SELECT {}1", "("),
        ("SELECT {}1", "(SELECT "),
        ("SELECT {}1", "f("),
        ("SELECT {}1", "CASE WHEN 1 THEN "),
        ("SELECT {}1", "INTERVAL 1 DAY + "),
        ("SELECT 1{}", " UNION SELECT 1"),
        ("INSERT INTO t VALUES (1){}", ", (1)"),
        ("CREATE PROCEDURE p() BEGIN {}", "IF 1 THEN "),
    ],
)
def test_the_work_grows_as_the_text_does(text: str, link: str) -> None:
    """States at all places of the text, at 100 and 200 links."""

    def states(links: int) -> int:
        tokens = tokens_of(text.format(link * links), _VERSION)[1]
        return sum(len(current) for _, current in recogniser().walk(tokens))

    once, twice = states(100), states(200)
    assert twice < 2.1 * once


@pytest.mark.parametrize(
    ("text", "link"), [("SELECT FROM {}", " JOIN t"), ("SELECT 1 FROM t{}", " JOIN t"), ("SELECT {}1", "@a := ")]
)
def test_nothing_is_said_of_what_would_take_too_long(text: str, link: str) -> None:
    assert refused_at(text.format(link * 2), _VERSION) == (7 if "T FROM" in text else None)
    assert refused_at(text.format(link * 5000), _VERSION) == (7 if "T FROM" in text else None)
