"""Integers of variable length, against bytes of real servers and the limits of their widths."""

from __future__ import annotations

from uuid import UUID

import construct as cs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.formats.primitives import PackedInt
from binwriter.formats.serialization import VarlenSint, VarlenUint, VarlenUuid

PACKED = {
    0: "00",
    250: "fa",
    251: "fcfb00",
    255: "fcff00",  # the collation in every Table_map's DEFAULT_CHARSET of a 9.7.4
    65535: "fcffff",
    65536: "fd000001",
    (1 << 24) - 1: "fdffffff",
    1 << 24: "fe0000000100000000",
    (1 << 64) - 1: "feffffffffffffffff",
}
# from the tagged GTID event in the capture 11_gtid
VARLEN = {0: "00", 1: "02", 57: "72", 0x3E: "7c", 0xFA: "e903", 273: "4504"}
VARLEN_TIMESTAMP = (1795230053555492, "7f24dda191c06006")
VARLEN_VERSION = (90704, "83120b")


@pytest.mark.parametrize(("value", "encoded"), PACKED.items())
def test_packed_integer(value: int, encoded: str) -> None:
    assert PackedInt.build(value).hex() == encoded
    assert PackedInt.parse(bytes.fromhex(encoded)) == value


@pytest.mark.parametrize("data", [b"", b"\xfb", b"\xff", b"\xfc\x01", b"\xfe" + b"\0" * 7])
def test_bad_packed_integer(data: bytes) -> None:
    with pytest.raises(cs.ConstructError):
        PackedInt.parse(data)


@pytest.mark.parametrize(("value", "encoded"), [*VARLEN.items(), VARLEN_TIMESTAMP, VARLEN_VERSION])
def test_varlen_unsigned(value: int, encoded: str) -> None:
    assert VarlenUint.build(value).hex() == encoded
    assert VarlenUint.parse(bytes.fromhex(encoded)) == value


@given(value=st.integers(0, (1 << 64) - 1))
def test_unsigned_round_trip(value: int) -> None:
    for codec in (PackedInt, VarlenUint):
        assert codec.parse(codec.build(value)) == value


@given(value=st.integers(-(1 << 63), (1 << 63) - 1))
def test_signed_round_trip(value: int) -> None:
    assert VarlenSint.parse(VarlenSint.build(value)) == value


def test_varlen_signed_of_a_real_event() -> None:
    assert VarlenSint.build(1) == b"\x04"
    assert VarlenSint.build(3) == b"\x0c"


def test_varlen_uuid_of_a_real_event() -> None:
    encoded = bytes.fromhex("7c22e9038ee22903228503790266210314a502845502c4")
    value = UUID("3e11fa47-71ca-11e1-9e33-c80aa9429562")
    assert VarlenUuid.build(value) == encoded
    assert VarlenUuid.parse(encoded) == value


@pytest.mark.parametrize("value", [-1, 1 << 64])
def test_out_of_range(value: int) -> None:
    for codec in (PackedInt, VarlenUint):
        with pytest.raises(cs.ConstructError):
            codec.build(value)
