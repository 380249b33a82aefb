"""One session's half of the binary log, put together of its parts.

Each carries out what the policy of the server's era decides (`rules.policies`) on the session's two caches; the sink
(the server) gives groups their GTID and place.
"""

from __future__ import annotations

from binwriter.binlog.caches.definitions import DefinitionLog
from binwriter.binlog.caches.rows import RowLog
from binwriter.binlog.caches.savepoints import SavepointLog
from binwriter.binlog.caches.statements import StatementLog
from binwriter.binlog.caches.transaction import TransactionLog
from binwriter.binlog.caches.xa import XaLog
from binwriter.binlog.group import GroupSink
from binwriter.binlog.rules.policies import LoggingPolicy


class SessionLog:
    """transaction: the caches and what is known between statements, which the other parts share."""

    def __init__(self, sink: GroupSink, policy: LoggingPolicy) -> None:
        self.transaction = TransactionLog(sink, policy)
        rows = RowLog(self.transaction)
        self.statements = StatementLog(self.transaction, rows)
        self.definitions = DefinitionLog(self.transaction, rows)
        self.savepoints = SavepointLog(self.transaction)
        self.xa = XaLog(self.transaction)
