"""A table definition as SHOW CREATE TABLE writes it, and as a server writes it into the log.

Source: MySQL manual, "SHOW CREATE TABLE Statement"; details as a 9.7.4 writes them. Where the log has it (CREATE TABLE
.. SELECT as rows, LIKE of a temporary table), only the table options that the statement gave are there.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal

from binwriter.catalog.tables import Column, DefaultKind, Key, SpecialKey, Table
from binwriter.formats.charsets.stand_ins import in_charset, is_convertible
from binwriter.formats.collations import Collation, collation_by_id, default_collation
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.raw_bytes import in_dictionary
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.sql.ddl.table import foreign_key_text
from binwriter.sql.ddl.table.options import STORAGE, option_of, size_of
from binwriter.sql.ddl.table.type_texts import sql_type_text
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.columns import column_type, reader, type_of_column
from binwriter.sql.printing.tables import printed
from binwriter.sql.text.modes import KEPT

CHARACTERS = frozenset({ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.ENUM, ColumnType.SET})
_SHOWN_ENGINES = {"MRG_MYISAM": "MRG_MyISAM"}
_NO_DEFAULT = frozenset({ColumnType.BLOB})
_BINARY = 63
_COUNT_ALONE = frozenset({"MyISAM", "MEMORY", "ARCHIVE"})
_OLD_UTF8MB4 = 45  # utf8mb4_general_ci, the default one before 8.0
_OTHER_SYSTEMS = frozenset(("ANSI", "ORACLE", "MSSQL", "DB2", "MAXDB", "POSTGRESQL"))
_NO_TABLE_OPTIONS = _OTHER_SYSTEMS | {"NO_TABLE_OPTIONS"}
_NO_KEY_OPTIONS = _OTHER_SYSTEMS | {"NO_KEY_OPTIONS", "NO_FIELD_OPTIONS"}


def create_text(
    table: Table,
    *,
    written_options: Collection[str] | None = None,
    start_transaction: bool = False,
    schema: bool = False,
    auto_increment: int = 1,
    if_not_exists: bool = False,
    display_widths: bool = False,
    sql_mode: str = "",
    row_format: str = "",
    as_given: bool = False,
) -> str:
    """CREATE TABLE of a definition, with `KEPT` for the backquotes in its expressions.

    written_options: the options (ENGINE, CHARSET, COLLATE, COMMENT) that the statement gave; None for all that SHOW
    CREATE TABLE shows; sql_mode: ANSI leaves all of them out. start_transaction: the clause of CREATE TABLE .. SELECT.
    schema: the database before the name. row_format: the one that the engine has, to be shown in any case.
    as_given: expressions are not printed anew, which makes others of them when they are read again.
    """
    as_given |= display_widths
    temporary = "TEMPORARY " if table.temporary else ""
    name = f"{quoted(table.schema)}.{quoted(table.name)}" if schema else quoted(table.name)
    lines = [_column(column, table, display_widths, as_given) for column in table.columns]
    modes = frozenset(sql_mode.split(","))
    if "NO_FIELD_OPTIONS" in modes:
        lines = [line.replace(" AUTO_INCREMENT", "", 1) for line in lines]
    ansi, no_keys = not modes.isdisjoint(_NO_TABLE_OPTIONS), not modes.isdisjoint(_NO_KEY_OPTIONS)
    lines += [
        _special_key(key, table, as_given, ansi=no_keys)
        if isinstance(key, SpecialKey)
        else _key(key, table, ansi=no_keys)
        for key in table.keys_in_order
    ]
    lines += [foreign_key_text.foreign_key_text(key, table.schema) for key in table.foreign_keys]
    for check in sorted(table.checks, key=lambda check: check.name.lower()):
        suffix = "" if check.enforced else " /*!80016 NOT ENFORCED */"
        expression = _expression(check.expression, table, as_given, as_given=check.as_given)
        lines.append(f"CONSTRAINT {quoted(check.name)} CHECK ({expression}){suffix}")
    options = [] if ansi else _options(table, written_options, auto_increment, old=display_widths)
    if row_format and not ansi:
        options = _with_row_format(options, row_format)
    if start_transaction:
        options = ["START TRANSACTION", *options]
    body = ",\n".join(f"  {line}" for line in lines)
    clause = "IF NOT EXISTS " if if_not_exists else ""
    partitions = f"\n{table.partitioning.text}" if table.partitioning is not None else ""
    partitions = _PARTITION_OPTIONS.sub("", partitions) if ansi else partitions
    return (
        f"CREATE {temporary}TABLE {clause}{name} (\n{body}\n)"
        + "".join(f" {option}" for option in options)
        + partitions
    )


def verbose_row_format(table: Table, variables: SessionVariables) -> str:
    """ROW_FORMAT that nobody has written, under show_create_table_verbosity: also in the log (captured:
    verbose_definitions_row). Empty where the session wants none."""
    if variables.behaviour.display_widths or not variables.get("show_create_table_verbosity"):
        return ""
    from binwriter.sql.system.sizes import row_format_of

    return row_format_of(table)


def shown_counter(table: Table, counter: int) -> int:
    """The counter, where AUTO_INCREMENT=.. is shown: InnoDB has none without a column that counts (captured:
    clusters/counters_without_columns)."""
    return counter if table.auto_increment_column is not None or table.engine.name in _COUNT_ALONE else 1


def _options(table: Table, written: Collection[str] | None, auto_increment: int, *, old: bool) -> list[str]:
    innodb = table.engine.name == "InnoDB"
    options = _space(table)
    extent = size_of(option_of(table.options, "AUTOEXTEND_SIZE")) if innodb else 0
    options += [f"/*!80023 AUTOEXTEND_SIZE={extent} */"] if extent else []
    if written is None or "ENGINE" in written:
        options.append(f"ENGINE={_SHOWN_ENGINES.get(table.engine.name, table.engine.name)}")
    if auto_increment > 1 and (written is None or "AUTO_INCREMENT" in written):
        options.append(f"AUTO_INCREMENT={auto_increment}")
    collation = collation_by_id(table.collation)
    if written is None or "CHARSET" in written:
        charset = "utf8" if old and collation.charset == "utf8mb3" else collation.charset
        options.append(f"DEFAULT CHARSET={charset}")
        # utf8mb4 names its collation even where it is the default one
        if collation.charset == "utf8mb4" or default_collation(collation.charset).id != collation.id:
            options.append(f"COLLATE={_collation_name(collation, old=old)}")
    last = tuple(
        option_there
        for option_there in table.options
        if option_there.startswith(_AFTER_COMMENT) and not option_there.endswith("='' */")
    )
    others = [option_there for option_there in table.options if not option_there.startswith(_AFTER_COMMENT)]
    others = [option for option in others if _is_shown(option, table)]
    options += sorted(others, key=_place)
    if table.comment:
        options.append(f"COMMENT={_string(table.comment)}")
    return [*options, *last]


def _with_row_format(options: list[str], row_format: str) -> list[str]:
    """The options with that of show_create_table_verbosity at its place."""
    own, place = f"ROW_FORMAT={row_format}", _ORDER.index("ROW_FORMAT")
    others = [option for option in options if not option.startswith("ROW_FORMAT=")]
    behind = (
        number
        for number, option in enumerate(others)
        if option.startswith(("COMMENT=", *_AFTER_COMMENT)) or place < _place(option) < len(_ORDER)
    )
    at = next(behind, len(others))
    return [*others[:at], own, *others[at:]]


def _is_shown(option: str, table: Table) -> bool:
    """Whether it stands behind the character set: a default is not shown, and only MERGE keeps what is for it."""
    name, _, value = option.partition("=")
    if name in _OF_MERGE:
        return table.engine.name == "MRG_MYISAM" and value != "NO"
    if option.startswith("/*!50100") or name == "AUTOEXTEND_SIZE" or value == "DEFAULT":
        return False
    return name not in _UNSHOWN_ZERO or value != "0"


def _space(table: Table) -> list[str]:
    """TABLESPACE and STORAGE, in one comment."""
    options = sorted(
        (option for option in table.options if option.startswith("/*!50100")),
        key=lambda option: option.startswith(STORAGE),
    )
    words = [option.removeprefix("/*!50100 ").removesuffix(" */") for option in options]
    return [f"/*!50100 {' '.join(words)} */"] if words else []


def _place(option: str) -> int:
    name = option.partition("=")[0]
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


# A server keeps the options and writes them in this order (tests/golden/dialogues).
_ORDER = (
    *("MIN_ROWS", "MAX_ROWS", "AVG_ROW_LENGTH", "PACK_KEYS", "STATS_PERSISTENT", "STATS_AUTO_RECALC"),
    *("STATS_SAMPLE_PAGES", "CHECKSUM", "DELAY_KEY_WRITE", "ROW_FORMAT", "KEY_BLOCK_SIZE", "COMPRESSION", "ENCRYPTION"),
    *("AUTOEXTEND_SIZE", "INSERT_METHOD", "UNION"),
)
_OF_MERGE = ("INSERT_METHOD", "UNION")
_UNSHOWN_ZERO = ("CHECKSUM", "DELAY_KEY_WRITE", "MAX_ROWS", "MIN_ROWS", "AVG_ROW_LENGTH", "KEY_BLOCK_SIZE")
_AFTER_COMMENT = ("CONNECTION", "SECONDARY_ENGINE", "/*!80021", "DATA DIRECTORY")


# What stands behind a partition's values.
_PARTITION_OPTIONS = re.compile(r"(?: (?:MAX|MIN)_ROWS = \d+)*(?: COMMENT = '(?:[^'\\]|\\.|'')*')? ENGINE = \w+")

# Digits of an integer type with its sign, and without one.
_WIDTHS = {
    ColumnType.TINY: (4, 3),
    ColumnType.SHORT: (6, 5),
    ColumnType.INT24: (9, 8),
    ColumnType.LONG: (11, 10),
    ColumnType.LONGLONG: (20, 20),
}


def shown_type(column: Column, *, old: bool = False) -> str:
    """The type as 8.0 and later print it: TINYINT(1) and ZEROFILL have kept their widths; old: as before."""
    if old:
        return type_with_width(column.spec, column.display_width or None) + (" zerofill" if column.zerofill else "")
    if column.zerofill and column.spec.type in _WIDTHS:
        return f"{type_with_width(column.spec, column.display_width or None)} zerofill"
    if column.display_width == 1 and column.spec.type is ColumnType.TINY and not column.spec.unsigned:
        return type_with_width(column.spec, 1)
    return in_charset(sql_type_text(column.spec)) + (" zerofill" if column.zerofill else "")


def type_with_width(spec: ColumnSpec, given: int | None = None) -> str:
    """The type as servers before 8.0.19 print it: integers and YEAR have a display width, the usual one or `given`."""
    text = sql_type_text(spec)
    if spec.type in _WIDTHS:
        name, _, rest = text.partition(" ")
        width = _WIDTHS[spec.type][spec.unsigned] if given is None else given
        return f"{name}({width})" + (f" {rest}" if rest else "")
    return text + "(4)" if spec.type is ColumnType.YEAR else text


def _column(column: Column, table: Table, display_widths: bool, as_given: bool) -> str:
    spec = column.spec
    type_text = shown_type(column, old=display_widths)
    text = f"{quoted(column.name)} {type_text if as_given else in_dictionary(type_text)}"
    if spec.type in CHARACTERS and (spec.collation != _BINARY or spec.members):
        text += _character_set(spec.collation, table.collation, explicit=column.explicit_charset, old=display_widths)
    srid = "" if spec.srid is None else f" /*!80003 SRID {spec.srid} */"
    unloaded = "" if column.secondary else " NOT SECONDARY"
    if column.generated:
        expression = _expression(column.generated, table, as_given)
        text += f" GENERATED ALWAYS AS ({expression}) {'STORED' if column.stored else 'VIRTUAL'}"
        if not spec.nullable:
            text += " NOT NULL"
        elif spec.type is ColumnType.TIMESTAMP2:
            text += " NULL"
        text += f"{unloaded}{srid}"
    else:
        if not spec.nullable:
            text += " NOT NULL"
        elif spec.type is ColumnType.TIMESTAMP2:
            text += " NULL"
        text += unloaded + srid + _ndb(column) + _default(column, table, as_given)
    if column.on_update_now:
        text += f" ON UPDATE CURRENT_TIMESTAMP{_fsp(column)}"
    if column.auto_increment:
        text += " AUTO_INCREMENT"
    if not spec.visible:
        text += " /*!80023 INVISIBLE */"
    if column.comment:
        text += f" COMMENT {_string(column.comment)}"
    return text if column.generated else text + _attribute(column.attribute)


def _attribute(value: str) -> str:
    return f" /*!80021 SECONDARY_ENGINE_ATTRIBUTE {_string(value)} */" if value else ""


def _ndb(column: Column) -> str:
    storage = f" /*!50606 STORAGE {column.storage} */" if column.storage else ""
    return storage + (f" /*!50606 COLUMN_FORMAT {column.format} */" if column.format else "")


_BEFORE_8_0_19 = 80018


def _character_set(collation_id: int, inherited: int, *, explicit: bool, old: bool) -> str:
    """CHARACTER SET where the column's collation is not the table's; COLLATE where it is not the default one.

    explicit: the column was given one of the two, and then both are shown; up to 5.7 a server forgot that.
    """
    explicit = (explicit or collation_id == _BINARY) and not old  # of what has no characters ENUM and SET tell both
    collation = collation_by_id(collation_id)
    text = ""
    if explicit or collation_id != inherited:
        text = f" CHARACTER SET {'utf8' if old and collation.charset == 'utf8mb3' else collation.charset}"
    default = _OLD_UTF8MB4 if old and collation.charset == "utf8mb4" else default_collation(collation.charset).id
    # utf8mb4 names its collation in a table of another one, though it is the default
    differs = collation.charset == "utf8mb4" and collation_id != inherited and not old
    shown = _collation_name(collation, old=old)
    return f"{text} COLLATE {shown}" if explicit or differs or collation_id != default else text


def _collation_name(collation: Collation, *, old: bool) -> str:
    """Those of utf8mb3 were called utf8_... (captured: 5.1.54, 5.5.20, 5.6.21, 5.7.18)."""
    return collation.name_in(_BEFORE_8_0_19) if old else collation.name


def _fsp(column: Column) -> str:
    return f"({column.spec.fsp})" if column.spec.fsp else ""


def _expression(text: str, table: Table, old: bool, *, as_given: bool = False) -> str:
    """old: before 8.0.19 it is left as it was given here."""
    return text if old else printed(text, table, as_given=as_given).replace("`", KEPT)


def _default(column: Column, table: Table, old: bool) -> str:
    match column.default_kind:
        case DefaultKind.NONE:
            return ""
        case DefaultKind.NOW:
            return f" DEFAULT CURRENT_TIMESTAMP{_fsp(column)}"
        case DefaultKind.EXPRESSION:
            return f" DEFAULT ({_expression(column.default_sql, table, old)})"
        case DefaultKind.LITERAL:
            if column.auto_increment:
                return ""
            if column.spec.type in _NO_DEFAULT:
                return ""
            if column.default is None:
                return " DEFAULT NULL" if column.spec.nullable else ""
            return f" DEFAULT {_literal(column, as_kept=not old)}"


def shown_default(column: Column) -> str | None:
    """The default as SHOW COLUMNS has it: without quotes."""
    match column.default_kind:
        case DefaultKind.NOW:
            return f"CURRENT_TIMESTAMP{_fsp(column)}"
        case DefaultKind.EXPRESSION:
            return column.default_sql
        case DefaultKind.LITERAL if column.spec.type in _NO_DEFAULT:
            return None
        case DefaultKind.LITERAL if column.default is not None and not column.auto_increment:
            text = _literal(column)
            return text if text.startswith("b'") else in_dictionary(_unquoted(text[1:-1]))
        case _:
            return None


def _unquoted(text: str) -> str:
    for raw, escaped in reversed(_ESCAPES):
        text = text.replace(escaped, raw)
    return text


def _literal(column: Column, *, as_kept: bool = False) -> str:
    """as_kept: what the data dictionary's character set lacks is shown as bytes."""
    value = column.default
    if column.spec.type is ColumnType.BIT:
        return f"b'{int(value):b}'" if isinstance(value, int) else f"b'{int.from_bytes(bytes(value), 'big'):b}'"  # type: ignore[arg-type]
    if isinstance(value, bytes):
        try:
            text = value.decode("utf-8")
        except UnicodeDecodeError:
            return f"0x{value.hex().upper()}"
        return f"0x{value.hex().upper()}" if as_kept and in_dictionary(text) != text else _string(text)
    if isinstance(value, Decimal) or (isinstance(value, float) and column.spec.precision):
        text = f"{value:.{column.spec.scale}f}"
        return f"'{text.rjust(_zeros(column), '0')}'"
    read = reader(column.spec)
    shown = value if read is None else _member_text(column, value)
    if isinstance(shown, str) and (not is_convertible(shown) or (as_kept and in_dictionary(shown) != shown)):
        return f"0x{collation_by_id(column.spec.collation).encode(shown).hex().upper()}"
    return _string(str(to_text(shown, column_type(column.spec))).rjust(_zeros(column), "0"))


def _zeros(column: Column) -> int:
    return type_of_column(column).zeros if column.zerofill else 0


def _member_text(column: Column, value: object) -> object:
    if column.spec.type is ColumnType.ENUM and isinstance(value, int):
        return ("", *column.spec.members)[value]
    if column.spec.type is ColumnType.SET and isinstance(value, int):
        return ",".join(member for bit, member in enumerate(column.spec.members) if value >> bit & 1)
    return value


def _string(text: str) -> str:
    text = in_charset(text)
    for raw, escaped in _ESCAPES:
        text = text.replace(raw, escaped)
    return f"'{text}'"


_ESCAPES = (("\\", "\\\\"), ("'", "''"), ("\n", "\\n"), ("\r", "\\r"), ("\0", "\\0"))


def _special_key(key: SpecialKey, table: Table, old: bool, *, ansi: bool) -> str:
    kind = ("UNIQUE " if key.unique else "") if key.kind == "FUNCTIONAL" else f"{key.kind} "
    parts = ",".join(
        (f"({_expression(part[1:-1], table, old)})" if part.startswith("(") else part)
        + (" DESC" if number in key.descending else "")
        for number, part in enumerate(key.parts)
    )
    parser = f" /*!50100 WITH PARSER {quoted(key.parser)} */ " if key.parser else ""
    return f"{kind}KEY {quoted(key.name)} ({parts}){_key_options(key, ansi=ansi)}{parser}"


def _key_options(key: Key | SpecialKey, *, ansi: bool) -> str:
    if ansi:
        return ""
    using = f" USING {key.algorithm}" if key.algorithm else ""
    comment = f" COMMENT {_string(key.comment)}" if key.comment else ""
    return f"{using}{comment}{'' if key.visible else ' /*!80000 INVISIBLE */'}"


def _key(key: Key, table: Table, *, ansi: bool) -> str:
    parts = ",".join(
        quoted(table.columns[part.column].name)
        + (f"({part.length})" if part.length else "")
        + (" DESC" if part.descending else "")
        for part in key.parts
    )
    if key.primary:
        return f"PRIMARY KEY ({parts}){_key_options(key, ansi=ansi)}"
    kind = "UNIQUE KEY" if key.unique else "KEY"
    return f"{kind} {quoted(key.name)} ({parts}){_key_options(key, ansi=ansi)}"
