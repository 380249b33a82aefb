"""IDENTIFIED BY PASSWORD 'hash', which servers before 8.0 read.

Source: MySQL 5.1 to 5.7 manuals, "CREATE USER Statement"; captured: hashes_given_statement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.syntax.accounts import Account, UserKind, UserSyntax

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
