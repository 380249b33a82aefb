"""GTID sets as text and as Previous_gtids events, plain and tagged: read, written and combined without loss.

An input's first byte chooses: even for text (two sets, divided by `|`), odd for the body of an event.
"""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.errors import CorruptLogError, MySQLError
from binwriter.formats.constants import EventType
from binwriter.formats.events import PreviousGtids, parse_body
from binwriter.mysql.gtid.sets import GtidSet
from tests.reliability.fuzz.rebuilt import check_rebuilt
from tests.reliability.fuzz.samples import sample_events
from tests.reliability.fuzz.target import PropertyError

SHARE = 0.5
_A, _B = "3e11fa47-71ca-11e1-9e33-c80aa9429562", "3E11FA4771CA11E19E33C80AA9429562"
_TEXTS = (
    "",
    f"{_A}:1-5:11-18:23|{_A}:4-12",
    f"{_A}:1-3,{_B}:5-9 , {{{_A}}}:7|{_A}:1-9",
    f"{_A}:1-5:blue:3:7-9:red_1:1|{_A}:blue:8",
    f"{_A}:9223372036854775806|{_A}:0",
    f" {_A} : 1 - 5 : 5-2 \n|,,{_A}:1,",
)


def seeds() -> Iterable[bytes]:
    """Texts of every form, and the bodies of real events."""
    for text in _TEXTS:
        yield b"\0" + text.encode()
    seen = set()
    for event in sample_events():
        if event.header.type == EventType.PREVIOUS_GTIDS and event.body_bytes not in seen:
            seen.add(event.body_bytes)
            yield b"\1" + event.body_bytes


def run(data: bytes) -> None:
    if data[:1] and data[0] & 1:
        _body(data[1:])
    else:
        _texts(data[1:].decode("utf-8", "replace"))


def _body(data: bytes) -> None:
    try:
        body = parse_body(EventType.PREVIOUS_GTIDS, data)
    except CorruptLogError:
        return
    assert isinstance(body, PreviousGtids)
    check_rebuilt(body, EventType.PREVIOUS_GTIDS, data)
    try:
        found = GtidSet.from_previous_gtids(body)
    except CorruptLogError:
        return
    _same(found, GtidSet.parse(str(found)))


def _texts(text: str) -> None:
    one, other = (_parsed(part) for part in [*text.split("|", 1), ""][:2])
    if one is None or other is None:
        return
    _same(one, GtidSet.parse(str(one)))
    both, less = one | other, one - other
    if not (one.is_subset(both) and other.is_subset(both) and less.is_subset(one)):
        raise PropertyError("sets", f"{one} and {other}: together {both}, without {less}")
    _same(less | other, both)


def _parsed(text: str) -> GtidSet | None:
    try:
        return GtidSet.parse(text)
    except MySQLError:
        return None


def _same(one: GtidSet, other: GtidSet) -> None:
    if one != other or str(one) != str(other):
        raise PropertyError("not the same", f"{one} and {other}")
