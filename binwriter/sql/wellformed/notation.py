"""The grammar's file -> rules as networks of places, which the recogniser walks.

A rule's network is an automaton without empty steps: a place has steps by symbols, each to another place, and says
whether the rule may end there. Source: `binwriter/data/grammar.txt`, whose head explains the notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files

from binwriter.formats.records import dataclass

_PART = re.compile(
    r"'(?P<symbol>[^']+)'|(?P<kind><\w+>)|(?P<word>[A-Z]\w*)|(?P<rule>[a-z]\w*)|(?P<mark>[][(){}|*+])|\S"
)
_FILE = "grammar.txt"


class Place:
    """A place in a rule. steps: by a terminal or a rule's name to the places behind it; ends: whether the rule may."""

    __slots__ = ("ends", "rule", "steps")

    def __init__(self, rule: str, steps: Iterable[tuple[str, Place]] = (), ends: bool = False) -> None:
        self.rule = rule
        self.steps = dict.fromkeys(steps)  # an ordered set
        self.ends = ends


def is_rule(symbol: str) -> bool:
    """Whether it is a rule's name, and no terminal."""
    return symbol[0].islower()


@dataclass(frozen=True, slots=True)
class Grammar:
    """starts: the first place of each rule; nullable: rules that nothing is enough for."""

    starts: dict[str, Place]
    nullable: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a rule while it is read: what it may begin with, what it may end with, whether it may be nothing.
    first: symbols, each with its place; last: places behind its symbols."""

    first: tuple[tuple[str, Place], ...]
    last: tuple[Place, ...]
    is_optional: bool


class _Reader:
    """One rule's text."""

    def __init__(self, rule: str, text: str) -> None:
        self.rule = rule
        self.parts = list(_PART.finditer(text))
        self.at = 0

    def mark(self) -> str:
        """The bracket, bar or star that comes next, '' for anything else; '|' at the end is none."""
        return (self.parts[self.at]["mark"] or "") if self.at < len(self.parts) else "end"

    def choice(self) -> _Piece:
        pieces = [self.sequence()]
        while self.mark() == "|":
            self.at += 1
            pieces.append(self.sequence())
        first = tuple(step for piece in pieces for step in piece.first)
        last = tuple(place for piece in pieces for place in piece.last)
        return _Piece(first, last, any(piece.is_optional for piece in pieces))

    def sequence(self) -> _Piece:
        whole = _Piece((), (), True)
        while self.mark() not in ("|", ")", "]", "}", "end"):
            whole = _joined(whole, self.repeated())
        return whole

    def repeated(self) -> _Piece:
        piece = self.single()
        while self.mark() in ("*", "+"):
            _link(piece.last, piece.first)
            piece = _Piece(piece.first, piece.last, piece.is_optional or self.mark() == "*")
            self.at += 1
        return piece

    def single(self) -> _Piece:
        part = self.parts[self.at]
        self.at += 1
        if part["mark"] is None:
            symbol = part["symbol"] or part["kind"] or part["word"] or part["rule"]
            if symbol is None:
                raise ValueError(f"{_FILE}: {part[0]!r} in rule {self.rule}")
            return self._symbol(symbol)
        piece = self.choice()
        closing = self.parts[self.at][0]
        self.at += 1
        if (part[0], closing) == ("[", "]"):
            return _Piece(piece.first, piece.last, True)
        if (part[0], closing) == ("{", "}"):
            comma = self._symbol(",")
            _link(piece.last, comma.first)
            _link(comma.last, piece.first)
        elif (part[0], closing) != ("(", ")"):
            raise ValueError(f"{_FILE}: {part[0]} .. {closing} in rule {self.rule}")
        return piece

    def _symbol(self, symbol: str) -> _Piece:
        place = Place(self.rule)
        return _Piece(((symbol, place),), (place,), False)


def _link(last: tuple[Place, ...], first: tuple[tuple[str, Place], ...]) -> None:
    for place in last:
        place.steps.update(dict.fromkeys(first))


def _joined(one: _Piece, two: _Piece) -> _Piece:
    _link(one.last, two.first)
    return _Piece(
        one.first + two.first if one.is_optional else one.first,
        two.last + one.last if two.is_optional else two.last,
        one.is_optional and two.is_optional,
    )


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """Names and texts; a line that begins with a space goes on with the one before."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    whole = "\n".join(lines).replace("\n ", " ")
    for line in whole.splitlines():
        name, _, rule = line.partition(" = ")
        yield name, rule


def read_grammar(text: str) -> Grammar:
    """The rules of a text in the notation. ValueError for what is none, and for a name that no rule has."""
    starts: dict[str, Place] = {}
    for name, rule in _rules(text):
        reader = _Reader(name, rule)
        piece = reader.choice()
        if reader.mark() != "end" or name in starts:
            raise ValueError(f"{_FILE}: rule {name}")
        starts[name] = Place(name, piece.first, piece.is_optional)
        for place in piece.last:
            place.ends = True
    unknown = {symbol for place in _places(starts) for symbol, _ in place.steps if is_rule(symbol)} - starts.keys()
    if unknown:
        raise ValueError(f"{_FILE}: no rule {', '.join(sorted(unknown))}")
    return Grammar(starts, _nullable(starts))


def _places(starts: dict[str, Place]) -> Iterator[Place]:
    seen: set[int] = set()
    todo = list(starts.values())
    while todo:
        place = todo.pop()
        if id(place) not in seen:
            seen.add(id(place))
            todo.extend(target for _, target in place.steps)
            yield place


def _nullable(starts: dict[str, Place]) -> frozenset[str]:
    found: set[str] = set()

    def may_end(place: Place, seen: set[int]) -> bool:
        if place.ends:
            return True
        seen.add(id(place))
        targets = (target for symbol, target in place.steps if symbol in found and id(target) not in seen)
        return any(may_end(target, seen) for target in targets)

    while more := {name for name, start in starts.items() if name not in found and may_end(start, set())}:
        found |= more
    return frozenset(found)


def grammar() -> Grammar:
    """MySQL's."""
    return read_grammar((files("binwriter.data") / _FILE).read_text("utf-8"))
