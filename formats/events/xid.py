"""Xid event: the commit of a transaction that changed a transactional engine."""

from __future__ import annotations

import construct as cs

from binwriter.formats.declaration import Declared, csfield


class Xid(Declared):
    """xid: the server's transaction number, 64 bits (little endian, as x86 servers write it)."""

    xid: int = csfield(cs.Int64ul)
