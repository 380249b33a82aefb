"""The grammar's places -> the states that the recogniser goes through, as a file.

A state is the set of places that one start of a rule has reached by the same symbols (Aycock and Horspool, "Practical
Earley Parsing"); rules that may be nothing are stepped over. There are a few thousand, so that all are worked out
beforehand: `python -m binwriter.sql.wellformed.automaton` writes `binwriter/data/grammar_states.txt` anew, which a test
holds against the grammar.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from binwriter.sql.wellformed.notation import Grammar, Place, grammar, is_rule
from binwriter.sql.wellformed.recogniser import START, STATES


class _State:
    """A set of places. steps: the state behind a symbol; made: the rules that may end here; ahead: the state of the
    first places of the rules that may come next (None if there are none)."""

    def __init__(self, places: frozenset[Place], number: int) -> None:
        self.places = places
        self.number = number
        self.steps: dict[str, _State] = {}
        self.made = sorted({place.rule for place in places if place.ends})
        self.ahead: _State | None = None

    def targets(self) -> dict[str, set[Place]]:
        found: dict[str, set[Place]] = {}
        for place in self.places:
            for symbol, target in place.steps:
                found.setdefault(symbol, set()).add(target)
        return found


class _Automaton:
    """states: in the order in which they were found, the beginning first."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._known: dict[frozenset[Place], _State] = {}
        self.states: list[_State] = []
        self._state((grammar.starts[START],))
        for state in self.states:  # which grows
            for symbol, targets in sorted(state.targets().items()):
                state.steps[symbol] = self._state(targets)

    def _state(self, places: Iterable[Place]) -> _State:
        whole = self._with_skipped(places)
        state = self._known.get(whole)
        if state is None:
            state = self._known[whole] = _State(whole, len(self.states))
            self.states.append(state)
            ahead = self._ahead(state)
            if ahead:
                state.ahead = self._state(ahead)
        return state

    def _with_skipped(self, places: Iterable[Place]) -> frozenset[Place]:
        whole = set(places)
        todo = list(whole)
        while todo:
            for symbol, target in todo.pop().steps:
                if symbol in self._grammar.nullable and target not in whole:
                    whole.add(target)
                    todo.append(target)
        return frozenset(whole)

    def _ahead(self, state: _State) -> list[Place]:
        names = dict.fromkeys(symbol for symbol in state.targets() if is_rule(symbol))
        for name in (todo := list(names)):  # which grows
            for place in self._with_skipped((self._grammar.starts[name],)):
                for symbol, _ in place.steps:
                    if is_rule(symbol) and symbol not in names:
                        names[symbol] = None
                        todo.append(symbol)
        return [self._grammar.starts[name] for name in names]


def states_of(grammar: Grammar) -> str:
    """The file: a line a state. In it, with tabs between: the rules that may end, the number of the state ahead, and
    symbols with the number of the state behind them, all of these with a space between."""
    lines = []
    for state in _Automaton(grammar).states:
        steps = (f"{symbol} {target.number}" for symbol, target in state.steps.items())
        ahead = "" if state.ahead is None else str(state.ahead.number)
        lines.append(f"{' '.join(state.made)}\t{ahead}\t{' '.join(steps)}\n")
    return "".join(lines)


if __name__ == "__main__":
    Path(str(files("binwriter.data") / STATES)).write_text(states_of(grammar()), "utf-8")
