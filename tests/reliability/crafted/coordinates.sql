# What is a coordinate of a WKT, how one is printed, and DEFAULT where a hint has a name.
SELECT ST_AsText(ST_GeomFromText('POINT(1e999 nan)'))
SELECT ST_AsText(ST_GeomFromText('POINT(1e999 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(1 -1e999)'))
SELECT ST_AsText(ST_GeomFromText('POINT(nan 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(inf 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(1 infinity)'))
SELECT ST_AsText(ST_GeomFromText('POINT(0x10 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(1e 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(1e+ 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(.5 5.)'))
SELECT ST_AsText(ST_GeomFromText('POINT(+1 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(1_0 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(1e-999 1)'))
SELECT ST_AsText(ST_GeomFromText('LINESTRING(1 1,1e999 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(1e999 1)', 4326))
SELECT ST_AsText(ST_GeomFromGeoJSON('{"type":"Point","coordinates":[1e308,-1e308]}', 1, 0))
SELECT ST_AsText(Point('nan', '1e999'))
SELECT ST_AsText(ST_GeomFromText('POINT(- 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(--1 1)'))
SELECT ST_AsText(ST_GeomFromText('POINT(1 2 3)'))
SELECT ST_AsText(ST_GeomFromText('POINT(1e999 1'))
SELECT ST_AsText(Point(1e-7, 1e15))
SELECT ST_AsText(Point(1e16, 1e17))
SELECT ST_AsText(Point(123456789012345678, 1e-5))
SELECT ST_AsText(Point(1.5e20, 1e-4))
SELECT ST_AsText(Point(1e21, 1e22))
SELECT ST_AsText(Point(-1.25e-10, 0.00012345))
SELECT ST_AsText(Point(1e14, 1.23456789e-300))
SELECT ST_AsText(Point(1e100, -0e0))
SELECT /*+ SET_VAR(default=(SELECT 1)) */ 1
SELECT /*+ SET_VAR(default=1) */ 1
SELECT /*+ SET_VAR(sort_buffer_size=default) */ 1
SELECT /*+ NO_INDEX(default) */ 1, DEFAULT
SELECT /*+ SET_VAR(default=(SELECT 1)) */ DEFAULT
SELECT /*+ MAX_EXECUTION_TIME(default) */ 1
SELECT /*+ JOIN_ORDER(default, default) */ 1
DELETE /*+ SET_VAR(default=(SELECT 1)) */ FROM t WHERE 1 = 0
SELECT ST_AsText(ST_GeomFromText('MULTIPOINT(1e15 1e-7,1e16 1e-5)'))
SELECT ST_AsText(ST_GeomFromText('POLYGON((0 0,1e20 0,1e20 1e20,0 0))'))
SELECT ST_AsText(ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1e400 0))'))
DELETE FROM t WHERE ST_GEOMETRYFROMTEXT('POINT(1e999 nan)')
