"""Rotate event: the log goes on in another file."""

from __future__ import annotations

from typing import ClassVar

import construct as cs

from binwriter.formats.declaration import Declared, csfield


class Rotate(Declared):
    """position: where the next file begins, 4. name: the file's name without path, not terminated."""

    post_headers: ClassVar[frozenset[int]] = frozenset({8})

    position: int = csfield(cs.Int64ul)
    name: bytes = csfield(cs.GreedyBytes)
