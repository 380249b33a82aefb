"""What an older server says in place of the newest one's errors and warnings, and which warnings it does not give.

The texts stand in `data/messages.txt` below the newest ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import MESSAGES, SINCE, Diagnostic, Wording, mysql_error, mysql_warning

_PLACE = pattern(r"%(\d?)(?:\.\d+)?([a-z])")
# how a place of an older text shows what the newest one tells
_SHOWN: dict[str, Callable[[str], str]] = {
    "s": str,
    "k": lambda key: key.rpartition(".")[2],
    "t": lambda tables: ",".join(name.partition(".")[2] or name for name in tables.split(",")),
    "n": lambda errno: errno.partition(" - ")[0],
    "c": lambda name: re.sub(r"^utf8mb3(?![^_])", "utf8", name),
    "w": lambda accounts: re.sub(r" \([^()]*\)(?=,'|$)", "", accounts),
}


# Errors behind which servers of these versions tell another one (captured: 5.6.21/partitions_refused_row).
_FOLLOWED = (("ER_NO_PARTITION_FOR_GIVEN_VALUE", 50600, 50700, "ER_WRONG_PARTITION_NAME"),)


# What was a note before a version (captured: 5.6.21/keys_altered_statement).
_WARNED_SINCE = {mysql_error("ER_DUP_INDEX", "", "", "").code: 50700}


def error_in_version(error: MySQLError, version: int) -> MySQLError:
    """The error as a server of that version (major * 10000 + minor * 100 + patch) words it."""
    for symbol, since, until, another in _FOLLOWED:
        if error.symbol == symbol and since <= version < until:
            error.later = (*error.later, mysql_warning(another, level="Error"))
    if error.later:
        told_later = [condition for condition in error.later if is_given(condition, version)]
        error.later = tuple([diagnostic_in_version(condition, version) for condition in told_later])
    text = worded(error.message, version)
    if text is error.message and not error.earlier:
        return error
    named = next((name for until, name in MESSAGES[error.symbol].renumbered if version < until), None)
    message = None if named is None else MESSAGES[named]
    if message is None or named is None:
        told = MySQLError(error.code, error.sqlstate, error.symbol, text)
    else:
        told = MySQLError(message.code, message.sqlstate, named, text)
    told.earlier = tuple(_beneath(condition, version) for condition in error.earlier if _is_told(condition, version))
    told.later = error.later
    return told


def _beneath(condition: Any, version: int) -> Any:
    """What stands beneath an error: an error, a warning, or what a program was told, which has its text."""
    if isinstance(condition, MySQLError):
        return error_in_version(condition, version)
    return diagnostic_in_version(condition, version) if isinstance(condition, Diagnostic) else condition


def _is_told(condition: Any, version: int) -> bool:
    return not isinstance(condition, Diagnostic) or is_given(condition, version)


def diagnostic_in_version(diagnostic: Diagnostic, version: int) -> Diagnostic:
    """The same for a warning."""
    text = worded(diagnostic.message, version)
    if version < _WARNED_SINCE.get(diagnostic.code, 0):
        diagnostic = replace(diagnostic, level="Note")
    return diagnostic if text is diagnostic.message else replace(diagnostic, message=text)


def worded(newest: str, version: int) -> str:
    """A message as a server of that version says it."""
    if not isinstance(newest, Wording):
        return newest
    older = next((text for until, text in MESSAGES[newest.symbol].older if version < until), None)
    if older is None:
        return newest
    arguments = iter(newest.arguments)

    def shown(place: re.Match[str]) -> str:
        """A place with a number shows that argument, any other the next one."""
        return _SHOWN[place[2]](str(newest.arguments[int(place[1]) - 1] if place[1] else next(arguments)))

    return _PLACE.sub(shown, older)


# Warnings of syntax that is going away came with 8.0 (variables say it by their own tables).
_DEPRECATIONS = frozenset({1287, 1681, 3719, 3778})
_FIRST_WITH_DEPRECATIONS = 80000
# 5.6 says it of INSERT DELAYED, LOW_PRIORITY WRITE, ALTER IGNORE and the helpers of strict mode, 5.7 of accounts that
# GRANT makes or changes, of PASSWORD(), ENCRYPT() and hashes that are given
_CIPHERS = ("'DECODE' ", "'ENCODE' ", "'ENCRYPT' ", "'PASSWORD' ")
_OLDER_DEPRECATIONS = (
    *_CIPHERS,
    "'IDENTIFIED BY PASSWORD' ",
    "'INSERT DELAYED'",
    "'LOW_PRIORITY WRITE' ",
    "'REPLACE DELAYED'",
    "'SHOW PROFILE",
    "Using GRANT ",
    "'SET PASSWORD FOR ",
    "'ERROR_FOR_DIVISION_BY_ZERO'",
    "'NO_ZERO_",
    "'IGNORE' ",
    "'TYPE=storage_engine' ",
    "'EXTENDED' ",
    "'PARTITIONS' ",
    "The partition engine, ",
    "The syntax '@@",
    "Updating '",
    "'@@",  # of variables, by their own tables
)

# and 5.7 of functions of geometries by their old names
_NEW_SPATIAL_NAME = pattern(r".* Please use (?:ST_|MBR)[A-Z]+ instead")


_DEPRECATED_SINCE = (
    *((text, 50700) for text in (*_CIPHERS, "Updating '")),
    *((text, 50600) for text in ("'LOW_PRIORITY WRITE' ", "'SHOW PROFILE", "'@@")),
)
# Warnings of texts that a character set has not (captured: 5.6.21/logarithms_and_addresses_statement).
_TOLD_SINCE = {"WARN_CANNOT_CONVERT_STRING": 50700}
# Deprecated at some time between 8.0.40 and 9.7.4.
_LATER_DEPRECATIONS = ("'FLUSH PRIVILEGES'",)
_FIRST_WITH_LATER = 90000


def is_given(diagnostic: Diagnostic, version: int) -> bool:
    """Whether a server of that version warns of this at all."""
    if diagnostic.level != "Error" and any(diagnostic.code >= code and version < since for code, since in SINCE):
        return False
    if isinstance(diagnostic.message, Wording) and version < _TOLD_SINCE.get(diagnostic.message.symbol, 0):
        return False
    if version < _FIRST_WITH_LATER and diagnostic.message.startswith(_LATER_DEPRECATIONS):
        return False
    if version >= _FIRST_WITH_DEPRECATIONS or diagnostic.code not in _DEPRECATIONS:
        return True
    if any(version < since and diagnostic.message.startswith(text) for text, since in _DEPRECATED_SINCE):
        return False
    if _NEW_SPATIAL_NAME.fullmatch(diagnostic.message):
        return True
    return diagnostic.message.startswith(_OLDER_DEPRECATIONS)
