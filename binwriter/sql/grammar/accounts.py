"""Reads the statements about accounts (MySQL manual, "Account Management Statements")."""

from __future__ import annotations

from binwriter.formats.records import replace
from binwriter.mysql.password_hashes import native_hash
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
)
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.words import ParsedStatement, Words


def account_statement(words: Words, syntax: UserSyntax) -> ParsedStatement:
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
        choice, roles = _role_choice(cursor) if kind is UserKind.ALTER_USER else ("LIST", account_names(cursor))
        if kind is UserKind.ALTER_USER:
            cursor.expect_end()
    options = read_options(cursor)
    syntax = UserSyntax(kind, tuple(accounts), exists, options=options, named_roles=roles, role_choice=choice)
    return account_statement(words, replace(syntax, factors=tuple(factors)))


def _role_choice(cursor: Cursor) -> tuple[str, tuple[Account, ...]]:
    """ALL, NONE, or a list of roles."""
    for word in ("ALL", "NONE"):
        if cursor.accept(word):
            return word, ()
    return "LIST", account_names(cursor)


def account_names(cursor: Cursor) -> tuple[Account, ...]:
    if cursor.word() in ("ALL", "NONE") and cursor.piece.kind is PieceKind.WORD:
        raise cursor.error()
    return tuple(name for name, _ in bare_accounts(cursor))


def accounts_named(cursor: Cursor) -> tuple[tuple[Account, Authentication | None], ...]:
    listed: list[tuple[Account, Authentication | None]] = []
    while not listed or cursor.accept_symbol(","):
        name = account(cursor)
        listed.append((name, _authentication(cursor)))
    return tuple(listed)


def bare_accounts(cursor: Cursor) -> tuple[tuple[Account, None], ...]:
    """Where nothing is said of how they identify themselves (captured: clusters/accounts_named_alone)."""
    listed = [account(cursor)]
    while cursor.accept_symbol(","):
        listed.append(account(cursor))
    return tuple((name, None) for name in listed)


@reads("DROP USER", "CREATE ROLE", "DROP ROLE")
def read_drop_user(words: Words) -> ParsedStatement:
    """DROP USER, CREATE ROLE, DROP ROLE."""
    cursor = Cursor(words)
    kind = UserKind(f"{cursor.next().text.upper()} {cursor.next().text.upper()}")
    exists = cursor.accept("IF", "EXISTS") or cursor.accept("IF", "NOT", "EXISTS")
    accounts: tuple[tuple[Account, None], ...]
    if kind is UserKind.DROP_USER:
        accounts = bare_accounts(cursor)
    else:
        roles = [_role(cursor)]
        while cursor.accept_symbol(","):
            roles.append(_role(cursor))
        accounts = tuple((role, None) for role in roles)
    if not cursor.at_end:
        raise cursor.error()
    return account_statement(words, UserSyntax(kind, accounts, exists))


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
    return account_statement(words, UserSyntax(UserKind.RENAME_USER, tuple(accounts)))


@reads("SET PASSWORD")
def read_set_password(words: Words) -> ParsedStatement:
    """SET PASSWORD [FOR user] {= 'text' | TO RANDOM} [REPLACE 'text'] [RETAIN CURRENT PASSWORD]."""
    cursor = Cursor(words)
    cursor.expect("SET", "PASSWORD")
    name = account(cursor) if cursor.accept("FOR") else CURRENT_USER
    if cursor.accept("TO", "RANDOM"):
        listed = ((name, _current(cursor, Authentication(random=True))),)
        cursor.expect_end()
        return account_statement(words, UserSyntax(UserKind.SET_PASSWORD, listed))
    cursor.expect_symbol("=")
    if cursor.accept("PASSWORD"):  # PASSWORD('text'), up to 5.7: the same as its hash
        cursor.expect_symbol("(")
        listed = ((name, Authentication(hash=native_hash(cursor.string()))),)
        cursor.expect_symbol(")")
    else:
        listed = ((name, _current(cursor, Authentication(password=cursor.string()))),)
    cursor.expect_end()
    return account_statement(words, UserSyntax(UserKind.SET_PASSWORD, listed))


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
        accounts = bare_accounts(cursor)
        cursor.expect_end()
        return account_statement(
            words, UserSyntax(UserKind.DEFAULT_ROLE, accounts, named_roles=named, role_choice=choice)
        )
    cursor.expect("SET", "ROLE")
    choice = next((word for word in ("NONE", "ALL", "DEFAULT") if cursor.accept(word)), "")
    roles = account_names(cursor) if not choice or (choice == "ALL" and cursor.accept("EXCEPT")) else ()
    cursor.expect_end()
    roles = tuple(dict.fromkeys(roles))  # one that is named twice is named
    return ParsedStatement(words.text, "set_role", AdminSyntax("set_role", tables=roles, words=(choice,)))
