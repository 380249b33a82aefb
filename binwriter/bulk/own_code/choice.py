"""When there is code of its own for a batch: once so many rows of its kinds of statement have been written in a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from binwriter.bulk.cells.plans import CellPlan
from binwriter.bulk.cells.row_plan import RowPlan
from binwriter.bulk.kernels import lines as k
from binwriter.bulk.kernels.checksum import HAS_VECTOR_MULTIPLY
from binwriter.bulk.layout import FileLayout
from binwriter.bulk.own_code.engine import addresses, new_module
from binwriter.bulk.own_code.rows import ImageForm, add_rows
from binwriter.bulk.own_code.transactions import FileForm, ShapeForm, add_transactions, gtid_of
from binwriter.bulk.work import RowShape, TransactionBatch

# Rows from which on it pays: making it, or taking it from where it is kept.
ENOUGH_ROWS = 200_000
# Kinds of statement that one function may know: it grows with each.
_MOST_SHAPES = 4

_Numbers = npt.NDArray[np.int64]
_Plans = tuple[tuple[CellPlan, ...], ...]


class OwnCode:
    """Of one file."""

    def __init__(self, layout: FileLayout) -> None:
        self._layout = layout
        self._rows: Counter[RowShape] = Counter()
        self._known: dict[tuple[RowShape, ...], tuple[tuple[_Plans, ...], int, list[int]]] = {}

    def enter(
        self, job: _Numbers, shapes: _Numbers, batch: TransactionBatch, plans: Sequence[Sequence[RowPlan]]
    ) -> None:
        """Puts the code's addresses into a batch's numbers, if there is some for these kinds of statement, and columns
        that come as they came then."""
        for rows in batch.rows:
            self._rows[rows.shape] += rows.count
        if sum(self._rows[rows.shape] for rows in batch.rows) < ENOUGH_ROWS:
            return
        key = tuple(rows.shape for rows in batch.rows)
        found = tuple(tuple(tuple(one.plan for one in plan.source.columns) for plan in images) for images in plans)
        if key not in self._known:
            self._known[key] = (found, *self._made(key, plans))
        made, whole, parts = self._known[key]
        if not _same(made, found):
            return
        job[k.J_CODE] = whole
        shapes[:, k.S_CODE] = parts

    def _made(self, key: Sequence[RowShape], plans: Sequence[Sequence[RowPlan]]) -> tuple[int, list[int]]:
        forms = [tuple(_form(plan) for plan in images) for images in plans]
        parts = [_rows_code(images) if all(form.has_code for form in images) else 0 for images in forms]
        layout = self._layout
        gtid = gtid_of(layout.gtids)
        if not (HAS_VECTOR_MULTIPLY and all(parts) and gtid and gtid.footer and len(key) <= _MOST_SHAPES):
            return 0, parts
        shapes = []
        for shape, images in zip(key, forms, strict=True):
            templates = layout.shape_templates(shape)
            shapes.append(ShapeForm(templates.table_map, templates.rows, images))
        module = new_module()
        name = add_transactions(module, FileForm(gtid, layout.begin, layout.xid), shapes)
        return addresses(module, name)[0], parts


def _same(made: tuple[_Plans, ...], found: tuple[_Plans, ...]) -> bool:
    """Whether the columns' cells are made in the same way; plans of cells are kept, so one is what it is."""
    return all(
        one is other
        for images, others in zip(made, found, strict=True)
        for columns, further in zip(images, others, strict=True)
        for one, other in zip(columns, further, strict=True)
    )


def _form(plan: RowPlan) -> ImageForm:
    source = plan.source
    columns = tuple((tuple(one.plan.line.tolist()), one.spec.nullable) for one in source.columns)
    return ImageForm(columns, source.bitmap_bytes, source.last_bitmap_byte)


@lru_cache(maxsize=1024)
def _rows_code(images: tuple[ImageForm, ...]) -> int:
    module: Any = new_module()
    return addresses(module, add_rows(module, images))[0]
