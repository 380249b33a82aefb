"""Row images of one table as code: what `kernels.rows.encode_image` does, for many rows at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from binwriter.bulk.cells import kinds as k
from binwriter.bulk.cells.kinds import Kind
from binwriter.bulk.kernels import lines
from binwriter.bulk.own_code.cells import CELLS, Column
from binwriter.bulk.own_code.words import Code, Variable, Word

_TEMPORAL = frozenset({Kind.DATE, Kind.DATETIME})
# columns whose NULLs one word holds
_WORD_BITS = 64
ROWS = "rows"


@dataclass(frozen=True, slots=True)
class ImageForm:
    """All that is the same for every batch: per column its line of a plan (without addresses) and whether it may be
    NULL; the NULL bitmap's bytes, and what its last one begins with."""

    columns: tuple[tuple[tuple[int, ...], bool], ...]
    bitmap_bytes: int
    last_bitmap_byte: int

    @property
    def has_code(self) -> bool:
        return len(self.columns) <= _WORD_BITS and all(line[k.KIND] in CELLS for line, _ in self.columns)


class Image:
    """An image's plan, its addresses read once."""

    def __init__(self, code: Code, form: ImageForm, plan: Word, ones: Word) -> None:
        self._form = form
        self.columns: list[Column] = []
        for number, (line, nullable) in enumerate(form.columns):
            place = plan + (number + 1) * k.LINE_BYTES
            validity = code.load(place + 8 * k.VALIDITY)
            none = validity.compared("==", 0)
            temporal = line[k.KIND] in _TEMPORAL
            self.columns.append(
                Column(
                    numbers=line,
                    values=code.load(place + 8 * k.VALUES),
                    offsets=code.load(place + 8 * k.OFFSETS),
                    validity=code.chosen(none, ones << 3, validity) if nullable else validity,
                    mask=code.chosen(none, 0, (1 << 64) - 1) if nullable else validity,
                    nullable=nullable,
                    day=Variable(code, k.NO_DAY) if temporal else None,
                    date=Variable(code, 0) if temporal else None,
                )
            )

    def put(self, code: Code, row: Word, target: Word) -> Word:
        """The image of a row; returns its end."""
        nulls = code.word(self._form.last_bitmap_byte << 8 * max(self._form.bitmap_bytes - 1, 0))
        valid: list[Word | None] = []
        for number, column in enumerate(self.columns):
            if not column.nullable:
                valid.append(None)
                continue
            bit = column.validity + (row & column.mask)
            is_there = (code.load(bit >> 3, 1) >> (bit & 7)) & 1
            nulls = nulls | (is_there ^ 1) << number
            valid.append(is_there)
        if self._form.bitmap_bytes:
            code.store(target, nulls)
        target = target + self._form.bitmap_bytes
        for column, found_valid in zip(self.columns, valid, strict=True):
            target = CELLS[Kind(column.numbers[k.KIND])](code, column, row, target, found_valid)
        return target


def all_ones(code: Code) -> Word:
    """The address of bits that are all set."""
    ones = code.module.globals.get("ones")
    if ones is None:
        ones = ir.GlobalVariable(code.module, ir.IntType(64), "ones")
        ones.initializer, ones.global_constant, ones.linkage = ir.Constant(ir.IntType(64), -1), True, "internal"
    return Word(code.builder, code.builder.ptrtoint(ones, ir.IntType(64)))


def add_rows(module: Any, forms: Sequence[ImageForm]) -> None:
    """Adds the function ROWS to a module.

    rows(shape, row, stop, target, first, limit, reached) -> end: images of the rows `row` to `stop` - 1 of a shape (its
    line, see `kernels.lines`) from `target` on, as many as end at `limit` at most; a row that would begin at `first` is
    written in any case. The number of the row behind the last one goes to the address `reached`. All rows must be safe.
    """
    code = Code(module, ROWS, 7)
    shape, row, stop, target, first, limit, reached = code.arguments
    ones = all_ones(code)
    images = []
    for number, form in enumerate(forms):
        plan = code.load(shape + 8 * (lines.S_PLAN + number * lines.S_NEXT_IMAGE))
        images.append(Image(code, form, plan, ones))
    place, at = Variable(code, target), Variable(code, row)
    with code.loop(lambda: at.get().compared("<", stop)) as leave:
        start = end = place.get()
        for image in images:
            end = image.put(code, at.get(), end)
        is_over = code.builder.and_(end.compared(">", limit), start.compared("!=", first))
        with code.when(is_over, likely=False):
            leave()
        place.set(end)
        at.set(at.get() + 1)
    code.store(reached, at.get())
    code.give(place.get())
