# Rows that are looked for in lists of rows: NULLs, texts of a collation, numbers beside texts.

CREATE TABLE r (id INT PRIMARY KEY, a INT, b INT UNSIGNED, c VARCHAR(10), d DECIMAL(5,2), y YEAR)
INSERT INTO r VALUES (1, 1, 1, 'a', 1.5, 2001), (2, 1, NULL, 'B', 2, 1999), (3, NULL, NULL, NULL, NULL, NULL), (4, -1, 2, 'a ', 1.50, 70), (5, 2, 2, 'ä', 0, 0)
SELECT id, (a, b) IN ((1, 1), (2, 2)) FROM r ORDER BY id
SELECT id, (a, b) IN ((1, 1), (1, 2)), (a, b) NOT IN ((1, 1), (1, 2)) FROM r ORDER BY id
SELECT id, (a, b) IN ((3, 1), (3, 2)) FROM r ORDER BY id
SELECT id, (a, b) IN ((-1, 2), (18446744073709551615, 2)) FROM r ORDER BY id
SELECT id, (a, c) IN ((1, 'A'), (1, 'b'), (-1, 'a')) FROM r ORDER BY id
SELECT id, (c, a) IN (('A', 1), ('a', 2)) FROM r ORDER BY id
SELECT id, (c, c) IN (('A', 'a'), ('B', 'b')) FROM r ORDER BY id
SELECT id, (a, c) IN ((1, 'A'), (1, 5)) FROM r ORDER BY id
SELECT id, (a, b) IN (('1', 1), ('x', 2)) FROM r ORDER BY id
SELECT id, (a, b) IN (('1', '1'), ('2', '2')) FROM r ORDER BY id
SELECT id, (a, d) IN ((1, 1.5), (1, 2)) FROM r ORDER BY id
SELECT id, (a, y) IN ((1, 1), (1, 99), (-1, 1970)) FROM r ORDER BY id
SELECT id, (a, b) IN ((1, 1), (1, NULL)) FROM r ORDER BY id
SELECT id FROM r WHERE (a, b) IN ((1, 1), (2, 2)) ORDER BY id
SELECT id FROM r WHERE (a, b) NOT IN ((1, 1), (2, 3)) ORDER BY id
SELECT id FROM r WHERE (a, b, c) IN ((1, 1, 'A'), (2, 2, 'a')) ORDER BY id
SELECT id FROM r WHERE (a, b) IN ((1, 1, 1))
SELECT id FROM r WHERE (a, b) IN ((1, 1), 2)
UPDATE r SET b = 7 WHERE (a, c) IN ((1, 'A'), (2, 'X'))
SELECT id, b FROM r ORDER BY id
DELETE FROM r WHERE (a, b) IN ((1, 7), (2, 2))
SELECT id FROM r ORDER BY id
SELECT id FROM r WHERE a = '1' OR a = 'x' OR b = '2y'
SELECT id FROM r WHERE (a, c) IN ((1, 'A' COLLATE utf8mb4_bin), (1, 'b'))
