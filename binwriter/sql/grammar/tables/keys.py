"""Reads the keys and constraints of a table definition.

Source: MySQL manual, "CREATE TABLE Statement"; what is legal beyond the manual was tried on a 9.7.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.ddl.table.options import check_attribute
from binwriter.sql.syntax.table import (
    CheckSyntax,
    ColumnSyntax,
    CreateTableSyntax,
    ForeignKeySyntax,
    KeyKind,
    KeyPartSyntax,
    KeySyntax,
)
from binwriter.sql.text.cursor import Cursor

_PARSERS = frozenset({"ngram"})  # the parser plugins that a server is built with and has loaded


def read_qualified_name(cursor: Cursor) -> tuple[str | None, str]:
    """[schema.]name."""
    first = cursor.name()
    if not cursor.accept_symbol("."):
        return None, first
    return first, cursor.name_behind_dot()


def full_name(cursor: Cursor) -> str:
    """A construct's name for UnsupportedError: its word, or its two."""
    pairs = {"FOREIGN": "KEY", "FULLTEXT": "KEY", "SPATIAL": "KEY", "START": "TRANSACTION", "PARTITION": "BY"}
    word = cursor.word()
    return f"{word} {pairs[word]}" if word in pairs else word


class KeyReader:
    """Reads keys, CHECK and FOREIGN KEY; `cursor` stands where one begins."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.algorithm = ""
        self.comment = ""
        self.keys_of_columns: list[KeySyntax] = []  # those that attributes of columns make
        self.columns: list[ColumnSyntax] = []  # those that were read, whatever becomes of the statement
        self.attributes: dict[str, str] = {}  # [SECONDARY_]ENGINE_ATTRIBUTE of keys
        self.later: list[tuple[int, MySQLError]] = []
        self.empty_part: MySQLError | None = None  # behind which a server reads on (captured: faults)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Within it an error is told what was read before it: a server warns of that."""
        try:
            yield
        except MySQLError as error:
            refused = error
            if self.empty_part is not None:
                refused = self.empty_part
                refused.later = (Diagnostic("Error", error.code, error.message),)
            refused.read = (self.cursor.offset, tuple(self.columns))
            raise refused from None
        if self.empty_part is not None:
            self.later.insert(0, (0, self.empty_part))

    def _check(self, name: str | None) -> CheckSyntax:
        self.cursor.expect("CHECK")
        expression = self.cursor.defining_expression().strip()
        enforced = True
        if self.cursor.at("NOT", "ENFORCED"):
            self.cursor.expect("NOT", "ENFORCED")
            enforced = False
        else:
            self.cursor.accept("ENFORCED")
        return CheckSyntax(expression, name, enforced)

    def _foreign_key(self, name: str | None) -> ForeignKeySyntax:
        cursor = self.cursor
        cursor.expect("FOREIGN", "KEY")
        index = cursor.name() if cursor.at_name else None
        return self._references(self.cursor.bracketed_names(), name, index)

    def _references(self, columns: tuple[str, ...], name: str | None, index: str | None = None) -> ForeignKeySyntax:
        cursor = self.cursor
        cursor.expect("REFERENCES")
        parent = read_qualified_name(cursor)
        parent_columns = self.cursor.bracketed_names() if cursor.at_symbol("(") else ()
        if cursor.accept("MATCH"):
            cursor.next()
        actions = {"DELETE": "", "UPDATE": ""}
        while cursor.accept("ON"):
            event = cursor.next().text.upper()
            if event not in actions:
                raise cursor.error()
            actions[event] = self._action()
        return ForeignKeySyntax(columns, parent, parent_columns, name, index, actions["DELETE"], actions["UPDATE"])

    def _action(self) -> str:
        cursor = self.cursor
        for words in (("CASCADE",), ("RESTRICT",), ("SET", "NULL"), ("SET", "DEFAULT"), ("NO", "ACTION")):
            if cursor.accept(*words):
                return " ".join(words)
        raise cursor.error()

    def _special_key(self, table: CreateTableSyntax) -> KeySyntax:
        """FULLTEXT KEY, SPATIAL KEY: they find nothing here, and are kept for their names."""
        cursor = self.cursor
        special = cursor.next().text.upper()
        if not cursor.accept("KEY"):
            cursor.accept("INDEX")
        name = cursor.name() if cursor.at_name else None
        return self._special_parts(table, special, name)

    def _special_parts(self, table: CreateTableSyntax, special: str, name: str | None) -> KeySyntax:
        cursor = self.cursor
        cursor.expect_symbol("(")
        parts = [self._key_part()]
        while cursor.accept_symbol(","):
            parts.append(self._key_part())
        cursor.expect_symbol(")")
        parser = ""
        if special == "FULLTEXT" and cursor.accept("WITH"):
            cursor.expect("PARSER")
            parser = cursor.name()
            if parser.lower() not in _PARSERS:
                raise mysql_error("ER_FUNCTION_NOT_DEFINED", parser)
        invisible = self._index_options(has_algorithm=False)
        self._refuse_order(parts, special)
        return KeySyntax("key", tuple(parts), name, invisible, special=special, parser=parser, comment=self.comment)

    def _key(self, kind: KeyKind, constraint: str | None) -> KeySyntax:
        cursor = self.cursor
        name = constraint
        self.algorithm = ""
        if cursor.at_name:
            name = cursor.name()
            self._index_type()
        elif not cursor.at("TYPE"):  # which takes a name before it
            self._index_type()
        cursor.expect_symbol("(")
        parts = [self._key_part()]
        while cursor.accept_symbol(","):
            parts.append(self._key_part())
        cursor.expect_symbol(")")
        special = "FUNCTIONAL" if any(part.expression for part in parts) else ""
        invisible = self._index_options()
        if kind == "primary" and invisible:
            self.refuse_later(mysql_error("ER_PK_INDEX_CANT_BE_INVISIBLE"))
        self._refuse_order(parts, self.algorithm)
        return KeySyntax(
            kind,
            tuple(parts),
            name,
            invisible=invisible,
            special=special,
            algorithm=self.algorithm,
            comment=self.comment,
        )

    def _refuse_order(self, parts: Iterable[KeyPartSyntax], kind: str) -> None:
        """ER_WRONG_USAGE for ASC and DESC where a key has no order (captured: definitions)."""
        if kind in ("FULLTEXT", "SPATIAL", "HASH") and any(part.ordered for part in parts):
            self.refuse_later(mysql_error("ER_WRONG_USAGE", "spatial/fulltext/hash index", "explicit index order"))

    def refuse_later(self, error: MySQLError) -> None:
        """What goes against no grammar is said when all is read (captured: definitions)."""
        self.later.append((len(self.columns), error))

    def _attribute_value(self) -> str:
        """[=] 'document'. ER_INVALID_JSON_ATTRIBUTE."""
        self.cursor.accept_symbol("=")
        value = self.cursor.string()
        check_attribute(value)
        return value

    def _index_type(self) -> None:
        if self.cursor.accept("USING") or self.cursor.accept("TYPE"):
            if self.cursor.word() not in ("BTREE", "HASH", "RTREE"):
                raise self.cursor.error()
            self.algorithm = self.cursor.next().text.upper()

    def _key_part(self) -> KeyPartSyntax:
        cursor = self.cursor
        expression = cursor.defining_expression().strip() if cursor.at_symbol("(") else ""
        column = "" if expression else cursor.name()
        length: int | None = None
        if not expression and cursor.accept_symbol("("):
            length = cursor.small_integer()
            cursor.expect_symbol(")")
            if not length and self.empty_part is None:
                self.empty_part = mysql_error("ER_KEY_PART_0", column)
        descending = cursor.accept("DESC")
        ordered = descending or cursor.accept("ASC")
        return KeyPartSyntax(column, length, descending, expression, ordered)

    def _index_options(self, *, has_algorithm: bool = True) -> bool:
        """Reads what follows a key's columns; whether the key is invisible."""
        cursor = self.cursor
        invisible = False
        self.comment = ""
        while True:
            if has_algorithm and (cursor.at("USING") or cursor.at("TYPE")):
                self._index_type()
            elif cursor.accept("COMMENT"):
                self.comment = cursor.string()
            elif cursor.accept("KEY_BLOCK_SIZE"):
                cursor.accept_symbol("=")
                cursor.integer()
            elif cursor.accept("VISIBLE"):
                invisible = False
            elif cursor.accept("INVISIBLE"):
                invisible = True
            elif cursor.word() in ("ENGINE_ATTRIBUTE", "SECONDARY_ENGINE_ATTRIBUTE"):
                word = cursor.next().text.upper()
                self.attributes[word] = self._attribute_value()
            else:
                return invisible
