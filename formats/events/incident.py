"""Incident event: something went wrong and the log is not complete; a replica stops here."""

from __future__ import annotations

from typing import ClassVar

import construct as cs

from binwriter.formats.conditional_fields import Present
from binwriter.formats.declaration import Declared, csfield, defaulted
from binwriter.formats.primitives import Bytes8


class Incident(Declared):
    """incident: 1 is LOST_EVENTS. message: 255 bytes at most (findings section 4, "Stmt-cache overflow");
    None if the event ends before it. rest: what is behind it. 9.7.4 writes the event as its cache had it, with a
    checksum of its own (size without these four bytes, log_pos 0), and the checksum of the file behind that one.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({2})

    incident: int = csfield(cs.Int16ul)
    message: bytes | None = csfield(Present(Bytes8))
    rest: bytes = defaulted(cs.GreedyBytes, default=b"", kw_only=True)
