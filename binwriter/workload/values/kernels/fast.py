"""The kernels with numba. `plain` has the same functions in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import copy32
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
from binwriter.workload.values.kernels.plain import SLACK, Bytes, Mask, Numbers, Words


@kernel()
def _row_words(keys: Any, seed: Any, out: Any) -> None:
    for row in range(len(keys)):
        out[row] = row_word(keys[row], seed)


def row_words(keys: Words, seed: np.uint64) -> Words:
    """The chance of each row."""
    out = np.empty(len(keys), np.uint64)
    _row_words(keys, seed, out)
    return out


@kernel()
def _version_words(words: Any, versions: Any, out: Any) -> None:
    for row in range(len(words)):
        out[row] = version_word(words[row], np.uint64(versions[row]))


def version_words(words: Words, versions: npt.NDArray[np.uint32]) -> Words:
    """The chance of these versions of the rows."""
    out = np.empty(len(words), np.uint64)
    _version_words(words, versions, out)
    return out


@kernel()
def _uniform(words: Any, seed: Any, low: Any, span: Any, out: Any) -> None:
    for row in range(len(words)):
        out[row] = scaled(column_word(words[row], seed), span) + low


def uniform(words: Words, seed: np.uint64, low: np.uint64, span: np.uint64) -> Numbers:
    """low to low + span - 1, modulo 2^64."""
    out = np.empty(len(words), np.uint64)
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
        item = np.int64(product >> S32)
        if (product & LOW_HALF) >= thresholds[item]:
            item = aliases[item]
        value = bases[item]
        if not plain_spans:
            value += np.int64(scaled(turned(word), spans[item]))
        out[row] = value


def histogram(
    words: Words, seed: np.uint64, thresholds: Words, aliases: Numbers, bases: Numbers, spans: Words
) -> Numbers:
    """A number of one of the intervals bases[i] to bases[i] + spans[i] - 1, each interval chosen by its weight."""
    out = np.empty(len(words), np.int64)
    _histogram(words, seed, thresholds, aliases, bases, spans, bool((spans == formulas.ONE).all()), out)
    return out


@kernel()
def _permuted(keys: Any, seed: Any, span: Any, mask: Any, shift: Any, out: Any) -> None:
    for row in range(len(keys)):
        number = permuted_once(keys[row], mask, shift, seed)
        while number >= span:
            number = permuted_once(number, mask, shift, seed)
        out[row] = number


def permuted(keys: Words, seed: np.uint64, span: int) -> Words:
    """The keys, all below span, by a permutation of 0 to span - 1: outside of it, again until inside."""
    out = np.empty(len(keys), np.uint64)
    _permuted(keys, seed, np.uint64(span), *plain.permutation_size(span), out)
    return out


@kernel()
def _present(words: Any, seed: Any, threshold: Any, out: Any) -> None:
    for row in range(len(words)):
        out[row] = (column_word(words[row], seed) >> S32) >= threshold


def present(words: Words, seed: np.uint64, threshold: np.uint64) -> Mask:
    """False with the probability threshold / 2^32: the row's value is NULL."""
    out = np.empty(len(words), np.bool_)
    _present(words, seed, threshold, out)
    return out


bitmap = plain.bitmap


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
            copied = np.int64(0)
            while copied < length:  # what is too much is overwritten by the next piece, or lies in the slack
                copy32(place + copied, start + copied)
                copied += 32
            place += length


_NO_MASK = np.zeros(0, np.bool_)


def gather(source: Bytes, starts: Numbers, lengths: Numbers, mask: Mask | None) -> tuple[npt.NDArray[Any], Bytes]:
    """Texts put together of pieces of the source, which has SLACK bytes behind it: (offsets, data with slack).

    starts, lengths: a line a piece, a column a row. mask: False for rows without text.
    """
    offsets = np.zeros(starts.shape[1] + 1, np.int64)
    masked = mask is not None
    rows = mask if mask is not None else _NO_MASK
    data = np.empty(_offsets(lengths, rows, masked, offsets) + SLACK, np.uint8)
    _copy(source.ctypes.data, starts, lengths, rows, masked, data.ctypes.data)
    return offsets, data
