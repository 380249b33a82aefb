"""The kernels in numpy: the same values as `fast`, which says what each of them does."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from binwriter.workload.values.kernels import formulas

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]

# Bytes behind the data of texts that a reader may copy too many.
SLACK = 64


def row_words(keys: Words, seed: np.uint64) -> Words:
    return formulas.row_word(keys, seed)  # type: ignore[no-any-return]


def version_words(words: Words, versions: npt.NDArray[np.uint32]) -> Words:
    return formulas.version_word(words, versions.astype(np.uint64))  # type: ignore[no-any-return]


def uniform(words: Words, seed: np.uint64, low: np.uint64, span: np.uint64) -> Numbers:
    drawn: Words = formulas.scaled(formulas.column_word(words, seed), span) + low
    return drawn.view(np.int64)


def histogram(
    words: Words, seed: np.uint64, thresholds: Words, aliases: Numbers, bases: Numbers, spans: Words
) -> Numbers:
    word = formulas.column_word(words, seed)
    product = (word >> formulas.S32) * np.uint64(len(thresholds))
    cell = (product >> formulas.S32).astype(np.int64)
    item = np.where((product & formulas.LOW_HALF) < thresholds[cell], cell, aliases[cell])
    within: Words = formulas.scaled(formulas.turned(word), spans[item])
    drawn: Numbers = bases[item] + within.view(np.int64)
    return drawn


def refuse_outside(keys: Words, span: int) -> None:
    """ValueError unless all keys are below span."""
    if len(keys) and int(keys.max()) >= span:
        raise ValueError(f"key {int(keys.max())} is outside of the permutation of {span} numbers")


def permuted(keys: Words, seed: np.uint64, span: int) -> Words:
    refuse_outside(keys, span)
    mask, shift = permutation_size(span)
    result: Words = formulas.permuted_once(keys, mask, shift, seed)
    outside = np.nonzero(result >= np.uint64(span))[0]
    while len(outside):
        again: Words = formulas.permuted_once(result[outside], mask, shift, seed)
        result[outside] = again
        outside = outside[again >= np.uint64(span)]
    return result


def permutation_size(span: int) -> tuple[np.uint64, np.uint64]:
    """(mask, shift) of `formulas.permuted_once` for at least span numbers."""
    bits = max((span - 1).bit_length(), 1)
    return np.uint64((1 << bits) - 1), np.uint64(bits // 2 + 1)


def present(words: Words, seed: np.uint64, threshold: np.uint64) -> Mask:
    return (formulas.column_word(words, seed) >> formulas.S32) >= threshold  # type: ignore[no-any-return]


def bitmap(mask: Mask) -> Bytes:
    return np.packbits(mask, bitorder="little")


def gather(source: Bytes, starts: Numbers, lengths: Numbers, mask: Mask | None) -> tuple[npt.NDArray[Any], Bytes]:
    if mask is not None:
        lengths = lengths * mask
    sizes = lengths.sum(axis=0)
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    # row by row, piece by piece
    starts, lengths = starts.T.ravel(), lengths.T.ravel()
    ends = np.cumsum(lengths)
    total = int(offsets[-1])
    places = np.arange(total, dtype=np.int64) + np.repeat(starts - (ends - lengths), lengths)
    data = np.zeros(total + SLACK, np.uint8)
    data[:total] = source[places]
    return offsets, data


def wide(numbers: Numbers) -> Numbers:
    pairs = np.empty((len(numbers), 2), np.int64)
    pairs[:, 0] = numbers
    pairs[:, 1] = numbers >> 63
    return pairs.reshape(-1)


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
    step, jitter, update = moves
    way = keys * step
    if update and versions is not None:
        way = way + versions.astype(np.uint64) * update
    if jitter:
        way = way + uniform(words, seed, np.uint64(0), jitter).view(np.uint64)
    moments: Numbers = (way % np.uint64(length)).view(np.int64) + first
    return moments if unit == 1 else moments // unit


_HEXADECIMAL = np.frombuffer(b"0123456789abcdef", np.uint8)
UUID_BYTES, UUID_CHARACTERS = 16, 36
# Where a UUID's text has hyphens.
HYPHENS = (8, 13, 18, 23)
_LETTERS = [place for place in range(UUID_CHARACTERS) if place not in HYPHENS]


def hyphenated(raw: Bytes) -> Bytes:
    text = np.full((len(raw), UUID_CHARACTERS), ord("-"), np.uint8)
    halves = np.empty((len(raw), 2 * UUID_BYTES), np.uint8)
    halves[:, 0::2], halves[:, 1::2] = _HEXADECIMAL[raw >> 4], _HEXADECIMAL[raw & 15]
    text[:, _LETTERS] = halves
    return text.reshape(-1)
