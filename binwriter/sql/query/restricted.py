"""Tables whose rows are made when they are read: only those that the query's constants let through.

A server looks into its dictionary by database and table. Here the rows are made as a whole and sifted by the columns
that must equal a string, by the text of WHERE or by way of other columns, before they are joined. What is sifted out
could not have come through; the conditions themselves are asked all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.mysql.collation.keys import sort_key
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.storage.made_table import MadeTable

Place = tuple[str, str]  # alias and column, both in lower case; '' for a column that is named alone
_TEXTS = frozenset({ColumnType.VARCHAR, ColumnType.STRING})
_BINARY = 63


def restricted(data: MadeTable, alias: str, select: exp.Expression | None, context: StatementContext) -> MadeTable:
    """The table with the rows that may pass the query's WHERE."""
    if not isinstance(select, exp.Select):
        return data
    constants = _constants(select, context)
    tests = []
    for index, column in enumerate(data.definition.columns):
        spec = column.spec
        wanted = constants.get((alias.lower(), column.name.lower()), constants.get(("", column.name.lower())))
        if wanted is not None and spec.type in _TEXTS and spec.collation != _BINARY:
            tests.append((index, spec.collation, frozenset(sort_key(text, spec.collation) for text in wanted)))
    return data.sifted(tests) if tests else data


def _constants(select: exp.Select, context: StatementContext) -> dict[Place, frozenset[str]]:
    where = select.args.get("where")
    inner = [join for join in select.args.get("joins") or () if not join.args.get("side")]
    conditions = [where.this if where is not None else None, *(join.args.get("on") for join in inner)]
    texts_of: dict[Place, frozenset[str]] = {}
    for condition in conditions:
        for term in conjuncts(condition):
            place, texts = _texts(term, context)
            if place is not None and texts is not None:
                texts_of[place] = texts & texts_of.get(place, texts)
    equal = list(_equal(select, conditions))
    for _ in equal:
        for here, there in equal:
            for place, texts in list(texts_of.items()):
                if _same(place, here) and there not in texts_of:
                    texts_of[there] = texts
    return texts_of


def _same(one: Place, other: Place) -> bool:
    return one[1] == other[1] and (one[0] == other[0] or not other[0] or not one[0])


def _texts(node: exp.Expression, context: StatementContext) -> tuple[Place | None, frozenset[str] | None]:
    if isinstance(node, exp.EQ):
        for side, other in ((node.this, node.expression), (node.expression, node.this)):
            text = _text(other, context)
            if isinstance(side, exp.Column) and text is not None:
                return _place(side), frozenset({text})
    if isinstance(node, exp.In) and isinstance(node.this, exp.Column) and node.expressions:
        texts = [_text(member, context) for member in node.expressions]
        if None not in texts:
            return _place(node.this), frozenset(text for text in texts if text is not None)
    return None, None


def _text(node: exp.Expression, context: StatementContext) -> str | None:
    """The value of a string literal, or of DATABASE()."""
    inner = node.unnest()
    if isinstance(inner, exp.Literal) and inner.is_string:
        return str(inner.name)
    if isinstance(inner, exp.Anonymous) and str(inner.this).upper() in ("DATABASE", "SCHEMA"):
        return context.database
    return None


def _place(column: exp.Column) -> Place:
    return column.table.lower(), column.name.lower()


def _equal(select: exp.Select, conditions: list[exp.Expression | None]) -> Iterator[tuple[Place, Place]]:
    """Of columns that must be equal, whose value the other has. An outer join's condition restricts its inner side
    only; USING means the tables in front of it, not what is joined later and has such a column too (captured:
    clusters/keys_of_dictionary_joins)."""
    for left, right in _columns_of(conditions):
        yield left, right
        yield right, left
    source = select.args.get("from_")
    before = [source.this.alias_or_name.lower()] if source is not None else []
    for join in select.args.get("joins") or ():
        alias = join.this.alias_or_name.lower()
        for name in (used.name.lower() for used in join.args.get("using") or ()):
            for other in before:
                yield (other, name), (alias, name)
                yield (alias, name), (other, name)
        if join.args.get("side") == "LEFT":
            for left, right in _columns_of([join.args.get("on")]):
                yield from ((here, there) for here, there in ((left, right), (right, left)) if there[0] == alias)
        before.append(alias)


def _columns_of(conditions: Sequence[exp.Expression | None]) -> Iterator[tuple[Place, Place]]:
    for condition in conditions:
        for term in conjuncts(condition):
            left, right = (term.this, term.expression) if isinstance(term, exp.EQ) else (None, None)
            if isinstance(left, exp.Column) and isinstance(right, exp.Column):
                yield _place(left), _place(right)
