"""Statements of accounts that may ask for so many in an hour (`catalog.resources`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.resources import QUERIES, UPDATES
from binwriter.sql.binding.named_tables import CHANGES_TABLE
from binwriter.statement.traits import CommandTrait

if TYPE_CHECKING:
    from binwriter.server.execution import Execution
    from binwriter.sql.binding.bound import BoundStatement

_CHANGES = CommandTrait.DEFINES | CommandTrait.MAKES_TABLES
# Commands of the protocol that run statements and count for none (as a 9.7.4 counts: wire/query_counts).
_UNCOUNTED = frozenset({"Close stmt", "Connect", "Execute", "Init DB", "Prepare"})


def check_statement(runner: Execution, statement: BoundStatement) -> None:
    """A client's statement counts, whether it may run or not; what changes anything counts twice."""
    session = runner.session
    name = session.account
    if name is None or runner.in_substatement or statement.context.parsed_before:  # EXECUTE has counted
        return
    if session.client.command in _UNCOUNTED:
        return
    account = runner.front_end.catalog.accounts.get(name)
    if account is None or not any(account.limits.values()):
        return
    used, now = session.server.connected.used, session.server.chance.clock()
    used.count(name, account, QUERIES, now)
    changes = bool(statement.targets) or any(table.use in CHANGES_TABLE for table in statement.named)
    if changes or statement.parsed.traits & _CHANGES:
        used.count(name, account, UPDATES, now)
