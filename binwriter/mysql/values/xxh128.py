"""XXH3 with 128 bits and without a seed: what a server makes etags of.

Source: the specification of XXH3 and its secret (https://github.com/Cyan4973/xxHash); held against etags of a 9.7.4
(captured: clusters/duality_views).
"""

from __future__ import annotations

from struct import Struct, unpack_from

_MASK = (1 << 64) - 1
_SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
_P32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
_P64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
_MIX1, _MIX2 = 0x165667919E3779F9, 0x9FB21C651E98DF25
_LANES = Struct("<8Q")
_STRIPE = _LANES.size
_STRIPES = (len(_SECRET) - _STRIPE) // 8  # in a block
_SHORT, _MIDDLE, _LONGEST_MIDDLE = 16, 128, 240


def xxh128(data: bytes) -> int:
    """The hash, its high 64 bits first."""
    size = len(data)
    if size > _LONGEST_MIDDLE:
        low, high = _long(data)
    elif size > _SHORT:
        low, high = _middle(data)
    elif size > 8:
        low, high = _nine_to_sixteen(data)
    elif size > 3:
        low, high = _four_to_eight(data)
    elif size:
        low, high = _one_to_three(data)
    else:
        low, high = (_avalanche64(_read(_SECRET, place) ^ _read(_SECRET, place + 8)) for place in (64, 80))
    return high << 64 | low


def _read(data: bytes, place: int) -> int:
    return int(unpack_from("<Q", data, place)[0])


def _avalanche64(value: int) -> int:
    value = (value ^ value >> 33) * _P64[1] & _MASK
    value = (value ^ value >> 29) * _P64[2] & _MASK
    return value ^ value >> 32


def _avalanche(value: int) -> int:
    value = (value ^ value >> 37) * _MIX1 & _MASK
    return value ^ value >> 32


def _folded(one: int, two: int) -> int:
    product = one * two
    return product & _MASK ^ product >> 64


def _one_to_three(data: bytes) -> tuple[int, int]:
    size = len(data)
    low = data[0] << 16 | data[size >> 1] << 24 | data[-1] | size << 8
    swapped = int.from_bytes(low.to_bytes(4, "little"), "big")
    high = (swapped << 13 | swapped >> 19) & 0xFFFFFFFF
    words = unpack_from("<4I", _SECRET)
    return _avalanche64(low ^ words[0] ^ words[1]), _avalanche64(high ^ words[2] ^ words[3])


def _four_to_eight(data: bytes) -> tuple[int, int]:
    size = len(data)
    keyed = unpack_from("<I", data)[0] | unpack_from("<I", data, size - 4)[0] << 32
    product = (keyed ^ _read(_SECRET, 16) ^ _read(_SECRET, 24)) * (_P64[0] + (size << 2) & _MASK)
    low, high = product & _MASK, product >> 64
    high = high + (low << 1) & _MASK
    low ^= high >> 3
    low = (low ^ low >> 35) * _MIX2 & _MASK
    return low ^ low >> 28, _avalanche(high)


def _nine_to_sixteen(data: bytes) -> tuple[int, int]:
    size = len(data)
    first, last = _read(data, 0), _read(data, size - 8)
    product = (first ^ last ^ _read(_SECRET, 32) ^ _read(_SECRET, 40)) * _P64[0]
    low = (product & _MASK) + (size - 1 << 54) & _MASK
    last ^= _read(_SECRET, 48) ^ _read(_SECRET, 56)
    high = (product >> 64) + last + (last & 0xFFFFFFFF) * (_P32[1] - 1) & _MASK
    low ^= int.from_bytes(high.to_bytes(8, "little"), "big")
    product = low * _P64[1]
    return _avalanche(product & _MASK), _avalanche((product >> 64) + high * _P64[1] & _MASK)


def _mixed(data: bytes, place: int, secret: int) -> int:
    return _folded(_read(data, place) ^ _read(_SECRET, secret), _read(data, place + 8) ^ _read(_SECRET, secret + 8))


def _middle(data: bytes) -> tuple[int, int]:
    size = len(data)
    low, high = size * _P64[0] & _MASK, 0

    def mix(one: int, two: int, secret: int) -> None:
        nonlocal low, high
        low = low + _mixed(data, one, secret) & _MASK ^ (_read(data, two) + _read(data, two + 8) & _MASK)
        high = high + _mixed(data, two, secret + 16) & _MASK ^ (_read(data, one) + _read(data, one + 8) & _MASK)

    if size <= _MIDDLE:
        for pair in reversed(range((size - 1) // 32 + 1)):
            mix(16 * pair, size - 16 * (pair + 1), 32 * pair)
    else:
        for place in range(32, 160, 32):
            mix(place - 32, place - 16, place - 32)
        low, high = _avalanche(low), _avalanche(high)
        for place in range(160, size + 1, 32):
            mix(place - 32, place - 16, place - 157)
        mix(size - 16, size - 32, 103)
    mingled = low * _P64[0] + high * _P64[3] + size * _P64[1] & _MASK
    return _avalanche(low + high & _MASK), -_avalanche(mingled) & _MASK


def _long(data: bytes) -> tuple[int, int]:
    lanes = [_P32[2], *_P64[:4], _P32[1], _P64[4], _P32[0]]

    def accumulate(place: int, secret: int) -> None:
        values, keys = _LANES.unpack_from(data, place), _LANES.unpack_from(_SECRET, secret)
        for lane, (value, key) in enumerate(zip(values, keys, strict=True)):
            keyed = value ^ key
            lanes[lane ^ 1] = lanes[lane ^ 1] + value & _MASK
            lanes[lane] = lanes[lane] + (keyed & 0xFFFFFFFF) * (keyed >> 32) & _MASK

    stripes = (len(data) - 1) // _STRIPE
    for stripe in range(stripes):
        accumulate(_STRIPE * stripe, stripe % _STRIPES * 8)
        if stripe % _STRIPES == _STRIPES - 1:
            keys = _LANES.unpack_from(_SECRET, len(_SECRET) - _STRIPE)
            lanes[:] = [(lane ^ lane >> 47 ^ key) * _P32[0] & _MASK for lane, key in zip(lanes, keys, strict=True)]
    accumulate(len(data) - _STRIPE, len(_SECRET) - _STRIPE - 7)

    def merged(secret: int, start: int) -> int:
        keys = _LANES.unpack_from(_SECRET, secret)
        pairs = (_folded(lanes[at] ^ keys[at], lanes[at + 1] ^ keys[at + 1]) for at in range(0, 8, 2))
        return _avalanche(start + sum(pairs) & _MASK)

    size = len(data)
    return merged(11, size * _P64[0] & _MASK), merged(len(_SECRET) - _STRIPE - 11, ~(size * _P64[1]) & _MASK)
