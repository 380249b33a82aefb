"""Table options that a server refuses or warns of: attributes for engines, encryption, tablespaces, folders.

No server here has a keyring or a secondary engine. Errors and warnings as a 9.7.4 gives them
(tests/golden/scenarios/table_options_refused.scn).
"""

from __future__ import annotations

import json
from collections.abc import Callable

from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.table import TableOptionsSyntax

RESERVED_TABLESPACES = frozenset({"innodb_system", "innodb_file_per_table", "innodb_temporary"})
DICTIONARY_TABLESPACE = "mysql"
_UNION = "UNION"
_SECONDARY = "SECONDARY_ENGINE"


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

    def refuse(self, error: MySQLError, symbol: str, *arguments: object) -> MySQLError:
        """The error, with what the engine's refusal adds to the diagnostics."""
        self.context.diagnostics.append(mysql_warning(symbol, *arguments, level="Error"))
        return error


def check_options(check: OptionCheck) -> None:
    """Raises MySQLError for an option that the server does not take; warns of those that it ignores."""
    named = check.options.named
    for option, rule in _RULES.items():
        if option in named:
            rule(check, named[option])
    schema = check.catalog.schemas.get(check.schema)
    if schema is not None and schema.encrypted and "ENCRYPTION" not in named and not (check.alters or check.temporary):
        _encryption(check, "Y")


def _engine_attribute(check: OptionCheck, value: str) -> None:
    _check_json(value)
    raise mysql_error("ER_ENGINE_ATTRIBUTE_NOT_SUPPORTED", check.engine.name)


def _secondary_attribute(check: OptionCheck, value: str) -> None:
    _check_json(value)


def _check_json(value: str) -> None:
    if not value:
        return
    try:
        json.loads(value)
    except ValueError as error:
        at = getattr(error, "pos", 0)
        raise mysql_error("ER_INVALID_JSON_ATTRIBUTE", "Invalid value.", at, value[at:]) from None


def _secondary_engine(check: OptionCheck, value: str) -> None:
    if check.temporary:
        raise mysql_error("ER_SECONDARY_ENGINE", "Temporary table cannot have a secondary engine")
    if value and any(one.startswith(f"{_SECONDARY}=") for one in check.before or ()):
        raise mysql_error("ER_SECONDARY_ENGINE", "Table already has a secondary engine defined")


def _keeps_directory(check: OptionCheck, option: str, value: str) -> bool:
    """Whether the engine has a say about the directory, which is no path (ER_WRONG_VALUE) or ignored otherwise."""
    if not value.startswith("/"):
        raise mysql_error("ER_WRONG_VALUE", "path", value)
    if check.alters or check.engine.name == "MyISAM" or check.context.has_mode("NO_DIR_IN_CREATE"):
        check.context.warn("WARN_OPTION_IGNORED", option)
        return False
    return check.is_innodb


def _data_directory(check: OptionCheck, value: str) -> None:
    if _keeps_directory(check, "DATA DIRECTORY", value):
        if check.temporary:
            check.context.warn(
                "ER_ILLEGAL_HA_CREATE_OPTION_INNODB", "DATA DIRECTORY cannot be used for TEMPORARY tables."
            )
        raise check.refuse(mysql_error("ER_WRONG_FILE_LOCATION"), "ER_ILLEGAL_HA", check.name)


def _index_directory(check: OptionCheck, value: str) -> None:
    if _keeps_directory(check, "INDEX DIRECTORY", value):
        check.context.warn("ER_ILLEGAL_HA_CREATE_OPTION_INNODB", "INDEX DIRECTORY is not supported")
        raise mysql_error("ER_ILLEGAL_HA", check.name)


def _encryption(check: OptionCheck, value: str) -> None:
    if check.temporary and check.is_innodb:
        raise mysql_error("ER_CANNOT_USE_ENCRYPTION_CLAUSE", "temporary")
    wanted = value.upper()
    if not check.is_innodb:
        if wanted == "Y":
            raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", "ENCRYPTION")
        return
    if wanted == "Y":
        shown = f"#sql-1_{check.context.session.connection_id:x}" if check.alters else check.name
        raise check.refuse(mysql_error("ER_CANNOT_FIND_KEY_IN_KEYRING"), "ER_UNSUPPORTED_EXTENSION", shown)
    if wanted not in ("N", ""):
        raise check.refuse(mysql_error("ER_INVALID_ENCRYPTION_OPTION"), "ER_ILLEGAL_HA", check.name)
    schema = check.catalog.schemas.get(check.schema)
    if schema is not None and schema.encrypted and not check.alters:
        check.context.warn("WARN_UNENCRYPTED_TABLE_IN_ENCRYPTED_DB")


def _tablespace(check: OptionCheck, value: str) -> None:
    if not check.is_innodb:
        return
    if value == DICTIONARY_TABLESPACE:
        raise mysql_error("ER_RESERVED_TABLESPACE_NAME", check.name, value)
    if value not in RESERVED_TABLESPACES and value not in check.catalog.tablespaces:
        raise mysql_error("ER_TABLESPACE_MISSING_WITH_NAME", value)
    if value == "innodb_temporary":
        if not check.temporary:
            reason = "Tablespace `innodb_temporary` can only contain TEMPORARY tables."
            raise check.refuse(mysql_error("ER_ILLEGAL_HA_CREATE_OPTION_INNODB", reason), "ER_ILLEGAL_HA", check.name)
        check.context.warn("ER_ILLEGAL_HA_CREATE_OPTION_INNODB", _IGNORED_TABLESPACE)
    elif check.temporary and value != "innodb_file_per_table":
        reason = f"Tablespace `{value}` cannot contain TEMPORARY tables."
        raise check.refuse(mysql_error("ER_ILLEGAL_HA_CREATE_OPTION_INNODB", reason), "ER_ILLEGAL_HA", check.name)
    if check.partitioned and value != "innodb_file_per_table":
        error = mysql_error("ER_PARTITIONED_IN_SHARED_TABLESPACE")
        raise check.refuse(error, "ER_GET_ERRNO", 122, "Internal (unspecified) error in handler")


_IGNORED_TABLESPACE = (
    "TABLESPACE=innodb_temporary option is ignored. All temporary tables are created in a session temporary "
    "tablespace. This option is deprecated and will be removed in a future release."
)

_RULES: dict[str, Callable[[OptionCheck, str], None]] = {
    "SECONDARY_ENGINE_ATTRIBUTE": _secondary_attribute,
    "ENGINE_ATTRIBUTE": _engine_attribute,
    _SECONDARY: _secondary_engine,
    "DATA DIRECTORY": _data_directory,
    "INDEX DIRECTORY": _index_directory,
    "ENCRYPTION": _encryption,
    "TABLESPACE": _tablespace,
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


def shown_tablespace(name: str) -> str:
    """A table's tablespace as SHOW CREATE TABLE writes it."""
    return f"/*!50100 TABLESPACE `{name}` */"
