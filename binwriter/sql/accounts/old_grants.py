"""GRANT and REVOKE on servers before 8.0: privileges of a level, and what a list of accounts some of which fail leaves.

Source: MySQL 5.1 to 5.7 manuals, "GRANT Statement", "REVOKE Statement"; captured: grants_in_part_row of 5.1.54 to
5.7.18. All accounts of the list are worked through. Where some fail nothing is logged up to 5.5, but for REVOKE ALL and
routines, which are with the error; since 5.6 what was done is lost for the log, which says so by an Incident event.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from binwriter.catalog.grants import GLOBAL, Grants, Level
from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.mysql.identifiers import quoted, unquoted
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.privileges import ALL, GRANT_OPTION, ORDER, PROXY, STATIC, USAGE, of_level, split
from binwriter.sql.accounts.before_8_0 import (
    behaviour_in,
    is_rewritten,
    keep_account,
    listed,
    of_privileges,
    own_account,
    shown,
)
from binwriter.sql.accounts.given_hashes import check_lengths, is_unknown_plugin, refuse_short_hashes, warn_of_hashes
from binwriter.sql.syntax.accounts import Account, Authentication, UserKind, UserSyntax
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.text.words import syntax_error
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

_ROUTINES = ("FUNCTION", "PROCEDURE")
_LOST_UP_TO_5_6 = b"error writing to the binary log"
_LOST = {
    "ALL": b"REVOKE failed while revoking all_privileges from a list of users.",
    "DATABASE": b"REVOKE/GRANT failed while granting/revoking privileges in databases.",
    "TABLE": b"REVOKE/GRANT failed while storing table level and column level grants in the privilege tables.",
    "ROUTINE": b"REVOKE/GRANT failed while storing routine level grants in the privilege tables.",
}


def _check_routine(run: DdlRun, syntax: UserSyntax, schema: str) -> None:
    """ER_SP_DOES_NOT_EXIST; up to 5.5 only of a FUNCTION, for which a procedure will do (captured:
    routines_granted_statement)."""
    looks = behaviour_in(run).logs_hashes
    if syntax.object_type not in _ROUTINES or not (looks or syntax.object_type == "FUNCTION"):
        return
    assert syntax.level is not None
    name = syntax.level[1]
    kinds = (ProgramKind[syntax.object_type],) if looks else (ProgramKind.FUNCTION, ProgramKind.PROCEDURE)
    if all(run.database.programs.find(kind, schema, name) is None for kind in kinds):
        said = syntax.object_type if behaviour_in(run).logs_plugins else "FUNCTION or PROCEDURE"
        raise mysql_error("ER_SP_DOES_NOT_EXIST", said, name)


def _check_table(run: DdlRun, syntax: UserSyntax, schema: str) -> None:
    """ER_NO_SUCH_TABLE and ER_BAD_FIELD_ERROR: GRANT looks for its table, unless CREATE is granted, and its columns
    (captured: 5.1.54 to 5.6.21)."""
    assert syntax.level is not None
    name = syntax.level[1]
    if syntax.object_type or not name or not schema:
        return
    catalog, created = run.database.catalog, not {"CREATE", ALL}.isdisjoint(syntax.privileges)
    table = catalog.find(schema, name)
    if table is None:
        if not created and catalog.view(schema, name) is None:
            raise mysql_error("ER_NO_SUCH_TABLE", schema, name)
        return
    columns = {column.name.lower() for column in table.columns}
    for privilege in syntax.privileges:
        for column in privilege.partition("(")[2].rstrip(")").split(","):
            wanted = column.strip().strip("`")
            if wanted and wanted.lower() not in columns:
                raise mysql_error("ER_BAD_FIELD_ERROR", wanted, name)


def _refuse_dynamic(run: DdlRun, syntax: UserSyntax) -> None:
    """ER_PARSE_ERROR: there are no privileges but those that the grammar has."""
    for privilege in syntax.privileges:
        name = privilege.partition(" (")[0]
        if name not in STATIC and name not in (ALL, GRANT_OPTION, USAGE, PROXY):
            match = re.search(rf"\b{re.escape(name.split()[0])}\b", run.parsed.text, re.IGNORECASE)
            raise syntax_error(run.parsed.text, match.start() if match else 0)


def _grant(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    check_lengths(run, syntax)
    _refuse_dynamic(run, syntax)
    warn_of_hashes(run, syntax)
    level, schema = _level(run, syntax)
    refused = _not_of_level(run, syntax)
    if refused is not None and refused.symbol == "ER_ILLEGAL_GRANT_FOR_TABLE":
        raise refused
    _check_routine(run, syntax, schema)
    _check_table(run, syntax, schema)
    refuse_short_hashes(run, syntax)
    failed = _of_each(run, syntax, lambda named, how: _give(run, syntax, named, how, refused))
    if failed is not None:
        return _in_part(run, syntax, failed, schema)
    if not is_rewritten(run, syntax):
        return (of_privileges(run, run.parsed.text, schema),)
    granted = [privilege for privilege in syntax.privileges if privilege != GRANT_OPTION]
    quotes = run.context.variables.behaviour.quotes_granted_columns
    privileges = ", ".join(_with_columns(in_privilege_order(granted), quotes=quotes)) or USAGE
    text = f"GRANT {privileges} ON {level} TO {listed(run, syntax)}"
    if syntax.object_type == PROXY:  # so 5.7 has it: who is stood for is one of the list
        text = f"GRANT {USAGE} ON *.* TO {level},{listed(run, syntax)}"
    may_grant = syntax.with_grant or len(granted) < len(syntax.privileges)
    text += f"{_in_rewritten_order(syntax.options)}{' WITH GRANT OPTION' if may_grant else ''}"
    return (of_privileges(run, text, schema),)


_QUOTED = pattern(r"`(?:[^`]|``)*`")
_REQUIRED = pattern(r"(?:AND )?(SUBJECT|ISSUER|CIPHER) ('(?:[^'\\\\]|\\\\.|'')*') ?(?:AND )?")


def _in_rewritten_order(options: str) -> str:
    """What REQUIRE names, as the server writes it: in its order, with nothing between (captured:
    grants_rewritten_statement)."""
    found = dict(_REQUIRED.findall(options))
    if len(found) < 2:
        return options
    required = " ".join(f"{word} {found[word]}" for word in ("SUBJECT", "ISSUER", "CIPHER") if word in found)
    return f" REQUIRE {required}" + _REQUIRED.sub("", options.partition(" REQUIRE ")[2]).rstrip()


def _with_columns(privileges: Iterable[str], *, quotes: bool) -> Iterator[str]:
    """Columns of a privilege that the whole table has are not written. quotes: else they are as bare as they are
    (captured: 5.7.18/grants_rewritten_statement)."""
    listed_ = tuple(privileges)
    for privilege in listed_:
        name, given, columns = privilege.partition(" (")
        if not given:
            yield privilege
        elif name not in listed_:
            yield privilege if quotes else f"{name} ({_QUOTED.sub(lambda found: unquoted(found[0]), columns)}"


def _give(
    run: DdlRun, syntax: UserSyntax, named: Account, how: Authentication | None, refused: MySQLError | None
) -> None:
    """Privileges of one account. refused: why it cannot have them, which is told once the account is there."""
    known = run.database.catalog.accounts
    account = own_account(run, named)
    is_bare = how is None or not (how.password or how.hash or how.plugin)
    if account not in known and is_bare and "NO_AUTO_CREATE_USER" in str(run.context.variables.get("sql_mode")):
        raise mysql_error("ER_PASSWORD_NO_MATCH")
    if how is not None and is_unknown_plugin(run, how):
        raise mysql_error("ER_PLUGIN_IS_NOT_LOADED", how.plugin)
    if behaviour_in(run).logs_plugins and (account not in known or how is not None or syntax.options):
        kind = "CHANGES" if account in known else "CREATES"
        run.context.diagnostics.append(mysql_warning(f"ER_WARN_DEPRECATED_GRANT_{kind}"))
    keep_account(run, account, how, syntax.options)
    if refused is not None:
        raise refused
    further = (GRANT_OPTION,) if syntax.with_grant else ()
    run.database.catalog.grants.grant(account, _held_level(run, syntax), (*syntax.privileges, *further))


def _of_each(
    run: DdlRun, syntax: UserSyntax, change: Callable[[Account, Authentication | None], None]
) -> tuple[MySQLError, bool] | None:
    """Changes account after account. The first error, the others behind it, and whether any account was changed."""
    first: MySQLError | None = None
    any_done = False
    for account, how in syntax.accounts:
        try:
            change(account, how)
        except MySQLError as error:
            if first is None:
                first = error
            elif syntax.level is not None:
                first.later = (*first.later, Diagnostic("Error", error.code, error.message))
        else:
            any_done = True
    return None if first is None else (first, any_done)


def _in_part(run: DdlRun, syntax: UserSyntax, failed: tuple[MySQLError, bool], schema: str) -> tuple[DdlEvent, ...]:
    """What is logged of a list some of which failed: see the module. Raises the error where nothing is."""
    error, any_done = failed
    behaviour = behaviour_in(run)
    if behaviour.logs_hashes:
        if not any_done:
            raise error
        run.error = error
        message = _LOST[_kind_of_level(syntax)] if behaviour.logs_plugins else _LOST_UP_TO_5_6
        return (DdlEvent(b"", run.default_schema, incident=message),)
    if syntax.level is not None and syntax.object_type not in _ROUTINES:
        raise error
    run.error = error
    return (of_privileges(run, run.parsed.text, schema),)


def _kind_of_level(syntax: UserSyntax) -> str:
    if syntax.level is None:
        return "ALL"
    if syntax.object_type in _ROUTINES:
        return "ROUTINE"
    return "TABLE" if syntax.level[1] and syntax.object_type != PROXY else "DATABASE"


def in_privilege_order(privileges: Iterable[str]) -> list[str]:
    """As GRANT is written anew; a name that is not in the order comes last."""
    order = {name: number for number, name in enumerate(ORDER)}
    return sorted(privileges, key=lambda privilege: order.get(privilege.partition(" (")[0], len(order)))


def _level(run: DdlRun, syntax: UserSyntax) -> tuple[str, str]:
    assert syntax.level is not None
    schema, table = syntax.level
    if syntax.object_type == PROXY:
        return shown((schema or "", table)), ""
    if schema == "":
        return "*.*", ""
    if schema is None:
        schema = run.default_schema
        if not schema:
            raise mysql_error("ER_NO_DB_ERROR")
    written = f"{quoted(schema)}.{quoted(table) if table else '*'}"
    return (f"{syntax.object_type} {written}" if syntax.object_type else written), schema


def _not_of_level(run: DdlRun, syntax: UserSyntax) -> MySQLError | None:
    """The error for privileges that are not of the level they are granted at (captured: 5.1.54, 5.5.20)."""
    object_type, schema, name = _held_level(run, syntax)
    if object_type == PROXY:
        return None
    if not (name or object_type) and any(split(privilege)[1] for privilege in syntax.privileges):
        return mysql_error("ER_ILLEGAL_GRANT_FOR_TABLE")
    allowed = {*of_level(object_type, schema, name), ALL, USAGE, GRANT_OPTION}
    if allowed.issuperset(split(privilege)[0] for privilege in syntax.privileges):
        return None
    if name or object_type:
        return mysql_error("ER_ILLEGAL_GRANT_FOR_TABLE")
    return mysql_error("ER_WRONG_USAGE", "DB GRANT", "GLOBAL PRIVILEGES")


def _held_level(run: DdlRun, syntax: UserSyntax) -> Level:
    assert syntax.level is not None
    schema, name = syntax.level
    if syntax.object_type in _ROUTINES:
        name = name.lower()
    return syntax.object_type, run.default_schema if schema is None else schema, name


def _take(run: DdlRun, syntax: UserSyntax, named: Account, refused: MySQLError | None) -> None:
    """Takes privileges away. ER_NONEXISTING_GRANT and its kin where the account has none at all at that level, but that
    of the whole server (captured: 5.1.54, 5.5.20)."""
    account = own_account(run, named)
    if account not in run.database.catalog.accounts:
        raise mysql_error("ER_REVOKE_GRANTS") if syntax.level is None else mysql_error("ER_NONEXISTING_GRANT", *named)
    grants = run.database.catalog.grants
    if syntax.level is None:
        grants.revoke_everything(account)
        return
    if refused is not None:
        raise refused
    level = _held_level(run, syntax)
    if not finds(grants, account, level, syntax.privileges):
        raise no_such_grant(account, level)
    grants.revoke(account, level, syntax.privileges)


def finds(grants: Grants, account: Account, level: Level, privileges: Iterable[str]) -> bool:
    """Whether there is anything at that level, and all columns that are named have something."""
    held = grants.find(account)
    if level != GLOBAL and (held is None or not held.levels.get(level)):
        return False
    columns = {column for privilege in privileges for column in split(privilege)[1]}
    return held is None or columns.issubset(set().union(*held.levels.get(level, {}).values()))


def no_such_grant(account: Account, level: Level) -> MySQLError:
    """The error for a REVOKE of what was never granted."""
    object_type, _, name = level
    if object_type in _ROUTINES:
        return mysql_error("ER_NONEXISTING_PROC_GRANT", *account, name)
    if name and object_type != PROXY:
        return mysql_error("ER_NONEXISTING_TABLE_GRANT", *account, name)
    return mysql_error("ER_NONEXISTING_GRANT", *account)


def _revoke(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    _refuse_dynamic(run, syntax)
    refused = None if syntax.level is None else _not_of_level(run, syntax)
    if refused is not None and refused.symbol == "ER_ILLEGAL_GRANT_FOR_TABLE":
        raise refused
    failed = _of_each(run, syntax, lambda named, _: _take(run, syntax, named, refused))
    schema = "" if syntax.level is None else _level(run, syntax)[1]
    if failed is not None:
        return _in_part(run, syntax, failed, schema)
    return (of_privileges(run, run.parsed.text, schema),)


RUNNERS: dict[UserKind, Callable[[DdlRun, UserSyntax], tuple[DdlEvent, ...]]] = {
    UserKind.GRANT: _grant,
    UserKind.REVOKE: _revoke,
}
