"""Reads the options of a table: ENGINE, CHARSET, AUTO_INCREMENT, COMMENT ...

Source: MySQL manual, "CREATE TABLE Statement", table options.
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.sql.cursor import Cursor, PieceKind
from binwriter.sql.key_reader import full_name, read_qualified_name
from binwriter.sql.table_syntax import TableOptionsSyntax
from binwriter.sql.type_reader import read_charset_name

# options whose values do not matter to the log
_IGNORED_OPTION_WORDS = """
    AUTOEXTEND_SIZE AVG_ROW_LENGTH CHECKSUM COMPRESSION DELAY_KEY_WRITE ENCRYPTION INSERT_METHOD KEY_BLOCK_SIZE MAX_ROWS
    MIN_ROWS PACK_KEYS PASSWORD ROW_FORMAT STATS_AUTO_RECALC STATS_PERSISTENT STATS_SAMPLE_PAGES TABLE_CHECKSUM
"""
_IGNORED_OPTIONS = frozenset(_IGNORED_OPTION_WORDS.split())
_UNSUPPORTED_OPTION_WORDS = """
    CONNECTION DATA ENGINE_ATTRIBUTE INDEX SECONDARY_ENGINE SECONDARY_ENGINE_ATTRIBUTE STORAGE
"""
_UNSUPPORTED_OPTIONS = frozenset(_UNSUPPORTED_OPTION_WORDS.split())


class OptionReader:
    """Reads table options; `cursor` stands where one begins."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor

    def _options(self, options: TableOptionsSyntax) -> bool:
        """Whether the last option was followed by a comma."""
        cursor = self.cursor
        listed = False
        while not cursor.at_end:
            word = cursor.word()
            if word in _UNSUPPORTED_OPTIONS or cursor.at("START", "TRANSACTION"):
                raise cursor.unsupported(full_name(cursor))
            reader = _OPTIONS.get(word)
            if reader is not None:
                options.written.append(_OPTION_NAMES.get(word, "CHARSET"))
                reader(self, options)
            elif word in _IGNORED_OPTIONS:
                self._ignored_option(options)
            else:
                break
            listed = cursor.accept_symbol(",")
        return listed

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


_OPTION_NAMES = {
    "ENGINE": "ENGINE",
    "TYPE": "ENGINE",
    "COLLATE": "CHARSET",
    "COMMENT": "COMMENT",
    "AUTO_INCREMENT": "AUTO_INCREMENT",
}

_OPTIONS: dict[str, Callable[[OptionReader, TableOptionsSyntax], None]] = {
    "ENGINE": OptionReader._option_engine,
    "TYPE": OptionReader._option_engine,  # 5.1 (binwriter.sql.grammar_by_version)
    "DEFAULT": OptionReader._option_default,
    "CHARACTER": OptionReader._option_charset,
    "CHARSET": OptionReader._option_charset,
    "CHAR": OptionReader._option_charset,
    "COLLATE": OptionReader._option_collate,
    "AUTO_INCREMENT": OptionReader._option_auto_increment,
    "COMMENT": OptionReader._option_comment,
    "UNION": OptionReader._option_union,
    "TABLESPACE": OptionReader._option_tablespace,
}
