-- How an unknown name is placed that stands left of IN, ANY and ALL with a subquery
CREATE TABLE hats (id INT, brim INT);
CREATE TABLE caps (id INT, peak INT);
SELECT id FROM hats WHERE (id, felt) IN (SELECT id, peak FROM caps);
SELECT id FROM hats WHERE felt IN (SELECT id FROM caps);
SELECT id FROM hats WHERE felt NOT IN (SELECT id FROM caps);
SELECT id FROM hats WHERE felt + 1 IN (SELECT id FROM caps);
SELECT id FROM hats WHERE hats.felt = ANY (SELECT id FROM caps);
SELECT id FROM hats WHERE felt > ALL (SELECT id FROM caps);
SELECT id FROM hats WHERE felt <> SOME (SELECT id FROM caps);
SELECT felt IN (SELECT id FROM caps) FROM hats;
SELECT id FROM hats GROUP BY id HAVING felt IN (SELECT id FROM caps);
SELECT id FROM hats ORDER BY felt IN (SELECT id FROM caps);
SELECT hats.id FROM hats JOIN caps ON felt IN (SELECT id FROM caps);
SELECT hats.id FROM hats, caps WHERE id IN (SELECT peak FROM caps);
SELECT id FROM hats WHERE felt IN (1, 2);
UPDATE hats SET brim = 1 WHERE felt IN (SELECT id FROM caps);
DELETE FROM hats WHERE felt IN (SELECT id FROM caps);
