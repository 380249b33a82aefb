"""The whole form of statements whose readers look at the beginning only: what stands behind it is refused where it is.

One line a form. In it `[..]` may be missing, `(..|..)` is one of several, `{..}` comes once or more with commas
between, words stand for themselves, a symbol in quotes for itself, and in angle brackets: name, qname (with a
database), string, number, user, value (one token, or what brackets enclose), item (any tokens up to a comma), options
(of tablespaces), rest (anything).

Source: MySQL manual, the statements' own pages; where a text goes wrong, as a 9.7.4 tells it (captured:
clusters/text_behind_statements). Forms of older servers are in, too: `by_version` knows who has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from binwriter.formats.records import dataclass
from binwriter.sql.text.cursor import Cursor, Piece, PieceKind
from binwriter.sql.text.words import Words, syntax_error

_WILD = "[LIKE <string> | WHERE <rest>]"
_FROM = f"[(FROM | IN) <name>] {_WILD}"
_LIMIT = "[LIMIT <value> [',' <value> | OFFSET <value>]]"
_CHANNEL = "[FOR CHANNEL <string>]"
_ENGINE = "[ENGINE ['='] (<name> | <string>)]"
_FORMS = f"""
SHOW BINARY LOG STATUS
SHOW (BINARY | MASTER) LOGS
SHOW (MASTER | SLAVE) STATUS [NONBLOCKING] {_CHANNEL}
SHOW SLAVE HOSTS
SHOW (BINLOG | RELAYLOG) EVENTS [IN <string>] [FROM <number>] {_LIMIT} {_CHANNEL}
SHOW (CHARACTER SET | CHAR SET | CHARSET | COLLATION) {_WILD}
SHOW [EXTENDED] [FULL] (COLUMNS | FIELDS) (FROM | IN) <qname> [(FROM | IN) <name>] {_WILD}
SHOW COUNT '(' '*' ')' (WARNINGS | ERRORS)
SHOW CREATE (DATABASE | SCHEMA) [IF NOT EXISTS] <name>
SHOW CREATE (TABLE | VIEW | PROCEDURE | FUNCTION | TRIGGER | EVENT | LIBRARY) <qname>
SHOW CREATE USER <user>
SHOW (DATABASES | SCHEMAS) {_WILD}
SHOW ENGINE (<name> | ALL | <string>) (STATUS | MUTEX | LOGS)
SHOW [STORAGE] ENGINES
SHOW (ERRORS | WARNINGS) {_LIMIT}
SHOW EVENTS {_FROM}
SHOW (FUNCTION | PROCEDURE) CODE <qname>
SHOW (FUNCTION | PROCEDURE | LIBRARY) STATUS {_WILD}
SHOW GRANTS [FOR <user> [USING {{<user>}}]]
SHOW [EXTENDED] (INDEX | INDEXES | KEYS) (FROM | IN) <qname> [(FROM | IN) <name>] [WHERE <rest>]
SHOW OPEN TABLES {_FROM}
SHOW (PLUGINS | PRIVILEGES | PROFILES | REPLICAS | AUTHORS | CONTRIBUTORS)
SHOW [FULL] PROCESSLIST
SHOW PROFILE [{{(ALL | BLOCK IO | CONTEXT SWITCHES | CPU | IPC | MEMORY | PAGE FAULTS | SOURCE | SWAPS)}}]
 [FOR QUERY <number>] {_LIMIT}
SHOW REPLICA STATUS {_CHANNEL}
SHOW [GLOBAL | SESSION | LOCAL] (STATUS | VARIABLES) {_WILD}
SHOW TABLE STATUS {_FROM}
SHOW [EXTENDED] [FULL] TABLES {_FROM}
SHOW [FULL] TRIGGERS {_FROM}
START (REPLICA | SLAVE) [{{(IO_THREAD | SQL_THREAD | RELAY_THREAD)}}] [UNTIL {{<item>}}] [USER '=' <string>]
 [PASSWORD '=' <string>] [DEFAULT_AUTH '=' <string>] [PLUGIN_DIR '=' <string>] {_CHANNEL}
STOP (REPLICA | SLAVE) [{{(IO_THREAD | SQL_THREAD | RELAY_THREAD)}}] {_CHANNEL}
RESET (REPLICA | SLAVE) [ALL] {_CHANNEL} [',' <rest>]
START GROUP_REPLICATION [{{(USER | PASSWORD | DEFAULT_AUTH) '=' <string>}}]
STOP GROUP_REPLICATION
CHANGE (REPLICATION SOURCE | MASTER) TO {{<name> '=' <value>}} {_CHANNEL}
CHANGE REPLICATION FILTER {{<name> '=' <value>}} {_CHANNEL}
CREATE UNDO TABLESPACE <name> ADD DATAFILE <string> {_ENGINE}
ALTER UNDO TABLESPACE <name> SET (ACTIVE | INACTIVE) {_ENGINE}
DROP UNDO TABLESPACE <name> {_ENGINE}
CREATE RESOURCE GROUP <name> TYPE ['='] (SYSTEM | USER) [VCPU ['='] {{<number> ['-' <number>]}}]
 [THREAD_PRIORITY ['='] ['-'] <number>] [ENABLE | DISABLE]
ALTER RESOURCE GROUP <name> [VCPU ['='] {{<number> ['-' <number>]}}] [THREAD_PRIORITY ['='] ['-'] <number>]
 [ENABLE | DISABLE] [FORCE]
DROP RESOURCE GROUP <name> [FORCE]
SET RESOURCE GROUP <name> [FOR {{<number>}}]
INSTALL COMPONENT {{<string>}} [SET <rest>]
UNINSTALL COMPONENT {{<string>}}
IMPORT TABLE FROM {{<string>}}
CLONE LOCAL DATA DIRECTORY ['='] <string>
CLONE INSTANCE FROM <rest>
CREATE TABLESPACE <name> [ADD DATAFILE <string>] [USE LOGFILE GROUP <name>] <options>
ALTER TABLESPACE <name> [RENAME TO <name> | (ADD | DROP) DATAFILE <string>] <options>
DROP TABLESPACE <name> <options>
START TRANSACTION [{{(READ (ONLY | WRITE) | WITH CONSISTENT SNAPSHOT)}}]
SET TRANSACTION {{(READ (ONLY | WRITE)
 | ISOLATION LEVEL (READ (COMMITTED | UNCOMMITTED) | REPEATABLE READ | SERIALIZABLE))}}
FLUSH (BINARY | ENGINE | ERROR | GENERAL | SLOW) LOGS [',' <rest>]
ANALYZE [NO_WRITE_TO_BINLOG | LOCAL] (TABLE | TABLES) {{<qname>}}
ANALYZE [NO_WRITE_TO_BINLOG | LOCAL] (TABLE | TABLES) {{<qname>}} UPDATE HISTOGRAM ON {{<name>}}
 [WITH <value> BUCKETS] [(MANUAL | AUTO) UPDATE] [USING DATA <string>]
ANALYZE [NO_WRITE_TO_BINLOG | LOCAL] (TABLE | TABLES) {{<qname>}} DROP HISTOGRAM ON {{<name>}}
CACHE INDEX {{<qname> [PARTITION <value>] [(INDEX | KEY) <value>]}} IN <name>
LOAD INDEX INTO CACHE {{<qname> [PARTITION <value>] [(INDEX | KEY) <value>] [IGNORE LEAVES]}}
"""
_PART = re.compile(r"'(?P<symbol>[^']+)'|<(?P<kind>\w+)>|(?P<word>\w+)|(?P<mark>[][(){}|])")


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a form. kind: word, symbol, a kind in angle brackets; all, one, maybe, list: of parts."""

    kind: str
    text: str = ""
    parts: tuple[_Part, ...] = ()


def check_form(words: Words) -> None:
    """ER_PARSE_ERROR where a statement goes on otherwise than any form that begins as it does."""
    first = words.word(0).partition(" ")
    forms, seconds = _forms().get(first[0], ((), frozenset()))
    if (first[2] or words.word(1)).partition(" ")[0] not in seconds:
        return
    cursor = Cursor(words)
    pieces = []
    while not cursor.at_end:
        pieces.append(cursor.next())
    matching = _Matching(pieces)
    ends = {end for form in forms for end in matching.ends(form, 0)}
    if len(pieces) not in ends:
        place = max(matching.furthest, *ends, 0)
        raise syntax_error(words.text, pieces[place].start if place < len(pieces) else len(words.text))


class _Matching:
    """A statement's pieces against forms. furthest: the first piece that no form could take."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        self.furthest = 0

    def ends(self, part: _Part, place: int) -> Iterator[int]:
        """Where the part may end that begins at a place."""
        if part.kind == "all":
            yield from self._all(part.parts, place)
        elif part.kind == "one":
            for inner in part.parts:
                yield from self.ends(inner, place)
        elif part.kind == "maybe":
            for inner in part.parts:
                yield from self.ends(inner, place)
            yield place
        elif part.kind == "list":
            for end in self._all(part.parts, place):
                if self._is(end, PieceKind.SYMBOL, ","):
                    yield from self.ends(part, end + 1)
                yield end
        else:
            yield from self._leaf(part, place)

    def _all(self, parts: tuple[_Part, ...], place: int) -> Iterator[int]:
        if not parts:
            yield place
            return
        for end in self.ends(parts[0], place):
            yield from self._all(parts[1:], end)

    def _leaf(self, part: _Part, place: int) -> Iterator[int]:
        self.furthest = max(self.furthest, place)
        if part.kind == "rest":
            yield len(self.pieces)
        elif place < len(self.pieces) or part.kind == "options":
            yield from _LEAVES[part.kind](self, part, place)

    def _is(self, place: int, kind: PieceKind, text: str = "") -> bool:
        if place >= len(self.pieces) or self.pieces[place].kind is not kind:
            return False
        return not text or self.pieces[place].text.upper() == text

    def word(self, part: _Part, place: int) -> Iterator[int]:
        if self._is(place, PieceKind.WORD, part.text):
            yield place + 1

    def symbol(self, part: _Part, place: int) -> Iterator[int]:
        if self._is(place, PieceKind.SYMBOL, part.text):
            yield place + 1

    def string(self, part: _Part, place: int) -> Iterator[int]:
        if self.pieces[place].kind in (PieceKind.STRING, PieceKind.NATIONAL, PieceKind.HEX):
            yield place + 1

    def number(self, part: _Part, place: int) -> Iterator[int]:
        if self.pieces[place].kind is PieceKind.NUMBER or self._is(place, PieceKind.SYMBOL, "?"):
            yield place + 1

    def name(self, part: _Part, place: int) -> Iterator[int]:
        if self.pieces[place].kind in (PieceKind.WORD, PieceKind.QUOTED_NAME):
            yield place + 1

    def qname(self, part: _Part, place: int) -> Iterator[int]:
        for end in self.name(part, place):
            if self._is(end, PieceKind.SYMBOL, ".") and end + 1 < len(self.pieces):
                yield from self.name(part, end + 1)
            yield end

    def user(self, part: _Part, place: int) -> Iterator[int]:
        """A name or string, and the host that stands directly behind it."""
        if self.pieces[place].kind not in (PieceKind.WORD, PieceKind.QUOTED_NAME, PieceKind.STRING):
            return
        end = place + 1
        if end < len(self.pieces) and self.pieces[end].text.startswith("@"):
            end += 1
            while end < len(self.pieces) and self._continues(end):
                end += 1
        elif self.pieces[place].text.upper() == "CURRENT_USER" and self._is(end, PieceKind.SYMBOL, "("):
            end += 2  # CURRENT_USER()
        yield min(end, len(self.pieces))

    def _continues(self, place: int) -> bool:
        """Whether a host goes on there."""
        piece, before = self.pieces[place], self.pieces[place - 1]
        return not self._is(place, PieceKind.SYMBOL, ",") and (piece.start == before.end or before.text == "@")

    def value(self, part: _Part, place: int) -> Iterator[int]:
        """A piece, with its sign, or what stands in brackets."""
        if self._is(place, PieceKind.SYMBOL, ","):
            return
        depth = 0
        for end in range(place, len(self.pieces)):
            depth += self._is(end, PieceKind.SYMBOL, "(") - self._is(end, PieceKind.SYMBOL, ")")
            if depth <= 0 and not self._is(end, PieceKind.SYMBOL, "-"):
                yield end + 1
                return

    def options(self, part: _Part, place: int) -> Iterator[int]:
        """Of tablespaces, with or without commas."""
        yield place
        start = place + self._is(place, PieceKind.SYMBOL, ",")
        if start < len(self.pieces) and self.pieces[start].text.upper() in _OF_TABLESPACES:
            value = start + 1 + self._is(start + 1, PieceKind.SYMBOL, "=")
            end = start + 1 if self.pieces[start].text.upper().endswith("WAIT") else value + 1
            if end <= len(self.pieces):
                yield from self.options(part, end)

    def item(self, part: _Part, place: int) -> Iterator[int]:
        end = place
        while end < len(self.pieces) and not self._is(end, PieceKind.SYMBOL, ","):
            end += 1
            yield end


_LEAVES = {
    name: getattr(_Matching, name)
    for name in ("word", "symbol", "string", "number", "name", "qname", "user", "value", "item", "options")
}
_OF_TABLESPACES = (
    *("AUTOEXTEND_SIZE", "COMMENT", "ENCRYPTION", "ENGINE", "ENGINE_ATTRIBUTE", "EXTENT_SIZE", "FILE_BLOCK_SIZE"),
    *("INITIAL_SIZE", "MAX_SIZE", "NODEGROUP", "NO_WAIT", "STORAGE", "UNDO_BUFFER_SIZE", "WAIT"),
)


@cache
def _forms() -> dict[str, tuple[tuple[_Part, ...], frozenset[str]]]:
    """By their first words, with the second ones."""
    forms: dict[str, tuple[_Part, ...]] = {}
    for line in _FORMS.strip().replace("\n ", " ").split("\n"):
        parts = list(_PART.finditer(line))
        form, _ = _sequence(parts, 0)
        first = form.parts[0].text
        forms[first] = (*forms.get(first, ()), form)
    return {
        first: (listed, frozenset(word for form in listed for word in _words_of(form.parts[1:])))
        for first, listed in forms.items()
    }


def _words_of(parts: tuple[_Part, ...]) -> Iterator[str]:
    """The words with which parts may begin."""
    for part in parts:
        if part.kind == "word":
            yield part.text
        if part.kind == "one":
            for choice in part.parts:
                yield from _words_of((choice,))
        else:
            yield from _words_of(part.parts)
        if part.kind != "maybe":
            return


def _sequence(marks: list[re.Match[str]], place: int) -> tuple[_Part, int]:
    """Parts up to a closing bracket, with what divides them."""
    choices: list[list[_Part]] = [[]]
    while place < len(marks):
        mark = marks[place]
        place += 1
        opened = _OPENED.get(mark["mark"] or "")
        if opened is not None:
            inner, place = _sequence(marks, place)
            choices[-1].append(_Part(opened, parts=(inner,)))
        elif mark["mark"] == "|":
            choices.append([])
        elif mark["mark"]:
            break
        else:
            kind = mark["kind"] or ("symbol" if mark["symbol"] else "word")
            choices[-1].append(_Part(kind, mark["symbol"] or mark["word"] or ""))
    sequences = tuple(_Part("all", parts=tuple(parts)) for parts in choices)
    return (sequences[0] if len(sequences) == 1 else _Part("one", parts=sequences)), place


_OPENED = {"[": "maybe", "(": "one", "{": "list"}
