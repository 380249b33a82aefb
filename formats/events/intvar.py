"""Intvar event: LAST_INSERT_ID or INSERT_ID for the statement that follows."""

from __future__ import annotations

import construct as cs

from binwriter.formats.declaration import Declared, csfield


class Intvar(Declared):
    """type: IntvarType. value: 0 to 2^64-1. Both can precede one statement, LAST_INSERT_ID first (findings part 7)."""

    type: int = csfield(cs.Int8ul)
    value: int = csfield(cs.Int64ul)
