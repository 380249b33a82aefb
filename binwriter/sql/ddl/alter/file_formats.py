"""Which ALTER TABLEs InnoDB of 5.5 and 5.6 looks at the page format for, to warn of what its file format lacks.

Source: captured on a 5.5.20 and a 5.6.21 (page_formats_altered_statement).
"""

from __future__ import annotations

from binwriter.catalog.tables import Column
from binwriter.mysql.behaviour import Behaviour
from binwriter.sql.syntax.alter_table import AlterTableSyntax, ChangeColumn, RenameTable, SetDefault

_OF_THE_DEFINITION = (SetDefault, RenameTable)


def is_unasked(
    syntax: AlterTableSyntax,
    before: tuple[Column, ...],
    after: tuple[Column, ...],
    behaviour: Behaviour,
    *,
    copies: bool,
) -> bool:
    """Whether InnoDB is not asked: 5.5 asks it where rows are copied, 5.6 of all but names and defaults."""
    if copies:
        return False
    if not behaviour.alters_in_place:
        return True
    options = syntax.options
    if options.written or options.shown or options.engine or options.charset or options.collation:
        return False
    changed = [(column.name, column.spec) for column in before] != [(column.name, column.spec) for column in after]
    return not changed and all(isinstance(action, (*_OF_THE_DEFINITION, ChangeColumn)) for action in syntax.actions)
