"""How who administers something registers: under the name of the kind of statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from binwriter.server.execution import Execution
from binwriter.server.guards.locked_tables import check_administration
from binwriter.sql.command_table import runs
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.statement.traits import CommandTrait

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.text.words import ParsedStatement
    from binwriter.statement.result import StatementResult

    Administer = Callable[[Execution, ParsedStatement, AdminSyntax, StatementContext, int], StatementResult]


# What commits where FLUSH and RESET do not, too (captured: 5.1.54/maintenance_in_transactions_statement).
_COMMIT_ALWAYS = frozenset({"lock_tables", "analyze", "optimize", "repair", "check"})


def administers(*names: str, unlogged: bool = False) -> Callable[[Administer], Administer]:
    """Registers for these kinds; those that commit do so before.

    unlogged: it changes what a server keeps, and nothing of it is logged.
    """

    def registered(work: Administer) -> Administer:
        @runs(*names)
        def run(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
            assert isinstance(parsed.node, AdminSyntax)
            always = parsed.node.command in _COMMIT_ALWAYS or runner.session.server.policy.administration_commits
            if CommandTrait.COMMITS_BEFORE in parsed.traits and always:
                runner.session.commit()
            check_administration(runner, parsed)
            if unlogged:
                runner.session.server.changed_past_the_log()
            return work(runner, parsed, parsed.node, context, clock)

        return work

    return registered
