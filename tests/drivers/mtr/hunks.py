"""All places at which the output of a test differs, each with the statement that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

# What a line begins with that mysqltest repeats of the test, in place of an answer.
_STATEMENT = re.compile(
    r"\s*(alter|analyze|begin|binlog|call|change|check|checksum|commit|create|deallocate|delete|desc|describe|do|drop|"
    r"execute|explain|flush|get|grant|handler|help|import|insert|install|kill|load|lock|optimize|prepare|purge|rename|"
    r"repair|replace|reset|restart|revoke|rollback|savepoint|select|set|show|shutdown|signal|start|stop|table|truncate|"
    r"uninstall|unlock|update|use|values|with|xa|\(select)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Hunk:
    """Lines of the expected output that are others here. statement: the line before them that sent something."""

    statement: str
    expected: tuple[str, ...]
    here: tuple[str, ...]


@dataclass(frozen=True)
class Compared:
    """lines: of the expected output; before: those in front of the first difference; equal: those that are the same."""

    lines: int
    before: int
    equal: int
    hunks: tuple[Hunk, ...] = ()


def compared(expected: Sequence[str], here: Sequence[str]) -> Compared:
    """The two outputs, line by line."""
    before = next((n for n, pair in enumerate(zip(expected, here, strict=False)) if pair[0] != pair[1]), None)
    if before is None:
        before = min(len(expected), len(here))
    matcher = SequenceMatcher(None, expected[before:], here[before:], autojunk=False)
    codes = [(kind, *(place + before for place in places)) for kind, *places in matcher.get_opcodes()]
    hunks = tuple(_hunks(codes, expected, here))
    return Compared(len(expected), before, len(expected) - sum(len(hunk.expected) for hunk in hunks), hunks)


def _hunks(codes: Sequence[tuple[object, ...]], expected: Sequence[str], here: Sequence[str]) -> Iterator[Hunk]:
    for kind, *places in codes:
        start, end, from_, to = (int(str(place)) for place in places)
        if kind != "equal":
            sent = next((line for line in reversed(expected[:start]) if _STATEMENT.match(line)), "")
            yield Hunk(sent, tuple(expected[start:end]), tuple(here[from_:to]))
