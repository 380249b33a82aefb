"""Synthetic values: each a pure function of (seed, table, key, version, column), so that workers share no state.

settings      what is asked of each column, as values; reader reads it (kinds),
              defaults fills in what is not said, unique makes the rows of unique keys differ
number_types, texts.types    what a column's type takes
numbers, histograms, texts  generators of numbers and of texts; builders puts them together
kernels       the loops over rows, with numba and with numpy: the same values
source        ValueSource: keys and versions in, record batches out
"""

from binwriter.workload.values.reader import read_generators
from binwriter.workload.values.settings import Generators
from binwriter.workload.values.source import Reference, ValueSource

__all__ = ["Generators", "Reference", "ValueSource", "read_generators"]
