"""Options that InnoDB itself refuses, warns of or bends: it is asked when all else of a definition is right.

Which error comes first, and what is kept without innodb_strict_mode, as a 9.7.4 has it (captured: options_of_tables).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.options import OptionCheck, option_of, size_of

DATA_DIRECTORY, _OWN_FILE = "DATA DIRECTORY", "innodb_file_per_table"
_PAGES = (1, 2, 4, 8, 16)
_COMPRESSED, _FORMAT, _BLOCK, _EXTENDS = "COMPRESSED", "ROW_FORMAT", "KEY_BLOCK_SIZE", "AUTOEXTEND_SIZE"
_LEAST_EXTENT, _MOST_EXTENT = 4, 4096  # megabytes
_MEGABYTE = 1 << 20
_TEMPORARY_CODE = 138
_IGNORED_TABLESPACE = (
    "TABLESPACE=innodb_temporary option is ignored. All temporary tables are created in a session temporary "
    "tablespace. This option is deprecated and will be removed in a future release."
)


def check_innodb_options(
    check: OptionCheck, kept: tuple[str, ...], *, in_place: bool = False, unasked: bool = False
) -> tuple[str, ...]:
    """The options as they are kept. kept: those that the table would have. in_place: an ALTER TABLE without a copy.
    unasked: it is one that InnoDB up to 5.6 is not asked about.

    MySQLError for what InnoDB refuses.
    """
    schema = check.catalog.place(check.schema)
    encrypted = schema is not None and schema.encrypted
    if not encrypted:
        kept = tuple(option_kept for option_kept in kept if option_kept.upper() != "ENCRYPTION='N'")
    if not check.is_innodb:
        return _without(kept, DATA_DIRECTORY)
    named = check.options.named
    _check_extent(check, option_of(check.options.shown, _EXTENDS), in_place=in_place)
    for option, rule in _RULES.items():
        if option in named:
            rule(check, named[option])
    _compression(check, kept, in_place=in_place)
    if encrypted and "ENCRYPTION" not in named and not (check.alters or check.temporary):
        _encryption(check, "Y")
    kept = (*kept, *_kept_folder(check))
    return _page_options(check, kept, in_place=in_place, unasked=unasked)


def _page_options(check: OptionCheck, kept: tuple[str, ...], *, in_place: bool, unasked: bool) -> tuple[str, ...]:
    given = {option.partition("=")[0] for option in check.options.shown}
    behaviour = check.context.variables.behaviour
    if not behaviour.compresses_no_temporaries and (check.temporary or behaviour.innodb_asks_file_format):
        if not unasked:
            warn_of_file_format(check.context, kept)
        return kept
    if not behaviour.innodb_knows_pages:
        return kept
    if check.alters and given.isdisjoint((_FORMAT, _BLOCK)) and "ENGINE" not in check.options.written:
        return kept
    written = option_of(kept, _BLOCK)
    block = int(written) if written.isdigit() else 0
    row_format = option_of(kept, _FORMAT)
    if check.context.variables.get("innodb_strict_mode"):
        _refuse_pages(check, block, row_format, in_place=in_place)
        return kept
    if check.temporary:
        if block:
            _warn(check.context, "KEY_BLOCK_SIZE is ignored for TEMPORARY TABLE.")
        if row_format == _COMPRESSED:
            _warn(check.context, "ROW_FORMAT=COMPRESSED is ignored for TEMPORARY TABLE.")
    elif block and block not in _PAGES:
        _warn(check.context, f"ignoring KEY_BLOCK_SIZE={block}.")
        kept = _without(kept, _BLOCK)
    elif block and row_format not in ("", "DEFAULT", _COMPRESSED, "FIXED"):
        _warn(check.context, f"ignoring KEY_BLOCK_SIZE={block} as ROW_FORMAT is not COMPRESSED.")
        kept = _without(kept, _BLOCK)
    if row_format == "FIXED" or (check.temporary and row_format == _COMPRESSED):
        _warn(check.context, "assuming ROW_FORMAT=DYNAMIC.")
        kept = tuple(
            f"{_FORMAT}=DYNAMIC" if option_kept.startswith(f"{_FORMAT}=") else option_kept for option_kept in kept
        )
    return kept


def warn_of_file_format(context: StatementContext, kept: tuple[str, ...]) -> None:
    """What InnoDB of 5.5 and 5.6 says of a page format that its file format lacks (captured: page_formats_statement);
    5.1 and, of temporary tables, 5.7 say nothing."""
    variables = context.variables
    if not variables.behaviour.innodb_asks_file_format or variables.get("innodb_strict_mode"):
        return
    lacks = [] if variables.get("innodb_file_per_table") else ["innodb_file_per_table"]
    if str(variables.get("innodb_file_format")).lower() == "antelope":
        lacks.append("innodb_file_format > Antelope")
    block, row_format = option_of(kept, _BLOCK), option_of(kept, _FORMAT)
    if block.isdigit() and int(block) and lacks:
        for lacking in lacks:
            _warn(context, f"KEY_BLOCK_SIZE requires {lacking}.")
        _warn(context, f"ignoring KEY_BLOCK_SIZE={block}.")
    if row_format in (_COMPRESSED, "DYNAMIC") and lacks:
        _warn(context, f"ROW_FORMAT={row_format} requires {lacks[0]}.")
    if row_format == "FIXED" or (row_format in (_COMPRESSED, "DYNAMIC") and lacks):
        _warn(context, "assuming ROW_FORMAT=COMPACT.")


def _refuse_pages(check: OptionCheck, block: int, row_format: str, *, in_place: bool) -> None:
    if check.temporary and (block or row_format == _COMPRESSED):
        raise _refused(check, mysql_error("ER_UNSUPPORT_COMPRESSED_TEMPORARY_TABLE"))
    wrong = ""
    if block and block not in _PAGES:
        wrong = _BLOCK
        _warn(check.context, f"invalid KEY_BLOCK_SIZE = {block}. Valid values are [1, 2, 4, 8, 16]")
    if row_format == "FIXED":
        wrong = wrong or "ROW_TYPE"
        _warn(check.context, "invalid ROW_FORMAT specifier.")
    elif block and row_format not in ("", "DEFAULT", _COMPRESSED):
        wrong = wrong or _BLOCK
        _warn(check.context, f"cannot specify ROW_FORMAT={row_format} with KEY_BLOCK_SIZE.")
    if wrong and in_place:
        raise mysql_error("ER_ILLEGAL_HA_CREATE_OPTION", "InnoDB", wrong)
    if wrong:
        raise mysql_error("ER_ILLEGAL_HA", check.shown_name)


def _compression(check: OptionCheck, kept: tuple[str, ...], *, in_place: bool) -> None:
    """Pages are compressed by what InnoDB knows, and not twice (captured:
    clusters/defaults_added_and_pages_compressed)."""
    algorithm = option_of(kept, "COMPRESSION").strip("'").lower()
    if algorithm in ("", "none"):
        return
    block, row_format = option_of(kept, _BLOCK), option_of(kept, _FORMAT)
    strict = check.context.variables.get("innodb_strict_mode")
    if algorithm not in ("zlib", "lz4"):
        said = f"InnoDB: Unsupported compression algorithm '{algorithm}'"
    elif check.temporary:
        said = "InnoDB: Page Compression is not supported for temporary tables"
    elif row_format == _COMPRESSED or (block.isdigit() and int(block)):
        said = "InnoDB: Page Compression is not supported with row_format=compressed or key_block_size > 0"
    else:
        return
    code = _TEMPORARY_CODE if check.temporary else MESSAGES["ER_UNSUPPORTED_EXTENSION"].code
    check.context.diagnostics.append(Diagnostic("Warning", code, said))
    if strict and in_place:
        raise mysql_error("ER_ILLEGAL_HA_CREATE_OPTION", "InnoDB", "COMPRESSION")
    if strict:
        raise mysql_error("ER_ILLEGAL_HA", check.shown_name)


def _check_extent(check: OptionCheck, given: str, *, in_place: bool) -> None:
    size = size_of(given)
    if not size:
        return
    error = None
    if not _LEAST_EXTENT * _MEGABYTE <= size <= _MOST_EXTENT * _MEGABYTE:
        error = mysql_error("ER_INNODB_AUTOEXTEND_SIZE_OUT_OF_RANGE", _LEAST_EXTENT, _MOST_EXTENT)
    elif size % (_LEAST_EXTENT * _MEGABYTE):
        error = mysql_error("ER_INNODB_INVALID_AUTOEXTEND_SIZE_VALUE", _LEAST_EXTENT)
    elif check.options.named.get("TABLESPACE") == "innodb_system":
        error = mysql_error("ER_EXTENT_OF_SYSTEM_TABLESPACE")
    if error is not None and in_place:
        raise check.refuse(error, "ER_ILLEGAL_HA_CREATE_OPTION", "InnoDB", "TABLESPACE")
    if error is not None:
        raise _refused(check, error)


def _data_directory(check: OptionCheck, value: str) -> None:
    """The folder of a table's file, which innodb_directories has to know (captured: folders_that_are_known)."""
    if _is_ignored(check, DATA_DIRECTORY):
        return
    context, variables = check.context, check.context.variables
    if variables.behaviour.uses_folders:
        _folder_before_8_0(check)
        return
    tablespace = check.options.named.get("TABLESPACE", "")
    own_file = tablespace == _OWN_FILE or variables.get("innodb_file_per_table")
    if check.temporary:
        _warn(context, f"{DATA_DIRECTORY} cannot be used for TEMPORARY tables.")
    elif tablespace not in ("", _OWN_FILE):
        reason = f"{DATA_DIRECTORY} cannot be used with a TABLESPACE assignment."
        raise _refused(check, mysql_error("ER_ILLEGAL_HA_CREATE_OPTION_INNODB", reason))
    elif not own_file:
        _warn(context, f"{DATA_DIRECTORY} requires innodb_file_per_table.")
    # whoever asks for a file of its own by TABLESPACE may have it anywhere
    is_known = tablespace == _OWN_FILE or is_known_folder(value, str(variables.get("innodb_directories") or ""))
    if is_known and own_file and not check.temporary:
        return
    if variables.get("innodb_strict_mode"):
        if is_known:
            raise mysql_error("ER_ILLEGAL_HA", check.name)
        raise _refused(check, mysql_error("ER_WRONG_FILE_LOCATION"))
    if not is_known:
        context.warn("ER_WRONG_FILE_LOCATION_IGNORED")
    context.warn("WARN_OPTION_IGNORED", DATA_DIRECTORY)


def _folder_before_8_0(check: OptionCheck) -> None:
    if check.temporary:
        _warn(check.context, f"{DATA_DIRECTORY} cannot be used for TEMPORARY tables.")
    elif check.context.variables.get("innodb_file_per_table"):
        return
    if check.context.variables.get("innodb_strict_mode"):
        raise mysql_error("ER_ILLEGAL_HA", check.name)
    check.context.warn("WARN_OPTION_IGNORED", DATA_DIRECTORY)


def is_known_folder(folder: str, known: str) -> bool:
    """Whether it is one of those of innodb_directories, or in one."""
    path = PurePosixPath(folder)
    return any(path.is_relative_to(one) for one in known.split(";") if one.startswith("/"))


def _kept_folder(check: OptionCheck) -> tuple[str, ...]:
    """DATA DIRECTORY as the definition keeps it: where it is a known one, and the table has a file of its own."""
    value, variables = check.options.named.get(DATA_DIRECTORY), check.context.variables
    if value is None or check.temporary or _is_ignored(check, DATA_DIRECTORY) or variables.behaviour.uses_folders:
        return ()
    if check.options.named.get("TABLESPACE") != _OWN_FILE and not (
        variables.get("innodb_file_per_table")
        and is_known_folder(value, str(variables.get("innodb_directories") or ""))
    ):
        return ()
    return (f"{DATA_DIRECTORY}='{value.rstrip('/')}/'",)


def _index_directory(check: OptionCheck, value: str) -> None:
    if _is_ignored(check, "INDEX DIRECTORY"):
        return
    if check.context.variables.get("innodb_strict_mode"):
        _warn(check.context, "INDEX DIRECTORY is not supported")
        raise mysql_error("ER_ILLEGAL_HA", check.name)
    check.context.warn("WARN_OPTION_IGNORED", "INDEX DIRECTORY")


def _is_ignored(check: OptionCheck, option: str) -> bool:
    """Whether the server has told already that it means nothing, or InnoDB knows of no folders."""
    return (
        check.alters
        or not check.context.variables.behaviour.innodb_has_folders
        or check.context.has_mode("NO_DIR_IN_CREATE")
    )


def _encryption(check: OptionCheck, value: str) -> None:
    wanted = value.upper()
    if wanted == "Y":
        error = mysql_error("ER_CANNOT_FIND_KEY_IN_KEYRING")
        raise check.refuse(error, "ER_UNSUPPORTED_EXTENSION", check.shown_name)
    if wanted != "N":
        raise _refused(check, mysql_error("ER_INVALID_ENCRYPTION_OPTION"))
    schema = check.catalog.place(check.schema)
    if schema is not None and schema.encrypted and not check.alters:
        check.context.warn("WARN_UNENCRYPTED_TABLE_IN_ENCRYPTED_DB")


def _tablespace(check: OptionCheck, value: str) -> None:
    if value == "innodb_temporary":
        if not check.temporary:
            reason = "Tablespace `innodb_temporary` can only contain TEMPORARY tables."
            raise _refused(check, mysql_error("ER_ILLEGAL_HA_CREATE_OPTION_INNODB", reason))
        _warn(check.context, _IGNORED_TABLESPACE)
    elif check.temporary and value != "innodb_file_per_table":
        reason = f"Tablespace `{value}` cannot contain TEMPORARY tables."
        raise _refused(check, mysql_error("ER_ILLEGAL_HA_CREATE_OPTION_INNODB", reason))
    if check.partitioned and value != "innodb_file_per_table":
        error = mysql_error("ER_PARTITIONED_IN_SHARED_TABLESPACE")
        raise check.refuse(error, "ER_GET_ERRNO", 122, "Internal (unspecified) error in handler")


_RULES: dict[str, Callable[[OptionCheck, str], None]] = {
    DATA_DIRECTORY: _data_directory,
    "INDEX DIRECTORY": _index_directory,
    "ENCRYPTION": _encryption,
    "TABLESPACE": _tablespace,
}


def _warn(context: StatementContext, text: str) -> None:
    context.diagnostics.append(mysql_warning("ER_ILLEGAL_HA_CREATE_OPTION_INNODB", text))


def _refused(check: OptionCheck, error: MySQLError) -> MySQLError:
    return check.refuse(error, "ER_ILLEGAL_HA", check.shown_name)


def _without(options: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(option for option in options if not option.startswith(f"{name}="))
