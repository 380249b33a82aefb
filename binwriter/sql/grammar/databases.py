"""ALTER DATABASE, as read."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.command_table import reads
from binwriter.sql.grammar.tables.types import conflicting_charsets, read_charset_name, read_collation_name
from binwriter.sql.syntax.alter_table import (
    AlterDatabaseSyntax,
)
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words


@reads("ALTER DATABASE", "ALTER SCHEMA")
def read_alter_database(words: Words) -> ParsedStatement:
    """ALTER DATABASE [name] options."""
    cursor = Cursor(words)
    cursor.next()
    cursor.next()
    options = ("DEFAULT", "CHARACTER", "CHARSET", "COLLATE", "ENCRYPTION", "READ")
    name = None if cursor.word() in options else cursor.name()
    charset = collation = None
    encryption: str | None = None
    read_only: bool | None = None
    if cursor.at_end:
        raise cursor.error()
    while not cursor.at_end:
        cursor.accept("DEFAULT")
        if cursor.accept("COLLATE"):
            cursor.accept_symbol("=")
            collation = read_collation_name(cursor)
        elif cursor.word() in ("CHARACTER", "CHARSET", "CHAR"):
            another = read_charset_name(cursor, equals=True)
            if another is None:
                raise cursor.error()
            if (refused := conflicting_charsets(charset, collation, another)) is not None:
                raise refused
            charset = another
        elif cursor.accept("ENCRYPTION"):
            cursor.accept_symbol("=")
            encryption = cursor.string()
        elif cursor.accept("READ", "ONLY"):
            cursor.accept_symbol("=")
            if not cursor.at("DEFAULT") and cursor.piece.text not in ("0", "1"):
                raise cursor.error()
            wanted = cursor.next().text == "1"
            if read_only not in (None, wanted):
                both = "READ ONLY=", int(wanted), "READ ONLY=", int(not wanted)
                raise mysql_error("ER_CONFLICTING_DECLARATIONS", *both)
            read_only = wanted
        else:
            raise cursor.error()
    return ParsedStatement(words.text, "alter_db", AlterDatabaseSyntax(name, charset, collation, encryption, read_only))
