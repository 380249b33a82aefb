"""Row changes as Table_map and rows events."""

from __future__ import annotations

import functools
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from binwriter.binlog.events.queries import statement_flags
from binwriter.binlog.rules.row_image import ImageColumns, Images, image_columns
from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Table
from binwriter.formats.columns.json.binary import json_to_binary
from binwriter.formats.columns.json.diff import JsonDiffCodec
from binwriter.formats.columns.old.eras import with_whole_byte_bits, without_fraction
from binwriter.formats.columns.row_image import RowBytes, RowFormat
from binwriter.formats.columns.row_image import RowImage as AfterImage
from binwriter.formats.columns.rows_data import write_partial
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import optional_metadata
from binwriter.formats.columns.values import CellValue, JsonDiffs, JsonDocument
from binwriter.formats.constants import EventType, HeaderFlag, RowsFlag, TableMapFlag
from binwriter.formats.errors import EncodeError
from binwriter.formats.events import (
    Rows,
    TableMap,
)
from binwriter.formats.events.parts.extra_row_info import PartitionInfo, extra_row_info
from binwriter.formats.events.table_metadata import MetadataField
from binwriter.formats.records import dataclass
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.mysql.session_modes import RowImage
from binwriter.statement.event_context import RowSettings
from binwriter.statement.row_changes import ChangedRows, parts_of
from binwriter.statement.values import RowChange, RowOperation

_VERSION_2 = {
    RowOperation.WRITE: EventType.WRITE_ROWS,
    RowOperation.UPDATE: EventType.UPDATE_ROWS,
    RowOperation.DELETE: EventType.DELETE_ROWS,
}
_VERSION_1 = {
    RowOperation.WRITE: EventType.WRITE_ROWS_V1,
    RowOperation.UPDATE: EventType.UPDATE_ROWS_V1,
    RowOperation.DELETE: EventType.DELETE_ROWS_V1,
}
ROWS_EVENTS = frozenset((*_VERSION_2.values(), *_VERSION_1.values(), EventType.PARTIAL_UPDATE_ROWS))
_MANY = 4  # rows from which on they are encoded by columns
_STMT_END, _NO_FOREIGN_KEY_CHECKS = int(RowsFlag.STMT_END), int(RowsFlag.NO_FOREIGN_KEY_CHECKS)  # enums reckon slowly
# Post-header with the (empty) extra row info: what counts against binlog_row_event_max_size besides bitmaps and rows.
_ROWS_HEADER_LENGTH = {False: 10, True: 8}


def table_map(
    table: Table,
    table_id: int,
    *,
    full_metadata: bool,
    profile: ServerProfile = NEWEST,
    many_databases: bool = False,
    all_null: bool = False,
) -> TableMap:
    """The Table_map event of a table under that id. many_databases: the statement's events name no databases.
    all_null: each column may be."""
    layout = row_layout(table, profile)
    fields: tuple[tuple[int, bytes], ...] = ()
    if profile.optional_metadata:
        specs = [column.spec for column in table.columns]
        # a unique key that serves as primary key counts as one (seen in captures)
        key = primary_key_equivalent(table)
        primary = [(part.column, part.length) for part in key.parts] if key else None
        fields = optional_metadata(specs, full=full_metadata, primary_key=primary)
    flags = TableMapFlag.BIT_LEN_EXACT
    if not profile.exact_bit_length:
        layout = RowFormat([with_whole_byte_bits(spec) for spec in layout.specs])
        flags = TableMapFlag.NONE
    if many_databases:
        flags |= TableMapFlag.REFERRED_FK_DB
    if table.has_generated_key:
        flags |= TableMapFlag.GENERATED_INVISIBLE_PRIMARY_KEY
    return TableMap(
        table_id=table_id,
        flags=flags,
        schema=table.schema.encode(),
        table=table.name.encode(),
        column_types=layout.column_types,
        metadata=layout.metadata,
        null_bits=_all_bits(len(layout.specs)) if all_null else layout.null_bits,
        optional_metadata=tuple(MetadataField(kind, value) for kind, value in fields),
    )


def _all_bits(columns: int) -> bytes:
    return ((1 << columns) - 1).to_bytes((columns + 7) // 8, "little")


def row_layout(table: Table, profile: ServerProfile) -> RowFormat:
    """How this server lays the table's rows out."""
    if profile.fractional_seconds and not profile.fills_null_bits:
        return table.row_format
    return _old_row_format(table.row_format.specs, profile)


@functools.lru_cache(maxsize=1024)
def _old_row_format(specs: tuple[ColumnSpec, ...], profile: ServerProfile) -> RowFormat:
    if not profile.fractional_seconds:
        specs = tuple(without_fraction(spec) for spec in specs)
    return RowFormat(specs, fill_null_bits=profile.fills_null_bits)


@dataclass
class _Run:
    """Rows of one event to be: same table, operation and bitmaps. rows: their bytes, in pieces."""

    change: RowChange
    images: Images
    rows: list[bytes]
    size: int
    partitions: PartitionInfo | None = None


def row_event_bodies(
    changes: Sequence[RowChange], settings: RowSettings, table_id: Callable[[Table], int]
) -> list[Rows]:
    """The rows events of one statement for one cache, in order; STMT_END on the last.

    One event a run of rows of the same table, operation and bitmaps; a new one starts before it would pass
    binlog_row_event_max_size (findings part 5, last lines). A single larger row goes alone.
    """
    runs: list[_Run] = []
    for alike in _alike(changes):
        change = alike[0]
        table = change.table
        image = RowImage.MINIMAL if table is settings.minimal_of else settings.image
        images = image_columns(table, image, change.operation, change.assigned, change.read_whole)
        rows = _encoded_rows(settings.profile, alike, images, partial=settings.partial_json)
        fixed_size = rows_fixed_size(table, images, settings)
        last = runs[-1] if runs else None
        if last is not None and not _same_run(last, change, images):
            last = None
        if (settings.profile.names_partitions and table.partitioning is not None) or _stands_alone(change, images):
            _one_by_one(runs, last, alike, images, rows, fixed_size, settings)
        else:
            _as_they_fit(runs, last, change, images, rows, fixed_size, settings.max_event_size)
    return [
        rows_event(
            run.change.table,
            run.change.operation,
            run.images,
            settings,
            table_id(run.change.table),
            b"".join(run.rows),
            last=position == len(runs) - 1,
            by_foreign_key=run.change.by_foreign_key,
            partitions=run.partitions,
        )
        for position, run in enumerate(runs)
    ]


def _as_they_fit(
    runs: list[_Run],
    last: _Run | None,
    change: RowChange,
    images: Images,
    rows: RowBytes,
    fixed_size: int,
    most: int,
) -> None:
    """Rows that ask for no event of their own."""
    ends, count = rows.ends, len(rows.ends) - 1
    start = 0
    while start < count:
        if last is None:
            last = _Run(change, images, [], fixed_size)
            runs.append(last)
        least = start if last.rows else start + 1  # a larger row goes alone
        stop = max(least, bisect_right(ends, most - last.size + ends[start], start) - 1)
        if stop > start:
            last.rows.append(rows.data[ends[start] : ends[stop]])
        last.size += ends[stop] - ends[start]
        start, last = stop, None


def _one_by_one(
    runs: list[_Run],
    last: _Run | None,
    alike: Sequence[RowChange],
    images: Images,
    rows: RowBytes,
    fixed_size: int,
    settings: RowSettings,
) -> None:
    """Rows of a table with partitions, and those of which each has its own event."""
    names_partitions = settings.profile.names_partitions and alike[0].table.partitioning is not None
    alone = _stands_alone(alike[0], images)
    for change, row in zip(alike, rows.each(), strict=True):
        partitions = _partitions(change) if names_partitions else None
        fits = last is not None and last.size + len(row) <= settings.max_event_size
        if last is None or not fits or alone or last.partitions != partitions:
            last = _Run(change, images, [], fixed_size, partitions)
            runs.append(last)
        last.rows.append(row)
        last.size += len(row)


def rows_event_flags(rows: Rows, profile: ServerProfile) -> int:
    """The header flags of a rows event."""
    return statement_flags(profile) if rows.flags & _STMT_END else HeaderFlag.NONE


def _alike(changes: Sequence[RowChange]) -> Iterator[Sequence[RowChange]]:
    """The changes in stretches of one table, operation and set of columns."""
    single: list[RowChange] = []
    for part in parts_of(changes):
        if type(part) is not RowChange and isinstance(part, ChangedRows):
            if single:
                yield single
            yield part
            single = []
            continue
        if single:
            first = single[0]
            same = part.table is first.table and part.operation is first.operation
            if not (same and (part.assigned is first.assigned or part.assigned == first.assigned)):
                yield single
                single = []
        single.append(part)
    if single:
        yield single


def _same_run(run: _Run, change: RowChange, images: Images) -> bool:
    if run.change.table is not change.table or run.change.operation is not change.operation:
        return False
    # neither unused bits nor those of hidden columns part rows (captured: tests/golden/images, scenario
    # images_hidden_columns_replaced_row)
    return run.images == images or _columns(run.images) == _columns(images)


def _columns(images: Images) -> list[tuple[int, ...] | None]:
    return [None if image is None else image.columns for image in (images.before, images.after)]


def _stands_alone(change: RowChange, images: Images) -> bool:
    """Whether a row has an event of its own: a before image of the key alone, where the table has hidden columns for
    keys on expressions. The server compares bitmaps in which they count with some in which they do not (captured:
    keys_engine_mix_row)."""
    before = images.before
    return bool(change.table.hidden_columns and before and before.key_only)


def _partitions(change: RowChange) -> PartitionInfo | None:
    """Where the row is, and of an update where it was, if the table is partitioned (captured: an event of its own)."""
    partitioning = change.table.partitioning
    if partitioning is None:
        return None
    if change.after is None:
        assert change.before is not None
        return PartitionInfo(partitioning.of(change.before))
    source = None if change.before is None else partitioning.of(change.before)
    return PartitionInfo(partitioning.of(change.after), source)


def rows_fixed_size(table: Table, images: Images, settings: RowSettings) -> int:
    """What of a rows event counts against binlog_row_event_max_size besides its rows."""
    width = 1 if len(table.columns) < 251 else 3
    size: int = _ROWS_HEADER_LENGTH[settings.version_1] + width
    for image in (images.before, images.after):
        if image is not None:
            size += len(image.bitmap)
    return size


def _encoded_rows(profile: ServerProfile, changes: Sequence[RowChange], images: Images, *, partial: bool) -> RowBytes:
    """The rows of changes that are alike."""
    layout, operation = row_layout(changes[0].table, profile), changes[0].operation
    if len(changes) == 1:
        row = _encode_row(layout, changes[0], images, partial=partial)
        return RowBytes((0, len(row)), row)
    if len(changes) < _MANY or (partial and operation is RowOperation.UPDATE):
        return RowBytes.of([_encode_row(layout, change, images, partial=partial) for change in changes])
    try:
        many = changes if isinstance(changes, ChangedRows) else ChangedRows.of(changes)
        pairs = ((many.before, images.before), (many.after, images.after))
        given = [(rows, image) for rows, image in pairs if rows is not None and image is not None]
        if len(given) == 1:
            rows, image = given[0]
            quick = rows.images(image.columns, profile)
            if quick is not None:
                return quick
        return layout.encode_images([(rows.columns, _present(layout, image)) for rows, image in given])
    except (EncodeError, ValueError):  # which row it is, is said below
        return RowBytes.of([_encode_row(layout, change, images, partial=partial) for change in changes])


def _encode_row(layout: RowFormat, change: RowChange, images: Images, *, partial: bool) -> bytes:
    if images.before is None and images.after is not None and change.after is not None:  # a row that came
        return layout.encode(change.after, _present(layout, images.after))
    row = b""
    if images.before is not None and change.before is not None:
        row += layout.encode(change.before, _present(layout, images.before))
    if images.after is not None and change.after is not None:
        if partial and change.operation is RowOperation.UPDATE:
            row += write_partial(layout, partial_image(layout, change, images.after.columns))
        else:
            row += layout.encode(change.after, _present(layout, images.after))
    return row


def partial_image(layout: RowFormat, change: RowChange, columns: tuple[int, ...]) -> AfterImage:
    """The after image under PARTIAL_JSON: JSON columns as the steps that changed them, where those are shorter.

    A column whose value stays, assigned or not, has no steps (captured: json_steps_unchanged_row).
    """
    assert change.after is not None
    values = [_partial_value(layout, change, column) for column in columns]
    return AfterImage(columns, tuple(values), value_options=int(any(type(value) is JsonDiffs for value in values)))


def _partial_value(layout: RowFormat, change: RowChange, column: int) -> CellValue:
    assert change.after is not None
    value = change.after[column]
    if type(value) is not JsonDocument:
        return value
    before = change.before[column] if change.before is not None else None
    if type(before) is JsonDocument and json_to_binary(before) == json_to_binary(value):
        return JsonDiffs()
    changes = value.changes
    if changes is None or changes.diffs is None or changes.column != column:
        return value
    shorter = len(JsonDiffCodec(layout.specs[column]).encode(changes.diffs)) < len(json_to_binary(value))
    return changes.diffs if shorter else value


def _present(layout: RowFormat, image: ImageColumns) -> tuple[int, ...] | None:
    return None if len(image.columns) == len(layout.column_types) else image.columns


def rows_event(
    table: Table,
    operation: RowOperation,
    images: Images,
    settings: RowSettings,
    table_id: int,
    rows: bytes,
    *,
    last: bool,
    by_foreign_key: bool = False,
    partitions: PartitionInfo | None = None,
) -> Rows:
    """One rows event. rows: encoded row images; last: of its statement; by_foreign_key: begun by a cascade.

    partitions: of its rows, where the table has any.
    """
    before, after = images.before, images.after
    is_partial = settings.partial_json and operation is RowOperation.UPDATE
    kind = (_VERSION_1 if settings.version_1 else _VERSION_2)[operation]
    type_ = EventType.PARTIAL_UPDATE_ROWS if is_partial else kind
    return Rows(
        type=type_,
        table_id=table_id,
        flags=int(settings.flags) | (_NO_FOREIGN_KEY_CHECKS if by_foreign_key else 0) | (_STMT_END if last else 0),
        extra=b"" if partitions is None or settings.version_1 else extra_row_info(type_, partitions),
        column_count=len(table.columns),
        columns_before=before.bitmap if before else None,
        columns_after=after.bitmap if after else None,
        rows=rows,
    )
