"""Statements that differ in plain literals alone are read once: later ones are copies of the first tree with theirs.

What a reader makes of a statement is kept when it read the same text with marks in place of the literals, too, and the
two trees differ in nothing but the literals (and in what the items of select lists are called). Then each literal's
place in the tree is known, and that nothing else follows from it. Statements of which anything is said are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from itertools import zip_longest
from typing import Any, TypeVar

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.server.execute.quick.plans import OfStates
from binwriter.server.execute.shapes.shared import Shape, SharedShapes
from binwriter.server.execute.shapes.trees import OwnTree, Trees, copied, copied_node, value_of
from binwriter.sql.context import StatementContext
from binwriter.sql.text.words import ParsedStatement

_Known = TypeVar("_Known")
_KINDS = """
    insert insert_select replace replace_select update update_multi delete delete_multi select do set_option call
"""
_COMMANDS = frozenset(_KINDS.split())
# strings without escapes and doubled quotes, plain numbers, as `sql.quick.texts` has them, and strings in double quotes
_LITERAL = pattern(r"""('[^'\\]*'|"[^"\\]*"|(?<![\w$.`@])[0-9]+(?:\.[0-9]+)?(?![\w$.`@]))""")
_BETWEEN = "\0"
# quotes, comments, parameters, system variables, names of variables in quotes, and what reads a literal's text itself
_UNUSUAL = pattern(
    r"""['"\\#?\0]|/\*|--|@(?!\w)|@@|->|\b(?:INTERVAL|AGAINST|ESCAPE|COLLATE|USING|AS\s*\0)""", re.IGNORECASE
)
# what may stand before a string: another word would say what kind it is of
_BEFORE_STRING = pattern(r"(?:[(,=<>+*/|&-]|\b(?:SELECT|LIKE|AND|OR|THEN|ELSE|WHEN|BY|NOT|XOR))\s*\Z", re.IGNORECASE)
# of a kind each, which is the group: numbers that no place finds too large, texts that nothing reads
_KIND = pattern(
    r"""(?P<i>0|[1-9][0-9]{0,8})|(?P<d>(?:0|[1-9][0-9]{0,8})\.[0-9]{1,9})|(?P<e>''|"")"""
    r"""|(?P<s>['"][\w ,.:;!()<>=+*/-]+['"])""",
    re.ASCII,
)
_LONGEST = 4096  # characters
_MOST = 512
_LONGEST_TEXT = 1024
_AGAIN = """
    select do set_option use begin commit rollback savepoint release_savepoint rollback_to_savepoint
    show_warnings show_variables show_status
"""
_READ_AGAIN = frozenset(_AGAIN.split())
_MARKS: dict[str, Callable[[int], str]] = {
    "i": lambda number: str(900_000_001 + number),
    "d": lambda number: f"{900_000_001 + number}.125",
    "e": lambda number: "''",
    "s": lambda number: f"'mark of literal {900_000_001 + number}'",
}


@dataclass(slots=True)
class Kept:
    """A statement as it was read with marks. marks: what its literals are called in the tree. known: what is known of
    statements of this shape, and under what it was made. first: of a shape that was seen once, the literals that the
    statement has as it was read. own, again: the tree that those have which are run again; again: of many rows, with
    what stands there for them."""

    parsed: ParsedStatement
    marks: tuple[str, ...] = ()
    first: list[str] | None = None
    own: OwnTree | None = None
    again: tuple[exp.Expression, exp.Expression] | None = None
    known: dict[str, tuple[object, Any]] = field(default_factory=dict)

    def mark(
        self,
        shape: Shape,
        context: StatementContext,
        read: Callable[[str, StatementContext], ParsedStatement],
    ) -> bool:
        """Puts marks in place of the first literals. False if more than the literals of the tree follows from those of
        the text."""
        text, kinds = shape
        assert self.first is not None
        marks = [_MARKS[kind](number) for number, kind in enumerate(kinds)]
        said, first = len(context.diagnostics), self.parsed
        marked = "".join(part for pair in zip_longest(text.split(_BETWEEN), marks, fillvalue="") for part in pair)
        with suppress(MySQLError, UnsupportedError):
            other = read(marked, context)
            same = replace(other, text=first.text, node=first.node) == first and len(context.diagnostics) == said
            names = tuple(map(value_of, marks))
            trees = Trees(dict(zip(names, map(value_of, self.first), strict=True)), self.first)
            if same and trees.alike(other.node, first.node) and trees.found == set(names):
                self.parsed, self.marks, self.first = other, names, None
        del context.diagnostics[said:]
        return self.first is None


class AlikeStatement:
    """A statement of a shape that is kept, which nobody has read. text: it; literals: its own, as they are written."""

    __slots__ = ("_kept", "literals", "text")

    def __init__(self, kept: Kept, text: str, literals: list[str]) -> None:
        self._kept, self.text, self.literals = kept, text, literals

    def parsed(self) -> ParsedStatement:
        """The statement as a reader makes it."""
        return _with(self._kept, self.text, self.literals)

    def parsed_again(self) -> ParsedStatement:
        """The same in a tree that all statements of the shape have, each until the next one."""
        kept = self._kept
        if kept.own is None:
            kept.own = OwnTree(kept.parsed, kept.marks)
        kept.own.put(list(map(value_of, self.literals)), self.literals)
        return replace(kept.parsed, text=self.text, node=kept.own.node)

    def outline(self) -> ParsedStatement:
        """The same tree for all statements of the shape: marks stand in it where literals are."""
        return replace(self._kept.parsed, text=self.text)

    def number_of(self, node: exp.Expression) -> int | None:
        """Which of the literals a node of the outline stands for; None for any other node."""
        is_mark = type(node) is exp.Literal and node.this in self._kept.marks
        return self._kept.marks.index(node.this) if is_mark else None

    def filled(self, part: exp.Expression) -> exp.Expression:
        """A part of the outline with the literals in it."""
        values = dict(zip(self._kept.marks, map(value_of, self.literals), strict=True))
        return copied_node(part, values, self.literals)


class AlikeStatements:
    """The shapes of a session's statements that were read. It depends on variables what is said of a statement.

    relies: is told the text of a statement of whose shape something will be known, and says whether that may be.
    """

    def __init__(self, relies: Callable[[str], bool]) -> None:
        self._relies = relies
        self._known: dict[Shape, Kept | None] = {}
        self._texts: dict[str, ParsedStatement | None] = {}  # of which nothing but the whole text can be known
        self._variables: object = None
        self._states = OfStates[object, tuple[dict[Shape, Kept | None], dict[str, ParsedStatement | None]]]()
        self._shared: SharedShapes | None = None
        self._last: tuple[Kept, object] | None = None  # the statement that is a copy of that one
        self._programs: dict[int, tuple[exp.Expression, Kept]] = {}
        self._scanned: tuple[str, tuple[Shape, list[str]] | None] = "", None

    def again(self, sql: str, name: str, stamp: object) -> tuple[AlikeStatement, Any] | None:
        """The statement, and what is known of its shape under that name and stamp (see `of_shape`)."""
        scanned = _scanned(sql)
        self._scanned = sql, scanned
        kept = None if scanned is None else self._known.get(scanned[0])
        if scanned is None or kept is None or kept.first is not None:
            return None
        known = kept.known.get(name)
        return None if known is None or known[0] != stamp else (AlikeStatement(kept, sql, scanned[1]), known[1])

    def of_shape(
        self, name: str, node: object, context: StatementContext, stamp: object, make: Callable[[], _Known]
    ) -> _Known:
        """What is known of the statement of that node, which no literal changes: its profile, what it locks by way of
        programs. stamp: the definitions and settings that it depends on; None if it depends on more. Raises what make
        raises."""
        kept = None if stamp is None else self._of(node, context)
        if kept is None or kept.first is not None:  # most statements have a shape that does not come again
            return make()
        known = kept.known.get(name)
        if known is not None and known[0] == stamp:
            value: _Known = known[1]
            return value
        if not self._relies(kept.parsed.text):
            return make()
        said = len(context.diagnostics)
        value = make()
        if len(context.diagnostics) == said:
            kept.known[name] = stamp, value
        return value

    def has_shape(self, name: str, node: object, context: StatementContext, stamp: object) -> bool:
        """Whether something is known so."""
        kept = self._of(node, context)
        known = None if kept is None else kept.known.get(name)
        return known is not None and known[0] == stamp

    def read_elsewhere(self, kept: Kept, node: object) -> None:
        """The statement that runs is a copy of that one, which is not among the shapes."""
        self._last = kept, node

    def _of(self, node: object, context: StatementContext) -> Kept | None:
        kept, last = self._last or (None, None)
        if context.on_open is not None:
            return None
        if kept is not None and last is node:
            return kept
        return self._of_program(node) if context.in_procedure and isinstance(node, exp.Expression) else None

    def _of_program(self, node: exp.Expression) -> Kept:
        """Of a procedure's statement, which has one tree as long as the procedure is there."""
        node_there, kept = self._programs.get(id(node), (None, None))
        if kept is None or node_there is not node:
            if len(self._programs) >= _MOST:
                self._programs.clear()
            kept = Kept(ParsedStatement("", "", node), ())
            self._programs[id(node)] = node, kept
        return kept

    def read(
        self, sql: str, context: StatementContext, read: Callable[[str, StatementContext], ParsedStatement]
    ) -> ParsedStatement:
        """The statement, whose tree is the caller's. Raises what read raises."""
        variables = context.variables.changes
        if variables != self._variables:
            self._come_to(variables, context)
        scanned = self._scanned[1] if self._scanned[0] is sql else _scanned(sql)
        if scanned is None:
            return self._of_text(sql, context, read)
        shape, literals = scanned
        known = self._of_shape(shape, context, read)
        if known is not None:
            parsed = _with(known, sql, literals)
            self._last = known, parsed.node
            return parsed
        if shape in self._known:
            return self._of_text(sql, context, read)
        said = len(context.diagnostics)
        parsed = read(sql, context)
        self._keep(shape, None)
        if len(context.diagnostics) == said and parsed.command in _COMMANDS and _may_be_kept(shape):
            # whoever runs it may do something to its tree
            seen = Kept(_copied(parsed), first=literals)
            self._keep(shape, seen)
            self._last = seen, parsed.node
        return parsed

    def _come_to(self, variables: object, context: StatementContext) -> None:
        """Other values of variables, or those that were there before."""
        self._known, self._texts = self._states.come_to(variables, ({}, {}))
        self._variables, self._shared = variables, SharedShapes(context)

    def _of_text(
        self, sql: str, context: StatementContext, read: Callable[[str, StatementContext], ParsedStatement]
    ) -> ParsedStatement:
        """A statement that is read as it was the last time, if its whole text is the same."""
        known = self._texts.get(sql)
        if known is not None:
            return _copied(known)
        said = len(context.diagnostics)
        parsed = read(sql, context)
        if len(sql) <= _LONGEST_TEXT and parsed.command in _READ_AGAIN and len(context.diagnostics) == said:
            if len(self._texts) >= _MOST:
                self._texts.clear()
            self._texts[sql] = _copied(parsed) if sql in self._texts else None  # it comes again
        return parsed

    def _of_shape(
        self, shape: Shape, context: StatementContext, read: Callable[[str, StatementContext], ParsedStatement]
    ) -> Kept | None:
        """The shape with marks; None where it is not kept, or not yet."""
        assert self._shared is not None
        known = self._known.get(shape)
        if known is not None and known.first is not None:
            if not known.mark(shape, context, read):
                self._keep(shape, None)
                return None
            self._shared.give(shape, known.parsed, known.marks)
        elif known is None and shape not in self._known and (shared := self._shared.take(shape)) is not None:
            known = Kept(*shared)
            self._keep(shape, known)
        return known

    def _keep(self, shape: Shape, kept: Kept | None) -> None:
        if len(self._known) >= _MOST and shape not in self._known:
            self._known.clear()
        self._known[shape] = kept


def _copied(parsed: ParsedStatement) -> ParsedStatement:
    return replace(parsed, node=copied(parsed.node, {}, ()))


def _scanned(sql: str) -> tuple[Shape, list[str]] | None:
    """The text without its literals and their kinds; and the literals. None where one is not plain."""
    if len(sql) > _LONGEST or not sql.isascii():
        return None
    parts = _LITERAL.split(sql)
    literals, kinds = parts[1::2], []
    for before, literal in zip(parts[::2], literals, strict=False):
        kind = _KIND.fullmatch(literal)
        if kind is None or (literal[0] in "'\"" and _BEFORE_STRING.search(before) is None):
            return None
        kinds.append(kind.lastgroup or "")
    return (_BETWEEN.join(parts[::2]), "".join(kinds)), literals


def _may_be_kept(shape: Shape) -> bool:
    """Whether nothing but the tree's literals can follow from those of the text."""
    return _UNUSUAL.search(shape[0].replace(_BETWEEN, " 0 ")) is None


def _with(kept: Kept, sql: str, literals: list[str]) -> ParsedStatement:
    """The statement with these literals."""
    values = dict(zip(kept.marks, map(value_of, literals), strict=True))
    return replace(kept.parsed, text=sql, node=copied(kept.parsed.node, values, literals))
