"""Reads GRANT and REVOKE (MySQL manual, "Account Management Statements")."""

from __future__ import annotations

from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.privileges import ALL, GRANT_OPTION, OF_COLUMNS, PROXY, STATIC, USAGE
from binwriter.sql.accounts.options import read_options
from binwriter.sql.command_table import reads
from binwriter.sql.grammar.accounts import account, account_names, account_statement, accounts_named, bare_accounts
from binwriter.sql.syntax.accounts import Account, UserKind, UserSyntax, logged
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.words import ParsedStatement, Words, worded_parse_error


@reads("GRANT", "REVOKE")
def read_grant(words: Words) -> ParsedStatement:
    """GRANT and REVOKE; without ON they are about roles."""
    cursor = Cursor(words)
    kind = UserKind(cursor.next().text.upper())
    exists = cursor.accept("IF", "EXISTS")
    if not _has_on(words):
        return _read_grant_of_roles(words, cursor, kind, exists)
    privileges: list[str] = []
    while True:
        if privileges and (cursor.at("ALL") or cursor.at(PROXY)):
            raise cursor.error()
        privileges.append(_privilege(cursor))
        if privileges == [PROXY] and cursor.at_symbol(","):
            raise cursor.error()
        if not cursor.accept_symbol(","):
            break
    cursor.expect("ON")
    object_type = ""
    if cursor.word() in ("FUNCTION", "PROCEDURE", "TABLE") and not _dot_follows(cursor):
        object_type = cursor.next().text.upper().replace("TABLE", "")
    if privileges == [PROXY]:
        object_type = PROXY
    level = account(cursor) if object_type == PROXY else _level(cursor)
    cursor.expect("TO" if kind is UserKind.GRANT else "FROM")
    accounts = accounts_named(cursor)
    options = _grant_requirement(cursor)
    with_grant = cursor.accept("WITH", "GRANT", "OPTION")
    if cursor.at("WITH") and not cursor.at_end:  # limits, up to 5.7
        options += read_options(cursor)
    granted_as = account(cursor) if kind is UserKind.GRANT and cursor.accept("AS") else None
    as_roles = _roles_of_as(cursor) if granted_as is not None and cursor.accept("WITH", "ROLE") else "NONE"
    ignores_unknown = _ignores_unknown(cursor)
    cursor.expect_end()
    return account_statement(
        words,
        UserSyntax(
            kind,
            accounts,
            exists,
            privileges=tuple(privileges),
            level=level,
            object_type=object_type,
            with_grant=with_grant,
            options=options,
            ignores_unknown=ignores_unknown,
            granted_as=granted_as,
            as_roles=as_roles,
        ),
    )


def _grant_requirement(cursor: Cursor) -> str:
    """REQUIRE .. of GRANT, up to 5.7."""
    if not cursor.at("REQUIRE"):
        return ""
    parts = []
    while not cursor.at_end and not cursor.at("WITH"):
        piece = cursor.next()
        parts.append(f"'{piece.text}'" if piece.kind is PieceKind.STRING else piece.text.upper())
    return " " + " ".join(parts)


def _roles_of_as(cursor: Cursor) -> str:
    """NONE, DEFAULT, ALL [EXCEPT roles] or roles, as the server writes them."""
    text = next((word for word in ("NONE", "DEFAULT", "ALL") if cursor.accept(word)), "")
    if text and not cursor.accept("EXCEPT"):
        return text
    roles = ",".join(map(logged, account_names(cursor)))
    return f"{text} EXCEPT {roles}" if text else roles


def _granted_roles(cursor: Cursor) -> tuple[Account, ...]:
    """Roles without ON. ER_PARSE_ERROR for a privilege in their place, and for columns (captured:
    clusters/privileges_without_objects)."""
    if cursor.at("ALL") or cursor.at("NONE"):
        raise cursor.error()
    roles: list[Account] = []
    while not roles or cursor.accept_symbol(","):
        illegal = worded_parse_error(cursor.error(), "Illegal authorization identifier")
        if any(" ".join(map(cursor.word, range(count))) in _NO_ROLES for count in (1, 2, 3)):
            raise illegal
        roles.append(account(cursor))
        if cursor.at_symbol("("):
            raise illegal
    return tuple(roles)


_NO_ROLES = STATIC | {USAGE, GRANT_OPTION}


def _ignores_unknown(cursor: Cursor) -> bool:
    return cursor.accept("IGNORE", "UNKNOWN", "USER")


def _read_grant_of_roles(words: Words, cursor: Cursor, kind: UserKind, exists: bool) -> ParsedStatement:
    """GRANT r TO u, REVOKE r FROM u, and REVOKE ALL [PRIVILEGES], GRANT OPTION FROM u, which names no roles."""
    roles: tuple[Account, ...] = ()
    if kind is UserKind.REVOKE and cursor.accept("ALL"):
        cursor.accept("PRIVILEGES")
        cursor.expect_symbol(",")
        cursor.expect("GRANT", "OPTION")
    else:
        roles = _granted_roles(cursor)
    cursor.expect("TO" if kind is UserKind.GRANT else "FROM")
    accounts = bare_accounts(cursor)
    further = kind is UserKind.GRANT and cursor.accept("WITH")
    if further:
        cursor.expect("ADMIN", "OPTION")
    ignores = _ignores_unknown(cursor)
    if not cursor.at_end:
        raise cursor.error()
    return account_statement(
        words,
        UserSyntax(kind, accounts, exists, roles=True, named_roles=roles, with_grant=further, ignores_unknown=ignores),
    )


def _has_on(words: Words) -> bool:
    return any(words.word(position) == "ON" for position in range(len(words.tokens)))


def _dot_follows(cursor: Cursor) -> bool:
    piece = cursor.ahead(1)
    return piece.kind is PieceKind.SYMBOL and piece.text == "."


def _privilege(cursor: Cursor) -> str:
    if cursor.piece.kind is not PieceKind.WORD:
        return _named_privilege(cursor)
    illegal = worded_parse_error(cursor.error(), _NO_PRIVILEGE)
    words: list[str] = []
    while cursor.piece.kind is PieceKind.WORD and cursor.word() != "ON":
        words.append(cursor.next().text.upper())
    if cursor.at_symbol("@"):
        raise illegal
    text = " ".join(words)
    if text == "ALL":
        text = ALL
    if text == ALL and cursor.at_symbol(","):
        raise cursor.error()
    if cursor.at_symbol("(") and text not in OF_COLUMNS:
        raise cursor.error()
    if cursor.accept_symbol("("):
        columns = [quoted(cursor.name())]
        while cursor.accept_symbol(","):
            columns.append(quoted(cursor.name()))
        cursor.expect_symbol(")")
        text += f" ({', '.join(columns)})"
    return text


def _named_privilege(cursor: Cursor) -> str:
    """A dynamic privilege as a string or a quoted name. ER_PARSE_ERROR for an account."""
    illegal = worded_parse_error(cursor.error(), _NO_PRIVILEGE)
    name = cursor.name_or_string().upper()
    if cursor.piece.kind is PieceKind.WORD and cursor.piece.text.startswith("@"):
        raise illegal
    if cursor.accept_symbol("@"):
        raise illegal if cursor.ahead(-1).end == cursor.offset else cursor.error()
    return name


_NO_PRIVILEGE = "Illegal privilege identifier"


def _level(cursor: Cursor) -> tuple[str | None, str]:
    """(database, table): '' for *; database None for the session's. ER_WRONG_DB_NAME for one without a name."""
    if cursor.accept_symbol("*"):
        if cursor.accept_symbol("."):
            cursor.expect_symbol("*")
            return "", ""
        return None, ""
    first = cursor.name()
    if not cursor.accept_symbol("."):
        return None, first
    if not first:
        raise mysql_error("ER_WRONG_DB_NAME", first)
    if cursor.accept_symbol("*"):
        return first, ""
    name = cursor.name()
    if cursor.at_symbol("."):
        raise cursor.error()
    return first, name
