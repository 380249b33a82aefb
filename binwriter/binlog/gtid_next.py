"""What gtid_next means for a session's next transaction: a GTID that it owns, one to skip, or none at all.

Source: MySQL manual, "gtid_next" and "GTID Life Cycle"; details as seen on a 9.7.4 (scenarios gtid_next_*).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, Protocol

from binwriter.errors import UnsupportedError
from binwriter.formats.records import dataclass
from binwriter.mysql.gtid.state import GtidNext, GtidNextKind, GtidState, GtidValue, parse_gtid_next
from binwriter.mysql.messages.table import mysql_error


@dataclass(slots=True)
class SessionGtid:
    """One session's gtid_next.

    undefined: it named a GTID whose transaction has ended; the next one needs a new value. skips: the GTID was executed
    before, so that its transaction is left out. ANONYMOUS is owned, too, until a group is written, a transaction ends
    or a statement fails (captured: gtid_next_anonymous_owned); ends: how often the first two have come about.
    violating: what gtid_next was when the transaction under way did what no GTID allows (`gtid_consistency`).
    """

    state: GtidState
    ends: Callable[[], int]
    wanted: GtidNext = field(default_factory=GtidNext)
    undefined: bool = False
    skips: bool = False
    violating: GtidNextKind | None = None
    _held: GtidValue | None = None
    _nothing_since: int | None = None

    @property
    def owned_text(self) -> str:
        """What the session owns, as messages say it: a GTID, ANONYMOUS, or nothing."""
        if self._nothing_since is not None:
            if self._nothing_since == self.ends():
                return GtidNextKind.ANONYMOUS.value
            self._nothing_since = None
        return str(self.owned or "")

    @property
    def owned(self) -> GtidValue | None:
        """The GTID that the session holds. Once a group was written under it, the next value is undefined."""
        if self._held is not None and self._held not in self.state.owned:
            self._held, self.undefined = None, True
        return self._held

    @property
    def is_assigned(self) -> bool:
        return self.wanted.gtid is not None

    def set_next(self, text: str) -> None:
        """SET gtid_next, after its checks. UnsupportedError where a server would wait for another session."""
        wanted = parse_gtid_next(text)
        gtid = wanted.gtid
        if gtid is not None and gtid in self.state.owned:
            raise UnsupportedError(f"waiting for {gtid}, which another session owns")
        self.skips = gtid is not None and not self.state.own(gtid)
        self._held = None if self.skips else gtid
        self.wanted, self.undefined = wanted, False
        self._nothing_since = self.ends() if wanted.kind is GtidNextKind.ANONYMOUS else None

    def refuse_change(self) -> None:
        """ER_CANT_SET_GTID_NEXT_WHEN_OWNING_GTID (1790)."""
        if self.owned_text:
            raise mysql_error("ER_CANT_SET_GTID_NEXT_WHEN_OWNING_GTID", self.owned_text)

    def refuse_rotation(self, name: str) -> None:
        """ER_CANT_SET_VARIABLE_WHEN_OWNING_GTID (3138), of a variable that begins a file of the log."""
        if self.owned_text:
            raise mysql_error("ER_CANT_SET_VARIABLE_WHEN_OWNING_GTID", name, self.owned_text)

    def own_nothing(self) -> None:
        """COMMIT or ROLLBACK: a session that owned ANONYMOUS does so no more."""
        self._nothing_since = None

    def committed_unlogged(self) -> None:
        """A transaction was committed on a server without a log: a GTID that the session owns is executed."""
        if self.owned is not None:
            self.state.assign(self.wanted)

    def check_defined(self) -> None:
        """ER_GTID_NEXT_TYPE_UNDEFINED_GTID (1837)."""
        if self.owned is None and self.undefined:
            raise mysql_error("ER_GTID_NEXT_TYPE_UNDEFINED_GTID", str(self.wanted))

    def transaction_ended(self) -> None:
        """ROLLBACK, COMMIT of a skipped transaction, a statement that failed, the end of the session."""
        self.own_nothing()
        if self.owned is not None:
            self.state.release(self.owned)
            self._held = None
        if self.is_assigned:
            self.undefined, self.skips = True, False


class VariableValues(Protocol):
    """A session's system variables, as far as they are needed here."""

    def get(self, name: str) -> Any: ...
    def assign(self, name: str, value: Any) -> None: ...


# The variables, and what they say while nothing was set.
_ORIGINAL, _UNSET = ("original_commit_timestamp", "original_server_version"), (1 << 55, 999999)
_NONE_SET = None, None


@dataclass(frozen=True, slots=True)
class OriginalCommit:
    """SET original_commit_timestamp and original_server_version: of the next group alone (seen in captures).

    mysqlbinlog writes them before each transaction of a log that it replays.
    """

    variables: VariableValues

    def take(self) -> tuple[int | None, int | None]:
        """Timestamp in microseconds since 1970 and version number, None where not set; from now on they are unset."""
        first, second = _ORIGINAL
        values = self.variables.get(first), self.variables.get(second)
        return _NONE_SET if values == _UNSET else (self._taken(0, values), self._taken(1, values))

    def _taken(self, place: int, values: tuple[int, int]) -> int | None:
        if values[place] == _UNSET[place]:
            return None
        self.variables.assign(_ORIGINAL[place], _UNSET[place])
        return values[place]
