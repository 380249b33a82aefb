"""Whom the server lets in: the accounts that SQL has made, and those it was started with, which may do everything."""

from __future__ import annotations

from collections.abc import Mapping

from binwriter.catalog import accounts as catalog_accounts
from binwriter.catalog.accounts import Name
from binwriter.catalog.schemas import Catalog
from binwriter.formats.records import dataclass
from binwriter.mysql.password_hashes import CACHING_SHA2, caching_sha2_hash, double_sha256
from binwriter.mysql.raw_bytes import bytes_of

_ROOT = "root"
_SALT = "binwriter, as given."  # 20 characters: what is hashed is in the settings as it is
_ROUNDS = 5000


@dataclass(frozen=True)
class Account:
    """named: as the account is (`'app'@'%'`), not as the client came. entry: of the catalog."""

    named: Name
    entry: catalog_accounts.Account

    @property
    def name(self) -> str:
        """As CURRENT_USER() gives it."""
        return "@".join(self.named)


def keep_given(catalog: Catalog, given: Mapping[str, str]) -> None:
    """Makes the accounts with which the server is started. given: passwords by user."""
    for user, password in given.items():
        hosts = ("localhost", "%") if user == _ROOT else ("%",)
        for name in ((user, host) for host in hosts):
            entry = catalog.accounts.add(name)
            stored = caching_sha2_hash(password, _SALT, _ROUNDS) if password else ""
            entry.identify(CACHING_SHA2, stored, password)
            entry.kept = double_sha256(bytes_of(password)) if password else None  # as if it had come before
            catalog.grants.grant_everything(name)


def account_of(catalog: Catalog, given: Mapping[str, str], user: str, host: str, address: str = "") -> Account | None:
    """The account that a client is who says this name and comes from there; None if there is none.

    root is none where the server was started with others, and root was not given a password since.
    """
    name = catalog.accounts.client(user, host, address)
    entry = catalog.accounts.get(name) if name is not None else None
    if name is None or entry is None or (name[0] == _ROOT and _ROOT not in given and not entry.stored):
        return None
    return Account(name, entry)


def client_name(client: str) -> str:
    """The machine of a client as accounts have it. client: with its port, as SHOW PROCESSLIST has it."""
    return client.rpartition(":")[0] or client
