"""The tables of option schema."""

from __future__ import annotations

import re

from binwriter.catalog.tables import Table
from binwriter.errors import OptionError
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.statement.values import DdlEvent

# `CREATE TABLE [IF NOT EXISTS] db.`: the database that a text takes to be there
_QUALIFIED = re.compile(
    r"\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:`((?:[^`]|``)+)`|([^\s`.(]+))\s*\.", re.IGNORECASE
)


def declared_table(
    schema: str, name: tuple[str, str] | None, profile: ServerProfile = NEWEST
) -> tuple[tuple[str, str], Table, tuple[DdlEvent, ...]]:
    """The table that the statements of `schema` make, its name, and what is logged for the statements.

    name: (database, table) if there are several. OptionError if none or more than one is meant; an error of MySQL or
    `SpecError` for a text that makes no tables.
    """
    from binwriter.workload.schema import read_schema  # half of a second, and most tasks need none of it

    match = _QUALIFIED.search(schema)
    database = name[0] if name else (match[2] or match[1].replace("``", "`")) if match else "test"
    made = read_schema(schema, "option schema", database=database, profile=profile)
    named = {(table.schema, table.name): table for table in made.tables}
    if name is None:
        if len(named) != 1:
            raise OptionError(f"option schema makes {len(named)} tables: option table has to name one")
        name = next(iter(named))
    if name not in named:
        names = ", ".join(".".join(each) for each in named)
        raise OptionError(f"option schema makes {names}, and no table {name[0]}.{name[1]}")
    return name, named[name], made.events
