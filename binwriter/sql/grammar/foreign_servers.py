"""Reads CREATE, ALTER and DROP SERVER (MySQL manual, "CREATE SERVER Statement")."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.command_table import reads
from binwriter.sql.syntax.administration import ForeignServerSyntax
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words

# The options by the columns of mysql.servers, in its order.
_COLUMNS = {
    "HOST": "Host",
    "DATABASE": "Db",
    "USER": "Username",
    "PASSWORD": "Password",
    "PORT": "Port",
    "SOCKET": "Socket",
    "OWNER": "Owner",
}
_NUMBER = "PORT"


@reads("CREATE SERVER", "ALTER SERVER", "DROP SERVER")
def read_server(words: Words) -> ParsedStatement:
    """Of two options of a kind the last counts, as on a server (captured: clusters/foreign_servers)."""
    cursor = Cursor(words)
    verb = cursor.next().text.upper()
    cursor.expect("SERVER")
    if_exists = verb == "DROP" and cursor.accept("IF", "EXISTS")
    if cursor.at("BINARY"):
        raise cursor.error()
    name = cursor.name_or_string()
    if not name:
        raise mysql_error("ER_WRONG_VALUE", "server name", name)
    wrapper = ""
    if verb == "CREATE":
        cursor.expect("FOREIGN", "DATA", "WRAPPER")
        wrapper = cursor.name_or_string()
    given = {} if verb == "DROP" else _options(cursor)
    cursor.expect_end()
    command = f"{verb.lower()}_server"
    syntax = ForeignServerSyntax(command, argument=name, wrapper=wrapper, given=given, exists=if_exists)
    return ParsedStatement(words.text, syntax.command, syntax)


def _options(cursor: Cursor) -> dict[str, str | int]:
    given: dict[str, str | int] = {}
    cursor.expect("OPTIONS")
    cursor.expect_symbol("(")
    while True:
        word = cursor.word()
        if word not in _COLUMNS:
            raise cursor.error()
        cursor.next()
        value = cursor.integer() if word == _NUMBER else cursor.string()
        given[_COLUMNS[word]] = value
        if not cursor.accept_symbol(","):
            break
    cursor.expect_symbol(")")
    return given
