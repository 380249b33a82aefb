"""SET GLOBAL gtid_mode and enforce_gtid_consistency while other sessions' transactions are under way.

Sources: MySQL manual, "enforce_gtid_consistency" and "gtid_mode"; which transactions are in the way of which value, and
what is said of them, as a 9.7.4 did (cluster modes_of_ongoing_transactions).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from binwriter.errors import MySQLError
from binwriter.mysql.gtid.state import GtidNextKind
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.server.session import Session

_MANUAL = " See the Manual for "
_WITH_GTID = (
    "there are ongoing transactions that have a GTID. Before you set @@GLOBAL.GTID_MODE = OFF, wait until SELECT "
    "@@GLOBAL.GTID_OWNED is empty on all servers. Then wait for all GTID-transactions to replicate to all servers, and "
    f"then execute SET @@GLOBAL.GTID_MODE = OFF on all servers.{_MANUAL}details"
)
_ANONYMOUS = (
    "there are ongoing, anonymous transactions. Before setting @@GLOBAL.GTID_MODE = ON, wait until SHOW STATUS LIKE "
    "'ANONYMOUS_TRANSACTION_COUNT' shows zero on all servers. Then wait for all existing, anonymous transactions to "
    f"replicate to all replicas, and then execute SET @@GLOBAL.GTID_MODE = ON on all servers.{_MANUAL}details"
)
_VIOLATING = (
    "there are ongoing transactions that use GTID_NEXT = 'AUTOMATIC', which violate GTID consistency. Adjust your "
    "workload to be GTID-consistent before setting @@GLOBAL.GTID_MODE = {mode}."
    f"{_MANUAL}@@GLOBAL.ENFORCE_GTID_CONSISTENCY for details"
)
_TAGGED = f"there is an ongoing session with GTID_NEXT set to {GtidNextKind.AUTOMATIC.value}:<TAG>"


def set_beside_others(
    session: Session, name: str, value: Any, before: Any, *, in_transaction: bool
) -> list[Diagnostic]:
    """Sets one of them: the warnings. ER_CANT_SET_GTID_MODE and the like; the value is as before then.

    before: the value that it had; what it has already is in nobody's way. in_transaction: the session is in one.
    """
    with _anonymous_first(session):
        diagnostics = session.variables.set_global(name, value, in_transaction=in_transaction)
    return diagnostics + _ongoing(session, name, before)


def _ongoing(session: Session, name: str, before: Any) -> list[Diagnostic]:
    value = str(session.variables.get_global(name))
    if value == before:
        return []
    if name == "enforce_gtid_consistency":
        if value == "OFF" or not any(_violating(session)):
            return []
        if value == "WARN":
            return [mysql_warning("ER_ENFORCE_GTID_CONSISTENCY_WARN_WITH_ONGOING_GTID_VIOLATING_TX")]
        error = mysql_error("ER_CANT_ENFORCE_GTID_CONSISTENCY_WITH_ONGOING_GTID_VIOLATING_TX")
    else:
        reason = next((why for modes, why, is_so in _IN_THE_WAY if value in modes and is_so(session)), None)
        if reason is None:
            return []
        shown = "OFF/OFF_PERMISSIVE" if reason is _TAGGED else value
        error = mysql_error("ER_CANT_SET_GTID_MODE", shown, reason.replace("{mode}", value))
    session.server.variables.assign(name, before)
    raise error


@contextmanager
def _anonymous_first(session: Session) -> Iterator[None]:
    """In the block gtid_mode is set: that anonymous transactions are in the way of ON is said before other reasons."""
    try:
        yield
    except MySQLError as error:
        if error.symbol == "ER_CANT_SET_GTID_MODE" and _owns_anonymous(session):
            raise mysql_error(error.symbol, "ON", _ANONYMOUS) from None
        raise


def _violating(session: Session) -> Iterator[GtidNextKind]:
    """What gtid_next was in each transaction under way that has violated GTID consistency."""
    for each in session.server.sessions.values():
        if each.gtid.violating is not None and each.in_active_transaction:
            yield each.gtid.violating


def _owns_gtid(session: Session) -> bool:
    return any(each.gtid.owned is not None for each in session.server.sessions.values())


def _owns_anonymous(session: Session) -> bool:
    """A transaction under way does so also behind a group of N-changes."""
    return any(
        each.gtid.owned_text == GtidNextKind.ANONYMOUS.value
        or (each.gtid.wanted.kind is GtidNextKind.ANONYMOUS and each.in_active_transaction)
        for each in session.server.sessions.values()
    )


def _makes_tags(session: Session) -> bool:
    tagged = f"{GtidNextKind.AUTOMATIC.value}:"
    everybody = session.server.sessions.values()
    return any(str(each.variables.get("gtid_next")).upper().startswith(tagged) for each in everybody)


_IN_THE_WAY: tuple[tuple[tuple[str, ...], str, Callable[[Session], bool]], ...] = (
    (("OFF",), _WITH_GTID, _owns_gtid),
    (("ON",), _ANONYMOUS, _owns_anonymous),
    (("ON", "ON_PERMISSIVE"), _VIOLATING, lambda session: GtidNextKind.AUTOMATIC in _violating(session)),
    (("OFF", "OFF_PERMISSIVE"), _TAGGED, _makes_tags),
)
