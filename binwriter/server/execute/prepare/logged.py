"""A prepared statement as a server logs it: with the parameters' values put in."""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.formats.collations import collation_by_id, default_collation
from binwriter.mysql.values.real_text import printed_text
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.server.execute.prepare.places import Places, number_text
from binwriter.sql.expressions.collations import sent_bytes
from binwriter.sql.programs import name_const
from binwriter.sql.text.modes import as_written
from binwriter.statement.facts import UserVariable


def logged(text: str, places: Places, values: Sequence[UserVariable | None], variables: SessionVariables) -> bytes:
    """The statement with its values in it, in the client's character set."""
    client = default_collation(variables.settings.character_set_client)
    text = as_written(text)
    bare = "NO_BACKSLASH_ESCAPES" in variables.settings.sql_mode
    printed = not variables.behaviour.shortest_reals
    parts, position = [], 0
    whole = text.encode() if text.isascii() and client.mbminlen == 1 else None
    known: dict[int, bytes] = {}  # a variable may stand for many parameters
    for (start, end), value in zip(places, values, strict=True):
        written = known.get(id(value))
        if written is None:
            written = known[id(value)] = _logged_value(value, client.charset, bare_backslashes=bare, printed=printed)
        parts += [sent_bytes(text[position:start], client) if whole is None else whole[position:start], written]
        position = end
    return b"".join((*parts, sent_bytes(text[position:], client)))


def _logged_value(variable: UserVariable | None, charset: str, *, bare_backslashes: bool, printed: bool) -> bytes:
    """A value as the server writes it into the statement."""
    value = variable.value if variable is not None else None
    if value is None:
        return b"NULL"
    if isinstance(value, (str, bytes)):
        assert variable is not None
        data = value if isinstance(value, bytes) else collation_by_id(variable.collation).encode(value)
        return b"'" + name_const.escaped(data, charset, bare_backslashes=bare_backslashes) + b"'"
    if printed and isinstance(value, float):
        return printed_text(value).encode("ascii")
    return number_text(value).encode("ascii")
