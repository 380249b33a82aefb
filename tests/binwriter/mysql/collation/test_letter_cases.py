"""Cases of letters; what a server answers for them is captured in tests/golden/clusters/letter_cases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.formats.collations import collation_by_name
from binwriter.mysql.collation.letter_cases import changed_case


@pytest.mark.parametrize("collation", ["utf8mb4_0900_ai_ci", "utf8mb4_general_ci", "latin1_bin", "gbk_chinese_ci"])
@given(text=st.text(alphabet=st.characters(max_codepoint=0x7F)))
def test_ascii_is_as_everywhere(collation: str, text: str) -> None:
    number = collation_by_name(collation).id
    assert changed_case(text, number, "UPPER") == text.upper()
    assert changed_case(text, number, "LOWER") == text.lower()


@given(text=st.text())
def test_utf8_never_gets_longer_in_bytes(text: str) -> None:
    text = text.encode(errors="ignore").decode()
    for function in ("UPPER", "LOWER"):
        made = changed_case(text, collation_by_name("utf8mb4_0900_ai_ci").id, function)
        assert len(made.encode()) <= len(text.encode())
