"""Which token of a statement is the first that no statement has there.

Earley's method over the states of `automaton`: at each place of the text there is a list of states, each with the place
where its rules began. As in a server's parser, a token is refused where nothing that begins like the text goes on with
it. Time is linear in the number of tokens but for texts that can be read in many ways, or end many rules at each token
(joins without conditions, assignments in assignments): of those nothing is said from a certain amount of work on.

Of a list of elements that are alike (1, 2, 3 of IN; a = 1 OR a = 2) only the first few are walked: where two places an
element apart have the same states, but for those that began there, so has each further one.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from binwriter import data

STATES = "grammar_states.txt"
START = "input"


class _State:
    """See `automaton`. made: the rules that may end; ahead: the number of the state ahead, -1 for none; steps: the
    number of the state behind a symbol."""

    __slots__ = ("ahead", "made", "steps")

    def __init__(self, line: str) -> None:
        made, ahead, steps = line.split("\t")
        self.made = tuple(made.split())
        self.ahead = int(ahead or -1)
        parts = steps.split()
        self.steps = dict(zip(parts[::2], map(int, parts[1::2]), strict=True))


class TooMuchWorkError(Exception):
    """A text took more than `_WORK` and so much for each token."""


# a token of captured statements takes 37 on the average, in the worst statement 74
_WORK, _WORK_OF_TOKEN = 20_000, 300


class _Lines(Sequence[str]):
    """The lines of a file, of which most are never asked for: its bytes, and where each line ends."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._ends = array("I", accumulate(map(len, content.splitlines(keepends=True))))

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number: Any) -> Any:
        if not isinstance(number, int):
            return [self[one] for one in range(len(self))[number]]
        begin = self._ends[number - 1] if number else 0
        return self._content[begin : self._ends[number]].decode().rstrip("\n")


_Waiting = dict[str, list[tuple[int, int]]]  # by rule
_ELEMENTS = range(2, 17)  # tokens of an element of a list, with what parts it from the next


class Recogniser:
    """lines: of the file of states. A state is read when it is first come to."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self._states: list[_State | None] = [None] * len(lines)

    def _state(self, number: int) -> _State:
        state = self._states[number]
        if state is None:
            state = self._states[number] = _State(self.lines[number])
        return state

    def refused(self, tokens: Sequence[tuple[str, ...]]) -> int | None:
        """The number of the first token that cannot stand where it does; that of the last and one more where the text
        ends too early; None for a whole statement, and where it takes too long to say. tokens: of each, as what it may
        be taken."""
        number = 0
        try:
            for number, current in self.walk(tokens):  # noqa: B007
                pass
        except TooMuchWorkError:
            return None
        return None if number == len(tokens) and self._is_whole(current) else number

    def walk(
        self, tokens: Sequence[tuple[str, ...]], *, passes: bool = True
    ) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """The states before each token that something leads to, and behind the last one. passes: over further elements
        of lists; places of the text count without them. TooMuchWorkError."""
        most = _WORK + _WORK_OF_TOKEN * len(tokens)
        current: list[tuple[int, int]] = [(0, 0)]
        waiting: list[_Waiting] = []
        closed: list[list[tuple[int, int]]] = []
        states = self._states
        at = passed = failed = again = 0  # again: from where on lists are looked for, the later the more often in vain
        while at <= len(tokens):
            number = at - passed
            most -= self._close(current, number, waiting, closed)
            if most < 0:
                raise TooMuchWorkError
            waiting.append({})
            closed.append(current)
            if passes and at >= again:
                more = _passed(tokens, at, closed)
                if more is None:
                    failed += 1
                    again = at + failed
                else:
                    at, passed = at + more, passed + more
            yield at, current
            terminals = tokens[at] if at < len(tokens) else ()
            at += 1
            following: dict[tuple[int, int], None] = {}
            for state, origin in current:
                steps = (states[state] or self._state(state)).steps
                for terminal in terminals:
                    if terminal in steps:
                        following[steps[terminal], origin] = None
            if not following:
                return
            current = list(following)

    def _is_whole(self, current: list[tuple[int, int]]) -> bool:
        return any(origin == 0 and START in self._state(state).made for state, origin in current)

    def _close(
        self,
        current: list[tuple[int, int]],
        number: int,
        waiting: list[_Waiting],
        closed: list[list[tuple[int, int]]],
    ) -> int:
        """Adds what ends at this place of the text, and what may begin at it: how much was looked at. waiting: of each
        place before, what goes on behind a rule that began there, as far as it was asked for; closed: of each all."""
        work = 0
        seen = set(current)
        states = self._states
        for item in current:  # which grows
            state = states[item[0]] or self._state(item[0])
            origin = item[1]
            if origin != number:
                for rule in state.made:
                    further = waiting[origin].get(rule)
                    if further is None:
                        further = waiting[origin][rule] = self._behind(rule, closed[origin])
                    work += len(further)
                    for new in further:
                        if new not in seen:
                            seen.add(new)
                            current.append(new)
            if state.ahead >= 0 and (ahead := (state.ahead, number)) not in seen:
                seen.add(ahead)
                current.append(ahead)
        return work + len(current)

    def _behind(self, rule: str, place: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """What the states of a place come to when a rule that began there has ended."""
        states = self._states
        return [
            (steps[rule], start)
            for state, start in place
            if rule in (steps := (states[state] or self._state(state)).steps)
        ]


def _passed(tokens: Sequence[tuple[str, ...]], at: int, closed: Sequence[list[tuple[int, int]]]) -> int | None:
    """How many tokens at this place repeat the element in front of it; None where they lead to other states than those
    that are here. closed: of all places up to this one."""
    for width in _ELEMENTS:
        behind = at + 2 * width
        if width > at or behind > len(tokens) or tokens[at] != tokens[at - width]:
            continue
        element = tokens[at - width : at]
        if tokens[at : at + width] != element or tokens[at + width : behind] != element:
            continue
        if width >= len(closed) or not _are_alike(closed, width):
            return None
        while tokens[behind : behind + width] == element:
            behind += width
        return behind - at
    return 0


def _are_alike(closed: Sequence[list[tuple[int, int]]], width: int) -> bool:
    """Whether the last place has the states of the one that many tokens before, those that began there beginning here:
    then what comes of the same tokens is the same but for the places, again and again."""
    before, here, place = closed[-1 - width], closed[-1], len(closed) - 1
    if len(before) != len(here):
        return False
    return {(state, start if start < place - width else place) for state, start in before} == set(here)


@cache
def recogniser() -> Recogniser:
    """MySQL's grammar's."""
    return Recogniser(_Lines(data.content(STATES)))
