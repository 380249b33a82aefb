"""IDENTIFIED BY PASSWORD 'hash', which servers before 8.0 read, and plugins that they have not.

Source: MySQL 5.1 to 5.7 manuals, "CREATE USER Statement"; captured: hashes_given_statement, plugins_unknown_statement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.password_hashes import NATIVE, SHA256
from binwriter.sql.syntax.accounts import Account, Authentication, UserKind, UserSyntax

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

HASH_LENGTH = 41


def is_hash(text: str) -> bool:
    return len(text) == HASH_LENGTH and text.startswith("*")


def warn_of_hashes(run: DdlRun, syntax: UserSyntax) -> None:
    """As the parser of 5.7 does, once a hash."""
    for _, how in syntax.accounts:
        if how is not None and how.hash is not None and not how.plugin and run.context.variables.behaviour.logs_plugins:
            instead = "IDENTIFIED WITH <plugin> AS <hash>"
            run.context.warn("ER_WARN_DEPRECATED_SYNTAX", "IDENTIFIED BY PASSWORD", instead)


def check_hashes(run: DdlRun, syntax: UserSyntax, failed: Callable[[UserKind, list[Account]], MySQLError]) -> None:
    """ER_PASSWORD_FORMAT; up to 5.5 ER_PASSWD_LENGTH, with which the statement is logged. Behind it stands what failed:
    see there."""
    behaviour = run.context.variables.behaviour
    for account, how in syntax.accounts:
        if how is not None and how.hash and not how.plugin and not is_hash(how.hash):
            has_format = behaviour.logs_hashes
            error = mysql_error("ER_PASSWORD_FORMAT") if has_format else mysql_error("ER_PASSWD_LENGTH", HASH_LENGTH)
            whole = failed(syntax.kind, [] if behaviour.logs_plugins else [account])
            error.later = (Diagnostic("Error", whole.code, whole.message),)
            if has_format:
                raise error
            run.error = run.error or error


def refuse_short_hashes(run: DdlRun, syntax: UserSyntax) -> None:
    """ER_PASSWORD_FORMAT, up to 5.5 ER_PASSWD_LENGTH: GRANT gives no such hash (captured: accounts_drawn_statement)."""
    for _, how in syntax.accounts:
        if how is not None and how.hash and not how.plugin and not is_hash(how.hash):
            has_format = run.context.variables.behaviour.logs_hashes
            raise mysql_error("ER_PASSWORD_FORMAT") if has_format else mysql_error("ER_PASSWD_LENGTH", HASH_LENGTH)


def check_lengths(run: DdlRun, syntax: UserSyntax) -> None:
    """ER_WRONG_STRING_LENGTH: up to 5.7.7 names of users are shorter (captured: accounts_drawn_statement)."""
    longest = run.context.variables.behaviour.longest_user
    for (user, _), _ in syntax.accounts:
        if len(user) > longest:
            raise mysql_error("ER_WRONG_STRING_LENGTH", user, "user name", longest)


_PLUGINS_5_5, _PLUGINS_5_7 = (NATIVE, "mysql_old_password"), (NATIVE, SHA256)


def is_unknown_plugin(run: DdlRun, how: Authentication | None) -> bool:
    """Whether a server of 5.5 to 5.7 has not the plugin."""
    behaviour = run.context.variables.behaviour
    if how is None or not how.plugin:
        return False
    if behaviour.logs_plugins:
        return how.plugin not in _PLUGINS_5_7
    return how.plugin not in _PLUGINS_5_5 and not (behaviour.logs_hashes and how.plugin == SHA256)


def check_plugins(run: DdlRun, syntax: UserSyntax, failed: Callable[[UserKind, list[Account]], MySQLError]) -> None:
    """ER_PLUGIN_IS_NOT_LOADED, with which the statement is logged, by 5.7 if there is an account beside. Behind it
    stands whose plugins those are, in 5.7 nobody's."""
    unknown = [(account, how.plugin) for account, how in syntax.accounts if how and is_unknown_plugin(run, how)]
    if not unknown or run.error is not None:
        return
    by_plugin = run.context.variables.behaviour.logs_plugins
    error = mysql_error("ER_PLUGIN_IS_NOT_LOADED", unknown[0][1])
    others = [] if by_plugin else [mysql_error("ER_PLUGIN_IS_NOT_LOADED", plugin) for _, plugin in unknown[1:]]
    whole = failed(syntax.kind, [] if by_plugin else [account for account, _ in unknown])
    error.later = tuple(Diagnostic("Error", later.code, later.message) for later in (*others, whole))
    if run.context.variables.behaviour.logs_hashes and len(unknown) == len(syntax.accounts):
        raise error
    run.error = error


def is_kept(run: DdlRun, how: Authentication | None) -> bool:
    """Whether CREATE USER makes the account of a list in which others may be refused."""
    return not is_unknown_plugin(run, how) and (run.error is None or how is None or not how.hash or is_hash(how.hash))
