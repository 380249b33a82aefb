"""JSON text to MySQL's binary JSON: what `json_from_text` and `json_to_binary` make of usual documents, without Python.

A document is first read into nodes (`json_text`), then written. Documents of 64 KiB and more are left to the exact way,
like all that is not usual.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.json_nodes import (
    ARRAY,
    FIRST,
    INT16,
    INT32,
    KEY,
    KEY_SIZE,
    KIND,
    LIMIT,
    LITERAL,
    NEXT,
    OBJECT,
    SIZE,
    STRING,
    UNUSUAL,
)
from binwriter.bulk.kernels.json_text import read_document
from binwriter.bulk.kernels.memory import copy_bytes, load8, store8, store16, store32, store64
from binwriter.formats.columns.json.layout import MAX_DEPTH, SMALL

Number = Any  # an int64 of the kernel

# Most bytes of text that are read here; and of room that a document and its nodes take for each of them.
LONGEST_TEXT = 1 << 17
ROOM = 4
ROOM_BESIDES = 64

_WIDTH = SMALL.width
_HEADER_BYTES = len(SMALL.header.build((0, 0)))
_KEY_BYTES = len(SMALL.key.build((0, 0)))
_VALUE_BYTES = len(SMALL.value.build((0, 0)))
_SLOT = _VALUE_BYTES - _WIDTH  # behind the type
_MOST_KEYS = 512  # sorted by insertion

# of an open container: its node, where it begins, its children in `order`, which of them is next, how many there are
_BEGIN, _CHILDREN, _TURN, _COUNT, _FRAME = 1, 2, 3, 4, 5


@kernel()
def key_order(nodes: Number, left: Number, right: Number) -> Number:
    """Shorter keys first, then by bytes: negative, 0 or positive."""
    size = nodes[left, KEY_SIZE]
    if size != nodes[right, KEY_SIZE]:
        return size - nodes[right, KEY_SIZE]
    for index in range(size):
        a, b = np.int64(load8(nodes[left, KEY] + index)), np.int64(load8(nodes[right, KEY] + index))
        if a != b:
            return a - b
    return 0


@kernel()
def children_in_order(nodes: Number, node: Number, order: Number, place: Number) -> Number:
    """Puts a container's children into `order` from `place` on, as they are stored. Of equal keys the last stays."""
    child, count = nodes[node, FIRST], 0
    if nodes[node, SIZE] == 0:
        return 0
    is_object = nodes[node, KIND] == OBJECT
    while child != UNUSUAL:
        spot = place + count
        if is_object:
            while spot > place and key_order(nodes, order[spot - 1], child) > 0:
                spot -= 1
            if spot > place and key_order(nodes, order[spot - 1], child) == 0:
                order[spot - 1] = child
                child = nodes[child, NEXT]
                continue
            for index in range(place + count, spot, -1):
                order[index] = order[index - 1]
        order[spot] = child
        count += 1
        child = nodes[child, NEXT]
    return count


@kernel()
def put_scalar(nodes: Number, node: Number, target: Number) -> Number:
    kind, value = nodes[node, KIND], nodes[node, FIRST]
    if kind == STRING:
        size = nodes[node, SIZE]
        rest = size
        while rest >= 0x80:
            store8(target, np.uint8(rest & 0x7F | 0x80))
            rest >>= 7
            target += 1
        store8(target, np.uint8(rest))
        copy_bytes(target + 1, value, size)
        return target + 1 + size
    if kind == LITERAL:
        store8(target, np.uint8(value))
        return target + 1
    if kind == INT16:
        store16(target, np.uint16(value))
        return target + 2
    if kind == INT32:
        store32(target, np.uint32(value))
        return target + 4
    store64(target, np.uint64(value))
    return target + 8


@kernel()
def put_head(nodes: Number, node: Number, order: Number, place: Number, count: Number, target: Number) -> Number:
    """Count, room for the size, entries and keys; gives the address after them, UNUSUAL if it gets large."""
    store16(target, np.uint16(count))
    entry = target + _HEADER_BYTES
    if nodes[node, KIND] == ARRAY:
        return entry + count * _VALUE_BYTES
    key = entry + count * (_KEY_BYTES + _VALUE_BYTES)
    for index in range(count):
        child = order[place + index]
        size = nodes[child, KEY_SIZE]
        if key + size - target > LIMIT:
            return UNUSUAL
        store16(entry, np.uint16(key - target))
        store16(entry + _WIDTH, np.uint16(size))
        copy_bytes(key, nodes[child, KEY], size)
        entry += _KEY_BYTES
        key += size
    return key


@kernel()
def write_document(nodes: Number, order: Number, frames: Number, target: Number) -> Number:
    """The address after the document whose root is node 0; UNUSUAL if it is large."""
    store8(target, np.uint8(nodes[0, KIND]))
    target += 1
    if nodes[0, KIND] != OBJECT and nodes[0, KIND] != ARRAY:
        return put_scalar(nodes, 0, target)
    depth, node, used = 0, 0, 0
    while True:
        # a container begins
        if nodes[node, SIZE] > (_MOST_KEYS if nodes[node, KIND] == OBJECT else LIMIT):
            return UNUSUAL
        count = children_in_order(nodes, node, order, used)
        frames[depth, 0], frames[depth, _BEGIN], frames[depth, _CHILDREN] = node, target, used
        frames[depth, _TURN], frames[depth, _COUNT] = 0, count
        used += count
        target = put_head(nodes, node, order, frames[depth, _CHILDREN], count, target)
        if target == UNUSUAL:
            return UNUSUAL
        depth += 1
        opened = False
        while depth and not opened:
            frame = depth - 1
            begin, turn, count = frames[frame, _BEGIN], frames[frame, _TURN], frames[frame, _COUNT]
            if target - begin > LIMIT:
                return UNUSUAL
            if turn == count:
                store16(begin + _WIDTH, np.uint16(target - begin))
                used = frames[frame, _CHILDREN]
                depth -= 1
                continue
            frames[frame, _TURN] = turn + 1
            child = order[frames[frame, _CHILDREN] + turn]
            kind = nodes[child, KIND]
            keys = count * _KEY_BYTES if nodes[frames[frame, 0], KIND] == OBJECT else 0
            entry = begin + _HEADER_BYTES + keys + turn * _VALUE_BYTES
            store8(entry, np.uint8(kind))
            if kind in (LITERAL, INT16):
                store16(entry + _SLOT, np.uint16(nodes[child, FIRST]))
                continue
            store16(entry + _SLOT, np.uint16(target - begin))
            if kind in (OBJECT, ARRAY):
                node, opened = child, True
            else:
                target = put_scalar(nodes, child, target)
        if not opened:
            return target


@kernel()
def convert_texts(
    validity: Number, offsets: Number, data: Number, nodes: Number, order: Number, target: Number, ends: Number
) -> Number:
    """The documents of a column one behind the other; after each its end, from `target`, goes to `ends`.

    validity: whether each text is not NULL. offsets: one more than texts, into the bytes at the address `data`.
    nodes, order: a line a byte of the longest text that is read, and two more. target: ROOM bytes of room for every
    byte of text, and ROOM_BESIDES more each. Gives how many texts were left out as unusual; the ends of these are -1.
    """
    start, left_out, last = target, 0, 0
    opened, latest = np.zeros(MAX_DEPTH + 1, np.int64), np.zeros(MAX_DEPTH + 1, np.int64)
    frames = np.zeros((MAX_DEPTH + 1, _FRAME), np.int64)
    for row in range(len(validity)):
        ends[row] = last
        if not validity[row]:
            continue
        first, end = data + np.int64(offsets[row]), data + np.int64(offsets[row + 1])
        size = end - first
        made = UNUSUAL
        if size <= LONGEST_TEXT and size + 2 <= len(nodes):
            # strings with escapes lie behind the room that the document can take
            text = target + (ROOM - 1) * size + ROOM_BESIDES
            if read_document(first, end, nodes, text, opened, latest) != UNUSUAL:
                made = write_document(nodes, order, frames, target)
        if made == UNUSUAL:
            left_out += 1
            ends[row] = -1
            continue
        target = made
        last = target - start
        ends[row] = last
    return left_out
