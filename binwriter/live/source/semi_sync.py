"""Semi-synchronous replication: a commit returns when a replica has it on its disk, or when that takes too long.

Source: MySQL manual, "Semisynchronous Replication"; the plugin rpl_semi_sync_source of a 9.7.4.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from binwriter.binlog.files.ends import LogEnd
from binwriter.live.source.group_delay import GroupDelay
from binwriter.mysql.variables.spec import SEMI_SYNC

if TYPE_CHECKING:
    from binwriter.server.server import Server

_ENABLED = f"{SEMI_SYNC}_enabled"
_TIMEOUT = f"{SEMI_SYNC}_timeout"  # milliseconds
_WAIT_POINT, _AFTER_COMMIT = f"{SEMI_SYNC}_wait_point", "AFTER_COMMIT"
_REPLICAS = f"{SEMI_SYNC}_wait_for_replica_count"
_WITHOUT_REPLICAS = f"{SEMI_SYNC}_wait_no_replica"
_LOOK = 0.1  # seconds until one that waits looks whether the server ends
_STATUS = (
    *("clients", "net_avg_wait_time", "net_wait_time", "net_waits", "no_times", "no_tx", "status"),
    *("timefunc_failures", "tx_avg_wait_time", "tx_wait_time", "tx_waits", "wait_pos_backtraverse", "wait_sessions"),
    "yes_tx",
)


class SemiSync:
    """Which commits wait, and for whom. `committed` is told of each by the log, `wait` is called when it was written.

    is_on: whether commits wait now: not after one that no replica has answered in time, until one has caught up.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._changed = threading.Condition()
        self._delay = GroupDelay(server)
        self.is_on = True
        self._stopped = False
        self.replicas: dict[int, LogEnd] = {}  # by thread id: what each one has
        self._waited: dict[LogEnd, None] = {}  # ends of groups that want an answer, in order
        self._last = LogEnd("", 0)
        self.counts = dict.fromkeys(("yes_tx", "no_tx", "no_times", "wait_sessions", "tx_waits", "tx_wait_time"), 0)

    @property
    def is_enabled(self) -> bool:
        return bool(self._server.variables.get(_ENABLED))

    def start(self) -> None:
        """From now on the log tells of commits, and whoever commits waits."""
        self._server.ends.committed = self.committed
        self._server.ends.waits = self.wait
        self._server.ends.are_seen_first = lambda: self._server.variables.get(_WAIT_POINT) == _AFTER_COMMIT
        self._server.ends.switched = self.switched
        self._server.plugin_status = self.status

    def stop(self) -> None:
        """Nobody waits any more."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def switched(self) -> None:
        """Turned off nobody waits; turned on it has forgotten who was too late (tests/golden/dumps/semi_sync.txt)."""
        with self._changed:
            self.is_on = True
            self._waited.clear()
            self._changed.notify_all()

    # --- called where the log is written

    def committed(self, end: LogEnd) -> bool:
        """A group ends there: whether its client has to wait. Called in the order of the log; never waits itself."""
        if not self.is_enabled:
            return self._delay.is_on
        with self._changed:
            self._last = end
            if self.is_on and (self.replicas or self._server.variables.get(_WITHOUT_REPLICAS)):
                self._waited[end] = None
        return True

    def wait(self, end: LogEnd, is_over: Callable[[], bool]) -> None:
        """Returns when enough replicas have the log up to there, after rpl_semi_sync_source_timeout, or at the end.

        Before all that the group waits for others.
        """
        if self._delay.is_on:
            self._delay.wait(is_over)
            if not self.is_enabled:
                return
        with self._changed:
            if end not in self._waited and not self._is_had(end):
                self.counts["no_tx"] += 1
                return
            began = time.monotonic()
            deadline = began + int(self._server.variables.get(_TIMEOUT)) / 1000
            self.counts["wait_sessions"] += 1
            while not self._is_had(end) and self.is_on and self.is_enabled and not (self._stopped or is_over()):
                self._changed.wait(min(deadline - time.monotonic(), _LOOK))
                if time.monotonic() >= deadline and not self._is_had(end):
                    self._give_up()
            self.counts["wait_sessions"] -= 1
            if self._is_had(end):
                self.counts["yes_tx"] += 1
                self.counts["tx_waits"] += 1
                self.counts["tx_wait_time"] += int((time.monotonic() - began) * 1e6)
            else:
                self.counts["no_tx"] += 1

    def _is_had(self, end: LogEnd) -> bool:
        needed = int(self._server.variables.get(_REPLICAS))
        return sum(has >= end for has in self.replicas.values()) >= needed

    def _give_up(self) -> None:
        """From now on no commit waits."""
        self.is_on = False
        self.counts["no_times"] += 1
        self._waited.clear()
        self._changed.notify_all()

    # --- called by dumps

    def wants_answer(self, end: LogEnd) -> bool:
        """Whether the replica is asked to answer behind the group that ends there."""
        return end in self._waited or (not self.is_on and end == self._last)

    def joined(self, thread_id: int) -> None:
        """A semi-synchronous replica has come."""
        with self._changed:
            self.replicas[thread_id] = LogEnd("", 0)

    def left(self, thread_id: int) -> None:
        """It has gone; whoever waits goes on waiting for others, or for the time to be over."""
        with self._changed:
            self.replicas.pop(thread_id, None)
            if not self.replicas and not self._server.variables.get(_WITHOUT_REPLICAS):
                self._give_up()

    def acknowledged(self, thread_id: int, end: LogEnd) -> None:
        """The replica has all up to there."""
        with self._changed:
            self.replicas[thread_id] = max(end, self.replicas.get(thread_id, end))
            for waited in list(self._waited):
                if not self._is_had(waited):
                    break
                del self._waited[waited]
            if not self.is_on and end >= self._last:
                self.is_on = True  # it has caught up
            self._changed.notify_all()

    def status(self) -> dict[str, str]:
        """The status variables; of those that count packets and clock failures nothing is known."""
        counts = self.counts
        average = counts["tx_wait_time"] // counts["tx_waits"] if counts["tx_waits"] else 0
        on = "ON" if self.is_on and self.is_enabled else "OFF"
        values: dict[str, int | str] = {
            "clients": len(self.replicas),
            "status": on,
            "tx_avg_wait_time": average,
            **counts,
        }
        return (
            {f"{SEMI_SYNC.capitalize()}_{name}": str(values.get(name, 0)) for name in _STATUS} if self.is_there else {}
        )

    @property
    def is_there(self) -> bool:
        """Whether the plugin is installed."""
        return self._server.variables.table.find(_ENABLED) is not None
