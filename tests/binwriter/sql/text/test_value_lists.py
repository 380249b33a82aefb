"""Strings in quotes, many at once, against one after the other; their cells against those of values."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.texts import DatetimeTexts, DecimalTexts
from binwriter.formats.constants import ColumnType
from binwriter.sql.text.value_lists import text_of, texts_of

PIECES = st.sampled_from(
    ["a", " ", "''", "\\'", "\\\\", "\\n", "\\%", "\\q", '\\"', '"', "\\0", "\x1e", "\x1f", "é", "\n"]
)


@given(st.lists(st.lists(PIECES, max_size=6).map(lambda pieces: f"'{''.join(pieces)}'"), min_size=1, max_size=8))
def test_many_strings_say_what_each_says(cells: list[str]) -> None:
    assert texts_of(cells) == [text_of(cell) for cell in cells]


@pytest.mark.parametrize(("precision", "scale"), [(10, 2), (9, 9), (5, 0), (18, 9), (2, 2), (1, 0)])
@given(data=st.data())
def test_decimals_in_texts_have_the_cells_of_decimals(precision: int, scale: int, data: st.DataObject) -> None:
    limit = 10**precision - 1
    numbers = data.draw(st.lists(st.integers(-limit, limit), min_size=1, max_size=6))
    values = [Decimal(number).scaleb(-scale) for number in numbers]
    codec = codec_for(ColumnSpec("d", ColumnType.NEWDECIMAL, precision=precision, scale=scale))
    cells = [codec.encode(value) for value in values]
    assert codec.encode_all(DecimalTexts([f"{value:.{scale}f}" for value in values])) == cells
    assert codec.encode_all(values) == cells


@given(
    st.lists(st.datetimes(min_value=datetime(1000, 1, 1)).map(lambda moment: moment.replace(microsecond=0)), min_size=1)
)
def test_moments_in_texts_have_the_cells_of_datetimes(moments: list[datetime]) -> None:
    codec = codec_for(ColumnSpec("d", ColumnType.DATETIME2))
    assert codec.encode_all(DatetimeTexts([str(moment) for moment in moments])) == [
        codec.encode(one) for one in moments
    ]
