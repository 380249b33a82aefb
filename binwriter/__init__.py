"""binwriter: the logging half of a MySQL server, without the server.

    from binwriter import Server, Scenario, run, explain, generate, read_log, verify

Each name is imported when it is first used: `import binwriter` itself takes a millisecond. What a package of an extra
is needed for raises MissingExtraError where it is missing, which names the extra. Steps are logged by the logger
`binwriter` (see `logging`), which shows nothing by default.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import binwriter.late  # noqa: F401  before any other of the package

__version__ = "0.1.0"

if TYPE_CHECKING:
    from binwriter.api.calls import Verification, generate, run, verify
    from binwriter.api.events import Change, Event, read_log
    from binwriter.errors import BinwriterError, MissingExtraError, MySQLError
    from binwriter.explain.call import explain
    from binwriter.scenario.given import Scenario
    from binwriter.server.server import Server
    from binwriter.server.session import Session

# public name -> the module that has it
_HOMES = {
    "BinwriterError": "binwriter.errors",
    "Change": "binwriter.api.events",
    "Event": "binwriter.api.events",
    "MissingExtraError": "binwriter.errors",
    "MySQLError": "binwriter.errors",
    "Scenario": "binwriter.scenario.given",
    "Server": "binwriter.server.server",
    "Session": "binwriter.server.session",
    "Verification": "binwriter.api.calls",
    "generate": "binwriter.api.calls",
    "read_log": "binwriter.api.events",
    "run": "binwriter.api.calls",
    "verify": "binwriter.api.calls",
}

__all__ = [
    "BinwriterError",
    "Change",
    "Event",
    "MissingExtraError",
    "MySQLError",
    "Scenario",
    "Server",
    "Session",
    "Verification",
    "__version__",
    "explain",
    "generate",
    "read_log",
    "run",
    "verify",
]


def __getattr__(name: str) -> object:
    """A public name, imported now."""
    home = _HOMES.get(name)
    if name == "explain":  # a package as well, which can be called
        return importlib.import_module("binwriter.explain")
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, and the modules that are imported."""
    return sorted({*globals(), *__all__})
