"""CREATE of a stored program or view whose name says no database, while the session has none."""

from __future__ import annotations

import re

from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error

_WORD = r"(?:`[^`]*`|'[^']*'|[\w$]++)"
_DEFINER = rf"(?:DEFINER\s*=\s*(?:CURRENT_USER\s*\(\s*\)|{_WORD}(?:\s*@\s*{_WORD})?+)\s*)?+"
_NAME = r"\s+(?:IF\s+NOT\s+EXISTS\s+)?+(?:`[^`]+`|[\w$]++)\s*+"
_OF_VIEW = r"(?:OR\s+REPLACE\s+)?+(?:ALGORITHM\s*=\s*\w+\s+)?+"
_SECURITY = r"(?:SQL\s+SECURITY\s+\w+\s+)?+"
_UNPLACED = pattern(
    rf"\s*CREATE\s+{_OF_VIEW}{_DEFINER}{_SECURITY}(?:FUNCTION{_NAME}\(|(?:PROCEDURE|TRIGGER|EVENT|VIEW){_NAME}(?!\.))",
    re.IGNORECASE,
)


def refuse_unplaced(text: str) -> None:
    """ER_NO_DB_ERROR, which the parser finds at the name: in front of all that is wrong with the body (captured:
    clusters/programs_of_no_database; 5.1.54 to 5.7.18)."""
    if _UNPLACED.match(text) is not None:
        raise mysql_error("ER_NO_DB_ERROR")
