"""Every rule that the code names has a sentence and a source."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from binwriter.binlog.rules.logging_format import DECISION_TABLE
from binwriter.binlog.rules.sources import ERROR_RULES, rule_named, unsafe_rule
from binwriter.statement.values import UnsafeReason
from tests.conftest import PROJECT

_ANSWERS = {"CacheChoice", "Flush", "SavepointPlan", "LoggingDecision"}


def named_in_the_code() -> Iterator[str]:
    """The strings with which answers of the rules are made."""
    for path in (PROJECT / "binwriter").rglob("*.py"):
        if not any(word in (text := path.read_text("utf-8")) for word in _ANSWERS):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ANSWERS:
                values = [*node.args, *(word.value for word in node.keywords if word.arg == "rule")]
                yield from (one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str))


RULES = sorted(
    {
        *named_in_the_code(),
        *map(unsafe_rule, UnsafeReason),
        *(row.rule for row in DECISION_TABLE.values()),
        *ERROR_RULES.values(),
    }
)


@pytest.mark.parametrize("name", RULES)
def test_a_rule_says_what_it_is_and_where_it_is_from(name: str) -> None:
    rule = rule_named(name)
    assert rule.says
    assert rule.source


def test_names_that_are_none() -> None:
    assert rule_named("no such rule") == rule_named("no such rule")
    assert (rule_named("no such rule").says, rule_named("WL#3303 row 25").source) == ("", "")
    assert len(RULES) > 60
