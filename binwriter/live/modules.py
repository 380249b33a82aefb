"""The modules that answer commands; they register with `registry` when they are imported."""

from __future__ import annotations

from binwriter.live import queries, sessions

__all__ = ["MODULES"]

MODULES = (queries, sessions)
