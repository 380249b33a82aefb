"""One statement's way to the row locks of the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from binwriter.catalog.tables import Key
from binwriter.formats.records import dataclass
from binwriter.locks.row_locks import Mode, Patience, Range, Request, RowLocks
from binwriter.locks.turns import Owner
from binwriter.mysql.session_modes import Isolation
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData
from binwriter.storage.versions import Versions

_LOW_ISOLATION = frozenset({Isolation.READ_COMMITTED, Isolation.READ_UNCOMMITTED})


@dataclass(eq=False)
class TakesLocks:
    """Whose the locks are, and how they are taken.

    command: MySQL's name of the client's statement. in_transaction: it does not commit by itself. quick: what nobody
    could notice is left out.
    """

    owner: Owner
    rows: RowLocks
    versions: Versions
    isolation: Isolation
    command: str
    in_transaction: bool
    quick: bool = True

    @property
    def locks_gaps(self) -> bool:
        return self.isolation not in _LOW_ISOLATION

    def acquire(
        self,
        data: TableData,
        index: str,
        key: tuple[Any, ...],
        mode: Mode,
        *,
        gap: Range | None = None,
        intention: bool = False,
        duplicate: bool = False,
        patience: Patience = Patience.WAIT,
    ) -> bool:
        """Gets one lock; whether it had to wait."""
        request = Request(self.owner, index, key, mode, gap, intention, duplicate)
        return self.rows.acquire(data.locks, request, patience)

    def wait_for(self, data: TableData, index: str, key: tuple[Any, ...], mode: Mode, patience: Patience) -> bool:
        """Waits until nobody else has the lock, and does not keep it. Whether it had to wait."""
        if not self.is_locked_by_another(data, index, key, mode):
            return False
        held = data.locks.mine(self.owner).row_mode(index, key)
        self.acquire(data, index, key, mode, patience=patience)
        if held is None:
            self.rows.let_go(data.locks, self.owner, index, key)
        return True

    def is_locked_by_another(self, data: TableData, index: str, key: tuple[Any, ...], mode: Mode = Mode.X) -> bool:
        return bool(data.locks.blockers(Request(self.owner, index, key, mode)))


class LockedRows(Protocol):
    """A table whose rows a statement locks as it reads them (`locked_table.LockedTable`)."""

    locks: TakesLocks
    data: TableData
    mode: Mode
    patience: Patience
    match: Callable[[Any], bool] | None
    covered: bool

    def lock_entry(self, key: Key | None, row_id: RowId, gap: Range | None) -> bool: ...
