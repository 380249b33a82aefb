"""Which token of a statement is the first that no statement has there.

Earley's method over the states of `automaton`: at each place of the text there is a list of states, each with the place
where its rules began. As in a server's parser, a token is refused where nothing that begins like the text goes on with
it. Time is linear in the number of tokens but for texts that can be read in many ways, or end many rules at each token
(joins without conditions, assignments in assignments): of those nothing is said from a certain amount of work on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

STATES = "grammar_states.txt"
START = "input"


class _State:
    """See `automaton`. made: the rules that may end; ahead: the number of the state ahead, -1 for none; rules: those
    that may come next; steps: the number of the state behind a symbol."""

    __slots__ = ("ahead", "made", "rules", "steps")

    def __init__(self, line: str) -> None:
        made, ahead, steps = line.split("\t")
        self.made = tuple(made.split())
        self.ahead = int(ahead or -1)
        parts = steps.split()
        self.steps = dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
        self.rules = tuple(symbol for symbol in self.steps if symbol[0].islower())


class TooMuchWorkError(Exception):
    """A text took more than `_WORK` and so much for each token."""


# a token of captured statements takes 37 on the average, in the worst statement 74
_WORK, _WORK_OF_TOKEN = 20_000, 300
_Waiting = dict[str, list[tuple[int, int]]]


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

    def walk(self, tokens: Sequence[tuple[str, ...]]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """The states before each token that something leads to, and behind the last one. TooMuchWorkError."""
        most = _WORK + _WORK_OF_TOKEN * len(tokens)
        current: list[tuple[int, int]] = [(0, 0)]
        waiting: list[_Waiting] = []
        for number, terminals in enumerate((*tokens, ())):
            most -= self._close(current, number, waiting)
            if most < 0:
                raise TooMuchWorkError
            yield number, current
            following: dict[tuple[int, int], None] = {}
            for state, origin in current:
                steps = self._state(state).steps
                for terminal in terminals:
                    if terminal in steps:
                        following[steps[terminal], origin] = None
            if not following:
                return
            current = list(following)

    def _is_whole(self, current: list[tuple[int, int]]) -> bool:
        return any(origin == 0 and START in self._state(state).made for state, origin in current)

    def _close(self, current: list[tuple[int, int]], number: int, waiting: list[_Waiting]) -> int:
        """Adds what ends at this place of the text, and what may begin at it: how much was looked at."""
        work = 0
        wants: _Waiting = {}
        waiting.append(wants)
        seen = set(current)
        for item in current:  # which grows
            state = self._state(item[0])
            if item[1] != number:
                for rule in state.made:
                    waiters = waiting[item[1]].get(rule, ())
                    work += len(waiters)
                    for waiter, start in waiters:
                        new = (self._state(waiter).steps[rule], start)
                        if new not in seen:
                            seen.add(new)
                            current.append(new)
            for rule in state.rules:
                wants.setdefault(rule, []).append(item)
            if state.ahead >= 0 and (ahead := (state.ahead, number)) not in seen:
                seen.add(ahead)
                current.append(ahead)
        return work + len(current)


@cache
def recogniser() -> Recogniser:
    """MySQL's grammar's."""
    return Recogniser((files("binwriter.data") / STATES).read_text("utf-8").splitlines())
