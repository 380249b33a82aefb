"""Bytes that no text gives: they stay what they are in a text of their set, and are nothing in another."""

from __future__ import annotations

import pytest

from binwriter.formats.charsets import charset_by_name
from binwriter.formats.charsets.stand_ins import as_statement, has_stand_in, in_charset, is_convertible
from binwriter.formats.errors import CorruptLogError, EncodeError

# second codes: the character's bytes in its set, as a server converts (captured: clusters/bytes_kept_in_charsets)
SECOND_CODES = [
    ("cp932", b"\x87\x90", "≒"),
    ("sjis", b"\\", "\\"),
    ("ujis", b"\xa1\xc0", "\\"),
    ("armscii8", b"\xa4", ")"),
]
NO_CHARACTERS = [
    *[("cp1251", b"\x98"), ("cp932", b"\x85\x9e"), ("sjis", b"\xf5\x68"), ("gbk", b"\xa1\x40"), ("euckr", b"\xd0\x55")],
    *[
        ("big5", b"\xa3\xc0"),
        ("gb2312", b"\xa2\xa6"),
        ("eucjpms", b"\x8f\xa1\xa1"),
        ("geostd8", b"\xf7"),
        ("hp8", b"\xff"),
    ],
]


@pytest.mark.parametrize(("name", "data"), NO_CHARACTERS)
def test_bytes_of_no_character_come_back(name: str, data: bytes) -> None:
    charset = charset_by_name(name)
    text = charset.decode_keeping(b"a" + data + b"b")
    assert len(text) == 3
    assert charset.encode(text) == b"a" + data + b"b"
    assert not is_convertible(text)
    assert in_charset(text) == "a?b"
    assert in_charset(text, name) == text
    assert charset_by_name("utf8mb4").encode_replacing(text) == b"a?b"
    for other in ("utf8mb4", "latin1", "utf16", "big5" if name != "big5" else "gbk"):
        with pytest.raises(EncodeError):
            charset_by_name(other).encode(text)
    with pytest.raises(CorruptLogError):
        charset.decode(data)


@pytest.mark.parametrize(("name", "data", "character"), SECOND_CODES)
def test_second_codes_are_converted_as_their_characters(name: str, data: bytes, character: str) -> None:
    charset = charset_by_name(name)
    text = charset.decode_keeping(data)
    assert has_stand_in(text) and is_convertible(text)
    assert charset.encode(text) == data != charset.encode(character)
    assert in_charset(text) == character
    assert charset_by_name("utf8mb4").encode(text) == character.encode()


def test_what_is_not_well_formed_is_refused() -> None:
    for name, data in (
        ("cp932", b"a\x81"),
        ("gbk", b"\x80"),
        ("euckr", b"\xc6\x5b"),
        ("utf8mb4", b"\xff"),
    ):
        with pytest.raises(CorruptLogError):
            charset_by_name(name).decode_keeping(data)


def test_the_backslash_of_a_statement_is_one() -> None:
    assert as_statement(charset_by_name("sjis").decode_keeping(b"'\\n\xf5\x68'"))[:3] == "'\\n"


def test_gb18030_has_question_marks_for_what_is_no_character() -> None:
    text = charset_by_name("gb18030").decode_keeping(b"\xfb\x36\xbf\x38")
    assert charset_by_name("gb18030").encode(text) == b"\xfb\x36\xbf\x38"
    assert charset_by_name("utf8mb4").encode(text) == b"?"
