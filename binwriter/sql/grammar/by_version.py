"""Constructs that only some versions have: where a server's grammar stops, as a table.

Readers know the newest grammar. What an older server does not know is a syntax error there, at the word where its
parser stops, and nothing is logged; the words that 8.4 took away (MASTER, SLAVE) are one on newer servers.
Source: MySQL manuals 5.5 to 9.7, "What Is New", "SQL Statements" (which release brought a clause); release notes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from binwriter.errors import MySQLError
from binwriter.formats.patterns import Needles
from binwriter.formats.records import dataclass
from binwriter.mysql.privileges import ALL, GRANT_OPTION, PROXY, STATIC, USAGE
from binwriter.sql.grammar import charsets_by_version
from binwriter.sql.text import lexer
from binwriter.sql.text.words import syntax_error

_ANY, _NAME, _NUMBER, _END, _BEGIN, _GAP = "*", "<name>", "<number>", "<end>", "^", "..."
_ROLE, _PRIVILEGE, _SOME = "<role>", "<privilege>", "<some>"  # what GRANT names: by what it begins with; all but ALL
_ALWAYS = 10**6


@dataclass(frozen=True, slots=True)
class _Construct:
    """since, until: versions (major * 10000 + minor * 100 + patch) that know it, the second not included.

    words: what it is known by, `A|B` for one of several. anchored: they are the statement's beginning. verbs: else what
    it must begin with. near: the word, counted from the first, at which a parser without it stops.
    """

    since: int
    near: int
    words: tuple[tuple[str, ...], ...]
    anchored: bool
    verbs: tuple[str, ...] = ()
    until: int = _ALWAYS


def _constructs(text: str) -> Iterator[_Construct]:
    """Lines of `SINCE[-UNTIL] NEAR words`: `^ words` is the beginning, `^ VERB ... words` anywhere behind the verb."""
    for line in text.strip().splitlines():
        versions, near, *words = line.split()
        since, _, until = versions.partition("-")
        verbs: tuple[str, ...] = ()
        if _GAP in words:
            verbs, words = tuple(words[1].split("|")), words[words.index(_GAP) + 1 :]
        anchored = words[0] == _BEGIN
        items = tuple(tuple(word.split("|")) for word in words[anchored:])
        yield _Construct(int(since), int(near), items, anchored, verbs, int(until or _ALWAYS))


_TABLE = tuple(
    _constructs(
        """
50500 0 ^ SIGNAL SQLSTATE|<name>
50500 1 SIGNAL SQLSTATE
50500 0 ^ RESIGNAL
50503 1 ^ FLUSH BINARY|ENGINE|ERROR|GENERAL|RELAY|SLOW LOGS
50503 2 ^ FLUSH LOCAL|NO_WRITE_TO_BINLOG BINARY|ENGINE|ERROR|GENERAL|RELAY|SLOW LOGS
50500 3 ^ ALTER TABLE * TRUNCATE PARTITION
50507 1 ^ GRANT ... IDENTIFIED WITH
50507 4 ^ CREATE USER * IDENTIFIED WITH
50507 5 ^ CREATE USER * * IDENTIFIED WITH
50507 6 ^ CREATE USER * @ * IDENTIFIED WITH
50503 3 ^ FLUSH TABLE|TABLES * WITH READ
50503 2 ^ CREATE|ALTER ... USING BTREE|HASH COMMENT
50503 5 ^ CREATE|ALTER ... KEY|INDEX|UNIQUE|FULLTEXT|ON <name> ( <name> ) COMMENT
50503 7 ^ CREATE|ALTER ... KEY|INDEX|UNIQUE|FULLTEXT|ON <name> ( <name> , <name> ) COMMENT
50503 4 ^ CREATE|ALTER ... KEY|INDEX|UNIQUE|FULLTEXT ( <name> ) COMMENT
50503 6 ^ CREATE|ALTER ... KEY|INDEX|UNIQUE|FULLTEXT ( <name> , <name> ) COMMENT
50507 1 ^ GRANT|REVOKE PROXY ON
50602 3 ^ DELETE FROM * PARTITION (
50606 0 ^ CREATE|ALTER ... STATS_PERSISTENT|STATS_AUTO_RECALC|STATS_SAMPLE_PAGES =|0|1|DEFAULT
50602 0 ^ FLUSH ... FOR EXPORT
50606 0 ^ CREATE|ALTER ... COLUMN_FORMAT FIXED|DYNAMIC|DEFAULT
50500 3 PARTITION BY RANGE|LIST COLUMNS
50500 1 ^ LOAD XML
50604 0 ^ GET DIAGNOSTICS
50604 0 ^ GET CURRENT DIAGNOSTICS
50700 1 ^ GET STACKED DIAGNOSTICS
50700 1 GET STACKED DIAGNOSTICS
50706 0 ^ FLUSH|PURGE|RESET|START|STOP|CHANGE|SHOW ... FOR CHANNEL
50706 3 ^ ALTER USER * ACCOUNT|REQUIRE|WITH
50706 4 ^ ALTER USER * * ACCOUNT|REQUIRE|WITH
50706 5 ^ ALTER USER * @ * ACCOUNT|REQUIRE|WITH
50706 3 ^ CREATE USER * ACCOUNT|REQUIRE|PASSWORD
50706 0 ^ CREATE ... ACCOUNT LOCK|UNLOCK
50706 0 ^ CREATE ... PASSWORD EXPIRE
50708 1 AS JSON )
50706 1 ^ CREATE|ALTER ... TABLESPACE =
50708 0 ^ CREATE|ALTER ... COMPRESSION =
50706 0 ^ CREATE|ALTER ... WITH MAX_QUERIES_PER_HOUR|MAX_UPDATES_PER_HOUR|MAX_CONNECTIONS_PER_HOUR|MAX_USER_CONNECTIONS
50706 4 ^ CREATE USER * * ACCOUNT|REQUIRE|PASSWORD
50706 5 ^ CREATE USER * @ * ACCOUNT|REQUIRE|PASSWORD
50605 2 ^ START TRANSACTION READ ONLY|WRITE
50605 2 ^ SET TRANSACTION READ ONLY|WRITE
50605 3 ^ SET GLOBAL|SESSION|LOCAL TRANSACTION READ ONLY|WRITE
50605 1 ^ SET ... , READ ONLY|WRITE
50606 1 , ALGORITHM|LOCK = DEFAULT|INPLACE|COPY|INSTANT|NONE|SHARED|EXCLUSIVE
50606 1 , ALGORITHM|LOCK DEFAULT|INPLACE|COPY|INSTANT|NONE|SHARED|EXCLUSIVE
50606 3 ^ ALTER TABLE * ALGORITHM|LOCK
50606 0 ^ CREATE ... ALGORITHM|LOCK = DEFAULT|INPLACE|COPY|NONE|SHARED|EXCLUSIVE
50606 5 ^ DROP INDEX * ON * ALGORITHM|LOCK
50602 3 ^ ALTER TABLE * EXCHANGE PARTITION
50604 2 ^ CREATE|ALTER ... <name> TIME|DATETIME|TIMESTAMP ( <number> )
50606 1 ^ ALTER USER
50603 1 ^ EXPLAIN|DESC|DESCRIBE INSERT|REPLACE|UPDATE|DELETE
50706 3 ^ ALTER USER * IDENTIFIED
50706 5 ^ ALTER USER * @ * IDENTIFIED
50706 4 ^ ALTER USER * * IDENTIFIED
50706 2 ^ SHOW CREATE USER
50708 2 ^ CREATE USER IF NOT EXISTS
50708 2 ^ ALTER|DROP USER IF EXISTS
50708 1 ^ CREATE|ALTER ... <name> JSON ,|)|NOT|NULL|DEFAULT|COMMENT|DETERMINISTIC|<end>
50709 0 ->|->>
50706 0 ^ CREATE|ALTER ... GENERATED ALWAYS AS (
50706 1 ^ CREATE|ALTER ... INT|INTEGER|BIGINT|SMALLINT|TINYINT|DOUBLE|FLOAT|DATE|DATETIME|TEXT|) AS ( * +|-|*|/|,|(|%
50701 4 ^ ALTER TABLE * RENAME INDEX|KEY
50702 1 FOLLOWS|PRECEDES <name>
50705 1 ^ FLUSH OPTIMIZER_COSTS
50711 1 ^ ALTER INSTANCE
50705 2 ^ XA RECOVER CONVERT
80000 1 ^ CREATE|DROP ROLE
80000 2 ^ SET ROLE
80000 1 ^ SET DEFAULT ROLE
80000 2 ^ SET PERSIST|PERSIST_ONLY <name> =
80000 1 ^ RESET PERSIST
80000 1 ^ WITH <name> AS|(
80000 1 ^ WITH RECURSIVE <name>
80000 2 AS|( WITH <name> AS
80000 1 ^ GRANT|REVOKE <role> TO|FROM
80000 1 ^ GRANT|REVOKE <role> , * TO|FROM
80000 2 ^ GRANT|REVOKE <privilege> TO|FROM
80000 3 ^ GRANT|REVOKE <privilege> <name> TO|FROM
80000 4 ^ GRANT|REVOKE <privilege> , <privilege> TO|FROM
80000 5 ^ GRANT|REVOKE <some> , GRANT OPTION TO|FROM
80000 4 ^ GRANT|REVOKE CREATE TEMPORARY TABLES TO|FROM
80000 5 ^ GRANT|REVOKE <privilege> ( * ) TO|FROM
80000 5 ^ REVOKE ALL , GRANT OPTION ON
80000 6 ^ REVOKE ALL PRIVILEGES , GRANT OPTION ON
80000 3 ^ INSERT INTO * WITH <name> AS
80000 1 OVER (
80000 2 STRAIGHT_JOIN * USING (
80001 2 FOR UPDATE SKIP|NOWAIT|OF
80001 1 FOR SHARE
80013 2 ^ CREATE|ALTER ... <name>|) DEFAULT (
80013 1 ^ CREATE|ALTER ... KEY|INDEX ( (
80016 0 ^ CREATE|ALTER ... NOT ENFORCED
80016 0 ^ CREATE|ALTER ... ENFORCED ,|)|<end>
80014 2 FROM|,|JOIN LATERAL (
80013 6 ^ CREATE INDEX * ON * ( (
80013 3 ^ CREATE|ALTER ... INDEX|KEY <name> ( (
80023 0 ^ CREATE|ALTER ... INVISIBLE ,|)|<end>
80000 4 ^ ALTER TABLE * ALTER INDEX
80003 4 ^ ALTER TABLE * RENAME COLUMN
80016 3 ^ DELETE FROM * AS
80019 1 ) AS <name> ON DUPLICATE
80019 0 ^ VALUES ROW
80019 1 ^ INSERT|REPLACE ... VALUES|VALUE ROW (
80019 0 ^ TABLE <name>
80019 3 ^ INSERT|REPLACE INTO * TABLE
80031 1 INTERSECT|EXCEPT SELECT
80000 1 ^ LOCK|UNLOCK INSTANCE
80000 1 ^ CREATE|ALTER|DROP RESOURCE|UNDO
80000 1 ^ SET RESOURCE GROUP
80022 1 ^ SHOW|START|STOP|RESET REPLICA
80022 1 ^ SHOW REPLICAS
80029 2 ^ CREATE PROCEDURE|FUNCTION|TRIGGER IF
80200 2 ^ SHOW BINARY LOG STATUS
80200 1 ^ RESET BINARY LOGS
90000 1 ^ CREATE|ALTER ... <name> VECTOR (|,|)|NOT|NULL
90100 2 ^ CREATE VIEW IF
90200 1 ^ CREATE|ALTER|DROP LIBRARY
0-50601 1 ^ SET OPTION <name>
0-50601 2 ^ SET ONE_SHOT <name> =
0-50704 1 ^ ALTER IGNORE TABLE
0-80003 1 ^ FLUSH|RESET QUERY CACHE
0-80003 2 ^ FLUSH LOCAL|NO_WRITE_TO_BINLOG QUERY CACHE
0-80003 1 ^ FLUSH DES_KEY_FILE
0-80003 2 ^ FLUSH LOCAL|NO_WRITE_TO_BINLOG DES_KEY_FILE
0-80300 1 ^ FLUSH HOSTS
0-80300 2 ^ FLUSH LOCAL|NO_WRITE_TO_BINLOG HOSTS
0-80400 1 ^ SHOW MASTER STATUS|LOGS
0-80400 1 ^ SHOW SLAVE STATUS|HOSTS
0-80400 1 ^ RESET MASTER|SLAVE
0-80400 1 ^ START|STOP SLAVE
0-80400 1 ^ PURGE MASTER LOGS
0-80400 1 ^ CHANGE MASTER TO
0-90000 0 ^ LOCK ... LOW_PRIORITY WRITE
0-50500 1 ^ CREATE|ALTER ... ) TYPE =
0-50500 3 ^ ALTER|CREATE TABLE * TYPE =
0-80011 0 ^ GRANT ... IDENTIFIED BY|WITH
0-80011 0 ^ REVOKE ... IDENTIFIED BY|WITH
0-80011 0 ^ GRANT ... REQUIRE
0-80011 1 ^ GRANT ... WITH MAX_QUERIES_PER_HOUR|MAX_UPDATES_PER_HOUR|MAX_CONNECTIONS_PER_HOUR|MAX_USER_CONNECTIONS
0-80011 2 ^ CREATE|ALTER ... IDENTIFIED BY PASSWORD
0-80011 3 ^ SET PASSWORD = PASSWORD|OLD_PASSWORD (
0-80011 5 ^ SET PASSWORD FOR * = PASSWORD|OLD_PASSWORD (
0-80011 6 ^ SET PASSWORD FOR * * = PASSWORD|OLD_PASSWORD (
0-80011 7 ^ SET PASSWORD FOR * @ * = PASSWORD|OLD_PASSWORD (
"""
    )
)


_PRIVILEGES = frozenset(name.partition(" ")[0] for name in (*STATIC, ALL, USAGE, GRANT_OPTION, PROXY))
_HAS_ALL_CHARSETS = 50704  # the last is gb18030


def check_grammar(text: str, version: int) -> None:
    """Raises MySQLError ER_PARSE_ERROR where a server of that version stops reading the statement, and refuses names of
    character sets that it does not know."""
    error = _first_error(text, version)
    if error is None and version < _HAS_ALL_CHARSETS:
        error = charsets_by_version.unknown_charset(text, version)
    if error is not None:
        raise error


def _first_error(text: str, version: int) -> MySQLError | None:
    needles, suspects = _suspects(version)
    code = lexer.code_of(text)
    if not needles.may_stand_in(code) or suspects.search(code) is None:
        return None
    tokens = lexer.tokens(text)
    while tokens and tokens[-1][0] == ";":
        tokens.pop()
    words = [token[0].upper() for token in tokens]
    if not words:
        return None
    present = set(words)
    errors = [
        place + construct.near
        for construct, needed in _unknown(version)
        if not construct.verbs or words[0] in construct.verbs
        if not any(map(present.isdisjoint, needed))
        for place in (range(1) if construct.anchored else range(len(words)))
        if _matches(construct.words, words, place)
    ]
    if not errors:
        return None
    first = min(errors)
    if first == len(tokens):
        return syntax_error(text, len(text))
    arrow = tokens[first][0].startswith("->")  # a minus, and what cannot stand behind it
    return syntax_error(text, tokens[first].start() + arrow)


@cache
def _unknown(version: int) -> tuple[tuple[_Construct, tuple[tuple[str, ...], ...]], ...]:
    """What that version does not know, and of each the words of which the statement must have one each."""
    return tuple(
        (
            feature,
            tuple(item for item in feature.words if not any(word == _END or word in _STANDS_FOR for word in item)),
        )
        for feature in _TABLE
        if not feature.since <= version < feature.until
    )


@cache
def _suspects(version: int) -> tuple[Needles, re.Pattern[str]]:
    """A word of each construct that the version does not know: most statements have none of them."""
    words, bare = {"(?!)"}, list[str]()
    for construct, _ in _unknown(version):
        plain = [item for item in construct.words if all(word[0].isalpha() for word in item)]
        rarest = max(plain or [construct.words[0]], key=lambda item: min(map(len, item)))
        listed = [word for word in rarest if word[0] != "<"]
        words.update(rf"\b{word}\b" if word[0].isalpha() else re.escape(word) for word in listed)
        bare += listed
    return Needles(bare), re.compile("|".join(sorted(words)), re.IGNORECASE)


def _matches(items: tuple[tuple[str, ...], ...], words: list[str], place: int) -> bool:
    return all(
        any(_is(word, words[place + offset] if place + offset < len(words) else None) for word in item)
        for offset, item in enumerate(items)
    )


# which tokens a word of a construct stands for; one that is not here is the token itself
_STANDS_FOR: dict[str, Callable[[str], bool]] = {
    _ANY: lambda token: True,
    _ROLE: lambda token: token not in _PRIVILEGES,
    _SOME: lambda token: token in _PRIVILEGES and token != "ALL",
    _PRIVILEGE: lambda token: token in _PRIVILEGES,
    _NAME: lambda token: token != "SELECT" and (token[0] in "`_" or token[0].isalpha()),
    _NUMBER: str.isdigit,
}


def _is(word: str, token: str | None) -> bool:
    """token: None behind the last one."""
    if token is None or word == _END:
        return token is None and word == _END
    meant = _STANDS_FOR.get(word)
    return token == word if meant is None else meant(token)
