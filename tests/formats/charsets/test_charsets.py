"""Character sets beside the captured tables: joined text, bytes that are no text, and a real server asked again."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from binwriter.formats.charsets import CHARSET_NAMES, charset_by_name
from binwriter.formats.charsets.runs import decoding_pairs, encoding_pairs
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.integration.mysql import MySQLServer
from binwriter.integration.tables.charset_capture import decoding_runs, encoding_runs
from tests.examples import examples

# Letters of every script that some character set has, and what they are doubtful about.
_LETTERS = (
    "aZ09 \\~¥?¤€éßøŁžĂğİЖщїΩάאשبکกงԱգあアｱ表ソ能漢字\uff5e∥\u2212￢①Ⅰⅰ㈱纊鄕国國龥丂가똠힣"
    "ḿ€𠀀😀\ue000\ue7c7\ufffd\xa0\x81"
)
_TEXT = st.text(st.one_of(st.sampled_from(_LETTERS), st.characters(exclude_categories=("Cs",))), max_size=12)


@settings(max_examples=examples(25))
@given(text=_TEXT)
@pytest.mark.parametrize("name", CHARSET_NAMES)
def test_a_text_is_its_characters_joined(name: str, text: str) -> None:
    """However the codec takes them: as a whole or one by one."""
    charset = charset_by_name(name)
    kept = ""
    for character in text:
        try:
            charset.encode(character)
        except EncodeError:
            assert charset.encode_replacing(character) == charset.encode("?")
        else:
            kept += character
    data = charset.encode(kept)
    assert data == b"".join(map(charset.encode, kept))
    assert charset.encode(charset.decode(data)) == data
    assert len(data) <= len(kept) * charset.mbmaxlen or name == "binary"
    assert charset.decode_or_bytes(data) == charset.decode(data)


@settings(max_examples=examples(25))
@example(data=bytes.fromhex("D83DDE00 DC00"))  # the first of two mistakes counts
@example(data=bytes.fromhex("F09F9880 FF"))
@given(data=st.binary(max_size=12))
@pytest.mark.parametrize("name", CHARSET_NAMES)
def test_any_bytes_survive(name: str, data: bytes) -> None:
    """A reader gets text that encodes to the same bytes, or the bytes; decoding says where it fails."""
    charset = charset_by_name(name)
    kept = charset.decode_or_bytes(data)
    assert (charset.encode(kept) if isinstance(kept, str) else kept) == data
    try:
        charset.decode(data)
    except CorruptLogError as error:
        offset = int(str(error).partition("offset ")[2].split()[0])
        assert str(error).startswith(f"byte 0x{data[offset]:02x} at offset {offset} is not valid in character set")
        charset.decode(data[:offset])


@pytest.mark.parametrize(
    ("name", "text", "data"),
    [
        ("latin1", "€\x81", "80 81"),
        ("sjis", "表\\", "955C 815F"),  # a backslash is the wide one, 0x5C only decodes to it
        ("cp932", "表\\", "955C 5C"),
        ("cp932", "纊ⅰ￢", "FA5C FA40 81CA"),
        ("ujis", "漢字ｱ", "B4C1 BBFA 8EB1"),
        ("eucjpms", "①髙\ue000", "ADA1 8FF4FB F5A1"),
        ("big5", "碁", "F9D6"),
        ("gb18030", "ḿ€😀", "A8BC A2E3 9439FC36"),
        ("ucs2", "aΩ", "0061 03A9"),
        ("utf16le", "a😀", "6100 3DD800DE"),
        ("swe7", "Åå", "5D 7D"),
        ("keybcs2", "Č", "80"),
    ],
)
def test_known_texts(name: str, text: str, data: str) -> None:
    charset = charset_by_name(name)
    assert charset.encode(text) == bytes.fromhex(data)
    assert charset.decode(bytes.fromhex(data)) == text


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("ucs2", "D83D DE00"),  # a column of ucs2 holds it: two characters that nothing else has
        ("utf16", "D83D 0041"),
        ("utf16", "0041 00"),
        ("utf8mb3", "41 F09F9880"),
        ("utf8mb4", "EDA080"),
        ("utf32", "00110000"),
        ("ascii", "80"),
        ("sjis", "8160 FCFC"),
        ("gb18030", "FE39FE39"),
        ("big5", "A1"),
    ],
)
def test_bytes_without_a_text(name: str, data: str) -> None:
    charset = charset_by_name(name)
    with pytest.raises(CorruptLogError, match="is not valid in character set"):
        charset.decode(bytes.fromhex(data))
    assert charset.decode_or_bytes(bytes.fromhex(data)) == bytes.fromhex(data)


def test_unknown_character_set() -> None:
    with pytest.raises(EncodeError, match="unknown character set 'utf7'"):
        charset_by_name("utf7")


def test_runs() -> None:
    decoding: list[tuple[bytes, int | None]] = [
        (b"\x80", None),
        (b"\x81", None),
        (b"\xa1\xfd", 0xE000),
        (b"\xa1\xfe", 0xE001),
        (b"\xa2\xa1", 0xE002),
        (b"\x81\x30\x81\x39", 0x89),
        (b"\x81\x30\x82\x30", 0x8A),
    ]
    runs = decoding_runs(decoding)
    assert runs == "80-81:- A1FD-A1FE:E000 A2A1:E002 81308139-81308230:89"
    assert list(decoding_pairs(runs)) == [(data, None if code is None else chr(code)) for data, code in decoding]
    encoding = [(0x5C, None), (0x5D, None), (0x100, b"\x01"), (0x101, b"\x02")]
    assert encoding_runs(encoding) == "5C-5D:- 100-101:01"
    assert list(encoding_pairs("5C-5D:- 100-101:01")) == [(chr(code), data) for code, data in encoding]


@pytest.mark.mysql
@pytest.mark.parametrize("name", [name for name in CHARSET_NAMES if name != "binary"])
def test_a_server_converts_alike(mysql_server: MySQLServer, name: str) -> None:
    charset = charset_by_name(name)
    known = [c for c in _LETTERS if charset.encode_replacing(c) != charset.encode("?") or c == "?"]
    text = "".join(known)
    literal = text.encode("utf-32-be").hex()
    encoded, decoded, replaced = mysql_server.execute(
        f"SELECT CAST(CONVERT(_utf32 0x{literal} USING {name}) AS BINARY),"
        f" CONVERT(_{name} 0x{charset.encode(text).hex()} USING utf8mb4),"
        f" CAST(CONVERT(_utf32 0x{_LETTERS.encode('utf-32-be').hex()} USING {name}) AS BINARY)"
    )[0]
    assert encoded == charset.encode(text)
    assert decoded == charset.decode(encoded)
    # tis620: a 9.7.4 cuts supplementary characters to 16 bits
    if name != "tis620":
        assert replaced == charset.encode_replacing(_LETTERS)
