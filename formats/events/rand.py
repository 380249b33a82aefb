"""Rand event: the two seeds of RAND() for the statement that follows."""

from __future__ import annotations

import construct as cs

from binwriter.formats.declaration import Declared, csfield


class Rand(Declared):
    """Seeds of 64 bits each (findings part 7)."""

    seed1: int = csfield(cs.Int64ul)
    seed2: int = csfield(cs.Int64ul)
