"""Values into strings: CHAR, VARCHAR, TEXT and their binary kin, ENUM and SET."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache

from binwriter.formats.charsets.stand_ins import has_stand_in, in_charset, kept_by
from binwriter.formats.collations import BINARY_COLLATION_ID, SPACES, Collation, collation_by_id, default_collation
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.mysql import characters_of_bytes
from binwriter.mysql.collation.keys import sort_key
from binwriter.mysql.raw_bytes import RawText, SourcedText, kept_bytes, printable
from binwriter.mysql.values.real_text import narrow_text, printed_in, real_text
from binwriter.sql.expressions.copied_texts import CopiedBytes, CopiedText, OtherBlanks
from binwriter.sql.expressions.moments.temporal import format_date, format_datetime, format_time
from binwriter.sql.expressions.moments.timezone import to_local
from binwriter.sql.expressions.numbers import INT64_MAX, decimal_text
from binwriter.sql.expressions.types import NO_MEMBER
from binwriter.sql.store.target import Target

# What MySQL counts as space when it looks whether only blanks were cut off.
_WITHOUT_ASCII = ("swe7",)  # Swedish letters stand where ASCII has brackets
_OF_CHARACTERS = ("ascii",)  # columns keep no other bytes, though texts do (captured: clusters/bytes_beyond_ascii)
_LAST_OF_ASCII = 0x7F
_DIGITS_OF_MEMBERS = 5  # an ENUM has no more than 65,535
_LONGEST_INTEGER = 40  # digits; more are beyond every ENUM and SET


# --- values as text -------------------------------------------------------------------------------------------------


def _fraction_digits(microsecond: int, decimals: int | None) -> int:
    """Digits to show: those of the value's type, else as many as it needs."""
    return decimals if decimals is not None else len(f"{microsecond:06d}".rstrip("0"))


def temporal_text(value: date | timedelta | IncompleteDate, target: Target) -> str:
    """A date or time as text; an IncompleteDate without a time of day is shown as a DATE."""
    if isinstance(value, timedelta):
        return format_time(value, _fraction_digits(value.microseconds, target.decimals))
    if isinstance(value, datetime):
        local = value if value.tzinfo is None else to_local(value, target.context)
        return format_datetime(local, _fraction_digits(local.microsecond, target.decimals))
    if isinstance(value, IncompleteDate) and (value.hour or value.minute or value.second or value.microsecond):
        return format_datetime(value, _fraction_digits(value.microsecond, target.decimals))
    return format_date(value)


def value_text(value: object, target: Target) -> str:
    """A number, date or time as text."""
    if isinstance(value, float):
        return real_text(value)
    if isinstance(value, Decimal):
        return decimal_text(value)
    if isinstance(value, int):
        return str(int(value))
    assert isinstance(value, (date, timedelta, IncompleteDate))
    return temporal_text(value, target)


# --- character strings ----------------------------------------------------------------------------------------------


def _characters(value: object, target: Target, collation: Collation, width: int | None = None) -> str:
    """The value as characters of the column's set; what is not in it becomes '?', invalid bytes end it.

    width: characters behind which nobody looks; one more says that there are such.
    """
    if isinstance(value, bytes):
        return _decoded(value, target, collation, width)
    text = str(value) if isinstance(value, str) else value_text(value, target)
    if text.isascii() and collation.charset not in _WITHOUT_ASCII:
        return text
    try:
        data = collation.encode(text)
        if collation.charset in _OF_CHARACTERS:
            return _decoded(data, target, collation, width)
    except EncodeError:
        return _replaced(value if isinstance(value, SourcedText) else text, target, collation, width)
    return in_charset(text, collation.charset)


def _decoded(value: bytes, target: Target, collation: Collation, width: int | None) -> str:
    if isinstance(value, RawText) and collation.charset != value.charset:
        from binwriter.sql.store.other_sets import of_other_set  # seldom needed

        return of_other_set(value, target, collation, width)
    # bytes that do not fill the first character are filled up from the left (seen on 9.7: x'41' is 'A' in utf16)
    value = bytes(-len(value) % collation.mbminlen) + value
    try:
        return collation.decode(value) if collation.charset in _OF_CHARACTERS else collation.decode_keeping(value)
    except CorruptLogError:
        end = _well_formed(value, collation)
        if width is not None and len(text := collation.decode_keeping(value[:end])) >= width:
            return f"{text}?"
        target.incorrect("string", printable(value[end:]))
        return collation.decode_keeping(value[:end])


def _well_formed(data: bytes, collation: Collation) -> int:
    """How many bytes a column of this set keeps, from the beginning."""
    if collation.charset in _OF_CHARACTERS:
        return next((at for at, byte in enumerate(data) if byte > _LAST_OF_ASCII), len(data))
    return characters_of_bytes.well_formed(data, collation)


def _replaced(text: str, target: Target, collation: Collation, width: int | None) -> str:
    """With ? for what the set has not. A text that is too long besides is told to be one thing: what comes first
    (captured: clusters/long_texts_of_other_sets)."""
    whole = text.whole() if isinstance(text, SourcedText) else len(text)
    if isinstance(text, SourcedText) and whole < len(text) and characters_of_bytes.encodes(text[:whole], collation):
        target.too_long()  # its last character is cut off; of one that is wrong before it that alone is said
        return text[:whole]
    kept: list[str] = []
    first_bad: int | None = None
    for index, character in enumerate(text[:whole] if width is None else text[: min(whole, width)]):
        if not characters_of_bytes.encodes(character, collation):
            first_bad = index if first_bad is None else first_bad
            character = "?"
        kept.append(character)
    if first_bad is None and width is not None:
        return "".join([*kept, "?"])  # longer than the column is wide
    if isinstance(text, SourcedText):
        shown = printable(text.bytes(first_bad or 0), wide=text.source.mbminlen > 1)
    else:
        shown = printable(bytes_kept(text[first_bad:]))
    target.incorrect("string", shown)
    return "".join(kept)


def bytes_kept(text: str) -> bytes:
    """A text's bytes as a message shows them: those of the set that its sequences without a character are of."""
    kept = next(filter(None, map(kept_by, text)), None) if has_stand_in(text) else None
    return kept_bytes(text) if kept is None else default_collation(kept.charset).encode(text)


def _cut(text: str, kept: str, target: Target, *, silent: bool, value: object) -> str:
    """Blanks may be cut off with a note (none for CHAR); anything else is too long. value: see `copied_texts`."""
    copied = isinstance(value, CopiedText)
    if copied and target.spec.type is not ColumnType.BLOB:
        target.truncated()
    elif copied or isinstance(value, OtherBlanks) or text[len(kept) :].strip(SPACES):
        target.too_long()
    elif not silent:
        target.note_truncated()
    return kept


def store_string(value: object, target: Target) -> ColumnValue:
    """Into CHAR and VARCHAR (BINARY and VARBINARY when the collation is binary)."""
    spec = target.spec
    if spec.collation == BINARY_COLLATION_ID:
        return _store_bytes(value, target, spec.length, pad=spec.type is ColumnType.STRING)
    collation = collation_by_id(spec.collation)
    width = spec.length // collation.mbmaxlen
    char = spec.type is ColumnType.STRING
    if isinstance(value, float):
        value = _double(value, width, target)
    text = _characters(value, target, collation, width)
    if len(text) > width:
        text = _cut(text, text[:width], target, silent=char, value=value)
    return text.rstrip(" ") if char else text


def _double(value: float, width: int, target: Target) -> str:
    """A DOUBLE cut to the column's width, with a complaint where it does not fit."""
    if not target.behaviour.shortest_reals:
        return printed_in(value, width)  # what is too long of it is cut off as of any text
    text, fits = narrow_text(value, width)
    if not fits:
        target.too_long()
    return text


def _store_bytes(value: object, target: Target, length: int, *, pad: bool) -> bytes:
    if isinstance(value, bytes):
        data = bytes(value)
    elif isinstance(value, str):
        data = value.encode() if value.isascii() else bytes_kept(value)
    else:
        data = (_double(value, length, target) if isinstance(value, float) else value_text(value, target)).encode()
    if len(data) > length:
        if isinstance(value, CopiedBytes):
            target.truncated()
        else:
            target.too_long()
        data = data[:length]
    return data.ljust(length, b"\0") if pad else data


def store_blob(value: object, target: Target) -> ColumnValue:
    """Into TINYBLOB to LONGBLOB and TINYTEXT to LONGTEXT; their limit is in bytes."""
    spec = target.spec
    limit = (1 << 8 * spec.length) - 1
    if isinstance(value, float) and not target.behaviour.shortest_reals:
        value = f"{value:.2f}"  # `Field_blob::store` of 5.1
    if spec.collation == BINARY_COLLATION_ID:
        return _store_bytes(value, target, limit, pad=False)
    collation = collation_by_id(spec.collation)
    text = _characters(value, target, collation)
    if len(text) * collation.mbmaxlen > limit and len(data := collation.encode(text)) > limit:
        if isinstance(value, CopiedText) and target.behaviour.wraps_copied_texts:  # as long as the length's bytes say
            return collation.decode_keeping(data[: _character_end(data, len(data) & limit, collation)])
        kept = collation.decode_keeping(data[: _character_end(data, limit, collation)])
        return _cut(text, kept, target, silent=False, value=value)
    return text


def _character_end(data: bytes, limit: int, collation: Collation) -> int:
    """The last boundary between characters at or before limit."""
    for end in range(limit, max(limit - collation.mbmaxlen, 0), -1):
        try:
            collation.decode_keeping(data[:end])
        except CorruptLogError:
            continue
        return end
    return 0


# --- ENUM, SET ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _numbers_of(members: tuple[str, ...], collation: int) -> dict[object, int]:
    """Comparison key of a member -> its number from 1; the first of equal members wins."""
    numbers: dict[object, int] = {}
    for number, member in enumerate(members, 1):
        numbers.setdefault(member_key(member, collation), number)
    return numbers


def member_key(text: str, collation: int) -> object:
    return sort_key(text.encode() if collation == BINARY_COLLATION_ID else text, collation)


def _member_text(value: object, target: Target, *, of_set: bool = False) -> str:
    """The value as text without trailing spaces."""
    if isinstance(value, bytes):
        return _bytes_as_members(value, target.spec, of_set=of_set).rstrip(" ")
    text = value if isinstance(value, str) else value_text(value, target)
    return str(text).rstrip(" ")


def _bytes_as_members(value: bytes, spec: ColumnSpec, *, of_set: bool) -> str:
    own = collation_by_id(spec.collation)
    is_of_other_set = isinstance(value, RawText) and value.charset != own.charset
    is_plain = value.isascii() and own.mbminlen == 1 and own.charset not in _WITHOUT_ASCII
    if is_of_other_set or is_plain or own.id == BINARY_COLLATION_ID:
        return value.decode("utf-8", "replace")
    from binwriter.sql.store import bytes_as_members  # seldom needed

    return (bytes_as_members.members_text if of_set else bytes_as_members.member_text)(value, spec)


def _may_be_number(value: object) -> bool:
    """Bytes that are no characters are no digits either."""
    return not isinstance(value, bytes) or value.isascii()


def _plain_number(text: str) -> int | None:
    """The whole text as an integer ('+1' is one, '1.5' is none)."""
    digits = text.lstrip(SPACES)
    unsigned = digits[1:] if digits[:1] in ("+", "-") else digits
    return int(digits) if unsigned.isascii() and unsigned.isdigit() and len(unsigned) < _LONGEST_INTEGER else None


def _ends_with_blank(value: object) -> bool:
    return value[-1:] in (" ", b" ") if isinstance(value, (str, bytes)) else False


def _whole_of(value: float | Decimal) -> int:
    """A DECIMAL is a DOUBLE before its fraction is cut off (captured: decimals_chosen_for_texts)."""
    return int(float(value)) if isinstance(value, Decimal) else int(value)


def store_enum(value: object, target: Target) -> ColumnValue:
    """Into ENUM: a member by collation, else a number from 1; 0, the error value '', for anything else."""
    spec = target.spec
    if value is NO_MEMBER:
        return 0
    if isinstance(value, (int, float, Decimal)):
        number = _whole_of(value)
        if 1 <= number <= len(spec.members):
            return number
        target.truncated()
        return 0
    text = _member_text(value, target)
    position = _numbers_of(spec.members, spec.collation).get(member_key(text, spec.collation))
    if position is not None:
        return position
    may_be_number = len(text) <= _DIGITS_OF_MEMBERS and _may_be_number(value)
    index = _plain_number(text) if may_be_number else None
    if index is None or not 0 <= index <= len(spec.members):
        target.truncated()
        return 0
    return index


def store_set(value: object, target: Target) -> ColumnValue:
    """Into SET: members with commas between them, else a number taken as a bit mask."""
    spec = target.spec
    every = (1 << len(spec.members)) - 1
    if isinstance(value, (int, float, Decimal)):
        mask = _whole_of(value) if isinstance(value, int) else min(_whole_of(value), INT64_MAX)
        if not 0 <= mask <= every:
            target.truncated()
        return mask & every
    text = _member_text(value, target, of_set=True)
    if not text:
        if _ends_with_blank(value):
            target.truncated()
        return 0
    numbers = _numbers_of(spec.members, spec.collation)
    numbers_of_parts = [numbers.get(member_key(part, spec.collation)) for part in text.split(",")]
    mask = 0
    for number in numbers_of_parts:
        if number is not None:
            mask |= 1 << number - 1
    if None not in numbers_of_parts:
        return mask
    may_be_number = _may_be_number(value) and not _ends_with_blank(value)
    number = _plain_number(text) if may_be_number else None  # captured: tests/golden/values
    if number is not None and 0 <= number <= every:
        return number
    target.truncated()
    return mask if number is None else 0


STRING_STORERS: dict[ColumnType, Callable[[object, Target], ColumnValue]] = {
    ColumnType.STRING: store_string,
    ColumnType.VARCHAR: store_string,
    ColumnType.BLOB: store_blob,
    ColumnType.ENUM: store_enum,
    ColumnType.SET: store_set,
}
