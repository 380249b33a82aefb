"""Further factors of accounts: a server has no plugin for them without loading one, so that only errors come of them.

Captured: clusters/second_factors. authentication_policy says which plugin an account has that names none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.accounts.log import own
from binwriter.sql.binding.accounts import account_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from binwriter.mysql.variables.scopes import SessionVariables
    from binwriter.sql.ddl.statement import DdlRun
    from binwriter.sql.syntax.accounts import Factor, UserSyntax

_ANY = "*"


def policy_of(variables: SessionVariables) -> tuple[str, ...]:
    """What authentication_policy says of each factor: `*`, `*:plugin`, a plugin, or nothing where it may be missing."""
    return tuple(part.strip() for part in str(variables.get("authentication_policy") or _ANY).split(","))


def default_plugin(variables: SessionVariables, otherwise: str) -> str:
    """Of the first factor of an account that names none."""
    first = policy_of(variables)[0].removeprefix(_ANY).removeprefix(":")
    return first or otherwise


def refuse_factors(run: DdlRun, syntax: UserSyntax, known: Collection[str]) -> None:
    """The error of the first of them. known: the plugins that the server has, all for the first factor only."""
    for factor in syntax.factors:
        _refuse(run, syntax, factor, known)


def _refuse(run: DdlRun, syntax: UserSyntax, factor: Factor, known: Collection[str]) -> None:
    account = own(run, factor.account)
    if factor.verb == "INITIAL":
        raise mysql_error("ER_INVALID_PLUGIN_FOR_REGISTRATION", factor.plugin)
    alters = factor.verb != "CREATE"
    if alters and account not in run.database.catalog.accounts:
        raise mysql_error("ER_PLUGIN_IS_NOT_LOADED", "")
    if factor.verb == "REGISTER" and account != account_of(run.context):
        raise mysql_error("ER_INVALID_USER_FOR_REGISTRATION", *account_of(run.context))
    second = 2
    if alters and (factor.verb != "ADD" or factor.number > second):
        missing = factor.number if factor.verb != "ADD" else second
        raise mysql_error("ER_MFA_METHOD_NOT_EXISTS", missing, missing)
    if factor.plugin.lower() not in known:
        raise mysql_error("ER_PLUGIN_IS_NOT_LOADED", factor.plugin)
    raise mysql_error("ER_INVALID_MFA_PLUGIN_SPECIFIED", factor.plugin, factor.number, syntax.kind.value)


def check_policy(run: DdlRun, plugin: str) -> None:
    """ER_AUTHENTICATION_POLICY_MISMATCH for an account with this plugin alone: a warning to who may set the policy."""
    policy = policy_of(run.context.variables)
    wanted = policy[0]
    wrong = [1] if not wanted.startswith(_ANY) and wanted.lower() != plugin.lower() else []
    wrong += [place for place, part in enumerate(policy, 1) if place > 1 and part]
    rights = run.context.rights
    for number in wrong[:1]:
        if rights is not None and not rights.may("AUTHENTICATION_POLICY_ADMIN"):
            raise mysql_error("ER_AUTHENTICATION_POLICY_MISMATCH", number)
        run.context.diagnostics.append(mysql_warning("ER_AUTHENTICATION_POLICY_MISMATCH", number))
