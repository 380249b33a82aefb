"""The modules that answer commands; they register with `registry` when they are imported."""

from __future__ import annotations

from binwriter.live import prepared, queries, sessions

__all__ = ["MODULES"]

MODULES = (prepared, queries, sessions)
