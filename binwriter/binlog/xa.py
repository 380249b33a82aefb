"""XA transactions: their names and states, and those that a server holds prepared.

Source: MySQL manual, "XA Transactions"; states, errors and what a session keeps after XA PREPARE as seen on a 9.7.4.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from binwriter.formats.records import dataclass
from binwriter.locks.turns import Owner
from binwriter.mysql.messages.table import mysql_error
from binwriter.statement.xid import XaId

if TYPE_CHECKING:
    from binwriter.storage.undo import UndoLog


class XaState(Enum):
    """A session's XA transaction; the values are the names in error 1399."""

    NONE = "NON-EXISTING"
    ACTIVE = "ACTIVE"
    IDLE = "IDLE"
    PREPARED = "PREPARED"
    ROLLBACK_ONLY = "ROLLBACK ONLY"


@dataclass(slots=True)
class XaBranch:
    """One XA transaction. logged: XA PREPARE has written it. undo: set once it is prepared. owner: of its locks then.
    incomplete: it has changed tables without transactions, so that its rollback warns, whoever asks for it (captured:
    clusters/xa_of_others_rolled_back).

    rolled_back: the error's symbol, once a deadlock or a timeout has taken its changes back.
    """

    xid: XaId
    state: XaState = XaState.ACTIVE
    logged: bool = False
    undo: UndoLog | None = None
    owner: Owner | None = None
    incomplete: bool = False
    rolled_back: str | None = None

    def refuse_rolled_back(self) -> None:
        """What uses tables, XA END: ER_XA_RBDEADLOCK (1614), ER_XA_RBTIMEOUT (1613); from now on ROLLBACK ONLY."""
        if self.rolled_back is not None:
            self.state = XaState.ROLLBACK_ONLY
            raise mysql_error(self.rolled_back)


class XaBranches:
    """All XA transactions of a server, by XID: those that sessions have open and those that are prepared."""

    def __init__(self) -> None:
        self._branches: dict[XaId, XaBranch] = {}

    def start(self, xid: XaId) -> XaBranch:
        """ER_XAER_DUPID (1440) if there is one of that name, whatever the format's number
        (captured: tests/golden/clusters/xa_names.sql)."""
        if any((known.gtrid, known.bqual) == (xid.gtrid, xid.bqual) for known in self._branches):
            raise mysql_error("ER_XAER_DUPID")
        branch = self._branches[xid] = XaBranch(xid)
        return branch

    def prepared(self) -> list[XaBranch]:
        """What XA RECOVER lists."""
        return [branch for branch in self._branches.values() if branch.state is XaState.PREPARED]

    def find_detached(self, xid: XaId, held: set[XaId]) -> XaBranch:
        """A prepared one that no session holds. ER_XAER_NOTA (1397)."""
        branch = self._branches.get(xid)
        if branch is None or branch.state is not XaState.PREPARED or xid in held:
            raise mysql_error("ER_XAER_NOTA")
        return branch

    def end(self, branch: XaBranch) -> None:
        self._branches.pop(branch.xid, None)


def wrong_state(state: XaState) -> Exception:
    """ER_XAER_RMFAIL (1399)."""
    return mysql_error("ER_XAER_RMFAIL", state.value)
