"""Reads CREATE TABLE. sqlglot's own reading drops or bends too much of MySQL's column definitions.

Source: MySQL manual, "CREATE TABLE Statement"; what is legal beyond the manual was tried on a 9.7.4.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from binwriter.sql.cursor import Cursor, PieceKind
from binwriter.sql.expressions.types import BinaryLiteral
from binwriter.sql.parse import Words
from binwriter.sql.table_syntax import (
    CheckSyntax,
    ColumnSyntax,
    CreateTableSyntax,
    DefaultSyntax,
    DefaultSyntaxKind,
    ForeignKeySyntax,
    KeyKind,
    KeyPartSyntax,
    KeySyntax,
    TableOptionsSyntax,
)
from binwriter.sql.type_reader import read_charset_name, read_type

_NOW_WORDS = ("CURRENT_TIMESTAMP", "NOW", "LOCALTIME", "LOCALTIMESTAMP")
_UNSUPPORTED_ELEMENTS = ("LIKE",)
# options whose values do not matter to the log
_IGNORED_OPTION_WORDS = """
    AUTOEXTEND_SIZE AVG_ROW_LENGTH CHECKSUM COMPRESSION DELAY_KEY_WRITE ENCRYPTION INSERT_METHOD KEY_BLOCK_SIZE MAX_ROWS
    MIN_ROWS PACK_KEYS PASSWORD ROW_FORMAT STATS_AUTO_RECALC STATS_PERSISTENT STATS_SAMPLE_PAGES TABLE_CHECKSUM
"""
_IGNORED_OPTIONS = frozenset(_IGNORED_OPTION_WORDS.split())
_UNSUPPORTED_OPTION_WORDS = """
    CONNECTION DATA ENGINE_ATTRIBUTE INDEX PARTITION SECONDARY_ENGINE SECONDARY_ENGINE_ATTRIBUTE STORAGE
"""
_UNSUPPORTED_OPTIONS = frozenset(_UNSUPPORTED_OPTION_WORDS.split())
_SELECT_WORDS = ("SELECT", "AS", "WITH", "TABLE", "VALUES")


def read_create_table(words: Words) -> CreateTableSyntax:
    """The statement's syntax.

    Raises MySQLError ER_PARSE_ERROR for what MySQL would not parse, UnsupportedError (with the word's offset) for what
    MySQL has and binwriter has not: partitions, tablespaces ...
    """
    return TableReader(Cursor(words)).create_table()


def read_qualified_name(cursor: Cursor) -> tuple[str | None, str]:
    """[schema.]name."""
    first = cursor.name()
    if not cursor.accept_symbol("."):
        return None, first
    # after the dot a reserved word is a name
    if cursor.piece.kind is PieceKind.WORD:
        return first, cursor.next().text
    return first, cursor.name()


class TableReader:
    """Reads the parts of a table definition; `cursor` stands where one begins."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor

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
        self._options(table.options)
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
            raise cursor.unsupported(_full_name(cursor))
        constraint: str | None = None
        if cursor.accept("CONSTRAINT"):
            constraint = cursor.name() if cursor.at_name else None
            if cursor.word() not in ("PRIMARY", "UNIQUE", "CHECK", "FOREIGN"):
                raise cursor.error()
        if cursor.at("CHECK"):
            table.checks.append(self._check(constraint))
        elif cursor.at("FOREIGN"):
            table.foreign_keys.append(self._foreign_key(constraint))
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

    # --- constraints ------------------------------------------------------------------------------------------------

    def _check(self, name: str | None) -> CheckSyntax:
        self.cursor.expect("CHECK")
        expression = self.cursor.parenthesized().strip()
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
        return self._references(self._column_names(), name, index)

    def _references(self, columns: tuple[str, ...], name: str | None, index: str | None = None) -> ForeignKeySyntax:
        cursor = self.cursor
        cursor.expect("REFERENCES")
        parent = read_qualified_name(cursor)
        parent_columns = self._column_names() if cursor.at_symbol("(") else ()
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

    def _column_names(self) -> tuple[str, ...]:
        cursor = self.cursor
        cursor.expect_symbol("(")
        names = [cursor.name()]
        while cursor.accept_symbol(","):
            names.append(cursor.name())
        cursor.expect_symbol(")")
        return tuple(names)

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
        if special == "FULLTEXT" and cursor.accept("WITH"):
            cursor.expect("PARSER")
            cursor.name()
            table.plugin_parser = True
        return KeySyntax("key", tuple(parts), name, self._index_options(), special=special)

    # --- keys -------------------------------------------------------------------------------------------------------

    def _key(self, kind: KeyKind, constraint: str | None) -> KeySyntax:
        cursor = self.cursor
        name = constraint
        if cursor.at_name and not cursor.at("TYPE"):
            name = cursor.name()
        self._index_type()
        cursor.expect_symbol("(")
        parts = [self._key_part()]
        while cursor.accept_symbol(","):
            parts.append(self._key_part())
        cursor.expect_symbol(")")
        special = "FUNCTIONAL" if any(part.expression for part in parts) else ""
        if special and kind != "key":
            raise cursor.unsupported("a unique key on an expression")
        return KeySyntax(kind, tuple(parts), name, invisible=self._index_options(), special=special)

    def _index_type(self) -> None:
        if self.cursor.accept("USING") or self.cursor.accept("TYPE"):
            if self.cursor.word() not in ("BTREE", "HASH", "RTREE"):
                raise self.cursor.error()
            self.cursor.next()

    def _key_part(self) -> KeyPartSyntax:
        cursor = self.cursor
        expression = cursor.parenthesized().strip() if cursor.at_symbol("(") else ""
        column = "" if expression else cursor.name()
        length: int | None = None
        if not expression and cursor.accept_symbol("("):
            length = cursor.integer()
            cursor.expect_symbol(")")
        descending = cursor.accept("DESC")
        if not descending:
            cursor.accept("ASC")
        return KeyPartSyntax(column, length, descending, expression)

    def _index_options(self) -> bool:
        """Reads what follows a key's columns; whether the key is invisible."""
        cursor = self.cursor
        invisible = False
        while True:
            if cursor.at("USING") or cursor.at("TYPE"):
                self._index_type()
            elif cursor.accept("COMMENT"):
                cursor.string()
            elif cursor.accept("KEY_BLOCK_SIZE"):
                cursor.accept_symbol("=")
                cursor.integer()
            elif cursor.accept("VISIBLE"):
                invisible = False
            elif cursor.accept("INVISIBLE"):
                invisible = True
            elif cursor.word() in ("WITH", "ENGINE_ATTRIBUTE", "SECONDARY_ENGINE_ATTRIBUTE"):
                raise cursor.unsupported(_full_name(cursor))
            else:
                return invisible

    # --- columns ----------------------------------------------------------------------------------------------------

    def _column(self, table: CreateTableSyntax) -> ColumnSyntax:
        cursor = self.cursor
        name = cursor.name()
        serial = cursor.at("SERIAL")
        column = ColumnSyntax(name, read_type(cursor))
        if serial:
            self._serial(column, table)
        while (reader := _ATTRIBUTES.get(cursor.word())) is not None:
            reader(self, column, table)
        return column

    def _serial(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        """SERIAL, SERIAL DEFAULT VALUE: NOT NULL AUTO_INCREMENT UNIQUE."""
        column.nullable, column.auto_increment = False, True
        table.keys.append(KeySyntax("unique", (KeyPartSyntax(column.name),)))

    def _attribute_null(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        column.nullable = not self.cursor.accept("NOT")
        self.cursor.expect("NULL")

    def _attribute_default(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("DEFAULT")
        column.default = self._default()

    def _attribute_on(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("ON", "UPDATE")
        if self.cursor.word() not in _NOW_WORDS:
            raise self.cursor.error()
        column.on_update = self._now()

    def _attribute_auto_increment(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.next()
        column.auto_increment = True

    def _attribute_serial(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("SERIAL", "DEFAULT", "VALUE")
        self._serial(column, table)

    def _attribute_primary(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.accept("PRIMARY")
        self.cursor.expect("KEY")
        table.keys.append(KeySyntax("primary", (KeyPartSyntax(column.name),)))

    def _attribute_unique(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("UNIQUE")
        self.cursor.accept("KEY")
        table.keys.append(KeySyntax("unique", (KeyPartSyntax(column.name),)))

    def _attribute_comment(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("COMMENT")
        column.comment = self.cursor.string()

    def _attribute_generated(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        """[GENERATED ALWAYS] AS (expression) [VIRTUAL | STORED]."""
        if self.cursor.accept("GENERATED"):
            self.cursor.expect("ALWAYS")
        self.cursor.expect("AS")
        column.generated = self.cursor.parenthesized().strip()
        column.stored = self.cursor.accept("STORED")
        if not column.stored:
            self.cursor.accept("VIRTUAL")

    def _attribute_check(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        """[CONSTRAINT [name]] CHECK (expression)."""
        name: str | None = None
        if self.cursor.accept("CONSTRAINT") and self.cursor.at_name:
            name = self.cursor.name()
        table.checks.append(self._check(name))

    def _attribute_references(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        table.foreign_keys.append(self._references((column.name,), None))

    def _attribute_collate(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        if column.collation is not None:
            raise self.cursor.error()
        self.cursor.expect("COLLATE")
        column.collation = self.cursor.name_or_string()

    def _attribute_visible(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        column.invisible = self.cursor.next().text.upper() == "INVISIBLE"

    def _attribute_ndb(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        """COLUMN_FORMAT and STORAGE: read by NDB only."""
        allowed = {"COLUMN_FORMAT": ("FIXED", "DYNAMIC", "DEFAULT"), "STORAGE": ("DISK", "MEMORY", "DEFAULT")}
        choices = allowed[self.cursor.next().text.upper()]
        if self.cursor.word() not in choices:
            raise self.cursor.error()
        self.cursor.next()

    def _attribute_srid(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        self.cursor.expect("SRID")
        self.cursor.integer()

    def _attribute_unsupported(self, column: ColumnSyntax, table: CreateTableSyntax) -> None:
        raise self.cursor.unsupported(_full_name(self.cursor))

    def _now(self) -> int:
        """CURRENT_TIMESTAMP[(fsp)] and its synonyms; NOW needs its brackets."""
        cursor = self.cursor
        if cursor.at("NOW") and not (cursor.ahead(1).kind is PieceKind.SYMBOL and cursor.ahead(1).text == "("):
            raise cursor.error()
        cursor.next()
        fsp = 0
        if cursor.accept_symbol("("):
            if not cursor.at_symbol(")"):
                fsp = cursor.integer()
            cursor.expect_symbol(")")
        return fsp

    def _default(self) -> DefaultSyntax:
        cursor = self.cursor
        if cursor.accept("NULL"):
            return DefaultSyntax(DefaultSyntaxKind.NULL)
        if cursor.word() in _NOW_WORDS:
            return DefaultSyntax(DefaultSyntaxKind.NOW, fsp=self._now())
        if cursor.at_symbol("("):
            return DefaultSyntax(DefaultSyntaxKind.EXPRESSION, text=cursor.parenthesized())
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
        if cursor.piece.kind is PieceKind.INTRODUCER:
            if not cursor.ahead(1).text.isascii():
                raise cursor.unsupported(f"{cursor.piece.text} before a literal that is not ASCII")
            cursor.next()
        reader = _LITERALS.get(cursor.piece.kind)
        return self._number() if reader is None else reader(cursor)

    def _number(self) -> int | float | Decimal:
        cursor = self.cursor
        fraction = cursor.accept_symbol(".")
        if cursor.piece.kind is not PieceKind.NUMBER:
            raise cursor.error()
        text = ("." if fraction else "") + cursor.next().text
        if "e" in text.lower():
            return float(text)
        return Decimal(text) if "." in text else int(text)

    # --- table options ----------------------------------------------------------------------------------------------

    def _options(self, options: TableOptionsSyntax) -> None:
        cursor = self.cursor
        while not cursor.at_end:
            word = cursor.word()
            if word in _UNSUPPORTED_OPTIONS or cursor.at("START", "TRANSACTION"):
                raise cursor.unsupported(_full_name(cursor))
            reader = _OPTIONS.get(word)
            if reader is not None:
                options.written.append(_OPTION_NAMES.get(word, "CHARSET"))
                reader(self, options)
            elif word in _IGNORED_OPTIONS:
                self._ignored_option(options)
            else:
                return
            cursor.accept_symbol(",")

    def _ignored_option(self, options: TableOptionsSyntax) -> None:
        cursor = self.cursor
        name = cursor.next().text.upper()
        row_format = name == "ROW_FORMAT"
        cursor.accept_symbol("=")
        formats = ("DEFAULT", "DYNAMIC", "FIXED", "COMPRESSED", "REDUNDANT", "COMPACT")
        plain = cursor.piece.kind in (PieceKind.NUMBER, PieceKind.STRING) or cursor.word() in (
            formats if row_format else ("DEFAULT", "NO", "FIRST", "LAST")
        )
        if not plain:
            raise cursor.error()
        value = cursor.next().text
        named = name in ("ROW_FORMAT", "INSERT_METHOD")
        options.shown.append(f"{name}={value.upper() if named else value}")

    def _option_engine(self, options: TableOptionsSyntax) -> None:
        self.cursor.next()
        self.cursor.accept_symbol("=")
        options.engine = self.cursor.name_or_string()

    def _option_union(self, options: TableOptionsSyntax) -> None:
        cursor = self.cursor
        cursor.next()
        cursor.accept_symbol("=")
        cursor.expect_symbol("(")
        names = [read_qualified_name(cursor)]
        while cursor.accept_symbol(","):
            names.append(read_qualified_name(cursor))
        cursor.expect_symbol(")")
        options.union = tuple(names)
        options.shown.append(f"UNION=({','.join(f'`{name}`' for _, name in names)})")

    def _option_default(self, options: TableOptionsSyntax) -> None:
        self.cursor.expect("DEFAULT")
        if self.cursor.at("COLLATE"):
            self._option_collate(options)
        else:
            self._option_charset(options)

    def _option_charset(self, options: TableOptionsSyntax) -> None:
        charset = read_charset_name(self.cursor, equals=True)
        if charset is None:
            raise self.cursor.error()
        options.charset = charset

    def _option_collate(self, options: TableOptionsSyntax) -> None:
        self.cursor.expect("COLLATE")
        self.cursor.accept_symbol("=")
        options.collation = self.cursor.name_or_string()

    def _option_auto_increment(self, options: TableOptionsSyntax) -> None:
        self.cursor.next()
        self.cursor.accept_symbol("=")
        options.auto_increment = max(1, self.cursor.integer())

    def _option_tablespace(self, options: TableOptionsSyntax) -> None:
        """TABLESPACE name [STORAGE DISK | MEMORY]."""
        self.cursor.next()
        self.cursor.accept_symbol("=")
        options.shown.append(f"/*!50100 TABLESPACE `{self.cursor.name()}` */")
        if self.cursor.accept("STORAGE"):
            self.cursor.next()

    def _option_comment(self, options: TableOptionsSyntax) -> None:
        self.cursor.next()
        self.cursor.accept_symbol("=")
        options.comment = self.cursor.string()


def _full_name(cursor: Cursor) -> str:
    """A construct's name for UnsupportedError: its word, or its two."""
    pairs = {"FOREIGN": "KEY", "FULLTEXT": "KEY", "SPATIAL": "KEY", "START": "TRANSACTION", "PARTITION": "BY"}
    word = cursor.word()
    return f"{word} {pairs[word]}" if word in pairs else word


_LITERALS: dict[PieceKind, Callable[[Cursor], object]] = {
    PieceKind.STRING: Cursor.string,
    PieceKind.NATIONAL: lambda cursor: cursor.next().text,
    PieceKind.HEX: lambda cursor: _hex(cursor.next().text),
    PieceKind.BIT: lambda cursor: _bits(cursor.next().text),
}


def _hex(digits: str) -> BinaryLiteral:
    return BinaryLiteral(bytes.fromhex(digits if len(digits) % 2 == 0 else "0" + digits))


def _bits(digits: str) -> BinaryLiteral:
    return BinaryLiteral(int(digits or "0", 2).to_bytes((len(digits) + 7) // 8, "big"))


_ATTRIBUTES: dict[str, Callable[[TableReader, ColumnSyntax, CreateTableSyntax], None]] = {
    "NOT": TableReader._attribute_null,
    "NULL": TableReader._attribute_null,
    "DEFAULT": TableReader._attribute_default,
    "ON": TableReader._attribute_on,
    "AUTO_INCREMENT": TableReader._attribute_auto_increment,
    "SERIAL": TableReader._attribute_serial,
    "PRIMARY": TableReader._attribute_primary,
    "KEY": TableReader._attribute_primary,
    "UNIQUE": TableReader._attribute_unique,
    "COMMENT": TableReader._attribute_comment,
    "COLLATE": TableReader._attribute_collate,
    "VISIBLE": TableReader._attribute_visible,
    "INVISIBLE": TableReader._attribute_visible,
    "COLUMN_FORMAT": TableReader._attribute_ndb,
    "STORAGE": TableReader._attribute_ndb,
    "SRID": TableReader._attribute_srid,
    "AS": TableReader._attribute_generated,
    "GENERATED": TableReader._attribute_generated,
    "CHECK": TableReader._attribute_check,
    "CONSTRAINT": TableReader._attribute_check,
    "REFERENCES": TableReader._attribute_references,
    **dict.fromkeys(("ENGINE_ATTRIBUTE", "SECONDARY_ENGINE_ATTRIBUTE"), TableReader._attribute_unsupported),
}

_OPTION_NAMES = {"ENGINE": "ENGINE", "COLLATE": "CHARSET", "COMMENT": "COMMENT", "AUTO_INCREMENT": "AUTO_INCREMENT"}

_OPTIONS: dict[str, Callable[[TableReader, TableOptionsSyntax], None]] = {
    "ENGINE": TableReader._option_engine,
    "DEFAULT": TableReader._option_default,
    "CHARACTER": TableReader._option_charset,
    "CHARSET": TableReader._option_charset,
    "CHAR": TableReader._option_charset,
    "COLLATE": TableReader._option_collate,
    "AUTO_INCREMENT": TableReader._option_auto_increment,
    "COMMENT": TableReader._option_comment,
    "UNION": TableReader._option_union,
    "TABLESPACE": TableReader._option_tablespace,
}
