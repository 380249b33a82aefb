"""Slave event: the coordinates of a replica's source. Servers of 3.23 and 4.0 knew it; none ever wrote it to a log."""

from __future__ import annotations

import construct as cs

from binwriter.formats.declaration import Declared, csfield
from binwriter.formats.primitives import TerminatedBytes


class Slave(Declared):
    """position: where the source's log goes on. host: terminated by a zero byte. log: the source's log file."""

    position: int = csfield(cs.Int64ul)
    port: int = csfield(cs.Int16ul)
    host: bytes = csfield(TerminatedBytes)
    log: bytes = csfield(cs.GreedyBytes)
