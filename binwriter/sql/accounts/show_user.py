"""SHOW CREATE USER: an account as a server would make it again.

Source: MySQL manual, "SHOW CREATE USER Statement"; texts as a 9.7.4 gives them (tests/golden/system, answers).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binwriter.catalog.account_options import CERTIFICATE, RESOURCES, UNBOUNDED
from binwriter.catalog.accounts import Account, Name
from binwriter.formats.columns.values import JsonDocument
from binwriter.mysql.values.json_text import json_text
from binwriter.sql.accounts.log import shown_in_backticks


def shown_user(name: Name, account: Account, default_roles: Iterable[Name], *, hides: bool = False) -> str:
    """The statement. hides: the hash is secret (captured: clusters/grantees_seen)."""
    return f"CREATE USER {shown_in_backticks(name)} {' '.join(_clauses(account, default_roles, hides))}"


def _clauses(account: Account, default_roles: Iterable[Name], hides: bool) -> Iterator[str]:
    yield f"IDENTIFIED WITH '{account.plugin}'"
    if account.stored:
        yield f"AS {'<secret>' if hides else _string(account.stored)}"
    if roles := ",".join(map(shown_in_backticks, default_roles)):
        yield f"DEFAULT ROLE {roles}"
    yield "REQUIRE"
    demands = [f"{name} {_string(account.certificate[name])}" for name in CERTIFICATE if name in account.certificate]
    yield from demands or (account.requires or "NONE",)
    limits = [f"{name} {account.limits[name]}" for name in RESOURCES if name in account.limits]
    yield from ("WITH", *limits) if limits else ()
    yield f"PASSWORD EXPIRE{'' if account.expired else _lifetime(account.lifetime)}"
    yield f"ACCOUNT {'LOCK' if account.locked else 'UNLOCK'}"
    yield f"PASSWORD HISTORY {_or_default(account.history)}"
    yield f"PASSWORD REUSE INTERVAL {_or_default(account.reuse_days, ' DAY')}"
    current = {None: " DEFAULT", True: "", False: " OPTIONAL"}
    yield f"PASSWORD REQUIRE CURRENT{current[account.needs_current]}"
    if account.attempts:
        yield f"FAILED_LOGIN_ATTEMPTS {account.attempts}"
    if account.lock_days:
        yield f"PASSWORD_LOCK_TIME {'UNBOUNDED' if account.lock_days == UNBOUNDED else account.lock_days}"
    if account.metadata is not None:
        yield f"ATTRIBUTE {_string(json_text(JsonDocument(account.metadata)))}"


def _lifetime(days: int | None) -> str:
    return " DEFAULT" if days is None else " NEVER" if days == 0 else f" INTERVAL {days} DAY"


def _or_default(number: int | None, unit: str = "") -> str:
    return "DEFAULT" if number is None else f"{number}{unit}"


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
