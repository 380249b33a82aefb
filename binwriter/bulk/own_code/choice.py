"""When there is code of its own for a batch: once many rows of its kinds of statement have been written in a file."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from binwriter.bulk.cells.plans import CellPlan
from binwriter.bulk.cells.row_plan import RowPlan
from binwriter.bulk.kernels import lines as k
from binwriter.bulk.kernels.checksum import HAS_VECTOR_MULTIPLY
from binwriter.bulk.layout import FileLayout
from binwriter.bulk.own_code.engine import address
from binwriter.bulk.own_code.rows import ROWS, ImageForm, add_rows
from binwriter.bulk.own_code.transactions import TRANSACTIONS, FileForm, ShapeForm, add_transactions, gtid_of
from binwriter.bulk.work import RowShape, TransactionBatch

# Rows from which on it pays: making it, or taking it from where it is kept.
ENOUGH_ROWS = 200_000
# Kinds of statement that one function may know: it grows with each.
_MOST_SHAPES = 4
_LOOKS = 16  # until there are enough

_Numbers = npt.NDArray[np.int64]
_Plans = list[CellPlan]


@dataclass(frozen=True, slots=True)
class _Made:
    """cells: of all columns of all images, as they were when the code was made. whole: address of `transactions`, 0 for
    none. parts: of `rows`, by shape."""

    cells: _Plans
    whole: int
    parts: tuple[int, ...]


# Of this process, by all that stands in the code: the rows written so far, and the code's addresses.
_rows_written: Counter[Hashable] = Counter()
_known: dict[Hashable, tuple[int, tuple[int, ...]]] = {}


class OwnCode:
    """Of one file."""

    def __init__(self, layout: FileLayout) -> None:
        self._layout = layout
        self._made: dict[tuple[RowShape, ...], _Made] = {}
        self._uncounted: dict[tuple[RowShape, ...], int] = {}

    def enter(
        self, job: _Numbers, shapes: _Numbers, batch: TransactionBatch, plans: Sequence[Sequence[RowPlan]]
    ) -> None:
        """Puts the code's addresses into a batch's numbers, if there is some for these kinds of statement, and columns
        that come as they came then."""
        key = tuple(rows.shape for rows in batch.rows)
        made = self._made.get(key)
        if made is None:
            made = self._look(key, batch, plans)
            if made is None:
                return
            self._made[key] = made
        # plans of cells are kept, so an equal one is the same
        if all(map(operator.is_, made.cells, _cells(plans))):
            job[k.J_CODE] = made.whole
            shapes[:, k.S_CODE] = made.parts

    def _look(
        self, key: tuple[RowShape, ...], batch: TransactionBatch, plans: Sequence[Sequence[RowPlan]]
    ) -> _Made | None:
        """At a file's first batch, then seldom: what stands in the code is much to be told of at small batches."""
        is_first, rows = key not in self._uncounted, sum(rows.count for rows in batch.rows)
        rows += self._uncounted.get(key, 0)
        if is_first or rows >= ENOUGH_ROWS // _LOOKS:
            self._uncounted[key] = 0
            return self._find(key, plans, rows)
        self._uncounted[key] = rows
        return None

    def _find(self, key: Sequence[RowShape], plans: Sequence[Sequence[RowPlan]], rows: int) -> _Made | None:
        """The code, made when it is time to; None before that."""
        layout = self._layout
        shapes = []
        for shape, images in zip(key, plans, strict=True):
            templates = layout.shape_templates(shape)
            shapes.append(ShapeForm(templates.table_map, templates.rows, tuple(_form(plan) for plan in images)))
        form = FileForm(gtid_of(layout.gtids), layout.begin, layout.xid)
        written = (form.key, *(shape.key for shape in shapes))
        if written not in _known:
            _rows_written[written] += rows
            if _rows_written[written] < ENOUGH_ROWS:
                return None
            _known[written] = _make(form, shapes)
        return _Made(_cells(plans), *_known[written])


def _make(form: FileForm, shapes: Sequence[ShapeForm]) -> tuple[int, tuple[int, ...]]:
    """Addresses of `transactions` and of each shape's `rows`; 0 for what there is not."""
    parts = tuple(_rows_code(rows.images) if all(image.has_code for image in rows.images) else 0 for rows in shapes)
    whole = 0
    if parts and all(parts) and len(shapes) <= _MOST_SHAPES and form.has_code and HAS_VECTOR_MULTIPLY:
        told_by = repr((form.key, *(shape.key for shape in shapes)))
        whole = address(TRANSACTIONS, told_by, lambda module: add_transactions(module, form, shapes))
    return whole, parts


def _cells(plans: Sequence[Sequence[RowPlan]]) -> _Plans:
    return [column.plan for images in plans for plan in images for column in plan.source.columns]


def _form(plan: RowPlan) -> ImageForm:
    source = plan.source
    columns = tuple((tuple(column.plan.line.tolist()), column.spec.nullable) for column in source.columns)
    return ImageForm(columns, source.bitmap_bytes, source.last_bitmap_byte)


@lru_cache(maxsize=1024)
def _rows_code(images: tuple[ImageForm, ...]) -> int:
    return address(ROWS, repr(images), lambda module: add_rows(module, images))
