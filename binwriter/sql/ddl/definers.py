"""The modules that carry definitions out, the likeliest first; they register with `command_table.defines` when they
are loaded."""

from __future__ import annotations

from binwriter.sql.accounts import users
from binwriter.sql.ddl import databases, drop, libraries, run, views
from binwriter.sql.ddl.alter import run as alter
from binwriter.sql.ddl.programs import change, create

__all__ = ["MODULES"]

MODULES = (run, drop, alter, databases, views, create, change, users, libraries)
