"""enforce_gtid_consistency: which statements cannot be logged under one GTID a transaction.

Source: findings part 4 (error 1785): an N-change after a T-change in one transaction, and a statement that writes
both kinds, also in autocommit; N before T is allowed.
"""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.messages import mysql_error
from binwriter.rules.unsafe import TransactionState
from binwriter.statement import StatementProfile


def gtid_consistency_error(profile: StatementProfile, state: TransactionState) -> MySQLError | None:
    """The error for which the statement is refused before it runs, or None."""
    kinds = {access.engine.transactional for access in profile.written}
    mixed = len(kinds) == 2
    n_after_t = kinds == {False} and state.in_transaction and not state.trx_cache_empty
    return mysql_error("ER_GTID_UNSAFE_NON_TRANSACTIONAL_TABLE") if mixed or n_after_t else None
