"""Where a text stops being a statement of a 9.7's grammar."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.mysql.versions import behaviour_of
from binwriter.sql.text.lexer import DOLLAR_QUOTE
from binwriter.sql.text.statement_end import ENDS
from binwriter.sql.text.words import placed_in, syntax_error
from binwriter.sql.wellformed.recogniser import recogniser
from binwriter.sql.wellformed.tokens import Terminals, tokens_of

_Read = TypeVar("_Read")


def refused_at(text: str, version: int, *, parameters: bool = False) -> int | None:
    """Where in the text the first token stands with which no statement goes on that begins so; the text's length where
    it ends too early; None for a whole statement. version: of the server, for comments that it runs; parameters: ?
    stands for one, as in what is prepared."""
    starts, terminals = tokens_of(text, version, parameters=parameters)
    if starts and text[starts[0] : starts[0] + 1] == ";" and text[starts[0] :].strip(ENDS):
        return starts[0]  # it ends nothing
    number = _known(tuple(terminals)) if len(terminals) <= _FEW else recogniser().refused(terminals)
    if number is None:
        return None
    return starts[number] if number < len(starts) else len(text)


@lru_cache(maxsize=2048)
def _known(terminals: tuple[Terminals, ...]) -> int | None:
    """Statements that differ in names and values only are recognised once."""
    return recogniser().refused(terminals)


_OF_THE_BEGINNING = ("ER_KEY_PART_0",)  # which readers have only of a text that goes on wrongly
_PARSE_ERROR = 1064  # of the usual sentence, and of those that tell more
_SEPARATORS = ("", ",", ")")
_FEW = 200  # tokens of a statement that is remembered
_LONGEST = 100_000  # characters of a text that is looked at: a token takes some ten microseconds


def stops_at(text: str, version: int, *, parameters: bool = False) -> int | None:
    """As `refused_at`; None also for a long text, and for one that may have $$ .. $$ in it."""
    if len(text) > _LONGEST or ("$" in text and DOLLAR_QUOTE.search(text)):
        return None
    return refused_at(text, version, parameters=parameters)


def refuse_ill_formed(text: str, version: int, *, parameters: bool = False) -> None:
    """ER_PARSE_ERROR for a text that is no statement, whatever was read of it."""
    at = stops_at(text, version, parameters=parameters)
    if at is not None:
        raise syntax_error(text, at)


def read_by_old_grammar(text: str, version: int, read: Callable[[str], _Read], *, parameters: bool = False) -> _Read:
    """A text as a reader of an older grammar has it, unless it goes on with a comma or a closing bracket, or ends,
    where nothing that begins so does. What older grammars have beyond the newest is in words: where the newest stops
    at one, nothing is said."""
    made: tuple[_Read, ...] = ()
    told: MySQLError | UnsupportedError | None = None
    stopped = len(text) + 1
    try:
        made = (read(text),)
    except UnsupportedError as error:
        told = error
    except MySQLError as error:
        place = _place(error, text)
        if place is None:
            raise
        told, stopped = error, place
    at = _refused_at_separator(text, version, parameters)
    if at is not None and at < stopped:
        told, stopped = syntax_error(text, at), at
    if told is None:
        return made[0]
    if text[stopped : stopped + 1] == "," and behaviour_of(version).names_behind_commas:
        told = syntax_error(text, stopped + 1)
    raise told from None


def _place(error: MySQLError, text: str) -> int | None:
    """Where an ER_PARSE_ERROR says that a text stops."""
    if error.symbol != "ER_PARSE_ERROR":
        return None
    return error.place if error.place is not None else placed_in(error, text).place


def _refused_at_separator(text: str, version: int, parameters: bool) -> int | None:
    from binwriter.sql.grammar.old import modernised

    old = modernised(text, version)
    newest = text if old is None else old.text
    at = stops_at(newest, version, parameters=parameters)
    if at is None or newest[at : at + 1] not in _SEPARATORS:
        return None
    return at if old is None else old.given_place(at)


def told_first(
    error: MySQLError | UnsupportedError,
    text: str,
    version: int,
    read: Callable[[str], object],
    *,
    parameters: bool = False,
) -> MySQLError | UnsupportedError:
    """What a server says of a text that a reader has refused: the reader's error, or that of the grammar where it comes
    before. read: reads a text as the reader has read this; what it says of the text's beginning comes first."""
    at = stops_at(text, version, parameters=parameters)
    if at is None:
        return error
    refused = syntax_error(text, at)
    if isinstance(error, MySQLError) and _near(error) == _near(refused):
        return error  # it may say more
    if isinstance(error, MySQLError) and error.symbol not in ("ER_PARSE_ERROR", "ER_EMPTY_QUERY"):
        try:
            read(text[:at])
        except MySQLError as before:
            if before.symbol == error.symbol:
                return error
        except UnsupportedError:
            pass
        else:
            if error.symbol in _OF_THE_BEGINNING:
                return error
    return refused


def _near(error: MySQLError) -> str:
    return error.message.partition(" near ")[2] if error.code == _PARSE_ERROR else error.symbol
