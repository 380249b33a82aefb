"""Table options that a server refuses or warns of: attributes for engines, encryption, tablespaces, folders.
What InnoDB says of them is in `innodb_options`.

No server here has a keyring or a secondary engine. Errors and warnings as a 9.7.4 gives them
(tests/golden/scenarios/table_options_refused.scn).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from binwriter.catalog.limits import key_part_bytes
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Column, Key, Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.engines import Engine
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.values.json_depth import document_of
from binwriter.mysql.values.json_text import json_text
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.table import TableOptionsSyntax

RESERVED_TABLESPACES = frozenset({"innodb_system", "innodb_file_per_table", "innodb_temporary"})
DICTIONARY_TABLESPACE = "mysql"
_UNION = "UNION"
_SECONDARY = "SECONDARY_ENGINE"
_ROW_FORMAT, _DEFAULT_FORMAT = "ROW_FORMAT", "innodb_default_row_format"
_OLD_FORMATS, _OLD_PART = frozenset({"COMPACT", "REDUNDANT"}), 767  # bytes of a key's part


@dataclass(frozen=True, slots=True)
class OptionCheck:
    """What the checks look at. name: of the table; before: the options that an altered table has, as shown."""

    options: TableOptionsSyntax
    engine: Engine
    catalog: Catalog
    context: StatementContext
    schema: str
    name: str
    temporary: bool = False
    partitioned: bool = False
    before: tuple[str, ...] | None = None

    @property
    def alters(self) -> bool:
        return self.before is not None

    @property
    def is_innodb(self) -> bool:
        return self.engine.name == "InnoDB"

    @property
    def shown_name(self) -> str:
        """The name of the table that the engine is to make: that of a copy where one is altered."""
        return self.context.name_of_copy if self.alters else self.name

    def refuse(self, error: MySQLError, symbol: str, *arguments: object) -> MySQLError:
        """The error, with what the engine's refusal adds behind it."""
        error.later = (mysql_warning(symbol, *arguments, level="Error"),)
        return error


def check_attributed(check: OptionCheck) -> None:
    """What is said before CHECK constraints are looked at: of numbers that the grammar cut, of engines' attributes."""
    for name, value in check.options.rows_beyond:
        check.context.warn("ER_VALUE_OUT_OF_RANGE", name, value, 0, MOST_ROWS, MOST_ROWS)
    _ask(check, _ATTRIBUTES)


def check_folders(check: OptionCheck) -> None:
    """What is said of folders, before CHECK constraints, too."""
    _ask(check, _FOLDERS)


def check_places(check: OptionCheck) -> None:
    """What is said behind them: where the table is, and how it is encrypted."""
    if "TABLESPACE" not in check.options.named:
        for option in check.before or ():  # a table that comes to another engine
            if option.startswith(_TABLESPACE):
                _tablespace(check, option[len(_TABLESPACE) + 1 : -len("` */")].replace("``", "`"))
    _ask(check, _RULES)
    if check.temporary and size_of(option_of(check.options.shown, "AUTOEXTEND_SIZE")):
        raise mysql_error("ER_CANNOT_USE_AUTOEXTEND_SIZE_CLAUSE", "temporary")


def _ask(check: OptionCheck, rules: Mapping[str, Callable[[OptionCheck, str], None]]) -> None:
    named = check.options.named
    for option, rule in rules.items():
        if option in named:
            rule(check, named[option])


def option_of(options: Iterable[str], name: str) -> str:
    """The value of an option among those that are shown, the last one."""
    values = [option.partition("=")[2] for option in options if option.startswith(f"{name}=")]
    return values[-1] if values else ""


def size_of(text: str) -> int:
    """The bytes of 4M and its kin."""
    unit = "KMGT".find(text[-1:].upper()) + 1 if text else 0
    digits = text[:-1] if unit else text
    return int(digits) << 10 * unit if digits.isdigit() else 0


def check_attribute(value: str) -> None:
    """ER_INVALID_JSON_ATTRIBUTE for what is no JSON; nothing at all is none. The parser says so."""
    if value:
        document_of(value, lambda reason, at: mysql_error("ER_INVALID_JSON_ATTRIBUTE", reason, at, value[at:]))


def shown_attribute(value: str) -> str:
    """An attribute as SHOW CREATE TABLE writes it: as a document is written."""
    document = document_of(value, None) if value else None
    return "" if document is None else json_text(document)


def _engine_attribute(check: OptionCheck, value: str) -> None:
    raise mysql_error("ER_ENGINE_ATTRIBUTE_NOT_SUPPORTED", check.engine.name)


def _secondary_engine(check: OptionCheck, value: str) -> None:
    if check.temporary:
        raise mysql_error("ER_SECONDARY_ENGINE", "Temporary table cannot have a secondary engine")
    if value and any(option.startswith(f"{_SECONDARY}=") for option in check.before or ()):
        raise mysql_error("ER_SECONDARY_ENGINE", "Table already has a secondary engine defined")
    if value and not check.is_innodb and not check.alters:
        raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", _SECONDARY)


# They have files of their own, and say that they go where all go (captured: clusters/directories_ignored).
_FILES_OF_THEIR_OWN = ("MyISAM", "ARCHIVE")


def _directory(check: OptionCheck, option: str, value: str) -> None:
    uses_folders = check.context.variables.behaviour.uses_folders  # captured: folders_of_tables_statement
    if not check.alters and not value.startswith("/"):
        raise (
            mysql_error("ER_WRONG_TABLE_NAME", value) if uses_folders else mysql_error("ER_WRONG_VALUE", "path", value)
        )
    ignores = check.engine.name in _FILES_OF_THEIR_OWN and not uses_folders
    if check.alters or ignores or check.context.has_mode("NO_DIR_IN_CREATE"):
        check.context.warn("WARN_OPTION_IGNORED", option)


def _data_directory(check: OptionCheck, value: str) -> None:
    _directory(check, "DATA DIRECTORY", value)


def _index_directory(check: OptionCheck, value: str) -> None:
    _directory(check, "INDEX DIRECTORY", value)


def _encryption(check: OptionCheck, value: str) -> None:
    if check.temporary:
        raise mysql_error("ER_CANNOT_USE_ENCRYPTION_CLAUSE", "temporary")
    if value.upper() == "N":
        return
    if not check.is_innodb:
        raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", "ENCRYPTION")
    tablespace = check.options.named.get("TABLESPACE", "innodb_file_per_table")
    if not check.alters and tablespace != "innodb_file_per_table":
        raise mysql_error("ER_INVALID_ENCRYPTION_REQUEST", "'encrypted'", "'unencrypted'")


def _tablespace(check: OptionCheck, value: str) -> None:
    if check.is_innodb and value == DICTIONARY_TABLESPACE:
        if (check.schema, check.name) in check.catalog.taken:  # a table of the server's own that is made again
            return
        raise mysql_error("ER_RESERVED_TABLESPACE_NAME", check.name, value)
    if check.is_innodb and value in check.catalog.undo_tablespaces:
        raise check.refuse(mysql_error("ER_TABLES_IN_UNDO_TABLESPACE"), "ER_ILLEGAL_HA", check.shown_name)
    if check.is_innodb and value not in RESERVED_TABLESPACES and value not in check.catalog.tablespaces:
        raise mysql_error("ER_TABLESPACE_MISSING_WITH_NAME", value)


_ATTRIBUTES: dict[str, Callable[[OptionCheck, str], None]] = {
    "ENGINE_ATTRIBUTE": _engine_attribute,
    _SECONDARY: _secondary_engine,
}
_FOLDERS: dict[str, Callable[[OptionCheck, str], None]] = {
    "DATA DIRECTORY": _data_directory,
    "INDEX DIRECTORY": _index_directory,
}
_RULES: dict[str, Callable[[OptionCheck, str], None]] = {
    "TABLESPACE": _tablespace,
    "ENCRYPTION": _encryption,
}


def altered_options(before: tuple[str, ...], options: TableOptionsSyntax) -> tuple[str, ...]:
    """What SHOW CREATE TABLE repeats of options, after ALTER TABLE."""
    given = {_option_name(text) for text in options.shown} | ({_SECONDARY} & set(options.named))
    given |= {_UNION} & set(options.written)
    return (*(text for text in before if _option_name(text) not in given), *options.shown)


def altered_union(table: Table, options: TableOptionsSyntax) -> tuple[tuple[str, str], ...]:
    """The tables that a MERGE table is made of, after ALTER TABLE."""
    if _UNION not in options.written:
        return table.merges
    return tuple((schema or table.schema, name) for schema, name in options.union)


def _option_name(shown: str) -> str:
    words = shown.removeprefix("/*!50100 ").removeprefix("/*!80021 ")
    return words.partition(" ")[0].partition("=")[0]


MOST_ROWS = (1 << 32) - 1  # of MAX_ROWS and MIN_ROWS
STORAGE = "/*!50100 STORAGE "
_TABLESPACE = "/*!50100 TABLESPACE "


def shown_tablespace(name: str) -> str:
    """A table's tablespace as SHOW CREATE TABLE writes it."""
    return f"{_TABLESPACE}{quoted(name)} */"


def longest_key_part(engine: Engine, options: Iterable[str], most: int, *, any_format: bool = False) -> int:
    """The bytes that a part of a key may have where a table names a format of old; else `most`.

    any_format: every format is one (up to 5.6, as long as innodb_large_prefix is OFF).
    """
    if engine.name != "InnoDB":
        return most
    return _OLD_PART if any_format or option_of(options, _ROW_FORMAT) in _OLD_FORMATS else most


def row_format_by_default(context: StatementContext) -> str:
    """Of InnoDB's tables that name none."""
    if context.variables.table.find(_DEFAULT_FORMAT) is None:
        return "COMPACT"
    return str(context.variables.get(_DEFAULT_FORMAT)).upper()


def check_key_parts(
    keys: Iterable[Key], columns: Sequence[Column], engine: Engine, options: Iterable[str], context: StatementContext
) -> None:
    """MySQLError 1709 for a part longer than rows of the format let it be that innodb_default_row_format names
    (captured: clusters/keys_of_old_formats)."""
    if engine.name != "InnoDB" or option_of(options, _ROW_FORMAT) not in ("", "DEFAULT"):
        return
    known = context.variables.table.find(_DEFAULT_FORMAT) is not None
    if not known or row_format_by_default(context) not in _OLD_FORMATS:
        return
    if any(key_part_bytes(columns[part.column].spec, part.length) > _OLD_PART for key in keys for part in key.parts):
        raise mysql_error("ER_INDEX_COLUMN_TOO_LONG", _OLD_PART)


# Engines in which an AUTO_INCREMENT column need not be the first of its key.
_AUTO_INCREMENT_ANYWHERE = frozenset({"MyISAM", "BLACKHOLE", "MRG_MYISAM"})


def check_counter(keys: Sequence[Key], columns: Sequence[Column], engine: Engine, context: StatementContext) -> None:
    """ER_WRONG_AUTO_KEY; where a table must have a primary key that is told first (captured: clusters/dropped_all)."""
    automatic = [index for index, column in enumerate(columns) if column.auto_increment]
    if not automatic:
        return
    anywhere = engine.name in _AUTO_INCREMENT_ANYWHERE
    covered = any(automatic[0] in (key.columns if anywhere else key.columns[:1]) for key in keys)
    if covered:
        return
    is_known = any(key.unique and not any(columns[index].spec.nullable for index in key.columns) for key in keys)
    lacks_primary = context.variables.get("sql_require_primary_key") and not is_known
    raise mysql_error("ER_TABLE_WITHOUT_PK" if lacks_primary else "ER_WRONG_AUTO_KEY")
