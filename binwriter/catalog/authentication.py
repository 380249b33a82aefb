"""Whether a client may come in, as a pure function of the accounts and of what the client has shown.

    name = accounts.client(user, host, address)         # 1130 before that if `accounts.lets_in` says no
    proof = prove(accounts.get(name), plugin, nonce, answer)
    if proof is Proof.ASK: ...full authentication...; proof = prove_password(accounts.get(name), password)
    error = refusal(accounts, name, client, proof)

Source: MySQL manual, "Access Control, Stage 1: Connection Verification", "Account Locking", "Server Handling of Expired
Passwords", "Failed-Login Tracking"; errors in the words of its server.
"""

from __future__ import annotations

from enum import Enum

from binwriter.catalog.accounts import Account, Accounts, Name
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.password_hashes import CACHING_SHA2, FAST_LENGTH, NATIVE, answers_fast, answers_native


class Proof(Enum):
    """What an answer shows. ASK: only the password itself will do, over TLS or encrypted."""

    RIGHT = "right"
    WRONG = "wrong"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Client:
    """user: as it says. host: its name or number, as messages have it. gave_password: whether its answer was not empty.
    secure: the connection is under TLS or a socket. changes_password: it can do with an expired password.
    """

    user: str
    host: str
    gave_password: bool = False
    secure: bool = False
    changes_password: bool = True


def prove(account: Account | None, plugin: str, nonce: bytes, answer: bytes) -> Proof:
    """What the client's answer to a nonce is worth. plugin: by which it answered.

    mysql_native_password does for an account of caching_sha2_password too once its password was seen: old drivers know
    no other.
    """
    if account is None:
        return Proof.WRONG
    if plugin == NATIVE and account.plugin == CACHING_SHA2 and account.stored:
        return Proof.RIGHT if answers_native(answer, nonce, account.kept_native or "-") else Proof.WRONG
    if plugin != account.plugin and account.stored:
        return Proof.WRONG
    if not answer:
        return Proof.RIGHT if account.is_password(b"") else Proof.WRONG
    if plugin == NATIVE:
        strings = (account.stored, *([account.second[0]] if account.second is not None else ()))
        return Proof.RIGHT if any(answers_native(answer, nonce, digest) for digest in strings) else Proof.WRONG
    if plugin != CACHING_SHA2:
        return Proof.ASK
    seen = [
        digest
        for digest in (account.kept, account.second[1] if account.second is not None else None)
        if digest is not None
    ]
    if any(answers_fast(answer, nonce, digest) for digest in seen):
        return Proof.RIGHT
    return Proof.ASK if len(answer) == FAST_LENGTH else Proof.WRONG


def prove_password(account: Account | None, password: bytes) -> Proof:
    """Whether it is the password; the fast way then works from now on."""
    if account is None or not account.is_password(password):
        return Proof.WRONG
    if password:
        account.saw(password)
    return Proof.RIGHT


def refusal(accounts: Accounts, name: Name | None, client: Client, proof: Proof) -> MySQLError | None:
    """Why the client may not come in; None if it may. Counts logins that fail one after the other."""
    account = accounts.get(name) if name is not None else None
    denied = mysql_error("ER_ACCESS_DENIED_ERROR", client.user, client.host, "YES" if client.gave_password else "NO")
    if account is None:
        return denied
    limited = account.attempts > 0 and account.lock_days != 0
    if limited and account.failures >= account.attempts:
        days = "unlimited" if account.lock_days < 0 else str(account.lock_days)
        symbol = "ER_USER_ACCESS_DENIED_FOR_USER_ACCOUNT_BLOCKED_BY_PASSWORD_LOCK"
        return mysql_error(symbol, client.user, client.host, days, days, account.failures)
    if proof is not Proof.RIGHT:
        account.failures += limited
        if limited and account.failures >= account.attempts:
            return refusal(accounts, name, client, proof)
        return denied
    if account.locked:
        return mysql_error("ER_ACCOUNT_HAS_BEEN_LOCKED", client.user, client.host)
    if account.requires and not (client.secure and account.requires == "SSL"):
        return denied
    account.failures = 0
    if not client.changes_password and accounts.has_expired(account):
        return mysql_error("ER_MUST_CHANGE_PASSWORD_LOGIN")
    return None
