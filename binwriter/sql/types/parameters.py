"""Which type a parameter of a prepared statement has: what stands beside it decides, or the function that takes it.

A parameter is a user variable here, by a name that is longer than any name may be and ends with its number. Source: the
answers of a 9.7.4 to COM_STMT_PREPARE (tests/golden/wire/parameters.json).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.sql.syntax.programs import Call
from binwriter.sql.types.functions import function_of
from binwriter.sql.types.parameter_kinds import ParameterKind
from binwriter.sql.types.record import Function

_MARK = "?" * 65  # a longer name than the parser lets users write (3061)


@dataclass(frozen=True)
class Standing:
    """Where a parameter stands. beside: the values that may give it their type, the first that is no parameter does.

    kind: its type when there is none. column: the place among the columns of the statement's table that it is for.
    matched: it is only compared as a text, of bytes or not. assigned: a column is set to it. call: of a stored program
    whose parameter of that number (argument) decides. first: the operand that gives it the type which it has when
    nothing else has one. open: without a giver it has the type that is asked of what it is part of; own: what stands
    here is asked for none. inner: it is part of what stands here.
    """

    kind: ParameterKind = ParameterKind.TEXT
    beside: tuple[exp.Expression, ...] = ()
    column: int | None = None
    matched: bool = False
    assigned: bool = False
    call: exp.Anonymous | Call | None = None
    argument: int = 0
    first: exp.Expression | None = None
    open: bool = False
    own: bool = False
    inner: bool = False

    @property
    def is_stored(self) -> bool:
        """Whether it is a column's new value as it stands: a text that is no moment stays a text there."""
        return not self.inner and (self.assigned or self.column is not None)

    @property
    def giver(self) -> exp.Expression | None:
        """What gives it its type."""
        given = next((node for node in self.beside if not _is_typeless(node)), None)
        return self.first if given is None and self.first is not None and number_of(self.first) is None else given


Rule = Callable[[exp.Expression, exp.Expression], Standing]
_TEXT, _WHOLE, _ITEM = Standing(), Standing(ParameterKind.INTEGER), Standing(own=True)


def spelled(number: int) -> str:
    """A parameter as SQL that the parser takes."""
    return f"@`{_MARK}{number}`"


def number_of(node: object) -> int | None:
    """Which parameter a node is; None for anything else."""
    node = node.unnest() if isinstance(node, exp.Paren) else node
    if not isinstance(node, exp.Parameter) or not (name := node.this.name).startswith(_MARK):
        return None
    return int(name[len(_MARK) :])


def parameters_in(tree: exp.Expression) -> Iterator[tuple[int, exp.Expression]]:
    """The parameters of a statement with their numbers, those in brackets with these."""
    for node in tree.find_all(exp.Parameter):
        if (number := number_of(node)) is not None:
            yield number, _in_brackets(node)


def _in_brackets(node: exp.Expression) -> exp.Expression:
    """With the brackets around it."""
    while isinstance(node.parent, exp.Paren):
        node = node.parent
    return node


def standing(place: exp.Expression, around: Standing = _TEXT) -> Standing:
    """Where the parameter at this place of a statement stands. around: where the statement does, if it is a value.

    An operator or a choice that has nothing but parameters has no type: it takes that which is asked of it, and gives
    it to them (captured: tests/golden/wire/parameters.json).
    """
    here = _standing_in(place, around)
    while here.open and here.giver is None:
        assert isinstance(place.parent, exp.Expression)
        place = _in_brackets(place.parent)
        above = _standing_in(place, around)
        kind = here.kind if above.own else above.kind
        here = replace(above, kind=kind, inner=True)
    return here


def _standing_in(place: exp.Expression, around: Standing) -> Standing:
    parent = place.parent
    if not isinstance(parent, exp.Expression):
        return around
    rule = _RULES.get(type(parent))
    if rule is not None:
        return rule(parent, place)
    if isinstance(parent, exp.Anonymous) and parent.name.upper() == "ROW":
        return _row(parent, place)
    function = function_of(parent)
    if place.index is not None:
        if function is not None:
            return _of_function(function, parent, place)
        if isinstance(parent, exp.Anonymous):
            return Standing(call=parent, argument=place.index)
    return _TEXT


def _shared(node: exp.Expression) -> Sequence[object]:
    """The operands that such an operator or choice has its type of; none of any other."""
    if isinstance(node, exp.Add | exp.Sub | exp.Mul | exp.Div | exp.Mod):
        operands = node.this, node.expression
        return () if any(isinstance(operand, exp.Interval) for operand in operands) else operands
    if isinstance(node, exp.Neg):
        return (node.this,)
    if isinstance(node, exp.If):
        return _present((node.args.get("true"), node.args.get("false")))
    if isinstance(node, exp.Case):
        results = (branch.args.get("true") for branch in node.args.get("ifs") or ())
        return _present((*results, node.args.get("default")))
    function = function_of(node)
    return node.expressions if function is not None and function.parameters.endswith(_OPEN) else ()


def _is_typeless(node: object) -> bool:
    """Whether it is made of nothing but parameters that have the type which is asked of it."""
    pending = [node]
    while pending:
        one = pending.pop()
        if number_of(one) is not None:
            continue
        one = one.unnest() if isinstance(one, exp.Paren) else one
        parts = _shared(one) if isinstance(one, exp.Expression) else ()
        if not parts:
            return False
        pending += parts
    return True


# --- operators


def _present(parts: Sequence[object]) -> tuple[exp.Expression, ...]:
    return tuple(part for part in parts if isinstance(part, exp.Expression))


def _all_but(place: exp.Expression, *parts: object) -> tuple[exp.Expression, ...]:
    """Up to the first that gives a type: a list may be of thousands."""
    others = []
    for part in parts:
        if part is not place and isinstance(part, exp.Expression):
            others.append(part)
            if not _is_typeless(part):
                break
    return tuple(others)


def _operator(kind: ParameterKind = ParameterKind.TEXT, *, is_open: bool = False) -> Rule:
    def rule(parent: exp.Expression, place: exp.Expression) -> Standing:
        other = _all_but(place, parent.this, parent.args.get("expression"))
        if other and isinstance(other[0], exp.Interval):
            return Standing(_moment_beside(other[0]))
        first = None if is_open or parent.this is place else parent.this
        return Standing(kind, other, first=first, open=is_open)

    return rule


def _compared(parent: exp.Expression, place: exp.Expression) -> Standing:
    """Beside =, which in SET assigns."""
    beside = _all_but(place, parent.this, parent.args.get("expression"))
    if beside and isinstance(beside[0], exp.Interval):
        return Standing(_moment_beside(beside[0]))
    assigned = parent.arg_key == "expressions" and isinstance(parent.parent, exp.Update | exp.OnConflict)
    assigned = assigned and place.arg_key == "expression"
    first = None if assigned or parent.this is place else parent.this
    return Standing(beside=beside, assigned=assigned, first=first)


def _always(kind: ParameterKind, *, is_open: bool = False) -> Rule:
    return lambda parent, place: Standing(kind, open=is_open)


def _between(parent: exp.Expression, place: exp.Expression) -> Standing:
    return Standing(beside=_all_but(place, parent.this, parent.args.get("low"), parent.args.get("high")))


def _in(parent: exp.Expression, place: exp.Expression) -> Standing:
    left = parent.this
    if left is not place and isinstance(left, exp.Expression) and not _is_typeless(left):
        return Standing(beside=(left,))
    return Standing(beside=_all_but(place, left, *parent.expressions))


def _like(parent: exp.Expression, place: exp.Expression) -> Standing:
    return Standing(beside=_all_but(place, parent.this, parent.args.get("expression")), matched=True)


def _is(parent: exp.Expression, place: exp.Expression) -> Standing:
    return _WHOLE if isinstance(parent.expression, exp.Boolean) else _TEXT


def _shift(parent: exp.Expression, place: exp.Expression) -> Standing:
    return _WHOLE if place.arg_key == "expression" else Standing(ParameterKind.BYTES)


def _row(parent: exp.Expression, place: exp.Expression) -> Standing:
    """In a row of values: of INSERT, or of a comparison with other rows."""
    above, index = parent.parent, place.index
    if above is None or index is None:
        return _TEXT
    values = above.parent if isinstance(above, exp.Tuple) and isinstance(parent, exp.Anonymous) else above
    if isinstance(values, exp.Values):  # of lines, or of ROW(..), each in one
        return Standing(column=index) if isinstance(values.parent, exp.Insert) else _ITEM
    if isinstance(above, exp.Interval):  # the function of that name
        return Standing(ParameterKind.INTEGER, _all_but(place, *parent.expressions))
    rows = _all_but(parent, above.this, above.args.get("expression"), *above.expressions)
    cells = [row.expressions for row in rows if isinstance(row, exp.Tuple | exp.Anonymous)]
    return Standing(beside=_present([cell[index] for cell in cells if len(cell) > index]))


# --- choices


def _case(parent: exp.Expression, place: exp.Expression) -> Standing:
    branches = parent.args.get("ifs") or ()
    if place.arg_key == "this":
        return Standing(beside=_present([branch.this for branch in branches]))
    results = (branch.args.get("true") for branch in branches)
    return Standing(beside=_all_but(place, *results, parent.args.get("default")), open=True)


def _if(parent: exp.Expression, place: exp.Expression) -> Standing:
    case = parent.parent
    if isinstance(case, exp.Case):
        branches = case.args.get("ifs") or ()
        if place.arg_key == "true":
            results = (branch.args.get("true") for branch in branches)
            return Standing(beside=_all_but(place, *results, case.args.get("default")), open=True)
        return (
            Standing(beside=_all_but(place, case.this, *(branch.this for branch in branches))) if case.this else _TEXT
        )
    if place.arg_key == "this":
        return _WHOLE
    return Standing(beside=_all_but(place, parent.args.get("true"), parent.args.get("false")), open=True)


# --- types and moments

_CASTS = {
    **dict.fromkeys(("BIGINT", "UBIGINT"), ParameterKind.INTEGER),
    "DECIMAL": ParameterKind.DECIMAL,
    **dict.fromkeys(("FLOAT", "DOUBLE"), ParameterKind.DOUBLE),
    "DATE": ParameterKind.DATE,
    **dict.fromkeys(("TIME", "DATETIME", "TIMESTAMP"), ParameterKind.DATETIME),
    "YEAR": ParameterKind.YEAR,
    "JSON": ParameterKind.CAST_TO_JSON,
    **dict.fromkeys(("BINARY", "VARBINARY"), ParameterKind.BYTES),
}
_OF_DAYS = frozenset({"DAY", "WEEK", "MONTH", "QUARTER", "YEAR", "YEAR_MONTH"})


def _cast(parent: exp.Expression, place: exp.Expression) -> Standing:
    target = parent.args["to"].this
    return Standing(_CASTS.get(getattr(target, "name", str(target)), ParameterKind.TEXT))


def _unit(node: exp.Expression) -> str:
    return node.text("unit").upper() or node.name.upper()


def _moment_beside(interval: exp.Expression) -> ParameterKind:
    return ParameterKind.DATE if _unit(interval) in _OF_DAYS else ParameterKind.DATETIME


def _interval(parent: exp.Expression, place: exp.Expression) -> Standing:
    unit = _unit(parent)
    if unit == "SECOND":
        return Standing(ParameterKind.DECIMAL)
    return _TEXT if "_" in unit else _WHOLE


def _selected(parent: exp.Expression, place: exp.Expression) -> Standing:
    """An item of a query: of one that an INSERT takes its rows from it is for a column."""
    into = isinstance(parent.parent, exp.Insert) and place.arg_key == "expressions"
    return Standing(column=place.index) if into else _ITEM if place.arg_key == "expressions" else _TEXT


def _named(parent: exp.Expression, place: exp.Expression) -> Standing:
    return _standing_in(parent, _ITEM)


_COMPARES, _ADDS = _operator(), _operator(ParameterKind.DOUBLE, is_open=True)
_RULES: dict[type[object], Rule] = {
    exp.EQ: _compared,
    **dict.fromkeys((exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ), _COMPARES),
    **dict.fromkeys((exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod), _ADDS),
    exp.IntDiv: _operator(ParameterKind.INTEGER),
    exp.Neg: _always(ParameterKind.DOUBLE, is_open=True),
    **dict.fromkeys(
        (exp.Not, exp.And, exp.Or, exp.Xor, exp.Where, exp.Having, exp.Join), _always(ParameterKind.INTEGER)
    ),
    **dict.fromkeys((exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor), _operator(ParameterKind.BYTES)),
    exp.BitwiseNot: _always(ParameterKind.BYTES),
    **dict.fromkeys((exp.BitwiseLeftShift, exp.BitwiseRightShift), _shift),
    exp.Between: _between,
    exp.In: _in,
    exp.Like: _like,
    exp.Is: _is,
    exp.Tuple: _row,
    exp.Case: _case,
    exp.If: _if,
    exp.Cast: _cast,
    exp.Interval: _interval,
    exp.Select: _selected,
    exp.Alias: _named,
    exp.Extract: _always(ParameterKind.DATETIME),
    exp.Chr: _always(ParameterKind.INTEGER),
    exp.JSONArrayContains: _always(ParameterKind.JSON),
    exp.WindowSpec: _always(ParameterKind.INTEGER),
    exp.Substring: lambda parent, place: _TEXT if place.arg_key == "this" else _WHOLE,
}


# --- functions

_OPEN = "^"
_LETTERS = {
    "s": ParameterKind.TEXT,
    "i": ParameterKind.INTEGER,
    "d": ParameterKind.DECIMAL,
    "f": ParameterKind.DOUBLE,
    "D": ParameterKind.DATE,
    "T": ParameterKind.TIME,
    "M": ParameterKind.DATETIME,
    "j": ParameterKind.JSON,
    "J": ParameterKind.DOCUMENT,
    "b": ParameterKind.BYTES,
    "g": ParameterKind.GEOMETRY,
}


def _of_function(function: Function, parent: exp.Expression, place: exp.Expression) -> Standing:
    """By `Function.parameters`."""
    arguments, index, letters = parent.expressions, place.index or 0, function.parameters or "s"
    if not arguments:
        return _TEXT
    if letters == "1":
        return Standing(beside=(arguments[0],)) if index else _TEXT
    if letters.endswith(("=", _OPEN)):
        return Standing(_LETTERS[letters[0]], _all_but(place, *arguments), open=letters.endswith(_OPEN))
    if isinstance(arguments[-1], exp.Interval):
        return Standing(_moment_beside(arguments[-1]))
    if function.name == "TIMESTAMPADD" and index == 2:
        return Standing(ParameterKind.DATE if arguments[0].name.upper() in _OF_DAYS else ParameterKind.DATETIME)
    return Standing(_LETTERS[letters[min(index, len(letters) - 1)]])
