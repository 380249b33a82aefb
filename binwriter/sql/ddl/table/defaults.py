"""DEFAULT expressions in DDL: what cannot be logged, and the Rand event that a server writes for RAND().

Source: error 1674 and the Rand events as a 9.7.4 gives them (tests/golden/scenarios/unsafe_families_*.scn).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from binwriter.catalog.tables import Table
from binwriter.formats.events import Rand
from binwriter.formats.patterns import pattern
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.binding.unsafe_reasons import calls_unsafe_function
from binwriter.sql.syntax.alter_table import AddColumn, AlterTableSyntax

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

_RAND = pattern(r"\brand\s*\(", re.IGNORECASE)


def check_added_defaults(run: DdlRun, syntax: AlterTableSyntax) -> None:
    """ALTER TABLE fills a new column by a copy, which cannot be logged if its DEFAULT is unsafe.

    ER_BINLOG_UNSAFE_SYSTEM_FUNCTION (1674), before the table is looked for; a warning under binlog_format=STATEMENT
    (captured: clusters/unsafe_defaults_added).
    """
    variables, policy = run.context.variables, run.context.server.policy.unsafe
    if not variables.settings.sql_log_bin:
        return
    for action in syntax.actions:
        default = action.column.default if isinstance(action, AddColumn) else None
        if default is not None and default.text and calls_unsafe_function(default.text, policy):
            as_error = variables.settings.binlog_format is not BinlogFormat.STATEMENT
            run.context.error_or_warning("ER_BINLOG_UNSAFE_SYSTEM_FUNCTION", as_error=as_error)


def calls_rand(*tables: Table) -> bool:
    """Whether a DEFAULT does."""
    return any(_RAND.search(column.default_sql) for table in tables for column in table.columns)


def seeds_of_defaults(run: DdlRun, *tables: Table) -> tuple[Rand, ...]:
    """The Rand event before DDL that opens a table whose DEFAULTs call RAND().

    None is written in row form, which MIXED takes when the statement itself has an unsafe function.
    """
    if not calls_rand(*tables):
        return ()
    binlog_format = run.context.variables.get("binlog_format")
    unsafe = binlog_format == "MIXED" and calls_unsafe_function(run.parsed.words_text, run.context.server.policy.unsafe)
    if binlog_format == "ROW" or unsafe:
        return ()
    return (Rand(seed1=run.context.session.rand.seed1, seed2=run.context.session.rand.seed2),)
