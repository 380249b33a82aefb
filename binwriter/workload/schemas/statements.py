"""What the statements of a dump are for a workload: tables are made of some, others have no part in its rows.

mysqldump writes executable comments around whatever an old server does not know (manual, "mysqldump"), views in three
of them, so statements are told apart by their words without the comments' signs.
"""

from __future__ import annotations

import re
from enum import Enum

from binwriter.formats.patterns import pattern


class Part(Enum):
    """A statement's part. The values are what is said of those that are left out; '' for the others."""

    DEFINES = ""
    SESSION = " "
    CHATTER = "  "
    VIEW = "views"
    TRIGGER = "triggers"
    ROUTINE = "routines"
    EVENT = "events"
    ACCOUNT = "accounts and rights"
    ROWS = "statements with rows"


_SIGNS = pattern(r"/\*!\d*|\*/")
_COMMENTS = pattern(r"/\*(?![!+]).*?\*/|--(?=\s|$)[^\n]*|#[^\n]*", re.DOTALL)
_NAME = r"(?:`[^`]*`|'[^']*'|\"[^\"]*\"|[\w$.%-]+)"
_WHO = rf"(?:CURRENT_USER(?:\s*\(\s*\))?|{_NAME}(?:\s*@\s*{_NAME})?)"
_OBJECT = pattern(
    rf"(?:CREATE|ALTER|DROP)\s+(?:(?:OR\s+REPLACE|IF\s+(?:NOT\s+)?EXISTS|AGGREGATE|ALGORITHM\s*=\s*\w+|"
    rf"DEFINER\s*=\s*{_WHO}|SQL\s+SECURITY\s+\w+)\s+)*(VIEW|TRIGGER|PROCEDURE|FUNCTION|EVENT|USER|ROLE|LIBRARY)\b"
    rf"\s*((?:`[^`]*`|[^\s(;`]+)*)",
    re.IGNORECASE,
)
_OBJECTS = {
    "VIEW": Part.VIEW,
    "TRIGGER": Part.TRIGGER,
    "EVENT": Part.EVENT,
    "USER": Part.ACCOUNT,
    "ROLE": Part.ACCOUNT,
}
_FIRST_WORDS = (
    (re.compile(r"(GRANT|REVOKE)\b", re.IGNORECASE), Part.ACCOUNT),
    (re.compile(r"(INSERT|REPLACE|LOAD\s+DATA)\b", re.IGNORECASE), Part.ROWS),
    (
        re.compile(
            r"(LOCK|UNLOCK)\s+(TABLES?|INSTANCE)\b|(COMMIT|BEGIN|FLUSH|ANALYZE|OPTIMIZE|CHECK)\b|START\s+TRANSACTION\b|"
            r"CHANGE\s+(MASTER|REPLICATION)\b|ALTER\s+TABLE\s+\S+\s+(DIS|EN)ABLE\s+KEYS\s*$",
            re.IGNORECASE,
        ),
        Part.CHATTER,
    ),
    # what belongs to the client that sends the dump, and to the server's own log
    (
        re.compile(
            r"SET\s+(NAMES|CHARACTER\s+SET|CHARSET|GLOBAL|PERSIST)\b|"
            r"SET\s+.*(@@GLOBAL|SQL_LOG_BIN|GTID_PURGED|character_set_|collation_connection|MYSQLDUMP_TEMP)",
            re.IGNORECASE | re.DOTALL,
        ),
        Part.CHATTER,
    ),
    (re.compile(r"SET\b", re.IGNORECASE), Part.SESSION),
)


def plain_words(statement: str) -> str:
    """The statement without comments, and without the signs around executable ones."""
    return " ".join(_SIGNS.sub(" ", _COMMENTS.sub(" ", statement)).split())


def part_of(statement: str) -> tuple[Part, str]:
    """The part of one statement of a dump, and the name of what it makes, if that is no table.

    mysqldump makes each view twice, the first time as a table's stand-in.
    """
    words = plain_words(statement)
    if not words:
        return Part.CHATTER, ""
    named = _OBJECT.match(words)
    if named is not None:
        return _OBJECTS.get(named[1].upper(), Part.ROUTINE), named[2]
    return next((part for pattern, part in _FIRST_WORDS if pattern.match(words)), Part.DEFINES), words
