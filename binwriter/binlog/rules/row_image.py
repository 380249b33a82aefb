"""Row images: the PKE, and which columns stand in the before and the after image.

Sources: seed "logging rules and row images" (PKE and its three tables), findings part 5 (which key a real server takes,
what counts as a blob, and the unused bits of a bitmap's last byte).
"""

from __future__ import annotations

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.session_modes import RowImage
from binwriter.statement.values import RowOperation


@dataclass(frozen=True, slots=True)
class ImageColumns:
    """The columns of one image: their indexes, ascending, and the bitmap as it is logged.

    The bitmap is LSB first; its unused high bits are 1 where the server marked all columns at once, else 0.
    key_only: a before image of the PKE's key alone.
    """

    columns: tuple[int, ...]
    bitmap: bytes
    key_only: bool = False


@dataclass(frozen=True, slots=True)
class Images:
    """Both images of one kind of row change; None where the event has no such image."""

    before: ImageColumns | None
    after: ImageColumns | None


def is_blob(table: Table, column: int) -> bool:
    """Whether noblob leaves the column out: only the BLOB and TEXT families; JSON, GEOMETRY and VECTOR do not count."""
    return table.columns[column].spec.type is ColumnType.BLOB


def image_columns(
    table: Table,
    row_image: RowImage,
    operation: RowOperation,
    assigned: frozenset[int] | None,
    read_whole: bool = False,
) -> Images:
    """Which columns to log for a row change.

    assigned: the columns to which the statement gave a value; read_whole: how it read them (see `RowChange`).
    """
    kept: dict[object, Images] = table.__dict__.setdefault(_KEPT, {})  # as its cached properties are
    key = row_image, operation, assigned, read_whole
    images = kept.get(key)
    if images is None:
        if len(kept) >= _MOST:
            kept.clear()
        images = kept[key] = _images(table, row_image, operation, assigned, read_whole)
    return images


_KEPT, _MOST = "images of rows", 64


def _images(
    table: Table, row_image: RowImage, operation: RowOperation, assigned: frozenset[int] | None, read_whole: bool
) -> Images:
    # REPLACE starts from all columns and takes the blobs out, so the unused bits stay set; so do an UPDATE of a
    # partitioned table and a DELETE of several (captured: tests/golden/images), and what a join reads
    # before it runs (captured: scenarios/constant_rows_without_blobs)
    starts_from_all = (
        read_whole or assigned is None or (operation is RowOperation.UPDATE and table.partitioning is not None)
    )
    before = None if operation is RowOperation.WRITE else _before(table, row_image, starts_from_all=starts_from_all)
    after = None if operation is RowOperation.DELETE else _after(table, row_image, assigned)
    return Images(before, after)


def _before(table: Table, row_image: RowImage, *, starts_from_all: bool) -> ImageColumns:
    pke = primary_key_equivalent(table)
    if row_image is RowImage.FULL or pke is None:
        return _all(table)
    marked = set(pke.columns)
    if row_image is RowImage.NOBLOB:
        marked |= _non_blobs(table)
        return _marked(table, marked, fill=starts_from_all, hidden=True)
    return replace(_marked(table, marked), key_only=True)


def _after(table: Table, row_image: RowImage, assigned: frozenset[int] | None) -> ImageColumns:
    if row_image is RowImage.FULL or assigned is None:
        return _all(table)
    marked = set(assigned)
    if row_image is RowImage.NOBLOB:
        marked |= _non_blobs(table)
    return _marked(table, marked, hidden=True)


def _non_blobs(table: Table) -> set[int]:
    return {index for index in range(len(table.columns)) if not is_blob(table, index)}


def _all(table: Table) -> ImageColumns:
    count = len(table.columns)
    return ImageColumns(tuple(range(count)), b"\xff" * ((count + 7) // 8))


def _marked(table: Table, marked: set[int], *, fill: bool = False, hidden: bool = False) -> ImageColumns:
    """hidden: the columns of functional keys are marked as well; their bits are logged where the last byte has room."""
    count = len(table.columns)
    width = (count + 7) // 8
    bits = sum(1 << index for index in marked)
    if hidden and table.hidden_columns:
        bits |= ((1 << table.hidden_columns) - 1 << count) & ((1 << width * 8) - 1)
    if fill:
        bits |= (1 << width * 8) - (1 << count)
    return ImageColumns(tuple(sorted(marked)), bits.to_bytes(width, "little"))
