"""The kernels with numba. `plain` has the same functions in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import copy32, loadi64
from binwriter.workload.values.kernels import formulas, plain
from binwriter.workload.values.kernels.formulas import (
    LOW_HALF,
    S32,
    column_word,
    permuted_once,
    row_word,
    scaled,
    turned,
    version_word,
)
from binwriter.workload.values.kernels.plain import SLACK, UUID_BYTES, UUID_CHARACTERS, Bytes, Mask, Numbers, Words
from binwriter.workload.values.kernels.room import room
from binwriter.workload.values.kernels.steps import (
    COUNT_LOW,
    COUNT_SEED,
    COUNT_SPAN,
    DIVISOR,
    ENTRIES,
    FITTING,
    KIND,
    LENGTHS,
    LITERAL,
    LOW,
    NUMBER,
    PICK,
    PLACE,
    RUN,
    SEED,
    SEPARATOR,
    SPAN,
    STARTS,
    WIDTH,
)

_WORD = (1 << 64) - 1


@kernel()
def _row_words(keys: Any, seed: Any, out: Any) -> None:
    for row in range(len(keys)):
        out[row] = row_word(keys[row], seed)


def row_words(keys: Words, seed: np.uint64) -> Words:
    """The chance of each row."""
    out = room(len(keys), np.uint64)
    _row_words(keys, seed, out)
    return out


@kernel()
def _version_words(words: Any, versions: Any, out: Any) -> None:
    for row in range(len(words)):
        out[row] = version_word(words[row], np.uint64(versions[row]))


def version_words(words: Words, versions: npt.NDArray[np.uint32]) -> Words:
    """The chance of these versions of the rows."""
    out = room(len(words), np.uint64)
    _version_words(words, versions, out)
    return out


@kernel()
def _uniform(words: Any, seed: Any, low: Any, span: Any, out: Any) -> None:
    for row in range(len(words)):
        out[row] = scaled(column_word(words[row], seed), span) + low


def uniform(words: Words, seed: np.uint64, low: np.uint64, span: np.uint64) -> Numbers:
    """low to low + span - 1, modulo 2^64."""
    out = room(len(words), np.uint64)
    _uniform(words, seed, low, span, out)
    return out.view(np.int64)


@kernel()
def _histogram(
    words: Any, seed: Any, thresholds: Any, aliases: Any, bases: Any, spans: Any, plain_spans: Any, out: Any
) -> None:
    cells = np.uint64(len(thresholds))
    for row in range(len(words)):
        word = column_word(words[row], seed)
        product = (word >> S32) * cells
        cell = np.int64(product >> S32)
        # both are loaded: which one it is cannot be foretold, so it should be no branch
        other = aliases[cell]
        item = cell if (product & LOW_HALF) < thresholds[cell] else other
        value = bases[item]
        if not plain_spans:
            value += np.int64(scaled(turned(word), spans[item]))
        out[row] = value


def histogram(
    words: Words, seed: np.uint64, thresholds: Words, aliases: Numbers, bases: Numbers, spans: Words
) -> Numbers:
    """A number of one of the intervals bases[i] to bases[i] + spans[i] - 1, each interval chosen by its weight."""
    out = room(len(words), np.int64)
    _histogram(words, seed, thresholds, aliases, bases, spans, bool((spans == formulas.ONE).all()), out)
    return out


@kernel(inline="always")
def _permuted_key(key: Any, seed: Any, span: Any, mask: Any, shift: Any) -> Any:
    """From inside the way back inside is at most as long as there are numbers outside: so the loop has a bound."""
    number = permuted_once(key, mask, shift, seed)
    left = mask + np.uint64(1) - span
    while number >= span and left > np.uint64(0):
        number = permuted_once(number, mask, shift, seed)
        left -= np.uint64(1)
    return number


@kernel()
def _permuted(keys: Any, seed: Any, span: Any, mask: Any, shift: Any, out: Any) -> None:
    for row in range(len(keys)):
        out[row] = _permuted_key(keys[row], seed, span, mask, shift)


def permuted(keys: Words, seed: np.uint64, span: int) -> Words:
    """The keys by a permutation of 0 to span - 1: outside of it, again until inside.

    ValueError for a key that is not below span: it may lie on a circle that never comes inside.
    """
    plain.refuse_outside(keys, span)
    out = room(len(keys), np.uint64)
    _permuted(keys, seed, np.uint64(span), *plain.permutation_size(span), out)
    return out


@kernel()
def _present(words: Any, seed: Any, threshold: Any, out: Any) -> None:
    for row in range(len(words)):
        out[row] = (column_word(words[row], seed) >> S32) >= threshold


def present(words: Words, seed: np.uint64, threshold: np.uint64) -> Mask:
    """False with the probability threshold / 2^32: the row's value is NULL."""
    out = room(len(words), np.bool_)
    _present(words, seed, threshold, out)
    return out


@kernel()
def _bitmap(mask: Any, out: Any) -> None:
    whole = len(mask) // 8
    for byte in range(whole):
        bits = np.uint8(0)
        for bit in range(8):
            bits |= np.uint8(mask[8 * byte + bit]) << np.uint8(bit)
        out[byte] = bits
    if whole < len(out):
        bits = np.uint8(0)
        for bit in range(len(mask) - 8 * whole):
            bits |= np.uint8(mask[8 * whole + bit]) << np.uint8(bit)
        out[whole] = bits


def bitmap(mask: Mask) -> Bytes:
    """The mask as Arrow's validity."""
    out = room((len(mask) + 7) // 8, np.uint8)
    _bitmap(mask, out)
    return out


@kernel()
def _wide(numbers: Any, out: Any) -> None:
    for row in range(len(numbers)):
        out[2 * row] = numbers[row]
        out[2 * row + 1] = numbers[row] >> 63


def wide(numbers: Numbers) -> Numbers:
    """The numbers in 128 bits, little endian."""
    out = room(2 * len(numbers), np.int64)
    _wide(numbers, out)
    return out


@kernel()
def _walked(
    keys: Any,
    versions: Any,
    versioned: Any,
    words: Any,
    seed: Any,
    first: Any,
    length: Any,
    unit: Any,
    moves: Any,
    out: Any,
) -> None:
    step, jitter, update = moves
    for row in range(len(keys)):
        way = keys[row] * step
        if versioned:
            way += np.uint64(versions[row]) * update
        if jitter:
            way += scaled(column_word(words[row], seed), jitter)
        if way >= length:
            way %= length
        moment = np.int64(way) + first
        out[row] = moment if unit == 1 else moment // unit


_NO_VERSIONS = np.zeros(0, np.uint32)


def walked(
    keys: Words,
    versions: npt.NDArray[np.uint32] | None,
    words: Words,
    seed: np.uint64,
    first: int,
    length: int,
    unit: int,
    moves: tuple[np.uint64, np.uint64, np.uint64],
) -> Numbers:
    """first + keys * step + versions * update + less than jitter, within length, in whole units.

    moves: step, jitter, update.
    """
    out = room(len(keys), np.int64)
    given = _NO_VERSIONS if versions is None else versions
    versioned = versions is not None and bool(moves[2])
    _walked(keys, given, versioned, words, seed, np.int64(first), np.uint64(length), np.int64(unit), moves, out)
    return out


@kernel(inline="always")
def _copy_piece(target: Any, start: Any, length: Any) -> None:
    """What is too much is overwritten by the next piece, or lies in the slack. Short ones have no branch."""
    copy32(target, start)
    copy32(target + 32, start + 32)
    copied = np.int64(64)
    while copied < length:
        copy32(target + copied, start + copied)
        copied += 32


@kernel()
def _offsets(lengths: Any, mask: Any, masked: Any, offsets: Any) -> Any:
    total = np.int64(0)
    pieces = lengths.shape[0]
    for row in range(lengths.shape[1]):
        if not masked or mask[row]:
            for piece in range(pieces):
                total += lengths[piece, row]
        offsets[row + 1] = total
    return total


@kernel()
def _copy(source: Any, starts: Any, lengths: Any, mask: Any, masked: Any, data: Any) -> None:
    place = np.int64(data)
    pieces = starts.shape[0]
    for row in range(starts.shape[1]):
        if masked and not mask[row]:
            continue
        for piece in range(pieces):
            length = lengths[piece, row]
            start = source + starts[piece, row]
            _copy_piece(place, start, length)
            place += length


_NO_MASK = np.zeros(0, np.bool_)


def gather(source: Bytes, starts: Numbers, lengths: Numbers, mask: Mask | None) -> tuple[npt.NDArray[Any], Bytes]:
    """Texts put together of pieces of the source, which has SLACK bytes behind it: (offsets, data with slack).

    starts, lengths: a line a piece, a column a row. mask: False for rows without text.
    """
    offsets = room(starts.shape[1] + 1, np.int64)
    offsets[0] = 0
    masked = mask is not None
    rows = mask if mask is not None else _NO_MASK
    data = room(_offsets(lengths, rows, masked, offsets) + SLACK, np.uint8)
    _copy(source.ctypes.data, starts, lengths, rows, masked, data.ctypes.data)
    return offsets, data


@kernel()
def _compose(source: Any, steps: Any, keys: Any, words: Any, mask: Any, masked: Any, offsets: Any, data: Any) -> Any:
    begin = np.int64(data)
    place = begin
    number = np.uint64(0)
    for row in range(len(words)):
        if not masked or mask[row]:
            word = words[row]
            for index in range(steps.shape[0]):
                kind = steps[index, KIND]
                if kind == NUMBER:
                    mask_, shift, span = (
                        np.uint64(steps[index, LOW]),
                        np.uint64(steps[index, WIDTH]),
                        np.uint64(steps[index, SPAN]),
                    )
                    number = _permuted_key(keys[row], np.uint64(steps[index, SEED]), span, mask_, shift)
                    continue
                if kind == LITERAL:
                    start, length = steps[index, STARTS], steps[index, WIDTH]
                elif kind == PLACE:
                    entry = np.int64(number // np.uint64(steps[index, DIVISOR]) % np.uint64(steps[index, ENTRIES]))
                    start = loadi64(steps[index, STARTS] + 8 * entry)
                    length = steps[index, WIDTH]
                    if length < 0:
                        length = loadi64(steps[index, LENGTHS] + 8 * entry)
                else:
                    chosen = steps[index, LOW] + np.int64(
                        scaled(column_word(word, np.uint64(steps[index, SEED])), np.uint64(steps[index, SPAN]))
                    )
                    if kind == PICK:
                        start = loadi64(steps[index, STARTS] + 8 * chosen)
                        length = steps[index, WIDTH]
                        if length < 0:
                            length = loadi64(steps[index, LENGTHS] + 8 * chosen)
                    else:
                        count = steps[index, COUNT_LOW]
                        if steps[index, COUNT_SPAN] > 1:
                            drawn = scaled(
                                column_word(word, np.uint64(steps[index, COUNT_SEED])),
                                np.uint64(steps[index, COUNT_SPAN]),
                            )
                            count += np.int64(drawn)
                        if kind == RUN:
                            start, length = (
                                steps[index, STARTS] + chosen * steps[index, WIDTH],
                                count * steps[index, WIDTH],
                            )
                        else:
                            if steps[index, FITTING]:
                                count = min(count, loadi64(steps[index, FITTING] + 8 * chosen))
                            start = loadi64(steps[index, STARTS] + 8 * chosen)
                            length = (
                                loadi64(steps[index, STARTS] + 8 * (chosen + count)) - start - steps[index, SEPARATOR]
                            )
                            length = max(length, 0)
                start += source
                _copy_piece(place, start, length)
                place += length
        offsets[row + 1] = place - begin
    return place - begin


def compose(
    source: Bytes, steps: Numbers, most: int, keys: Words, words: Words, mask: Mask | None
) -> tuple[npt.NDArray[Any], Bytes]:
    """Texts by steps (`steps`), one after the other in one run over the rows: (offsets, data with slack).

    most: bytes of a text at most; those of all rows together have to fit 31 bits. ValueError as of `permuted`.
    """
    for line in steps[steps[:, KIND] == NUMBER]:
        plain.refuse_outside(keys, int(line[SPAN]) & _WORD)
    count = len(words)
    offsets, data = room(count + 1, np.int32), room(most * count + SLACK, np.uint8)
    offsets[0] = 0
    rows = mask if mask is not None else _NO_MASK
    used = _compose(source.ctypes.data, steps, keys, words, rows, mask is not None, offsets, data.ctypes.data)
    return offsets, data[: used + SLACK]


@kernel()
def _hyphenated(raw: Any, out: Any) -> None:
    for row in range(raw.shape[0]):
        place = row * UUID_CHARACTERS
        for byte in range(UUID_BYTES):
            if byte == 4 or byte == 6 or byte == 8 or byte == 10:
                out[place] = 45
                place += 1
            value = raw[row, byte]
            high, low = value >> np.uint8(4), value & np.uint8(15)
            out[place] = high + (np.uint8(48) if high < 10 else np.uint8(87))
            out[place + 1] = low + (np.uint8(48) if low < 10 else np.uint8(87))
            place += 2


def hyphenated(raw: Bytes) -> Bytes:
    """UUIDs of 16 bytes, a line each -> their texts, one after the other."""
    out = room(len(raw) * UUID_CHARACTERS + SLACK, np.uint8)
    _hyphenated(raw, out)
    return out[: len(raw) * UUID_CHARACTERS]
