"""JSON text to MySQL's binary JSON: what `json_from_text` and `json_to_binary` make of usual documents, without Python.

A document is first read into nodes, then written. What is not usual is left to the exact way, which also words the
errors: text that is no JSON, documents of 64 KiB and more, numbers that need care, half a surrogate pair.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.doubles import NOT_SURE, double_bits
from binwriter.bulk.kernels.memory import (
    copy_bytes,
    load8,
    store8,
    store16,
    store32,
    store64,
)
from binwriter.formats.columns.json_layout import (
    LARGEST_SIGNED_FROM_TEXT,
    LITERAL_CODES,
    MAX_DEPTH,
    SMALL,
    JsonType,
)

Number = Any  # an int64 of the kernel

UNUSUAL = -1
# Most bytes of text that are read here; and of room that a document and its nodes take for each of them.
LONGEST_TEXT = 1 << 17
ROOM = 4
ROOM_BESIDES = 64

_OBJECT, _ARRAY, _LITERAL = int(JsonType.SMALL_OBJECT), int(JsonType.SMALL_ARRAY), int(JsonType.LITERAL)
_INT16, _INT32, _INT64 = int(JsonType.INT16), int(JsonType.INT32), int(JsonType.INT64)
_UINT64, _DOUBLE, _STRING = int(JsonType.UINT64), int(JsonType.DOUBLE), int(JsonType.STRING)
_NULL, _TRUE, _FALSE = LITERAL_CODES[None], LITERAL_CODES[True], LITERAL_CODES[False]
_LIMIT = SMALL.limit
_WIDTH = SMALL.width
_HEADER_BYTES = len(SMALL.header.build((0, 0)))
_KEY_BYTES = len(SMALL.key.build((0, 0)))
_VALUE_BYTES = len(SMALL.value.build((0, 0)))
_SLOT = _VALUE_BYTES - _WIDTH  # behind the type
_MOST_KEYS = 512  # sorted by insertion

# the numbers of a node; FIRST: value, first child or address of the text; SIZE: bytes of text, or number of children
_KIND, _FIRST, _SIZE, _NEXT, _KEY, _KEY_SIZE, NODE = 0, 1, 2, 3, 4, 5, 6
# of an open container: its node, where it begins, its children in `order`, which of them is next, how many there are
_BEGIN, _CHILDREN, _TURN, _COUNT, _FRAME = 1, 2, 3, 4, 5

_QUOTE, _BACKSLASH, _MINUS, _PLUS, _POINT, _COMMA, _COLON = 34, 92, 45, 43, 46, 44, 58
_ZERO, _NINE, _BRACE, _BRACE_END, _BRACKET, _BRACKET_END, _UPPER_E, _LOWER_E = 48, 57, 123, 125, 91, 93, 69, 101
_SPACE, _LOWER_U = 32, 117
_MOST_DIGITS = 19


def _escapes() -> np.ndarray[Any, np.dtype[np.uint8]]:
    """What stands behind a backslash -> the character; 0: nothing that may."""
    table = np.zeros(256, np.uint8)
    for escape, character in zip('"\\/bfnrt', '"\\/\b\f\n\r\t', strict=True):
        table[ord(escape)] = ord(character)
    return table


_ESCAPES = _escapes()


# --- reading ----------------------------------------------------------------------------------------------------------


@kernel(inline="always")
def spaces(place: Number, end: Number) -> Number:
    while place < end:
        byte = load8(place)
        if byte != 32 and byte != 10 and byte != 13 and byte != 9:
            break
        place += 1
    return place


@kernel()
def hexadecimal(place: Number) -> Number:
    """Four digits; UNUSUAL if they are none."""
    value: Number = 0
    for index in range(4):
        byte = np.int64(load8(place + index))
        if 48 <= byte <= 57:
            value = value * 16 + byte - 48
        elif 65 <= byte & ~32 <= 70:
            value = value * 16 + (byte & ~32) - 55
        else:
            return UNUSUAL
    return value


@kernel()
def put_character(code: Number, text: Number) -> Number:
    """In UTF-8; gives the address after it."""
    if code < 0x80:
        store8(text, np.uint8(code))
        return text + 1
    if code < 0x800:
        store8(text, np.uint8(0xC0 | code >> 6))
        store8(text + 1, np.uint8(0x80 | code & 63))
        return text + 2
    if code < 0x10000:
        store8(text, np.uint8(0xE0 | code >> 12))
        store8(text + 1, np.uint8(0x80 | code >> 6 & 63))
        store8(text + 2, np.uint8(0x80 | code & 63))
        return text + 3
    store8(text, np.uint8(0xF0 | code >> 18))
    store8(text + 1, np.uint8(0x80 | code >> 12 & 63))
    store8(text + 2, np.uint8(0x80 | code >> 6 & 63))
    store8(text + 3, np.uint8(0x80 | code & 63))
    return text + 4


@kernel()
def read_string(place: Number, end: Number, text: Number) -> Number:
    """From behind the quote: (address, bytes, where the text goes on, where room for more text is).

    Text without escapes is left where it is. UNUSUAL for the place if it is not in order.
    """
    start = place
    while place < end:
        byte = load8(place)
        if byte == _QUOTE:
            return start, place - start, place + 1, text
        if byte == _BACKSLASH or byte < _SPACE:
            break
        place += 1
    size = place - start
    copy_bytes(text, start, size)
    start, text = text, text + size
    while place < end:
        byte = load8(place)
        if byte == _QUOTE:
            return start, text - start, place + 1, text
        if byte < _SPACE:
            break
        place += 1
        if byte != _BACKSLASH:
            store8(text, byte)
            text += 1
            continue
        if place >= end:
            break
        byte = load8(place)
        if byte != _LOWER_U:
            if _ESCAPES[byte] == 0:
                break
            store8(text, _ESCAPES[byte])
            text, place = text + 1, place + 1
            continue
        if place + 5 > end:
            break
        code = hexadecimal(place + 1)
        place += 5
        if 0xD800 <= code < 0xDC00 and place + 6 <= end and load8(place) == _BACKSLASH and load8(place + 1) == _LOWER_U:
            low = hexadecimal(place + 2)
            if not 0xDC00 <= low < 0xE000:
                break
            code = 0x10000 + ((code - 0xD800) << 10) + low - 0xDC00
            place += 6
        if code < 0 or 0xD800 <= code < 0xE000:
            break
        text = put_character(code, text)
    return start, 0, UNUSUAL, text


@kernel()
def read_number(place: Number, end: Number) -> Number:
    """(type, value or bits of the double, where the text goes on); the place is UNUSUAL if Python must look."""
    negative = load8(place) == _MINUS
    if negative:
        place += 1
    digits, count, power = np.uint64(0), 0, 0
    start = place
    while place < end and _ZERO <= load8(place) <= _NINE:
        digits = digits * np.uint64(10) + np.uint64(load8(place) - np.uint8(_ZERO))
        place += 1
    count = place - start
    if count == 0 or (count > 1 and load8(start) == _ZERO):
        return 0, 0, UNUSUAL
    whole = True
    if place < end and load8(place) == _POINT:
        whole = False
        place += 1
        start = place
        while place < end and _ZERO <= load8(place) <= _NINE:
            digits = digits * np.uint64(10) + np.uint64(load8(place) - np.uint8(_ZERO))
            place += 1
        power = start - place
        count -= power
        if power == 0:
            return 0, 0, UNUSUAL
    if place < end and load8(place) | np.uint8(32) == _LOWER_E:
        whole = False
        place += 1
        less = place < end and load8(place) == _MINUS
        if less or (place < end and load8(place) == _PLUS):
            place += 1
        exponent: Number = 0
        start = place
        while place < end and _ZERO <= load8(place) <= _NINE and place - start < 6:
            exponent = exponent * 10 + np.int64(load8(place)) - _ZERO
            place += 1
        if place == start or (place < end and _ZERO <= load8(place) <= _NINE):
            return 0, 0, UNUSUAL
        power += -exponent if less else exponent
    if count > _MOST_DIGITS:
        return 0, 0, UNUSUAL
    if whole:
        if digits >> np.uint64(63):
            return (0, 0, UNUSUAL) if negative else (_UINT64, np.int64(digits), place)
        value = np.int64(digits)
        if value > LARGEST_SIGNED_FROM_TEXT and not negative:
            return _UINT64, value, place
        value = -value if negative else value
        if -0x8000 <= value < 0x8000:
            return _INT16, value, place
        return (_INT32 if -0x80000000 <= value < 0x80000000 else _INT64), value, place
    bits = np.uint64(0)
    if digits:
        bits = double_bits(digits, power)
        if bits == np.uint64(NOT_SURE):
            return 0, 0, UNUSUAL
    return _DOUBLE, np.int64(bits | np.uint64(negative) << np.uint64(63)), place


@kernel()
def read_literal(place: Number, end: Number) -> Number:
    """(code, where the text goes on)."""
    byte = load8(place)
    if byte == 116 and place + 4 <= end:
        if load8(place + 1) == 114 and load8(place + 2) == 117 and load8(place + 3) == 101:
            return _TRUE, place + 4
    elif byte == 110 and place + 4 <= end:
        if load8(place + 1) == 117 and load8(place + 2) == 108 and load8(place + 3) == 108:
            return _NULL, place + 4
    elif byte == 102 and place + 5 <= end:
        same = load8(place + 1) == 97 and load8(place + 2) == 108 and load8(place + 3) == 115
        if same and load8(place + 4) == 101:
            return _FALSE, place + 5
    return 0, UNUSUAL


@kernel()
def read_key(place: Number, end: Number, text: Number) -> Number:
    """A member's name and the colon: as `read_string`."""
    place = spaces(place, end)
    if place >= end or load8(place) != _QUOTE:
        return 0, 0, UNUSUAL, text
    key, size, place, text = read_string(place + 1, end, text)
    if place == UNUSUAL or size > _LIMIT:
        return 0, 0, UNUSUAL, text
    place = spaces(place, end)
    if place >= end or load8(place) != _COLON:
        return 0, 0, UNUSUAL, text
    return key, size, place + 1, text


@kernel()
def read_document(place: Number, end: Number, nodes: Number, text: Number, opened: Number, latest: Number) -> Number:
    """The number of nodes, or UNUSUAL. opened, latest: of each level the container and its last child."""
    count = depth = 0
    key = key_size = 0
    while True:
        place = spaces(place, end)
        if place >= end or depth >= MAX_DEPTH:
            return UNUSUAL
        node = count
        count += 1
        nodes[node, _FIRST] = nodes[node, _NEXT] = UNUSUAL
        nodes[node, _SIZE] = 0
        nodes[node, _KEY], nodes[node, _KEY_SIZE] = key, key_size
        if depth:
            parent = opened[depth - 1]
            nodes[parent, _SIZE] += 1
            if latest[depth - 1] == UNUSUAL:
                nodes[parent, _FIRST] = node
            else:
                nodes[latest[depth - 1], _NEXT] = node
            latest[depth - 1] = node
        byte = load8(place)
        if byte in (_BRACE, _BRACKET):
            nodes[node, _KIND] = _OBJECT if byte == _BRACE else _ARRAY
            place = spaces(place + 1, end)
            if place >= end:
                return UNUSUAL
            if load8(place) == (_BRACE_END if byte == _BRACE else _BRACKET_END):
                place += 1
            else:
                opened[depth], latest[depth] = node, UNUSUAL
                depth += 1
                if byte == _BRACE:
                    key, key_size, place, text = read_key(place, end, text)
                    if place == UNUSUAL:
                        return UNUSUAL
                continue
        elif byte == _QUOTE:
            nodes[node, _KIND] = _STRING
            start, size, place, text = read_string(place + 1, end, text)
            nodes[node, _FIRST], nodes[node, _SIZE] = start, size
        elif byte == _MINUS or _ZERO <= byte <= _NINE:
            kind, value, place = read_number(place, end)
            nodes[node, _KIND], nodes[node, _FIRST] = kind, value
        else:
            code, place = read_literal(place, end)
            nodes[node, _KIND], nodes[node, _FIRST] = _LITERAL, code
        # behind a value: the next one, or the end of what is open
        while True:
            if place == UNUSUAL:
                return UNUSUAL
            place = spaces(place, end)
            if depth == 0:
                return count if place == end else UNUSUAL
            if place >= end:
                return UNUSUAL
            byte = load8(place)
            place += 1
            is_object = nodes[opened[depth - 1], _KIND] == _OBJECT
            if byte == _COMMA:
                if is_object:
                    key, key_size, place, text = read_key(place, end, text)
                    if place == UNUSUAL:
                        return UNUSUAL
                break
            if byte != (_BRACE_END if is_object else _BRACKET_END):
                return UNUSUAL
            depth -= 1


# --- writing ----------------------------------------------------------------------------------------------------------


@kernel()
def key_is_less(nodes: Number, left: Number, right: Number) -> Number:
    """Shorter keys first, then by bytes: negative, 0 or positive."""
    size = nodes[left, _KEY_SIZE]
    if size != nodes[right, _KEY_SIZE]:
        return size - nodes[right, _KEY_SIZE]
    for index in range(size):
        a, b = np.int64(load8(nodes[left, _KEY] + index)), np.int64(load8(nodes[right, _KEY] + index))
        if a != b:
            return a - b
    return 0


@kernel()
def children_in_order(nodes: Number, node: Number, order: Number, place: Number) -> Number:
    """Puts a container's children into `order` from `place` on, as they are stored. Of equal keys the last stays."""
    child, count = nodes[node, _FIRST], 0
    if nodes[node, _SIZE] == 0:
        return 0
    is_object = nodes[node, _KIND] == _OBJECT
    while child != UNUSUAL:
        spot = place + count
        if is_object:
            while spot > place and key_is_less(nodes, order[spot - 1], child) > 0:
                spot -= 1
            if spot > place and key_is_less(nodes, order[spot - 1], child) == 0:
                order[spot - 1] = child
                child = nodes[child, _NEXT]
                continue
            for index in range(place + count, spot, -1):
                order[index] = order[index - 1]
        order[spot] = child
        count += 1
        child = nodes[child, _NEXT]
    return count


@kernel()
def put_scalar(nodes: Number, node: Number, target: Number) -> Number:
    kind, value = nodes[node, _KIND], nodes[node, _FIRST]
    if kind == _STRING:
        size = nodes[node, _SIZE]
        rest = size
        while rest >= 0x80:
            store8(target, np.uint8(rest & 0x7F | 0x80))
            rest >>= 7
            target += 1
        store8(target, np.uint8(rest))
        copy_bytes(target + 1, value, size)
        return target + 1 + size
    if kind == _LITERAL:
        store8(target, np.uint8(value))
        return target + 1
    if kind == _INT16:
        store16(target, np.uint16(value))
        return target + 2
    if kind == _INT32:
        store32(target, np.uint32(value))
        return target + 4
    store64(target, np.uint64(value))
    return target + 8


@kernel()
def put_head(nodes: Number, node: Number, order: Number, place: Number, count: Number, target: Number) -> Number:
    """Count, room for the size, entries and keys; gives the address after them, UNUSUAL if it gets large."""
    store16(target, np.uint16(count))
    entry = target + _HEADER_BYTES
    if nodes[node, _KIND] == _ARRAY:
        return entry + count * _VALUE_BYTES
    key = entry + count * (_KEY_BYTES + _VALUE_BYTES)
    for index in range(count):
        child = order[place + index]
        size = nodes[child, _KEY_SIZE]
        if key + size - target > _LIMIT:
            return UNUSUAL
        store16(entry, np.uint16(key - target))
        store16(entry + _WIDTH, np.uint16(size))
        copy_bytes(key, nodes[child, _KEY], size)
        entry += _KEY_BYTES
        key += size
    return key


@kernel()
def write_document(nodes: Number, order: Number, frames: Number, target: Number) -> Number:
    """The address after the document whose root is node 0; UNUSUAL if it is large."""
    store8(target, np.uint8(nodes[0, _KIND]))
    target += 1
    if nodes[0, _KIND] != _OBJECT and nodes[0, _KIND] != _ARRAY:
        return put_scalar(nodes, 0, target)
    depth, node, used = 0, 0, 0
    while True:
        # a container begins
        if nodes[node, _SIZE] > (_MOST_KEYS if nodes[node, _KIND] == _OBJECT else _LIMIT):
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
            if target - begin > _LIMIT:
                return UNUSUAL
            if turn == count:
                store16(begin + _WIDTH, np.uint16(target - begin))
                used = frames[frame, _CHILDREN]
                depth -= 1
                continue
            frames[frame, _TURN] = turn + 1
            child = order[frames[frame, _CHILDREN] + turn]
            kind = nodes[child, _KIND]
            keys = count * _KEY_BYTES if nodes[frames[frame, 0], _KIND] == _OBJECT else 0
            entry = begin + _HEADER_BYTES + keys + turn * _VALUE_BYTES
            store8(entry, np.uint8(kind))
            if kind in (_LITERAL, _INT16):
                store16(entry + _SLOT, np.uint16(nodes[child, _FIRST]))
                continue
            store16(entry + _SLOT, np.uint16(target - begin))
            if kind in (_OBJECT, _ARRAY):
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
