"""Whole transactions of a few kinds of statement as code: what `kernels.transactions.encode_transactions` does, where
each statement fits one rows event and the buffer has room for whatever the transaction may take.

The templates and all places in them stand in the code. It stops at the first transaction that it does not take.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from binwriter.bulk.kernels import lines as k
from binwriter.bulk.kernels.checksum import LONGEST
from binwriter.bulk.own_code.checksums import of_memory, of_template
from binwriter.bulk.own_code.rows import Image, ImageForm, all_ones
from binwriter.bulk.own_code.words import Code, Variable, Word
from binwriter.bulk.templates import PACKED_WIDTHS, Template

TRANSACTIONS = "transactions"
_SECOND = 1_000_000
_STEP = 64  # bytes of a copy
# The GTID event whose transaction_length has so many bytes, its line of `lines`, and the numbers it may state.
_GTID_LINE = 1
_SHAPE_BYTES = 8 * k.S_COLUMNS


@dataclass(frozen=True)
class ShapeForm:
    """One kind of statement: its Table_map event, its rows event without rows, its images."""

    table_map: Template
    rows: Template
    images: tuple[ImageForm, ...]

    @property
    def key(self) -> Hashable:
        """Equal for equal code."""
        return self.table_map.data, self.rows.data, self.images


@dataclass(frozen=True)
class FileForm:
    """The events around the statements. gtid: the event of `lines` line `_GTID_LINE`; None: there is none like it."""

    gtid: Template | None
    begin: Template
    xid: Template

    @property
    def key(self) -> Hashable:
        """Equal for equal code."""
        return self.gtid and self.gtid.data, self.begin.data, self.xid.data, self.begin.footer

    @property
    def has_code(self) -> bool:
        """Whether its events tell the transaction's length, and have checksums."""
        return self.gtid is not None and self.gtid.footer > 0


def gtid_of(gtids: Sequence[Template]) -> Template | None:
    """The GTID event that this code writes; None for a server whose events do not tell the transaction's length."""
    if not gtids or not gtids[_GTID_LINE].number_slot("transaction_length").mask:
        return None
    return gtids[_GTID_LINE]


class _Bytes:
    """Constant bytes of the module, with room behind them for copies by steps."""

    def __init__(self, code: Code, name: str, data: bytes) -> None:
        self.size = len(data)
        padded = data.ljust(-(-len(data) // _STEP) * _STEP, b"\0")
        self._padded = len(padded)
        kind = ir.ArrayType(ir.IntType(8), len(padded))
        variable = ir.GlobalVariable(code.module, kind, name)
        variable.initializer = ir.Constant(kind, bytearray(padded))
        variable.global_constant, variable.linkage, variable.align = True, "internal", _STEP
        self._address = Word(code.builder, code.builder.ptrtoint(variable, ir.IntType(64)))

    def put(self, code: Code, target: Word) -> None:
        for place in range(0, self._padded, _STEP):
            code.copy(target + place, self._address + place, _STEP)


class _Transactions:
    """The function while it is made."""

    def __init__(self, module: Any, name: str, form: FileForm, shapes: Sequence[ShapeForm]) -> None:
        self.code = code = Code(module, name, 3)
        assert form.gtid is not None
        self.gtid, self.form, self.shapes = form.gtid, form, shapes
        self.job, out, self.limit = code.arguments
        self._ones = all_ones(code)
        gap = bytes(form.begin.footer)
        self._head = _Bytes(code, "head", self.gtid.data + gap + form.begin.data + gap)
        self._xid = _Bytes(code, "xid", form.xid.data)
        self._rows_heads = [
            _Bytes(code, f"rows{number}", shape.table_map.data + gap + shape.rows.data)
            for number, shape in enumerate(shapes)
        ]
        self._shape_lines = self.field(k.J_SHAPES)
        self._read_job()
        self._images = [self._images_of(number) for number in range(len(shapes))]
        self.target, self.place = Variable(code, out), Variable(code, out)
        # a rows event is signed when the next one is written: what was just written in other widths is read slowly
        self._open_start, self._open_end = Variable(code, 0), Variable(code, 0)

    def field(self, index: int) -> Word:
        return self.code.load(self.job + 8 * index)

    def _read_job(self) -> None:
        code, cursors = self.code, self.field(k.J_CURSORS)
        self.transaction = Variable(code, self.field(k.J_TRANSACTION))
        self.statement = Variable(code, self.field(k.J_STATEMENT))
        self.group = Variable(code, self.field(k.J_GROUP))
        self.position = Variable(code, self.field(k.J_POSITION))
        self.events = Variable(code, self.field(k.J_EVENT_COUNT))
        numbers = range(len(self.shapes))
        self.cursors = [Variable(code, code.load(cursors + 8 * number)) for number in numbers]
        self.committed = [Variable(code, code.load(cursors + 8 * number)) for number in numbers]
        self.tables = (self.field(k.J_CRC_KEYS), self.field(k.J_CRC_MASKS), self.field(k.J_CRC_ZEROS))

    def _images_of(self, shape: int) -> list[tuple[Image, Word]]:
        """Of a shape, each with the number of its rows that are safe."""
        images = []
        for number, form in enumerate(self.shapes[shape].images):
            line = self._shape_lines + (shape * _SHAPE_BYTES + 8 * number * k.S_NEXT_IMAGE)
            image = Image(self.code, form, self.code.load(line + 8 * k.S_PLAN), self._ones)
            images.append((image, self.code.load(line + 8 * k.S_SAFE)))
        return images

    # --- events

    def _seal(self, target: Word, template: Template, values: Mapping[str, Word]) -> None:
        """Fields and checksum of a template that stands at `target`."""
        code, fields = self.code, []
        for name, value in values.items():
            slot = template.number_slot(name) if name == "transaction_length" else template.slot(name)
            size = slot.mask.bit_length() // 8
            if size in (1, 2, 4, 8):
                code.store(target + slot.offset, value, size)
            else:
                code.store(target + slot.offset, value | slot.word)
            before = int.from_bytes(template.data[slot.offset : slot.offset + size], "little")
            fields.append((slot.offset, value ^ before))
        code.store(target + len(template.data), of_template(code, template.data, fields), 4)

    def _sign(self) -> None:
        """The rows event that is not signed yet."""
        code, end = self.code, self._open_end.get()
        with code.when(end.compared("!=", 0), likely=True):
            start = self._open_start.get()
            code.store(end, of_memory(code, start, end - start, *self.tables), 4)

    def _put_statement(self, number: int, rows: Word, seconds: Word, start: Word, refused: Any) -> None:
        """A statement of that shape at `self.place`; `refused` leaves."""
        code, shape = self.code, self.shapes[number]
        line = self._shape_lines + number * _SHAPE_BYTES
        cursor, place = self.cursors[number], self.place.get()
        bound = rows * code.load(line + 8 * k.S_BOUND)
        head = self._rows_heads[number]
        stop = cursor.get() + rows
        fits = (bound + code.load(line + 8 * k.S_FIXED)).compared("<=", self.field(k.J_MAX_EVENT_SIZE))
        fits = code.builder.and_(fits, bound.compared("<=", LONGEST - head.size))
        room = place + bound + (head.size + self._xid.size + 4 * _STEP)
        fits = code.builder.and_(fits, room.compared("<=", self.limit))
        for _, safe in self._images[number]:
            fits = code.builder.and_(fits, stop.compared("<=", safe))
        with code.when(code.builder.not_(fits), likely=False):
            refused()
        head.put(code, place)
        begin = place + shape.table_map.size
        end = Variable(code, place + head.size)
        row = Variable(code, cursor.get())
        with code.loop(lambda: row.get().compared("<", stop)):
            after = end.get()
            for image, _ in self._images[number]:
                after = image.put(code, row.get(), after)
            end.set(after)
            row.set(row.get() + 1)
        cursor.set(stop)
        behind = self.position.get() + (begin - start)
        self._seal(place, shape.table_map, {"timestamp": seconds, "log_pos": behind})
        size = end.get() + shape.rows.footer - begin
        for name, value in (("timestamp", seconds), ("size", size), ("log_pos", behind + size)):
            code.store(begin + shape.rows.fields[name].offset, value, 4)
        self._sign()
        self._open_start.set(begin)
        self._open_end.set(end.get())
        self.place.set(begin + size)

    def _put_statements(self, count: Word, seconds: Word, start: Word, refused: Any) -> None:
        code = self.code
        shape_of = self.field(k.J_STATEMENT_SHAPE) + self.statement.get() * 8
        rows_of = self.field(k.J_STATEMENT_ROWS) + self.statement.get() * 8
        done = Variable(code, 0)
        with code.loop(lambda: done.get().compared("<", count)):
            rows = code.load(rows_of + done.get() * 8)
            if len(self.shapes) == 1:
                self._put_statement(0, rows, seconds, start, refused)
            else:
                self._put_one_of(code.load(shape_of + done.get() * 8), rows, seconds, start, refused)
            done.set(done.get() + 1)

    def _put_one_of(self, chosen: Word, rows: Word, seconds: Word, start: Word, refused: Any) -> None:
        builder = self.code.builder
        after = builder.append_basic_block("after")
        blocks = [builder.append_basic_block(f"shape{number}") for number in range(len(self.shapes))]
        switch = builder.switch(chosen.value, blocks[0])
        for number, block in enumerate(blocks):
            if number:
                switch.add_case(ir.Constant(ir.IntType(64), number), block)
            builder.position_at_end(block)
            self._put_statement(number, rows, seconds, start, refused)
            builder.branch(after)
        builder.position_at_end(after)

    # --- transactions

    def make(self) -> None:
        code = self.code
        times, counts = self.field(k.J_TIMESTAMPS), self.field(k.J_TRANSACTION_STATEMENTS)
        last, parents, ends = self.field(k.J_TRANSACTIONS), self.field(k.J_PARENTS), self.field(k.J_ENDS)
        with code.loop(lambda: self.transaction.get().compared("<", last)) as leave:
            number, start, position = self.transaction.get(), self.target.get(), self.position.get()
            with code.when(position.compared(">=", self.field(k.J_BEGIN_LIMIT)), likely=False):
                leave()
            with code.when((start + self._head.size + 2 * _STEP).compared(">", self.limit), likely=False):
                leave()
            time, count = code.load(times + number * 8), code.load(counts + number * 8)
            seconds = time // _SECOND
            self._head.put(code, start)
            self.place.set(start + self._head.size)
            self._put_statements(count, seconds, start, leave)
            place = self.place.get()
            self._xid.put(code, place)
            length = place + self.form.xid.size - start
            width = list(PACKED_WIDTHS.values())[_GTID_LINE]
            for low, high in ((length, width.largest), (code.word(width.smallest), length)):
                with code.when(low.compared(">", high), likely=False):
                    leave()
            behind = position + length
            with code.when(behind.compared(">", self.field(k.J_END_LIMIT)), likely=False):
                leave()
            group = self.group.get()
            parent = Variable(code, group)
            with code.when(parents.compared("!=", 0)):
                parent.set(code.load(parents + number * 8))
            xid = self.field(k.J_FIRST_XID) + group
            self._seal(place, self.form.xid, {"timestamp": seconds, "log_pos": behind, "xid": xid})
            self._seal_head(start, position, length, time, parent.get())
            for cursor, committed in zip(self.cursors, self.committed, strict=True):
                committed.set(cursor.get())
            self.events.set(self.events.get() + count * 2 + 3)
            self.statement.set(self.statement.get() + count)
            self.transaction.set(number + 1)
            self.group.set(group + 1)
            self.position.set(behind)
            self.target.set(start + length)
            code.store(ends + number * 8, start + length)
        self._sign()
        self._write_job()
        code.give(self.target.get())

    def _seal_head(self, start: Word, position: Word, length: Word, time: Word, parent: Word) -> None:
        seconds, group = time // _SECOND, self.group.get()
        after_gtid = position + self.gtid.size
        values = {
            "timestamp": seconds,
            "log_pos": after_gtid,
            "gno": self.field(k.J_FIRST_GNO) + self.field(k.J_GNO_STEP) * group,
            "last_committed": parent,
            "sequence_number": group + 1,
            "timestamp_word": time,
            "transaction_length": length,
        }
        self._seal(start, self.gtid, values)
        begin = start + self.gtid.size
        after_begin = after_gtid + self.form.begin.size
        self._seal(begin, self.form.begin, {"timestamp": seconds, "log_pos": after_begin})

    def _write_job(self) -> None:
        code, cursors = self.code, self.field(k.J_CURSORS)
        for index, variable in (
            (k.J_TRANSACTION, self.transaction),
            (k.J_STATEMENT, self.statement),
            (k.J_GROUP, self.group),
            (k.J_POSITION, self.position),
            (k.J_EVENT_COUNT, self.events),
        ):
            code.store(self.job + 8 * index, variable.get())
        for number, committed in enumerate(self.committed):
            code.store(cursors + 8 * number, committed.get())


def add_transactions(module: Any, form: FileForm, shapes: Sequence[ShapeForm]) -> None:
    """Adds the function TRANSACTIONS to a module: transactions(job, out, limit) -> end.

    It writes whole transactions from `out` on while there is room up to `limit`, moves the job on, and returns the end
    of the last one. No checksum of them is left open.
    """
    _Transactions(module, TRANSACTIONS, form, shapes).make()
