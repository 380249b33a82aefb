"""What was parsed is built to the same bytes, whatever target parsed it."""

from __future__ import annotations

from binwriter.formats.declaration import Declared
from binwriter.formats.events import ParseContext, build_body, parse_body
from tests.reliability.fuzz.target import PropertyError


def check_rebuilt(body: Declared, event_type: int, data: bytes, context: ParseContext | None = None) -> None:
    """PropertyError if the body, parsed from `data`, is built to other bytes.

    A number may have stood in more bytes than it needs, which a server reads and never writes: then to fewer bytes that
    are parsed to the same body.
    """
    rebuilt = build_body(body)
    if rebuilt == data:
        return
    again = parse_body(event_type, rebuilt, context or ParseContext())
    if len(rebuilt) >= len(data) or again != body:
        raise PropertyError(f"rebuilt {type(body).__name__}", f"{body!r} is built as {rebuilt.hex()}")
