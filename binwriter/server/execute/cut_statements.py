"""INSERTs of many rows that begin alike, and whose first rows look alike, are read once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp

from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.raw_bytes import has_raw
from binwriter.server.execute.shapes import alike
from binwriter.sql.context import StatementContext
from binwriter.sql.text import computed_cells
from binwriter.sql.text.value_lists import MARK, VARIABLE, CutStatement
from binwriter.sql.text.words import ParsedStatement

_MOST = 64
_DIGITS = pattern("[0-9]+")


class CutAgain:
    """A cut statement that nobody has read: one that begins alike was."""

    __slots__ = ("_cut", "_kept", "_text")

    def __init__(self, kept: alike.Kept, cut: CutStatement, text: str) -> None:
        self._kept, self._cut, self._text = kept, cut, text

    def parsed(self) -> ParsedStatement:
        """The statement as a reader makes it."""
        known = self._kept.parsed
        assert isinstance(known.node, exp.Expression)
        return self._with(known.node.copy())

    def parsed_again(self) -> ParsedStatement:
        """The same in a tree that all statements of the kind have, each until the next one."""
        kept = self._kept
        known = kept.parsed.node
        assert isinstance(known, exp.Expression)
        if kept.again is None or kept.again[0].args["expression"] is not kept.again[1]:  # one may set all rows there
            tree = known.copy()
            kept.again = tree, tree.args["expression"]
        return self._with(kept.again[0])

    def _with(self, node: exp.Expression) -> ParsedStatement:
        self._cut.attach(node)
        return replace(self._kept.parsed, text=self._text, cut=self._cut.text, node=node)

    def outline(self) -> ParsedStatement:
        """The same: whoever tells of it counts its rows."""
        return self.parsed_again()


class CutStatements:
    """The trees of a session's cut statements as they were read. Literals in them are some statement's, and nobody's:
    all rows go along with a tree (`CutStatement.attach`)."""

    def __init__(self) -> None:
        self._known: dict[object, alike.Kept] = {}
        self._variables: object = None
        self.last: tuple[alike.Kept, object] | None = None  # the statement read last, if it is kept

    def read(
        self, cut: CutStatement, context: StatementContext, read: Callable[[str, StatementContext], ParsedStatement]
    ) -> ParsedStatement:
        """The statement's tree, which is the caller's. Raises what read raises."""
        self.last = None
        variables = context.variables.changes
        if variables != self._variables:  # warnings of what is read may depend on them
            self._known.clear()
            self._variables = variables
        key = _key(cut)
        if key is None:
            return read(cut.text, context)
        kept = self._known.get(key)
        if kept is None:
            said = len(context.diagnostics)
            known = read(cut.text, context)
            if len(context.diagnostics) > said or not isinstance(known.node, exp.Expression):
                return known
            if len(self._known) >= _MOST:
                self._known.clear()
            kept = self._known[key] = alike.Kept(known)
        tree = kept.parsed.node
        assert isinstance(tree, exp.Expression)
        parsed = replace(kept.parsed, node=tree.copy())
        self.last = kept, parsed.node
        return parsed

    def again(self, cut: CutStatement, text: str, name: str, stamp: object) -> tuple[CutAgain, Any] | None:
        """The statement, and what is known of those that begin so under that name and stamp."""
        key = _key(cut)
        kept = None if key is None else self._known.get(key)
        known = None if kept is None else kept.known.get(name)
        return None if kept is None or known is None or known[0] != stamp else (CutAgain(kept, cut, text), known[1])


def _key(cut: CutStatement) -> object:
    """What statements have in common that are read once; None for one that is read by itself."""
    if has_raw(cut.text) or cut.national[0]:  # the parser warns of those in the text
        return None
    return cut.head, tuple(map(_shape, cut.first_cells()))


def _shape(cell: str) -> str:
    """What a literal looks like: its kind, and of a number where digits stand."""
    if cell[0] == MARK:
        return cell if cell.startswith(VARIABLE) else computed_cells.shape(cell)
    return cell[0] if cell[0] in "'_Nn" else cell[:2] if cell.startswith("0x") else _DIGITS.sub("0", cell)
