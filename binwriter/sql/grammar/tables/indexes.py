"""Reads CREATE INDEX and DROP INDEX, which are changes of a table.

Source: MySQL manual, "CREATE INDEX Statement", "DROP INDEX Statement".
"""

from __future__ import annotations

from binwriter.formats.records import replace
from binwriter.sql.command_table import reads
from binwriter.sql.grammar.tables.alter_table import AlterReader
from binwriter.sql.grammar.tables.keys import read_qualified_name
from binwriter.sql.syntax.alter_table import AddKey, AlterTableSyntax, DropKey
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words


@reads("CREATE INDEX", "CREATE UNIQUE", "CREATE FULLTEXT")
def read_create_index(words: Words) -> ParsedStatement:
    """CREATE [UNIQUE | FULLTEXT] INDEX name ON table (...)."""
    reader = _IndexReader(Cursor(words))
    with reader.telling():
        return ParsedStatement(words.text, "create_index", reader.create_index())


@reads("DROP INDEX")
def read_drop_index(words: Words) -> ParsedStatement:
    """DROP INDEX name ON table."""
    return ParsedStatement(words.text, "drop_index", _IndexReader(Cursor(words)).drop_index())


class _IndexReader(AlterReader):
    def create_index(self) -> AlterTableSyntax:
        cursor = self.cursor
        cursor.expect("CREATE")
        unique = cursor.accept("UNIQUE")
        special = cursor.next().text.upper() if cursor.word() in ("FULLTEXT", "SPATIAL") else ""
        cursor.expect("INDEX")
        name = cursor.name()
        self._index_type()
        before = self.algorithm
        cursor.expect("ON")
        self.alter.schema, self.alter.name = read_qualified_name(cursor)
        scratch = CreateTableSyntax("")
        if special:
            key = self._special_parts(scratch, special, name)
            self.alter.fulltext = special == "FULLTEXT"
        else:
            key = self._key("unique" if unique else "key", None)
            key = replace(key, algorithm=key.algorithm or before)
        self.alter.actions.append(AddKey(replace(key, name=name)))
        while cursor.word() in ("ALGORITHM", "LOCK"):
            self.read_algorithm()
        if not cursor.at_end:
            raise cursor.error()
        self.alter.options.later = self.later
        return self.alter

    def drop_index(self) -> AlterTableSyntax:
        cursor = self.cursor
        cursor.expect("DROP", "INDEX")
        self.alter.actions.append(DropKey(cursor.name()))
        cursor.expect("ON")
        self.alter.schema, self.alter.name = read_qualified_name(cursor)
        while cursor.word() in ("ALGORITHM", "LOCK"):
            self.read_algorithm()
        if not cursor.at_end:
            raise cursor.error()
        return self.alter
