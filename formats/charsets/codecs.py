"""Three kinds of character set: Python's codec alone, one byte a character by a table, and several bytes with patches.

Texts may have stand-ins for bytes that no text gives (`stand_ins`): `decode_keeping` makes them, `encode` takes them.
All raise the same two errors. `EncodeError`: "character 'Ω' is not in character set latin1". `CorruptLogError`:
"byte 0xff at offset 1 is not valid in character set utf8mb4"; the offset is that of the first byte of the character.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from binwriter.formats.charsets.stand_ins import has_stand_in, kept_by, stand_in
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.patterns import pattern

# Says what `Charset` needs of the generated tables: its runs of decoding and of encoding, asked for at first use.
Differences = Callable[[], tuple[str, str]]
_NONE = "\ufffe"  # charmap_decode takes it for: no character
_ABOVE_BMP = pattern("[\U00010000-\U0010ffff]")


class Charset:
    """One character set.

    mbminlen, mbmaxlen: bytes per character at least and at most. codec: the Python codec it is made from.
    one_to_one: no two byte sequences give the same character, so whatever decodes encodes to the same bytes.
    well_formed: the sequences that a server keeps, be they characters or not, as a regular expression; None where it
    keeps nothing but characters. unknown: what such a sequence is converted to; None where it cannot be.
    """

    unknown: str | None = None

    def __init__(
        self,
        name: str,
        mbminlen: int,
        mbmaxlen: int,
        codec: str,
        *,
        one_to_one: bool = True,
        well_formed: bytes | None = None,
    ) -> None:
        self.name = name
        self.mbminlen = mbminlen
        self.mbmaxlen = mbmaxlen
        self.codec = codec
        self.one_to_one = one_to_one
        self._well_formed = None if well_formed is None else re.compile(well_formed, re.DOTALL)

    def encode(self, text: str) -> bytes:
        """Text in this character set. Raises EncodeError if a character does not exist in it."""
        try:
            return self._encode(text)
        except EncodeError:
            if not has_stand_in(text):
                raise
        return b"".join(map(self._encode_kept, text))

    def _encode(self, text: str) -> bytes:
        try:
            return text.encode(self.codec)
        except UnicodeEncodeError as error:
            raise self._not_in_set(text[error.start]) from None

    def _encode_kept(self, character: str) -> bytes:
        kept = kept_by(character)
        if kept is None or (kept.charset != self.name and kept.character is None):
            return self._encode(character)
        return kept.sequence if kept.charset == self.name else self._encode(str(kept.character))

    def decode(self, data: bytes) -> str:
        """The text of these bytes. Raises CorruptLogError if they are no characters of this set."""
        try:
            return data.decode(self.codec)
        except UnicodeDecodeError as error:
            raise self._not_valid(data, error.start) from None

    def decode_keeping(self, data: bytes) -> str:
        """The text of these bytes, with a stand-in for each sequence that a server keeps though no text gives it.

        Raises CorruptLogError for what is not well formed.
        """
        try:
            text = self.decode(data)
            if self.one_to_one or self.encode(text) == data:
                return text
        except CorruptLogError:
            if self._well_formed is None:
                raise
        return "".join(self._keep(data))

    def _keep(self, data: bytes) -> Iterator[str]:
        offset = 0
        while offset < len(data):
            match = self._well_formed.match(data, offset) if self._well_formed is not None else None
            kept = self._kept_character(match[0]) if match is not None else None
            if match is None or kept is None:
                raise self._not_valid(data, offset)
            yield kept
            offset = match.end()

    def _kept_character(self, sequence: bytes) -> str | None:
        try:
            character = self.decode(sequence)
        except CorruptLogError:
            return stand_in(self.name, sequence, self.unknown)
        if self.one_to_one:
            return character
        try:
            is_first = self.encode(character) == sequence
        except EncodeError:
            is_first = False
        return character if is_first else stand_in(self.name, sequence, character)

    def encode_replacing(self, text: str) -> bytes:
        """As MySQL's CONVERT: `?` in place of each character that is not in the set."""
        try:
            return self.encode(text)
        except EncodeError:
            return b"".join(map(self._encode_or_question_mark, text))

    def decode_or_bytes(self, data: bytes) -> str | bytes:
        """The text if it can stand for the bytes, that is if it encodes to them again; otherwise the bytes themselves.

        A server may hold bytes that no text gives: sequences without a character (binary strings put into a column,
        unassigned codes of sjis or big5, half a surrogate pair in ucs2) and second codes of a character (cp932 has
        many). A reader that must be able to write the same log again keeps those as bytes.
        """
        try:
            text = self.decode(data)
            return text if self.one_to_one or self.encode(text) == data else data
        except (CorruptLogError, EncodeError):
            return data

    def _encode_or_question_mark(self, character: str) -> bytes:
        try:
            return self.encode(character)
        except EncodeError:
            return self.encode("?")

    def _not_in_set(self, character: str) -> EncodeError:
        return EncodeError(f"character {character!r} is not in character set {self.name}")

    def _not_valid(self, data: bytes, offset: int) -> CorruptLogError:
        return CorruptLogError(
            f"byte 0x{data[offset]:02x} at offset {offset} is not valid in character set {self.name}"
        )


class BmpCharset(Charset):
    """utf8mb3 and ucs2: a Unicode encoding without the characters above U+FFFF."""

    def _encode(self, text: str) -> bytes:
        data = super()._encode(text)
        # characters above U+FFFF take four bytes in UTF-8 and UTF-16
        if not text.isascii() and (match := _ABOVE_BMP.search(text)):
            raise self._not_in_set(match[0])
        return data

    def decode(self, data: bytes) -> str:
        bad: int | None = None
        try:
            text = data.decode(self.codec)
        except UnicodeDecodeError as error:
            bad = error.start
            text = data[:bad].decode(self.codec)
        if not text.isascii() and (match := _ABOVE_BMP.search(text)):
            bad = len(text[: match.start()].encode(self.codec))
        if bad is not None:
            raise self._not_valid(data, bad)
        return text


class ByteCharset(Charset):
    """One byte a character, by tables of 256."""

    def __init__(self, name: str, codec: str, differences: Differences, *, one_to_one: bool = True) -> None:
        super().__init__(name, 1, 1, codec, one_to_one=one_to_one, well_formed=b".")
        self._differences = differences

    @cached_property
    def _tables(self) -> tuple[str, Any]:
        """For charmap_decode and for charmap_encode."""
        from binwriter.formats.charsets.runs import decoding_pairs, encoding_pairs  # of sets that differ alone

        base = [bytes((byte,)).decode(self.codec, "replace").replace("\ufffd", _NONE) for byte in range(256)]
        characters = base.copy()
        decoding, encoding = self._differences()
        for sequence, character in decoding_pairs(decoding):
            characters[sequence[0]] = character or _NONE
        table = "".join(characters)
        if self.one_to_one:
            return table, codecs.charmap_build(table)
        mapping: dict[int, int | None] = {ord(character): byte for byte, character in enumerate(base)}
        mapping[ord(_NONE)] = None
        mapping.update((ord(char), data[0] if data else None) for char, data in encoding_pairs(encoding))
        return table, mapping

    @cached_property
    def _decoding(self) -> str:
        return self._tables[0]

    @cached_property
    def _encoding(self) -> Any:
        return self._tables[1]

    @cached_property
    def _is_ascii(self) -> bool:
        """Whether the lower half is ASCII both ways, so that plain text can take the short way."""
        plain = "".join(map(chr, range(128)))
        return self._decoding[:128] == plain and codecs.charmap_encode(plain, "replace", self._encoding)[0] == (
            plain.encode("ascii")
        )

    def _encode(self, text: str) -> bytes:
        if text.isascii() and self._is_ascii:
            return text.encode("ascii")
        try:
            return codecs.charmap_encode(text, "strict", self._encoding)[0]
        except UnicodeEncodeError as error:
            raise self._not_in_set(text[error.start]) from None

    def decode(self, data: bytes) -> str:
        if data.isascii() and self._is_ascii:
            return data.decode("ascii")
        try:
            return codecs.charmap_decode(data, "strict", self._decoding)[0]
        except UnicodeDecodeError as error:
            raise self._not_valid(data, error.start) from None


class PatchedCharset(Charset):
    """Several bytes a character: Python's codec, and where it differs a table.

    Text without a doubtful character goes through Python's
    codec as a whole; any other text goes character by character.
    """

    def __init__(
        self, name: str, mbmaxlen: int, codec: str, well_formed: bytes, differences: Differences, *, one_to_one: bool
    ) -> None:
        super().__init__(name, 1, mbmaxlen, codec, one_to_one=one_to_one, well_formed=well_formed)
        self._pattern = re.compile(well_formed, re.DOTALL)
        self._differences = differences

    @cached_property
    def _decoding(self) -> dict[bytes, str | None]:
        from binwriter.formats.charsets.runs import decoding_pairs

        return dict(decoding_pairs(self._differences()[0]))

    @cached_property
    def _encoding(self) -> dict[str, bytes | None]:
        from binwriter.formats.charsets.runs import encoding_pairs

        return dict(encoding_pairs(self._differences()[1]))

    @cached_property
    def _doubtful_decoded(self) -> re.Pattern[str]:
        """What Python makes of the byte sequences that MySQL reads otherwise."""
        return _any_of({sequence.decode(self.codec, "ignore") for sequence in self._decoding})

    @cached_property
    def _doubtful(self) -> re.Pattern[str]:
        """What MySQL encodes otherwise."""
        return _any_of(set(self._encoding))

    def _encode(self, text: str) -> bytes:
        try:
            if not self._doubtful.search(text):
                return text.encode(self.codec)
        except UnicodeEncodeError as error:
            raise self._not_in_set(text[error.start]) from None
        return b"".join(map(self._encode_character, text))

    def _encode_character(self, character: str) -> bytes:
        try:
            data = self._encoding[character] if character in self._encoding else character.encode(self.codec)
        except UnicodeEncodeError:
            data = None
        if data is None:
            raise self._not_in_set(character)
        return data

    def decode(self, data: bytes) -> str:
        try:
            text = data.decode(self.codec)
            if not self._doubtful_decoded.search(text):
                return text
        except UnicodeDecodeError:
            """MySQL may know these bytes."""
        return "".join(self._decode_characters(data))

    def _decode_characters(self, data: bytes) -> list[str]:
        characters: list[str] = []
        offset = 0
        while offset < len(data):
            match = self._pattern.match(data, offset)
            character = self._decode_character(match[0]) if match else None
            if match is None or character is None:
                raise self._not_valid(data, offset)
            characters.append(character)
            offset = match.end()
        return characters

    def _decode_character(self, sequence: bytes) -> str | None:
        if sequence in self._decoding:
            return self._decoding[sequence]
        try:
            return sequence.decode(self.codec)
        except UnicodeDecodeError:
            return None


def _any_of(characters: set[str]) -> re.Pattern[str]:
    """Finds any of these characters."""
    return re.compile("[" + "".join(map(re.escape, sorted(characters - {""}))) + "]")
