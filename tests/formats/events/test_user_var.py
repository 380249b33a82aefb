"""User_var events from Python values."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from binwriter.formats.constants import UserVarType
from binwriter.formats.errors import EncodeError
from binwriter.formats.events import UserVar
from tests.formats.log_files import log_files, read_events

UTF8MB4 = 255


def test_the_variables_of_a_real_server(shared_dir: Path) -> None:
    # SET @name='ann', @num=12
    [path] = log_files(shared_dir / "oracle" / "captured" / "09_intvar_rand_uservar")
    found = [event.body for event in read_events(path) if isinstance(event.body, UserVar)]
    assert found == [UserVar.from_value("name", "ann", UTF8MB4), UserVar.from_value("num", 12, UTF8MB4)]


@pytest.mark.parametrize(
    ("value", "unsigned", "kind", "data", "flags"),
    [
        (-1, False, UserVarType.INT, b"\xff" * 8, 0),
        ((1 << 64) - 1, True, UserVarType.INT, b"\xff" * 8, 1),
        (1.5, False, UserVarType.REAL, bytes.fromhex("000000000000f83f"), None),
        (b"\xff", False, UserVarType.STRING, b"\xff", None),
        ("é", False, UserVarType.STRING, b"\xc3\xa9", None),
        # precision 3, scale 1; two digits in one byte, one digit in one byte, top bit inverted
        (Decimal("12.5"), False, UserVarType.DECIMAL, b"\x03\x01\x8c\x05", None),
        (Decimal("0.5"), False, UserVarType.DECIMAL, b"\x02\x01\x80\x05", None),
        (Decimal("1E+2"), False, UserVarType.DECIMAL, b"\x03\x00\x80\x64", None),
    ],
)
def test_values(value: object, unsigned: bool, kind: UserVarType, data: bytes, flags: int | None) -> None:
    expected = UserVar(b"v", False, int(kind), UTF8MB4, data, flags)
    assert UserVar.from_value("v", value, UTF8MB4, unsigned) == expected  # type: ignore[arg-type]


def test_null() -> None:
    assert UserVar.from_value("v", None, UTF8MB4).build() == b"\1\0\0\0v\1"


def test_what_does_not_fit() -> None:
    for value, unsigned in [(-1, True), (1 << 63, False)]:
        with pytest.raises(EncodeError, match="64 bits"):
            UserVar.from_value("v", value, UTF8MB4, unsigned)
    with pytest.raises(EncodeError, match="not in character set latin1"):
        UserVar.from_value("v", "Ω", 8)
    with pytest.raises(EncodeError, match="list"):
        UserVar.from_value("v", [], UTF8MB4)  # type: ignore[arg-type]
    with pytest.raises(EncodeError, match="DECIMAL"):
        UserVar.from_value("v", Decimal("NaN"), UTF8MB4)
