"""Every error and warning that the code raises by its symbol has as many arguments as its text has places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.mysql.messages.table import MESSAGES

_ROOT = Path(__file__).parents[3] / "binwriter"
_PLACE = re.compile(r"%[^%]")


def _calls() -> Iterator[tuple[str, str, int]]:
    """(place, symbol, arguments) of calls whose first argument is a symbol and whose others are written out."""
    for path in sorted(_ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or node.keywords:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0]
            if name not in ("mysql_error", "mysql_warning", "warn") or not isinstance(first, ast.Constant):
                continue
            if any(isinstance(one, ast.Starred) for one in node.args) or first.value not in MESSAGES:
                continue
            yield f"{path.relative_to(_ROOT)}:{node.lineno}", str(first.value), len(node.args) - 1


@pytest.mark.slow
def test_messages_get_their_arguments() -> None:
    calls = list(_calls())
    if not calls:
        pytest.fail("no call was found")
    wrong = [
        (place, symbol, count, MESSAGES[symbol].text)
        for place, symbol, count in calls
        if len(_PLACE.findall(MESSAGES[symbol].text.replace("%%", ""))) != count
    ]
    assert wrong == []
