"""Where the fields of a body lie in its bytes: what construct says when it parses it with a Tell between the fields."""

from __future__ import annotations

from typing import Any

import construct as cs

from binwriter.formats.declaration import Declared, struct_of
from binwriter.formats.records import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Where a field lies: offset and size in bytes."""

    offset: int
    size: int


def spans(cls: type[Declared], data: bytes, **context: Any) -> dict[str, Span]:
    """The place of each field in these bytes."""
    parts: list[Any] = []
    subcons = struct_of(cls).subcons
    for number, subcon in enumerate(subcons):
        parts += [f"start {number}" / cs.Tell, subcon]
    places = cs.Struct(*parts, f"start {len(subcons)}" / cs.Tell).parse(data, **context)
    starts = [places[f"start {number}"] for number in range(len(subcons) + 1)]
    return {
        subcon.name: Span(start, end - start)
        for subcon, start, end in zip(subcons, starts[:-1], starts[1:], strict=True)
    }
