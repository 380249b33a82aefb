"""JSON text into nodes, of which `json_documents` makes binary JSON.

What is not usual is left to the exact way, which also words the errors: text that is no JSON, numbers that need care,
half a surrogate pair.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.doubles import NOT_SURE, double_bits
from binwriter.bulk.kernels.json_nodes import (
    ARRAY,
    DOUBLE,
    FIRST,
    INT16,
    INT32,
    INT64,
    KEY,
    KEY_SIZE,
    KIND,
    LIMIT,
    LITERAL,
    NEXT,
    OBJECT,
    SIZE,
    STRING,
    UINT64,
    UNUSUAL,
)
from binwriter.bulk.kernels.memory import copy_bytes, load8, store8
from binwriter.formats.columns.json.layout import LARGEST_SIGNED_FROM_TEXT, LITERAL_CODES, MAX_DEPTH

Number = Any  # an int64 of the kernel

_NULL, _TRUE, _FALSE = LITERAL_CODES[None], LITERAL_CODES[True], LITERAL_CODES[False]
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
            return (0, 0, UNUSUAL) if negative else (UINT64, np.int64(digits), place)
        value = np.int64(digits)
        if value > LARGEST_SIGNED_FROM_TEXT and not negative:
            return UINT64, value, place
        value = -value if negative else value
        if -0x8000 <= value < 0x8000:
            return INT16, value, place
        return (INT32 if -0x80000000 <= value < 0x80000000 else INT64), value, place
    bits = np.uint64(0)
    if digits:
        bits = double_bits(digits, power)
        if bits == np.uint64(NOT_SURE):
            return 0, 0, UNUSUAL
    return DOUBLE, np.int64(bits | np.uint64(negative) << np.uint64(63)), place


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
    if place == UNUSUAL or size > LIMIT:
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
        nodes[node, FIRST] = nodes[node, NEXT] = UNUSUAL
        nodes[node, SIZE] = 0
        nodes[node, KEY], nodes[node, KEY_SIZE] = key, key_size
        if depth:
            parent = opened[depth - 1]
            nodes[parent, SIZE] += 1
            if latest[depth - 1] == UNUSUAL:
                nodes[parent, FIRST] = node
            else:
                nodes[latest[depth - 1], NEXT] = node
            latest[depth - 1] = node
        byte = load8(place)
        if byte in (_BRACE, _BRACKET):
            nodes[node, KIND] = OBJECT if byte == _BRACE else ARRAY
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
            nodes[node, KIND] = STRING
            start, size, place, text = read_string(place + 1, end, text)
            nodes[node, FIRST], nodes[node, SIZE] = start, size
        elif byte == _MINUS or _ZERO <= byte <= _NINE:
            kind, value, place = read_number(place, end)
            nodes[node, KIND], nodes[node, FIRST] = kind, value
        else:
            code, place = read_literal(place, end)
            nodes[node, KIND], nodes[node, FIRST] = LITERAL, code
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
            is_object = nodes[opened[depth - 1], KIND] == OBJECT
            if byte == _COMMA:
                if is_object:
                    key, key_size, place, text = read_key(place, end, text)
                    if place == UNUSUAL:
                        return UNUSUAL
                break
            if byte != (_BRACE_END if is_object else _BRACKET_END):
                return UNUSUAL
            depth -= 1
