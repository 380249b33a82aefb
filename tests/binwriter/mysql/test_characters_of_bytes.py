"""How much of some bytes are characters of a set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.formats.collations import default_collation
from binwriter.formats.errors import CorruptLogError
from binwriter.mysql.characters_of_bytes import well_formed

CHARSETS = ("utf8mb4", "utf8mb3", "latin1", "gbk", "sjis", "utf16", "ascii")
PIECES = st.one_of(st.text(max_size=3).map(lambda text: text.encode("utf-8", "replace")), st.binary(max_size=3))


@pytest.mark.parametrize("charset", CHARSETS)
@given(pieces=st.lists(PIECES, max_size=12))
def test_what_is_well_formed_ends_where_no_character_follows(charset: str, pieces: list[bytes]) -> None:
    data, collation = b"".join(pieces), default_collation(charset)
    end = well_formed(data, collation)
    collation.decode_keeping(data[:end])
    for more in range(end + 1, min(end + collation.mbmaxlen, len(data)) + 1):
        with pytest.raises(CorruptLogError):
            collation.decode_keeping(data[end:more])


def test_a_text_is_not_tried_byte_by_byte() -> None:
    tried = 0

    class Counting:
        mbmaxlen = 4

        def decode_keeping(self, data: bytes) -> str:
            nonlocal tried
            tried += 1
            try:
                return data.decode()
            except UnicodeDecodeError as error:
                raise CorruptLogError(str(error)) from None

    assert well_formed("é".encode() * 50_000 + b"\xff" + b"x" * 70_000, Counting()) == 100_000  # type: ignore[arg-type]
    assert tried < 200
