"""The modules that carry definitions out; they register with `command_table.defines` when they are imported."""

from __future__ import annotations

from binwriter.sql.accounts import users
from binwriter.sql.ddl import drop, libraries, run, views
from binwriter.sql.ddl.alter import run as alter
from binwriter.sql.ddl.programs import change, create

__all__ = ["MODULES"]

MODULES = (users, alter, change, create, drop, libraries, run, views)
