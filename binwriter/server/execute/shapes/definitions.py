"""How often something changed that plans and what is known of shapes depend on.

Everything that is kept depends on this count. A table that is made, emptied or dropped changes nothing of what is kept
of others: the count stays as it is where the table's name stands neither in a text of which something is kept, nor in
any definition that refers to tables (programs, views, foreign keys, MERGE tables) or is in force (prepared statements,
locks). Names are compared as words, whatever their database, quotes and case.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from binwriter.formats.patterns import pattern

if TYPE_CHECKING:
    from binwriter.sql.text.words import ParsedStatement

_WORD = pattern(r"[\w$]+")
_NAME = pattern(r"[\w$]+", re.ASCII)
_MAKES = frozenset({"create_table", "create_select"})
_OF_TABLES_ALONE = _MAKES | {"drop_table", "truncate"}
_REFERS = frozenset({"references", "union", "transaction"})  # to other tables, or has more to follow
_CARRIES_DATA = frozenset({"load", "binlog"})  # which nothing refers to later
_MOST = 100_000  # words of definitions; with more of them each definition counts

Names = tuple[str, ...] | None


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def tables_defined(parsed: ParsedStatement) -> Names:
    """The names of the tables which are all that the statement makes, empties or drops, in lower case; None for
    statements that do more."""
    if parsed.command not in _OF_TABLES_ALONE:
        return None
    if parsed.command in _MAKES and not _REFERS.isdisjoint(_words(parsed.text)):
        return None
    from binwriter.sql.binding.named_tables import Use, named_tables  # which needs the extra `sql`

    defines = (Use.MAKES, Use.REMOVES, Use.EMPTIES)
    names = [table.name for table in named_tables(parsed) if table.use in defines]
    return tuple(map(str.lower, names)) if all(map(_NAME.fullmatch, names)) else None


class Definitions:
    """Of a server. count: grows with each statement that may change what something that is kept depends on. references:
    with each definition that refers to tables."""

    __slots__ = ("_lasting", "_relied", "count", "references")

    def __init__(self) -> None:
        self.count = self.references = 0
        self._relied: set[str] = set()  # words of what is kept under this count
        self._lasting: set[str] | None = set()  # words of definitions; None: too many

    def changed(self) -> None:
        """Nothing that is kept holds any more."""
        self.count += 1
        self._relied.clear()

    def rely_on(self, text: str, but: frozenset[str] = frozenset()) -> bool:
        """Something will be kept that depends on tables which the text names. False, and nothing happens, where it
        names one of but."""
        words = _words(text)
        if not but.isdisjoint(words):
            return False
        self._relied |= words
        return True

    def may_mean(self, names: frozenset[str]) -> bool:
        """Whether a definition may refer to one of the tables."""
        return any(self._lasting is None or name in self._lasting or not _NAME.fullmatch(name) for name in names)

    def refer(self, text: str) -> None:
        """A definition with this text refers to tables for as long as there is a server."""
        self.references += 1
        if self._lasting is not None:
            self._lasting |= _words(text)
            if len(self._lasting) > _MOST:
                self._lasting = None

    def begins(self, parsed: ParsedStatement, *, knows_all: bool) -> Names:
        """A statement that changes definitions begins; what `ends` takes. knows_all: whether each definition was made
        by a statement that began here."""
        names = tables_defined(parsed) if knows_all else None
        if names is None and parsed.command not in _CARRIES_DATA:
            self.refer(parsed.text)
        self.ends(names)
        return names

    def ends(self, names: Names) -> None:
        """It has run, or failed. names: none where it changes nothing."""
        if names is None or any(map(self._concerns, names)):
            self.changed()

    def _concerns(self, name: str) -> bool:
        return self._lasting is None or name in self._relied or name in self._lasting
