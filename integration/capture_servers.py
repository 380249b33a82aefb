"""Which server a scenario is captured on: one that many share, or one of its own."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.scenario.notation import Scenario, StepKind
from binwriter.scenario.options import effective_options

_ENDS_THE_SERVER = frozenset((StepKind.RESTART, StepKind.SHUTDOWN, StepKind.CRASH))


_OUTLIVES_DATABASES = re.compile(
    r"\bINTO\s+(OUT|DUMP)FILE\b|\bTABLESPACE\b|\bSPATIAL\s+REFERENCE\b"
    r"|^\s*(INSERT|REPLACE|UPDATE|DELETE|TRUNCATE|ALTER|CREATE|DROP|RENAME)\b[^(]*?\b(mysql|sys)`?\s*\."
    r"|^\s*USE\s+`?(mysql|sys)\b",
    re.IGNORECASE,
)


def needs_own_server(scenario: Scenario) -> bool:
    """Whether a server that others use too is not for it.

    It has server options, ends or restarts its server, or leaves there what outlives the databases.
    """
    return bool(scenario.server_options) or any(
        step.kind in _ENDS_THE_SERVER or _OUTLIVES_DATABASES.search(step.text) for step in scenario.steps
    )


def is_down_at_the_end(scenario: Scenario) -> bool:
    """Whether the scenario leaves its server stopped."""
    lives = [step.kind for step in scenario.steps if step.kind in _ENDS_THE_SERVER]
    return bool(lives) and lives[-1] is not StepKind.RESTART


@contextlib.contextmanager
def server_for(scenario: Scenario, shared: MySQLServer) -> Iterator[MySQLServer]:
    """The shared server, or one of its own for a scenario that needs it."""
    if not needs_own_server(scenario):
        yield shared
        return
    with running_server([f"--{option}" for option in effective_options(scenario)], own=True) as own:
        yield own
