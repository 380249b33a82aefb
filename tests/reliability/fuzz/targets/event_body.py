"""Every event type's body: parsed, or refused by a CorruptLogError; what was parsed is built to the same bytes.

An input is two bytes, the type and which server's description is in force (0: none), and the body.
"""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.errors import CorruptLogError
from binwriter.formats.constants import EventType
from binwriter.formats.events import FormatDescription, ParseContext, StartV3, parse_body
from binwriter.formats.servers import PROFILES
from tests.reliability.fuzz.rebuilt import check_rebuilt
from tests.reliability.fuzz.samples import sample_events

CONTEXTS = (
    ParseContext(),
    *(ParseContext(FormatDescription.of(profile, 0)) for profile in PROFILES.values()),
    ParseContext(FormatDescription.of_version_3(StartV3(3, "4.1.23", 0))),
)
_LARGEST_SEED = 2000
SHARE = 0.5


def seeds() -> Iterable[bytes]:
    """Of each type, server and length one body."""
    versions = {_version(context): number for number, context in enumerate(CONTEXTS)}
    seen = set()
    for event in sample_events():
        number = versions.get(_version(event.context), 0)
        key = (event.header.type, number, len(event.body_bytes) // 8)
        if len(event.body_bytes) <= _LARGEST_SEED and key not in seen:
            seen.add(key)
            yield bytes((event.header.type, number)) + event.body_bytes
    for event_type in EventType:
        yield bytes((event_type, 0))


def _version(context: ParseContext) -> str:
    return context.format_description.server_version[:3] if context.format_description else ""


def run(data: bytes) -> None:
    if len(data) < 2:
        return
    context = CONTEXTS[data[1] % len(CONTEXTS)]
    body_bytes = data[2:]
    try:
        body = parse_body(data[0], body_bytes, context)
    except CorruptLogError:
        return
    hash(body)
    check_rebuilt(body, data[0], body_bytes, context)
