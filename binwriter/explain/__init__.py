"""What a trace means: each statement with its tables, rules, caches and events, as values, JSON and a page."""

from binwriter.explain.build import explain_trace
from binwriter.explain.model import Explanation
from binwriter.explain.scenario import explain_scenario

__all__ = ["Explanation", "explain_scenario", "explain_trace"]
