"""DECIMAL: MySQL's binary decimal, also found in User_var events and in binary JSON.

The digits before the point and those after it are cut into groups of nine, counted from the point; a group of nine
takes four bytes, the outermost groups as few as they need (`_PARTIAL_GROUP_BYTES`). All big endian. The topmost bit
is inverted, and a negative number has every bit inverted, so that bytes sort as numbers do.
Source: MySQL manual, "Precision Math"; MySQL's strings/decimal documentation (decimal2bin); captured rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, DecimalTuple
from functools import cache, cached_property
from typing import Any

import construct as cs

from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.layout import Declaration, Layout, compiled
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.texts import DecimalTexts
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError

MAX_PRECISION = 65
MAX_SCALE = 30
CALCULATED = (81, 72)  # digits, and those behind the point, of what was calculated: nine groups; documents keep them

_GROUP_DIGITS = 9
_GROUP_BYTES = 4
_PARTIAL_GROUP_BYTES = (0, 1, 1, 2, 2, 3, 3, 4, 4)  # by digits in the group

# Python's default context would round to 28 digits
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)


class BinaryDecimal:
    """The layout of DECIMAL(precision, scale), made once: see `binary_decimal`. most: digits, and behind the point."""

    def __init__(self, precision: int, scale: int, most: tuple[int, int] = (MAX_PRECISION, MAX_SCALE)) -> None:
        if not (1 <= precision <= most[0] and 0 <= scale <= min(most[1], precision)):
            raise EncodeError(
                f"DECIMAL({precision},{scale}): precision is 1 to {most[0]}, scale 0 to {most[1]} "
                "and not above precision"
            )
        self.precision = precision
        self.scale = scale
        whole_groups, whole_rest = divmod(precision - scale, _GROUP_DIGITS)
        part_groups, part_rest = divmod(scale, _GROUP_DIGITS)
        groups = [(whole_rest, _PARTIAL_GROUP_BYTES[whole_rest])] if whole_rest else []
        groups += [(_GROUP_DIGITS, _GROUP_BYTES)] * (whole_groups + part_groups)
        if part_rest:
            groups.append((part_rest, _PARTIAL_GROUP_BYTES[part_rest]))
        # (digits, bytes) from the first group to the last
        self.groups = tuple(groups)
        # (10 ** digits, bits) from the last group to the first
        self._groups = tuple((10**digits, 8 * size) for digits, size in reversed(groups))
        self.size = sum(size for _, size in groups)
        self.layout: Declaration = cs.BytesInteger(self.size)
        self._stored: Layout = compiled(self.layout)
        self._sign_bit = 1 << (8 * self.size - 1)
        self._all_bits = (1 << (8 * self.size)) - 1

    def pack(self, unscaled: int, negative: bool) -> bytes:
        """The bytes of the digits (as one number, without sign), which must be fewer than `precision`."""
        word = shift = 0
        for modulus, bits in self._groups:
            unscaled, group = divmod(unscaled, modulus)
            word |= group << shift
            shift += bits
        return self.build(word, negative)

    def build(self, word: int, negative: bool) -> bytes:
        """The bytes of groups that are put together as one number."""
        word ^= self._sign_bit
        return self._stored.build(word ^ self._all_bits if negative else word)

    def unscaled(self, value: Decimal) -> int | str:
        """The digits of the value as one number without sign, or in words why they do not fit."""
        if not value.is_finite():
            return "neither NaN nor infinity can be stored"
        if value and value.adjusted() >= self.precision - self.scale:
            return f"more than {self.precision - self.scale} digits before the point"
        shifted = value.scaleb(self.scale, _EXACT)
        digits = int(shifted)
        if digits != shifted:
            return f"more than {self.scale} digits after the point"
        return abs(digits)

    def parse(self, data: bytes, offset: int) -> tuple[Decimal, int]:
        """The value at this offset, with exactly `scale` digits after the point, and the offset after it."""
        word, end = self._stored.parse(data, offset)
        negative = not word & self._sign_bit
        if negative:
            word ^= self._all_bits
        word ^= self._sign_bit
        unscaled, factor = 0, 1
        for modulus, bits in self._groups:
            group = word & ((1 << bits) - 1)
            if group >= modulus:
                raise CorruptLogError(
                    f"DECIMAL({self.precision},{self.scale}) at offset {offset}: digit group {group} is over {modulus}"
                )
            unscaled += group * factor
            factor *= modulus
            word >>= bits
        value = Decimal(-unscaled if negative else unscaled)
        return (value.scaleb(-self.scale, _EXACT) if self.scale else value), end


@cache
def binary_decimal(precision: int, scale: int, most: tuple[int, int] = (MAX_PRECISION, MAX_SCALE)) -> BinaryDecimal:
    """The layout of DECIMAL(precision, scale). Raises EncodeError if there is no such type."""
    return BinaryDecimal(precision, scale, most)


def decimal_to_binary(value: Decimal, precision: int, scale: int) -> bytes:
    """The value as DECIMAL(precision, scale), big endian.

    precision: 1 to 81; scale: 0 to 72. Raises EncodeError if the value has more digits than that on either side.
    """
    layout = binary_decimal(precision, scale, CALCULATED)
    digits = layout.unscaled(value)
    if isinstance(digits, str):
        raise EncodeError(f"DECIMAL({precision},{scale}): {digits}: {value}")
    return layout.pack(digits, value < 0)


def decimal_from_binary(data: bytes, precision: int, scale: int, offset: int = 0) -> tuple[Decimal, int]:
    """The DECIMAL(precision, scale) at this offset and the offset after it. Raises CorruptLogError."""
    try:
        layout = binary_decimal(precision, scale, CALCULATED)
    except EncodeError as error:  # the bytes say so, nobody asked for it
        raise CorruptLogError(str(error)) from error
    return layout.parse(data, offset)


def digits_of(value: Decimal) -> tuple[int, int]:
    """(precision, scale) of the value as MySQL reads the literal: 0.05 has one digit before the point."""
    parts: DecimalTuple = value.as_tuple()
    exponent = parts.exponent
    if not isinstance(exponent, int):
        raise EncodeError(f"DECIMAL: neither NaN nor infinity can be stored: {value}")
    scale = max(-exponent, 0)
    return max(len(parts.digits) + exponent, 1) + scale, scale


class DecimalCodec(ColumnCodec):
    """DECIMAL(precision, scale); metadata: precision, scale, one byte each."""

    metadata_size = 2

    def __init__(self, spec: ColumnSpec) -> None:
        self._decimal = binary_decimal(spec.precision, spec.scale)
        super().__init__(spec, self._decimal.layout, bytes((spec.precision, spec.scale)))

    @classmethod
    def spec_fields(cls, wire_type: ColumnType, metadata: bytes) -> dict[str, Any]:
        precision, scale = metadata
        return {"type": wire_type, "precision": precision, "scale": scale}

    @property
    def sql_type(self) -> str:
        return f"DECIMAL({self.spec.precision},{self.spec.scale})" + (" UNSIGNED" if self.spec.unsigned else "")

    def encode(self, value: Any) -> bytes:
        if type(value) is not Decimal:
            raise self.wrong_type(value, "Decimal")
        digits = self._decimal.unscaled(value)
        if isinstance(digits, str):
            raise self.error(digits, value)
        negative = value < 0
        if negative and self.spec.unsigned:
            raise self.error("the value is negative", value)
        return self._decimal.pack(digits, negative)

    def encode_all(self, values: Sequence[Any]) -> list[bytes]:
        precision, scale = self.spec.precision, self.spec.scale
        if max(precision - scale, scale) > _GROUP_DIGITS:
            return super().encode_all(values)
        if isinstance(values, DecimalTexts):
            texts: Sequence[str] = values.texts
        elif set(map(type, values)) == {Decimal}:
            texts = list(map(str, values))
        else:
            return super().encode_all(values)
        whole = ",".join(texts)
        if not self._in_form(whole + ",") or (self.spec.unsigned and "-" in whole):
            return super().encode_all(values)
        # of one group before the point and one behind it
        unit, bits = 10**scale, 8 * (_GROUP_BYTES if scale == _GROUP_DIGITS else _PARTIAL_GROUP_BYTES[scale])
        numbers = list(map(int, whole.replace(".", "").split(",")))
        stored = self._decimal.build
        if min(numbers) < 0:
            return [stored(abs(number) // unit << bits | abs(number) % unit, number < 0) for number in numbers]
        size, sign = self._decimal.size, 1 << (8 * self._decimal.size - 1)
        return [(number // unit << bits | number % unit | sign).to_bytes(size, "big") for number in numbers]

    @cached_property
    def _in_form(self) -> Callable[[str], object]:
        """Whether texts, each with a comma behind it, have the column's digits behind the point, and fit."""
        scale, whole = self.spec.scale, self.spec.precision - self.spec.scale
        digits = rf"-?[0-9]{{1,{whole}}}" if whole else "-?0+"
        part = rf"\.[0-9]{{{scale}}}" if scale else ""
        return re.compile(f"(?:{digits}{part},)*+", re.ASCII).fullmatch

    def decode(self, data: bytes, offset: int) -> tuple[Decimal, int]:
        return self._decimal.parse(data, offset)
