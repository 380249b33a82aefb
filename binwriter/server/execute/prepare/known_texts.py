"""Statements that are prepared again: what PREPARE found of a text is so until a definition or a setting is another.

Clients that prepare each statement anew before they run it send the same texts; the statements share their plans, too.
"""

from __future__ import annotations

from binwriter.server.execute.prepare.kept import Preparation
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext

_MOST = 256  # texts of a state
_LONGEST = 4096  # characters

Known = dict[str, Preparation]  # by text


def of(runner: Execution, context: StatementContext) -> Known | None:
    """The texts that are known in the state in which the session is; None where more than that counts."""
    nested = runner.session.in_call or context.program_names is not None
    state = None if nested or runner.quick is None else runner.quick.state()
    return None if state is None else runner.prepared.known_texts.come_to(state, {})


def keep(known: Known, text: str, preparation: Preparation) -> None:
    """What was found of one."""
    if len(text) <= _LONGEST:
        if len(known) >= _MOST:
            known.clear()
        known[text] = preparation
