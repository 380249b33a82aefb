"""Which collations statements may use: the others are refused by name, wherever they are named."""

from __future__ import annotations

import pytest

from binwriter.collations import SUPPORTED_COLLATIONS, supported, supported_collation, supported_default
from binwriter.errors import EncodeError, UnsupportedError
from binwriter.formats.collations import COLLATIONS, collation_by_name, default_collation
from binwriter.sql.collation import sort_key


def test_every_other_collation_is_refused_by_name() -> None:
    for collation in COLLATIONS.values():
        if collation.id in SUPPORTED_COLLATIONS:
            assert supported(collation) is collation
            assert sort_key("a", collation.id) is not None
        else:
            with pytest.raises(UnsupportedError, match=f"collation {collation.name}$"):
                supported_collation(collation.name)
            with pytest.raises(UnsupportedError, match=f"collation {collation.name}$"):
                sort_key("a", collation.id)


def test_character_sets() -> None:
    assert supported_default(default_collation("latin1")).name == "latin1_swedish_ci"
    with pytest.raises(UnsupportedError, match=r"character set big5$"):
        supported_default(default_collation("big5"))
    with pytest.raises(EncodeError, match="unknown collation"):
        supported_collation("utf8mb4_klingon_ci")
    assert supported_default(collation_by_name("utf8mb4_general_ci")).id == 45
