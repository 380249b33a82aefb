"""Whom the server lets in: the accounts it was started with, and those that SQL has made (CREATE USER)."""

from __future__ import annotations

from dataclasses import field

from binwriter.catalog.schemas import Catalog
from binwriter.records import dataclass
from binwriter.wire.authentication import CACHING_SHA2


@dataclass(frozen=True)
class Account:
    """user, host: as the account is named (`'app'@'%'`), not as the client came. plugin: how it identifies itself."""

    user: str
    host: str
    password: str = field(repr=False)
    plugin: str = CACHING_SHA2

    @property
    def name(self) -> str:
        """As CURRENT_USER() gives it."""
        return f"{self.user}@{self.host}"


def account_of(
    catalog: Catalog, given: dict[str, str], user: str, host: str, address: str = "127.0.0.1"
) -> Account | None:
    """The account that a client is who says this name and comes from there; None if there is none.

    given: passwords of the accounts with which the server was started, by user. host: the client's name ("localhost").
    """
    for account in ((user, host), (user, address), (user, "%")):
        if account in catalog.accounts and (account in catalog.passwords or user not in given):
            return Account(*account, catalog.passwords.get(account, ""), catalog.plugins.get(account, CACHING_SHA2))
    if user in given:
        return Account(user, "%" if user != "root" else "localhost", given[user])
    return None


def client_name(client: str) -> str:
    """The machine of a client as accounts have it. client: with its port, as SHOW PROCESSLIST has it."""
    return client.rpartition(":")[0] or client
