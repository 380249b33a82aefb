"""Texts between a client and its session: in which character set they are sent, and what is read of those that come.

Source: MySQL manual, "Connection Character Sets and Collations"; captures of a 9.7.4 (tests/golden/wire).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from binwriter.errors import CorruptLogError, EncodeError
from binwriter.formats.charsets.stand_ins import as_statement, in_charset
from binwriter.formats.collations import Collation, collation_by_name, default_collation
from binwriter.formats.patterns import pattern
from binwriter.mysql.raw_bytes import NamesSent, RawText, bytes_of
from binwriter.mysql.values.real_text import real_text
from binwriter.mysql.variables.settings import Settings
from binwriter.server.session import Session

_NO_CHARSET = ("NULL", "None", "")
_OF_THREE_BYTES = ("utf8mb3", "utf8")
_NOT_CONVERTED = (*_OF_THREE_BYTES, "binary")  # what of names goes to utf8mb3, and from there, as it is
_UTF8 = ("utf8mb4", *_OF_THREE_BYTES, "binary", *_NO_CHARSET)
# in which ASCII is other bytes
WITHOUT_ASCII = frozenset({"ucs2", "utf16", "utf16le", "utf32", "swe7"})
_BEYOND = pattern("[\U00010000-\U0010ffff]")  # what utf8mb3 lacks (captured: clusters/wide_texts)


class ClientTexts:
    """The texts of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._sent_in: tuple[Settings | None, str | None, int] = (None, None, 0)  # see `results_collation`

    @property
    def results_collation(self) -> int:
        """What texts are sent in: the collation that SET NAMES or the handshake gave character_set_results, else its
        default one; 0 where they are sent as they are."""
        variables = self._session.variables
        settings, chosen = variables.settings, variables.results_collation
        if self._sent_in[0] is not settings or self._sent_in[1] != chosen:
            name = settings.character_set_results
            collation = collation_by_name(chosen) if chosen is not None else None
            number = 0 if name in _NO_CHARSET else (collation or default_collation(name)).id
            self._sent_in = settings, chosen, number
        return self._sent_in[2]

    @property
    def names_sent(self) -> NamesSent:
        """What becomes of the names that statements give columns of results."""
        settings = self._session.variables.settings
        if settings.character_set_client not in _NOT_CONVERTED:
            return NamesSent.CONVERTED
        is_kept = settings.character_set_results in (*_NOT_CONVERTED, *_NO_CHARSET)
        return NamesSent.AS_THEY_CAME if is_kept else NamesSent.LATER

    def encoded(self, text: str) -> bytes:
        """A text in character_set_results."""
        name = self._session.variables.settings.character_set_results
        if text.isascii() and name not in WITHOUT_ASCII:
            return text.encode()
        if name not in _UTF8:
            collation = default_collation(name)
            try:
                return collation.encode(text)
            except EncodeError:
                unknown = collation.encode("?")
                return b"".join(_character(character, collation, unknown) for character in text)
        return bytes_of(in_charset(text))

    def encoded_value(self, text: str | RawText) -> bytes:
        """A value in character_set_results; names are sent as they came."""
        results = self._session.variables.settings.character_set_results
        if isinstance(text, RawText):
            if results in (text.charset, "binary", *_NO_CHARSET):
                return bytes(text)
            text = text.sent()
        if results in _OF_THREE_BYTES and not text.isascii():
            text = _BEYOND.sub("?", text)
        return self.encoded(text)

    def decoded(self, data: bytes) -> str | bytes:
        """A text in character_set_client; bytes that are none as they are."""
        name = self._session.variables.settings.character_set_client
        try:
            return data.decode() if name in _UTF8 else as_statement(default_collation(name).decode_keeping(data))
        except (UnicodeDecodeError, CorruptLogError, EncodeError):
            return data


def attribute_text(value: Any) -> str | None:
    """The value of a query attribute; of moments all digits (captured: tests/golden/wire/query_attributes.json)."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, datetime):
        return value.replace(tzinfo=None).isoformat(" ", "microseconds") + _offset(value.utcoffset())
    if isinstance(value, timedelta):
        minutes, rest = divmod(abs(value), timedelta(minutes=1))
        sign = "-" if value < timedelta() else ""
        return f"{sign}{minutes // 60:02}:{minutes % 60:02}:{rest.seconds:02}.{rest.microseconds:06}"
    if isinstance(value, float):
        return real_text(value)
    return None if value is None else str(value)


def _offset(offset: timedelta | None) -> str:
    """A zone as it was sent with a moment: hours with their sign, and of less than one none."""
    if offset is None:
        return ""
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    return f"{-hours if offset < timedelta() else hours:+}:{minutes:02}"


def _character(character: str, collation: Collation, unknown: bytes) -> bytes:
    try:
        return collation.encode(character)
    except EncodeError:
        return unknown
