"""Collation ids and character sets; latin1's five holes."""

from __future__ import annotations

import pymysql.charset
import pytest

from binwriter.formats.collations import (
    BINARY_COLLATION_ID,
    COLLATIONS,
    charset_name_in,
    collation_by_id,
    collation_by_name,
    collation_of_any_server,
    collation_or_binary,
    default_collation,
)
from binwriter.formats.errors import CorruptLogError, EncodeError

# PyMySQL has the tables of an older server; these are ours alone.
KNOWN_TO_PYMYSQL = {
    charset.collation: number for number, charset in pymysql.charset._charsets._by_id.items() if number in COLLATIONS
}


def test_names_agree_with_pymysql() -> None:
    assert len(KNOWN_TO_PYMYSQL) > 140
    for name, number in KNOWN_TO_PYMYSQL.items():
        assert collation_by_id(number).name == name


def test_id_and_name_are_each_others_inverse() -> None:
    for number in COLLATIONS:
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


def test_defaults_and_names_by_era() -> None:
    assert [default_collation("utf8mb4", version).id for version in (50503, 50744, 80000, 80001, 90704)] == [
        45,
        45,
        45,
        255,
        255,
    ]
    assert default_collation("utf8", 50127).id == 33
    general = collation_by_name("utf8_general_ci")
    assert general.name_in(50127) == general.name_in(80029) == "utf8_general_ci"
    assert general.name_in(80030) == general.name_in(90704) == "utf8mb3_general_ci"
    assert collation_by_name("utf8mb4_bin").name_in(50744) == "utf8mb4_bin"
    assert (charset_name_in("utf8mb3", 80027), charset_name_in("utf8mb3", 80028)) == ("utf8", "utf8mb3")


@pytest.mark.parametrize(
    ("number", "name", "charset"),
    [
        (255, "utf8mb4_0900_ai_ci", "utf8mb4"),
        (576, "utf8mb3_croatian_ci", "utf8mb3"),
        (738, "utf32_thai_520_w2", "utf32"),
        (1032, "latin1_swedish_nopad_ci", "latin1"),
        (1070, "utf8mb4_nopad_bin", "utf8mb4"),
        (2048, "utf8mb3_uca1400", "utf8mb3"),
        (2304, "utf8mb4_uca1400", "utf8mb4"),
        (3072, "utf32_uca1400", "utf32"),
    ],
)
def test_ids_of_other_servers(number: int, name: str, charset: str) -> None:
    """MariaDB's manual and its connectors have these ids."""
    found = collation_or_binary(number)
    assert (found.id, found.name, found.charset) == (number, name, charset)


def test_ids_that_no_server_has() -> None:
    for number in (0, 17, 575, 579, 1024, 1087, 3328, 65535):
        with pytest.raises(EncodeError, match=f"unknown collation id {number}$"):
            collation_of_any_server(number)
        assert collation_or_binary(number).id == BINARY_COLLATION_ID
