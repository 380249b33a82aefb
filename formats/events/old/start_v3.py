"""Start event of binary log version 3 (MySQL 4.0 and 4.1): what a format description is to version 4."""

from __future__ import annotations

from typing import ClassVar

import construct as cs

from binwriter.formats.declaration import Declared, csfield, defaulted
from binwriter.formats.primitives import FixedText, RestOfText


class StartV3(Declared):
    """The first event of such a file (manual, "Start_event_v3").

    binlog_version: 3 (1 in 3.23, 2 in 4.0.0 and 4.0.1). server_version, version_rest, create_timestamp: as in
    `FormatDescription`.
    """

    post_headers: ClassVar[frozenset[int]] = frozenset({56})

    binlog_version: int = csfield(cs.Int16ul)
    server_version: str = csfield(FixedText(50))
    version_rest: bytes = defaulted(RestOfText("server_version", 50), default=b"", kw_only=True)
    create_timestamp: int = csfield(cs.Int32ul)
