"""Where an older server words an error or warning otherwise: a table of patterns.

Source: the sidecars of the old servers' samples; MySQL 5.6 manual, "Restrictions on Replication with GTIDs"; the
release notes of 8.0.19 for the key's table. `messages` has the newest texts; what is made from them passes here on its
way to the client.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic

_QUALIFIED_KEY = re.compile(r"(?<= for key ')[^']*\.(?=[^'.]+'$)")
_UNKNOWN_TABLES = re.compile(r"(?<=^Unknown table ')[^']+(?='$)")


def _key_alone(text: str) -> str:
    """`t.PRIMARY` -> `PRIMARY`."""
    return _QUALIFIED_KEY.sub("", text)


def _tables_alone(text: str) -> str:
    """`test.a,test.b` -> `a,b`."""
    return _UNKNOWN_TABLES.sub(
        lambda found: ",".join(name.partition(".")[2] or name for name in found[0].split(",")), text
    )


def _number_alone(text: str) -> str:
    """`(errno: 170 - It is ...)` -> `(errno: 170)`."""
    return re.sub(r" - [^()]*(?=\)$)", "", text)


def _without_reason(text: str) -> str:
    """`.. failed for 'u'@'h' (User account does not exist)` without the words in brackets."""
    return re.sub(r" \([^()]*\)(?=,'|$)", "", text)


def _user(text: str) -> str:
    """`Authorization ID 'u'@'h' ..` -> `User 'u'@'h' ..`."""
    return text.replace("Authorization ID ", "User ", 1)


def _old_errno(text: str) -> str:
    """`(OS errno 2 - No such file or directory)` -> `(Errcode: 2 - No such file or directory)`."""
    return text.replace("(OS errno ", "(Errcode: ")


@dataclass(frozen=True, slots=True)
class _Reworded:
    """Servers before version `until` say it as `older` makes it, those before `also_until` as `oldest` makes that."""

    until: int
    older: Callable[[str], str]
    also_until: int = 0
    oldest: Callable[[str], str] = str

    def at(self, version: int, text: str) -> str:
        if version < self.until:
            text = self.older(text)
        return self.oldest(text) if version < self.also_until else text


def _of_5_6(text: str) -> Callable[[str], str]:
    return lambda _: text


_ENFORCED = "When @@GLOBAL.ENFORCE_GTID_CONSISTENCY = 1, "
# by error number; versions as major * 10000 + minor * 100 + patch
_REWORDED = {
    13: _Reworded(80000, _old_errno, 50600, _number_alone),
    1015: _Reworded(50600, _number_alone),
    1051: _Reworded(50600, _tables_alone),
    1062: _Reworded(80019, _key_alone),
    3162: _Reworded(80000, _user),
    3163: _Reworded(80000, _user),
    1396: _Reworded(90000, _without_reason),
    1785: _Reworded(
        50700,
        _of_5_6(
            f"{_ENFORCED}updates to non-transactional tables can only be done in either autocommitted statements or "
            "single-statement transactions, and never in the same statement as updates to transactional tables."
        ),
    ),
    1786: _Reworded(50700, _of_5_6("CREATE TABLE ... SELECT is forbidden when @@GLOBAL.ENFORCE_GTID_CONSISTENCY = 1.")),
    1787: _Reworded(
        50700,
        _of_5_6(
            f"{_ENFORCED}the statements CREATE TEMPORARY TABLE and DROP TEMPORARY TABLE can be executed in a "
            "non-transactional context only, and require that AUTOCOMMIT = 1."
        ),
    ),
}


def error_of_era(error: MySQLError, version: int) -> MySQLError:
    """The error as a server of that version (major * 10000 + minor * 100 + patch) words it."""
    text = _text(error.code, error.message, version)
    return error if text == error.message else MySQLError(error.code, error.sqlstate, error.symbol, text)


def diagnostic_of_era(diagnostic: Diagnostic, version: int) -> Diagnostic:
    """The same for a warning."""
    return replace(diagnostic, message=_text(diagnostic.code, diagnostic.message, version))


# Warnings of syntax that is going away came with 8.0 (variables say it by their own tables).
_DEPRECATIONS = frozenset({1287, 1681, 3719, 3778})
_FIRST_WITH_DEPRECATIONS = 80000
# 5.6 says it of INSERT DELAYED, 5.7 of accounts that GRANT makes or changes and of PASSWORD()
_OLDER_DEPRECATIONS = ("'INSERT DELAYED'", "'REPLACE DELAYED'", "Using GRANT ", "'SET PASSWORD FOR ")
# (from this version on, the highest number of its errors and warnings or a little more): what came later has a higher
# one. Source: MySQL manuals, "Server Error Message Reference", by version.
_HIGHEST_CODES = ((80100, 10**6), (80000, 5999), (50700, 3499), (50600, 1899), (50500, 1740), (0, 1640))


def is_given(diagnostic: Diagnostic, version: int) -> bool:
    """Whether a server of that version warns of this at all."""
    highest = next(code for since, code in _HIGHEST_CODES if version >= since)
    if diagnostic.level != "Error" and diagnostic.code > highest:
        return False
    if version >= _FIRST_WITH_DEPRECATIONS or diagnostic.code not in _DEPRECATIONS:
        return True
    return diagnostic.message.startswith(_OLDER_DEPRECATIONS)


def _text(code: int, text: str, version: int) -> str:
    reworded = _REWORDED.get(code)
    return text if reworded is None else reworded.at(version, text)
