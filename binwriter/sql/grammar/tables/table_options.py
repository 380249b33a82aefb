"""Reads the options of a table: ENGINE, CHARSET, AUTO_INCREMENT, COMMENT ...

Source: MySQL manual, "CREATE TABLE Statement", table options.
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.table.options import MOST_ROWS, STORAGE, check_attribute, shown_attribute, shown_tablespace
from binwriter.sql.grammar.tables.keys import read_qualified_name
from binwriter.sql.grammar.tables.numbers import leading_integer, only_integer, ternary
from binwriter.sql.grammar.tables.types import conflicting_charsets, read_charset_name, read_collation_name
from binwriter.sql.syntax.table import ColumnSyntax, InOrder, TableOptionsSyntax
from binwriter.sql.text.cursor import Cursor

# options whose values do not matter to the log
_IGNORED_OPTION_WORDS = """
    AUTOEXTEND_SIZE AVG_ROW_LENGTH CHECKSUM COMPRESSION DELAY_KEY_WRITE ENCRYPTION INSERT_METHOD KEY_BLOCK_SIZE MAX_ROWS
    MIN_ROWS PACK_KEYS PASSWORD ROW_FORMAT STATS_AUTO_RECALC STATS_PERSISTENT STATS_SAMPLE_PAGES TABLE_CHECKSUM
"""
_IGNORED_OPTIONS = frozenset(_IGNORED_OPTION_WORDS.split())

# Of numbers beyond these the grammar says the range (captured: limits/numbers).
_RANGES = {
    "AVG_ROW_LENGTH": (0, (1 << 32) - 1, "[0,4294967295]"),
    "KEY_BLOCK_SIZE": (0, 65535, "[0,65535]"),
    "STATS_SAMPLE_PAGES": (1, 65535, "[1, 65535]"),
}
_SIZE = pattern(r"\d+[KMGT]")  # 4M is a word to the tokenizer


class OptionReader:
    """Reads table options; `cursor` stands where one begins."""

    columns: list[ColumnSyntax]  # of the reader that this one is part of

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor

    def _options(self, options: TableOptionsSyntax) -> bool:
        """Whether the last option was followed by a comma."""
        cursor = self.cursor
        listed = False
        while not cursor.at_end:
            word = cursor.word()
            if cursor.accept("START", "TRANSACTION"):
                options.start_transaction = True
                listed = cursor.accept_symbol(",")
                continue
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

    def _in_order(self, options: TableOptionsSyntax, given: InOrder) -> None:
        options.in_order.append((len(self.columns), given))

    def _ignored_option(self, options: TableOptionsSyntax) -> None:
        cursor = self.cursor
        name = cursor.next().text.upper()
        cursor.accept_symbol("=")
        if name == "PASSWORD":
            cursor.string()  # read, and nowhere kept
            return
        if name in ("ENCRYPTION", "COMPRESSION"):
            value = cursor.string()
            if name == "ENCRYPTION":
                options.named[name] = value
            self._show(options, name, f"'{value}'")
            return
        name = "CHECKSUM" if name == "TABLE_CHECKSUM" else name
        self._show(options, name, _VALUES[name](self, options, name))

    def _show(self, options: TableOptionsSyntax, name: str, value: str) -> None:
        """Of an option that is given twice the last value."""
        options.shown[:] = [one for one in options.shown if not one.startswith(f"{name}=")]
        options.shown.append(f"{name}={value}")

    def _word(self, options: TableOptionsSyntax, name: str) -> str:
        if self.cursor.word() not in _WORDS[name]:
            raise self.cursor.error()
        return self.cursor.next().text.upper()

    def _ternary(self, options: TableOptionsSyntax, name: str) -> str:
        return ternary(self.cursor)

    def _switch(self, options: TableOptionsSyntax, name: str) -> str:
        return str(int(bool(leading_integer(self.cursor, hexadecimals=True))))

    def _size(self, options: TableOptionsSyntax, name: str) -> str:
        return self.cursor.next().text if _SIZE.fullmatch(self.cursor.word()) else str(only_integer(self.cursor))

    def _ranged(self, options: TableOptionsSyntax, name: str) -> str:
        if name == "STATS_SAMPLE_PAGES" and self.cursor.accept("DEFAULT"):
            return "DEFAULT"
        place = self.cursor.offset
        value = leading_integer(self.cursor, hexadecimals=name == "STATS_SAMPLE_PAGES")
        self._check_range(name, value, place)
        return str(value)

    def _rows(self, options: TableOptionsSyntax, name: str) -> str:
        value = leading_integer(self.cursor)
        if value > MOST_ROWS:
            options.rows_beyond.append((name.lower(), value))
        return str(min(value, MOST_ROWS))

    def _check_range(self, name: str, value: int, place: int) -> None:
        low, high, shown = _RANGES[name]
        if not low <= value <= high:
            text = self.cursor.text
            line = text.count("\n", 0, place) + 1
            raise mysql_error("ER_OPTION_OUT_OF_RANGE", name.lower(), shown, text[place:][:80], line)

    def _option_engine(self, options: TableOptionsSyntax) -> None:
        self.cursor.next()
        self.cursor.accept_symbol("=")
        options.engine = self.cursor.name_or_string()
        self._in_order(options, options.engine)

    def _option_union(self, options: TableOptionsSyntax) -> None:
        cursor = self.cursor
        cursor.next()
        cursor.accept_symbol("=")
        cursor.expect_symbol("(")
        names = []
        if not cursor.accept_symbol(")"):
            names.append(read_qualified_name(cursor))
            while cursor.accept_symbol(","):
                names.append(read_qualified_name(cursor))
            cursor.expect_symbol(")")
        options.union = tuple(names)
        if not names:
            return
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
        if (refused := conflicting_charsets(options.charset, options.collation, charset)) is not None:
            self._in_order(options, refused)
        options.charset = charset
        self._in_order(options, (options.charset, options.collation))

    def _option_collate(self, options: TableOptionsSyntax) -> None:
        self.cursor.expect("COLLATE")
        self.cursor.accept_symbol("=")
        options.collation = read_collation_name(self.cursor)
        self._in_order(options, (options.charset, options.collation))

    def _option_auto_increment(self, options: TableOptionsSyntax) -> None:
        self.cursor.next()
        self.cursor.accept_symbol("=")
        options.auto_increment = max(1, leading_integer(self.cursor))

    def _option_tablespace(self, options: TableOptionsSyntax) -> None:
        """TABLESPACE name [STORAGE DISK | MEMORY]."""
        self.cursor.next()
        self.cursor.accept_symbol("=")
        options.named["TABLESPACE"] = name = self.cursor.name()
        options.shown.append(shown_tablespace(name))

    def _option_directory(self, options: TableOptionsSyntax) -> None:
        """DATA DIRECTORY, INDEX DIRECTORY."""
        word = self.cursor.next().text.upper()
        self.cursor.expect("DIRECTORY")
        self.cursor.accept_symbol("=")
        options.named[f"{word} DIRECTORY"] = self.cursor.string()

    def _option_attribute(self, options: TableOptionsSyntax) -> None:
        """CONNECTION, ENGINE_ATTRIBUTE, SECONDARY_ENGINE_ATTRIBUTE: a string."""
        word = self.cursor.next().text.upper()
        self.cursor.accept_symbol("=")
        options.named[word] = value = self.cursor.string()
        if word == "CONNECTION":
            options.shown.append(f"{word}='{value}'")
        else:
            check_attribute(value)
            options.shown.append(f"/*!80021 {word}='{shown_attribute(value)}' */")

    def _option_secondary_engine(self, options: TableOptionsSyntax) -> None:
        self.cursor.next()
        self.cursor.accept_symbol("=")
        name = "" if self.cursor.accept("NULL") else self.cursor.name_or_string()
        options.named["SECONDARY_ENGINE"] = name
        if name:
            options.shown.append(f"SECONDARY_ENGINE={name}")

    def _option_storage(self, options: TableOptionsSyntax) -> None:
        """STORAGE DISK or MEMORY: read by NDB only."""
        self.cursor.next()
        if self.cursor.word() not in ("DISK", "MEMORY"):
            raise self.cursor.error()
        options.shown.append(f"{STORAGE}{self.cursor.next().text.upper()} */")

    def _option_comment(self, options: TableOptionsSyntax) -> None:
        self.cursor.next()
        self.cursor.accept_symbol("=")
        options.comment = self.cursor.string()


_WORDS = {
    "ROW_FORMAT": ("DEFAULT", "DYNAMIC", "FIXED", "COMPRESSED", "REDUNDANT", "COMPACT"),
    "INSERT_METHOD": ("NO", "FIRST", "LAST"),
}
_VALUES: dict[str, Callable[[OptionReader, TableOptionsSyntax, str], str]] = {
    **dict.fromkeys(_WORDS, OptionReader._word),
    **dict.fromkeys(("PACK_KEYS", "STATS_PERSISTENT", "STATS_AUTO_RECALC"), OptionReader._ternary),
    **dict.fromkeys(("CHECKSUM", "DELAY_KEY_WRITE"), OptionReader._switch),
    **dict.fromkeys(_RANGES, OptionReader._ranged),
    **dict.fromkeys(("MAX_ROWS", "MIN_ROWS"), OptionReader._rows),
    "AUTOEXTEND_SIZE": OptionReader._size,
}

_OPTION_NAMES = {
    "ENGINE": "ENGINE",
    "TYPE": "ENGINE",
    "COLLATE": "CHARSET",
    "COMMENT": "COMMENT",
    **{word: word for word in ("TABLESPACE", "DATA", "INDEX", "CONNECTION", "STORAGE", "UNION")},
    **{word: word for word in ("ENGINE_ATTRIBUTE", "SECONDARY_ENGINE_ATTRIBUTE", "SECONDARY_ENGINE")},
    "AUTO_INCREMENT": "AUTO_INCREMENT",
}

_OPTIONS: dict[str, Callable[[OptionReader, TableOptionsSyntax], None]] = {
    "ENGINE": OptionReader._option_engine,
    "TYPE": OptionReader._option_engine,  # 5.1 (binwriter.sql.grammar.by_version)
    "DEFAULT": OptionReader._option_default,
    "CHARACTER": OptionReader._option_charset,
    "CHARSET": OptionReader._option_charset,
    "CHAR": OptionReader._option_charset,
    "COLLATE": OptionReader._option_collate,
    "AUTO_INCREMENT": OptionReader._option_auto_increment,
    "COMMENT": OptionReader._option_comment,
    "UNION": OptionReader._option_union,
    "TABLESPACE": OptionReader._option_tablespace,
    **dict.fromkeys(("DATA", "INDEX"), OptionReader._option_directory),
    **dict.fromkeys(("CONNECTION", "ENGINE_ATTRIBUTE", "SECONDARY_ENGINE_ATTRIBUTE"), OptionReader._option_attribute),
    "SECONDARY_ENGINE": OptionReader._option_secondary_engine,
    "STORAGE": OptionReader._option_storage,
}
