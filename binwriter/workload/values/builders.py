"""Settings of a column -> its generator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from binwriter.errors import SpecError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.workload.values import settings as s
from binwriter.workload.values.columns import ColumnValues, NumberColumn
from binwriter.workload.values.histograms import histogram, normal_intervals, zipf_intervals
from binwriter.workload.values.number_types import number_type
from binwriter.workload.values.numbers import (
    Constant,
    NumberSource,
    PermutedNumbers,
    SequenceNumbers,
    UniformNumbers,
    WalkNumbers,
)
from binwriter.workload.values.rows import Seeds
from binwriter.workload.values.text_types import text_type
from binwriter.workload.values.texts import Run, Source, TextSource

_POOL_UNITS = 1 << 14


def build(spec, settings, seeds, generators, start):
    numbers, texts = number_type(spec), text_type(spec)
    g = settings.generator
    if isinstance(g, s.Refers):
        return None
    if isinstance(g, s.Sequence):
        return NumberColumn(numbers, SequenceNumbers(g.start, g.step, g.repeat, g.cycle, (numbers.high - g.start) // g.step + 1))
    if numbers is not None:
        return NumberColumn(numbers, UniformNumbers(g.low, g.high, seeds.of("value")))
    source = Source()
    if isinstance(g, s.Letters):
        rng = np.random.default_rng(1)
        pool = [bytes([97 + b % 26]) for b in rng.integers(0, 26, _POOL_UNITS + g.length.high)]
        starts, lengths = source.add(pool)
        part = Run(np.append(starts, starts[-1] + 1), 1, UniformNumbers(0, _POOL_UNITS - 1, seeds.of("place")), UniformNumbers(g.length.low, g.length.high, seeds.of("length")))
        return TextSource(spec.name, texts.arrow, source.finish(), (part,))
    raise SpecError(settings.place, "not yet")
