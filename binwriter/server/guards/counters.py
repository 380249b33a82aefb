"""Status variables that a server counts and binwriter does not are refused by name where a statement asks for one, and
where it would put all of them into rows. SHOW STATUS, and queries of whole tables, have 0 for them (docs/serve.md).
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.server.execution import Execution
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.database import schema_of
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.statement.traits import CommandTrait

_TABLES = frozenset({"global_status", "session_status"})
_BY = "status_by_"
_NAME = "variable_name"


def check_counters(_runner: Execution, statement: BoundStatement) -> None:
    """UnsupportedError."""
    parsed, own = statement.parsed, statement.context.database
    text = parsed.words_text.lower()
    if "status" not in text or not (own == "performance_schema" or "performance_schema" in text):
        return
    query = parsed.node.select if isinstance(parsed.node, CreateTableSyntax) else parsed.node
    if not isinstance(query, exp.Expression):
        return
    keeps = query is not parsed.node or CommandTrait.CHANGES_ROWS in parsed.traits
    for table in query.find_all(exp.Table):
        if _is_of_status(table, own):
            _check(list(_asked_for(table)), keeps=keeps)


def _is_of_status(table: exp.Table, own: str | None) -> bool:
    name = table.name.lower()
    return (name in _TABLES or name.startswith(_BY)) and (schema_of(table, own) or "").lower() == "performance_schema"


def _asked_for(table: exp.Table) -> Iterator[str]:
    """The names that the query's condition leaves, where it names them one by one."""
    query = table.find_ancestor(exp.Select)
    where = query.args.get("where") if query is not None else None
    for condition in where.this.flatten() if where is not None and isinstance(where.this, exp.And) else [where]:
        condition = condition.this if isinstance(condition, exp.Where) else condition
        if isinstance(condition, exp.EQ):
            sides = [condition.this, condition.expression]
        elif isinstance(condition, exp.In):
            sides = [condition.this, *condition.expressions]
        else:
            continue
        names = [side.name for side in sides if isinstance(side, exp.Literal)]
        if len(names) == len(sides) - 1 and any(side.name.lower() == _NAME for side in sides):
            yield from names


def _check(names: list[str], *, keeps: bool) -> None:
    from binwriter.server.system.status import is_uncounted

    for name in names:
        if is_uncounted(name):
            raise UnsupportedError(f"the status variable {name}: what it counts is not counted here")
    if keeps and not names:
        raise UnsupportedError("rows of all status variables: some of them are not counted here")
