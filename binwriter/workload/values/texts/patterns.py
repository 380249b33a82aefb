r"""Regular expressions as a way to say what a text looks like: [A-Z]{2}-\d{6}, (mon|fri)day, \w+@example\.(com|org).

What is understood: characters, `.`, classes with ranges and negation, \d \w \s \D \W \S, escapes, groups, `|`, and the
quantifiers ? * + {n} {n,} {n,m} (without an end: up to 8 more). `^` and `$` may stand at the ends. Everything else is
refused by name.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from itertools import product

from binwriter.errors import SpecError
from binwriter.formats.records import dataclass
from binwriter.workload.chance import stream

# What * + {n,} mean at most, beyond their least.
OPEN_REPEATS = 8
MOST_REPEATS = 65535
_MOST_DEPTH = 20
_PRINTABLE = "".join(chr(code) for code in range(32, 127))
_DIGITS = string.digits
_WORD = string.ascii_letters + string.digits + "_"
_CLASSES = {"d": _DIGITS, "w": _WORD, "s": " "}
_CLASSES |= {
    name.upper(): "".join(letter for letter in _PRINTABLE if letter not in letters)
    for name, letters in _CLASSES.items()
}
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r"}
_NAMES_OF_GROUPS = {
    "=": "lookahead",
    "!": "negative lookahead",
    "<": "lookbehind or a named group",
    "P": "a named group",
    ">": "an atomic group",
    "(": "a conditional group",
    "#": "a comment",
}


@dataclass(frozen=True, slots=True)
class Letter:
    """One of these characters."""

    letters: str


@dataclass(frozen=True, slots=True)
class Entries:
    """One of these texts: what built-in lists put into an expression."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """One after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several."""

    choices: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """The same, least to most times."""

    node: Node
    least: int
    most: int


Node = Letter | Entries | Chain | OneOf | Repeat


def text_node(text: str) -> Chain:
    """Exactly this text."""
    return Chain(tuple(Letter(letter) for letter in text))


def read_pattern(pattern: str, place: str) -> Node:
    """The expression as a tree. SpecError names what is wrong or not supported, and where."""
    reader = _Reader(pattern, place)
    node = reader.choice(0)
    if reader.rest:
        raise reader.error(f"{reader.rest[0]!r} closes nothing")
    return node


class _Reader:
    def __init__(self, pattern: str, place: str) -> None:
        self.pattern = pattern
        self.place = place
        self.offset = 0

    @property
    def rest(self) -> str:
        return self.pattern[self.offset :]

    def error(self, reason: str) -> SpecError:
        return SpecError(self.place, f"pattern {self.pattern!r}, character {self.offset + 1}: {reason}")

    def _take(self, expected: str = "") -> str:
        if self.offset >= len(self.pattern):
            raise self.error("it ends too early")
        letter = self.pattern[self.offset]
        if expected and letter != expected:
            raise self.error(f"{expected!r} is wanted")
        self.offset += 1
        return letter

    def choice(self, depth: int) -> Node:
        if depth > _MOST_DEPTH:
            raise self.error(f"groups are nested more than {_MOST_DEPTH} deep")
        choices = [self._chain(depth)]
        while self.rest.startswith("|"):
            self._take()
            choices.append(self._chain(depth))
        return choices[0] if len(choices) == 1 else OneOf(tuple(choices))

    def _chain(self, depth: int) -> Node:
        parts: list[Node] = []
        while self.rest and self.rest[0] not in "|)":
            if self.rest[0] == "^":
                if self.offset:
                    raise self.error("^ is supported at the begin only")
                self._take()
            elif self.rest[0] == "$":
                self._take()
                if self.rest:
                    raise self.error("$ is supported at the end only")
            else:
                parts.append(self._quantified(depth))
        return parts[0] if len(parts) == 1 else Chain(tuple(parts))

    def _quantified(self, depth: int) -> Node:
        if self.rest[0] in "*+?{":
            raise self.error(f"{self.rest[0]!r} repeats nothing")
        node = self._atom(depth)
        if not self.rest or self.rest[0] not in "*+?{":
            return node
        least, most = self._counts()
        if self.rest and self.rest[0] in "*+?":
            raise self.error("not supported: lazy and possessive quantifiers")
        if least > most:
            raise self.error(f"{least} is more than {most}")
        if most > MOST_REPEATS:
            raise self.error(f"{most} repetitions are more than the limit of {MOST_REPEATS}")
        return Repeat(node, least, most)

    def _counts(self) -> tuple[int, int]:
        mark = self._take()
        if mark != "{":
            return {"*": (0, OPEN_REPEATS), "+": (1, 1 + OPEN_REPEATS), "?": (0, 1)}[mark]
        inside, closed, _ = self.rest.partition("}")
        least, comma, most = inside.partition(",")
        if not closed or not least.isdecimal() or not (most == "" or most.isdecimal()) or len(inside) > 12:
            raise self.error("{n}, {n,} or {n,m} is wanted; write \\{ for the character")
        self.offset += len(inside) + 1
        low = int(least)
        return low, int(most) if most else low + OPEN_REPEATS if comma else low

    def _atom(self, depth: int) -> Node:
        letter = self._take()
        if letter == "(":
            return self._group(depth)
        if letter == "[":
            return Letter(self._class())
        if letter == ".":
            return Letter(_PRINTABLE)
        return Letter(self._escape() if letter == "\\" else letter)

    def _group(self, depth: int) -> Node:
        if self.rest.startswith("?:"):
            self.offset += 2
        elif self.rest.startswith("?"):
            raise self.error(f"not supported: {_NAMES_OF_GROUPS.get(self.rest[1:2], 'flags of a group')}")
        node = self.choice(depth + 1)
        self._take(")")
        return node

    def _escape(self) -> str:
        """The characters that \\x stands for."""
        letter = self._take()
        if letter in _CLASSES:
            return _CLASSES[letter]
        if letter in _CONTROLS:
            return _CONTROLS[letter]
        if letter.isdigit():
            raise self.error("not supported: references to groups")
        if letter.isalpha():
            raise self.error(f"not supported: \\{letter}")
        return letter

    def _class(self) -> str:
        negated = self.rest.startswith("^")
        self.offset += negated
        letters_there: dict[str, None] = {}
        first = True
        while first or not self.rest.startswith("]"):
            letters = self._class_letters()
            if self.rest.startswith("-") and not self.rest.startswith("-]") and len(letters) == 1:
                self._take()
                end = self._class_letters()
                if len(end) != 1 or end < letters:
                    raise self.error(f"{letters}-{end} is no range of characters")
                letters = "".join(
                    chr(code) for code in range(ord(letters), ord(end) + 1) if not 0xD800 <= code < 0xE000
                )
            letters_there |= dict.fromkeys(letters)
            first = False
        self._take("]")
        chosen = [letter for letter in _PRINTABLE if letter not in letters_there] if negated else list(letters_there)
        if not chosen:
            raise self.error("the class has no characters")
        return "".join(chosen)

    def _class_letters(self) -> str:
        letter = self._take()
        if letter == "[" and self.rest.startswith(":"):
            raise self.error("not supported: classes such as [:alpha:]")
        return self._escape() if letter == "\\" else letter


def count(node: Node, limit: int) -> int:
    """How many ways through the expression there are; limit + 1 if they are more than limit."""
    match node:
        case Letter(letters):
            total = len(letters)
        case Entries(entries):
            total = len(entries)
        case OneOf(choices):
            total = sum(count(choice, limit) for choice in choices)
        case Chain(parts):
            total = 1
            for part in parts:
                total = min(total * count(part, limit), limit + 1)
        case Repeat(inner, least, most):
            ways = count(inner, limit)
            total = 0
            for times in range(least, most + 1):
                total += 1 if ways == 1 else min(ways ** min(times, 64), limit + 1)
                if total > limit:
                    break
    return min(total, limit + 1)


def longest(node: Node) -> int:
    """The characters of the longest text."""
    match node:
        case Letter():
            return 1
        case Entries(entries):
            return max(map(len, entries))
        case OneOf(choices):
            return max(longest(choice) for choice in choices)
        case Chain(parts):
            return sum(longest(part) for part in parts)
        case Repeat(inner, _, most):
            return longest(inner) * most


def texts(node: Node) -> Iterator[str]:
    """All texts; each as often as there are ways to it."""
    match node:
        case Letter(letters):
            yield from letters
        case Entries(entries):
            yield from entries
        case OneOf(choices):
            for choice in choices:
                yield from texts(choice)
        case Chain(parts):
            for chosen in product(*(list(texts(part)) for part in parts)):
                yield "".join(chosen)
        case Repeat(inner, least, most):
            once = list(texts(inner))
            for times in range(least, most + 1):
                for chosen in product(once, repeat=times):
                    yield "".join(chosen)


class Draws:
    """Numbers by chance for what is made once; the same on every machine."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        self.state = stream(self.state)
        return (self.state >> 11) * limit >> 53


def sample(node: Node, draws: Draws) -> str:
    """One text by chance."""
    match node:
        case Letter(letters):
            return letters[draws.below(len(letters))]
        case Entries(entries):
            return entries[draws.below(len(entries))]
        case OneOf(choices):
            return sample(choices[draws.below(len(choices))], draws)
        case Chain(parts):
            return "".join(sample(part, draws) for part in parts)
        case Repeat(inner, least, most):
            times = least + draws.below(most - least + 1)
            return "".join(sample(inner, draws) for _ in range(times))
