"""Incident event: something went wrong and the log is not complete; a replica stops here."""

from __future__ import annotations

from typing import ClassVar

import construct as cs

from binwriter.formats.declaration import Declared, csfield
from binwriter.formats.primitives import Bytes8, Present


class Incident(Declared):
    """incident: 1 is LOST_EVENTS. message: 255 bytes at most (findings section 4, "Stmt-cache overflow");
    None if the event ends before it.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({2})

    incident: int = csfield(cs.Int16ul)
    message: bytes | None = csfield(Present(Bytes8))
