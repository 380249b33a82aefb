-- What is logged behind a state, and must be made again from the log; the last one is never committed.
INSERT INTO d.parent (name) VALUES ('new'), ('newer');
UPDATE d.parent SET name = 'é2' WHERE id = 2;
DELETE FROM d.child WHERE id = 1;
CREATE TABLE d.late (a INT AUTO_INCREMENT PRIMARY KEY, b VARCHAR(10), c DOUBLE) AS SELECT id AS a, name AS b FROM d.parent;
SET @x = 'é';
INSERT INTO d.late (b, c) VALUES (@x, RAND(3)), (@x, 2);
ALTER TABLE d.parts ADD COLUMN c INT DEFAULT 5;
DROP VIEW d.v;
CREATE VIEW d.v AS SELECT 1;
CREATE USER late;
GRANT ALL ON d.* TO late;
SET PERSIST max_connections = 77;
BEGIN;
INSERT INTO d.parent (name) VALUES ('never committed');
