"""The select list: its items, what * stands for, and how the columns of the result are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.compile import compile_expression, position_of
from binwriter.sql.expressions.moments.timezone import without_zone
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import INT_TYPE, CompiledExpression
from binwriter.sql.query.described import system as system_columns
from binwriter.sql.query.sources import FromClause
from binwriter.sql.text.meta_keys import NAMED_HERE, TITLE
from binwriter.sql.text.operands import fitted_title
from binwriter.sql.text.tree_text import is_star, tree_text
from binwriter.sql.text.trees import without_parentheses
from binwriter.sql.text.words import JOINED, loosened
from binwriter.sql.types import is_aggregate

COPIED = "copied"  # of a SELECT's meta: its rows go into a table, see `selected_rows.mark_copied`


@dataclass(frozen=True)
class SelectItem:
    """An item of the select list: the column's name in the result, and its node for aliases and ORDER BY."""

    name: str
    expression: CompiledExpression
    node: exp.Expression


# why a subquery may not name an item of the list
_LATER, _OF_GROUP = "forward reference in item list", "reference to group function"


class SelectList:
    """The select list of one exp.Select whose FROM clause is resolved. scope: in which its items are compiled."""

    def __init__(self, node: exp.Expression, clause: FromClause, scope: Scope) -> None:
        self._node = node
        self._from = clause
        self._scope = scope

    def items(self) -> list[SelectItem]:
        """Those of the text, with the columns that * stands for."""
        items: list[SelectItem] = []
        listed = self._scope.listed
        all_of = _ANYTHING if is_of_exists(self._node) else None
        named = [node for node in self._node.expressions if isinstance(node, exp.Alias)]
        listed.update((node.alias.lower(), _LATER) for node in named)
        for node in self._node.expressions:
            if isinstance(node, exp.Star):
                items += self._all_columns() if all_of is None else [all_of]
            elif isinstance(node, exp.Column) and isinstance(node.this, exp.Star):
                items += self._columns_of(node) if all_of is None else [all_of]
            else:
                aggregates = self._aggregates()
                expression = compile_expression(node, self._scope)
                items.append(SelectItem(self._named_by_view(node) or title(node), expression, node))
                if isinstance(node, exp.Alias) and listed[node.alias.lower()] is _LATER:
                    listed[node.alias.lower()] = _OF_GROUP if self._aggregates() > aggregates else expression
        return items

    def _aggregates(self) -> int:
        """How many there are so far."""
        return 0 if self._scope.aggregates is None else len(self._scope.aggregates.calls)

    def _named_by_view(self, node: exp.Expression) -> str | None:
        """A column of a view that is merged into the query is called as the view calls it (captured: answers)."""
        inner = without_parentheses(node)
        if NAMED_HERE in node.meta:
            return None
        place = self._scope.place_of(inner)
        if place is None:
            return None
        source = self._from.sources[place[0]]
        is_view = source.table is not None and system_columns.names_its_columns(source.table.schema, source.table.name)
        return source.columns[place[1]].name if is_view or source.is_merged else None

    def _all_columns(self) -> list[SelectItem]:
        if all(not source.columns for source in self._from.sources):  # DUAL has none
            raise mysql_error("ER_NO_TABLES_USED")
        return [self._column_item(position, index) for position, index in self._from.shown]

    def _columns_of(self, node: exp.Expression) -> list[SelectItem]:
        table, schema = node.text("table"), node.text("db") or None
        for position, source in enumerate(self._from.sources):
            if source.alias == table and schema in (None, source.schema):
                return [self._column_item(position, i) for i, column in enumerate(source.columns) if column.is_visible]
        raise mysql_error("ER_BAD_TABLE_ERROR", table)

    def _column_item(self, source: int, index: int) -> SelectItem:
        name = self._from.sources[source].columns[index].name
        return SelectItem(name, self._scope.read(source, index), exp.column(name, self._from.sources[source].alias))


# what * is there
_ANYTHING = SelectItem(
    "1", CompiledExpression(INT_TYPE, lambda context, row: 1, "1", constant=True), exp.Literal.number(1)
)


def is_of_exists(node: exp.Expression) -> bool:
    """Whether it is EXISTS that asks for the rows of a query, or of the UNION that it is part of: what they are made of
    is nothing to it (captured: clusters/items_of_exists)."""
    while isinstance(node.parent, (exp.Subquery, exp.SetOperation)):
        node = node.parent
    return isinstance(node.parent, exp.Exists)


def title(node: exp.Expression) -> str:
    """The result column's name: the alias, the column's name, or the expression's text."""
    if isinstance(node, exp.Alias):
        return str(node.alias)
    inner = without_parentheses(node)
    if isinstance(inner, exp.Column):
        return inner.name
    if isinstance(inner, exp.Literal):
        return fitted_title(str(inner.this), _LONGEST_STRING) if inner.is_string else str(inner.this)
    if isinstance(inner, (exp.Null, exp.National, exp.Introducer)) or _is_of_strings(inner):
        node = inner
    if isinstance(node, exp.Anonymous) and node.name.upper() == "NAME_CONST" and node.expressions:
        return str(node.expressions[0].name)
    if _is_of_strings(node):
        name = _string_name(node.expressions[0])  # 'a' 'b' is one string, called by its beginning
        if name is not None:
            return fitted_title(name, _LONGEST_STRING)
    if isinstance(node, (exp.National, exp.Introducer)) and (name := _string_name(node)) is not None:
        return fitted_title(name, _LONGEST_STRING)
    if isinstance(node, (exp.Null, exp.Boolean)) or TITLE not in node.meta:
        node.meta[TITLE] = tree_text(node)
    return fitted_title(loosened(str(node.meta[TITLE])).replace(JOINED, "||"), _LONGEST_STRING)


_LONGEST_STRING = 255  # bytes of a text that its column is called by
_STRINGS = (exp.Literal, exp.National, exp.Introducer)


def _is_of_strings(node: exp.Expression) -> bool:
    return isinstance(node, exp.Concat) and isinstance(node.expressions[0], _STRINGS)


def _string_name(node: exp.Expression) -> str | None:
    """What a string in quotes is called, its character set left out; None for others, which have no name of their own
    (captured: clusters/names_of_introduced)."""
    text = node.expression if isinstance(node, exp.Introducer) else node
    text = text.expressions[0] if isinstance(text, exp.Concat) else text
    return str(text.this) if isinstance(text, (exp.Literal, exp.National)) else None


def item_at(position: int, items: Sequence[SelectItem], clause: str) -> SelectItem:
    """What a place means. ER_BAD_FIELD_ERROR where the list has none."""
    if not 1 <= position <= len(items):
        raise mysql_error("ER_BAD_FIELD_ERROR", position, clause)
    return items[position - 1]


def item_index(node: exp.Expression, items: Sequence[SelectItem]) -> int | None:
    """The select item that an ORDER BY item names by position, alias, its text or the same expression."""
    position = position_of(node)
    if position is not None:
        return position - 1
    if isinstance(node, exp.Column):
        called = [place for place, item in enumerate(items) if item.name.lower() == node.name.lower()]
        called = [place for place in called if not (node.text("table") or isinstance(items[place].node, exp.Column))]
        made = (place for place in called if not isinstance(items[place].node.unalias(), exp.Column))
        return next(made, called[0] if called else None)
    return next((place for place, item in enumerate(items) if item.node.unalias() == node), None)


def names_of(items: Sequence[exp.Expression], titles: Sequence[str] = ()) -> dict[str, exp.Expression]:
    """What ORDER BY, GROUP BY and HAVING may call the items: their aliases and, of one without an alias, its text or
    its column's name. In lower case; of several the first that is no column, an alias before a column's name
    (captured: clusters/items_called_by_their_text). titles: of the items, where they are known."""
    listed = zip(titles or [title(item) for item in items], items, strict=True)
    named = [(name.lower(), item) for name, item in listed if not is_star(item)][::-1]
    columns: dict[str, exp.Expression] = {name: item for name, item in named if isinstance(item, exp.Column)}
    renamed: dict[str, exp.Expression] = {name: item.this for name, item in named if isinstance(item, exp.Alias)}
    bare = [(name, item.this if isinstance(item, exp.Alias) else item) for name, item in named]
    return {**columns, **renamed, **{name: item for name, item in bare if not isinstance(item, exp.Column)}}


# --- names of two columns of the list: ORDER BY, GROUP BY and HAVING cannot say which one is meant (captured:
# clusters/ambiguous_names). A column that is listed twice is one; an expression that has the name is taken before
# anything behind it is looked at.


def check_ordered(node: exp.Expression, items: Sequence[SelectItem], scope: Scope) -> None:
    """An item of ORDER BY or GROUP BY; inside of an expression columns of the tables come first. ER_NON_UNIQ_ERROR."""
    for column in own_columns(node):
        if column is node or not scope.has(column.name):
            _check(column, items, scope)


def check_tested(node: exp.Expression, items: Sequence[SelectItem], scope: Scope) -> None:
    """HAVING, whose names are those of the list everywhere. ER_NON_UNIQ_ERROR."""
    for column in own_columns(node):
        _check(column, items, scope)


def own_columns(node: exp.Expression, *, qualified: bool = False) -> Iterator[exp.Column]:
    """The names of the query's own, outside of aggregate functions and subqueries, from left to right.

    qualified: those with a table, too.
    """

    def is_another(part: exp.Expr) -> bool:
        return isinstance(part, exp.Query) or (isinstance(part, exp.Anonymous | exp.AggFunc) and is_aggregate(part))

    for part in node.walk(bfs=False, prune=is_another):
        if isinstance(part, exp.Column) and isinstance(part.this, exp.Identifier) and (qualified or not part.table):
            yield part


def _check(column: exp.Column, items: Sequence[SelectItem], scope: Scope) -> None:
    name, meant = column.name.lower(), None
    for item in items:
        if item.name.lower() != name:
            continue
        node = item.node.unalias()
        place = table_place(node, scope) if isinstance(node, exp.Column) else None
        if place is None:
            return
        if meant not in (None, place):
            raise mysql_error("ER_NON_UNIQ_ERROR", column.name, scope.clause)
        meant = place


def table_place(node: exp.Column, scope: Scope) -> tuple[object, ...] | None:
    """Which column of the tables it is; None for what is none."""
    try:
        return scope.place_of(node)
    except MySQLError:
        return None


def copied(item: SelectItem, query: exp.Expression) -> CompiledExpression:
    """What is read of an item whose values go into a table: who stores them knows whether the zone is asked for."""
    node = item.node.this if isinstance(item.node, exp.Alias) else item.node
    kept = query.args.get("distinct") or query.args.get("group") or isinstance(query.parent, exp.SetOperation)
    if item.expression.stored is not None and not kept:  # else they go by a temporary table
        return replace(item.expression, eval=item.expression.stored, stored=None)
    read = without_zone(without_parentheses(node), item.expression)
    return item.expression if read is item.expression.eval else replace(item.expression, eval=read)
