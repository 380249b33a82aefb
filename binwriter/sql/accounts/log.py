"""What statements about accounts share: how an account is named, and the event of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.formats.records import replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.syntax.accounts import CURRENT_USER, Account, UserKind, UserSyntax
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.ddl.statement import DdlRun

_SYSTEM_SCHEMA = "mysql"
_ESCAPED = frozenset("'\"\\\n\r\0\x1a")


def version_of(run: DdlRun) -> int:
    return run.context.variables.profile.version_number


def shown(account: Account, context: StatementContext) -> str:
    """As most messages have it: as the session's mode has strings written (captured: clusters/names_escaped)."""
    user, host = account
    if user.isalnum() and not _ESCAPED & set(host):
        return f"'{user}'@'{host}'"
    from binwriter.sql.programs.name_const import escaped

    bare = context.has_mode("NO_BACKSLASH_ESCAPES")
    texts = (escaped(part.encode(), "utf8mb4", bare_backslashes=bare).decode() for part in account)
    return "@".join(f"'{text}'" for text in texts)


def shown_in_backticks(account: Account) -> str:
    """As messages about roles have it."""
    return f"{quoted(account[0])}@{quoted(account[1])}"


def own(run: DdlRun, account: Account) -> Account:
    """The account itself in place of CURRENT_USER."""
    return account_of(run.context) if account == CURRENT_USER else account


def account_event(run: DdlRun, text: str, *, password: bool = False, schemas: tuple[str, ...] = ()) -> DdlEvent:
    return DdlEvent(
        kept_bytes(text),
        run.default_schema,
        databases=(*schemas, _SYSTEM_SCHEMA),
        atomic=True,
        uses_time_zone=password,
        microseconds=run.context.start_microseconds % 1_000_000 if password else None,
    )


def event_as_given(run: DdlRun) -> DdlEvent:
    return account_event(run, run.parsed.text)


def with_invoker(run: DdlRun, event: DdlEvent) -> DdlEvent:
    return replace(event, invoker=account_of(run.context))


_TELL_WHO = frozenset({UserKind.CREATE_USER, UserKind.DROP_USER, UserKind.RENAME_USER, UserKind.GRANT, UserKind.REVOKE})


def tells_invoker(syntax: UserSyntax) -> bool:
    """Whether the event says who sent the statement, for it names him by CURRENT_USER.

    ALTER USER does so with a password by BY of any account, or with DEFAULT ROLE; SET PASSWORD never (captured:
    named_by_current_user).
    """
    if all(account != CURRENT_USER for account, _ in syntax.accounts):
        return False
    if syntax.kind is not UserKind.ALTER_USER:
        return syntax.kind in _TELL_WHO
    by = (how is not None and (how.random or how.password is not None) for _, how in syntax.accounts)
    return bool(syntax.role_choice) or any(by)
