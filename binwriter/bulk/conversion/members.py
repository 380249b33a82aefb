"""ENUM and SET over whole arrays: numbers, or names that are compared exactly."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.bulk.conversion.numbers import is_number, within
from binwriter.bulk.storage_form import storage_type
from binwriter.formats.columns.spec import ColumnSpec


def enums(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """ENUM: 1 is the first member; or the member's name."""
    stored = storage_type(spec)
    if is_number(array.type):
        made = array.cast(stored)
        most = len(spec.members) if spec.members else (1 << 8 * spec.length) - 1
        return made if within(made, 0, most) else None
    if not pa.types.is_string(array.type):
        return None
    places = pc.index_in(array, value_set=pa.array(spec.members, pa.string()))
    if places.null_count != array.null_count:
        return None
    return pc.add(places, 1).cast(stored)


def sets(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """SET: a bit mask, or a list of names. Names with commas between them go value by value (`batch`)."""
    stored = storage_type(spec)
    if is_number(array.type):
        made = array.cast(stored)
        most = (1 << (len(spec.members) if spec.members else 8 * spec.length)) - 1
        return made if within(made, 0, most) else None
    if not (pa.types.is_list(array.type) and pa.types.is_string(array.type.value_type)):
        return None
    names, rows = array.flatten(), pc.list_parent_indices(array)
    places = pc.index_in(names, value_set=pa.array(spec.members, pa.string()))
    if places.null_count:
        return None
    masks = np.zeros(len(array), np.uint64)
    np.bitwise_or.at(masks, np.asarray(rows), np.uint64(1) << np.asarray(places).astype(np.uint64))
    return pa.array(masks, mask=np.asarray(array.is_null()))
