"""The connection phase: greeting, TLS, login, authentication (MySQL source documentation, "Connection Phase")."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping

from binwriter.catalog import accounts
from binwriter.catalog.authentication import Client, Proof, prove, prove_password, refusal
from binwriter.formats.records import dataclass
from binwriter.live.accounts import Account
from binwriter.live.channel import Channel
from binwriter.live.tls import KeyPair
from binwriter.mysql.messages.table import mysql_error
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
    """What a client is told of the server before it has said anything.

    tls: None where it offers none; requires_tls: of this client. timeout: seconds for the whole phase.
    """

    version: str
    tls: ssl.SSLContext | None
    requires_tls: bool
    timeout: float
    keys: Mapping[str, KeyPair]


async def log_in(
    channel: Channel, host: Host, thread_id: int, client_host: str, find: FindAccount, known: accounts.Accounts
) -> LoggedIn:
    """Raises MySQLError for who may not come in, WireError for what is no login."""
    nonce = methods.new_nonce()
    offered = OFFERED | Capability.SSL if host.tls is not None else OFFERED
    channel.write(greeting(host.version, thread_id, nonce, offered, methods.CACHING_SHA2))
    payload = await channel.read()
    if host.tls is not None and is_ssl_request(payload):
        await channel.start_tls(host.tls)
        payload = await channel.read()
    login = read_login(payload, offered)
    if host.requires_tls and channel.tls is None:
        raise mysql_error("ER_SECURE_TRANSPORT_REQUIRED")
    account = find(login.user)
    changes = bool(login.capabilities & Capability.CAN_HANDLE_EXPIRED_PASSWORDS)
    switches = bool(login.capabilities & Capability.PLUGIN_AUTH)
    check = Check(channel, host.keys, client_host, known, changes, switches)
    await check(account, login.user, login.plugin, login.answer, nonce)
    assert account is not None
    return LoggedIn(login, account)


@dataclass(frozen=True)
class Check:
    """Asks a client for its password. Called in the event loop."""

    channel: Channel
    keys: Mapping[str, KeyPair]
    client_host: str
    accounts: accounts.Accounts
    changes_password: bool = True  # the client can do with one that has expired
    switches: bool = True  # it can be asked for another method

    async def __call__(self, account: Account | None, user: str, plugin: str, answer: bytes, nonce: bytes) -> None:
        """MySQLError unless the client knows the account's password: ER_ACCESS_DENIED_ERROR, or another by `refusal`.

        plugin, answer: the client's, which may have named another method than the account's, or none: it is asked to
        switch then (captured: tests/golden/wire/login_methods). One that is not there is asked for as one that is.
        """
        entry = account.entry if account is not None else _NOBODY
        method = account.entry.plugin if account is not None else methods.CACHING_SHA2
        plugin = plugin.lower() if self.switches else methods.NATIVE
        if plugin == methods.NATIVE and prove(entry, plugin, nonce, _given(answer)) is Proof.RIGHT:
            method = plugin  # who knows no other method (old npm drivers) is let in by it
        elif plugin != method or method != methods.CACHING_SHA2:
            if not self.switches:
                raise mysql_error("ER_NOT_SUPPORTED_AUTH_MODE")
            answer, nonce = await self.asked(method, nonce)
        await self.judge(account, user, method, answer, nonce)

    async def asked(self, method: str, nonce: bytes = b"") -> tuple[bytes, bytes]:
        """The client's answer by that method, and the nonce that it is for: the greeting's is of the default method."""
        if not nonce or method != methods.CACHING_SHA2:
            nonce = methods.new_nonce()
        self.channel.write(methods.switch_request(method, nonce))
        return await self.channel.read(), nonce

    async def judge(self, account: Account | None, user: str, method: str, answer: bytes, nonce: bytes) -> None:
        """MySQLError as above, of an answer by the account's method."""
        entry = account.entry if account is not None else _NOBODY
        answer = _given(answer)
        given = bool(answer)
        proof = prove(entry, method, nonce, answer)
        if proof is Proof.ASK:
            if method == methods.CACHING_SHA2:
                self.channel.write(methods.FULL_AUTHENTICATION)
                answer = await self.channel.read()
            proof = prove_password(entry, await self._password(method, answer, nonce))
        elif proof is Proof.RIGHT and method == methods.CACHING_SHA2 and given:
            self.channel.write(methods.FAST_AUTHENTICATION_DONE)
        client = Client(user, self.client_host, given, self.channel.tls is not None, self.changes_password)
        refused = refusal(self.accounts, account.named if account is not None else None, client, proof)
        if refused is not None:
            raise refused

    async def _password(self, method: str, answer: bytes, nonce: bytes) -> bytes:
        """The password itself, through TLS or encrypted with our public key; a socket of the machine is safe enough for
        caching_sha2_password alone."""
        if self.channel.tls is not None or (method == methods.CACHING_SHA2 and not self.channel.address):
            return answer.removesuffix(b"\0")
        if answer in (methods.PUBLIC_KEY_REQUEST, methods.SHA256_KEY_REQUEST):
            self.channel.write(methods.MORE_DATA + self.keys[method].public)
            answer = await self.channel.read()
        return methods.uncovered(self.keys[method].decrypted(answer), nonce).removesuffix(b"\0")


def _given(answer: bytes) -> bytes:
    """None to say that there is no password is said by a zero, too."""
    return b"" if answer == b"\0" else answer


# Who is not there is asked for a password as others are.
_NOBODY = accounts.Account(stored="$A$005$" + "-" * 63)
