"""The modules that answer commands; they register with `registry` when they are imported."""

from __future__ import annotations

from binwriter.live import prepared, queries, sessions
from binwriter.live.source import commands

__all__ = ["MODULES"]

MODULES = (prepared, queries, sessions, commands)
