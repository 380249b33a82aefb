"""ENUM and SET: a little-endian index, or bit mask, as wide as the number of members asks for.

In a Table_map both are STRING; the metadata holds the real type and the width in bytes.
Source: MySQL manual, "The ENUM Type", "The SET Type"; findings part 7.
"""

from __future__ import annotations

from typing import Any, ClassVar

import construct as cs

from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.layout import Declaration
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.strings import string_metadata
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError

_WIDTHS: dict[int, Declaration] = {1: cs.Int8ul, 2: cs.Int16ul, 3: cs.Int24ul, 4: cs.Int32ul, 8: cs.Int64ul}


class _MemberCodec(ColumnCodec):
    """Shared: width, range, metadata."""

    metadata_size = 2
    allowed_widths: ClassVar[tuple[int, ...]]
    most_members: ClassVar[int]

    def __init__(self, spec: ColumnSpec) -> None:
        if len(spec.members) > self.most_members:
            raise EncodeError(
                f"column {spec.name!r}: {spec.type.name} has at most {self.most_members} members: {len(spec.members)}"
            )
        # A reader that was not told the members knows only the width.
        width = self.width_for(len(spec.members)) if spec.members else spec.length
        if width not in self.allowed_widths:
            raise EncodeError(f"column {spec.name!r}: {spec.type.name} has no members and no width")
        super().__init__(spec, _WIDTHS[width], string_metadata(spec.type, width))
        self.wire_type = int(ColumnType.STRING)
        self._highest = self.highest_for(len(spec.members)) if spec.members else (1 << (8 * width)) - 1

    @staticmethod
    def width_for(members: int) -> int:
        """Bytes of a cell by the number of members."""
        raise NotImplementedError

    @staticmethod
    def highest_for(members: int) -> int:
        """The greatest value by the number of members."""
        raise NotImplementedError

    def encode(self, value: Any) -> bytes:
        if type(value) is not int:
            raise self.wrong_type(value, "int")
        if not 0 <= value <= self._highest:
            raise self.out_of_range(value, 0, self._highest)
        return self._stored.build(value)

    def decode(self, data: bytes, offset: int) -> tuple[int, int]:
        return self._stored.parse(data, offset)


class EnumCodec(_MemberCodec):
    """ENUM: the member's number from 1 on; 0 is the error value ''. 1 byte, 2 for more than 255 members."""

    allowed_widths = (1, 2)
    most_members = 65535

    @staticmethod
    def width_for(members: int) -> int:
        return 1 if members <= 255 else 2

    @staticmethod
    def highest_for(members: int) -> int:
        return members


class SetCodec(_MemberCodec):
    """SET: bit 0 is the first member. 1, 2, 3, 4 bytes for up to 8, 16, 24, 32 members, else 8."""

    allowed_widths = (1, 2, 3, 4, 8)
    most_members = 64

    @staticmethod
    def width_for(members: int) -> int:
        width = (members + 7) // 8
        return width if width <= 4 else 8

    @staticmethod
    def highest_for(members: int) -> int:
        return (1 << members) - 1
