"""Makes members of `weights.zip` from captured weights: the other way round of `binwriter.mysql.collation.weights`."""

from __future__ import annotations

import struct
import sys
import unicodedata
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import field

from binwriter.formats.records import dataclass
from binwriter.mysql.collation.weights import Kind

_FEWEST = 4  # a run of fewer code points is written one by one
_HANGUL = range(0xAC00, 0xD7A4)
Weights = Mapping[int, str]


@dataclass
class _Run:
    start: int
    count: int
    kind: Kind
    value: int = 0
    entries: list[str] = field(default_factory=list)


def packed(weights: Weights, base: Weights | None) -> bytes:
    """A member: the weights of these code points; base: what they are in the table below, if there is one."""
    runs: list[_Run] = []
    for run in _runs(weights, base):
        last = runs[-1] if runs else None
        follows = last is not None and last.start + last.count == run.start and last.kind == run.kind == Kind.EXPLICIT
        if last is not None and follows:
            last.count += run.count
            last.entries += run.entries
        else:
            runs.append(run)
    entries = [entry for run in runs for entry in run.entries]
    columns = (
        array("I", (run.start for run in runs)),
        array("I", (run.count for run in runs)),
        array("B", (run.kind for run in runs)),
        array("H", (run.value for run in runs)),
        array("B", map(len, entries)),
        array("H", (ord(unit) for entry in entries for unit in entry)),
    )
    for column in columns:
        if sys.byteorder == "big":
            column.byteswap()
    return struct.pack("<II", len(runs), len(entries)) + b"".join(column.tobytes() for column in columns)


def _runs(weights: Weights, base: Weights | None) -> Iterator[_Run]:
    codes = sorted(weights)
    at = 0
    while at < len(codes):
        start = codes[at]
        run = _longest(start, weights, base)
        yield run
        at += run.count


def _longest(start: int, weights: Weights, base: Weights | None) -> _Run:
    """The longest run from here that one rule gives; else this code point alone."""
    first = weights[start]
    if start in _HANGUL and base is None and _is_decomposed(start, weights):
        return _Run(
            start, _count(start, lambda code: code in _HANGUL and _is_decomposed(code, weights), weights), Kind.HANGUL
        )
    runs = [_Run(start, _count(start, lambda code: weights[code] == first, weights), Kind.SAME, 0, [first])]
    if first:
        head, last = first[:-1], ord(first[-1])
        step = _count(
            start,
            lambda code: weights[code] == head + chr(last + code - start) if last + code - start < 0x10000 else False,
            weights,
        )
        runs.append(_Run(start, step, Kind.STEP, 0, [first]))
    if base is not None and base[start]:
        under = base[start]
        if len(under) == len(first):
            shift = ord(first[0]) - ord(under[0]) & 0xFFFF
            count = _count(
                start, lambda code: bool(base[code]) and weights[code] == _shifted(base[code], shift), weights
            )
            runs.append(_Run(start, count, Kind.SHIFTED, shift))
        count = (
            _count(start, lambda code: weights[code] == "".join(first[0] + unit for unit in base[code]), weights)
            if first
            else 0
        )
        runs.append(_Run(start, count, Kind.PREFIXED, ord(first[0]) if first else 0))
    best = max(runs, key=lambda run: run.count)
    return best if best.count >= _FEWEST else _Run(start, 1, Kind.EXPLICIT, 0, [first])


def _count(start: int, holds: object, weights: Weights) -> int:
    code = start
    while code in weights and holds(code):  # type: ignore[operator]
        code += 1
    return code - start


def _shifted(units: str, shift: int) -> str:
    return "".join(chr(ord(unit) + shift & 0xFFFF) for unit in units)


def _is_decomposed(code: int, weights: Weights) -> bool:
    parts = unicodedata.normalize("NFD", chr(code))
    return weights[code] == "".join(weights.get(ord(part), "") for part in parts)
