"""crypt() as servers before 8.0 call it. Values as a 5.7.18 gave them."""

from __future__ import annotations

import pytest

from binwriter.mysql.unix_crypt import crypt


@pytest.mark.parametrize(
    ("text", "salt", "crypted"),
    [
        (b"hello", "ab", "abl0JrMf6tlhw"),
        (b"hello", "abcd", "abl0JrMf6tlhw"),
        (b"a", "bc", "bcshMw5X24ayQ"),
        (b"abcdefgh", "..", "..dCr2UJOULd6"),
        (b"abcdefghi", "..", "..dCr2UJOULd6"),
        (b"Passw0rd", "zZ", "zZbvXVM/JnpcM"),
        (b"12", "34", "34w2RerQkj43I"),
        (b"x", "b?", "*0"),
    ],
)
def test_a_text_of_eight_bytes_is_crypted_with_two_characters(text: bytes, salt: str, crypted: str) -> None:
    assert crypt(text, salt) == crypted
