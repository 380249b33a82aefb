"""What a prepared statement opens, as it is now: a server prepares the statement anew when some of it is another.

A table is another one when it, one of its triggers or a program was defined anew, and when it was closed: by FLUSH
TABLES, TRUNCATE, OPTIMIZE; a view and all that it reads likewise. SHOW and CALL look at nothing. Source: a 9.7.4's
statement numbers and Com_stmt_reprepare (tests/golden/wire/prepared_anew.json).
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.server.execution import Execution
from binwriter.sql.binding.database import Database, schema_of
from binwriter.sql.binding.program_usage import functions_in
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.alter_table import AlterTableSyntax
from binwriter.sql.syntax.programs import SelectInto
from binwriter.sql.syntax.session import Set, SetUserVariable, SetVariable
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement

# what a server prepares anew at each EXECUTE but the first (captured: clusters/prepared_again)
PREPARED_EACH_TIME = (CreateTableSyntax, AlterTableSyntax)
# Of each object that is opened: what defines it, and how often it was closed.
_Versions = list[tuple[object, int]]


class OpenedObjects:
    """Of the prepared statements of a session, by name: what they open, and when that was looked at."""

    def __init__(self, runner: Execution) -> None:
        self._runner = runner
        self._known: dict[str, tuple[int, _Versions]] = {}

    def forget(self, name: str) -> None:
        """There is no such statement any more."""
        self._known.pop(name, None)

    def keep(self, name: str, parsed: ParsedStatement, context: StatementContext) -> None:
        """It is prepared."""
        versions = _versions(self._runner, parsed, context)
        if versions:
            self._known[name] = self._runner.session.server.definitions.count, versions

    def are_known(self, name: str) -> bool:
        """Whether nothing at all was defined since that was looked at."""
        known = self._known.get(name)
        return known is None or known[0] == self._runner.session.server.definitions.count

    def known(self, name: str) -> tuple[int, _Versions] | None:
        """To come back to where the statement cannot be prepared anew."""
        return self._known.get(name)

    def keep_old(self, name: str, old: tuple[int, _Versions] | None) -> None:
        """It could not be prepared anew: each EXECUTE tries that again."""
        if old is not None:
            self._known[name] = -1, old[1]

    def are_others(self, name: str, parsed: ParsedStatement, context: StatementContext) -> bool:
        """Whether something that it opens was defined anew or closed since it was prepared."""
        known, count = self._known.get(name), self._runner.session.server.definitions.count
        versions = None if known is None or known[0] == count else _versions(self._runner, parsed, context)
        if known is None or versions is None:
            return False
        self._known[name] = count, versions
        return len(versions) != len(known[1]) or any(
            new is not old or times != before for (new, times), (old, before) in zip(versions, known[1], strict=True)
        )


def _versions(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> _Versions | None:
    """None where something is not there: the statement ends before it looks at versions."""
    database = runner.front_end.database_of(context)
    try:
        return [opened for tree in _trees(parsed.node) for opened in _opened(tree, database, context.database)]
    except MySQLError:
        return None


def _trees(node: object) -> Iterator[exp.Expression]:
    if isinstance(node, SelectInto):
        node = node.parsed.node
    if isinstance(node, Set):
        given = (item.value for item in node.assignments if isinstance(item, SetUserVariable | SetVariable))
        yield from (value for value in given if value is not None)
    elif isinstance(node, exp.Expression):
        yield node


def _opened(tree: exp.Expression, database: Database, schema: str | None) -> Iterator[tuple[object, int]]:
    for kind, place, name in functions_in(tree, schema):
        yield database.programs.find(kind, place, name), 0
    for node in table_nodes(tree):
        named = schema_of(node, schema)
        view = database.view(named, node.name)
        if view is not None:
            yield view, 0
            yield from _opened(view_tree(view), database, named)
            continue
        data = database.table(named, node.name)
        yield data.definition, data.truncations + database.storage.closings
        for trigger in database.programs.triggers(data.definition.schema, data.definition.name):
            yield trigger, 0
