-- more conditions than any client may be shown are counted
SET max_error_count = 2;
DO BENCHMARK(66000, 1 + 'x');
SHOW COUNT(*) WARNINGS;
SELECT BENCHMARK(66000, 1 + 'x'), 1 / 0;
SELECT @@warning_count, @@error_count;
SET sql_mode = '';
CREATE TABLE t (a INT);
INSERT INTO t WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 260) SELECT a.n * 260 + b.n FROM r a, r b;
UPDATE t SET a = CONCAT(a, 'x');
SHOW COUNT(*) WARNINGS;
UPDATE t SET a = CONCAT(a, 'x') WHERE a < 66000;
SHOW WARNINGS;
SELECT SUM(a + 'y') FROM t;
SHOW COUNT(*) ERRORS;
SELECT @@warning_count;
DROP TABLE t;
