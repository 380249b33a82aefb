"""The cells: statements with a keyword in them, of which a server says whether they can be read.

What can be read names things that are not there (`nowhere`), so that nothing is changed.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path

from binwriter.mysql.reserved_words import KEYWORDS

HERE = Path(__file__).parent
ANSWERS = HERE / "answers.json.xz"
DIFFERENCES = HERE / "differences.txt"

SETUP = ("DROP DATABASE IF EXISTS words", "CREATE DATABASE words", "USE words", "CREATE TABLE t (a INT)")
PLACES = (
    # a statement, or its second word
    *("{w}", "SHOW {w}", "CREATE {w}", "DROP {w}", "ALTER {w}", "START {w}", "SET {w}"),
    # tables and what is in them
    *("DROP TABLE IF EXISTS {w}", "SELECT 1 FROM {w}", "SELECT 1 FROM t {w}", "SELECT 1 FROM t AS {w}"),
    *("SELECT 1 FROM t, {w}", "SELECT 1 FROM t JOIN {w}", "SELECT 1 FROM (SELECT 1) {w}", "TABLE {w}"),
    *("UPDATE {w} SET a = 1", "UPDATE t SET {w} = 1", "DELETE FROM {w}", "DELETE FROM t {w}", "TRUNCATE {w}"),
    *("INSERT INTO {w} VALUES (1)", "INSERT {w} VALUES (1)", "INSERT INTO t ({w}) VALUES (1)", "REPLACE {w} SET a = 1"),
    *("INSERT INTO t VALUES (1) AS {w} ON DUPLICATE KEY UPDATE nowhere = 1",),
    *("CREATE TABLE nowhere.{w} (a INT)", "CREATE TABLE nowhere.x ({w} INT)", "CREATE TABLE nowhere.x (a {w})"),
    *(
        "CREATE TABLE nowhere.x (a INT {w})",
        "CREATE TABLE nowhere.x (a INT) {w}",
        "CREATE TABLE nowhere.x (a INT) {w} = 1",
    ),
    *("CREATE TABLE nowhere.x (a INT, INDEX {w} (a))", "CREATE TABLE nowhere.x (a INT, {w} (a))"),
    *("CREATE INDEX {w} ON nowhere.x (a)", "DROP INDEX {w} ON nowhere.x", "ALTER TABLE nowhere.x {w}"),
    *("ALTER TABLE nowhere.x ADD {w} INT", "ALTER TABLE nowhere.x DROP {w}", "ALTER TABLE nowhere.x RENAME {w}"),
    *("ANALYZE TABLE {w}", "LOCK TABLES {w} READ", "HANDLER {w} OPEN", "DESCRIBE {w}", "RENAME TABLE {w} TO nowhere.y"),
    # names in queries
    *("SELECT 1 {w}", "SELECT 1 AS {w}", "SELECT {w} FROM t", "SELECT t.{w} FROM t", "SELECT {w}.a FROM t"),
    *("SELECT {w}(1)", "SELECT {w}()", "SELECT {w} (1)", "SELECT words.{w}(1)", "SELECT a FROM t ORDER BY {w}"),
    *("SELECT 1 FROM t WHERE {w}", "SELECT 1 FROM t GROUP BY a {w}", "SELECT a {w} 1 FROM t", "SELECT {w} a FROM t"),
    *("WITH {w} AS (SELECT 1) SELECT 1", "SELECT 1 FROM t WINDOW {w} AS ()", "SELECT 1 FROM t USE INDEX ({w})"),
    *("SELECT 1 FROM t PARTITION ({w})", "SELECT 1 FROM t {w} JOIN t s", "SELECT 1 {w} SELECT 2"),
    # types, units, character sets
    *("SELECT CAST(1 AS {w})", "SELECT CAST(1 AS {w}(1))", "SELECT CONVERT('a' USING {w})", "SELECT 'a' COLLATE {w}"),
    *("SELECT '2020-01-01' + INTERVAL 1 {w}", "SELECT EXTRACT({w} FROM '2020-01-01')", "SELECT {w} '2020-01-01'"),
    # other names
    *("USE {w}", "DROP DATABASE IF EXISTS {w}", "SAVEPOINT {w}", "ROLLBACK TO {w}", "SET @{w} = 1", "SELECT @{w}"),
    *(
        "SET {w} = 1",
        "SELECT @@{w}",
        "CALL {w}()",
        "CALL {w}",
        "DROP PROCEDURE IF EXISTS {w}",
        "DROP VIEW IF EXISTS {w}",
    ),
    *("DROP TRIGGER IF EXISTS {w}", "DROP EVENT IF EXISTS {w}", "DROP USER IF EXISTS {w}", "DROP ROLE IF EXISTS {w}"),
    *("DROP FUNCTION IF EXISTS {w}", "DEALLOCATE PREPARE {w}", "EXECUTE {w}", "GRANT {w} ON *.* TO nobody"),
    *("GRANT {w} TO nobody", "REVOKE {w} ON nowhere.* FROM nobody", "DROP SERVER IF EXISTS {w}", "XA START {w}"),
    # in programs
    *("CREATE PROCEDURE nowhere.p() {w}: BEGIN END", "CREATE PROCEDURE nowhere.p({w} INT) SELECT 1"),
    *("CREATE PROCEDURE nowhere.p() BEGIN DECLARE {w} INT; END", "CREATE PROCEDURE nowhere.p() {w}"),
    *("CREATE PROCEDURE nowhere.p() BEGIN SET {w} = 1; END", "CREATE PROCEDURE nowhere.p() {w} SELECT 1"),
    *("CREATE FUNCTION nowhere.f() RETURNS {w} RETURN 1", "CREATE PROCEDURE nowhere.p(a {w}) SELECT 1"),
)
# what they do to a server, or to the session that asks
LEFT_OUT = {"{w}": {"SHUTDOWN", "RESTART"}, "START {w}": {"GROUP_REPLICATION"}}


def cells(places: tuple[str, ...] = PLACES) -> Iterator[tuple[str, str]]:
    """Place and keyword."""
    for place in places:
        for word in sorted(KEYWORDS):
            if word not in LEFT_OUT.get(place, ()):
                yield place, word


def statement(place: str, word: str) -> str:
    """As it is sent; the keyword in small letters."""
    return place.replace("{w}", word.lower())


def answer(code: int, message: str) -> str:
    """As it is kept: the text of what is no syntax, of all else the number."""
    return f"{code} {message}" if code == 1064 else str(code)


def read_answers() -> dict[str, dict[str, str]]:
    """By place and keyword."""
    found: dict[str, dict[str, str]] = json.loads(lzma.decompress(ANSWERS.read_bytes()))
    return found


def write_answers(answers: dict[str, dict[str, str]]) -> None:
    ANSWERS.write_bytes(lzma.compress(json.dumps(answers, ensure_ascii=False, indent=0).encode(), preset=9))
