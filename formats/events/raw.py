"""Events whose layout this package does not know: kept as bytes, so that they survive."""

from __future__ import annotations

import construct as cs

from binwriter.formats.declaration import Declared, csfield, given


class Raw(Declared):
    """type: as in the header. data: the whole body without checksum."""

    type: int = csfield(given("event_type"))
    data: bytes = csfield(cs.GreedyBytes)
