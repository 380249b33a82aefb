"""Queries of programs that are kept: they answer, and leave in the log, what queries compiled anew do."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.server.server import Server
from binwriter.sql.query import kept

_OPTIONS = ("gtid-mode=OFF", "enforce-gtid-consistency=OFF", "log-bin-trust-function-creators=ON")
_BODY = """BEGIN
  DECLARE most, sum INT;
  DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @failed = COALESCE(@failed, 0) + 1;
  SELECT MAX(b) INTO most FROM t WHERE a = one;
  SELECT COALESCE(GREATEST(most + 1, other), 1), COUNT(*) INTO most, sum FROM t WHERE a >= one AND b < other;
  BEGIN DECLARE most VARCHAR(20) DEFAULT '7'; SELECT GREATEST(most, one) INTO @text; END;
  SELECT one * 0.5 + sum INTO @half;
  INSERT INTO t VALUES (one, most);
  RETURN most;
END"""
_STATEMENTS = f"""
CREATE DATABASE d
USE d
CREATE TABLE t (a INT, b INT, c INT DEFAULT 4, PRIMARY KEY (a, b)) ENGINE=InnoDB
ALTER TABLE t DROP COLUMN c
CREATE FUNCTION f (one INT, other BIGINT) RETURNS INT {_BODY.replace(chr(10), " ")}
CREATE TABLE s (a INT, b INT)
CREATE TRIGGER r BEFORE INSERT ON s FOR EACH ROW SELECT COALESCE(NEW.b, MAX(b)) INTO @seen FROM t WHERE a = NEW.a
INSERT INTO s VALUES (1, 2), (1, NULL), (NULL, 3), (3, NULL)
SET @a = f(1, 2)
SET @a = f(1, 2)
SELECT f(1, NULL), @text, @half
SELECT f(2, 9), @text, @half
INSERT INTO s VALUES (1, f(1, 3)), (2, NULL)
SET sql_mode = ''
SELECT f(2, 3), @seen
ALTER TABLE t ADD KEY (b), ADD COLUMN z INT FIRST
SELECT f(2, 3), @seen, @failed
ALTER TABLE t DROP COLUMN z
SELECT f(2, 3), @seen, @failed
BEGIN
SELECT f(4, 3), @seen, @failed
ROLLBACK
SELECT f(4, 1), @seen, @half
CREATE TEMPORARY TABLE t (a VARCHAR(9), b DECIMAL(9,2))
SELECT f(4, 1), @seen, @half
SELECT f(4, 1), @seen, @half
DROP TEMPORARY TABLE t
SELECT f(4, 1), @seen, @half
DROP TABLE t
SELECT f(4, 1), @seen, @failed
CREATE VIEW t AS SELECT a, b FROM s
SELECT f(4, 1), @seen, @half, @failed
CREATE PROCEDURE p (one INT) BEGIN SELECT one + 1, COUNT(*) FROM s WHERE a = one; SELECT one - 1 INTO @seen; END
CALL p(1)
CALL p(NULL)
CALL p(2)
"""


def _answers(folder: Path) -> tuple[list[object], bytes]:
    told: list[object] = []
    with Server(folder, _OPTIONS) as server:
        session = server.connect()
        session.run("SET timestamp = 1700000000")
        for statement in _STATEMENTS.strip().splitlines():
            answer = session.run(statement)
            shown = [(one.code, one.message) for one in answer.diagnostics]
            told.append((answer.error and answer.error.code, answer.rows, shown, [x.rows for x in answer.result_sets]))
    return told, (folder / "binlog.000001").read_bytes()[200:]


def test_kept_queries_do_what_queries_compiled_anew_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    takes, taken = kept._KeptQuery.takes, []

    def counted(self, context, compiler):  # type: ignore[no-untyped-def]
        taken.append(takes(self, context, compiler))
        return taken[-1]

    monkeypatch.setattr(kept._KeptQuery, "takes", counted)
    quick = _answers(tmp_path / "quick")
    assert taken.count(True) >= 20 and False in taken
    monkeypatch.setattr(kept, "kept_query", lambda node, context, make: make()(node, None))
    exact = _answers(tmp_path / "exact")
    assert quick[0] == exact[0]
    assert quick[1] == exact[1]
