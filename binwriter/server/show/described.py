"""What PREPARE tells of a SHOW's columns.

Of those alone that are queries, as on a server, and whether what they are about is there or not (captured:
tests/golden/wire/prepared_results).
"""

from __future__ import annotations

from binwriter.formats.records import replace
from binwriter.server.execution import Execution
from binwriter.server.show.selected import named_place, query_text, selection_of
from binwriter.server.show.show import handler_of, subject_of
from binwriter.sql.context import StatementContext
from binwriter.sql.query.described.result_columns import described
from binwriter.sql.query.run import Compiler
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.trees import parse_tree
from binwriter.statement.columns import ColumnFlag, ResultColumn

_COUNTERS = "performance_schema."
_OF_KEYS = ColumnFlag.PRIMARY_KEY | ColumnFlag.PART_KEY  # of which nothing is told of these


def describe(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> tuple[ResultColumn, ...]:
    """The columns; none for what is no query. MySQLError where no database is named or used."""
    words = subject_of(runner, syntax)
    found = selection_of(words) if handler_of(words) is None else None
    if found is None or found[1].untold:
        return ()
    known, chosen = found
    place = named_place(syntax, context, chosen)
    tree = parse_tree(query_text(replace(syntax, condition=""), place, known, chosen))
    columns = described(
        Compiler(runner.front_end.database_with(context, None, shows=True), context)(tree, None), prepared=True
    )
    if not chosen.table.startswith(_COUNTERS):
        return columns
    return tuple(replace(column, flags=column.flags & ~_OF_KEYS) for column in columns)
