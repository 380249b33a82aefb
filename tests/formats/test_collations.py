"""Collation ids and character sets; latin1's five holes."""

from __future__ import annotations

import pymysql.charset
import pytest

from binwriter.formats.collations import (
    BINARY_COLLATION_ID,
    COLLATIONS,
    collation_by_id,
    collation_by_name,
    default_collation,
)
from binwriter.formats.errors import CorruptLogError, EncodeError

# PyMySQL has the tables of an older server; these are ours alone.
KNOWN_TO_PYMYSQL = {
    charset.collation: number for number, charset in pymysql.charset._charsets._by_id.items() if number in COLLATIONS
}


def test_names_agree_with_pymysql() -> None:
    assert len(KNOWN_TO_PYMYSQL) > 20
    for name, number in KNOWN_TO_PYMYSQL.items():
        assert collation_by_id(number).name == name


@pytest.mark.parametrize("number", COLLATIONS)
def test_id_and_name_are_each_others_inverse(number: int) -> None:
    collation = collation_by_id(number)
    assert collation_by_name(collation.name) is collation
    assert collation.decode(collation.encode("abc 123")) == "abc 123"


@pytest.mark.parametrize(
    ("charset", "collation"),
    [
        ("utf8mb4", "utf8mb4_0900_ai_ci"),
        ("UTF8", "utf8mb3_general_ci"),
        ("latin1", "latin1_swedish_ci"),
        ("binary", "binary"),
    ],
)
def test_default_collation(charset: str, collation: str) -> None:
    assert default_collation(charset).name == collation


def test_latin1_is_cp1252_without_holes() -> None:
    latin1 = collation_by_name("latin1_swedish_ci")
    assert latin1.encode("€é\x81") == b"\x80\xe9\x81"
    every_byte = bytes(range(256))
    assert latin1.encode(latin1.decode(every_byte)) == every_byte


def test_what_a_character_set_has_not() -> None:
    for name, text in [("latin1_bin", "Ω"), ("ascii_bin", "é"), ("utf8mb3_bin", "a😀")]:
        with pytest.raises(EncodeError, match="not in character set"):
            collation_by_name(name).encode(text)
    with pytest.raises(CorruptLogError, match="0xff at offset 1"):
        collation_by_name("utf8mb4_bin").decode(b"a\xff")


def test_unknown_names() -> None:
    for lookup in (lambda: collation_by_id(9999), lambda: collation_by_name("x"), lambda: default_collation("x")):
        with pytest.raises(EncodeError, match="unknown"):
            lookup()


def test_binary() -> None:
    assert collation_by_id(BINARY_COLLATION_ID).mbmaxlen == 1
