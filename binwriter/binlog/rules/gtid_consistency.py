"""enforce_gtid_consistency: which statements cannot be logged under one GTID a transaction.

Source: MySQL manual, "Restrictions on Replication with GTIDs"; findings part 4; scenarios gtid_consistency_* and
gtid_modes_*. An N-change after a T-change in one transaction, and a statement that writes both kinds, also in
autocommit, are refused; N before T is allowed.
"""

from __future__ import annotations

from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.mysql.gtid.state import GtidNext, GtidNextKind
from binwriter.mysql.messages.table import Level
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.statement.values import StatementProfile

_BY_GTID = ("ON", "ON_PERMISSIVE")


def consistency_level(mode: str, wanted: GtidNext, enforced: str) -> Level | None:
    """How a violation ends: as an error, with a warning, or unnoticed.

    mode: gtid_mode. wanted: the session's gtid_next. enforced: enforce_gtid_consistency. A transaction that gets a GTID
    may never violate it.
    """
    automatic = wanted.kind is GtidNextKind.AUTOMATIC
    if wanted.kind is GtidNextKind.ASSIGNED or (automatic and mode in _BY_GTID) or enforced == "ON":
        return "Error"
    return "Warning" if enforced == "WARN" else None


def engines_violate(profile: StatementProfile, state: TransactionState, binlog_format: BinlogFormat) -> bool:
    """ER_GTID_UNSAFE_NON_TRANSACTIONAL_TABLE (1785). Temporary tables count where they are logged."""
    by_statement = binlog_format is BinlogFormat.STATEMENT
    kinds = {access.engine.transactional for access in profile.written if by_statement or not access.temporary}
    n_after_t = kinds == {False} and state.in_transaction and not state.trx_cache_empty
    return len(kinds) == 2 or n_after_t
