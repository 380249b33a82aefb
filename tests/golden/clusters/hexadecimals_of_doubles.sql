# HEX of a stored DOUBLE or FLOAT says what fits into no BIGINT; of any other expression it does not
CREATE DATABASE hexes;
USE hexes;
SELECT HEX(1e100), HEX(-1e100), HEX(1.9e19), HEX(1e100 + 0);
CREATE TABLE d (id INT, c DOUBLE, f FLOAT, g VARCHAR(60) AS (HEX(c)) VIRTUAL, s VARCHAR(60) AS (HEX(c)) STORED);
INSERT IGNORE INTO d (id, c) VALUES (1, 1e100), (2, -2.5), (3, -1e100), (4, 1.9e19), (5, NULL);
INSERT INTO d (id, c) VALUES (1, 1e100);
SELECT HEX(c) FROM d;
INSERT INTO d (id, f) VALUES (6, 3e30), (7, -3e30);
SELECT HEX(f) FROM d;
SELECT HEX(c + 0) FROM d WHERE id = 2;
CREATE TABLE u (id INT, c DOUBLE, g VARCHAR(60) AS (HEX(c)) VIRTUAL, UNIQUE KEY (id));
INSERT IGNORE INTO u (id, c) VALUES (1, 1e100), (2, -2.5);
INSERT INTO u (id, c) VALUES (3, 1e100);
INSERT INTO u (id, c) VALUES (1, 1e100);
DROP DATABASE hexes;
