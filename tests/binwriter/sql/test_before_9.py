"""What 8.0 and older servers answer otherwise than a 9.7.4.

8.0: what the results of 8.0.40's own public tests say (insert, foreign_key, comment_column, implicit_commit), and where
those of the 9.7 series say something else of the same statement. 5.5: what WL#946's manual pages say of fractions
before 5.6.4, what servers of 5.1 and 5.5 warn of by type, and what a 5.1.54 and a 5.5.20 answered.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter import Server

_TABLES = (
    "CREATE TABLE r (d DOUBLE, f FLOAT)",
    "CREATE TABLE m (a DATE, b DATETIME, c TIMESTAMP NULL, e TIME)",
    "CREATE TABLE p (a INT PRIMARY KEY, b INT, c INT, KEY (b, c))",
)
_WRONG = "INSERT IGNORE INTO r VALUES ('aa', '1x')"
_SPACE = "INSERT INTO r (d) VALUES ('1 ')"
_DAYS = "INSERT INTO m VALUES ('2020-02-30', '2020-02-30', '2020-02-30', '12:70:00')"
_NUMBERS = "INSERT INTO m VALUES (20200230, 20200230, 20200230, 127000)"


@pytest.fixture
def codes_of(tmp_path: Path):  # type: ignore[no-untyped-def]
    def ask(profile: str, statement: str) -> list[int]:
        session = Server(tmp_path, profile=profile).connect()
        for text in ("CREATE DATABASE d", "USE d", "SET sql_mode = ''", *_TABLES):
            session.execute(text)
        result = session.run(statement)
        return [result.error.code] if result.error else [one.code for one in result.diagnostics]

    return ask


@pytest.mark.parametrize(
    ("statement", "profile", "codes"),
    [
        (_WRONG, "9.7", [1366, 1366]),
        (_WRONG, "8.0", [1265, 1265]),
        (_WRONG, "5.5", [1265, 1265]),
        (_SPACE, "8.0", []),
        (_SPACE, "5.7", [1265]),
        (_DAYS, "5.7", [1264, 1264, 1264, 1264]),
        (_DAYS, "5.5", [1265, 1264, 1265, 1265]),
        (_NUMBERS, "5.7", [1265, 1265, 1265, 1264]),
        (_NUMBERS, "5.5", [1264, 1264, 1265, 1264]),
        ("CREATE TABLE c (x INT REFERENCES nosuch (a))", "9.7", [1824]),
        ("CREATE TABLE c (x INT REFERENCES nosuch (a))", "8.0", []),
        ("CREATE TABLE c (x INT, FOREIGN KEY (x) REFERENCES p (b))", "9.7", [6125]),
        ("CREATE TABLE c (x INT, FOREIGN KEY (x) REFERENCES p (b))", "8.0", []),
        ("CREATE TABLE c (x INT, FOREIGN KEY (x) REFERENCES p (c))", "8.0", [1822]),
        ("FLUSH PRIVILEGES", "9.7", [1681]),
        ("FLUSH PRIVILEGES", "8.0", []),
        ("FLUSH HOSTS", "8.0", [1287]),
        ("CREATE TABLE c (x FLOAT AUTO_INCREMENT PRIMARY KEY)", "9.7", [1063]),
        ("CREATE TABLE c (x FLOAT AUTO_INCREMENT PRIMARY KEY)", "8.0", [3856]),
        ("CREATE TABLE c (x FLOAT AUTO_INCREMENT PRIMARY KEY)", "5.7", []),
        ("PREPARE s FROM 'DROP EVENT e'", "9.7", []),
        ("PREPARE s FROM 'DROP EVENT e'", "8.0", [1295]),
        ("CREATE EVENT e ON SCHEDULE AT (SELECT 1) DO SET @a = 1", "9.7", [1235]),
        ("SELECT DATE'9999-12-31' + INTERVAL 1 DAY", "9.7", [6527]),
        ("SELECT DATE'9999-12-31' + INTERVAL 1 DAY", "8.0", [1441]),
        ("SELECT FROM_DAYS(3652430)", "8.0", [1441]),
        ("SELECT * FROM m WHERE a = 'bad'", "9.7", [1525]),
        ("SELECT * FROM m WHERE a = 'bad'", "5.5", [1292, 1292]),
        ("INSERT INTO p (b) VALUES ('x')", "5.7", [1366, 1364]),
        ("INSERT INTO p (b) VALUES ('x')", "5.5", [1364, 1366]),
        ("SELECT * FROM nosuch.t", "8.0", [1049]),
        ("SELECT * FROM nosuch.t", "5.7", [1146]),
        ("GRANT NOSUCH ON *.* TO u", "5.5", [1064]),
    ],
)
def test_a_server_complains_as_its_version_does(codes_of, statement: str, profile: str, codes: list[int]) -> None:  # type: ignore[no-untyped-def]
    assert codes_of(profile, statement) == codes


@pytest.mark.parametrize(
    ("statement", "profile", "text"),
    [
        ("SELECT CAST('x' AS DATE)", "9.7", "Truncated incorrect date value: 'x'"),
        ("SELECT CAST('x' AS DATE)", "8.0", "Incorrect datetime value: 'x'"),
        ("SELECT ADDTIME('500:00:00', '416:40:00')", "8.0", "Truncated incorrect time value: '916:40:00'"),
        ("SELECT '9999-12-31' + INTERVAL 1 DAY", "5.5", "Datetime function: datetime field overflow"),
        (
            "SELECT CAST('-1' AS UNSIGNED)",
            "5.7",
            "Cast to unsigned converted negative integer to it's positive complement",
        ),
        ("SELECT LAST_DAY('2005-00-01')", "9.7", "Truncated incorrect date value: '2005-00-01'"),
    ],
)
def test_a_warning_has_the_words_of_its_version(tmp_path: Path, statement: str, profile: str, text: str) -> None:
    (said,) = Server(tmp_path, profile=profile).connect().execute(statement).diagnostics
    assert said.message == text


def test_texts_lose_their_fractions_before_5_6(tmp_path: Path) -> None:
    for profile, second in (("5.5", 10), ("5.6", 11)):
        session = Server(tmp_path / profile, profile=profile).connect()
        for text in ("CREATE DATABASE d", "USE d", *_TABLES, "INSERT INTO m (b) VALUES ('2020-02-02 10:10:10.7')"):
            session.execute(text)
        ((value,),) = session.execute("SELECT SECOND(b) FROM m").rows
        assert value == second


@pytest.mark.parametrize("profile", ["5.1.54", "5.7"])
def test_words_that_are_not_reserved_yet_are_names(profile: str, tmp_path: Path) -> None:
    session = Server(tmp_path, profile=profile).connect()
    for text in (
        "CREATE DATABASE d",
        "USE d",
        "CREATE TABLE rank (rows INT, groups INT, system INT, cube INT, of INT, external INT, KEY window (rows))",
        "INSERT INTO rank (rows, groups) VALUES (1, 2)",
        "CREATE PROCEDURE p (OUT rows INT) SELECT 1 INTO rows",
    ):
        session.execute(text)
    assert session.execute("SELECT rank.rows, of FROM rank WHERE groups = 2").rows == ((1, None),)
    error = session.run("UPDATE rank SET system = WHERE lead = 1").error
    assert error is not None and "near 'WHERE lead = 1'" in error.message
