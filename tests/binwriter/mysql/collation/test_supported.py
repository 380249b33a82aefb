"""Which collations statements may compare by: the others are refused by name where they would."""

from __future__ import annotations

import pytest

from binwriter.errors import EncodeError, UnsupportedError
from binwriter.formats.collations import COLLATIONS, collation_by_name, default_collation
from binwriter.mysql.collation.keys import sort_key
from binwriter.mysql.collation.supported import COMPARED_COLLATIONS, supported, supported_collation, supported_default


def test_all_but_a_few_compare() -> None:
    for collation in COLLATIONS.values():
        assert supported(collation) is collation
        if collation.id in COMPARED_COLLATIONS:
            assert sort_key("b", collation.id) != sort_key("a", collation.id)
            continue
        with pytest.raises(UnsupportedError, match=f"comparing by collation {collation.name}$"):
            sort_key("a", collation.id)


@pytest.mark.parametrize(
    ("collation", "in_order"),
    [
        ("latin1_bin", "a€ÿ"),  # 0x80 is the euro sign
        ("cp1251_bin", "€Жб"),
        ("utf8mb4_bin", "aÿ€\uff5e😀"),
        ("utf16_bin", "aÿ€\uff5e😀"),
        ("gbk_bin", "a丂啊阿"),
    ],
)
def test_binary_collations_sort_as_a_server_does(collation: str, in_order: str) -> None:
    """Seen on a 9.7.4; by bytes, but the Unicode ones by code point."""
    number = collation_by_name(collation).id
    scrambled = in_order[::-1]
    assert sorted(scrambled, key=lambda text: sort_key(text, number)) == list(in_order)


def test_character_sets() -> None:
    assert supported_default(default_collation("latin1")).name == "latin1_swedish_ci"
    assert supported_default(default_collation("big5")).name == "big5_chinese_ci"
    with pytest.raises(EncodeError, match="unknown collation"):
        supported_collation("utf8mb4_klingon_ci")
    assert supported_default(collation_by_name("utf8mb4_general_ci")).id == 45
