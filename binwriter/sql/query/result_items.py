"""What is known of the columns of a query beyond their types: which stored column they show, and whether NULL.

For CREATE TABLE .. SELECT; as a 9.7.4 makes its columns (tests/golden/scenarios/create_types.scn).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.sql.expressions.scope import SourceColumn
from binwriter.sql.expressions.types import CompiledExpression, Kind
from binwriter.sql.query.select import Select, without_brackets
from binwriter.sql.query.setops import Filtered
from binwriter.sql.text.dialect import TYPED_LITERAL
from binwriter.sql.types import ALWAYS_NULLABLE, Measure, called, lookup_in, measure

__all__ = ["FIRST_NOT_NULL", "NullRules", "ResultItem", "result_items"]


@dataclass(frozen=True, slots=True)
class NullRules:
    """Which functions may answer NULL though none of their arguments is.

    strings: those that make a string, under a strict mode from 5.7 on. known: up to 5.7 those of a list, else all but
    those of a list.
    """

    strings: bool = True
    known: bool = False


# by the id of a query below: the query, which keeps the id its own, and its items, those taken and those to come
KnownItems = dict[int, tuple[object, Iterator["ResultItem"], list["ResultItem"]]]


class ResultItem:
    """What is known of an item of the select list beyond its type.

    expression: None in a UNION, whose further queries are in others.
    """

    def __init__(
        self,
        expression: CompiledExpression | None,
        node: exp.Expression | None,
        select: Select | None,
        rules: NullRules = NullRules(),
        others: tuple[ResultItem, ...] = (),
        known: KnownItems | None = None,
    ) -> None:
        self._known = {} if known is None else known
        self._behind: tuple[Column | None, bool] | None = None
        self.others = others  # of a UNION's further queries
        self.parts_answer: Callable[[Iterator[bool]], bool] = any  # from the queries' answers to that of the whole
        self.rules = rules
        self.expression = expression
        node = node.this if isinstance(node, exp.Alias) else node
        self.node = without_brackets(node) if node is not None else None
        self.is_window = isinstance(self.node, exp.Window)
        if isinstance(self.node, exp.Window):  # has the type of its function
            self.node = self.node.this
        self.select = select

    def stored(self, node: exp.Expression | None) -> Column | None:
        """The stored column that a node reads."""
        found = self._source(node)
        return None if found is None else found[0]

    def is_direct(self, node: exp.Expression | None) -> bool:
        """Whether a node reads a stored column itself, not through a view or derived table."""
        column = self._place(node)
        return column is not None and column[0].made_by is None

    def _source(self, node: exp.Expression | None) -> tuple[Column | None, bool] | None:
        found = self._place(node)
        return None if found is None else self._shown(*found)

    def _place(self, node: exp.Expression | None) -> tuple[SourceColumn, bool] | None:
        """The column of a source that a node reads, and whether an outer join may make it NULL."""
        if self.select is None or not isinstance(node, exp.Column):
            return None
        for position, source in enumerate(self.select.from_sources):
            if node.text("table") and source.alias != node.text("table"):
                continue
            index = source.index(node.name)
            if index is not None:
                return source.columns[index], position in self.select.nullable_sources
        return None

    def _shown(self, column: SourceColumn, nullable: bool) -> tuple[Column | None, bool]:
        """The stored column behind a source's, and whether it may be NULL. A view and a derived table have items."""
        if column.made_by is None:
            return column.column, nullable or column.column is None or column.column.spec.nullable
        stored, made_null = self._made(column).shown()
        return stored, nullable or made_null

    def shown(self) -> tuple[Column | None, bool]:
        """The stored column that the item is, and whether it may be NULL; found out once (views stand on views)."""
        if self._behind is None:
            made_null = self.may_be_null()
            self._behind = self.stored(self.node) if self.expression is not None else None, made_null
        return self._behind

    def _made(self, column: SourceColumn) -> ResultItem:
        assert column.made_by is not None
        query, index = column.made_by
        kept = self._known.get(id(query))
        if kept is None:
            kept = self._known[id(query)] = query, result_items(query, rules=self.rules, known=self._known), []
        _, items, found = kept
        found += islice(items, index + 1 - len(found)) if index >= len(found) else ()
        return found[index]

    def behind(self, node: exp.Expression | None) -> ResultItem | None:
        """The item of the view or derived table whose column a node reads."""
        found = self._place(node)
        return None if found is None or found[0].made_by is None else self._made(found[0])

    def measured(self, node: exp.Expression) -> Measure | None:
        """The measure of a column."""
        return None if self.select is None else lookup_in(self.select.from_sources)(node)

    def may_be_null(self) -> bool:
        """Whether the column may be NULL, its further queries considered."""
        return self.parts_answer(one.nullable(one.node) for one in (self, *self.others))

    def nullable(self, node: exp.Expression | None) -> bool:
        """Whether the value may be NULL, as far as a server says so."""
        node = node.this if isinstance(node, (exp.Paren, exp.Alias)) else node
        if node is None or isinstance(node, (exp.Null, exp.Div, exp.IntDiv, exp.Mod, exp.Parameter)):
            return True
        if isinstance(node, exp.Column):
            found = self._source(node)
            return found is None or found[1]
        if isinstance(node, _ANSWER_ALWAYS):
            return False
        if isinstance(node, exp.PropertyEQ):  # @name := value
            return self.nullable(node.expression)
        if isinstance(node, (exp.Neg, exp.Not)):
            return self.nullable(node.this)
        if isinstance(node, exp.Subquery):
            return self._may_be_empty(node.this)
        if isinstance(node, (exp.Add, exp.Sub)) and any(
            isinstance(one, exp.Interval) for one in (node.this, node.expression)
        ):
            return True
        if isinstance(node, exp.If):
            return any(self.nullable(node.args.get(branch)) for branch in ("true", "false"))
        if isinstance(node, exp.Case):
            results = [branch.args.get("true") for branch in node.args.get("ifs") or ()]
            return any(map(self.nullable, (*results, node.args.get("default"))))
        if isinstance(node, (exp.In, exp.Between)):
            return any(self.nullable(one) for one in node.iter_expressions())
        if isinstance(node, (exp.Binary, exp.Connector)):
            return self.nullable(node.this) or self.nullable(node.expression)
        if isinstance(node, exp.Cast):
            if node.meta.get(TYPED_LITERAL):
                return False
            if self.rules.known and not self.rules.strings and not node.to.is_type(*exp.DataType.TEMPORAL_TYPES):
                return self.nullable(node.this)
            kind = self.expression.type.kind if self.expression is not None and node is self.node else None
            return kind not in (Kind.INT, Kind.DECIMAL, Kind.REAL) or self.nullable(node.this)
        name = str(node.this).upper() if isinstance(node, exp.Anonymous) else node.key.upper()
        if name == "UNIX_TIMESTAMP":
            return any(self.nullable(argument) for argument in node.expressions)
        if name in _NEVER_NULL or isinstance(node, exp.CurrentTimestamp):
            return False
        if name in FIRST_NOT_NULL and not (self.rules.known and name == "COALESCE"):
            return all(self.nullable(argument) for argument in node.expressions)
        if self.rules.known:
            return self._nullable_up_to_5_7(node)
        if name in _BY_ARGUMENTS:
            return any(self.nullable(argument) for argument in node.expressions)
        return True

    def _nullable_up_to_5_7(self, node: exp.Expression) -> bool:
        name, arguments = called(node)
        if name in ALWAYS_NULLABLE:
            return True
        found = measure(node, self.measured)
        kind = found.kind if found is not None else None
        if node is self.node and self.expression is not None:
            kind = self.expression.type.kind
        if kind is Kind.STRING and self.rules.strings and name not in FIRST_NOT_NULL:
            return True
        return any(map(self.nullable, (*arguments, *node.expressions)))

    def _may_be_empty(self, query: exp.Expression) -> bool:
        """Whether a subquery may give NULL: from a table there may come no row."""
        if isinstance(query, exp.SetOperation):
            return self._may_be_empty(query.this) or self._may_be_empty(query.expression)
        if not isinstance(query, exp.Select):
            return True
        source = query.args.get("from_")
        if source is not None and source.name.upper() != "DUAL":
            return True
        return any(map(self.nullable, query.expressions))


_ANSWER_ALWAYS = (
    *(exp.Literal, exp.Boolean, exp.HexString, exp.BitString, exp.National, exp.Introducer),
    *(exp.Is, exp.NullSafeEQ, exp.Exists, exp.Count),
)
_NEVER_NULL = frozenset(
    {
        *("NOW", "CURDATE", "CURTIME", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "SYSDATE"),
        *("CONNECTION_ID", "LAST_INSERT_ID", "COUNT", "VERSION", "ROW_COUNT", "FOUND_ROWS", "PI"),
        *("ROW_NUMBER", "RANK", "DENSE_RANK", "NTILE", "PERCENT_RANK", "CUME_DIST", "GROUPING"),
        *("ISNULL", "COERCIBILITY", "FIELD", "SLEEP", "UUID_SHORT", "RAND", "BIT_AND", "BIT_OR", "BIT_XOR", "INTERVAL"),
        *("UTC_DATE", "UTC_TIME", "UTC_TIMESTAMP", "CURRENTDATE", "CURRENTTIMESTAMP", "LOCALTIMESTAMP"),
    }
)
FIRST_NOT_NULL = frozenset({"IFNULL", "COALESCE"})
_BY_ARGUMENTS = frozenset(
    {
        "ABS",
        "LENGTH",
        "CHAR_LENGTH",
        "GREATEST",
        "LEAST",
        "FLOOR",
        "CEIL",
        "CEILING",
        "SIGN",
        "ROUND",
        "TRUNCATE",
        "STRCMP",
        "FIND_IN_SET",
        "MAKE_SET",
        "PERIOD_ADD",
        "PERIOD_DIFF",
        "JSON_OVERLAPS",
        "BIT_COUNT",
    }
)


def result_items(compiled: object, *, rules: NullRules, known: KnownItems | None = None) -> Iterator[ResultItem]:
    """The items of a query, in order; endlessly, where nothing is known of them.

    known: the items of the views and derived tables below that were asked for before.
    """
    known = {} if known is None else known
    if isinstance(compiled, Select):
        for expression, node in zip(compiled.items, compiled.nodes, strict=True):
            yield ResultItem(expression, node, compiled, rules, known=known)
        return
    parts = getattr(compiled, "parts", None)
    if (seed := getattr(compiled, "seed", None)) is not None:  # a recursive CTE has its seed's types, and NULL
        parts = (seed,)
    first = parts[0] if parts else None
    if isinstance(first, Select):
        further = [part for part in parts or () if isinstance(part, Select) and part is not first]
        for position, node in enumerate(first.nodes):
            others = tuple(ResultItem(None, part.nodes[position], part, known=known) for part in further)
            others += (ResultItem(None, None, None),) if seed is not None else ()
            item = ResultItem(None, node, first, others=others, known=known)
            if isinstance(compiled, Filtered):  # a row of INTERSECT stands in all queries, one of EXCEPT in the first
                item.parts_answer = all if compiled.keep else next
            yield item
        return
    while True:
        yield ResultItem(None, None, None)
