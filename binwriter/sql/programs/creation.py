"""What a program keeps of the session that made it, and has back whenever it runs (MySQL manual, "CREATE PROCEDURE").

sql_mode, the client's character set and the connection's collation, and its database's collation are those of
CREATE while a program runs; whatever it sets of them itself ends with it (captured: programs_creation_context_*).
Functions and triggers give back
the switches too that a server keeps in the session's option bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from binwriter.formats.collations import collation_by_id, collation_by_name
from binwriter.formats.records import dataclass
from binwriter.mysql.variables.scopes import SessionVariables

_KEPT = (
    *("sql_mode", "character_set_client", "collation_connection", "character_set_connection"),
    *("collation_database", "character_set_database"),
)
# switches that a server keeps in THD::variables.option_bits
_OPTION_BITS = (
    *("foreign_key_checks", "unique_checks", "sql_auto_is_null", "sql_safe_updates", "sql_notes", "sql_warnings"),
    *("sql_big_selects", "sql_buffer_result", "sql_quote_show_create"),
    "sql_log_bin",  # of 5.1, the only one where a function may set it
)
_OF_SUBSTATEMENTS = (*_KEPT, *_OPTION_BITS)


@dataclass(frozen=True, slots=True)
class CreationContext:
    """The settings of CREATE. client_collation: of SET NAMES ... COLLATE, None for the character set's default."""

    sql_mode: str
    client: str
    client_collation: str | None
    connection: str

    @classmethod
    def of(cls, variables: SessionVariables) -> CreationContext:
        """Those of a session."""
        get = variables.get
        return cls(
            str(get("sql_mode")),
            str(get("character_set_client")),
            variables.client_collation,
            str(get("collation_connection")),
        )

    @contextmanager
    def in_force(
        self, variables: SessionVariables, collation_database: int, *, substatement: bool = False
    ) -> Iterator[None]:
        """The session's variables as the program sees them. substatement: it is a function or trigger."""
        before = variables.changes
        names = _OF_SUBSTATEMENTS if substatement else _KEPT
        saved = dict(zip(names, variables.several(names), strict=True))
        client_collation = variables.client_collation
        database = collation_by_id(collation_database)
        wanted = {
            "sql_mode": self.sql_mode,
            "character_set_client": self.client,
            "collation_connection": self.connection,
            "character_set_connection": collation_by_name(self.connection).charset,
            "collation_database": database.name,
            "character_set_database": database.charset,
        }
        _assign(variables, wanted)
        variables.client_collation = self.client_collation
        try:
            yield
        finally:
            if variables.changes != before:
                _assign(variables, saved)
            variables.client_collation = client_collation


def _assign(variables: SessionVariables, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if variables.get(name) != value:
            variables.assign(name, value)
