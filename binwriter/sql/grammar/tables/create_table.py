"""Reads CREATE TABLE. sqlglot's own reading drops or bends too much of MySQL's column definitions.

Source: MySQL manual, "CREATE TABLE Statement"; what is legal beyond the manual was tried on a 9.7.4.
"""

from __future__ import annotations

from binwriter.formats.records import replace
from binwriter.sql.grammar.tables import partitions
from binwriter.sql.grammar.tables.columns import ColumnReader
from binwriter.sql.grammar.tables.keys import full_name, read_qualified_name
from binwriter.sql.grammar.tables.table_options import OptionReader
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import Words

_UNSUPPORTED_ELEMENTS = ("LIKE",)
_SELECT_WORDS = ("SELECT", "AS", "WITH", "TABLE", "VALUES")


def read_create_table(words: Words) -> CreateTableSyntax:
    """The statement's syntax.

    Raises MySQLError ER_PARSE_ERROR for what MySQL would not parse, UnsupportedError (with the word's offset) for what
    MySQL has and binwriter has not: partitions, tablespaces ...
    """
    reader = TableReader(Cursor(words))
    with reader.telling():
        return reader.create_table()


class TableReader(ColumnReader, OptionReader):
    """Reads the parts of a table definition; `cursor` stands where one begins."""

    def create_table(self) -> CreateTableSyntax:
        cursor = self.cursor
        cursor.expect("CREATE")
        temporary = cursor.accept("TEMPORARY")
        cursor.expect("TABLE")
        if_not_exists = cursor.at("IF")
        if if_not_exists:
            cursor.expect("IF", "NOT", "EXISTS")
        schema, name = read_qualified_name(cursor)
        table = CreateTableSyntax(name, schema, temporary, if_not_exists)
        if cursor.accept("LIKE"):
            table.like = read_qualified_name(cursor)
            return self._ended(table)
        if cursor.at_symbol("(") and cursor.word(1) == "LIKE":
            cursor.next()
            cursor.expect("LIKE")
            table.like = read_qualified_name(cursor)
            cursor.expect_symbol(")")
            return self._ended(table)
        if cursor.at_symbol("(") and cursor.word(1) not in ("SELECT", "WITH"):
            self._elements(table)
        table.options.named.update(self.attributes)
        self._options(table.options)
        table.options.later = self.later
        if cursor.at("PARTITION", "BY"):
            table.partition_by = partitions.read_partition_by(cursor)
        if cursor.word() in ("IGNORE", "REPLACE"):
            table.duplicates = cursor.next().text.upper()
        if cursor.word() in _SELECT_WORDS or cursor.at_symbol("("):
            cursor.accept("AS")
            table.select_offset = cursor.offset
            return table
        return self._ended(table)

    def _ended(self, table: CreateTableSyntax) -> CreateTableSyntax:
        if not self.cursor.at_end:
            raise self.cursor.error()
        return table

    def _elements(self, table: CreateTableSyntax) -> None:
        self.cursor.expect_symbol("(")
        while True:
            self._element(table)
            if not self.cursor.accept_symbol(","):
                break
        self.cursor.expect_symbol(")")

    def _element(self, table: CreateTableSyntax) -> None:
        cursor = self.cursor
        if cursor.word() in _UNSUPPORTED_ELEMENTS:
            raise cursor.unsupported(full_name(cursor))
        constraint: str | None = None
        if cursor.accept("CONSTRAINT"):
            constraint = cursor.name() if cursor.at_name else None
            if cursor.word() not in ("PRIMARY", "UNIQUE", "CHECK", "FOREIGN"):
                raise cursor.error()
        if cursor.at("CHECK"):
            table.checks.append(self._check(constraint))
        elif cursor.at("FOREIGN"):
            table.foreign_keys.append(replace(self._foreign_key(constraint), place=len(table.keys)))
        elif cursor.word() in ("FULLTEXT", "SPATIAL"):
            table.keys.append(self._special_key(table))
        elif cursor.at("PRIMARY"):
            cursor.expect("PRIMARY", "KEY")
            table.keys.append(self._key("primary", None))
        elif cursor.accept("UNIQUE"):
            if not cursor.accept("KEY"):
                cursor.accept("INDEX")
            table.keys.append(self._key("unique", constraint))
        elif cursor.accept("KEY") or cursor.accept("INDEX"):
            table.keys.append(self._key("key", None))
        else:
            table.columns.append(self._column(table))
