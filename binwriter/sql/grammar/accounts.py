"""Reads the statements about accounts (MySQL manual, "Account Management Statements")."""

from __future__ import annotations

from binwriter.formats.records import replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.password_hashes import native_hash
from binwriter.mysql.privileges import ALL, OF_COLUMNS, PROXY
from binwriter.sql.accounts.options import read_options
from binwriter.sql.command_table import reads
from binwriter.sql.grammar.parts.factors import altered_factors, created_factors
from binwriter.sql.grammar.parts.hosts import accept_host
from binwriter.sql.syntax.accounts import (
    CURRENT_USER,
    Account,
    Authentication,
    Factor,
    UserKind,
    UserSyntax,
    checked_account,
    logged,
)
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.words import ParsedStatement, Words, worded_parse_error


def _read(words: Words, syntax: UserSyntax) -> ParsedStatement:
    command = syntax.kind.value.lower().replace(" ", "_")
    if syntax.kind is UserKind.ALTER_USER and syntax.role_choice:
        command = "alter_user_default_role"
    return ParsedStatement(words.text, command, syntax)


def account(cursor: Cursor) -> Account:
    """user[@host]."""
    if cursor.at("CURRENT_USER") or _is_user_function(cursor):
        cursor.next()
        if cursor.accept_symbol("("):
            cursor.expect_symbol(")")
        return CURRENT_USER
    user = cursor.string() if cursor.piece.kind is PieceKind.STRING else cursor.name()
    host = accept_host(cursor)
    return checked_account(user, "%" if host is None else host.lower())


def _is_user_function(cursor: Cursor) -> bool:
    """USER(), and not an account of that name."""
    return cursor.at("USER") and cursor.ahead(1).text == "("


def _authentication(cursor: Cursor, *, creates: bool = False) -> Authentication | None:
    if not cursor.accept("IDENTIFIED"):
        return None
    plugin = ""
    if cursor.accept("WITH"):
        plugin = cursor.name_or_string()
    if cursor.accept("BY", "PASSWORD"):  # up to 8.0
        authentication = Authentication(plugin, hash=cursor.string())
    elif cursor.accept("BY", "RANDOM", "PASSWORD"):
        authentication = Authentication(plugin, random=True)
    elif cursor.accept("BY"):
        authentication = Authentication(plugin, password=cursor.string())
    elif cursor.accept("AS"):
        authentication = Authentication(plugin, hash=_hash(cursor))
    else:
        authentication = Authentication(plugin)
    return authentication if creates else _current(cursor, authentication)


def _hash(cursor: Cursor) -> str:
    """A string, or its bytes as 0x..."""
    digits = cursor.piece.text
    if cursor.piece.kind is not PieceKind.HEX or len(digits) % 2:
        return cursor.string()
    cursor.next()
    return bytes.fromhex(digits).decode("utf-8", "surrogateescape")


def _current(cursor: Cursor, authentication: Authentication) -> Authentication:
    """[REPLACE 'text'] [RETAIN CURRENT PASSWORD]."""
    current = cursor.string() if cursor.accept("REPLACE") else None
    return replace(authentication, current=current, retains=cursor.accept("RETAIN", "CURRENT", "PASSWORD"))


@reads("CREATE USER", "ALTER USER")
def read_create_user(words: Words) -> ParsedStatement:
    """CREATE USER, ALTER USER."""
    cursor = Cursor(words)
    kind = UserKind.CREATE_USER if cursor.next().text.upper() == "CREATE" else UserKind.ALTER_USER
    cursor.expect("USER")
    exists = cursor.accept("IF", "NOT", "EXISTS") or cursor.accept("IF", "EXISTS")
    accounts: list[tuple[Account, Authentication | None]] = []
    factors: list[Factor] = []
    while True:
        is_function = _is_user_function(cursor) and kind is UserKind.ALTER_USER
        name = account(cursor)
        discards = kind is UserKind.ALTER_USER and cursor.at("DISCARD")
        if kind is UserKind.ALTER_USER and (further := list(altered_factors(cursor, name))):
            factors += further
            accounts.append((name, None))
            if cursor.accept_symbol(","):
                continue
            break
        if is_function and not cursor.at("IDENTIFIED") and not discards:
            raise cursor.error()
        how = _authentication(cursor, creates=kind is UserKind.CREATE_USER)
        if (how is not None and cursor.at("DISCARD")) or (is_function and not discards and not cursor.at_end):
            raise cursor.error()
        accounts.append((name, how))
        if kind is UserKind.CREATE_USER:
            factors += created_factors(cursor, name, how)
        if not cursor.accept_symbol(","):
            break
    roles: tuple[Account, ...] = ()
    choice = ""
    if cursor.at("DEFAULT"):
        if kind is UserKind.ALTER_USER and (len(accounts) > 1 or accounts[0][1] is not None):
            raise cursor.error()
        cursor.expect("DEFAULT", "ROLE")
        choice, roles = _role_choice(cursor) if kind is UserKind.ALTER_USER else ("LIST", _names(cursor))
        if kind is UserKind.ALTER_USER:
            cursor.expect_end()
    options = read_options(cursor)
    syntax = UserSyntax(kind, tuple(accounts), exists, options=options, named_roles=roles, role_choice=choice)
    return _read(words, replace(syntax, factors=tuple(factors)))


def _role_choice(cursor: Cursor) -> tuple[str, tuple[Account, ...]]:
    """ALL, NONE, or a list of roles."""
    for word in ("ALL", "NONE"):
        if cursor.accept(word):
            return word, ()
    return "LIST", _names(cursor)


def _names(cursor: Cursor) -> tuple[Account, ...]:
    if cursor.word() in ("ALL", "NONE") and cursor.piece.kind is PieceKind.WORD:
        raise cursor.error()
    return tuple(name for name, _ in _bare_accounts(cursor))


def _accounts(cursor: Cursor) -> tuple[tuple[Account, Authentication | None], ...]:
    listed: list[tuple[Account, Authentication | None]] = []
    while not listed or cursor.accept_symbol(","):
        name = account(cursor)
        listed.append((name, _authentication(cursor)))
    return tuple(listed)


def _bare_accounts(cursor: Cursor) -> tuple[tuple[Account, None], ...]:
    """Where nothing is said of how they identify themselves (captured: clusters/accounts_named_alone)."""
    listed = [account(cursor)]
    while cursor.accept_symbol(","):
        listed.append(account(cursor))
    return tuple((name, None) for name in listed)


def _grant_requirement(cursor: Cursor) -> str:
    """REQUIRE .. of GRANT, up to 5.7."""
    if not cursor.at("REQUIRE"):
        return ""
    parts = []
    while not cursor.at_end and not cursor.at("WITH"):
        piece = cursor.next()
        parts.append(f"'{piece.text}'" if piece.kind is PieceKind.STRING else piece.text.upper())
    return " " + " ".join(parts)


@reads("DROP USER", "CREATE ROLE", "DROP ROLE")
def read_drop_user(words: Words) -> ParsedStatement:
    """DROP USER, CREATE ROLE, DROP ROLE."""
    cursor = Cursor(words)
    kind = UserKind(f"{cursor.next().text.upper()} {cursor.next().text.upper()}")
    exists = cursor.accept("IF", "EXISTS") or cursor.accept("IF", "NOT", "EXISTS")
    accounts: tuple[tuple[Account, None], ...]
    if kind is UserKind.DROP_USER:
        accounts = _bare_accounts(cursor)
    else:
        roles = [_role(cursor)]
        while cursor.accept_symbol(","):
            roles.append(_role(cursor))
        accounts = tuple((role, None) for role in roles)
    if not cursor.at_end:
        raise cursor.error()
    return _read(words, UserSyntax(kind, accounts, exists))


def _role(cursor: Cursor) -> Account:
    """As `account`; the client's own is none."""
    if cursor.at("CURRENT_USER"):
        raise cursor.error()
    return account(cursor)


@reads("RENAME USER")
def read_rename_user(words: Words) -> ParsedStatement:
    """RENAME USER a TO b, ..."""
    cursor = Cursor(words)
    cursor.expect("RENAME", "USER")
    accounts: list[tuple[Account, Authentication | None]] = []
    while True:
        accounts.append((account(cursor), None))
        cursor.expect("TO")
        accounts.append((account(cursor), None))
        if not cursor.accept_symbol(","):
            break
    cursor.expect_end()
    return _read(words, UserSyntax(UserKind.RENAME_USER, tuple(accounts)))


@reads("SET PASSWORD")
def read_set_password(words: Words) -> ParsedStatement:
    """SET PASSWORD [FOR user] {= 'text' | TO RANDOM} [REPLACE 'text'] [RETAIN CURRENT PASSWORD]."""
    cursor = Cursor(words)
    cursor.expect("SET", "PASSWORD")
    name = account(cursor) if cursor.accept("FOR") else CURRENT_USER
    if cursor.accept("TO", "RANDOM"):
        listed = ((name, _current(cursor, Authentication(random=True))),)
        cursor.expect_end()
        return _read(words, UserSyntax(UserKind.SET_PASSWORD, listed))
    cursor.expect_symbol("=")
    if cursor.accept("PASSWORD"):  # PASSWORD('text'), up to 5.7: the same as its hash
        cursor.expect_symbol("(")
        listed = ((name, Authentication(hash=native_hash(cursor.string()))),)
        cursor.expect_symbol(")")
    else:
        listed = ((name, _current(cursor, Authentication(password=cursor.string()))),)
    cursor.expect_end()
    return _read(words, UserSyntax(UserKind.SET_PASSWORD, listed))


@reads("SET DEFAULT", "SET ROLE")
def read_set_role(words: Words) -> ParsedStatement:
    """SET ROLE, SET DEFAULT ROLE .. TO."""
    cursor = Cursor(words)
    if words.word(1) == "DEFAULT":
        cursor.expect("SET", "DEFAULT", "ROLE")
        choice, named = _role_choice(cursor)
        cursor.expect("TO")
        if cursor.at("CURRENT_USER"):
            raise cursor.error()
        accounts = _bare_accounts(cursor)
        cursor.expect_end()
        return _read(words, UserSyntax(UserKind.DEFAULT_ROLE, accounts, named_roles=named, role_choice=choice))
    cursor.expect("SET", "ROLE")
    choice = next((word for word in ("NONE", "ALL", "DEFAULT") if cursor.accept(word)), "")
    roles = _names(cursor) if not choice or (choice == "ALL" and cursor.accept("EXCEPT")) else ()
    cursor.expect_end()
    roles = tuple(dict.fromkeys(roles))  # one that is named twice is named
    return ParsedStatement(words.text, "set_role", AdminSyntax("set_role", tables=roles, words=(choice,)))


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
    accounts = _accounts(cursor)
    options = _grant_requirement(cursor)
    with_grant = cursor.accept("WITH", "GRANT", "OPTION")
    if cursor.at("WITH") and not cursor.at_end:  # limits, up to 5.7
        options += read_options(cursor)
    granted_as = account(cursor) if kind is UserKind.GRANT and cursor.accept("AS") else None
    as_roles = _roles_of_as(cursor) if granted_as is not None and cursor.accept("WITH", "ROLE") else "NONE"
    ignores_unknown = _ignores_unknown(cursor)
    cursor.expect_end()
    return _read(
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


def _roles_of_as(cursor: Cursor) -> str:
    """NONE, DEFAULT, ALL [EXCEPT roles] or roles, as the server writes them."""
    text = next((word for word in ("NONE", "DEFAULT", "ALL") if cursor.accept(word)), "")
    if text and not cursor.accept("EXCEPT"):
        return text
    roles = ",".join(map(logged, _names(cursor)))
    return f"{text} EXCEPT {roles}" if text else roles


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
        roles = _names(cursor)
    cursor.expect("TO" if kind is UserKind.GRANT else "FROM")
    accounts = _bare_accounts(cursor)
    further = kind is UserKind.GRANT and cursor.accept("WITH")
    if further:
        cursor.expect("ADMIN", "OPTION")
    ignores = _ignores_unknown(cursor)
    if not cursor.at_end:
        raise cursor.error()
    return _read(
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
    words = []
    while cursor.piece.kind is PieceKind.WORD and cursor.word() != "ON":
        words.append(cursor.next().text.upper())
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
    illegal = worded_parse_error(cursor.error(), "Illegal privilege identifier")
    name = cursor.name_or_string().upper()
    if cursor.piece.kind is PieceKind.WORD and cursor.piece.text.startswith("@"):
        raise illegal
    if cursor.accept_symbol("@"):
        raise illegal if cursor.ahead(-1).end == cursor.offset else cursor.error()
    return name


def _level(cursor: Cursor) -> tuple[str | None, str]:
    """(database, table): '' for *; database None for the session's."""
    if cursor.accept_symbol("*"):
        if cursor.accept_symbol("."):
            cursor.expect_symbol("*")
            return "", ""
        return None, ""
    first = cursor.name()
    if not cursor.accept_symbol("."):
        return None, first
    if cursor.accept_symbol("*"):
        return first, ""
    name = cursor.name()
    if cursor.at_symbol("."):
        raise cursor.error()
    return first, name
