"""Reads the statements about accounts (MySQL manual, "Account Management Statements")."""

from __future__ import annotations

from binwriter.rules.drop_table import quoted
from binwriter.sql.admin_syntax import AdminKind, AdminSyntax
from binwriter.sql.cursor import Cursor, PieceKind
from binwriter.sql.user_run_old import native_hash
from binwriter.sql.user_syntax import Account, Authentication, UserKind, UserSyntax
from binwriter.sql.words import ParsedStatement, Words

# The order in which a server writes the options of an account.
_OPTION_ORDER = ("DEFAULT", "REQUIRE", "WITH", "PASSWORD", "FAILED_LOGIN_ATTEMPTS", "ACCOUNT", "COMMENT", "ATTRIBUTE")


def _read(words: Words, syntax: UserSyntax) -> ParsedStatement:
    command = syntax.kind.value.lower().replace(" ", "_")
    return ParsedStatement(words.text, command, syntax)


def account(cursor: Cursor) -> Account:
    """user[@host]."""
    if cursor.accept("CURRENT_USER") or cursor.accept("USER"):
        if cursor.accept_symbol("("):
            cursor.expect_symbol(")")
        return "", ""
    user = cursor.string() if cursor.piece.kind is PieceKind.STRING else cursor.name()
    if not cursor.accept_symbol("@"):
        if cursor.piece.kind is PieceKind.WORD and cursor.piece.text.startswith("@"):
            return user, cursor.next().text[1:]
        return user, "%"
    return user, cursor.string() if cursor.piece.kind is PieceKind.STRING else cursor.name()


def _authentication(cursor: Cursor) -> Authentication | None:
    if not cursor.accept("IDENTIFIED"):
        return None
    plugin = ""
    if cursor.accept("WITH"):
        plugin = cursor.name_or_string()
    if cursor.accept("BY", "PASSWORD"):  # up to 8.0
        found = Authentication(plugin, hash=cursor.string())
    elif cursor.accept("BY"):
        if cursor.at("RANDOM"):
            raise cursor.unsupported("IDENTIFIED BY RANDOM PASSWORD")
        found = Authentication(plugin, password=cursor.string())
    elif cursor.accept("AS"):
        found = Authentication(plugin, hash=cursor.string())
    else:
        found = Authentication(plugin)
    if cursor.accept("REPLACE"):
        cursor.string()
    if cursor.accept("RETAIN", "CURRENT", "PASSWORD"):
        return found
    return found


def read_create_user(words: Words) -> ParsedStatement:
    """CREATE USER, ALTER USER."""
    cursor = Cursor(words)
    kind = UserKind.CREATE_USER if cursor.next().text.upper() == "CREATE" else UserKind.ALTER_USER
    cursor.expect("USER")
    exists = cursor.accept("IF", "NOT", "EXISTS") or cursor.accept("IF", "EXISTS")
    accounts = []
    while True:
        name = account(cursor)
        accounts.append((name, _authentication(cursor)))
        if not cursor.accept_symbol(","):
            break
    return _read(words, UserSyntax(kind, tuple(accounts), exists, options=_options(cursor)))


def _options(cursor: Cursor) -> str:
    groups: dict[str, list[str]] = {}
    current = ""
    while not cursor.at_end:
        piece = cursor.next()
        word = piece.text.upper()
        if piece.kind is PieceKind.WORD and word in _OPTION_ORDER and not (current == "REQUIRE" and word == "WITH"):
            current = word
        shown = f"'{piece.text}'" if piece.kind is PieceKind.STRING else word
        groups.setdefault(current, []).append(shown)
    return "".join(" " + " ".join(groups[name]) for name in ("", *_OPTION_ORDER) if name in groups)


def _accounts(cursor: Cursor) -> tuple[tuple[Account, Authentication | None], ...]:
    found: list[tuple[Account, Authentication | None]] = []
    while not found or cursor.accept_symbol(","):
        name = account(cursor)
        found.append((name, _authentication(cursor)))
    return tuple(found)


def _grant_requirement(cursor: Cursor) -> str:
    """REQUIRE .. of GRANT, up to 5.7."""
    if not cursor.at("REQUIRE"):
        return ""
    parts = []
    while not cursor.at_end and not cursor.at("WITH"):
        piece = cursor.next()
        parts.append(f"'{piece.text}'" if piece.kind is PieceKind.STRING else piece.text.upper())
    return " " + " ".join(parts)


def read_drop_user(words: Words) -> ParsedStatement:
    """DROP USER, CREATE ROLE, DROP ROLE."""
    cursor = Cursor(words)
    kind = UserKind(f"{cursor.next().text.upper()} {cursor.next().text.upper()}")
    exists = cursor.accept("IF", "EXISTS") or cursor.accept("IF", "NOT", "EXISTS")
    accounts = _accounts(cursor)
    if not cursor.at_end:
        raise cursor.error()
    return _read(words, UserSyntax(kind, accounts, exists))


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
    return _read(words, UserSyntax(UserKind.RENAME_USER, tuple(accounts)))


def read_set_password(words: Words) -> ParsedStatement:
    """SET PASSWORD [FOR user] = 'text'."""
    cursor = Cursor(words)
    cursor.expect("SET", "PASSWORD")
    name = account(cursor) if cursor.accept("FOR") else ("", "")
    cursor.expect_symbol("=")
    if cursor.accept("PASSWORD"):  # PASSWORD('text'), up to 5.7: the same as its hash
        cursor.expect_symbol("(")
        found = ((name, Authentication(hash=native_hash(cursor.string()))),)
        cursor.expect_symbol(")")
    else:
        found = ((name, Authentication(password=cursor.string())),)
    return _read(words, UserSyntax(UserKind.SET_PASSWORD, found))


def read_set_role(words: Words) -> ParsedStatement:
    """SET ROLE, SET DEFAULT ROLE: the text alone matters."""
    if words.word(1) == "DEFAULT":
        return _read(words, UserSyntax(UserKind.DEFAULT_ROLE))
    cursor = Cursor(words)
    cursor.expect("SET", "ROLE")
    roles: list[Account] = []
    if cursor.word() not in ("NONE", "ALL", "DEFAULT"):
        roles.append(account(cursor))
        while cursor.accept_symbol(","):
            roles.append(account(cursor))
    return ParsedStatement(words.text, "admin", AdminSyntax(AdminKind.ROLE, tables=tuple(roles)))


def read_grant(words: Words) -> ParsedStatement:
    """GRANT and REVOKE; without ON they are about roles."""
    cursor = Cursor(words)
    kind = UserKind(cursor.next().text.upper())
    exists = cursor.accept("IF", "EXISTS")
    if not _has_on(words):
        accounts = _all_revoked_from(cursor) if kind is UserKind.REVOKE else ()
        return _read(words, UserSyntax(kind, accounts, exists, roles=True))
    privileges = []
    while True:
        privileges.append(_privilege(cursor))
        if not cursor.accept_symbol(","):
            break
    cursor.expect("ON")
    object_type = ""
    if cursor.word() in ("FUNCTION", "PROCEDURE", "TABLE") and not _dot_follows(cursor):
        object_type = cursor.next().text.upper().replace("TABLE", "")
    level = _level(cursor)
    cursor.next()  # TO, FROM
    accounts = _accounts(cursor)
    options = _grant_requirement(cursor)
    with_grant = cursor.accept("WITH", "GRANT", "OPTION")
    if cursor.at("WITH") and not cursor.at_end:  # limits, up to 5.7
        options += _options(cursor)
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
        ),
    )


def _all_revoked_from(cursor: Cursor) -> tuple[tuple[Account, Authentication | None], ...]:
    """The accounts of REVOKE ALL [PRIVILEGES], GRANT OPTION FROM; none for roles."""
    if not cursor.accept("ALL"):
        return ()
    cursor.accept("PRIVILEGES")
    if cursor.accept_symbol(",") and cursor.accept("GRANT", "OPTION", "FROM"):
        return _accounts(cursor)
    return ()


def _has_on(words: Words) -> bool:
    return any(words.word(position) == "ON" for position in range(len(words.tokens)))


def _dot_follows(cursor: Cursor) -> bool:
    piece = cursor.ahead(1)
    return piece.kind is PieceKind.SYMBOL and piece.text == "."


def _privilege(cursor: Cursor) -> str:
    words = []
    while cursor.piece.kind is PieceKind.WORD and cursor.word() != "ON":
        words.append(cursor.next().text.upper())
    text = " ".join(words)
    if text == "ALL":
        text = "ALL PRIVILEGES"
    if cursor.accept_symbol("("):
        columns = [quoted(cursor.name())]
        while cursor.accept_symbol(","):
            columns.append(quoted(cursor.name()))
        cursor.expect_symbol(")")
        text += f" ({', '.join(columns)})"
    return text


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
    return first, cursor.name()
