"""What a trace means: each statement with its tables, rules, caches and events, as values, JSON and a page.

The package can be called: `binwriter.explain(scenario)` is `call.explain`.
"""

import sys
from typing import TYPE_CHECKING

from binwriter.explain.call import CallableModule, explain

if TYPE_CHECKING:
    from binwriter.explain.build import explain_trace
    from binwriter.explain.model import Explanation
    from binwriter.explain.scenario import explain_scenario

__all__ = ["Explanation", "explain", "explain_scenario", "explain_trace"]

_HOMES = {"Explanation": "model", "explain_scenario": "scenario", "explain_trace": "build"}

sys.modules[__name__].__class__ = CallableModule


def __getattr__(name: str) -> object:
    """A public name, imported now: the rest needs the extra `sql`."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
