"""INSERTs of many rows that begin alike, and whose first rows look alike, are read once."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.raw_bytes import has_raw
from binwriter.sql.context import StatementContext
from binwriter.sql.text import computed_cells
from binwriter.sql.text.value_lists import MARK, VARIABLE, CutStatement
from binwriter.sql.text.words import ParsedStatement

_MOST = 64
_DIGITS = pattern("[0-9]+")


class CutStatements:
    """The trees of a session's cut statements as they were read. Literals in them are some statement's, and nobody's:
    all rows go along with a tree (`CutStatement.attach`)."""

    def __init__(self) -> None:
        self._known: dict[object, ParsedStatement] = {}
        self._variables: object = None

    def read(
        self, cut: CutStatement, context: StatementContext, read: Callable[[str, StatementContext], ParsedStatement]
    ) -> ParsedStatement:
        """The statement's tree, which is the caller's. Raises what read raises."""
        variables = context.variables.changes
        if variables != self._variables:  # warnings of what is read may depend on them
            self._known.clear()
            self._variables = variables
        if has_raw(cut.text) or cut.national[0]:  # the parser warns of those in the text
            return read(cut.text, context)
        key = (cut.head, tuple(map(_shape, cut.first_cells())))
        known = self._known.get(key)
        if known is None:
            said = len(context.diagnostics)
            known = read(cut.text, context)
            if len(context.diagnostics) > said or not isinstance(known.node, exp.Expression):
                return known
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[key] = known
        assert isinstance(known.node, exp.Expression)
        return replace(known, node=known.node.copy())


def _shape(cell: str) -> str:
    """What a literal looks like: its kind, and of a number where digits stand."""
    if cell[0] == MARK:
        return cell if cell.startswith(VARIABLE) else computed_cells.shape(cell)
    return cell[0] if cell[0] in "'_Nn" else cell[:2] if cell.startswith("0x") else _DIGITS.sub("0", cell)
