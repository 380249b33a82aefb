"""How long a regular expression may be looked for: regexp_time_limit, counted in steps, before it is looked for at all.

A pattern whose repetitions stand in each other may take for ever, and one with a repetition takes the square of a long
text. Its search is played through as plain backtracking does it, and what it notes to come back to is counted: a round
of a repetition, each place where one of single characters may end, each alternative but the last. What needs more of
that than the limit is error 3699, what gets too deep 3698 (captured: clusters/long_searches).

Source: MySQL manual, "Regular Expression Compatibility Considerations" (regexp_time_limit: "the number of steps
performed by the match engine"); that a unit is ten thousand of them: ICU's documentation of uregex_setTimeLimit.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any

from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext

_LIMIT, _UNITS = "regexp_time_limit", 32  # servers before ICU have no limit, and we their patience
_STEPS_OF_UNIT = 10_000
_HARMLESS_TEXT = 8  # characters
_MANY_REPEATS = 3
_WIDE = 100  # rounds of an interval
_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)
_SINGLE = (_constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY, _constants.IN)


def check_steps(pattern: re.Pattern[str], text: str, context: StatementContext) -> None:
    """ER_REGEXP_TIME_OUT, ER_REGEXP_STACK_OVERFLOW: before the pattern is looked for in the text."""
    if len(text) <= _HARMLESS_TEXT:
        return
    known = context.variables.table.find(_LIMIT) is not None
    limit = (int(context.variables.get(_LIMIT)) if known else _UNITS) * _STEPS_OF_UNIT
    if not _is_risky(pattern) and not 0 < limit < _most_steps(pattern, len(text)):
        return
    search = _Search(text, limit, pattern.flags)
    tree = list(_parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))
    try:
        for start in search.starts(tree):
            if next(search.ends(tree, 0, start), None) is not None:
                return
    except RecursionError:
        if not _is_risky(pattern):  # deep only since the text is long: the search itself ends
            return
        raise mysql_error("ER_REGEXP_STACK_OVERFLOW") from None


@lru_cache(maxsize=256)
def _repetitions(pattern: re.Pattern[str]) -> int:
    tree = _parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    return len(list(_repeats(tree, 0)))


def _most_steps(pattern: re.Pattern[str], length: int) -> int:
    """What repetitions that stand behind one another may come to at most, wherever a search begins."""
    count = _repetitions(pattern)
    return math.comb(length + count + 2, count + 1) if count else 0


@lru_cache(maxsize=256)
def _is_risky(pattern: re.Pattern[str]) -> bool:
    tree = _parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    depths = list(_repeats(tree, 0))
    return any(depth for depth in depths) or len(depths) >= _MANY_REPEATS or _has_wide_interval(tree)


def _has_wide_interval(ops: Sequence[Any]) -> bool:
    """Whether one has something like {1,1000}, each round of which is a step; a* is one."""
    for op, args in ops:
        if op in _REPEATS and args[1] - args[0] >= _WIDE and args[1] is not _constants.MAXREPEAT:
            return True
    return False


def _repeats(ops: Sequence[Any], depth: int) -> Iterator[int]:
    """For each repetition, in how many others it stands; an alternative in one counts as another."""
    for op, args in ops:
        if op in _REPEATS:
            if args[1] > 1 or depth:
                yield depth
            yield from _repeats(args[2], depth + (args[1] > 1))
        elif op is _constants.BRANCH:
            if depth:
                yield depth
            for branch in args[1]:
                yield from _repeats(branch, depth)
        elif op is _constants.SUBPATTERN:
            yield from _repeats(args[3], depth)


class _Search:
    """Plain backtracking over one text."""

    def __init__(self, text: str, limit: int, flags: int) -> None:
        self.text, self.limit, self.flags, self.steps = text, limit, flags, 0
        self._compiled: dict[int, tuple[Any, re.Pattern[str]]] = {}
        self._longest: dict[int, tuple[Any, Any]] = {}  # by the characters that are repeated, as many as there are

    def starts(self, tree: Sequence[Any]) -> Iterator[int]:
        """Where a match may begin: where its first operation matches, if that is no repetition."""
        kind, value = tree[0] if tree else (None, None)
        at_beginning = kind is _constants.AT and value in (_constants.AT_BEGINNING, _constants.AT_BEGINNING_STRING)
        if at_beginning and not self.flags & re.MULTILINE:
            return iter((0,))
        if kind in _SINGLE:
            return (match.start() for match in self._matcher(tree[0]).finditer(self.text))
        return iter(range(len(self.text) + 1))

    def _step(self) -> None:
        self.steps += 1
        if interrupts.asked:
            interrupts.step()
        if self.limit and self.steps > self.limit:
            raise mysql_error("ER_REGEXP_TIME_OUT")

    def ends(self, ops: Sequence[Any], index: int, at: int) -> Iterator[int]:
        """Where a match of the rest of the operations may end, the preferred place first."""
        while index < len(ops):
            op, args = ops[index]
            if op in _REPEATS:
                yield from self._repeated(ops, index, at)
                return
            if op is _constants.BRANCH:
                for number, branch in enumerate(args[1], 1):
                    if number < len(args[1]):
                        self._step()
                    for end in self.ends(branch, 0, at):
                        yield from self.ends(ops, index + 1, end)
                return
            if op is _constants.SUBPATTERN:
                for end in self.ends(args[3], 0, at):
                    yield from self.ends(ops, index + 1, end)
                return
            match = self._matcher(ops[index]).match(self.text, at)
            if match is None:
                return
            index, at = index + 1, match.end()
        yield at

    def _repeated(self, ops: Sequence[Any], index: int, at: int) -> Iterator[int]:
        op, (least, most, inner) = ops[index]
        if len(inner) == 1 and inner[0][0] in _SINGLE:
            longest = self._longest.get(id(inner))
            if longest is None:
                longest = self._longest[id(inner)] = _constants.MAX_REPEAT, (0, most, inner)
            match = self._matcher(longest).match(self.text, at)
            count = match.end() - at if match is not None else 0
            if count > least:
                self._step()
            counts = range(least, count + 1) if op is _constants.MIN_REPEAT else range(count, least - 1, -1)
            for number in counts:
                if count > least:
                    self._step()
                yield from self.ends(ops, index + 1, at + number)
            return
        yield from self._rounds(ops, index, at, 0)

    def _rounds(self, ops: Sequence[Any], index: int, at: int, done: int) -> Iterator[int]:
        op, (least, most, inner) = ops[index]
        self._step()
        if op is _constants.MIN_REPEAT and done >= least:
            yield from self.ends(ops, index + 1, at)
        if done < most:
            for end in self.ends(inner, 0, at):
                if end > at or done < least:
                    yield from self._rounds(ops, index, end, done + 1)
        if op is not _constants.MIN_REPEAT and done >= least:
            yield from self.ends(ops, index + 1, at)

    def _matcher(self, item: Any) -> re.Pattern[str]:
        """What matches one operation that is no repetition; back-references match nothing here."""
        known = self._compiled.get(id(item))
        if known is None:
            state = _parser.State()
            state.flags, state.str = self.flags, ""
            try:
                made = _compiler.compile(_parser.SubPattern(state, [item]), self.flags)
            except (re.error, TypeError, IndexError):
                made = re.compile("")
            known = self._compiled[id(item)] = (item, made)
        return known[1]
