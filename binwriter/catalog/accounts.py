"""The accounts of a server: how each identifies itself, what it must do first, and which one a client is.

Source: MySQL manual, "Access Control, Stage 1: Connection Verification", "CREATE USER Statement".
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field

from binwriter.catalog.account_options import AccountOptions
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.password_hashes import CACHING_SHA2, double_sha256, is_password, native_hash

Name = tuple[str, str]  # user, host
_DAY = 86_400_000_000  # microseconds
_WILD = pattern(r"[%_]")
# Accounts that a server has for itself, which nobody can log in with.
SERVERS_OWN: tuple[Name, ...] = tuple((f"mysql.{name}", "localhost") for name in ("infoschema", "session", "sys"))
_NO_PASSWORD = "$A$005$THISISACOMBINATIONOFINVALIDSALTANDPASSWORDTHATMUSTNEVERBRBEUSED"


@dataclass(slots=True)
class Account(AccountOptions):
    """One account. stored: the authentication string; kept: what fast authentication needs, once the password was seen;
    kept_native: the same for mysql_native_password. second: stored and kept of the password that is retained.
    changed: when the password was set, in microseconds; former: those that PASSWORD HISTORY and REUSE INTERVAL keep,
    with their times. failures: logins that failed one after the other.
    """

    plugin: str = CACHING_SHA2
    stored: str = field(default="", repr=False)
    kept: bytes | None = field(default=None, repr=False)
    kept_native: str = field(default="", repr=False)
    second: tuple[str, bytes | None] | None = field(default=None, repr=False)
    changed: int = 0
    former: list[tuple[int, str]] = field(default_factory=list, repr=False)
    failures: int = 0

    def identify(self, plugin: str, stored: str, password: str | None, *, retains: bool = False) -> None:
        """Another password; None: only its hash is known. A client has to give it before the fast way works."""
        self.second = (self.stored, None) if retains else None if plugin != self.plugin else self.second
        self.plugin, self.stored = plugin, stored
        self.kept = None
        self.kept_native = native_hash(password) if password else ""
        self.expired, self.failures = False, 0

    def remember(self, moment: int, history: int, days: int) -> None:
        """Keeps the password that was set then, and of the former ones those that the policies ask for."""
        if history or days:
            self.former.append((moment, self.stored))
        since = moment - days * _DAY
        recent = [password for password in self.former if days and password[0] > since]
        self.former = self.former[-history:] if history > len(recent) else recent

    def has_had(self, password: bytes, history: int, days: int, moment: int) -> bool:
        """Whether it is one of those that may not be used again."""
        since = moment - days * _DAY
        last = self.former[-history:] if history else []
        kept = [former for former in self.former if former in last or (days and former[0] > since)]
        return any(is_password(self.plugin, stored, password) for _, stored in kept)

    def is_password(self, password: bytes) -> bool:
        """Whether it is the account's, or the one that it retains."""
        strings = (self.stored, *([self.second[0]] if self.second is not None else ()))
        return any(is_password(self.plugin, stored, password) for stored in strings)

    def saw(self, password: bytes) -> None:
        """It is the right one: the fast way of caching_sha2_password works from now on."""
        if self.plugin == CACHING_SHA2 and is_password(self.plugin, self.stored, password):
            self.kept = double_sha256(password)
            self.kept_native = native_hash(password.decode("utf-8", "surrogateescape"))
        elif self.plugin == CACHING_SHA2 and self.second is not None:
            self.second = (self.second[0], double_sha256(password))

    def forget(self) -> None:
        """Its client has to give the password again (captured: tests/golden/wire/fast_logins)."""
        self.kept = None
        if self.second is not None:
            self.second = (self.second[0], None)

    def set_options(self, text: str) -> None:
        """What stands behind the account in CREATE USER and ALTER USER, as the log has it."""
        self.read(text)
        if "ACCOUNT UNLOCK" in text:
            self.failures = 0
        if "DISCARD OLD PASSWORD" in text:
            self.second = None


class Accounts:
    """All of a server by name. root has no password to begin with."""

    def __init__(self) -> None:
        self.clock: Callable[[], int] = int  # microseconds
        self.default_lifetime: Callable[[], int] = int  # days
        self._accounts: dict[Name, Account] = {("root", "localhost"): Account(), ("root", "%"): Account()}
        for name in SERVERS_OWN:
            self._accounts[name] = Account(stored=_NO_PASSWORD, locked=True)

    def __contains__(self, name: object) -> bool:
        return name in self._accounts

    def __iter__(self) -> Iterator[Name]:
        return iter(self._accounts)

    def __len__(self) -> int:
        return len(self._accounts)

    def __getitem__(self, name: Name) -> Account:
        return self._accounts[name]

    def get(self, name: Name) -> Account | None:
        return self._accounts.get(name)

    def add(self, name: Name) -> Account:
        """The account, made if there is none."""
        return self._accounts.setdefault(name, Account())

    def drop(self, names: Iterable[Name]) -> None:
        for name in names:
            self._accounts.pop(name, None)

    def rename(self, old: Name, new: Name) -> None:
        self._accounts[new] = self._accounts.pop(old)
        self._accounts[new].forget()

    def has_expired(self, account: Account) -> bool:
        """Whether its password must be changed first: it was said so, or its days are over."""
        days = self.default_lifetime() if account.lifetime is None else account.lifetime
        return account.expired or bool(days and account.changed and account.changed + days * _DAY < self.clock())

    def forget_logins(self) -> None:
        """Those that failed count no more, and those that did not are unknown: FLUSH PRIVILEGES."""
        for account in self._accounts.values():
            account.failures = 0
            account.forget()

    def client(self, user: str, host: str, address: str = "") -> Name | None:
        """The account that a client is: the one with the most exact host, then the one with a name; None for nobody.

        host: the client's name (`localhost`), address: its number.
        """
        fitting = [name for name in self._accounts if name[0] in ("", user) and host_matches(name[1], host, address)]
        return min(fitting, key=lambda name: (*vagueness(name[1]), not name[0]), default=None)

    def lets_in(self, host: str, address: str = "") -> bool:
        """Whether anybody may come from there; else a server hangs up before it greets (1130)."""
        return any(host_matches(name[1], host, address) for name in self._accounts)


def host_matches(pattern: str, host: str, address: str = "") -> bool:
    """Whether the host of an account means a client: a name, a number, `%` and `_`, a network (10.0.0.0/255.0.0.0)."""
    given = [name.lower() for name in (host, address) if name]
    pattern = pattern.lower() or "%"
    if pattern in given or pattern == "%":
        return True
    if "/" in pattern:
        try:
            return bool(address) and ipaddress.ip_address(address) in ipaddress.ip_network(pattern, strict=False)
        except ValueError:
            return False
    if not _WILD.search(pattern):
        return False
    wild = {"%": ".*", "_": "."}
    text = "".join(wild.get(character) or re.escape(character) for character in pattern)
    return any(re.fullmatch(text, name) for name in given)


def vagueness(pattern: str) -> tuple[int, int]:
    """Of hosts that mean a client the least vague one counts: an exact one, a network, then by its wild character."""
    wild = _WILD.search(pattern or "%")
    if wild is None:
        return (1 if "/" in pattern else 0), 0
    return 2, -wild.start()
