"""Names as a server takes them from a client of another character set: it converts each to utf8mb3 as it is read.

A sequence without a character becomes ?, with warning 1300; a character that is cut off ends the name, and nothing is
said. From a client of utf8mb3, or of none, names are not converted and error 1300 refuses what is no utf8mb3. Strings
that are names or comments (of accounts, servers, COMMENT) are converted alike, but never refused.
Source: captured (clusters/names_of_clients); their texts keep their length, so that places in them stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import islice

from binwriter import data
from binwriter.formats.collations import Collation, default_collation
from binwriter.formats.errors import EncodeError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.characters_of_bytes import characters_of
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import bytes_of, has_raw, printable, text_of
from binwriter.sql.text.lexer import COMMENT, NAME, SPACE, STRING, WORD, Lexeme, lexemes
from binwriter.sql.text.words import syntax_error

SYSTEM_CHARSET = "utf8mb3"
_AS_THEY_ARE = frozenset({"utf8mb3", "utf8", "binary"})  # sets of clients
_UNLIKE = pattern("[\ud800-\udfff\U00010000-\U0010ffff]")
_RAW_OR_KEPT = pattern("[\ud800-\udfff]")
# Of these most strings are no names: strings, with what stands in front of those that may be.
_OF_ROWS = pattern(r"(?i)\s*(?:INSERT|REPLACE|UPDATE|DELETE|SELECT|WITH|VALUES|LOAD|CALL|DO)\b")
_STRING = pattern(r"""(?is)((?:\bAS|[@`)\d])\s*)?(?:'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*")""")
_OF_ACCOUNTS = frozenset({"USER", "ROLE", "GRANTS"})
_OF_SYSTEM = frozenset({"PREPARE", "HELP"})  # statements all of whose strings are converted so
# what else SHOW .. LIKE is about is a query of the data dictionary
_SHOWN_BY_THEMSELVES = frozenset({"VARIABLES", "STATUS", "GLOBAL", "SESSION", "LOCAL", "OPEN"})
_BEFORE_OTHERS = frozenset({"BY", "AS", "COMMENT", "ATTRIBUTE", "CIPHER", "ISSUER", "SUBJECT"})
_HIGHEST = "\uffff"
_HALF = 128
_UTF8, _NEVER = ("utf8mb4", "utf8mb3"), text_of(b"\xff")


@dataclass(frozen=True, slots=True)
class SentName:
    """A name, or a string that is one, which is read otherwise than it was sent. data: what was sent, in the client's
    character set; text: what it is read as; is_wrong: whether some of it is no character."""

    start: int
    end: int
    data: bytes
    text: str
    is_wrong: bool
    is_string: bool


def sent_names(text: str, charset: str, version: int, strings_from: int | None = None) -> list[SentName]:
    """Those of a statement, in their order. charset: character_set_client; strings_from: where a part of it begins of
    which all strings are looked at."""
    return list(_sent(text, charset, version, strings_from)) if _may_have(text, charset) else []


def as_names(text: str, charset: str, version: int) -> str:
    """The statement with its names as they are read, of the same length, but for names without quotes that need some.

    MySQLError ER_INVALID_CHARACTER_STRING for a name that is no utf8mb3, and was not to be converted; ER_PARSE_ERROR
    for a word with what is no letter in the client's character set.
    """
    _refuse_others(text, charset, version)
    if not _may_have(text, charset):
        return text
    parts, at = [], 0
    for name in _sent(text, charset, version):
        parts += [text[at : name.start], name.text.ljust(name.end - name.start)]
        at = name.end
    return "".join(parts) + text[at:]


@cache
def _in_words() -> dict[str, frozenset[int]]:
    """By character set: the bytes from 0x80 on that characters of words without quotes may begin with."""
    lines = (line.split("\t") for line in data.lines("word_bytes.txt"))
    return {
        name: frozenset(0x80 + place for place in range(_HALF) if int(bits, 16) >> (_HALF - 1 - place) & 1)
        for name, bits in lines
    }


def _refuse_others(text: str, charset: str, version: int) -> None:
    letters = _in_words().get(charset)
    if letters is None or (charset in _UTF8 and _NEVER not in text):
        return
    client = default_collation(charset)
    for piece in lexemes(text, version=version):
        if piece.lastgroup != WORD or piece[0].isascii():
            continue
        for place, character in enumerate(piece[0], piece.start()):
            if not character.isascii() and _byte(character, client)[0] not in letters:
                rest = text[place:]
                if charset == "binary":  # the error shows bytes
                    rest = printable(b"".join(_byte(one, client) for one in rest), whole=True)
                raise syntax_error(text[:place] + rest, place)


def with_bytes(text: str, charset: str, version: int) -> str:
    """The statement with the bytes of its strings as they were sent where these are no texts to a server: names of XA
    transactions and passwords (captured: clusters/names_of_clients)."""
    if text.isascii() or charset in _AS_THEY_ARE or charset == "utf8mb4":
        return text
    words = (piece[0].upper() for piece in lexemes(text, version=version) if piece.lastgroup not in (COMMENT, SPACE))
    head = list(islice(words, 4))
    if head[:1] != ["XA"] and not _of_accounts(head):
        return text
    client = default_collation(charset)
    parts: list[str] = []
    before = ""
    for piece in lexemes(text, version=version):
        is_data = piece.lastgroup == STRING and (head[0] == "XA" or before == "BY")
        parts.append(_bare(piece[0], client) if is_data else piece[0])
        if piece.lastgroup not in (COMMENT, SPACE):
            before = piece[0].upper()
    return "".join(parts)


def _bare(string: str, client: Collation) -> str:
    return "".join(one if one.isascii() else _escaped(_byte(one, client)) for one in string)


def _escaped(data: bytes) -> str:
    """A backslash or a quote inside of a character is none."""
    return text_of(b"".join(b"\\" + bytes((byte,)) if byte in b"\\'\"" else bytes((byte,)) for byte in data))


def _may_have(text: str, charset: str) -> bool:
    if text.isascii() or _UNLIKE.search(text) is None:
        return False
    # What a client of utf8mb4 sends beyond utf8mb3 is mostly in strings that are no names.
    if charset != "utf8mb4" or _RAW_OR_KEPT.search(text) is not None or _OF_ROWS.match(text) is None:
        return True
    return _UNLIKE.search(_STRING.sub(lambda found: found[0] if found[1] else "", text)) is not None


def _sent(text: str, charset: str, version: int, strings_from: int | None = None) -> Iterator[SentName]:
    client = default_collation(SYSTEM_CHARSET if charset in _AS_THEY_ARE else charset)
    pieces = [piece for piece in lexemes(text, version=version) if piece.lastgroup not in (COMMENT, SPACE)]
    aliases = frozenset(_aliases(pieces))
    strings = aliases | frozenset(_names_in_strings(pieces))
    for place, piece in enumerate(pieces):
        if piece[0].isascii() or _UNLIKE.search(piece[0]) is None:
            continue
        if piece.lastgroup == WORD and charset == "utf8mb4" and has_raw(piece[0][0]):
            continue  # no name begins with it: the parser stops there (captured: tests/reliability/crafted)
        looked_at = strings_from is not None and piece.start() >= strings_from
        if piece.lastgroup in (NAME, WORD) or place in strings or (looked_at and piece.lastgroup == STRING):
            name = _read(piece, client, charset)
            if name.is_wrong and place in aliases:
                raise mysql_error("ER_CANNOT_CONVERT_STRING", printable(name.data), charset, SYSTEM_CHARSET)
            yield name


def _names_in_strings(pieces: list[Lexeme]) -> Iterator[int]:
    """Where strings stand that are names or comments."""
    words = [piece[0].upper() if piece.lastgroup != STRING else "" for piece in pieces]
    accounts, servers = _of_accounts(words), words[1:2] == ["SERVER"]
    for place, piece in enumerate(pieces):
        if piece.lastgroup != STRING:
            continue
        before = words[place - 1] if place else ""
        behind = words[place + 1] if place + 1 < len(pieces) else ""
        if before == "=" and place > 1:
            before = words[place - 2]
        if accounts and before in _BEFORE_OTHERS:
            continue
        if accounts or servers or "@" in (before, behind) or before == "COMMENT" or words[0] in _OF_SYSTEM:
            yield place


def _aliases(pieces: list[Lexeme]) -> Iterator[int]:
    """Where strings stand that are names of columns, or are compared with names in a dictionary's table: they are not
    converted with a loss."""
    if not pieces or _of_accounts([piece[0].upper() for piece in pieces[:4]]):
        return
    by_query = pieces[0][0].upper() == "SHOW" and pieces[min(1, len(pieces) - 1)][0].upper() not in _SHOWN_BY_THEMSELVES
    for place in range(1, len(pieces)):
        before = pieces[place - 1]
        if pieces[place].lastgroup == STRING and (
            _names_column(before) or (by_query and before[0].upper() == "LIKE" and not has_raw(pieces[place][0]))
        ):
            yield place


def _names_column(before: Lexeme) -> bool:
    """Whether the string behind it is an alias, with or without AS."""
    return before[0].upper() == "AS" or before.lastgroup == NAME or before[0] == ")" or before[0][0].isdigit()


def _of_accounts(words: list[str]) -> bool:
    return bool(_OF_ACCOUNTS.intersection(words[1:4])) or words[:1] in (["GRANT"], ["REVOKE"])


def _read(piece: Lexeme, client: Collation, charset: str) -> SentName:
    mark = "@" if piece.lastgroup == WORD and piece[0].startswith("@") else ""
    quote = "" if piece.lastgroup == WORD else piece[0][0]
    inside = piece[0][1:-1] if quote else piece[0].removeprefix(mark)
    given = b"".join(map(partial(_byte, client=client), inside))
    sent = SentName(piece.start(), piece.end(), given, "", False, piece.lastgroup == STRING)
    if charset in _AS_THEY_ARE:
        if sent.is_string:  # not looked at
            return SentName(sent.start, sent.end, given, piece[0], False, True)
        raise mysql_error("ER_INVALID_CHARACTER_STRING", SYSTEM_CHARSET, printable(given, whole=True))
    characters = [None if (one or "") > _HIGHEST else one for one in characters_of(given, client)]
    is_wrong = None in characters
    name = "".join("?" if character is None else character for character in characters)
    if not quote and not name.replace("_", "a").replace("$", "a").isalnum():
        quote = "`"
    text = f"{mark}{quote}{name}{quote}"
    return SentName(sent.start, sent.end, given, text, is_wrong, sent.is_string)


def _byte(character: str, client: Collation) -> bytes:
    try:
        return bytes_of(character) if has_raw(character) else client.encode(character)
    except EncodeError:
        return character.encode("utf-8", "surrogatepass")
