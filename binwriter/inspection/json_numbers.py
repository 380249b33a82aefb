"""Bodies that differ in their numbers only: the JSON text of one, with the numbers of another put in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from struct import Struct
from typing import Any, NamedTuple

from binwriter.binlog.files.reader import LogEvent
from binwriter.errors import BinwriterError
from binwriter.formats.events import AnonymousGtid, Gtid, Xid
from binwriter.formats.patterns import pattern
from binwriter.formats.places import Span, spans
from binwriter.inspection.value_json import Json

_MOST_FORMS = 64
# An immediate commit timestamp's highest bit says that the original one follows.
_WORD_FLAG = 1 << 55
_SIGN = 1 << 63
# of `struct`, by size; those of 8 bytes with a sign, as none from there on is meant
_FORMATS = {1: "B", 2: "H", 4: "I", 8: "q"}
# A number's mark: a whole string, or within one.
_MARK = pattern(r'"\\u0000(\d+)\\u0000"|\\u0001(\d+)\\u0001')
# Packed integers: the greatest that is its own byte.
_LONGEST_BYTE = 250


class _Number(NamedTuple):
    """Where a number lies: its bytes begin to end, and those below `limit` only are meant; `flag` is taken off."""

    name: str
    begin: int
    end: int
    limit: int
    flag: int = 0


class _Form(NamedTuple):
    """unpack: of the body, what lies around the numbers, in turns with these. fixed: what lies there in all of them.
    careful: the numbers that are not yet what is shown. text: of the body, a %d for each number's."""

    unpack: Callable[[bytes], tuple[Any, ...]]
    fixed: tuple[bytes, ...]
    numbers: tuple[_Number, ...]
    careful: tuple[tuple[int, _Number], ...]
    text: str
    order: tuple[int, ...]
    entry: Mapping[str, Json]


class KnownNumbers:
    """The forms that were seen, by type and length."""

    def __init__(self) -> None:
        self._forms: dict[tuple[int, int], list[_Form]] = {}

    def text(self, kind: int, body: bytes) -> str | None:
        """The body as JSON; None if its form is not known."""
        known = self._match(kind, body)
        if known is None:
            return None
        form, values = known
        return form.text % tuple([values[place] for place in form.order])

    def fields(self, kind: int, body: bytes) -> dict[str, Json] | None:
        """The same as an object, but for `gtid`, which is that of the body that the form was learnt of."""
        known = self._match(kind, body)
        if known is None:
            return None
        form, values = known
        return {**form.entry, **{number.name: value for number, value in zip(form.numbers, values, strict=True)}}

    def _match(self, kind: int, body: bytes) -> tuple[_Form, list[int]] | None:
        for form in self._forms.get((kind, len(body)), ()):
            parts = form.unpack(body)
            if parts[::2] == form.fixed:
                values = list(parts[1::2])
                for place, number in form.careful:
                    value = values[place]
                    value = (int.from_bytes(value, "little") if type(value) is bytes else value) - number.flag
                    if value >= number.limit:
                        return None
                    values[place] = value
                return None if min(values, default=0) < 0 else (form, values)
        return None

    def learn(self, event: LogEvent, entry: Json) -> None:
        """Takes in the form of this event's body, if it is of a class that has one. entry: the body as JSON."""
        body = event.body
        wanted = _NUMBERS.get(type(body))
        forms = self._forms.setdefault((event.type, len(event.body_bytes)), [])
        if wanted is None or not isinstance(entry, dict) or len(forms) >= _MOST_FORMS:
            return
        try:
            fields = spans(type(body), event.body_bytes, event_type=event.type)
        except BinwriterError:
            return
        form = _form(event.body_bytes, wanted(event.body_bytes, fields), entry)
        if form is not None:
            forms.append(form)
            if self.text(event.type, event.body_bytes) != json.dumps(entry, ensure_ascii=False):
                forms.remove(form)  # it has something that we have not thought of


def _form(body: bytes, numbers: tuple[_Number, ...], entry: Mapping[str, Json]) -> _Form | None:
    marked = dict(entry)
    for place, number in enumerate(numbers):
        if type(entry.get(number.name)) is not int:
            return None
        marked[number.name] = f"\0{place}\0"
        gtid = entry.get("gtid")
        if number.name == "gno" and isinstance(gtid, str) and gtid.endswith(f":{entry['gno']}"):
            marked["gtid"] = f"{gtid.rpartition(':')[0]}:\1{place}\1"
    order: list[int] = []

    def placed(mark: re.Match[str]) -> str:
        order.append(int(mark[1] or mark[2]))
        return "%d"

    text = _MARK.sub(placed, json.dumps(marked, ensure_ascii=False).replace("%", "%%"))
    fixed, careful, formats, end = [], [], "<", 0
    for place, number in enumerate(numbers):
        size = number.end - number.begin
        fixed.append(body[end : number.begin])
        formats += f"{len(fixed[-1])}s{_FORMATS.get(size, f'{size}s')}"
        if size not in _FORMATS or number.flag or number.limit != _SIGN:
            careful.append((place, number))
        end = number.end
    fixed.append(body[end:])
    unpack = Struct(f"{formats}{len(fixed[-1])}s").unpack
    return _Form(unpack, tuple(fixed), numbers, tuple(careful), text, tuple(order), entry)


def _gtid_numbers(body: bytes, fields: Mapping[str, Span]) -> tuple[_Number, ...]:
    numbers = [_whole(name, fields[name]) for name in ("gno", "last_committed", "sequence_number") if fields[name].size]
    word, original, length = (
        fields[name] for name in ("timestamp_word", "original_commit_timestamp", "transaction_length")
    )
    if word.size:
        flag = _WORD_FLAG if original.size else 0
        numbers.append(_whole("immediate_commit_timestamp", word)._replace(limit=_WORD_FLAG, flag=flag))
    if original.size:
        numbers.append(_whole("original_commit_timestamp", original))
    if length.size == 1:
        numbers.append(_whole("transaction_length", length)._replace(limit=_LONGEST_BYTE + 1))
    elif length.size:
        numbers.append(_whole("transaction_length", Span(length.offset + 1, length.size - 1)))
    return tuple(numbers)


def _whole(name: str, span: Span) -> _Number:
    return _Number(name, span.offset, span.offset + span.size, _SIGN)


_NUMBERS: dict[type, Callable[[bytes, Mapping[str, Span]], tuple[_Number, ...]]] = {
    Gtid: _gtid_numbers,
    AnonymousGtid: _gtid_numbers,
    Xid: lambda body, fields: (_whole("xid", fields["xid"]),),
}
