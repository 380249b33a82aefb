"""Every mapping of every character set, against what a real server answered (integration/tables/charset_capture.py)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from binwriter.formats.charsets import CHARSET_NAMES, Charset, charset_by_name
from binwriter.formats.charsets.runs import number_of, sequence_of
from binwriter.formats.collations import COLLATIONS, default_collation
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.integration.tables.charset_capture import BY_ENCODING_ALONE, digest
from binwriter.integration.tables.charset_tables import (
    all_characters,
    captured_decoding,
    captured_encoding,
    collations_module,
    read_captured,
)

GOLDEN = Path(__file__).parents[2] / "golden" / "charsets" / "captured.json.xz"
NAMES = [name for name in CHARSET_NAMES if name != "binary"]
WITH_TABLES = [name for name in NAMES if name not in BY_ENCODING_ALONE]
# A joined text of this many characters at a time: the whole-string path and the one by characters both run.
CHUNK = 4096
LONG_RUN = 5_000


@pytest.fixture(scope="module")
def captured() -> dict[str, Any]:
    return read_captured(GOLDEN)


@pytest.mark.sweep(every=5)
def test_character_sets(captured: dict[str, Any]) -> None:
    assert list(captured["charsets"]) == NAMES
    for name in NAMES:
        assert charset_by_name(name).mbmaxlen == captured["charsets"][name]["mbmaxlen"]


def test_collations(captured: dict[str, Any]) -> None:
    assert [row[:3] for row in captured["collations"]] == [[c.id, c.name, c.charset] for c in COLLATIONS.values()]
    for number, _, charset, is_default in captured["collations"]:
        assert (default_collation(charset).id == number) == is_default
    generated = Path(__file__).parents[3] / "formats" / "collation_table.py"
    assert generated.read_text() == collations_module(captured)


def in_chunks(items: list[Any]) -> list[list[Any]]:
    return [items[start : start + CHUNK] for start in range(0, len(items), CHUNK)]


@pytest.mark.parametrize("name", WITH_TABLES)
@pytest.mark.sweep(every=5)
def test_character_set(captured: dict[str, Any], name: str) -> None:
    charset = charset_by_name(name)
    table = captured["charsets"][name]
    # gb18030 has a million characters above U+FFFF in one run, and half a million sequences without a character
    kept = {"charsets": {name: {way: thinned(table[way]) for way in ("decoding", "encoding")}}}
    decoding, encoding = captured_decoding(kept, name), captured_encoding(kept, name)
    check_decoding(charset, decoding)
    check_encoding(charset, encoding)
    check_ill_formed(charset, decoding)
    check_one_to_one(charset, decoding, encoding)


def thinned(runs: str) -> str:
    """Of gb18030's longest runs the beginning and the end."""
    return " ".join(part for run in runs.split() for part in ends_of(run))


def ends_of(run: str) -> list[str]:
    left, _, right = run.partition(":")
    first, _, last = left.partition("-")
    if len(first) == 8 and last:
        start, end = number_of(bytes.fromhex(first)), number_of(bytes.fromhex(last))
        if end - start > 2 * LONG_RUN:
            middle, rest = sequence_of(start + LONG_RUN, 4).hex(), sequence_of(end - LONG_RUN, 4).hex()
            code = right if right == "-" else f"{int(right, 16) + end - LONG_RUN - start:x}"
            return [f"{first}-{middle}:{right}", f"{rest}-{last}:{code}"]
    if len(right) == 8 and last:
        start, end = int(first, 16), int(last, 16)
        if end - start > 2 * LONG_RUN:
            rest = sequence_of(number_of(bytes.fromhex(right)) + end - LONG_RUN - start, 4).hex()
            return [f"{first}-{start + LONG_RUN:x}:{right}", f"{end - LONG_RUN:x}-{last}:{rest}"]
    return [run]


def refusal(convert: Callable[[Any], object], value: object) -> str | None:
    """The error's text. Half a million are asked for, which would take pytest.raises long."""
    try:
        convert(value)
    except (CorruptLogError, EncodeError) as error:
        return str(error)
    return None


def check_decoding(charset: Charset, decoding: dict[bytes, str | None]) -> None:
    mapped = [(data, character) for data, character in decoding.items() if character is not None]
    for chunk in in_chunks(mapped):
        assert charset.decode(b"".join(data for data, _ in chunk)) == "".join(character for _, character in chunk)
    unmapped = [data for data, character in decoding.items() if character is None]
    for data in unmapped[:: max(1, len(unmapped) // 5000)]:
        place = f"byte 0x{data[0]:02x} at offset 0 is not valid in character set {charset.name}"
        assert refusal(charset.decode, data) == place
        assert charset.decode_or_bytes(data) == data


def check_encoding(charset: Charset, encoding: dict[str, bytes]) -> None:
    for chunk in in_chunks(list(encoding.items())):
        assert charset.encode("".join(character for character, _ in chunk)) == b"".join(data for _, data in chunk)
    missing = [character for character in map(chr, range(0x3400)) if character not in encoding]
    if charset.name != "gb18030":  # it has all
        missing += [character for character in "丂가豈\ue000ﬀ😀\U00020000" if character not in encoding]
    for character in missing:
        assert refusal(charset.encode, character) == f"character {character!r} is not in character set {charset.name}"
    if missing:
        assert charset.encode_replacing(f"a{missing[0]}b") == charset.encode("a?b")


def check_ill_formed(charset: Charset, decoding: dict[bytes, str | None]) -> None:
    for byte in range(256):
        if bytes((byte,)) not in decoding:
            assert refusal(charset.decode, bytes((byte,)))
    if charset.mbmaxlen == 1 or charset.mbminlen > 1:
        return
    for first in range(0x80, 0x100):
        for second in (0x00, 0x2F, 0x30, 0x3F, 0x40, 0x7E, 0x7F, 0x80, 0xA0, 0xA1, 0xFD, 0xFE, 0xFF):
            sequence = bytes((first, second))
            two_characters = sequence[:1] in decoding and sequence[1:] in decoding
            if sequence not in decoding and not two_characters:
                assert refusal(charset.decode, sequence)


def check_one_to_one(charset: Charset, decoding: dict[bytes, str | None], encoding: dict[str, bytes]) -> None:
    """Where it is false, `decode_or_bytes` finds the characters that do not encode to the same bytes."""
    both = [(data, character) for data, character in decoding.items() if character]
    if charset.name == "gb18030":  # thinned at different places
        both = [(data, character) for data, character in both if character in encoding]
    second_codes = [data for data, character in both if encoding.get(character) != data]
    assert charset.one_to_one == (not second_codes)
    for data in second_codes:
        assert charset.decode_or_bytes(data) == data


@pytest.mark.parametrize("name", sorted(BY_ENCODING_ALONE))
@pytest.mark.sweep(every=5)
def test_unicode(captured: dict[str, Any], name: str) -> None:
    charset = charset_by_name(name)
    characters = [c for c in all_characters() if name != "utf8mb3" or c <= "\uffff"]
    assert digest((ord(c), charset.encode(c)) for c in characters) == captured["charsets"][name]["digest"]
    text = "".join(characters)
    assert charset.decode(charset.encode(text)) == text
