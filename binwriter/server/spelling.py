"""How a session's statements are spelled: the modes that change how a text is read, and how it is logged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.collations import default_collation
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.mysql.variables.settings import Settings
from binwriter.sql.expressions.collations import sent_bytes
from binwriter.sql.text import sent_names, spelled
from binwriter.sql.text.modes import (
    ANSI_QUOTES,
    HIGH_NOT_PRECEDENCE,
    IGNORE_SPACE,
    KEPT,
    NO_BACKSLASH_ESCAPES,
    PIPES_AS_CONCAT,
    as_written,
    with_backticks,
    with_bare_backslashes,
    with_double_quotes,
    with_joins,
    with_tight_calls,
    with_tight_not,
)
from binwriter.sql.text.words import syntax_error

if TYPE_CHECKING:
    from binwriter.sql.text.sent_names import SentName

# in this order: a backslash is no escape any more when quotes are looked for
_READ_OTHERWISE = {
    NO_BACKSLASH_ESCAPES: with_bare_backslashes,
    ANSI_QUOTES: with_backticks,
    PIPES_AS_CONCAT: with_joins,
    HIGH_NOT_PRECEDENCE: with_tight_not,
    IGNORE_SPACE: with_tight_calls,
}


_AS_UTF8 = ("utf8mb4", "utf8mb3")


class Spelling:
    """given: the statement that runs, as it was sent."""

    def __init__(self, variables: SessionVariables, version: int) -> None:
        self._variables, self._version = variables, version
        self.given = ""
        self._seen: tuple[Settings | None, bool] = None, False  # see `reads_otherwise`

    @property
    def _quotes_by_ansi(self) -> bool:
        return ANSI_QUOTES in self._variables.settings.sql_mode

    @property
    def reads_otherwise(self) -> bool:
        """Whether a statement is not read as it is written."""
        settings = self._variables.settings
        if self._seen[0] is not settings:
            self._seen = settings, not settings.sql_mode.isdisjoint(_READ_OTHERWISE)
        return self._seen[1]

    def as_read(self, text: str) -> str:
        """A statement as it is read: as it would be written under no such mode (see `modes`)."""
        modes = self._variables.settings.sql_mode
        for mode, rewritten in _READ_OTHERWISE.items():
            if mode in modes:
                text = rewritten(text, self._version)
        if text.isascii():
            return text
        charset = self._variables.settings.character_set_client
        read = sent_names.as_names(text, charset, self._version)
        return sent_names.with_bytes(read, charset, self._version)

    def names_of(self, text: str, strings_from: int | None = None) -> list[SentName]:
        """See `sent_names`."""
        return sent_names.sent_names(text, self._variables.settings.character_set_client, self._version, strings_from)

    def as_given(self, error: MySQLError, text: str) -> MySQLError:
        """An error about a statement's text as it is read, as one about the text that was sent."""
        if error.place is None or error.symbol != "ER_PARSE_ERROR" or self.given == text:
            return error
        return syntax_error(self.given, error.place)

    @property
    def names_are_bare(self) -> bool:
        """Whether names that need no quotes have none in what the server writes."""
        return not self._variables.get("sql_quote_show_create")

    def as_logged(self, text: str) -> str:
        """A statement as it is logged: what the server wrote itself has names in the mode's quotes."""
        text = as_written(text)
        if text != self.given and self.names_are_bare:
            return spelled.respelled(text, "TABLE", bare=True, ansi=self._quotes_by_ansi)
        return with_double_quotes(text) if self._quotes_by_ansi and text != self.given else text

    def remakes(self, text: str) -> bool:
        """Whether what the server has made may be logged otherwise (`as_made`)."""
        has_doubled = text.startswith("DROP ") and "``" in text
        return self.reads_otherwise or self.names_are_bare or KEPT in text or has_doubled

    def as_made(self, text: str) -> str:
        """A definition that the server has made, as it is logged."""
        if text.startswith("DROP ") and not self._variables.behaviour.spells_drops:
            # a backquote in a name is not doubled (captured: 5.5.20/drops_of_quoted_names_mixed)
            return text if text == self.given else text.replace("``", "`")
        return self.as_logged(text).replace(KEPT, "`")

    def as_completed(self, text: str, kept: int | None) -> str:
        """A definition of which the server has made the beginning: its end is as it was sent.

        kept: how long the end is, if that is known.
        """
        read = self.as_read(self.given)
        if len(read) != len(self.given):
            return self.as_made(text)
        if kept and (found := read.rfind(text[-kept:])) >= 0:
            return self.as_made(text[:-kept]) + self.given[found : found + kept]
        most = len(text) if kept is None else kept
        same, end = max((_alike(text, read[:end], most), end) for end in _ends(read))
        return self.as_made(text[: len(text) - same]) + self.given[end - same : end]

    def made_bytes(self, text: str, kept: int | None, parameters: str | None) -> bytes:
        """What the server has made, as it is logged: UTF-8, but a DROP of its own is in the client's characters, and
        what it took over of a program or a view stays as it was sent (captured: names_of_clients).

        parameters: a routine's, as written; None where nothing was taken over.
        """
        if parameters is not None:
            return self._completed_bytes(text, kept, parameters)
        made = self.as_made(text) if self.remakes(text) else text
        is_converted = made.startswith("DROP ") and self._variables.behaviour.converts_drops
        return self.bytes_of(made) if is_converted else bytes_of(in_charset(made))

    def _completed_bytes(self, text: str, kept: int | None, parameters: str) -> bytes:
        read = self.as_read(self.given)
        if len(read) != len(self.given):
            return bytes_of(in_charset(self.as_made(text)))
        found = read.rfind(text[-kept:]) if kept else -1
        if kept and found >= 0:
            same, end = kept, found + kept
        else:
            same, end = max((_alike(text, read[:end], len(text)), end) for end in _ends(read))
        parts, head = [self.bytes_of(self.given[end - same : end])], text[: len(text) - same]
        if parameters and f"({parameters})" in head and f"({parameters})" in read:
            head, at = head.partition(f"({parameters})")[0], read.index(f"({parameters})") + 1
            behind = text[len(head) + len(parameters) + 1 : len(text) - same]
            parts = [b"(", self.bytes_of(self.given[at : at + len(parameters)]), self._made(behind), *parts]
        return b"".join((self._made(head), *parts))

    def _made(self, text: str) -> bytes:
        return bytes_of(in_charset(self.as_made(text)))

    def bytes_of(self, text: str) -> bytes:
        """The statement's bytes in the client's character set."""
        charset = self._variables.settings.character_set_client
        if charset in _AS_UTF8 and text.isascii():
            return text.encode()
        return sent_bytes(text, default_collation(charset))


def _alike(text: str, read: str, most: int) -> int:
    """How many characters at their ends are the same."""
    same, most = 0, min(len(text), len(read), most)
    while same < most and text[-same - 1] == read[-same - 1]:
        same += 1
    return same


def _ends(read: str) -> set[int]:
    """Where a text may end, also in a comment of a version (captured: views_in_comments)."""
    if not read.rstrip().endswith("*/"):
        return {len(read)}
    end = read.rindex("*/")
    return {len(read), end, len(read[:end].rstrip())}
