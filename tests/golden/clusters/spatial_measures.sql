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
SELECT n, ST_Area(g) AS r FROM g WHERE n IN ('a_box', 'a_inner', 'a_over', 'a_touch', 'a_out', 'a_hole', 'a_back', 'ma') ORDER BY id;
SELECT n, ST_Length(g) AS r FROM g ORDER BY id;
SELECT n, ST_AsText(ST_Centroid(g)) AS r FROM g ORDER BY id;
SELECT n, ST_AsText(ST_ConvexHull(g)) AS r FROM g ORDER BY id;
SELECT n, ST_AsGeoJSON(g) AS r FROM g ORDER BY id;
SELECT n, ST_IsSimple(g) AS r FROM g ORDER BY id;
SELECT n, ST_IsValid(g) AS r FROM g ORDER BY id;
SELECT n, ST_NumInteriorRing(g) AS r FROM g ORDER BY id;
SELECT n, ST_AsText(ST_InteriorRingN(g, 1)) AS r FROM g ORDER BY id;
SELECT n, ST_AsText(ST_SwapXY(g)) AS r FROM g ORDER BY id;
SELECT n, ST_AsText(ST_Validate(g)) AS r FROM g ORDER BY id;
SELECT n, ST_AsText(ST_Envelope(g)) AS r FROM g ORDER BY id;
SELECT n, ST_GeoHash(g, 5) AS r FROM g WHERE n IN ('p00', 'p11', 'p22', 'p_edge', 'p_out') ORDER BY id;
SELECT n, ST_AsText(ST_LineInterpolatePoint(g, 0.5)) AS r FROM g WHERE n IN ('l_diag', 'l_anti', 'l_edge', 'l_long', 'l_ring', 'l_self', 'l_out', 'l_three') ORDER BY id;
SELECT n, ST_AsText(ST_LineInterpolatePoints(g, 0.25)) AS r FROM g WHERE n IN ('l_diag', 'l_anti', 'l_edge', 'l_long', 'l_ring', 'l_self', 'l_out', 'l_three') ORDER BY id;
SELECT n, ST_AsText(ST_PointAtDistance(g, 1)) AS r FROM g WHERE n IN ('l_diag', 'l_anti', 'l_edge', 'l_long', 'l_ring', 'l_self', 'l_out', 'l_three') ORDER BY id;
SELECT n, ST_IsEmpty(g) AS r FROM g ORDER BY id;
SELECT n, ST_Dimension(g) AS r FROM g ORDER BY id;
SELECT n, ST_IsClosed(g) AS r FROM g ORDER BY id;
SELECT a.n, b.n, ST_Distance(a.g, b.g) AS r FROM g a JOIN g b WHERE (a.n, b.n) IN (('p11', 'p22'), ('p11', 'p_out'), ('p11', 'l_anti'), ('p11', 'l_out'), ('p11', 'a_inner'), ('p11', 'a_out'), ('p11', 'mp'), ('p11', 'ml'), ('p11', 'ma'), ('p11', 'c_empty'), ('l_diag', 'p22'), ('l_diag', 'p_out'), ('l_diag', 'l_anti'), ('l_diag', 'l_out'), ('l_diag', 'a_inner'), ('l_diag', 'a_out'), ('l_diag', 'mp'), ('l_diag', 'ml'), ('l_diag', 'ma'), ('l_diag', 'c_empty'), ('l_long', 'p22'), ('l_long', 'p_out'), ('l_long', 'l_anti'), ('l_long', 'l_out'), ('l_long', 'a_inner'), ('l_long', 'a_out'), ('l_long', 'mp'), ('l_long', 'ml'), ('l_long', 'ma'), ('l_long', 'c_empty'), ('a_hole', 'p22'), ('a_hole', 'p_out'), ('a_hole', 'l_anti'), ('a_hole', 'l_out'), ('a_hole', 'a_inner'), ('a_hole', 'a_out'), ('a_hole', 'mp'), ('a_hole', 'ml'), ('a_hole', 'ma'), ('a_hole', 'c_empty'), ('mp', 'p22'), ('mp', 'p_out'), ('mp', 'l_anti'), ('mp', 'l_out'), ('mp', 'a_inner'), ('mp', 'a_out'), ('mp', 'mp'), ('mp', 'ml'), ('mp', 'ma'), ('mp', 'c_empty'), ('ml', 'p22'), ('ml', 'p_out'), ('ml', 'l_anti'), ('ml', 'l_out'), ('ml', 'a_inner'), ('ml', 'a_out'), ('ml', 'mp'), ('ml', 'ml'), ('ml', 'ma'), ('ml', 'c_empty'), ('c_mixed', 'p22'), ('c_mixed', 'p_out'), ('c_mixed', 'l_anti'), ('c_mixed', 'l_out'), ('c_mixed', 'a_inner'), ('c_mixed', 'a_out'), ('c_mixed', 'mp'), ('c_mixed', 'ml'), ('c_mixed', 'ma'), ('c_mixed', 'c_empty')) ORDER BY a.id, b.id;
SELECT a.n, b.n, ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE (a.n, b.n) IN (('p11', 'p22'), ('p11', 'p_out'), ('p11', 'mp'), ('mp', 'p22'), ('mp', 'p_out'), ('mp', 'mp')) ORDER BY a.id, b.id;
SELECT a.n, b.n, ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE (a.n, b.n) IN (('p11', 'mp'), ('p11', 'c_empty'), ('l_diag', 'l_anti'), ('l_diag', 'l_out'), ('l_diag', 'ml'), ('l_diag', 'c_empty'), ('l_long', 'l_anti'), ('l_long', 'l_out'), ('l_long', 'ml'), ('l_long', 'c_empty'), ('a_hole', 'c_empty'), ('mp', 'p22'), ('mp', 'p_out'), ('mp', 'mp'), ('mp', 'c_empty'), ('ml', 'l_anti'), ('ml', 'l_out'), ('ml', 'ml'), ('ml', 'c_empty'), ('c_mixed', 'c_empty')) ORDER BY a.id, b.id;
SELECT a.n, b.n, ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE (a.n, b.n) IN (('p11', 'c_empty'), ('l_diag', 'l_anti'), ('l_diag', 'l_out'), ('l_diag', 'c_empty'), ('l_long', 'l_anti'), ('l_long', 'l_out'), ('l_long', 'c_empty'), ('a_hole', 'c_empty'), ('mp', 'c_empty'), ('ml', 'c_empty'), ('c_mixed', 'c_empty')) ORDER BY a.id, b.id;
SELECT a.n, b.n, ST_AsText(ST_MakeEnvelope(a.g, b.g)) AS r FROM g a JOIN g b WHERE (a.n, b.n) IN (('p11', 'p22'), ('p11', 'p_out')) ORDER BY a.id, b.id;
SELECT ST_Area(g) AS r FROM g WHERE n = 'p00';
SELECT ST_Area(g) AS r FROM g WHERE n = 'l_diag';
SELECT ST_Area(g) AS r FROM g WHERE n = 'mp';
SELECT ST_Area(g) AS r FROM g WHERE n = 'ml';
SELECT ST_Area(g) AS r FROM g WHERE n = 'c_empty';
SELECT ST_Latitude(g) AS r FROM g WHERE n = 'p00';
SELECT ST_Latitude(g) AS r FROM g WHERE n = 'l_diag';
SELECT ST_Latitude(g) AS r FROM g WHERE n = 'a_box';
SELECT ST_Latitude(g) AS r FROM g WHERE n = 'mp';
SELECT ST_Latitude(g) AS r FROM g WHERE n = 'ml';
SELECT ST_Latitude(g) AS r FROM g WHERE n = 'ma';
SELECT ST_Latitude(g) AS r FROM g WHERE n = 'c_empty';
SELECT ST_Longitude(g) AS r FROM g WHERE n = 'p00';
SELECT ST_Longitude(g) AS r FROM g WHERE n = 'l_diag';
SELECT ST_Longitude(g) AS r FROM g WHERE n = 'a_box';
SELECT ST_Longitude(g) AS r FROM g WHERE n = 'mp';
SELECT ST_Longitude(g) AS r FROM g WHERE n = 'ml';
SELECT ST_Longitude(g) AS r FROM g WHERE n = 'ma';
SELECT ST_Longitude(g) AS r FROM g WHERE n = 'c_empty';
SELECT ST_GeoHash(g, 5) AS r FROM g WHERE n = 'l_diag';
SELECT ST_AsText(ST_LineInterpolatePoint(g, 0.5)) AS r FROM g WHERE n = 'p00';
SELECT ST_AsText(ST_LineInterpolatePoint(g, 0.5)) AS r FROM g WHERE n = 'a_box';
SELECT ST_AsText(ST_LineInterpolatePoint(g, 0.5)) AS r FROM g WHERE n = 'mp';
SELECT ST_AsText(ST_LineInterpolatePoint(g, 0.5)) AS r FROM g WHERE n = 'ml';
SELECT ST_AsText(ST_LineInterpolatePoint(g, 0.5)) AS r FROM g WHERE n = 'ma';
SELECT ST_AsText(ST_LineInterpolatePoint(g, 0.5)) AS r FROM g WHERE n = 'c_empty';
SELECT ST_AsText(ST_LineInterpolatePoints(g, 0.25)) AS r FROM g WHERE n = 'p00';
SELECT ST_AsText(ST_LineInterpolatePoints(g, 0.25)) AS r FROM g WHERE n = 'a_box';
SELECT ST_AsText(ST_LineInterpolatePoints(g, 0.25)) AS r FROM g WHERE n = 'mp';
SELECT ST_AsText(ST_LineInterpolatePoints(g, 0.25)) AS r FROM g WHERE n = 'ml';
SELECT ST_AsText(ST_LineInterpolatePoints(g, 0.25)) AS r FROM g WHERE n = 'ma';
SELECT ST_AsText(ST_LineInterpolatePoints(g, 0.25)) AS r FROM g WHERE n = 'c_empty';
SELECT ST_AsText(ST_PointAtDistance(g, 1)) AS r FROM g WHERE n = 'p00';
SELECT ST_AsText(ST_PointAtDistance(g, 1)) AS r FROM g WHERE n = 'a_box';
SELECT ST_AsText(ST_PointAtDistance(g, 1)) AS r FROM g WHERE n = 'mp';
SELECT ST_AsText(ST_PointAtDistance(g, 1)) AS r FROM g WHERE n = 'ml';
SELECT ST_AsText(ST_PointAtDistance(g, 1)) AS r FROM g WHERE n = 'ma';
SELECT ST_AsText(ST_PointAtDistance(g, 1)) AS r FROM g WHERE n = 'c_empty';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'l_anti';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'a_inner';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'ml';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'ma';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'c_empty';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'p22';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'l_anti';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'a_inner';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'mp';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'ml';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'ma';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'c_empty';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'p22';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'l_anti';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'a_inner';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'mp';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'ml';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'ma';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'c_empty';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'l_anti';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'a_inner';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'ml';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'ma';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'c_empty';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'p22';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'l_anti';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'a_inner';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'mp';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'ml';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'ma';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'c_empty';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'p22';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'l_anti';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'a_inner';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'mp';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'ml';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'ma';
SELECT ST_Distance_Sphere(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'c_empty';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'p22';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'l_anti';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'a_inner';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'ml';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'ma';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'p22';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'a_inner';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'mp';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'ma';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'p22';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'l_anti';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'a_inner';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'mp';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'ml';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'ma';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'l_anti';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'a_inner';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'ml';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'ma';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'p22';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'a_inner';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'mp';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'ma';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'p22';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'l_anti';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'a_inner';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'mp';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'ml';
SELECT ST_HausdorffDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'ma';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'p22';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'l_anti';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'a_inner';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'mp';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'ml';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'ma';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'p22';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'a_inner';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'mp';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'ml';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'l_diag' AND b.n = 'ma';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'p22';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'l_anti';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'a_inner';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'mp';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'ml';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'a_hole' AND b.n = 'ma';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'p22';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'l_anti';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'a_inner';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'mp';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'ml';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'mp' AND b.n = 'ma';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'p22';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'l_anti';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'a_inner';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'mp';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'ml';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'ml' AND b.n = 'ma';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'p22';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'l_anti';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'a_inner';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'mp';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'ml';
SELECT ST_FrechetDistance(a.g, b.g) AS r FROM g a JOIN g b WHERE a.n = 'c_mixed' AND b.n = 'ma';
SELECT ST_AsText(ST_MakeEnvelope(a.g, b.g)) AS r FROM g a JOIN g b WHERE a.n = 'p11' AND b.n = 'l_anti';
