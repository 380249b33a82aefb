"""Patterns: texts match the expression they were made of; what is not understood is refused by name."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples

pytest.importorskip("pyarrow")

from binwriter.errors import SpecError
from binwriter.workload.values.texts.patterns import Draws, count, longest, read_pattern, sample, texts

from .tables import column_of, values_of

_PATTERNS = [
    r"[A-Z]{2}-\d{6}",
    r"(mon|tues|fri)day",
    r"\w+@example\.(com|org)",
    r"^a?b*c+[^a-y ]{2,4}$",
    r"(?:x{2}|[0-9]{3}(y|zz){0,2})!",
    r"((a|b)(c|d)){3}\.?",
    r"\+[1-9][0-9]{1,2} \d{3} \d{4}",
    r"[]a\-]{3}|[.^-]{2}|\\|\S\D\W\t",
    r".{0,9}",
    "",
    r"[0-9a-f]{64}",
    r"(\d{3}-){9}\d{3}",
]


@pytest.mark.parametrize("pattern", _PATTERNS)
def test_values_match(pattern: str) -> None:
    values = values_of(column_of("VARCHAR(200) NOT NULL", {"pattern": pattern}), 2000)
    expression = re.compile(pattern, re.ASCII)
    assert all(expression.fullmatch(value) for value in values)
    node = read_pattern(pattern, "")
    assert max(map(len, values)) <= longest(node)
    assert len(set(values)) > min(count(node, 200), 1500) * 0.8


_REFUSED = {
    r"a(?=b)": "character 3: not supported: lookahead",
    r"(?P<x>a)": "not supported: a named group",
    r"(?i)a": "not supported: flags of a group",
    r"(a)\1": "character 6: not supported: references to groups",
    r"\bword": r"not supported: \\b",
    r"a+?": "lazy and possessive quantifiers",
    r"[[:alpha:]]": r"not supported: classes such as \[:alpha:\]",
    r"a^b": r"\^ is supported at the begin only",
    r"a$b": r"\$ is supported at the end only",
    r"(a": "it ends too early",
    r"a)": r"'\)' closes nothing",
    r"[z-a]": "z-a is no range",
    r"[a": "it ends too early",
    r"[^ -~]": "the class has no characters",
    r"*a": r"'\*' repeats nothing",
    r"a{3,2}": "3 is more than 2",
    r"a{99999}": "99999 repetitions are more than the limit of 65535",
    r"a{x}": r"\{n\}, \{n,\} or \{n,m\} is wanted",
    "(" * 30 + "a" + ")" * 30: "groups are nested more than 20 deep",
}


@pytest.mark.parametrize("pattern", _REFUSED)
def test_refused(pattern: str) -> None:
    with pytest.raises(SpecError, match=_REFUSED[pattern]) as caught:
        column_of("TEXT", {"pattern": pattern})
    assert caught.value.place == "tables.t.columns.x.pattern"


@settings(max_examples=examples(150), deadline=None)
@given(st.text(r"ab|()[]{}?*+.\d-^$,1239", max_size=14))
def test_any_text_is_a_pattern_or_refused(pattern: str) -> None:
    try:
        node = read_pattern(pattern, "x")
    except SpecError:
        return
    expression = re.compile(pattern, re.ASCII)
    draws = Draws(1)
    if longest(node) < 10_000:
        assert all(expression.fullmatch(sample(node, draws)) for _ in range(5))
    if count(node, 50) <= 50:
        assert len(list(texts(node))) == count(node, 50)


@pytest.mark.slow
def test_an_expression_of_very_many_texts_stays_small() -> None:
    values = values_of(column_of("TEXT NOT NULL", {"pattern": "((a|b|[0-9]{5}){60}x){2}"}), 500)
    assert len(set(values)) > 200
