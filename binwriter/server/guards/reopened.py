"""A temporary table has one instance in its session: no statement names it twice.

Source: MySQL manual, "TEMPORARY Table Problems"; a server opens temporary tables before it asks for rights or looks for
any other table (captured: clusters/temporary_tables_reopened).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.session import Set, SetUserVariable, SetVariable
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.known_trees import nodes_in


def check_reopened(runner: Execution, statement: BoundStatement) -> None:
    """ER_CANT_REOPEN_TABLE, with the alias by which the table was named first."""
    if not runner.temporary:
        return
    aliases: dict[tuple[str, str], str] = {}
    made = statement.parsed.node
    if isinstance(made, CreateTableSyntax) and made.temporary:  # it is opened, too, if it is there
        aliases[made.schema or statement.context.database or "", made.name] = made.name
    for node in (node for tree in _trees(statement.parsed.node) for node in _opened(tree)):
        key = schema_of(node, statement.context.database) or "", node.name
        if runner.temporary.find(*key) is None:
            continue
        if key in aliases:
            raise mysql_error("ER_CANT_REOPEN_TABLE", aliases[key])
        aliases[key] = node.alias or node.name


def _trees(node: object) -> Iterator[Any]:
    if isinstance(node, AdminSyntax):  # EXPLAIN
        node = None if node.statement is None else node.statement.node
    if isinstance(node, CreateTableSyntax):
        node = node.select
    if isinstance(node, Set):
        values = (item.value for item in node.assignments if isinstance(item, _GIVES_VALUE))
        yield from (value for value in values if value is not None)
    elif isinstance(node, (exp.Query, exp.Values, exp.Insert, exp.Update, exp.Delete)):
        yield node


_GIVES_VALUE = (SetVariable, SetUserVariable)


def _opened(tree: exp.Expression) -> Iterator[exp.Table]:
    """The tables that the statement names; those of a common table as often as it is read."""
    common = {cte.alias: cte for cte in nodes_in(tree, exp.CTE)}
    if not common:
        yield from table_nodes(tree)
        return
    times: dict[int, int] = {}

    def reads(node: exp.Expression) -> int:
        """How often what stands there is read."""
        around = node.find_ancestor(exp.CTE)
        if around is None:
            return 1
        if id(around) not in times:
            times[id(around)] = 0  # one that names itself reads itself once
            named = (
                table
                for table in nodes_in(tree, exp.Table)
                if table.name == around.alias and not table.args.get("db") and common.get(table.name) is around
            )
            times[id(around)] = sum(map(reads, named))
        return times[id(around)]

    for node in table_nodes(tree):
        yield from [node] * reads(node)
