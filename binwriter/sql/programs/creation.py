"""What a program keeps of the session that made it, and has back whenever it runs (MySQL manual, "CREATE PROCEDURE").

sql_mode, the client's character set and the connection's collation, and its database's collation are those of
CREATE while a program runs; whatever it sets of them itself ends with it (captured: programs_creation_context_*).
Functions and triggers give back
the switches too that a server keeps in the session's option bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from binwriter.formats.collations import collation_by_id, collation_by_name
from binwriter.formats.records import dataclass, worked_out_once
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


@dataclass(frozen=True)
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
    def in_force(self, variables: SessionVariables, collation_database: int) -> Iterator[None]:
        """The session's variables as a procedure or event sees them."""
        restore = self.put_in_force(variables, collation_database)
        try:
            yield
        finally:
            restore()

    @worked_out_once
    def _wanted(self) -> dict[int, tuple[str, ...]]:
        """The values of `_KEPT` while a program of these settings runs, by its database's collation."""
        return {}

    def put_in_force(
        self, variables: SessionVariables, collation_database: int, *, substatement: bool = False
    ) -> Callable[[], None]:
        """The session's variables as the program sees them, until what is answered is called. substatement: it is a
        function or trigger."""
        before = variables.changes
        names = _OF_SUBSTATEMENTS if substatement else _KEPT
        saved = variables.several(names)
        client_collation = variables.client_collation
        wanted = self._wanted.get(collation_database)
        if wanted is None:
            wanted = self._wanted[collation_database] = _wanted(self, collation_database)
        if saved[: len(_KEPT)] != wanted:
            _assign(variables, dict(zip(_KEPT, wanted, strict=True)))
        variables.client_collation = self.client_collation

        def restore() -> None:
            if variables.changes != before:
                _assign(variables, dict(zip(names, saved, strict=True)))
            variables.client_collation = client_collation

        return restore


def _wanted(creation: CreationContext, collation_database: int) -> tuple[str, ...]:
    """See `CreationContext._wanted`."""
    connection, database = collation_by_name(creation.connection), collation_by_id(collation_database)
    session = creation.sql_mode, creation.client, creation.connection, connection.charset
    return (*session, database.name, database.charset)


def _assign(variables: SessionVariables, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if variables.get(name) != value:
            variables.assign(name, value)
