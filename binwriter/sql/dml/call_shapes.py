"""Calls in VALUES lists that differ in literals alone (`computed_cells`), compiled once for all of them.

What is compiled has other literals than any cell, of the same form, and reads the cell's own from places where they
are put for each. Whoever looks at a literal's value while compiling, be it in the tree, is found out by that. Then,
and where a cell does not come out as the exact way has it that is the first or the second with some literal in its
place, each cell goes the exact way.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.errors import BinwriterError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import replace
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.compile import compile_expression, compiles
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.expressions.types import CompiledExpression, Eval
from binwriter.sql.store import store
from binwriter.sql.store.as_stored import Stays, stays_in
from binwriter.sql.text import computed_cells
from binwriter.sql.text.value_lists import MARK, text_of

_MOST_DIGITS = 18  # more may be no integer of 64 bits
_MOST_SHAPES = 200
_CHECKED = 2  # literals of each place that are computed with both ways
_PLACE, _VALUES = "place", "values"  # meta keys of `Place`
_OTHER_DIGITS = str.maketrans("0123456789", "7456891237")


class _Values:
    """The literals of the cell that is computed; none while anything is compiled."""

    def __init__(self) -> None:
        self.now: list[Any] | None = None

    def __deepcopy__(self, memo: object) -> _Values:  # with each copy of the tree
        return self


class Place(exp.Literal):
    """A literal that is another one in each cell."""


@compiles(Place)
def _place(node: exp.Expression, scope: Scope) -> CompiledExpression:
    values: _Values = node.meta[_VALUES]
    place: int = node.meta[_PLACE]
    alike = compile_expression(exp.Literal(this=node.args["this"], is_string=node.args["is_string"]), scope)

    def evaluate(context: object, row: object) -> Any:
        if values.now is None:
            raise LookupError("asked for while it is compiled")
        return values.now[place]

    return replace(alike, eval=evaluate)


class _Shape:
    """What computes cells of a shape for a column."""

    def __init__(self, values: _Values, evaluate: Eval, takes: Stays) -> None:
        self.values, self.evaluate, self.takes = values, evaluate, takes
        self._checked: list[set[Any]] | None = None

    def is_to_be_checked(self, values: list[Any]) -> bool:
        """Whether a literal is one of the first in its place."""
        if self._checked is None:
            self._checked = [{value} for value in values]
            return True
        is_new = False
        for seen, value in zip(self._checked, values, strict=True):
            if len(seen) < _CHECKED and value not in seen:
                seen.add(value)
                is_new = True
        return is_new


class CallShapes:
    """The calls of a statement. exact: a cell's value by the exact way, `not_plain` where something is to be said."""

    def __init__(
        self, run: DmlRun, source: Source, exact: Callable[[Column, str], ColumnValue], not_plain: ColumnValue
    ) -> None:
        self._run, self._source, self._exact, self._not_plain = run, source, exact, not_plain
        self._shapes: dict[object, _Shape | None] = {}

    def value(self, column: Column, cell: str) -> ColumnValue:
        """The value of a cell as the list has it, as the column keeps it."""
        between, literals = computed_cells.parts_of(cell[len(MARK) :])
        values: list[Any] = []
        forms: list[object] = []
        for literal in literals:
            form = _form(literal, values)
            if form is None:
                return self._exact(column, cell)
            forms.append(form)
        key = id(column), between, tuple(forms)
        if key in self._shapes:
            shape = self._shapes[key]
        elif len(self._shapes) < _MOST_SHAPES:
            shape = self._shapes[key] = self._compiled(column, between, literals)
        else:
            shape = None
        if shape is None:
            return self._exact(column, cell)
        value = self._computed(shape, column, values)
        if shape.is_to_be_checked(values):
            exact = self._exact(column, cell)
            if type(value) is not type(exact) or value != exact:
                self._shapes[key] = None
                return exact
        return value

    def _computed(self, shape: _Shape, column: Column, values: list[Any]) -> ColumnValue:
        context = self._run.context
        said = len(context.diagnostics)
        shape.values.now = values
        try:
            value: Any = shape.evaluate(context, ((),))
            if value is not None and not shape.takes(value):
                value = store(column, value, context, as_error=True)
        except BinwriterError:
            value = None
        if value is None or len(context.diagnostics) > said:
            del context.diagnostics[said:]
            return self._not_plain
        return value  # type: ignore[no-any-return]

    def _compiled(self, column: Column, between: tuple[str, ...], literals: list[str]) -> _Shape | None:
        """None for what cannot be compiled without a look at its literals."""
        context, values = self._run.context, _Values()
        if context.sizes_decimals:
            return None
        said = len(context.diagnostics)
        tree = computed_cells.template(between, literals)
        for place, node in tree:
            literal = literals[place]
            other = "zq" * len(literal) if literal[0] == "'" else literal.translate(_OTHER_DIGITS)
            text = other[: len(text_of(literal))] if literal[0] == "'" else other
            made = Place(this=text, is_string=literal[0] == "'")
            made.meta.update({_PLACE: place, _VALUES: values})
            node.replace(made)
        try:
            compiled = self._run.compile(tree.root, self._source)
            evaluate = assignment_to(compiled, column.spec)
        except (BinwriterError, LookupError):
            evaluate = None
        if evaluate is None or len(context.diagnostics) > said:
            del context.diagnostics[said:]
            return None
        return _Shape(values, evaluate, stays_in(column.spec))


def _form(literal: str, values: list[Any]) -> object:
    """What literals have in common that may stand for one another, None for those that stand for themselves. Their
    value goes to the values."""
    if literal[0] == "'":
        text = text_of(literal)
        values.append(text)
        return -len(text).bit_length() if text.isascii() else None
    whole, point, fraction = literal.partition(".")
    if len(whole) > _MOST_DIGITS or not (whole + fraction).isdecimal():
        return None
    values.append(Decimal(literal) if point else int(literal))
    return len(whole), len(fraction) if point else None
