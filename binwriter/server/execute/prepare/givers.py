"""What gives the parameters of a statement their types: values beside them, described as a query over its tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.records import dataclass, replace
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.text.words import ParsedStatement
from binwriter.sql.types.parameter_kinds import BYTES, JSONS, ParameterKind, kind_beside
from binwriter.sql.types.parameters import Standing, number_of
from binwriter.statement.columns import ColumnFlag, ResultColumn

Given = tuple[ParameterKind, ResultColumn]


@dataclass(frozen=True)
class Asked:
    """A parameter that another value gives its type. giver: that value, or a star for a column of the statement's
    table; scope: the statement around it, if it is in one."""

    number: int
    standing: Standing
    giver: exp.Expression
    scope: exp.Expression | None

    def waits_for(self, pending: Collection[int]) -> bool:
        """Whether what gives it its type is made of parameters that have none yet."""
        return any(number_of(node) in pending for node in self.giver.find_all(exp.Parameter))


def described_givers(
    runner: Execution,
    parsed: ParsedStatement,
    asked: Sequence[Asked],
    kinds: list[ParameterKind],
    context: StatementContext,
) -> Iterator[tuple[int, Given]]:
    """Of each parameter that something gives its type: that type; none of one that cannot be told. kinds: of all
    parameters, those that are known as they come."""
    waiting = list(asked)
    while waiting:
        pending = {one.number for one in waiting}
        ready = [one for one in waiting if not one.waits_for(pending)] or waiting
        waiting = [one for one in waiting if one not in ready] if len(ready) < len(waiting) else []
        by_scope: dict[int, list[Asked]] = {}
        for one in ready:
            by_scope.setdefault(id(one.scope), []).append(one)
        for of_scope in by_scope.values():
            yield from _described(runner, parsed, of_scope[0].scope, of_scope, kinds, context)


def _described(
    runner: Execution,
    parsed: ParsedStatement,
    scope: exp.Expression | None,
    asked: Sequence[Asked],
    kinds: Sequence[ParameterKind],
    context: StatementContext,
) -> list[tuple[int, Given]]:
    found: list[tuple[int, Given]] = []
    rows = [ask for ask in asked if isinstance(ask.giver, exp.Star)]
    values = [ask for ask in asked if not isinstance(ask.giver, exp.Star)]
    if values:
        items = [_with_kinds(ask.giver, kinds) for ask in values]
        columns = _columns(runner, parsed, scope, items, context)
        if columns is None:  # one of them may be wrong
            for ask, item in zip(values, items, strict=True):
                alone = _columns(runner, parsed, scope, [item], context)
                found += [(ask.number, _given(ask.standing, alone[0]))] if alone else []
        else:
            found += [(ask.number, _given(ask.standing, column)) for ask, column in zip(values, columns, strict=True)]
    if rows:
        assert scope is not None
        insert = scope if isinstance(scope, exp.Insert) else scope.find_ancestor(exp.Insert)
        assert insert is not None
        into = insert.this
        named = into.expressions if isinstance(into, exp.Schema) else []
        targets: list[exp.Expression] = [exp.Column(this=name.copy()) for name in named] or [exp.Star()]
        columns = _columns(runner, parsed, insert, targets, context) or []
        for ask in rows:
            place = ask.standing.column
            assert place is not None
            if place < len(columns):
                found.append((ask.number, _given(ask.standing, columns[place])))
    return found


def given_by(column: ResultColumn, collation: int = 0) -> Given:
    """What a value that is described so gives. collation: of a text."""
    kind = kind_beside(column)
    return kind, kind.column_in(collation)


def _given(asked: Standing, described: tuple[ResultColumn, int]) -> Given:
    column, collation = described
    if not asked.matched:
        return given_by(column, collation)
    kind = kind_beside(column)
    made = ParameterKind.BYTES if kind in BYTES and kind not in JSONS else ParameterKind.TEXT
    told = made.column_in(collation if kind is made else 0)
    return made, replace(told, flags=ColumnFlag.BINARY) if kind in JSONS else told


def _columns(
    runner: Execution,
    parsed: ParsedStatement,
    scope: exp.Expression | None,
    items: Sequence[exp.Expression],
    context: StatementContext,
) -> list[tuple[ResultColumn, int]] | None:
    """The items, selected from the tables of a statement, or also from those of the statements around it: how they are
    described, and their collations."""
    described = _described_in(runner, parsed, _selected_from(scope, items), context)
    above = _around(scope)
    if described is not None or above is None:
        return described
    select = _selected_from(scope, items)
    while above is not None and described is None:
        described = _described_in(runner, parsed, _selected_from(above, items, within=scope), context)
        _join_tables(select, above, scope)
        if described is None and select.args.get("from_"):
            described = _described_in(runner, parsed, select.copy(), context)
        above = _around(above)
    return described


def _around(scope: exp.Expression | None) -> exp.Expression | None:
    """The statement that a query is part of."""
    found = None if scope is None else scope.find_ancestor(exp.Select, exp.Update, exp.Delete, exp.Insert)
    return found if isinstance(found, exp.Expression) else None


def _join_tables(select: exp.Select, above: exp.Expression, within: exp.Expression | None) -> None:
    """The query's rows beside those of the statement around it."""
    around = _selected_from(above, (), within=within)
    joins = [*(select.args.get("joins") or ()), *(around.args.get("joins") or ())]
    source = around.args.get("from_")
    if source is not None and select.args.get("from_"):
        joins.insert(len(select.args.get("joins") or ()), exp.Join(this=source.this.copy()))
    elif source is not None:
        select.set("from_", source.copy())
    select.set("joins", joins)
    if around.args.get("with_") and not select.args.get("with_"):
        select.set("with_", around.args["with_"].copy())


def _selected_from(
    scope: exp.Expression | None, items: Sequence[exp.Expression], within: exp.Expression | None = None
) -> exp.Select:
    """The items, of a statement's tables, but for the one that has the query `within`."""
    select = exp.Select(expressions=list(items))
    if isinstance(scope, exp.Select):
        for part in ("from_", "joins", "with_"):
            if scope.args.get(part):
                select.set(part, _copied(scope.args[part], within))
    elif isinstance(scope, exp.Insert):
        into = scope.this
        select.set("from_", exp.From(this=(into.this if isinstance(into, exp.Schema) else into).copy()))
    elif scope is not None:
        using = scope.args.get("using")
        select.set("from_", exp.From(this=(using[0] if using else scope.this).copy()))
    return select


def _described_in(
    runner: Execution, parsed: ParsedStatement, select: exp.Select, context: StatementContext
) -> list[tuple[ResultColumn, int]] | None:
    """None where that cannot be."""
    conditions = len(context.diagnostics)
    try:
        described: list[tuple[ResultColumn, int]] = runner.front_end.described_with_collations(
            replace(parsed, node=select), context
        )
        return described
    except (MySQLError, UnsupportedError):
        return None
    finally:
        del context.diagnostics[conditions:]


def _copied(part: object, within: exp.Expression | None) -> object:
    if isinstance(part, list):
        return [child.copy() for child in part if within is None or not _has(child, within)]
    return part.copy()  # type: ignore[attr-defined]


def _has(tree: exp.Expression, node: exp.Expression) -> bool:
    """Whether the node is part of that tree."""
    above: exp.Expr | None = node
    while above is not None and above is not tree:
        above = above.parent
    return above is not None


def _with_kinds(item: exp.Expression, kinds: Sequence[ParameterKind]) -> exp.Expression:
    """With NULLs of their types in the place of parameters."""
    copied = item.copy()
    for node in list(copied.find_all(exp.Parameter)):
        if (number := number_of(node)) is not None:
            null = _null(kinds[number]).copy()
            if node is copied:
                return null
            node.replace(null)
    return copied


@lru_cache(maxsize=len(ParameterKind))
def _null(kind: ParameterKind) -> exp.Expression:
    select = parse_statement(f"SELECT {kind.null}").node
    assert isinstance(select, exp.Select)
    null: exp.Expression = select.expressions[0]
    return null.this if isinstance(null, exp.Alias) else null
