"""From a construct declaration to two quick functions, so that a cell costs a microsecond and not ten.

The declaration stays the only statement of a layout: width, sign and byte order are read out of it, here, once per
column. Declarations of a kind not known here work too, through construct itself.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import construct as cs

from binwriter.formats.errors import CorruptLogError, explained

Declaration = Any  # a construct; its stubs have two type parameters that say nothing here

LENGTH_PREFIXES: dict[int, Declaration] = {1: cs.Int8ul, 2: cs.Int16ul, 3: cs.Int24ul, 4: cs.Int32ul}


class Layout(NamedTuple):
    """A declaration made quick.

    build(value) gives the bytes; struct.error, OverflowError or construct's errors mean that the caller did not check
    the value. parse(data, offset) gives the value and the offset after it; CorruptLogError if the bytes end too early.
    """

    build: Callable[[Any], bytes]
    parse: Callable[[bytes, int], tuple[Any, int]]


def compiled(declaration: Declaration) -> Layout:
    """Two functions that do what `declaration.build` and `declaration.parse` do."""
    compile_one = _COMPILERS.get(type(declaration), _general)
    return compile_one(declaration)


def prefixed_bytes(prefix_size: int) -> Declaration:
    """A little-endian length of 1 to 4 bytes, then as many bytes."""
    return cs.Prefixed(LENGTH_PREFIXES[prefix_size], cs.GreedyBytes)


def fixed_size(declaration: Declaration) -> int:
    """Bytes of what has the same number of them always, else 0."""
    try:
        return int(declaration.sizeof())
    except cs.SizeofError:
        return 0


def struct_format(declaration: Declaration) -> str:
    """The format of a little-endian number without its order of bytes; "" of anything else."""
    text = getattr(declaration, "fmtstr", "") if isinstance(declaration, cs.FormatField) else ""
    return text[1:] if text[:1] == "<" or text[1:] in ("B", "b") else ""


def prefixed_all(declaration: Declaration) -> Callable[[Sequence[bytes]], list[bytes]]:
    """What builds many of `prefixed_bytes`."""
    build_length = compiled(declaration.lengthfield).build
    return lambda values: [build_length(len(value)) + value for value in values]


def truncated(offset: int, needed: int, data: bytes) -> CorruptLogError:
    """The error for a value that would end behind the last byte."""
    return CorruptLogError(f"value at offset {offset} needs {needed} bytes, {max(len(data) - offset, 0)} are left")


def _format_field(declaration: Declaration) -> Layout:
    packer = struct.Struct(declaration.fmtstr)
    unpack_from, size = packer.unpack_from, packer.size

    def parse(data: bytes, offset: int) -> tuple[Any, int]:
        try:
            return unpack_from(data, offset)[0], offset + size
        except struct.error:
            raise truncated(offset, size, data) from None

    return Layout(packer.pack, parse)


def _sequence(declaration: Declaration) -> Layout:
    """Numbers one after the other, as a tuple; anything else than plain little-endian numbers goes to construct."""
    formats = [getattr(item, "fmtstr", "?") for item in declaration.subcons]
    if not all(text[0] == "<" or text[1:] in "Bb" for text in formats):
        return _general(declaration)
    packer = struct.Struct("<" + "".join(text[1:] for text in formats))
    pack, unpack_from, size = packer.pack, packer.unpack_from, packer.size

    def build(values: Any) -> bytes:
        return pack(*values)

    def parse(data: bytes, offset: int) -> tuple[Any, int]:
        try:
            return unpack_from(data, offset), offset + size
        except struct.error:
            raise truncated(offset, size, data) from None

    return Layout(build, parse)


def _bytes_integer(declaration: Declaration) -> Layout:
    size, signed = declaration.length, declaration.signed
    order: Any = "little" if declaration.swapped else "big"
    from_bytes = int.from_bytes

    def build(value: int) -> bytes:
        return value.to_bytes(size, order, signed=signed)

    def parse(data: bytes, offset: int) -> tuple[int, int]:
        end = offset + size
        if end > len(data):
            raise truncated(offset, size, data)
        return from_bytes(data[offset:end], order, signed=signed), end

    return Layout(build, parse)


def _prefixed(declaration: Declaration) -> Layout:
    if declaration.subcon is not cs.GreedyBytes:
        return _general(declaration)
    build_length, parse_length = compiled(declaration.lengthfield)

    def build(value: bytes) -> bytes:
        return build_length(len(value)) + value

    def parse(data: bytes, offset: int) -> tuple[bytes, int]:
        length, start = parse_length(data, offset)
        end = start + length
        if end > len(data):
            raise truncated(start, length, data)
        return data[start:end], end

    def parse_short(data: bytes, offset: int) -> tuple[bytes, int]:
        try:
            start = offset + 1
            end = start + data[offset]
        except IndexError:
            raise truncated(offset, 1, data) from None
        if end > len(data):
            raise truncated(start, end - start, data)
        return data[start:end], end

    return Layout(build, parse_short if declaration.lengthfield is LENGTH_PREFIXES[1] else parse)


def _general(declaration: Declaration) -> Layout:
    def parse(data: bytes, offset: int) -> tuple[Any, int]:
        stream = io.BytesIO(data)
        stream.seek(offset)
        try:
            return declaration.parse_stream(stream), stream.tell()
        except cs.ConstructError as error:
            raise CorruptLogError(f"value at offset {offset}: {explained(error)}") from error

    return Layout(declaration.build, parse)


_COMPILERS: dict[type, Callable[[Declaration], Layout]] = {
    cs.FormatField: _format_field,
    cs.BytesInteger: _bytes_integer,
    cs.Sequence: _sequence,
    cs.Prefixed: _prefixed,
}
