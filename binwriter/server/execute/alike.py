"""Statements that differ in plain literals alone are read once: later ones are copies of the first tree with theirs.

What a reader makes of a statement is kept when it read the same text with marks in place of the literals, too, and the
two trees differ in nothing but the literals (and in what the items of select lists are called). Then each literal's
place in the tree is known, and that nothing else follows from it. Statements of which anything is said are not kept.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from itertools import zip_longest
from typing import Any, TypeGuard, TypeVar

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.session import SetVariable
from binwriter.sql.text.dialect import TITLE
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
_SIGHTS = 2  # of a shape, when it is kept
_MOST = 512
_MARKS: dict[str, Callable[[int], str]] = {
    "i": lambda number: str(900_000_001 + number),
    "d": lambda number: f"{900_000_001 + number}.125",
    "e": lambda number: "''",
    "s": lambda number: f"'mark of literal {900_000_001 + number}'",
}
_PLACE = frozenset({"line", "col", "start", "end"})  # where a name stands in its own text
_MARK = pattern(r"""['"]mark of literal (9[0-9]{8})['"]|\b(9[0-9]{8})(?:\.125)?\b""")
_FIRST_MARK = 900_000_001
_TEXT = "text"  # what parts of commands call the piece of the statement that they were

Shape = tuple[str, str]


@dataclass(slots=True)
class _Kept:
    """A statement as it was read with marks. marks: what its literals are called in the tree. known: what is known of
    statements of this shape, and under what it was made."""

    parsed: ParsedStatement
    marks: tuple[str, ...]
    known: dict[str, tuple[object, Any]] = field(default_factory=dict)


class AlikeStatements:
    """The shapes of a session's statements that were read. It depends on variables what is said of a statement."""

    def __init__(self) -> None:
        self._known: dict[Shape, _Kept | int | None] = {}
        self._variables: object = None
        self._last: tuple[_Kept, object] | None = None  # the statement that is a copy of that one

    def of_shape(
        self, name: str, parsed: ParsedStatement, context: StatementContext, stamp: object, make: Callable[[], _Known]
    ) -> _Known:
        """What is known of the statement, which no literal changes: its profile, what it locks by way of programs.
        stamp: the definitions and settings that it depends on; None if it depends on more. Raises what make raises."""
        kept, node = self._last or (None, None)
        if kept is None or node is not parsed.node or stamp is None or context.on_open is not None:
            return make()
        known = kept.known.get(name)
        if known is not None and known[0] == stamp:
            value: _Known = known[1]
            return value
        said = len(context.diagnostics)
        value = make()
        if len(context.diagnostics) == said:
            kept.known[name] = stamp, value
        return value

    def read(
        self, sql: str, context: StatementContext, read: Callable[[str, StatementContext], ParsedStatement]
    ) -> ParsedStatement:
        """The statement, whose tree is the caller's. Raises what read raises."""
        variables = context.variables.changes
        if variables != self._variables:
            self._known.clear()
            self._variables = variables
        scanned = _scanned(sql)
        if scanned is None:
            return read(sql, context)
        shape, literals = scanned
        known = self._known.get(shape, 0)
        if isinstance(known, _Kept):
            parsed = _with(known, sql, literals)
            self._last = known, parsed.node
            return parsed
        said = len(context.diagnostics)
        parsed = read(sql, context)
        if known is None:
            return parsed
        if len(self._known) >= _MOST:
            self._known.clear()
        tries = known + 1
        self._known[shape] = tries if tries < _SIGHTS else None
        if tries >= _SIGHTS and len(context.diagnostics) == said and parsed.command in _COMMANDS:
            self._known[shape] = _kept(shape, literals, parsed, context, read)
            del context.diagnostics[said:]
        return parsed


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


def _kept(
    shape: Shape,
    literals: list[str],
    parsed: ParsedStatement,
    context: StatementContext,
    read: Callable[[str, StatementContext], ParsedStatement],
) -> _Kept | None:
    """What is kept of a statement; None if more than the tree's literals may follow from those of the text."""
    text, kinds = shape
    if _UNUSUAL.search(text.replace(_BETWEEN, " 0 ")):
        return None
    marks = [_MARKS[kind](number) for number, kind in enumerate(kinds)]
    said = len(context.diagnostics)
    marked = "".join(part for pair in zip_longest(text.split(_BETWEEN), marks, fillvalue="") for part in pair)
    with suppress(MySQLError, UnsupportedError):
        other = read(marked, context)
        same = replace(other, text=parsed.text, node=parsed.node) == parsed and len(context.diagnostics) == said
        names = tuple(map(_value, marks))
        trees = _Trees(dict(zip(names, map(_value, literals), strict=True)), literals)
        if same and trees.alike(other.node, parsed.node) and sorted(trees.found) == sorted(names):
            return _Kept(other, names)
    return None


def _value(literal: str) -> str:
    return literal[1:-1] if literal[0] in "'\"" else literal


class _Trees:
    """What a reader made of marks, and what of the literals. values: of these, by their marks; found: marks of which
    the places are known."""

    def __init__(self, values: Mapping[str, str], literals: list[str]) -> None:
        self._values, self._literals = values, literals
        self.found: list[str] = []

    def alike(self, marked: object, given: object) -> bool:
        """Whether the two are the same but for literals, which are those that the marks stand for."""
        if type(marked) is not type(given):
            return False
        if isinstance(marked, exp.Expression) and isinstance(given, exp.Expression):
            return self._roots_alike(marked, given)
        if isinstance(marked, (list, tuple)) and isinstance(given, (list, tuple)):
            return len(marked) == len(given) and all(map(self.alike, marked, given))
        if isinstance(marked, SetVariable):
            return False  # system variables read their values in ways of their own
        if dataclasses.is_dataclass(marked) and not isinstance(marked, type):
            names = [field.name for field in dataclasses.fields(marked)]
            return all(self._parts_alike(name, getattr(marked, name), getattr(given, name)) for name in names)
        return marked == given

    def _roots_alike(self, marked: exp.Expression, given: exp.Expression) -> bool:
        around, other = marked.parent, given.parent
        if around is None or other is None:
            return around is other and self._nodes_alike(marked, given)
        # what a command took out of another tree has its place there
        return _is_around(around, marked) and _is_around(other, given) and self._nodes_alike(around, other)

    def _parts_alike(self, name: str, marked: object, given: object) -> bool:
        if name == _TEXT and isinstance(marked, str):
            return _with_literals(marked, self._literals) == given
        return self.alike(marked, given)

    def _nodes_alike(self, marked: exp.Expression, given: exp.Expression) -> bool:
        if marked.args.keys() != given.args.keys() or marked.comments or given.comments:
            return False
        notes, others = _notes(marked), _notes(given)
        if TITLE in notes:
            notes[TITLE] = _with_literals(notes[TITLE], self._literals)
        if notes != others:
            return False
        if type(marked) is exp.Literal and marked.this in self._values:
            self.found.append(marked.this)
            is_alike: bool = marked.args["is_string"] == given.args["is_string"]
            return is_alike and bool(self._values[marked.this] == given.this)
        return all(self._arguments_alike(marked.args[name], given.args[name]) for name in marked.args)

    def _arguments_alike(self, marked: object, given: object) -> bool:
        if type(marked) is not type(given):
            return False
        if isinstance(marked, exp.Expression) and isinstance(given, exp.Expression):
            return self._nodes_alike(marked, given)
        if isinstance(marked, list) and isinstance(given, list):
            return len(marked) == len(given) and all(map(self._arguments_alike, marked, given))
        return marked == given


def _is_around(tree: object, node: exp.Expression) -> TypeGuard[exp.Select]:
    """Whether it is the query as which an expression was read (`parse_expression`)."""
    return (
        type(tree) is exp.Select and tree.parent is None and len(tree.expressions) == 1 and tree.expressions[0] is node
    )


def _notes(node: exp.Expression) -> dict[str, Any]:
    return {name: value for name, value in (node._meta or {}).items() if name not in _PLACE}


def _with_literals(text: str, literals: list[str]) -> str:
    """A text with literals in place of its marks."""

    def literal(mark: re.Match[str]) -> str:
        number = int(mark[1] or mark[2]) - _FIRST_MARK
        return literals[number] if number < len(literals) else mark[0]

    return _MARK.sub(literal, text)


def _with(kept: _Kept, sql: str, literals: list[str]) -> ParsedStatement:
    """The statement with these literals."""
    values = dict(zip(kept.marks, map(_value, literals), strict=True))
    return replace(kept.parsed, text=sql, node=_copied(kept.parsed.node, values, literals))


def _copied(value: Any, values: Mapping[str, str], literals: list[str]) -> Any:
    """A tree with literals in place of its marks. It does not say where names stand in the text."""
    if isinstance(value, exp.Expression):
        if isinstance(value.parent, exp.Expression):
            return _copied_node(value.parent, values, literals).expressions[0]
        return _copied_node(value, values, literals)
    if isinstance(value, (list, tuple)):
        return type(value)(_copied(member, values, literals) for member in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: getattr(value, field.name) for field in dataclasses.fields(value) if field.init}
        made = {name: _copied(part, values, literals) for name, part in parts.items()}
        if isinstance(made.get(_TEXT), str):
            made[_TEXT] = _with_literals(made[_TEXT], literals)
        return replace(value, **made)
    return value


def _copied_node(node: exp.Expression, values: Mapping[str, str], literals: list[str]) -> exp.Expression:
    made: Any = node.__class__.__new__(node.__class__)
    made.parent = made.arg_key = made.index = made._type = made._hash = made._meta = None
    made.comments = None if node.comments is None else []
    arguments = made.args = dict(node.args)
    if type(node) is exp.Literal:
        arguments["this"] = values.get(arguments["this"], arguments["this"])
    else:
        for name, part in node.args.items():
            if isinstance(part, exp.Expression):
                arguments[name] = part = _copied_node(part, values, literals)
                part.parent, part.arg_key = made, name
            elif type(part) is list:
                arguments[name] = parts = [
                    _copied_node(member, values, literals)
                    if isinstance(member, exp.Expression)
                    else _copied(member, values, literals)
                    for member in part
                ]
                for index, member in enumerate(parts):
                    if isinstance(member, exp.Expression):
                        member.parent, member.arg_key, member.index = made, name, index
    if node._meta:
        made._meta = _notes(node)
        if TITLE in made._meta:
            made._meta[TITLE] = _with_literals(made._meta[TITLE], literals)
    return made  # type: ignore[no-any-return]
