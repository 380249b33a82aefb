"""The templates of one file as the numbers that the transaction kernel takes (`kernels.lines`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from binwriter.binlog.events.rows import rows_event, rows_event_flags, rows_fixed_size, table_map
from binwriter.binlog.files.file import MAX_FILE_SIZE, PendingEvent
from binwriter.binlog.rules.row_image import Images
from binwriter.bulk.file_events import FileEvents
from binwriter.bulk.kernels import lines as k
from binwriter.bulk.templates import PACKED_WIDTHS, Template, template_of
from binwriter.bulk.work import MAX_BINLOG_SIZE, BulkTable, IntArray, RowShape, shape_images
from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import Query, Rows, TableMap, Xid, build_body, event_type_of
from binwriter.formats.records import dataclass, replace

# What copies read and write past a template's end.
_PADDING = 128
# Kinds of statement come in a few combinations, batch by batch.
_MOST_MATRICES = 256
_NO_LIMIT = (1 << 63) - 1


@dataclass(frozen=True)
class ShapeTemplates:
    """The events of one kind of statement. rows: an event without rows, last of its statement; other: not the last."""

    images: Images
    table_map: Template
    rows: Template
    other: Template
    fixed_size: int


@dataclass(frozen=True)
class _Line:
    """A template where it stays in memory, and its line of `events`."""

    memory: npt.NDArray[np.uint8]
    numbers: IntArray


class FileLayout:
    """The templates of one file.

    nested: of events inside Transaction_payload: no GTID event, no checksums, position 0. gtids: one a size of
    transaction_length; none where no GTID event is written, or a tagged one, whose numbers all vary in length.
    """

    def __init__(self, events: FileEvents, tables: Sequence[BulkTable], *, nested: bool = False) -> None:
        self._events = events
        self._tables = tables
        self._nested = nested
        self._checksum = ChecksumAlgorithm.NONE if nested else events.checksum
        self._shapes: dict[RowShape, _ShapeLines] = {}
        self._matrices: dict[tuple[RowShape, ...], tuple[IntArray, IntArray, IntArray]] = {}
        self.begin = self._template(Query, events.begin(0))
        self.xid = self._template(Xid, PendingEvent(EventType.XID, build_body(Xid(xid=0)), 0))
        self.gtids = () if nested or not events.writes_gtids or events.settings.tag else self._gtid_templates()
        self._common = self._common_lines()
        self.gtid_numbers = self._gtid_numbers()

    def _template(self, cls: type[Declared], event: PendingEvent) -> Template:
        return template_of(cls, event, self._events.settings.server_id, self._checksum)

    def _gtid_templates(self) -> tuple[Template, ...]:
        templates = []
        for width in PACKED_WIDTHS.values():
            body = self._events.gtid_body(0, 0, 0, rest=0)
            if body.transaction_length is not None:
                body = replace(body, transaction_length=width.smallest)
            event = PendingEvent(event_type_of(body), build_body(body), 0)
            template = self._template(type(body), event)
            templates.append(template)
        return tuple(templates)

    def _common_lines(self) -> list[_Line]:
        gtids: list[Template | None] = list(self.gtids) or [None] * k.GTID_SIZES
        return [_line(template) for template in (*gtids, self.begin, self.xid)]

    def _gtid_numbers(self) -> IntArray:
        numbers = np.zeros((k.GTID_SIZES, k.G_COLUMNS), np.int64)
        numbers[:, k.G_LONGEST] = _NO_LIMIT
        for line, template, width in zip(numbers, self.gtids, PACKED_WIDTHS.values(), strict=False):
            line[k.G_GNO] = template.slot("gno").offset
            line[k.G_PARENT] = template.slot("last_committed").offset
            line[k.G_SEQUENCE] = template.slot("sequence_number").offset
            time = template.slot("timestamp_word")
            line[k.G_TIME], line[k.G_TIME_WORD] = time.offset, _signed(time.word)
            length = template.number_slot("transaction_length")
            line[k.G_LENGTH], line[k.G_LENGTH_MASK] = length.offset, _signed(length.mask)
            if length.mask:
                line[k.G_LONGEST] = min(width.largest, _NO_LIMIT)
        return numbers

    def shape_templates(self, shape: RowShape) -> ShapeTemplates:
        return self._lines_of(shape).templates

    def matrices(self, shapes: Sequence[RowShape]) -> tuple[IntArray, IntArray, IntArray]:
        """The matrices `events` and `shapes` of these kinds of statement, and a `job` with what all transactions share.

        The plans of rows are not filled in. `events` is not to be changed.
        """
        key = tuple(shapes)
        if key not in self._matrices:
            if len(self._matrices) >= _MOST_MATRICES:
                self._matrices.clear()
            self._matrices[key] = self._new_matrices(key)
        events, rows, job = self._matrices[key]
        return events, rows.copy(), job.copy()

    def _new_matrices(self, shapes: Sequence[RowShape]) -> tuple[IntArray, IntArray, IntArray]:
        lines = list(self._common)
        rows = np.zeros((len(shapes), k.S_COLUMNS), np.int64)
        for row, shape in zip(rows, shapes, strict=True):
            own = self._lines_of(shape)
            row[:] = own.numbers
            row[k.S_MAP], row[k.S_ROWS] = len(lines), len(lines) + 1
            lines += [own.table_map, own.rows]
        overhead = max((self.shape_templates(shape).table_map.size for shape in shapes), default=0)
        return np.stack([line.numbers for line in lines]), rows, self._job(overhead)

    def _job(self, overhead: int) -> IntArray:
        """overhead: the largest Table_map event."""
        plan, settings = self._events.plan, self._events.settings
        fixed = self.begin.size + self.xid.size + max((gtid.size for gtid in self.gtids), default=0)
        job = np.zeros(k.J_COLUMNS, np.int64)
        job[k.J_FIRST_GNO], job[k.J_GNO_STEP] = (plan.first_gno, 1) if settings.gtid else (0, 0)
        job[k.J_FIRST_XID] = plan.first_xid
        job[k.J_FOOTER] = self.begin.footer
        job[k.J_POSITION_MASK] = 0 if self._nested else -1
        job[k.J_MAX_EVENT_SIZE] = min(settings.max_event_size, MAX_FILE_SIZE)
        job[k.J_BEGIN_LIMIT] = _NO_LIMIT if self._nested else MAX_BINLOG_SIZE
        job[k.J_END_LIMIT] = _NO_LIMIT if self._nested else MAX_FILE_SIZE
        job[k.J_OVERHEAD] = fixed + overhead + _PADDING
        return job

    def _lines_of(self, shape: RowShape) -> _ShapeLines:
        if shape not in self._shapes:
            self._shapes[shape] = _shape_lines(self._shape_templates(shape))
        return self._shapes[shape]

    def _shape_templates(self, shape: RowShape) -> ShapeTemplates:
        events, given = self._events, self._tables[shape.table]
        profile, table = events.settings.profile, given.table
        images = shape_images(shape, table, events.settings.image)
        mapped = table_map(table, given.table_id, full_metadata=events.rows.full_metadata, profile=profile)
        rows = []
        for last in (True, False):
            body = rows_event(table, shape.operation, images, events.rows, given.table_id, b"", last=last)
            event = PendingEvent(body.type, build_body(body), 0, rows_event_flags(body, profile))
            rows.append(self._template(Rows, event))
        return ShapeTemplates(
            images=images,
            table_map=self._template(TableMap, PendingEvent(EventType.TABLE_MAP, build_body(mapped), 0)),
            rows=rows[0],
            other=rows[1],
            fixed_size=rows_fixed_size(table, images, events.rows),
        )


@dataclass(frozen=True)
class _ShapeLines:
    templates: ShapeTemplates
    table_map: _Line
    rows: _Line
    numbers: IntArray


def _shape_lines(templates: ShapeTemplates) -> _ShapeLines:
    numbers = np.zeros(k.S_COLUMNS, np.int64)
    numbers[k.S_FIXED] = templates.fixed_size
    numbers[k.S_IMAGES] = sum(image is not None for image in (templates.images.before, templates.images.after))
    last, other = templates.rows, templates.other
    for name, place, change in (
        ("body.flags", k.S_FLAGS, k.S_FLAGS_CHANGE),
        ("flags", k.S_HEADER_FLAGS, k.S_HEADER_FLAGS_CHANGE),
    ):
        span = last.fields[name]
        bits = [int.from_bytes(rows.data[span.offset : span.offset + span.size], "little") for rows in (last, other)]
        numbers[place], numbers[change] = span.offset, bits[0] ^ bits[1]
    return _ShapeLines(templates, _line(templates.table_map), _line(last), numbers)


def _line(template: Template | None) -> _Line:
    numbers = np.zeros(k.E_COLUMNS, np.int64)
    if template is None:
        return _Line(np.zeros(0, np.uint8), numbers)
    memory = np.zeros(len(template.data) + _PADDING, np.uint8)
    memory[: len(template.data)] = np.frombuffer(template.data, np.uint8)
    numbers[k.E_ADDRESS], numbers[k.E_BYTES] = memory.ctypes.data, len(template.data)
    fields = (
        ("timestamp", k.E_TIME, k.E_TIME_WORD),
        ("size", k.E_SIZE, k.E_SIZE_WORD),
        ("log_pos", k.E_POSITION, k.E_POSITION_WORD),
    )
    for name, place, word in fields:
        slot = template.slot(name)
        numbers[place], numbers[word] = slot.offset, _signed(slot.word)
    numbers[k.E_XID] = template.slot("xid").offset
    return _Line(memory, numbers)


def _signed(word: int) -> int:
    """The same 64 bits as an int64 has them."""
    return word - (1 << 64) if word >> 63 else word
