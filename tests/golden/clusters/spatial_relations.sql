CREATE DATABASE IF NOT EXISTS sp;
USE sp;
CREATE TABLE g (id INT PRIMARY KEY, n VARCHAR(10), g GEOMETRY NOT NULL);
INSERT INTO g VALUES (1,'p00',ST_GeomFromText('POINT(0 0)')),
 (2,'p11',ST_GeomFromText('POINT(1 1)')),
 (3,'p22',ST_GeomFromText('POINT(2 2)')),
 (4,'p_edge',ST_GeomFromText('POINT(4 2)')),
 (5,'p_out',ST_GeomFromText('POINT(9 9)')),
 (6,'l_diag',ST_GeomFromText('LINESTRING(0 0,4 4)')),
 (7,'l_anti',ST_GeomFromText('LINESTRING(0 4,4 0)')),
 (8,'l_edge',ST_GeomFromText('LINESTRING(0 0,4 0)')),
 (9,'l_long',ST_GeomFromText('LINESTRING(-2 2,6 2)')),
 (10,'l_ring',ST_GeomFromText('LINESTRING(0 0,2 0,2 2,0 0)')),
 (11,'l_self',ST_GeomFromText('LINESTRING(0 0,2 2,2 0,0 2)')),
 (12,'l_out',ST_GeomFromText('LINESTRING(7 7,8 9)')),
 (13,'l_three',ST_GeomFromText('LINESTRING(0 0,2 2,4 4)')),
 (14,'a_box',ST_GeomFromText('POLYGON((0 0,4 0,4 4,0 4,0 0))')),
 (15,'a_inner',ST_GeomFromText('POLYGON((1 1,3 1,3 3,1 3,1 1))')),
 (16,'a_over',ST_GeomFromText('POLYGON((2 2,6 2,6 6,2 6,2 2))')),
 (17,'a_touch',ST_GeomFromText('POLYGON((4 0,8 0,8 4,4 4,4 0))')),
 (18,'a_out',ST_GeomFromText('POLYGON((10 10,12 10,12 12,10 12,10 10))')),
 (19,'a_hole',ST_GeomFromText('POLYGON((0 0,8 0,8 8,0 8,0 0),(1 1,3 1,3 3,1 3,1 1))')),
 (20,'a_back',ST_GeomFromText('POLYGON((0 0,0 4,4 4,4 0,0 0))')),
 (21,'mp',ST_GeomFromText('MULTIPOINT((0 0),(1 1),(9 9))')),
 (22,'mp_one',ST_GeomFromText('MULTIPOINT((2 2))')),
 (23,'ml',ST_GeomFromText('MULTILINESTRING((0 0,4 4),(0 4,4 0))')),
 (24,'ma',ST_GeomFromText('MULTIPOLYGON(((0 0,2 0,2 2,0 2,0 0)),((5 5,7 5,7 7,5 7,5 5)))')),
 (25,'c_empty',ST_GeomFromText('GEOMETRYCOLLECTION()')),
 (26,'c_point',ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1 1))')),
 (27,'c_mixed',ST_GeomFromText('GEOMETRYCOLLECTION(POINT(9 9),LINESTRING(0 0,4 4),POLYGON((0 0,1 0,1 1,0 1,0 0)))'));
SELECT a.n, GROUP_CONCAT(COALESCE(MBRContains(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(MBRCoveredBy(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(MBRCovers(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(MBRDisjoint(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(MBREquals(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(MBRIntersects(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(MBROverlaps(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(MBRTouches(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(MBRWithin(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(ST_Contains(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(ST_Crosses(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(ST_Disjoint(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(ST_Equals(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(ST_Intersects(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(ST_Overlaps(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(ST_Touches(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT a.n, GROUP_CONCAT(COALESCE(ST_Within(a.g, b.g), 'N') ORDER BY b.id SEPARATOR ' ') AS r FROM g a JOIN g b GROUP BY a.id, a.n ORDER BY a.id;
SELECT MBRContains(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT MBRContains('x', ST_GeomFromText('POINT(1 1)'));
SELECT MBRContains(ST_GeomFromText('POINT(1 1)'));
SELECT MBRContains(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT MBRContains(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT MBRContains(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT MBRContains(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT MBRContains(7, 8);
SELECT MBRCoveredBy(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT MBRCoveredBy('x', ST_GeomFromText('POINT(1 1)'));
SELECT MBRCoveredBy(ST_GeomFromText('POINT(1 1)'));
SELECT MBRCoveredBy(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT MBRCoveredBy(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT MBRCoveredBy(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT MBRCoveredBy(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT MBRCoveredBy(7, 8);
SELECT MBRCovers(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT MBRCovers('x', ST_GeomFromText('POINT(1 1)'));
SELECT MBRCovers(ST_GeomFromText('POINT(1 1)'));
SELECT MBRCovers(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT MBRCovers(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT MBRCovers(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT MBRCovers(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT MBRCovers(7, 8);
SELECT MBRDisjoint(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT MBRDisjoint('x', ST_GeomFromText('POINT(1 1)'));
SELECT MBRDisjoint(ST_GeomFromText('POINT(1 1)'));
SELECT MBRDisjoint(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT MBRDisjoint(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT MBRDisjoint(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT MBRDisjoint(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT MBRDisjoint(7, 8);
SELECT MBREquals(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT MBREquals('x', ST_GeomFromText('POINT(1 1)'));
SELECT MBREquals(ST_GeomFromText('POINT(1 1)'));
SELECT MBREquals(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT MBREquals(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT MBREquals(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT MBREquals(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT MBREquals(7, 8);
SELECT MBRIntersects(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT MBRIntersects('x', ST_GeomFromText('POINT(1 1)'));
SELECT MBRIntersects(ST_GeomFromText('POINT(1 1)'));
SELECT MBRIntersects(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT MBRIntersects(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT MBRIntersects(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT MBRIntersects(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT MBRIntersects(7, 8);
SELECT MBROverlaps(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT MBROverlaps('x', ST_GeomFromText('POINT(1 1)'));
SELECT MBROverlaps(ST_GeomFromText('POINT(1 1)'));
SELECT MBROverlaps(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT MBROverlaps(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT MBROverlaps(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT MBROverlaps(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT MBROverlaps(7, 8);
SELECT MBRTouches(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT MBRTouches('x', ST_GeomFromText('POINT(1 1)'));
SELECT MBRTouches(ST_GeomFromText('POINT(1 1)'));
SELECT MBRTouches(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT MBRTouches(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT MBRTouches(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT MBRTouches(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT MBRTouches(7, 8);
SELECT MBRWithin(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT MBRWithin('x', ST_GeomFromText('POINT(1 1)'));
SELECT MBRWithin(ST_GeomFromText('POINT(1 1)'));
SELECT MBRWithin(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT MBRWithin(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT MBRWithin(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT MBRWithin(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT MBRWithin(7, 8);
SELECT ST_Contains(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT ST_Contains('x', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Contains(ST_GeomFromText('POINT(1 1)'));
SELECT ST_Contains(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT ST_Contains(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT ST_Contains(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT ST_Contains(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Contains(7, 8);
SELECT ST_Crosses(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT ST_Crosses('x', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Crosses(ST_GeomFromText('POINT(1 1)'));
SELECT ST_Crosses(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT ST_Crosses(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT ST_Crosses(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT ST_Crosses(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Crosses(7, 8);
SELECT ST_Disjoint(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT ST_Disjoint('x', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Disjoint(ST_GeomFromText('POINT(1 1)'));
SELECT ST_Disjoint(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT ST_Disjoint(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT ST_Disjoint(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT ST_Disjoint(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Disjoint(7, 8);
SELECT ST_Equals(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT ST_Equals('x', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Equals(ST_GeomFromText('POINT(1 1)'));
SELECT ST_Equals(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT ST_Equals(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT ST_Equals(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT ST_Equals(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Equals(7, 8);
SELECT ST_Intersects(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT ST_Intersects('x', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Intersects(ST_GeomFromText('POINT(1 1)'));
SELECT ST_Intersects(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT ST_Intersects(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT ST_Intersects(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT ST_Intersects(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Intersects(7, 8);
SELECT ST_Overlaps(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT ST_Overlaps('x', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Overlaps(ST_GeomFromText('POINT(1 1)'));
SELECT ST_Overlaps(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT ST_Overlaps(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT ST_Overlaps(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT ST_Overlaps(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Overlaps(7, 8);
SELECT ST_Touches(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT ST_Touches('x', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Touches(ST_GeomFromText('POINT(1 1)'));
SELECT ST_Touches(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT ST_Touches(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT ST_Touches(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT ST_Touches(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Touches(7, 8);
SELECT ST_Within(NULL, ST_GeomFromText('POINT(1 1)'));
SELECT ST_Within('x', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Within(ST_GeomFromText('POINT(1 1)'));
SELECT ST_Within(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)'));
SELECT ST_Within(ST_GeomFromText('POINT(1 1)', 4326), ST_GeomFromText('POINT(1 1)', 4326));
SELECT ST_Within(ST_GeomFromText('POINT(1 1)', 3857), ST_GeomFromText('LINESTRING(1 1,2 2)', 3857));
SELECT ST_Within(x'00000000', ST_GeomFromText('POINT(1 1)'));
SELECT ST_Within(7, 8);
