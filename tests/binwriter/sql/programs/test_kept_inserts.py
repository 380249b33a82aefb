"""INSERTs of programs that are kept: they answer, and leave in the log, what those that are compiled anew do."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.server.server import Server
from binwriter.sql.programs import kept_inserts, substatements

_OPTIONS = ("gtid-mode=OFF", "enforce-gtid-consistency=OFF", "log-bin-trust-function-creators=ON")
_STATEMENTS = """
CREATE DATABASE d
USE d
CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, a TINYINT NOT NULL, b INT UNIQUE, c INT DEFAULT 4) ENGINE=InnoDB
CREATE TABLE n (a INT PRIMARY KEY, b INT NOT NULL) ENGINE=MyISAM
CREATE TABLE s (a INT, b INT)
CREATE FUNCTION f (one INT, other BIGINT) RETURNS INT BEGIN DECLARE x INT DEFAULT 3; DECLARE CONTINUE HANDLER FOR \
SQLEXCEPTION SET @failed = COALESCE(@failed, 0) + 1; INSERT INTO t (a, b) VALUES (one, other), (one + x, other + 1); \
INSERT INTO n (b, a) VALUES (other, one); RETURN one; END
CREATE TRIGGER r AFTER INSERT ON s FOR EACH ROW INSERT INTO n (a, b) VALUES (NEW.a, GREATEST(NEW.b, 1))
CREATE FUNCTION deep (one INT) RETURNS INT BEGIN CALL down(one); RETURN one; END
CREATE PROCEDURE down (one INT) BEGIN IF one > 0 THEN INSERT INTO s (a, b) VALUES (one, one * 2), (one + 50, 3); \
CALL down(one - 1); END IF; END
SELECT f(1, 10), @failed
SELECT f(2, 20), @failed
SELECT f(3, 30), @failed
SELECT f(3, 30), @failed
SELECT f(NULL, 40), @failed
SELECT f(200, 50), @failed
INSERT INTO s VALUES (10, 1), (11, NULL), (12, 3)
INSERT INTO s VALUES (13, 1), (13, 2)
SET sql_mode = ''
SELECT f(NULL, 60), @failed
SELECT f(201, 70), @failed
INSERT INTO s VALUES (14, NULL), (15, 2)
SET max_sp_recursion_depth = 9
SELECT deep(3)
DELETE FROM n
SELECT deep(4)
CREATE TRIGGER early BEFORE INSERT ON t FOR EACH ROW SET NEW.c = NEW.a + 1
SELECT f(4, 80), @failed
SELECT f(5, 90), @failed
DROP TRIGGER early
SELECT f(6, 100), @failed
SELECT f(7, 110), @failed
INSERT INTO t (a, b) VALUES (1, f(8, 120))
INSERT INTO s VALUES (f(9, 130), 1)
ALTER TABLE t ADD COLUMN z INT NOT NULL FIRST, MODIFY a VARCHAR(9)
SELECT f(16, 140), @failed
SELECT f(17, 150), @failed
BEGIN
SELECT f(18, 160), @failed
ROLLBACK
SELECT f(18, 160), @failed
SET binlog_format = STATEMENT
SELECT f(19, 170), @failed
SET binlog_format = MIXED, binlog_row_image = MINIMAL
SELECT f(20, 180), @failed
CREATE TEMPORARY TABLE n (a VARCHAR(9), b DECIMAL(9,2))
SELECT f(21, 190), @failed
SELECT f(22, 200), @failed
DROP TEMPORARY TABLE n
SELECT f(23, 210), @failed
RENAME TABLE n TO m
SELECT f(24, 220), @failed
CREATE VIEW n AS SELECT a, b FROM m
SELECT f(25, 230), @failed
SELECT * FROM t
SELECT * FROM m
SELECT * FROM s
"""


def _answers(folder: Path) -> tuple[list[object], bytes]:
    told: list[object] = []
    with Server(folder, _OPTIONS) as server:
        session = server.connect()
        session.run("SET timestamp = 1700000000")
        for statement in _STATEMENTS.strip().splitlines():
            answer = session.run(statement)
            shown = [(one.code, one.message) for one in answer.diagnostics]
            told.append((statement, answer.error and answer.error.code, answer.rows, shown, answer.insert_id))
    return told, (folder / "binlog.000001").read_bytes()[200:]


def test_kept_inserts_do_what_those_compiled_anew_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []

    def counted(*given):  # type: ignore[no-untyped-def]
        kept = kept_inserts.kept_insert(*given)
        found.append(kept is not None)
        return kept

    monkeypatch.setattr(substatements, "kept_insert", counted)
    quick = _answers(tmp_path / "quick")
    assert found.count(True) >= 40 and False in found
    monkeypatch.setattr(substatements, "kept_insert", lambda *given: None)
    exact = _answers(tmp_path / "exact")
    assert quick[0] == exact[0]
    assert quick[1] == exact[1]
