"""The modules that run statements without a profile; they register with `command_table.runs` when they are imported."""

from __future__ import annotations

from binwriter.server.execute import conditions, handler, maintenance, row_injection, transactions, unmodelled, xa

__all__ = ["MODULES"]

MODULES = (conditions, handler, maintenance, row_injection, transactions, unmodelled, xa)
