"""Trees that a reader made of marks in place of literals: compared with others, and filled with literals again."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlglot import exp

from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.sql.syntax.programs import Call
from binwriter.sql.syntax.session import SetVariable
from binwriter.sql.text.meta_keys import TITLE
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.text.words import ParsedStatement

_PLACE = frozenset({"line", "col", "start", "end"})  # where a name stands in its own text
_MARK = pattern(r"""['"]mark of literal (9[0-9]{8})['"]|\b(9[0-9]{8})(?:\.125)?\b""")
_FIRST_MARK = 900_000_001
_TEXT = "text"  # what parts of commands call the piece of the statement that they were


def value_of(literal: str) -> str:
    return literal[1:-1] if literal[0] in "'\"" else literal


class Trees:
    """What a reader made of marks, and what of the literals. values: of these, by their marks; found: marks of which
    the places are known."""

    def __init__(self, values: Mapping[str, str], literals: list[str]) -> None:
        self._values, self._literals = values, literals
        self.found: set[str] = set()

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
        if not (isinstance(around, exp.Expression) and isinstance(other, exp.Expression)):
            return False
        place = _place_in(around, marked)
        return place is not None and place == _place_in(other, given) and self._nodes_alike(around, other)

    def _parts_alike(self, name: str, marked: object, given: object) -> bool:
        if name == _TEXT and isinstance(marked, str):
            return with_literals(marked, self._literals) == given
        return self.alike(marked, given)

    def _nodes_alike(self, marked: exp.Expression, given: exp.Expression) -> bool:
        if marked.args.keys() != given.args.keys() or marked.comments or given.comments:
            return False
        notes, others = _notes(marked), _notes(given)
        if TITLE in notes:
            notes[TITLE] = with_literals(notes[TITLE], self._literals)
        if notes != others:
            return False
        if type(marked) is exp.Literal and marked.this in self._values:
            self.found.add(marked.this)
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


def _place_in(tree: object, node: exp.Expression) -> int | None:
    """Which of its items an expression is, of the query as which one or more were read (`parse_expression`, CALL)."""
    if type(tree) is not exp.Select or tree.parent is not None:
        return None
    return next((place for place, item in enumerate(tree.expressions) if item is node), None)


def _notes(node: exp.Expression) -> dict[str, Any]:
    return {name: value for name, value in (node._meta or {}).items() if name not in _PLACE}


def with_literals(text: str, literals: Sequence[str]) -> str:
    """A text with literals in place of its marks."""

    def literal(mark: re.Match[str]) -> str:
        number = int(mark[1] or mark[2]) - _FIRST_MARK
        return literals[number] if number < len(literals) else mark[0]

    return _MARK.sub(literal, text)


_parts: dict[type, tuple[str, ...] | None] = {}


def _parts_of(kind: type) -> tuple[str, ...] | None:
    """The fields with which a dataclass is made; None for other types."""
    if kind not in _parts:
        is_one = dataclasses.is_dataclass(kind)
        _parts[kind] = tuple(field.name for field in dataclasses.fields(kind) if field.init) if is_one else None
    return _parts[kind]


def copied(value: Any, values: Mapping[str, str], literals: Sequence[str]) -> Any:
    """A tree with literals in place of its marks. It does not say where names stand in the text."""
    if isinstance(value, exp.Expression):
        if isinstance(value.parent, exp.Expression):
            place = _place_in(value.parent, value)
            assert place is not None
            return copied_node(value.parent, values, literals).expressions[place]
        return copied_node(value, values, literals)
    if isinstance(value, (list, tuple)):
        return type(value)(copied(member, values, literals) for member in value)
    names = _parts_of(type(value))
    if names is not None:
        made = {name: copied(getattr(value, name), values, literals) for name in names}
        if isinstance(made.get(_TEXT), str):
            made[_TEXT] = with_literals(made[_TEXT], literals)
        if isinstance(value, Call) and any(literal[0] == '"' for literal in literals):  # its arguments are written anew
            made["arguments"] = tuple(replace(each, text=tree_text(each.node)) for each in made["arguments"])
        return replace(value, **made)
    return value


def copied_node(node: exp.Expression, values: Mapping[str, str], literals: Sequence[str]) -> exp.Expression:
    made: Any = node.__class__.__new__(node.__class__)
    made.parent = made.arg_key = made.index = made._type = made._hash = made._meta = None
    made.comments = None if node.comments is None else []
    arguments = made.args = dict(node.args)
    if type(node) is exp.Literal:
        arguments["this"] = values.get(arguments["this"], arguments["this"])
    else:
        for name, part in node.args.items():
            if isinstance(part, exp.Expression):
                arguments[name] = part = copied_node(part, values, literals)
                part.parent, part.arg_key = made, name
            elif type(part) is list:
                arguments[name] = parts = [
                    copied_node(member, values, literals)
                    if isinstance(member, exp.Expression)
                    else copied(member, values, literals)
                    for member in part
                ]
                for index, member in enumerate(parts):
                    if isinstance(member, exp.Expression):
                        member.parent, member.arg_key, member.index = made, name, index
    if node._meta:
        made._meta = _notes(node)
        if TITLE in made._meta:
            made._meta[TITLE] = with_literals(made._meta[TITLE], literals)
    return made  # type: ignore[no-any-return]


def _with_all_around(node: Any) -> Iterator[Any]:
    while node is not None:
        yield node
        node = node.parent


class OwnTree:
    """A tree of its own, in which the literals of one statement after the other stand."""

    def __init__(self, parsed: ParsedStatement, marks: tuple[str, ...]) -> None:
        self.node: Any = copied_node(parsed.node, {}, ())  # type: ignore[arg-type]
        nodes = list(self.node.walk())
        marked = [node for node in nodes if type(node) is exp.Literal and node.this in marks]
        self._literals = [(node.args, marks.index(node.this)) for node in marked]
        self._around = list({id(node): node for literal in marked for node in _with_all_around(literal)}.values())
        self._titles = [(node.meta, node.meta[TITLE]) for node in nodes if node._meta and TITLE in node._meta]

    def put(self, values: list[str], literals: list[str]) -> None:
        """The literals of a statement. values: what they say."""
        for arguments, number in self._literals:
            arguments["this"] = values[number]
        for node in self._around:  # sqlglot compares trees by hashes that it keeps
            node._hash = None
        for notes, title in self._titles:
            notes[TITLE] = with_literals(title, literals)
