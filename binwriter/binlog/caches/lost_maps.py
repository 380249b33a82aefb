"""5.1.27: table maps that were thrown away with a failed statement count as written, and its rows may stay.

The first event that reaches an empty cache, or a T-table's map, makes the log join the transaction. When a statement
on T-tables fails,

* and the log had joined with it, its events are cut away; but its maps still count, so that the rows of the next
  statement stand without maps, and the log does not join with them;
* and the log had joined before, its maps and rows stay in the cache.

What no transaction has joined waits in the cache until the next one joins, or leaves for the log without BEGIN if the
cache is empty and the table an N-table (old-servers.md section 2, "bugs of single versions"; captured:
captured-old/5.1.27/lost_maps_row).
"""

from __future__ import annotations

from binwriter.binlog.caches.rows import RowLog
from binwriter.binlog.caches.transaction import TransactionLog
from binwriter.binlog.rules.cache import CacheKind
from binwriter.formats.records import replace
from binwriter.statement.event_context import EventContext
from binwriter.statement.values import StatementEffects


class LostMaps:
    """Takes the rows of statements in row form."""

    def __init__(self, transaction: TransactionLog, rows: RowLog) -> None:
        self._transaction = transaction
        self._rows = rows
        self._counted = False

    def forget(self) -> None:
        """A Query event of a statement: no map counts behind it."""
        self._counted = False

    def log(self, effects: StatementEffects, log: EventContext, *, in_transaction: bool) -> None:
        """The statement's rows, of one that failed those that were undone."""
        failed = effects.error is not None and not effects.stays
        changed = effects.undone if failed else effects.rows
        if not any(self._rows.is_logged(change.table) for change in changed):
            return
        transaction, cache = self._transaction, self._transaction.trx_cache
        maps = tuple(table for table in effects.locked if self._rows.is_logged(table))
        of_t = any(table.engine.transactional for table in maps)
        mapped, self._counted = not self._counted, False
        joins = mapped and not transaction.joined and (of_t or not cache)
        if joins:
            transaction.waits_unjoined = False
            transaction.joined = in_transaction
        if not joins:
            transaction.statement_waits = True
            transaction.waits_unjoined |= not transaction.joined
        if failed and joins:
            self._counted = True
            transaction.statement_waits = True
            transaction.joined_by_failure = in_transaction
            if not in_transaction:
                cache.clear()
            return
        shown = replace(effects, rows=changed, undone=(), tried=(), error=None) if failed else effects
        if mapped:
            self._rows.log(shown, log)
            return
        bare = self._rows.events_of(shown, log)
        if not (cache or of_t):
            transaction.waits_unjoined = False
            transaction.write_alone(bare, log)
            return
        known = transaction.joined, transaction.waits_unjoined
        for event in bare:
            transaction.add(transaction.cache(CacheKind.TRX), event, log)
        transaction.joined, transaction.waits_unjoined = known
