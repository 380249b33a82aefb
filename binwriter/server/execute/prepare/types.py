"""The types of a statement's parameters: what gives each its type is described as a query over the same tables."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.values.digits import whole_number
from binwriter.server.execute.prepare.givers import Asked, described_givers, given_by
from binwriter.server.execute.prepare.places import PARAMETER, Places, counts_rows, parsed_with_nulls, with_values
from binwriter.server.execute.prepare.trees import Programs, trees_of
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments.numbers import LAST_DATE, moment_of
from binwriter.sql.expressions.moments.temporal import parse_datetime
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.text.meta_keys import OF_PARAMETER
from binwriter.sql.text.trees import row_cells
from binwriter.sql.text.words import ParsedStatement
from binwriter.sql.types import function_of
from binwriter.sql.types.parameter_kinds import JSONS, ParameterKind
from binwriter.sql.types.parameters import number_of, parameters_in, spelled, standing
from binwriter.statement.columns import ResultColumn
from binwriter.statement.facts import UserVariable
from binwriter.statement.result import StatementResult

NUMBERS = (ParameterKind.INTEGER, ParameterKind.UNSIGNED, ParameterKind.DECIMAL, ParameterKind.DOUBLE)
_NUMBERS = frozenset(NUMBERS)
_STATEMENTS = (exp.Select, exp.Update, exp.Delete, exp.Insert)


@dataclass(frozen=True)
class ParameterTypes:
    """kinds: by parameter. columns: what clients are told of them. depending: the items of the query that have some;
    alone: the parameters that are an item by themselves; stored: those that are a column's value; unasked:
    those whose kind no operand gives. is_kept: a table keeps the query's rows: its columns are others once it runs.
    plain: the items that are a parameter, or a query for one. members: what documents are made of; names: their
    members' names."""

    kinds: tuple[ParameterKind, ...]
    columns: tuple[ResultColumn, ...]
    depending: frozenset[int] = frozenset()
    alone: frozenset[int] = frozenset()
    stored: frozenset[int] = frozenset()
    unasked: frozenset[int] = frozenset()
    is_kept: bool = False
    plain: frozenset[int] = frozenset()
    members: frozenset[int] = frozenset()
    names: frozenset[int] = frozenset()


def types_of(
    runner: Execution, looked_at: LookedAt, places: Places, counts: Sequence[int], context: StatementContext
) -> ParameterTypes:
    """The parameters' types. counts: which of them stand behind LIMIT."""
    kinds = [ParameterKind.UNSIGNED if number in counts else ParameterKind.TEXT for number in range(len(places))]
    columns = [kind.column for kind in kinds]
    if not looked_at.has_variables:  # NULL may stand where no variable may
        return ParameterTypes(tuple(kinds), tuple(columns))
    parsed = looked_at.parsed
    statements: dict[int, exp.Expression | None] = {}
    asked: list[Asked] = []
    stored: set[int] = set()
    unasked: set[int] = set()
    members: set[int] = set()
    names: set[int] = set()
    titles: dict[int, str] = {}
    programs = Programs(runner, context)
    for tree, around in trees_of(parsed.node):
        for number, place in parameters_in(tree):
            of_document = _in_document(place)
            if of_document is not None:
                (names if of_document else members).add(number)
            standing_there = standing(place, around)
            if standing_there.is_stored:
                stored.add(number)
            called = programs.column_of(standing_there)
            given = (standing_there.kind, standing_there.kind.column) if called is None else given_by(called)
            kinds[number], columns[number] = given
            if isinstance(place.parent, exp.Alias) and isinstance(place.parent.parent, exp.Select):
                titles[number] = place.parent.alias
            scope = _statement_around(place, statements)
            giver = exp.Star() if standing_there.column is not None else standing_there.giver
            if giver is None:
                unasked.add(number)
            elif scope is not None or giver.find(exp.Column) is None:
                asked.append(Asked(number, standing_there, giver, scope))
    for number, given in described_givers(runner, parsed, asked, kinds, context):
        kinds[number], columns[number] = given
    node = parsed.node
    return ParameterTypes(
        tuple(kinds),
        tuple(replace(column, name=titles.get(number, column.name)) for number, column in enumerate(columns)),
        _depending(node),
        _alone(node),
        frozenset(stored),
        frozenset(unasked),
        _is_kept(node),
        _plain(node),
        frozenset(members),
        frozenset(names),
    )


def _in_document(place: exp.Expression) -> bool | None:
    """Whether a parameter is the name of a document's member, not its value; None for what is neither."""
    function = place.parent
    if not isinstance(function, exp.Anonymous) or place.index is None:
        return None
    record = function_of(function)
    if record is None or record.members is None:
        return None
    first, step = record.members
    if place.index >= first and (place.index - first) % step == 0:
        return False
    return True if record.name == "JSON_OBJECT" else None


@dataclass(frozen=True)
class LookedAt:
    """A statement with a variable of its own in the place of each parameter, and 0 behind LIMIT: nothing is known of
    their values. Where no variable may stand, with NULL (has_variables)."""

    parsed: ParsedStatement
    has_variables: bool


def looked_at(text: str, places: Places) -> LookedAt:
    """See there."""
    names = [
        # a name in ` that is behind it at once would be a part of its own
        "0" if counts_rows(text, start) else spelled(number) + " " * text.startswith("`", end)
        for number, (start, end) in enumerate(places)
    ]
    try:
        return LookedAt(parse_statement(with_values(text, places, names)), has_variables=True)
    except MySQLError:
        return LookedAt(parsed_with_nulls(text, places), has_variables=False)


def _statement_around(place: exp.Expression, known: dict[int, exp.Expression | None]) -> exp.Expression | None:
    """known: of nodes of this tree that were passed: a chain of thousands of conditions is gone through once."""
    passed: list[int] = []
    node: exp.Expression | None = place
    while node is not None and id(node) not in known and not isinstance(node, _STATEMENTS):
        passed.append(id(node))
        above = node.parent
        node = above if isinstance(above, exp.Expression) else None
    around = node if node is None else known.get(id(node), node)
    for node_passed in passed:
        known[node_passed] = around
    return around


def columns_of(
    runner: Execution,
    text: str,
    places: Places,
    kinds: tuple[ParameterKind, ...],
    context: StatementContext,
    *,
    prepared: bool = True,
) -> tuple[ResultColumn, ...]:
    """What the result of a query will be with parameters of these types (none: they have no types); a parameter stands
    in a column's name as ?. prepared: as PREPARE tells it, not EXECUTE."""
    nulls = [kind.null for kind in kinds] or [PARAMETER] * len(places)
    values = ["0" if counts_rows(text, start) else null for (start, _), null in zip(places, nulls, strict=True)]
    try:
        parsed = parse_statement(with_values(text, places, values))
        _mark_parameters(parsed)
        described = runner.front_end.described(parsed, context, prepared=prepared)
    except MySQLError:
        if not places:
            raise
        return ()  # with NULL in the place of its parameters: it is refused when it has them
    alone = "" if "null" in text.lower() else "NULL"  # as an item that is nothing else is called

    def named(name: str) -> str:
        return "?" if name and name == alone else _without_values(name)

    return tuple(
        replace(column, name=named(column.name), original_name=named(column.original_name)) for column in described
    )


def _mark_parameters(parsed: ParsedStatement) -> None:
    """A text that a client gives has the collation of its connection as a literal has it, not as CAST gives it: beside
    a column it follows (captured: tests/golden/wire/parameters_beside_texts.json)."""
    if isinstance(parsed.node, exp.Expression):
        for cast in parsed.node.find_all(exp.Cast):
            if isinstance(cast.this, exp.Null):
                cast.meta[OF_PARAMETER] = True


_NULLS = tuple(sorted({kind.null for kind in ParameterKind} | {PARAMETER}, key=len, reverse=True))


def _without_values(name: str) -> str:
    """The name of a column with ? where a NULL stands for a parameter."""
    for null in _NULLS:
        name = name.replace(null, "?")
    return name


_ANY_ITEM = frozenset(range(4096))  # of a table's columns, which are no more


def _depending(node: object) -> frozenset[int]:
    if isinstance(node, exp.SetOperation):
        return _depending(node.this) | _depending(node.expression)
    if isinstance(node, exp.Subquery):
        return _depending(node.this)
    if isinstance(node, exp.Values):
        return frozenset(place for line in node.expressions for place in _with_parameters(row_cells(line)))
    if not isinstance(node, exp.Select):
        return frozenset()
    sources = (node.args.get("from_"), node.args.get("with_"), *(node.args.get("joins") or ()))
    if any(source is not None and _reads_parameters(source) for source in sources):
        return _ANY_ITEM
    return frozenset(_with_parameters(node.expressions))


def _with_parameters(items: Sequence[exp.Expression]) -> Iterator[int]:
    return (place for place, item in enumerate(items) if _has_parameters(item))


def _has_parameters(node: exp.Expr) -> bool:
    return any(number_of(parameter) is not None for parameter in node.find_all(exp.Parameter))


def _reads_parameters(source: exp.Expression) -> bool:
    """Whether a query within it, a derived table's or a common one, has some."""
    return any(_has_parameters(query) for query in source.find_all(exp.Subquery, exp.CTE))


def _alone(node: object) -> frozenset[int]:
    items = node.expressions if isinstance(node, exp.Select) else []
    numbers = (number_of(item.this if isinstance(item, exp.Alias) else item) for item in items)
    return frozenset(number for number in numbers if number is not None)


def _is_kept(node: object) -> bool:
    """Whether its rows go through a table before they are sent."""
    if isinstance(node, exp.Select):
        if node.args.get("distinct") or node.args.get("group"):
            return True
        return any(item.find(exp.Window) is not None for item in node.expressions)
    return isinstance(node, exp.SetOperation)


def _plain(node: object) -> frozenset[int]:
    if isinstance(node, exp.Values):
        return frozenset(place for line in node.expressions[:1] for place in _that_are(row_cells(line)))
    return frozenset(_that_are(node.expressions)) if isinstance(node, exp.Select) else frozenset()


def _that_are(items: Sequence[exp.Expression]) -> Iterator[int]:
    return (place for place, item in enumerate(items) if _is_parameter(item))


def _is_parameter(item: exp.Expression) -> bool:
    node = item.this if isinstance(item, exp.Alias) else item
    if isinstance(node, exp.Subquery) and isinstance(node.this, exp.Select) and len(node.this.expressions) == 1:
        return _is_parameter(node.this.expressions[0])
    return number_of(node) is not None


# --- what is bound


def bound_kinds(kinds: Sequence[ParameterKind], values: Sequence[UserVariable | None]) -> tuple[ParameterKind, ...]:
    """The types that the parameters have with these values. kinds: those of the execution before, or of PREPARE."""
    known: dict[tuple[ParameterKind, int], ParameterKind] = {}  # a variable may stand for many parameters
    bound = []
    for kind, value in zip(kinds, values, strict=True):
        if value is not None and not (value.moment or value.unsigned) and kind in _STAYS.get(type(value.value), ()):
            bound.append(kind)
            continue
        key = kind, id(value)
        if (found := known.get(key)) is None:
            found = known[key] = _bound_kind(kind, value)
        bound.append(found)
    return tuple(bound)


def rebound(
    first: tuple[ParameterKind, ...],
    before: tuple[ParameterKind, ...],
    values: Sequence[UserVariable | None],
    counts: Collection[int] = (),
) -> tuple[ParameterKind, ...]:
    """The types with these values of parameters that had such types before; where one of several is another now, the
    statement is prepared anew, and all of them are what they are at first with these values, but for what is no
    number, which is a text (captured: tests/golden/wire/changing_values, cluster texts_prepared_anew). counts: as of
    `differ`.
    """
    # what is cast to JSON is what it is given, each time (captured: clusters/json_parameters_in_turn)
    before = tuple(kind if kind is ParameterKind.CAST_TO_JSON else now for kind, now in zip(first, before, strict=True))
    kinds = bound_kinds(before, values)
    if kinds == before or len(kinds) == 1:
        return kinds
    anew = bound_kinds(_of_numbers(first, values), values)
    return _texts_as_such(first, anew, values) if differ(before, kinds, counts) else anew


def _of_numbers(first: Sequence[ParameterKind], values: Sequence[UserVariable | None]) -> tuple[ParameterKind, ...]:
    """What was a DOUBLE for want of anything better is the number that it is given."""
    return tuple(
        ParameterKind.INTEGER
        if kind is ParameterKind.DOUBLE and value is not None and type(value.value) in (int, Decimal)
        else kind
        for kind, value in zip(first, values, strict=True)
    )


def _texts_as_such(
    first: Sequence[ParameterKind], anew: Sequence[ParameterKind], values: Sequence[UserVariable | None]
) -> tuple[ParameterKind, ...]:
    return tuple(
        ParameterKind.TEXT if {old, now} <= _NUMBERS and _is_no_number(value) else now
        for old, now, value in zip(first, anew, values, strict=True)
    )


def _is_no_number(variable: UserVariable | None) -> bool:
    value = None if variable is None or variable.moment else variable.value
    return type(value) is str and number_in(value) is None


def differ(before: Sequence[ParameterKind], kinds: Sequence[ParameterKind], counts: Collection[int]) -> bool:
    """Whether a parameter has another type now; behind LIMIT it has none. The statement is prepared anew then."""
    pairs = enumerate(zip(before, kinds, strict=True))
    return any(old is not new and number not in counts for number, (old, new) in pairs)


def _bound_kind(kind: ParameterKind, variable: UserVariable | None) -> ParameterKind:
    """The type that a parameter of that type has with such a value: numbers and texts are made what it is, as far as
    they can be; other values bring their own type."""
    value = None if variable is None else variable.value
    if value is None or variable is None:
        return kind
    if isinstance(value, str) and variable.moment:
        return _moment(kind, variable.moment)
    if kind is ParameterKind.DATE and _has_time(value):
        return ParameterKind.DATETIME
    if isinstance(value, str | bytes):
        return ParameterKind.DECIMAL if kind in WHOLE and _is_no_integer(value, kind) else kind
    if kind in (ParameterKind.DATE, ParameterKind.TIME, ParameterKind.DATETIME, ParameterKind.DOUBLE):
        return kind
    if isinstance(value, float):
        return ParameterKind.DOUBLE
    if isinstance(value, Decimal):
        return ParameterKind.DECIMAL
    unsigned = variable.unsigned
    if kind in (ParameterKind.DECIMAL, ParameterKind.YEAR) or (kind is ParameterKind.BITS and unsigned):
        return kind
    return ParameterKind.UNSIGNED if unsigned else ParameterKind.INTEGER


def _has_time(value: str | bytes | float | Decimal) -> bool:
    """Of a text or a number that is a moment (captured: tests/golden/wire/moments_bound)."""
    if isinstance(value, str | bytes):
        moment, has_time, _ = parse_datetime(value.decode("latin-1") if isinstance(value, bytes) else value)
        return moment is not None and has_time
    return value > LAST_DATE and moment_of(value) is not None


WHOLE = (ParameterKind.INTEGER, ParameterKind.UNSIGNED)
_OF_ANY_NUMBER = frozenset({ParameterKind.TIME, ParameterKind.DATETIME, ParameterKind.DOUBLE})
# what `_bound_kind` leaves as it is, by the value's type, which is neither a moment nor unsigned
_STAYS = {
    str: frozenset(ParameterKind) - {*WHOLE, ParameterKind.DATE},
    int: _OF_ANY_NUMBER | {ParameterKind.INTEGER, ParameterKind.DECIMAL, ParameterKind.YEAR},
    Decimal: _OF_ANY_NUMBER | {ParameterKind.DECIMAL},
}

_NUMBER = pattern(r"\s*([-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d{1,2})?)\s*", re.ASCII)


def _is_no_integer(value: str | bytes, kind: ParameterKind) -> bool:
    """Whether a text is a number that no BIGINT is; of an unsigned one neither with a minus (captured:
    clusters/texts_beside_unsigned)."""
    text = number_in(value)
    if text is None:
        return False
    if kind is ParameterKind.UNSIGNED:
        return not (text.lstrip("+").isdigit() and whole_number(text) < 1 << 64)
    return not (text.lstrip("+-").isdigit() and -(1 << 63) <= whole_number(text) < 1 << 63)


def number_in(value: str | bytes) -> str | None:
    """The number that a text is."""
    match = _NUMBER.fullmatch(value.decode("latin-1") if isinstance(value, bytes) else value)
    return None if match is None else match[1]


MOMENTS = {"DATE": ParameterKind.DATE, "TIME": ParameterKind.TIME, "TIMESTAMP": ParameterKind.DATETIME}


def _moment(kind: ParameterKind, moment: str) -> ParameterKind:
    actual = MOMENTS[moment]
    if kind is ParameterKind.DATETIME or (kind is ParameterKind.TIME and actual is ParameterKind.DATETIME):
        return kind
    if kind is ParameterKind.DATE and actual is ParameterKind.TIME:
        return ParameterKind.DATETIME
    return actual


_UNMADE = frozenset({ParameterKind.BITS, *JSONS, ParameterKind.GEOMETRY})


def described_typed(
    runner: Execution,
    result: StatementResult,
    prepared: tuple[ResultColumn, ...],
    text: str,
    places: Places,
    types: ParameterTypes,
    kinds: tuple[ParameterKind, ...],
    clock: int,
) -> StatementResult:
    """What is made of parameters is described with their types, not with what the values look like.

    prepared: the columns with the types that PREPARE found; kinds: those of the values.
    """
    described = result.described
    if described is None or len(result.columns) != len(prepared) or not _UNMADE.isdisjoint(kinds):
        return result

    def typed() -> tuple[ResultColumn, ...]:
        columns = prepared
        if kinds != types.kinds or types.is_kept:
            context = runner.new_context(clock)
            columns = columns_of(runner, text, places, kinds, context, prepared=not types.is_kept) or columns
        plain = described()
        return tuple(columns[place] if place in types.depending else plain[place] for place in range(len(prepared)))

    return replace(result, described=typed)
