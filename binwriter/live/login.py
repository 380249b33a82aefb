"""The connection phase: greeting, TLS, login, authentication (MySQL source documentation, "Connection Phase")."""

from __future__ import annotations

import ssl
from collections.abc import Callable

from binwriter.errors import MySQLError
from binwriter.live.accounts import Account
from binwriter.live.channel import Channel
from binwriter.mysql.messages.table import mysql_error
from binwriter.records import dataclass
from binwriter.wire import authentication as methods
from binwriter.wire.capabilities import OFFERED, Capability
from binwriter.wire.handshake import Login, greeting, is_ssl_request, read_login

# user, as the client says it, to the account that it is
FindAccount = Callable[[str], Account | None]


@dataclass(frozen=True)
class LoggedIn:
    """Who has come. login: what the client said; account: who it is."""

    login: Login
    account: Account


@dataclass(frozen=True)
class Host:
    """What a client is told of the server before it has said anything. tls: None where it offers none."""

    version: str
    tls: ssl.SSLContext | None
    timeout: float


async def log_in(channel: Channel, host: Host, thread_id: int, client_host: str, find: FindAccount) -> LoggedIn:
    """Raises MySQLError for who may not come in, WireError for what is no login."""
    nonce = methods.new_nonce()
    offered = OFFERED | Capability.SSL if host.tls is not None else OFFERED
    channel.write(greeting(host.version, thread_id, nonce, offered, methods.CACHING_SHA2))
    payload = await channel.read()
    if host.tls is not None and is_ssl_request(payload):
        await channel.start_tls(host.tls, host.timeout)
        payload = await channel.read()
    login = read_login(payload, offered)
    account = find(login.user)
    await authenticate(channel, account, login.user, client_host, login.plugin, login.answer, nonce)
    assert account is not None
    return LoggedIn(login, account)


async def authenticate(
    channel: Channel, account: Account | None, user: str, host: str, plugin: str, answer: bytes, nonce: bytes
) -> None:
    """MySQLError ER_ACCESS_DENIED_ERROR unless the client knows the account's password.

    plugin, answer: the client's, which may have guessed another method than the account's.
    """
    method = account.plugin if account is not None else methods.CACHING_SHA2
    if method == methods.SHA256:
        method = methods.CACHING_SHA2
    if plugin == methods.NATIVE and method == methods.CACHING_SHA2:
        method = methods.NATIVE  # who knows no other method (old npm drivers) is let in by it
    if plugin != method:
        channel.write(methods.switch_request(method, nonce))
        answer = await channel.read()
    given = bool(answer)
    password = account.password.encode() if account is not None else methods.new_nonce()
    right = methods.is_right(method, password, nonce, answer.rstrip(b"\0") if not password else answer)
    if account is None or not right:
        raise denied(user, host, given=given and answer != b"\0")
    if method == methods.CACHING_SHA2 and password:
        channel.write(methods.FAST_AUTHENTICATION_DONE)


def denied(user: str, host: str, *, given: bool) -> MySQLError:
    return mysql_error("ER_ACCESS_DENIED_ERROR", user, host, "YES" if given else "NO")
