"""What a group commit waits for others before it syncs: `binlog_group_commit_sync_delay` microseconds.

Source: MySQL manual, "Binary Logging Options and Variables"; binlog.binlog_group_commit_sync_delay of MySQL's tests.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from binwriter.server.server import Server

_DELAY, _ENOUGH = "binlog_group_commit_sync_delay", "binlog_group_commit_sync_no_delay_count"
_LOOK = 0.1  # seconds until one that waits looks whether the server ends


class GroupDelay:
    """Those that wait now, and how many it takes for none of them to wait longer."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._changed = threading.Condition()
        self._waiting = 0
        self._group = 0  # counted on when one is full

    @property
    def is_on(self) -> bool:
        """Only a commit that syncs the log waits."""
        variables = self._server.variables
        return bool(variables.get(_DELAY)) and int(variables.get("sync_binlog")) == 1

    def wait(self, is_over: Callable[[], bool]) -> None:
        """Returns after the delay, when enough wait, or at the end of the server."""
        deadline = time.monotonic() + int(self._server.variables.get(_DELAY)) / 1e6
        enough = int(self._server.variables.get(_ENOUGH))
        with self._changed:
            self._waiting += 1
            group = self._group
            if 0 < enough <= self._waiting:
                self._group += 1
                self._changed.notify_all()
            while self._group == group and not is_over() and (left := deadline - time.monotonic()) > 0:
                self._changed.wait(min(left, _LOOK))
            self._waiting -= 1
