"""Shapes of statements that some session of the process has read.

Another session, of the same server version and sql_mode, takes a copy of the tree in place of reading them again:
nothing else decides how a text is read and what is said of it.
"""

from __future__ import annotations

from binwriter.formats.records import replace
from binwriter.server.execute.shapes.trees import copied
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.session import Set, SetUserVariable
from binwriter.sql.text.words import ParsedStatement

Shape = tuple[str, str]
Marked = tuple[ParsedStatement, tuple[str, ...]]
_MOST = 2048  # shapes of one version and sql_mode
_MOST_KINDS = 16
_shapes: dict[tuple[str, frozenset[str]], dict[Shape, Marked]] = {}


class SharedShapes:
    """Those that a session may take, as long as its variables are as they are."""

    def __init__(self, context: StatementContext) -> None:
        variables = context.variables
        key = variables.profile.name, frozenset(variables.settings.sql_mode)
        if len(_shapes) >= _MOST_KINDS and key not in _shapes:
            _shapes.clear()
        self._shapes = _shapes.setdefault(key, {})

    def take(self, shape: Shape) -> Marked | None:
        """The statement with marks in place of its literals, and the marks; None if nobody has read it."""
        marked = self._shapes.get(shape)
        return None if marked is None else (_copied(marked[0]), marked[1])

    def give(self, shape: Shape, parsed: ParsedStatement, marks: tuple[str, ...]) -> None:
        """The session has read the shape."""
        node = parsed.node  # which system variables there are follows from plugins too
        if isinstance(node, Set) and not all(isinstance(item, SetUserVariable) for item in node.assignments):
            return
        if len(self._shapes) >= _MOST:
            self._shapes.clear()
        self._shapes[shape] = _copied(parsed), marks


def _copied(parsed: ParsedStatement) -> ParsedStatement:
    return replace(parsed, node=copied(parsed.node, {}, ()))
