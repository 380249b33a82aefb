"""Ignorable event: a type number reserved for what a replica may skip."""

from __future__ import annotations

import construct as cs

from binwriter.formats.declaration import Declared, csfield


class Ignorable(Declared):
    """data: no layout is defined."""

    data: bytes = csfield(cs.GreedyBytes)
