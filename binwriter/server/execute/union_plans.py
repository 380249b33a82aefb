"""EXPLAIN of UNION and its kin, and of INSERT .. SELECT, in the traditional form: rows of each query, and note 1003.

Captured: tests/golden/clusters/plans_of_unions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import Diagnostic
from binwriter.sql.context import StatementContext
from binwriter.sql.printing.plan_notes import understood
from binwriter.sql.printing.queries import QueryPrinter
from binwriter.sql.text.brackets import without_brackets
from binwriter.sql.text.words import ParsedStatement

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database

Row = tuple[Any, ...]
Plan = tuple[tuple[Row, ...], Diagnostic | None]
PlanOf = Callable[[ParsedStatement], Plan | None]

_MARK = "/* select#1 */"
_WORDS: dict[type[exp.Expression], str] = {exp.Union: "UNION", exp.Intersect: "INTERSECT", exp.Except: "EXCEPT"}
_ENDS = ("order", "limit", "offset")


@dataclass(frozen=True)
class _Part:
    """A query of the chain. operation: the node by which it is joined with those before, None of the first."""

    query: exp.Expression
    operation: exp.SetOperation | None

    @property
    def is_distinct(self) -> bool:
        return self.operation is not None and bool(self.operation.args.get("distinct"))

    @property
    def is_cut(self) -> bool:
        """Whether it has an order or limit of its own, and stands in brackets then."""
        return any(self.query.args.get(part) for part in _ENDS)


def plan_of_union(
    statement: ParsedStatement, database: Database, context: StatementContext, plan_of: PlanOf
) -> Plan | None:
    """plan_of: of one of its queries. None for what has other queries inside, or several kinds."""
    tree = statement.node
    if not isinstance(tree, exp.SetOperation) or tree.args.get("with_"):
        return None
    parts = list(_parts(tree, tree))
    kinds = {type(part.operation) for part in parts if part.operation is not None}
    if len(kinds) != 1 or any(not isinstance(part.query, exp.Select) for part in parts):
        return None
    word = _WORDS[kinds.pop()]
    sorts = tree.args.get("order") is not None
    gathered = max((n + 1 for n, part in enumerate(parts) if part.is_distinct), default=0)
    if (word != "UNION" and len(parts) > 2) or (sorts and 0 < gathered < len(parts)):
        return None
    rows: list[Row] = []
    texts: list[str | None] = []
    result = len(parts) + 1
    for number, part in enumerate(parts, 1):
        planned = plan_of(replace(statement, node=part.query))
        if planned is None:
            return None
        own, note = planned
        rows += [(number, "PRIMARY" if number == 1 else word, *row[2:]) for row in own]
        texts.append(None if note is None else note.message.replace(_MARK, f"/* select#{number} */"))
        if number == gathered or (sorts and not gathered and number == len(parts)):
            name = f"<{word.lower()}{','.join(str(n) for n in range(1, number + 1))}>"
            extra = "Using temporary; Using filesort" if sorts else "Using temporary"
            rows.append((result, f"{word} RESULT", name, None, "ALL", *(None,) * 6, extra))
    text = _text(tree, parts, texts, gathered, QueryPrinter(database, None))
    return tuple(rows), understood(text)


def _parts(node: exp.Expression, top: exp.Expression) -> Iterator[_Part]:
    """From the first to the last; a chain in brackets that ends in no order or limit is no other one."""
    operation: exp.SetOperation | None = None
    if isinstance(node, exp.SetOperation) and (node is top or not any(node.args.get(part) for part in _ENDS)):
        operation = node
        yield from _parts(_inner(node.this), top)
        rest = list(_parts(_inner(node.expression), top))
        yield _Part(rest[0].query, operation)
        for part in rest[1:]:
            yield _Part(part.query, operation if operation.args.get("distinct") else part.operation)
        return
    yield _Part(node, None)


def _inner(node: exp.Expression) -> exp.Expression:
    """What stands in brackets, where nothing stands behind them."""
    if not isinstance(node, exp.Subquery):
        return node
    return node if any(node.args.get(part) for part in _ENDS) else without_brackets(node)


def _text(
    tree: exp.SetOperation,
    parts: Sequence[_Part],
    texts: Sequence[str | None],
    gathered: int,
    printer: QueryPrinter,
) -> str | None:
    whole = ""
    for number, (part, text) in enumerate(zip(parts, texts, strict=True), 1):
        if text is None:
            return None
        shown = f"({text})" if part.is_cut else text
        word = "" if part.operation is None else f" {_WORDS[type(part.operation)].lower()} "
        is_within = part.is_distinct or number < gathered
        every = "" if part.operation is None or is_within else "all "
        whole += f"{word}{every}{shown}"
        if number == gathered < len(parts):
            whole = f"({whole})"
    return whole + printer.end_of(tree)


def plan_of_insert(
    statement: ParsedStatement, database: Database, context: StatementContext, plan_of: PlanOf
) -> Plan | None:
    """INSERT and REPLACE of the rows of a query."""
    tree = statement.node
    query = tree.expression if isinstance(tree, exp.Insert) else None
    if not isinstance(tree, exp.Insert) or not isinstance(query, (exp.Select, exp.SetOperation)):
        return None
    node = tree.this.this if isinstance(tree.this, exp.Schema) else tree.this
    if not isinstance(node, exp.Table) or query.args.get("with_"):
        return None
    planned = plan_of(replace(statement, node=query))
    if planned is None:
        return None
    word = "REPLACE" if statement.command.startswith("replace") else "INSERT"
    rows, note = planned
    schema = node.text("db") or context.database or ""
    target = f"{quoted(schema)}.{quoted(node.name)}"
    same = any(each.name == node.name and (each.text("db") or schema) == schema for each in query.find_all(exp.Table))
    if same and rows:
        rows = (_buffered(rows[0]), *rows[1:])
    text = None
    if note is not None and tree.args.get("conflict") is None:
        columns = [f"{target}.{quoted(c.name)}" for c in tree.this.expressions] if node is not tree.this else []
        ignore = " ignore" if "IGNORE" in statement.modifiers else ""
        shown = note.message.replace(f"{_MARK} select", f"{_MARK} select sql_buffer_result") if same else note.message
        listed = f"({','.join(columns)}) " if columns else ""
        text = f"{word.lower()}{ignore} into {target} {listed}{shown}"
    told = ((1, word, node.alias or node.name, None, "ALL", *(None,) * 7), *rows)
    return told, understood(text)


def _buffered(row: Row) -> Row:
    """The first table, of which a copy is made before rows are put into it."""
    extra = [word for word in str(row[-1] or "").split("; ") if word]
    if "Using temporary" not in extra:
        place = next((n for n, word in enumerate(extra) if word == "Using filesort"), len(extra))
        extra.insert(place, "Using temporary")
    return (*row[:-1], "; ".join(extra))
