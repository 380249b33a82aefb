"""TINYINT to BIGINT, and YEAR. Little endian; no metadata.

Source: MySQL manual, "Integer Types" and "The YEAR Type"; findings part 7.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import construct as cs

from binwriter.formats.columns.codec import ColumnCodec, Fields
from binwriter.formats.columns.layout import Declaration, struct_format
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType

# type -> SQL's name, the layout of a signed and of an unsigned value
_INTEGERS: dict[ColumnType, tuple[str, Declaration, Declaration]] = {
    ColumnType.TINY: ("TINYINT", cs.Int8sl, cs.Int8ul),
    ColumnType.SHORT: ("SMALLINT", cs.Int16sl, cs.Int16ul),
    ColumnType.INT24: ("MEDIUMINT", cs.Int24sl, cs.Int24ul),
    ColumnType.LONG: ("INT", cs.Int32sl, cs.Int32ul),
    ColumnType.LONGLONG: ("BIGINT", cs.Int64sl, cs.Int64ul),
}

_YEAR_BASE = 1900
_FIRST_YEAR, _LAST_YEAR = 1901, 2155


class IntegerCodec(ColumnCodec):
    """TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT of either sign: 1, 2, 3, 4, 8 bytes."""

    one_form = True

    def __init__(self, spec: ColumnSpec) -> None:
        _, signed, unsigned = _INTEGERS[spec.type]
        layout = unsigned if spec.unsigned else signed
        super().__init__(spec, layout)
        bits = 8 * layout.sizeof()
        self._lowest = 0 if spec.unsigned else -1 << (bits - 1)
        self._highest = self._lowest + (1 << bits) - 1
        self._build, self._parse = self._stored
        self._format = struct_format(layout)

    @property
    def sql_type(self) -> str:
        return _INTEGERS[self.spec.type][0] + (" UNSIGNED" if self.spec.unsigned else "")

    def encode(self, value: Any) -> bytes:
        if type(value) is not int:
            raise self.wrong_type(value, "int")
        if not self._lowest <= value <= self._highest:
            raise self.out_of_range(value, self._lowest, self._highest)
        return self._build(value)

    def encode_all(self, values: Sequence[Any]) -> list[bytes]:
        if set(map(type, values)) == {int} and self._lowest <= min(values) and max(values) <= self._highest:
            return list(map(self._build, values))
        return super().encode_all(values)

    def fields(self, values: Sequence[Any], kinds: Collection[type]) -> Fields:
        if self._format and kinds == {int}:
            return Fields(self._format, values)
        return super().fields(values, kinds)

    def decode(self, data: bytes, offset: int) -> tuple[int, int]:
        return self._parse(data, offset)


class YearCodec(ColumnCodec):
    """YEAR: one byte, the year less 1900; 0 is the year 0000."""

    one_form = True

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, cs.Int8ul)

    def encode(self, value: Any) -> bytes:
        if type(value) is not int:
            raise self.wrong_type(value, "int")
        if value and not _FIRST_YEAR <= value <= _LAST_YEAR:
            raise self.out_of_range(value, f"0, {_FIRST_YEAR}", _LAST_YEAR)
        return self._stored.build(value - _YEAR_BASE if value else 0)

    def decode(self, data: bytes, offset: int) -> tuple[int, int]:
        stored, end = self._stored.parse(data, offset)
        return (stored + _YEAR_BASE if stored else 0), end
