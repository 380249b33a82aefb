"""When there is code of its own for a batch: once many rows of its kinds of statement have been written in a file."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from binwriter.bulk.cells.plans import CellPlan
from binwriter.bulk.cells.row_plan import RowPlan
from binwriter.bulk.kernels import lines as k
from binwriter.bulk.kernels.checksum import HAS_VECTOR_MULTIPLY
from binwriter.bulk.layout import FileLayout
from binwriter.bulk.own_code.engine import address, new_module
from binwriter.bulk.own_code.rows import ImageForm, add_rows
from binwriter.bulk.own_code.transactions import FileForm, ShapeForm, add_transactions, gtid_of
from binwriter.bulk.work import RowShape, TransactionBatch

# Rows from which on it pays: making it, or taking it from where it is kept.
ENOUGH_ROWS = 200_000
# Kinds of statement that one function may know: it grows with each.
_MOST_SHAPES = 4

_Numbers = npt.NDArray[np.int64]
_Plans = list[CellPlan]


@dataclass(frozen=True, slots=True)
class _Made:
    """cells: of all columns of all images, as they were when the code was made. whole: address of `transactions`, 0 for
    none. parts: of `rows`, by shape."""

    cells: _Plans
    whole: int
    parts: list[int]


class OwnCode:
    """Of one file."""

    def __init__(self, layout: FileLayout) -> None:
        self._layout = layout
        self._rows: Counter[tuple[RowShape, ...]] = Counter()
        self._made: dict[tuple[RowShape, ...], _Made] = {}

    def enter(
        self, job: _Numbers, shapes: _Numbers, batch: TransactionBatch, plans: Sequence[Sequence[RowPlan]]
    ) -> None:
        """Puts the code's addresses into a batch's numbers, if there is some for these kinds of statement, and columns
        that come as they came then."""
        key = tuple(rows.shape for rows in batch.rows)
        made = self._made.get(key)
        if made is None:
            self._rows[key] += sum(rows.count for rows in batch.rows)
            if self._rows[key] < ENOUGH_ROWS:
                return
            made = self._made[key] = self._make(key, plans)
        # plans of cells are kept, so an equal one is the same
        if all(map(operator.is_, made.cells, _cells(plans))):
            job[k.J_CODE] = made.whole
            shapes[:, k.S_CODE] = made.parts

    def _make(self, key: Sequence[RowShape], plans: Sequence[Sequence[RowPlan]]) -> _Made:
        forms = [tuple(_form(plan) for plan in images) for images in plans]
        parts = [_rows_code(images) if all(form.has_code for form in images) else 0 for images in forms]
        whole = self._transactions(key, forms) if parts and all(parts) and len(key) <= _MOST_SHAPES else 0
        return _Made(_cells(plans), whole, parts)

    def _transactions(self, key: Sequence[RowShape], forms: Sequence[tuple[ImageForm, ...]]) -> int:
        layout = self._layout
        gtid = gtid_of(layout.gtids)
        if gtid is None or not gtid.footer or not HAS_VECTOR_MULTIPLY:
            return 0
        shapes = []
        for shape, images in zip(key, forms, strict=True):
            templates = layout.shape_templates(shape)
            shapes.append(ShapeForm(templates.table_map, templates.rows, images))
        module = new_module()
        name = add_transactions(module, FileForm(gtid, layout.begin, layout.xid), shapes)
        return address(module, name)


def _cells(plans: Sequence[Sequence[RowPlan]]) -> _Plans:
    return [column.plan for images in plans for plan in images for column in plan.source.columns]


def _form(plan: RowPlan) -> ImageForm:
    source = plan.source
    columns = tuple((tuple(one.plan.line.tolist()), one.spec.nullable) for one in source.columns)
    return ImageForm(columns, source.bitmap_bytes, source.last_bitmap_byte)


@lru_cache(maxsize=1024)
def _rows_code(images: tuple[ImageForm, ...]) -> int:
    module = new_module()
    return address(module, add_rows(module, images))
