"""`binwriter.explain(...)`: what the package does, as one function."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import ModuleType

from binwriter.explain.model import Explanation
from binwriter.extras import naming_extras
from binwriter.formats.servers import NEWEST
from binwriter.scenario.given import Options, Scenario, option_lines


def explain(
    scenario: Scenario | Path | str, *, options: Options = (), server_version: str | None = None
) -> Explanation:
    """Runs a scenario, or a .sql file, and says of each statement why it is logged the way it is. Keeps no log.

    Parameters and errors are those of `binwriter.run`.
    """
    with naming_extras():
        from binwriter.explain.scenario import explain_scenario

        with tempfile.TemporaryDirectory(prefix="binwriter-explain-") as folder:
            profile = server_version or NEWEST.name
            return explain_scenario(Scenario.of(scenario).notation, folder, option_lines(options), profile=profile)


class CallableModule(ModuleType):
    """The package `binwriter.explain` stands where the function of that name is wanted, so it can be called."""

    __call__ = staticmethod(explain)
