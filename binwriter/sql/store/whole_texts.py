"""Texts as whole numbers, as a server reads them for its integer columns: digits, a point and an exponent by turns.

Every oddity is the server's own and was captured (clusters/texts_of_whole_numbers): only spaces and tabs may stand
before, digits behind the 64th bit only round, an exponent is an int of C that goes around, and a text that ends behind
the exponent's sign is read as if the point were not there ('1.5e+' is 15).
"""

from __future__ import annotations

from binwriter.formats.patterns import pattern
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.expressions.numbers import UINT64_MAX, as_int32

_PLAIN = pattern(r"[ \t]*([+-]?[0-9]{1,18})")
_PARTS = pattern(r"[ \t]*([+-]?)([0-9]*)(?:(\.)([0-9]*))?")
_EXPONENT = pattern(r"[eE]([+-]?)([0-9]*)")
_LONGEST_SHIFT = 20  # digits of the largest number of 64 bits
_BEYOND = 10**40  # any number that no integer column has


def whole_number_of(text: str) -> tuple[int | None, str]:
    """(the number, rounded half away from zero; what follows it in the text). None: there is no number.

    A number beyond 64 bits stays beyond them.
    """
    plain = _PLAIN.match(text)
    if plain is not None and plain.end() == len(text):
        return int(plain[1]), ""
    parts = _PARTS.match(text)
    assert parts is not None
    digits, fraction = parts[2], parts[4] or ""
    if not digits and not fraction:
        return None, text
    number, shift, up = _of_64_bits(digits, fraction)
    sign = -1 if parts[1] == "-" else 1
    rest = text[parts.end() :]
    exponent = _EXPONENT.match(rest)
    if exponent is not None:
        rest = rest[exponent.end() :]
        if exponent[1] and not exponent[2] and not rest:
            return sign * number, ""
        power = as_int32(whole_number(exponent[2] or "0"))
        shift = as_int32(shift + (-power if exponent[1] == "-" else power))
    return sign * _shifted(number, shift, up=up), rest


def _of_64_bits(digits: str, fraction: str) -> tuple[int, int, bool]:
    """(the digits that 64 bits can have, how far the point is to their right, whether what is left rounds up)."""
    every = (digits + fraction).lstrip("0")
    number = int(every[:_LONGEST_SHIFT] or "0")
    if len(every) < _LONGEST_SHIFT or (len(every) == _LONGEST_SHIFT and number <= UINT64_MAX):
        return number, -len(fraction), False
    kept = _LONGEST_SHIFT if number <= UINT64_MAX else _LONGEST_SHIFT - 1
    number = int(every[:kept])
    following = every[kept]
    up = following >= "5"
    if kept == _LONGEST_SHIFT - 1 and number == UINT64_MAX // 10:
        number, up, kept = UINT64_MAX, True, _LONGEST_SHIFT
    left = len(every) - kept
    return number, left - len(fraction), up


def _shifted(number: int, shift: int, *, up: bool) -> int:
    if not shift:
        return number + up
    if shift < 0:
        if -shift >= _LONGEST_SHIFT:
            return 0
        unit = int(10**-shift)
        whole, rest = divmod(number, unit)
        return whole + (2 * rest >= unit)
    if not number:
        return 0
    return _BEYOND if shift > _LONGEST_SHIFT else number * int(10**shift)
