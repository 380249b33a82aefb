"""The notation of mapping tables: runs of byte sequences and of code points, in hexadecimal, one space apart.

    A1C0:5C            bytes A1 C0 <-> U+005C
    F5A1-F5FE:E000     F5A1 <-> U+E000, F5A2 <-> U+E001 ... : the last byte and the code point grow together
    8A-8F:-            these have no partner

In a table of encoding the code points stand first: `E000-E05D:F5A1`, `A4:-`. Four bytes are gb18030's, which carry
over: after 81308139 comes 81308230 (bytes 2 and 4 go from 30 to 39, byte 3 from 81 to FE).
"""

from __future__ import annotations

from collections.abc import Iterator

NOTHING = "-"


def number_of(sequence: bytes) -> int:
    """A number that grows by one from a sequence to the next of its run."""
    if len(sequence) == 4:
        first, second, third, fourth = sequence
        return (((first - 0x81) * 10 + second - 0x30) * 126 + third - 0x81) * 10 + fourth - 0x30
    return int.from_bytes(sequence, "big")


def sequence_of(number: int, length: int) -> bytes:
    """The way back from `number_of`, for a sequence of this many bytes."""
    if length == 4:
        rest, fourth = divmod(number, 10)
        rest, third = divmod(rest, 126)
        first, second = divmod(rest, 10)
        return bytes((first + 0x81, second + 0x30, third + 0x81, fourth + 0x30))
    return number.to_bytes(length, "big")


def decoding_pairs(runs: str) -> Iterator[tuple[bytes, str | None]]:
    """Byte sequences and their characters; None: well formed, but no character."""
    for run in runs.split():
        sequences, _, code = run.partition(":")
        first, _, last = sequences.partition("-")
        length = len(first) // 2
        numbers = range(number_of(bytes.fromhex(first)), number_of(bytes.fromhex(last or first)) + 1)
        if code == NOTHING:
            yield from ((sequence_of(number, length), None) for number in numbers)
        else:
            for point, number in enumerate(numbers, int(code, 16)):
                yield sequence_of(number, length), chr(point)


def encoding_pairs(runs: str) -> Iterator[tuple[str, bytes | None]]:
    """Characters and their byte sequences; None: not in the character set."""
    for run in runs.split():
        codes, _, sequence = run.partition(":")
        first, _, last = codes.partition("-")
        points = range(int(first, 16), int(last or first, 16) + 1)
        if sequence == NOTHING:
            yield from ((chr(point), None) for point in points)
        else:
            length = len(sequence) // 2
            for number, point in enumerate(points, number_of(bytes.fromhex(sequence))):
                yield chr(point), sequence_of(number, length)
