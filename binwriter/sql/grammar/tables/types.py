"""Reads a data type in a column's definition (MySQL manual, "Data Types")."""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.formats.collations import collation_by_name, default_collation
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.syntax.table import TypeSyntax
from binwriter.sql.text.cursor import Cursor, PieceKind

# word -> (canonical name, fewest and most numbers in brackets)
_WORDS: dict[str, tuple[str, int, int]] = {
    **dict.fromkeys(("TINYINT", "INT1"), ("TINYINT", 0, 1)),
    **dict.fromkeys(("SMALLINT", "INT2"), ("SMALLINT", 0, 1)),
    **dict.fromkeys(("MEDIUMINT", "MIDDLEINT", "INT3"), ("MEDIUMINT", 0, 1)),
    **dict.fromkeys(("INT", "INTEGER", "INT4"), ("INT", 0, 1)),
    **dict.fromkeys(("BIGINT", "INT8"), ("BIGINT", 0, 1)),
    **dict.fromkeys(("DECIMAL", "DEC", "NUMERIC", "FIXED"), ("DECIMAL", 0, 2)),
    **dict.fromkeys(("FLOAT", "FLOAT4"), ("FLOAT", 0, 2)),
    **dict.fromkeys(("DOUBLE", "FLOAT8"), ("DOUBLE", 0, 2)),
    "REAL": ("REAL", 0, 2),
    **dict.fromkeys(("BOOL", "BOOLEAN"), ("TINYINT", 0, 0)),
    "SERIAL": ("SERIAL", 0, 0),
    "BIT": ("BIT", 0, 1),
    "YEAR": ("YEAR", 0, 1),
    "DATE": ("DATE", 0, 0),
    "TIME": ("TIME", 0, 1),
    "DATETIME": ("DATETIME", 0, 1),
    "TIMESTAMP": ("TIMESTAMP", 0, 1),
    **dict.fromkeys(("CHAR", "CHARACTER"), ("CHAR", 0, 1)),
    **dict.fromkeys(("VARCHAR", "VARCHARACTER"), ("VARCHAR", 1, 1)),
    "BINARY": ("BINARY", 0, 1),
    "VARBINARY": ("VARBINARY", 1, 1),
    **{name: (name, 0, 0) for name in ("TINYBLOB", "MEDIUMBLOB", "LONGBLOB", "TINYTEXT", "MEDIUMTEXT", "LONGTEXT")},
    "BLOB": ("BLOB", 0, 1),
    "TEXT": ("TEXT", 0, 1),
    "ENUM": ("ENUM", 0, 0),
    "SET": ("SET", 0, 0),
    "JSON": ("JSON", 0, 0),
    "VECTOR": ("VECTOR", 0, 1),
    **{
        name: (name, 0, 0)
        for name in ("GEOMETRY", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON")
    },
    **dict.fromkeys(("GEOMETRYCOLLECTION", "GEOMCOLLECTION"), ("GEOMETRYCOLLECTION", 0, 0)),
}
_NUMERIC = frozenset({"TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT", "DECIMAL", "FLOAT", "DOUBLE", "REAL"})
_WITH_CHARSET = frozenset({"CHAR", "VARCHAR", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT", "ENUM", "SET"})
# a number of digits alone is FLOAT's precision; DOUBLE and REAL need both numbers
_NO_SINGLE_NUMBER = frozenset({"DOUBLE", "REAL"})


def read_type(cursor: Cursor) -> TypeSyntax:
    """The type at the cursor with UNSIGNED, ZEROFILL, CHARACTER SET and BINARY. ER_PARSE_ERROR if it is none."""
    national = cursor.at("NATIONAL") or cursor.at("NCHAR") or cursor.at("NVARCHAR")
    if national:
        base = _national(cursor)
    elif cursor.accept("LONG"):
        base = _long(cursor)
    elif cursor.word() in _WORDS:
        base = _plain(cursor)
    else:
        raise cursor.error()
    if base.name in _NUMERIC or base.name == "YEAR":
        return _numeric_attributes(cursor, base)
    if base.name in _WITH_CHARSET and not national:
        return _charset_attributes(cursor, base)
    return replace(base, bin_collation=cursor.accept("BINARY")) if national else base


def _national(cursor: Cursor) -> TypeSyntax:
    """NATIONAL CHAR, NCHAR VARCHAR, NVARCHAR ...: utf8mb3."""
    if cursor.accept("NVARCHAR"):
        varying = True
    elif cursor.accept("NCHAR"):
        varying = cursor.accept("VARCHAR") or cursor.accept("VARYING")
    else:
        cursor.expect("NATIONAL")
        varying = cursor.accept("VARCHAR") or cursor.accept("VARCHARACTER")
        if not varying:
            if not (cursor.accept("CHAR") or cursor.accept("CHARACTER")):
                raise cursor.error()
            varying = cursor.accept("VARYING")
    arguments = _numbers(cursor, 1 if varying else 0, 1)
    return TypeSyntax("VARCHAR" if varying else "CHAR", arguments, national=True)


def _long(cursor: Cursor) -> TypeSyntax:
    """LONG, LONG VARCHAR, LONG CHAR VARYING: MEDIUMTEXT; LONG VARBINARY: MEDIUMBLOB."""
    if cursor.accept("VARBINARY"):
        return TypeSyntax("MEDIUMBLOB")
    if cursor.at("CHAR", "VARYING") or cursor.at("CHARACTER", "VARYING"):
        cursor.next()
        cursor.next()
    else:
        cursor.accept("VARCHAR")
    return TypeSyntax("MEDIUMTEXT")


_WIDTHS_OF_YEAR = ((), (4,))
_WITH_FSP = frozenset({"TIME", "DATETIME", "TIMESTAMP"})


def _plain(cursor: Cursor) -> TypeSyntax:
    word = cursor.next().text.upper()
    name, fewest, most = _WORDS[word]
    if name == "CHAR" and cursor.accept("VARYING"):
        name, fewest = "VARCHAR", 1
    if word == "DOUBLE":
        cursor.accept("PRECISION")
    if name in ("ENUM", "SET"):
        return TypeSyntax(name, members=_members(cursor))
    numbers = _numbers(cursor, fewest, most, single=name not in _NO_SINGLE_NUMBER, small=name in _WITH_FSP)
    if name == "YEAR" and numbers not in _WIDTHS_OF_YEAR:
        raise mysql_error("ER_INVALID_YEAR_COLUMN_LENGTH")  # before anything behind it is read (captured: faults)
    return TypeSyntax(name, numbers, boolean=word.startswith("BOOL"))


def _numbers(cursor: Cursor, fewest: int, most: int, *, single: bool = True, small: bool = False) -> tuple[int, ...]:
    if not most or not cursor.at_symbol("("):
        if fewest:
            raise cursor.error()
        return ()
    cursor.next()
    pair = most > 1 and (not single or cursor.ahead(1).text == ",")
    if pair:
        if single and cursor.piece.kind is PieceKind.NUMBER and not cursor.at_small_integer():
            cursor.next()  # as the one number of these types it would do: it is the comma that is wrong
            raise cursor.error()
        numbers = [cursor.small_integer()]
        cursor.expect_symbol(",")
        numbers.append(cursor.small_integer())
    else:
        numbers = [cursor.small_integer() if small else cursor.length()]
    cursor.expect_symbol(")")
    return tuple(numbers)


def _members(cursor: Cursor) -> tuple[str | bytes, ...]:
    """Strings, and bytes in hexadecimal or bits, which are in the column's character set."""
    cursor.expect_symbol("(")
    members = [_member(cursor)]
    while cursor.accept_symbol(","):
        members.append(_member(cursor))
    cursor.expect_symbol(")")
    return tuple(members)


def _member(cursor: Cursor) -> str | bytes:
    base = _BASES.get(cursor.piece.kind)
    if base is None:
        return cursor.string()
    digits = cursor.next().text
    return int(digits or "0", base).to_bytes(-(-len(digits) // (2 if base == _HEXADECIMAL else 8)), "big")


_HEXADECIMAL = 16
_BASES = {PieceKind.HEX: _HEXADECIMAL, PieceKind.BIT: 2}


def _numeric_attributes(cursor: Cursor, base: TypeSyntax) -> TypeSyntax:
    """UNSIGNED, SIGNED and ZEROFILL in any order; ZEROFILL implies UNSIGNED, SIGNED undoes nothing."""
    unsigned = zerofill = written = False
    while cursor.word() in ("UNSIGNED", "SIGNED", "ZEROFILL"):
        word = cursor.next().text.upper()
        unsigned |= word != "SIGNED"
        written |= word == "UNSIGNED"
        zerofill |= word == "ZEROFILL"
    return replace(base, unsigned=unsigned, zerofill=zerofill, says_unsigned=written)


def read_charset_name(cursor: Cursor, *, equals: bool = False, default: bool = False) -> str | None:
    """CHARACTER SET name, CHARSET name or CHAR SET name; None if none of them comes. default: DEFAULT may stand for the
    name, and is None, too."""
    if cursor.at("CHARACTER", "SET") or cursor.at("CHAR", "SET"):
        cursor.next()
        cursor.next()
    elif not cursor.accept("CHARSET"):
        return None
    if equals:
        cursor.accept_symbol("=")
    return None if default and cursor.accept("DEFAULT") else _known_charset(cursor.name_or_string())


def _known_charset(name: str) -> str:
    """ER_UNKNOWN_CHARACTER_SET before anything behind it is read (captured: faults)."""
    try:
        default_collation(name)
    except EncodeError:
        raise mysql_error("ER_UNKNOWN_CHARACTER_SET", name) from None
    return name


def read_collation_name(cursor: Cursor) -> str:
    """What stands behind COLLATE. ER_UNKNOWN_COLLATION before anything behind it is read (captured: faults)."""
    name = cursor.name_or_string()
    try:
        collation_by_name(name)
    except EncodeError:
        raise mysql_error("ER_UNKNOWN_COLLATION", name) from None
    return name


def conflicting_charsets(charset: str | None, collation: str | None, another: str | None) -> MySQLError | None:
    """CHARACTER SET behind another one, or behind a COLLATE of another one (captured: clusters/negated)."""
    if collation is not None:
        charset = collation_by_name(collation).charset
    if charset is None or another is None or charset.lower() == another.lower():
        return None
    return mysql_error("ER_CONFLICTING_DECLARATIONS", "CHARACTER SET ", charset, "CHARACTER SET ", another)


def _charset_attributes(cursor: Cursor, base: TypeSyntax) -> TypeSyntax:
    """CHARACTER SET, and BINARY, ASCII, UNICODE and BYTE, of which BINARY may stand on either side."""
    bin_collation = cursor.accept("BINARY")
    charset = read_charset_name(cursor)
    if charset is None and cursor.accept("ASCII"):
        charset = "latin1"
    elif charset is None and cursor.accept("UNICODE"):
        charset = "ucs2"
    elif charset is None and not bin_collation and cursor.accept("BYTE"):
        return replace(base, to_bytes=True)
    bin_collation |= cursor.accept("BINARY")
    return replace(base, charset=charset, bin_collation=bin_collation)
