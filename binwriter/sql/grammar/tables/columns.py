"""Reads the column definitions of a table: type, attributes, defaults.

Source: MySQL manual, "CREATE TABLE Statement", "Data Type Default Values"; what is legal beyond the manual was tried on
a 9.7.4.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import double, whole_number
from binwriter.sql.expressions.types import BinaryLiteral
from binwriter.sql.grammar.tables.keys import KeyReader
from binwriter.sql.grammar.tables.numbers import only_integer
from binwriter.sql.grammar.tables.types import read_collation_name, read_type
from binwriter.sql.syntax.table import (
    ColumnSyntax,
    CreateTableSyntax,
    DefaultSyntax,
    DefaultSyntaxKind,
    ForeignKeySyntax,
    IntroducedLiteral,
    KeyPartSyntax,
    KeySyntax,
)
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.words import worded_parse_error

_MOST_SRID = (1 << 32) - 1
_NOW_WORDS = ("CURRENT_TIMESTAMP", "NOW", "LOCALTIME", "LOCALTIMESTAMP")


class ColumnReader(KeyReader):
    """Reads columns; `cursor` stands at a column's name."""

    def _column(self, table: CreateTableSyntax, *, may_refer: bool = True) -> ColumnSyntax:
        """may_refer: REFERENCES may stand there."""
        cursor = self.cursor
        name = cursor.name()
        serial = cursor.at("SERIAL")
        type_ = read_type(cursor)
        column = ColumnSyntax(name, type_, place=cursor.offset)
        self.columns.append(column)
        if serial:
            self._serial(column, table)
        plain = True
        while (reader := _ATTRIBUTES.get(word := cursor.word())) is not None:
            if word in ("AS", "GENERATED") and not plain:
                raise cursor.error()  # nothing but COLLATE stands before it
            plain = plain and word == "COLLATE"
            if column.generated and (refused := _NOT_GENERATED.get(cursor.word())):
                wrong = mysql_error("ER_WRONG_USAGE", refused, "generated column")
                self.later.append((len(self.columns) - 1, wrong))  # before its expression is looked at
            if word == "REFERENCES" and not may_refer:
                raise cursor.error()
            reader(self, column, table)
            if word == "REFERENCES":
                break  # nothing stands behind it
        return column

    def _serial(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        """SERIAL, SERIAL DEFAULT VALUE: NOT NULL AUTO_INCREMENT UNIQUE."""
        column.nullable, column.auto_increment = False, True
        table.keys.append(KeySyntax("unique", (KeyPartSyntax(column.name),)))

    def _attribute_null(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        if self.cursor.accept("NOT", "SECONDARY"):
            column.secondary = False
            return
        is_null = not self.cursor.accept("NOT")
        column.null_taken_back |= column.nullable is True and not is_null
        column.nullable = is_null
        self.cursor.expect("NULL")

    def _attribute_default(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("DEFAULT")
        before, column.default = column.default, self._default()
        if before is None:
            return
        kinds = (before.kind, column.default.kind)
        if kinds.count(DefaultSyntaxKind.EXPRESSION) != 1:
            return
        column.null_by_default |= before.kind is DefaultSyntaxKind.NULL
        column.has_two_defaults |= DefaultSyntaxKind.NULL not in kinds

    def _attribute_on(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("ON", "UPDATE")
        if self.cursor.word() not in _NOW_WORDS:
            raise self.cursor.error()
        column.on_update = self._now()

    def _attribute_auto_increment(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.next()
        column.null_taken_back = column.nullable is True
        column.nullable, column.auto_increment = False, True  # NULL behind it is kept (captured: counters_of_null)

    def _attribute_serial(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("SERIAL", "DEFAULT", "VALUE")
        self._serial(column, table)

    def _attribute_primary(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.accept("PRIMARY")
        self.cursor.expect("KEY")
        if column.nullable is None:
            column.nullable = False
        self._add_key(table, KeySyntax("primary", (KeyPartSyntax(column.name),)))

    def _attribute_unique(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("UNIQUE")
        self.cursor.accept("KEY")
        self._add_key(table, KeySyntax("unique", (KeyPartSyntax(column.name),)))

    def _add_key(self, table: CreateTableSyntax, key: KeySyntax) -> None:
        """That of an attribute, which may be written twice."""
        if key not in self.keys_of_columns:
            table.keys.append(key)
            self.keys_of_columns.append(key)

    def _attribute_comment(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("COMMENT")
        column.comment = self.cursor.string()

    def _attribute_generated(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        """[GENERATED ALWAYS] AS (expression) [VIRTUAL | STORED]."""
        if self.cursor.accept("GENERATED"):
            self.cursor.expect("ALWAYS")
        self.cursor.expect("AS")
        column.generated = self.cursor.defining_expression().strip()
        column.stored = self.cursor.accept("STORED")
        if not column.stored:
            self.cursor.accept("VIRTUAL")

    def _attribute_check(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        """[CONSTRAINT [name]] CHECK (expression)."""
        name: str | None = None
        if self.cursor.accept("CONSTRAINT") and self.cursor.at_name:
            name = self.cursor.name()
        table.checks.append(replace(self._check(name), column=column.name))

    def _attribute_references(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        table.foreign_keys.append(self._reference_of(column, len(table.keys)))

    def _reference_of(self, column: ColumnSyntax, place: int) -> ForeignKeySyntax:
        return replace(self._references((column.name,), None), of_column=True, place=place)

    def _attribute_collate(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        if column.collation is not None:
            raise worded_parse_error(self.cursor.error(), "Multiple COLLATE clauses")
        self.cursor.expect("COLLATE")
        column.collation = read_collation_name(self.cursor)

    def _attribute_visible(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        column.invisible = self.cursor.next().text.upper() == "INVISIBLE"

    def _attribute_ndb(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        """COLUMN_FORMAT and STORAGE: read by NDB only."""
        allowed = {"COLUMN_FORMAT": ("FIXED", "DYNAMIC", "DEFAULT"), "STORAGE": ("DISK", "MEMORY", "DEFAULT")}
        attribute = self.cursor.next().text.upper()
        if self.cursor.word() not in allowed[attribute]:
            raise self.cursor.error()
        word = self.cursor.next().text.upper()
        shown = "" if word == "DEFAULT" else word
        if attribute == "STORAGE":
            column.storage = shown
        else:
            column.format = shown

    def _attribute_srid(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("SRID")
        column.srid = only_integer(self.cursor)
        if column.srid > _MOST_SRID:
            raise mysql_error("ER_DATA_OUT_OF_RANGE", "SRID", "SRID")

    def _attribute_engine(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        """[SECONDARY_]ENGINE_ATTRIBUTE: refused as that of a table is."""
        word = self.cursor.next().text.upper()
        self.attributes[word] = value = self._attribute_value()
        if word.startswith("SECONDARY"):
            column.secondary_attribute = value

    def _now(self) -> int:
        """CURRENT_TIMESTAMP[(fsp)] and its synonyms; NOW needs its brackets."""
        cursor = self.cursor
        if cursor.at("NOW") and not (cursor.ahead(1).kind is PieceKind.SYMBOL and cursor.ahead(1).text == "("):
            raise cursor.error()
        cursor.next()
        fsp = 0
        if cursor.accept_symbol("("):
            if not cursor.at_symbol(")"):
                fsp = cursor.integer() & 0xFF  # one byte is kept (captured: clusters/moments_in_year_0)
            cursor.expect_symbol(")")
        return fsp

    def _default(self) -> DefaultSyntax:
        cursor = self.cursor
        if cursor.accept("NULL"):
            return DefaultSyntax(DefaultSyntaxKind.NULL)
        if cursor.word() in _NOW_WORDS:
            return DefaultSyntax(DefaultSyntaxKind.NOW, fsp=self._now())
        if cursor.at_symbol("("):
            return DefaultSyntax(DefaultSyntaxKind.EXPRESSION, text=cursor.defining_expression())
        if cursor.word() in ("DATE", "TIME", "TIMESTAMP") and cursor.ahead(1).kind is PieceKind.STRING:
            cursor.next()
            return DefaultSyntax(DefaultSyntaxKind.LITERAL, cursor.string(), temporal=True)
        return DefaultSyntax(DefaultSyntaxKind.LITERAL, self._literal())

    def _literal(self) -> object:
        cursor = self.cursor
        if cursor.word() in ("TRUE", "FALSE"):
            return int(cursor.next().text.upper() == "TRUE")
        if cursor.accept_symbol("-"):
            return -self._number()
        if cursor.accept_symbol("+"):
            return self._number()
        charset = cursor.next().text if cursor.piece.kind is PieceKind.INTRODUCER else ""
        reader = _LITERALS.get(cursor.piece.kind)
        value = self._number() if reader is None else reader(cursor)
        return IntroducedLiteral(charset, value) if charset and isinstance(value, str | bytes) else value

    def _number(self) -> int | float | Decimal:
        cursor = self.cursor
        fraction = cursor.accept_symbol(".")
        if cursor.piece.kind is not PieceKind.NUMBER:
            raise cursor.error()
        text = ("." if fraction else "") + cursor.next().text
        if "e" in text.lower():
            return double(text)
        return Decimal(text) if "." in text else whole_number(text)


_LITERALS: dict[PieceKind, Callable[[Cursor], object]] = {
    PieceKind.STRING: Cursor.string,
    PieceKind.NATIONAL: lambda cursor: IntroducedLiteral("N", cursor.next().text),
    PieceKind.HEX: lambda cursor: _hex(cursor.next().text),
    PieceKind.BIT: lambda cursor: _bits(cursor.next().text),
}


def _hex(digits: str) -> BinaryLiteral:
    return BinaryLiteral(bytes.fromhex(digits if len(digits) % 2 == 0 else "0" + digits))


def _bits(digits: str) -> BinaryLiteral:
    return BinaryLiteral(int(digits or "0", 2).to_bytes((len(digits) + 7) // 8, "big"))


# what may not stand behind an expression
_NOT_GENERATED = {
    "DEFAULT": "DEFAULT",
    "ON": "ON UPDATE",
    "AUTO_INCREMENT": "AUTO_INCREMENT",
    "SERIAL": "SERIAL DEFAULT VALUE",
    "COLUMN_FORMAT": "COLUMN_FORMAT",
    "STORAGE": "STORAGE",
}
_ATTRIBUTES: dict[str, Callable[[ColumnReader, ColumnSyntax, CreateTableSyntax], None]] = {
    "NOT": ColumnReader._attribute_null,
    "NULL": ColumnReader._attribute_null,
    "DEFAULT": ColumnReader._attribute_default,
    "ON": ColumnReader._attribute_on,
    "AUTO_INCREMENT": ColumnReader._attribute_auto_increment,
    "SERIAL": ColumnReader._attribute_serial,
    "PRIMARY": ColumnReader._attribute_primary,
    "KEY": ColumnReader._attribute_primary,
    "UNIQUE": ColumnReader._attribute_unique,
    "COMMENT": ColumnReader._attribute_comment,
    "COLLATE": ColumnReader._attribute_collate,
    "VISIBLE": ColumnReader._attribute_visible,
    "INVISIBLE": ColumnReader._attribute_visible,
    "COLUMN_FORMAT": ColumnReader._attribute_ndb,
    "STORAGE": ColumnReader._attribute_ndb,
    "SRID": ColumnReader._attribute_srid,
    "AS": ColumnReader._attribute_generated,
    "GENERATED": ColumnReader._attribute_generated,
    "CHECK": ColumnReader._attribute_check,
    "CONSTRAINT": ColumnReader._attribute_check,
    "REFERENCES": ColumnReader._attribute_references,
    **dict.fromkeys(("ENGINE_ATTRIBUTE", "SECONDARY_ENGINE_ATTRIBUTE"), ColumnReader._attribute_engine),
}
