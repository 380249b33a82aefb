"""Rows_query event: the text of the statement whose rows follow (binlog_rows_query_log_events)."""

from __future__ import annotations

import construct as cs

from binwriter.formats.declaration import Declared, csfield, defaulted


class RowsQuery(Declared):
    """text: the statement, not terminated.

    length: a byte that nobody reads: 0 on 9.7, the text's length on older servers (findings part 7).
    """

    length: int = defaulted(cs.Int8ul, default=0, kw_only=True)
    text: bytes = csfield(cs.GreedyBytes)
