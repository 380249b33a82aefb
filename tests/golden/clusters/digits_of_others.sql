SET sql_mode = '';
CREATE DATABASE digits_of_others;
USE digits_of_others;
CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, s VARCHAR(30), i INT, d DECIMAL(8,2), f DOUBLE, y YEAR, da DATE, ti TIME, dt DATETIME, b BIT(8), e ENUM('7','5','x'), st SET('7','5'));
SELECT 'fw', '１２' + 0, CAST('１２' AS SIGNED), CAST('１２' AS UNSIGNED), CAST('１２' AS DECIMAL(8,2)), CAST('１２' AS DOUBLE), CAST('１２' AS YEAR);
SELECT 'fw', CAST('１２' AS DATE), CAST('１２' AS TIME), CAST('１２' AS DATETIME), '１２' = 5, '１２' | 0, -'１２', '１２' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('１２', '１２', '１２', '１２', '１２');
INSERT INTO t (s, da, ti, dt) VALUES ('１２', '１２', '１２', '１２');
INSERT INTO t (s, e, st) VALUES ('１２', '１２', '１２');
SELECT 'bal', '᮴' + 0, CAST('᮴' AS SIGNED), CAST('᮴' AS UNSIGNED), CAST('᮴' AS DECIMAL(8,2)), CAST('᮴' AS DOUBLE), CAST('᮴' AS YEAR);
SELECT 'bal', CAST('᮴' AS DATE), CAST('᮴' AS TIME), CAST('᮴' AS DATETIME), '᮴' = 5, '᮴' | 0, -'᮴', '᮴' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('᮴', '᮴', '᮴', '᮴', '᮴');
INSERT INTO t (s, da, ti, dt) VALUES ('᮴', '᮴', '᮴', '᮴');
INSERT INTO t (s, e, st) VALUES ('᮴', '᮴', '᮴');
SELECT 'arab', '٣' + 0, CAST('٣' AS SIGNED), CAST('٣' AS UNSIGNED), CAST('٣' AS DECIMAL(8,2)), CAST('٣' AS DOUBLE), CAST('٣' AS YEAR);
SELECT 'arab', CAST('٣' AS DATE), CAST('٣' AS TIME), CAST('٣' AS DATETIME), '٣' = 5, '٣' | 0, -'٣', '٣' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('٣', '٣', '٣', '٣', '٣');
INSERT INTO t (s, da, ti, dt) VALUES ('٣', '٣', '٣', '٣');
INSERT INTO t (s, e, st) VALUES ('٣', '٣', '٣');
SELECT 'mix', '1２' + 0, CAST('1２' AS SIGNED), CAST('1２' AS UNSIGNED), CAST('1２' AS DECIMAL(8,2)), CAST('1２' AS DOUBLE), CAST('1２' AS YEAR);
SELECT 'mix', CAST('1２' AS DATE), CAST('1２' AS TIME), CAST('1２' AS DATETIME), '1２' = 5, '1２' | 0, -'1２', '1２' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('1２', '1２', '1２', '1２', '1２');
INSERT INTO t (s, da, ti, dt) VALUES ('1２', '1２', '1２', '1２');
INSERT INTO t (s, e, st) VALUES ('1２', '1２', '1２');
SELECT 'nbsp', ' 5' + 0, CAST(' 5' AS SIGNED), CAST(' 5' AS UNSIGNED), CAST(' 5' AS DECIMAL(8,2)), CAST(' 5' AS DOUBLE), CAST(' 5' AS YEAR);
SELECT 'nbsp', CAST(' 5' AS DATE), CAST(' 5' AS TIME), CAST(' 5' AS DATETIME), ' 5' = 5, ' 5' | 0, -' 5', ' 5' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES (' 5', ' 5', ' 5', ' 5', ' 5');
INSERT INTO t (s, da, ti, dt) VALUES (' 5', ' 5', ' 5', ' 5');
INSERT INTO t (s, e, st) VALUES (' 5', ' 5', ' 5');
SELECT 'ideo', '　5' + 0, CAST('　5' AS SIGNED), CAST('　5' AS UNSIGNED), CAST('　5' AS DECIMAL(8,2)), CAST('　5' AS DOUBLE), CAST('　5' AS YEAR);
SELECT 'ideo', CAST('　5' AS DATE), CAST('　5' AS TIME), CAST('　5' AS DATETIME), '　5' = 5, '　5' | 0, -'　5', '　5' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('　5', '　5', '　5', '　5', '　5');
INSERT INTO t (s, da, ti, dt) VALUES ('　5', '　5', '　5', '　5');
INSERT INTO t (s, e, st) VALUES ('　5', '　5', '　5');
SELECT 'em', ' 5' + 0, CAST(' 5' AS SIGNED), CAST(' 5' AS UNSIGNED), CAST(' 5' AS DECIMAL(8,2)), CAST(' 5' AS DOUBLE), CAST(' 5' AS YEAR);
SELECT 'em', CAST(' 5' AS DATE), CAST(' 5' AS TIME), CAST(' 5' AS DATETIME), ' 5' = 5, ' 5' | 0, -' 5', ' 5' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES (' 5', ' 5', ' 5', ' 5', ' 5');
INSERT INTO t (s, da, ti, dt) VALUES (' 5', ' 5', ' 5', ' 5');
INSERT INTO t (s, e, st) VALUES (' 5', ' 5', ' 5');
SELECT 'nel', '5' + 0, CAST('5' AS SIGNED), CAST('5' AS UNSIGNED), CAST('5' AS DECIMAL(8,2)), CAST('5' AS DOUBLE), CAST('5' AS YEAR);
SELECT 'nel', CAST('5' AS DATE), CAST('5' AS TIME), CAST('5' AS DATETIME), '5' = 5, '5' | 0, -'5', '5' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('5', '5', '5', '5', '5');
INSERT INTO t (s, da, ti, dt) VALUES ('5', '5', '5', '5');
INSERT INTO t (s, e, st) VALUES ('5', '5', '5');
SELECT 'after', '5 ' + 0, CAST('5 ' AS SIGNED), CAST('5 ' AS UNSIGNED), CAST('5 ' AS DECIMAL(8,2)), CAST('5 ' AS DOUBLE), CAST('5 ' AS YEAR);
SELECT 'after', CAST('5 ' AS DATE), CAST('5 ' AS TIME), CAST('5 ' AS DATETIME), '5 ' = 5, '5 ' | 0, -'5 ', '5 ' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('5 ', '5 ', '5 ', '5 ', '5 ');
INSERT INTO t (s, da, ti, dt) VALUES ('5 ', '5 ', '5 ', '5 ');
INSERT INTO t (s, e, st) VALUES ('5 ', '5 ', '5 ');
SELECT 'afterw', '5　' + 0, CAST('5　' AS SIGNED), CAST('5　' AS UNSIGNED), CAST('5　' AS DECIMAL(8,2)), CAST('5　' AS DOUBLE), CAST('5　' AS YEAR);
SELECT 'afterw', CAST('5　' AS DATE), CAST('5　' AS TIME), CAST('5　' AS DATETIME), '5　' = 5, '5　' | 0, -'5　', '5　' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('5　', '5　', '5　', '5　', '5　');
INSERT INTO t (s, da, ti, dt) VALUES ('5　', '5　', '5　', '5　');
INSERT INTO t (s, e, st) VALUES ('5　', '5　', '5　');
SELECT 'fdate', '２０２０-01-01' + 0, CAST('２０２０-01-01' AS SIGNED), CAST('２０２０-01-01' AS UNSIGNED), CAST('２０２０-01-01' AS DECIMAL(8,2)), CAST('２０２０-01-01' AS DOUBLE), CAST('２０２０-01-01' AS YEAR);
SELECT 'fdate', CAST('２０２０-01-01' AS DATE), CAST('２０２０-01-01' AS TIME), CAST('２０２０-01-01' AS DATETIME), '２０２０-01-01' = 5, '２０２０-01-01' | 0, -'２０２０-01-01', '２０２０-01-01' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('２０２０-01-01', '２０２０-01-01', '２０２０-01-01', '２０２０-01-01', '２０２０-01-01');
INSERT INTO t (s, da, ti, dt) VALUES ('２０２０-01-01', '２０２０-01-01', '２０２０-01-01', '２０２０-01-01');
INSERT INTO t (s, e, st) VALUES ('２０２０-01-01', '２０２０-01-01', '２０２０-01-01');
SELECT 'date2', '2020-０1-01' + 0, CAST('2020-０1-01' AS SIGNED), CAST('2020-０1-01' AS UNSIGNED), CAST('2020-０1-01' AS DECIMAL(8,2)), CAST('2020-０1-01' AS DOUBLE), CAST('2020-０1-01' AS YEAR);
SELECT 'date2', CAST('2020-０1-01' AS DATE), CAST('2020-０1-01' AS TIME), CAST('2020-０1-01' AS DATETIME), '2020-０1-01' = 5, '2020-０1-01' | 0, -'2020-０1-01', '2020-０1-01' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('2020-０1-01', '2020-０1-01', '2020-０1-01', '2020-０1-01', '2020-０1-01');
INSERT INTO t (s, da, ti, dt) VALUES ('2020-０1-01', '2020-０1-01', '2020-０1-01', '2020-０1-01');
INSERT INTO t (s, e, st) VALUES ('2020-０1-01', '2020-０1-01', '2020-０1-01');
SELECT 'ndate', ' 2020-01-01' + 0, CAST(' 2020-01-01' AS SIGNED), CAST(' 2020-01-01' AS UNSIGNED), CAST(' 2020-01-01' AS DECIMAL(8,2)), CAST(' 2020-01-01' AS DOUBLE), CAST(' 2020-01-01' AS YEAR);
SELECT 'ndate', CAST(' 2020-01-01' AS DATE), CAST(' 2020-01-01' AS TIME), CAST(' 2020-01-01' AS DATETIME), ' 2020-01-01' = 5, ' 2020-01-01' | 0, -' 2020-01-01', ' 2020-01-01' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES (' 2020-01-01', ' 2020-01-01', ' 2020-01-01', ' 2020-01-01', ' 2020-01-01');
INSERT INTO t (s, da, ti, dt) VALUES (' 2020-01-01', ' 2020-01-01', ' 2020-01-01', ' 2020-01-01');
INSERT INTO t (s, e, st) VALUES (' 2020-01-01', ' 2020-01-01', ' 2020-01-01');
SELECT 'date3', '2020-01-01　' + 0, CAST('2020-01-01　' AS SIGNED), CAST('2020-01-01　' AS UNSIGNED), CAST('2020-01-01　' AS DECIMAL(8,2)), CAST('2020-01-01　' AS DOUBLE), CAST('2020-01-01　' AS YEAR);
SELECT 'date3', CAST('2020-01-01　' AS DATE), CAST('2020-01-01　' AS TIME), CAST('2020-01-01　' AS DATETIME), '2020-01-01　' = 5, '2020-01-01　' | 0, -'2020-01-01　', '2020-01-01　' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('2020-01-01　', '2020-01-01　', '2020-01-01　', '2020-01-01　', '2020-01-01　');
INSERT INTO t (s, da, ti, dt) VALUES ('2020-01-01　', '2020-01-01　', '2020-01-01　', '2020-01-01　');
INSERT INTO t (s, e, st) VALUES ('2020-01-01　', '2020-01-01　', '2020-01-01　');
SELECT 'time', '１2:00:00' + 0, CAST('１2:00:00' AS SIGNED), CAST('１2:00:00' AS UNSIGNED), CAST('１2:00:00' AS DECIMAL(8,2)), CAST('１2:00:00' AS DOUBLE), CAST('１2:00:00' AS YEAR);
SELECT 'time', CAST('１2:00:00' AS DATE), CAST('１2:00:00' AS TIME), CAST('１2:00:00' AS DATETIME), '１2:00:00' = 5, '１2:00:00' | 0, -'１2:00:00', '１2:00:00' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('１2:00:00', '１2:00:00', '１2:00:00', '１2:00:00', '１2:00:00');
INSERT INTO t (s, da, ti, dt) VALUES ('１2:00:00', '１2:00:00', '１2:00:00', '１2:00:00');
INSERT INTO t (s, e, st) VALUES ('１2:00:00', '１2:00:00', '１2:00:00');
SELECT 'ntime', '　12:00:00' + 0, CAST('　12:00:00' AS SIGNED), CAST('　12:00:00' AS UNSIGNED), CAST('　12:00:00' AS DECIMAL(8,2)), CAST('　12:00:00' AS DOUBLE), CAST('　12:00:00' AS YEAR);
SELECT 'ntime', CAST('　12:00:00' AS DATE), CAST('　12:00:00' AS TIME), CAST('　12:00:00' AS DATETIME), '　12:00:00' = 5, '　12:00:00' | 0, -'　12:00:00', '　12:00:00' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('　12:00:00', '　12:00:00', '　12:00:00', '　12:00:00', '　12:00:00');
INSERT INTO t (s, da, ti, dt) VALUES ('　12:00:00', '　12:00:00', '　12:00:00', '　12:00:00');
INSERT INTO t (s, e, st) VALUES ('　12:00:00', '　12:00:00', '　12:00:00');
SELECT 'fexp', '1e２' + 0, CAST('1e２' AS SIGNED), CAST('1e２' AS UNSIGNED), CAST('1e２' AS DECIMAL(8,2)), CAST('1e２' AS DOUBLE), CAST('1e２' AS YEAR);
SELECT 'fexp', CAST('1e２' AS DATE), CAST('1e２' AS TIME), CAST('1e２' AS DATETIME), '1e２' = 5, '1e２' | 0, -'1e２', '1e２' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('1e２', '1e２', '1e２', '1e２', '1e２');
INSERT INTO t (s, da, ti, dt) VALUES ('1e２', '1e２', '1e２', '1e２');
INSERT INTO t (s, e, st) VALUES ('1e２', '1e２', '1e２');
SELECT 'fdot', '1.２' + 0, CAST('1.２' AS SIGNED), CAST('1.２' AS UNSIGNED), CAST('1.２' AS DECIMAL(8,2)), CAST('1.２' AS DOUBLE), CAST('1.２' AS YEAR);
SELECT 'fdot', CAST('1.２' AS DATE), CAST('1.２' AS TIME), CAST('1.２' AS DATETIME), '1.２' = 5, '1.２' | 0, -'1.２', '1.２' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('1.２', '1.２', '1.２', '1.２', '1.２');
INSERT INTO t (s, da, ti, dt) VALUES ('1.２', '1.２', '1.２', '1.２');
INSERT INTO t (s, e, st) VALUES ('1.２', '1.２', '1.２');
SELECT 'sup', '²' + 0, CAST('²' AS SIGNED), CAST('²' AS UNSIGNED), CAST('²' AS DECIMAL(8,2)), CAST('²' AS DOUBLE), CAST('²' AS YEAR);
SELECT 'sup', CAST('²' AS DATE), CAST('²' AS TIME), CAST('²' AS DATETIME), '²' = 5, '²' | 0, -'²', '²' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('²', '²', '²', '²', '²');
INSERT INTO t (s, da, ti, dt) VALUES ('²', '²', '²', '²');
INSERT INTO t (s, e, st) VALUES ('²', '²', '²');
SELECT 'circ', '①' + 0, CAST('①' AS SIGNED), CAST('①' AS UNSIGNED), CAST('①' AS DECIMAL(8,2)), CAST('①' AS DOUBLE), CAST('①' AS YEAR);
SELECT 'circ', CAST('①' AS DATE), CAST('①' AS TIME), CAST('①' AS DATETIME), '①' = 5, '①' | 0, -'①', '①' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('①', '①', '①', '①', '①');
INSERT INTO t (s, da, ti, dt) VALUES ('①', '①', '①', '①');
INSERT INTO t (s, e, st) VALUES ('①', '①', '①');
SELECT 'half', '½' + 0, CAST('½' AS SIGNED), CAST('½' AS UNSIGNED), CAST('½' AS DECIMAL(8,2)), CAST('½' AS DOUBLE), CAST('½' AS YEAR);
SELECT 'half', CAST('½' AS DATE), CAST('½' AS TIME), CAST('½' AS DATETIME), '½' = 5, '½' | 0, -'½', '½' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('½', '½', '½', '½', '½');
INSERT INTO t (s, da, ti, dt) VALUES ('½', '½', '½', '½');
INSERT INTO t (s, e, st) VALUES ('½', '½', '½');
SELECT 'neg', '-３' + 0, CAST('-３' AS SIGNED), CAST('-３' AS UNSIGNED), CAST('-３' AS DECIMAL(8,2)), CAST('-３' AS DOUBLE), CAST('-３' AS YEAR);
SELECT 'neg', CAST('-３' AS DATE), CAST('-３' AS TIME), CAST('-３' AS DATETIME), '-３' = 5, '-３' | 0, -'-３', '-３' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('-３', '-３', '-３', '-３', '-３');
INSERT INTO t (s, da, ti, dt) VALUES ('-３', '-３', '-３', '-３');
INSERT INTO t (s, e, st) VALUES ('-３', '-３', '-３');
SELECT 'vt', '7' + 0, CAST('7' AS SIGNED), CAST('7' AS UNSIGNED), CAST('7' AS DECIMAL(8,2)), CAST('7' AS DOUBLE), CAST('7' AS YEAR);
SELECT 'vt', CAST('7' AS DATE), CAST('7' AS TIME), CAST('7' AS DATETIME), '7' = 5, '7' | 0, -'7', '7' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('7', '7', '7', '7', '7');
INSERT INTO t (s, da, ti, dt) VALUES ('7', '7', '7', '7');
INSERT INTO t (s, e, st) VALUES ('7', '7', '7');
SELECT 'ff', '7' + 0, CAST('7' AS SIGNED), CAST('7' AS UNSIGNED), CAST('7' AS DECIMAL(8,2)), CAST('7' AS DOUBLE), CAST('7' AS YEAR);
SELECT 'ff', CAST('7' AS DATE), CAST('7' AS TIME), CAST('7' AS DATETIME), '7' = 5, '7' | 0, -'7', '7' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('7', '7', '7', '7', '7');
INSERT INTO t (s, da, ti, dt) VALUES ('7', '7', '7', '7');
INSERT INTO t (s, e, st) VALUES ('7', '7', '7');
SELECT 'fs', '7' + 0, CAST('7' AS SIGNED), CAST('7' AS UNSIGNED), CAST('7' AS DECIMAL(8,2)), CAST('7' AS DOUBLE), CAST('7' AS YEAR);
SELECT 'fs', CAST('7' AS DATE), CAST('7' AS TIME), CAST('7' AS DATETIME), '7' = 5, '7' | 0, -'7', '7' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('7', '7', '7', '7', '7');
INSERT INTO t (s, da, ti, dt) VALUES ('7', '7', '7', '7');
INSERT INTO t (s, e, st) VALUES ('7', '7', '7');
SELECT 'us', '7' + 0, CAST('7' AS SIGNED), CAST('7' AS UNSIGNED), CAST('7' AS DECIMAL(8,2)), CAST('7' AS DOUBLE), CAST('7' AS YEAR);
SELECT 'us', CAST('7' AS DATE), CAST('7' AS TIME), CAST('7' AS DATETIME), '7' = 5, '7' | 0, -'7', '7' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('7', '7', '7', '7', '7');
INSERT INTO t (s, da, ti, dt) VALUES ('7', '7', '7', '7');
INSERT INTO t (s, e, st) VALUES ('7', '7', '7');
SELECT 'ls', ' 7' + 0, CAST(' 7' AS SIGNED), CAST(' 7' AS UNSIGNED), CAST(' 7' AS DECIMAL(8,2)), CAST(' 7' AS DOUBLE), CAST(' 7' AS YEAR);
SELECT 'ls', CAST(' 7' AS DATE), CAST(' 7' AS TIME), CAST(' 7' AS DATETIME), ' 7' = 5, ' 7' | 0, -' 7', ' 7' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES (' 7', ' 7', ' 7', ' 7', ' 7');
INSERT INTO t (s, da, ti, dt) VALUES (' 7', ' 7', ' 7', ' 7');
INSERT INTO t (s, e, st) VALUES (' 7', ' 7', ' 7');
SELECT 'zw', '​7' + 0, CAST('​7' AS SIGNED), CAST('​7' AS UNSIGNED), CAST('​7' AS DECIMAL(8,2)), CAST('​7' AS DOUBLE), CAST('​7' AS YEAR);
SELECT 'zw', CAST('​7' AS DATE), CAST('​7' AS TIME), CAST('​7' AS DATETIME), '​7' = 5, '​7' | 0, -'​7', '​7' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('​7', '​7', '​7', '​7', '​7');
INSERT INTO t (s, da, ti, dt) VALUES ('​7', '​7', '​7', '​7');
INSERT INTO t (s, e, st) VALUES ('​7', '​7', '​7');
SELECT 'bom', '﻿7' + 0, CAST('﻿7' AS SIGNED), CAST('﻿7' AS UNSIGNED), CAST('﻿7' AS DECIMAL(8,2)), CAST('﻿7' AS DOUBLE), CAST('﻿7' AS YEAR);
SELECT 'bom', CAST('﻿7' AS DATE), CAST('﻿7' AS TIME), CAST('﻿7' AS DATETIME), '﻿7' = 5, '﻿7' | 0, -'﻿7', '﻿7' * 1.0;
INSERT INTO t (s, i, d, f, y) VALUES ('﻿7', '﻿7', '﻿7', '﻿7', '﻿7');
INSERT INTO t (s, da, ti, dt) VALUES ('﻿7', '﻿7', '﻿7', '﻿7');
INSERT INTO t (s, e, st) VALUES ('﻿7', '﻿7', '﻿7');
SELECT id, i, d, f, y, da, ti, dt, e, st FROM t;
SELECT TRIM('１２');
SELECT TRIM('1２');
SELECT TRIM(' 5');
SELECT TRIM('　5');
SELECT TRIM('5　');
SELECT TRIM('7');
SELECT TRIM('7');
SELECT LENGTH(TRIM('１２'));
SELECT LENGTH(TRIM('1２'));
SELECT LENGTH(TRIM(' 5'));
SELECT LENGTH(TRIM('　5'));
SELECT LENGTH(TRIM('5　'));
SELECT LENGTH(TRIM('7'));
SELECT LENGTH(TRIM('7'));
SELECT JSON_VALID('１２');
SELECT JSON_VALID('1２');
SELECT JSON_VALID(' 5');
SELECT JSON_VALID('　5');
SELECT JSON_VALID('5　');
SELECT JSON_VALID('7');
SELECT JSON_VALID('7');
SELECT JSON_VALID('[１２]');
SELECT JSON_VALID('[1２]');
SELECT JSON_VALID('[ 5]');
SELECT JSON_VALID('[　5]');
SELECT JSON_VALID('[5　]');
SELECT JSON_VALID('[7]');
SELECT JSON_VALID('[7]');
SELECT JSON_EXTRACT('[1,2]', '$[１]');
SELECT JSON_EXTRACT('[1,2]', '$[１]');
SELECT JSON_EXTRACT('[1,2]', '$[１]');
SELECT JSON_EXTRACT('[1,2]', '$[１]');
SELECT JSON_EXTRACT('[1,2]', '$[１]');
SELECT JSON_EXTRACT('[1,2]', '$[１]');
SELECT JSON_EXTRACT('[1,2]', '$[１]');
SELECT TIME_TO_SEC('１２');
SELECT TIME_TO_SEC('1２');
SELECT TIME_TO_SEC(' 5');
SELECT TIME_TO_SEC('　5');
SELECT TIME_TO_SEC('5　');
SELECT DAYOFMONTH('１２');
SELECT DAYOFMONTH('1２');
SELECT DAYOFMONTH(' 5');
SELECT DAYOFMONTH('　5');
SELECT DAYOFMONTH('5　');
SELECT YEAR('１２');
SELECT YEAR('1２');
SELECT YEAR(' 5');
SELECT YEAR('　5');
SELECT YEAR('5　');
SELECT DATE_ADD('2020-01-01', INTERVAL '１２' DAY);
SELECT DATE_ADD('2020-01-01', INTERVAL '1２' DAY);
SELECT DATE_ADD('2020-01-01', INTERVAL ' 5' DAY);
SELECT DATE_ADD('2020-01-01', INTERVAL '　5' DAY);
SELECT DATE_ADD('2020-01-01', INTERVAL '5　' DAY);
SELECT DATE_ADD('2020-01-01', INTERVAL '1:１２' MINUTE_SECOND);
SELECT DATE_ADD('2020-01-01', INTERVAL '1:1２' MINUTE_SECOND);
SELECT DATE_ADD('2020-01-01', INTERVAL '1: 5' MINUTE_SECOND);
SELECT DATE_ADD('2020-01-01', INTERVAL '1:　5' MINUTE_SECOND);
SELECT DATE_ADD('2020-01-01', INTERVAL '1:5　' MINUTE_SECOND);
SELECT CONV('１２', 10, 16);
SELECT CONV('1２', 10, 16);
SELECT CONV(' 5', 10, 16);
SELECT CONV('　5', 10, 16);
SELECT CONV('5　', 10, 16);
SELECT CONV('１２', 36, 10);
SELECT CONV('1２', 36, 10);
SELECT CONV(' 5', 36, 10);
SELECT CONV('　5', 36, 10);
SELECT CONV('5　', 36, 10);
SELECT INET_ATON('1.2.3.１２');
SELECT INET_ATON('1.2.3.1２');
SELECT INET_ATON('1.2.3. 5');
SELECT INET_ATON('1.2.3.　5');
SELECT INET_ATON('1.2.3.5　');
SELECT INET6_ATON('1.2.3.１２') IS NULL;
SELECT INET6_ATON('1.2.3.1２') IS NULL;
SELECT INET6_ATON('1.2.3. 5') IS NULL;
SELECT INET6_ATON('1.2.3.　5') IS NULL;
SELECT INET6_ATON('1.2.3.5　') IS NULL;
SELECT STR_TO_DATE('１２', '%Y');
SELECT STR_TO_DATE(' 5', '%Y');
SELECT STR_TO_DATE('　5', '%Y');
SELECT STR_TO_DATE('１２-1', '%d-%m');
SELECT STR_TO_DATE('1２-1', '%d-%m');
SELECT STR_TO_DATE(' 5-1', '%d-%m');
SELECT STR_TO_DATE('　5-1', '%d-%m');
SELECT STR_TO_DATE('5　-1', '%d-%m');
SELECT SUBSTRING('abcdefgh', '１２');
SELECT SUBSTRING('abcdefgh', '1２');
SELECT SUBSTRING('abcdefgh', ' 5');
SELECT SUBSTRING('abcdefgh', '　5');
SELECT SUBSTRING('abcdefgh', '5　');
SELECT REPEAT('a', '１２');
SELECT REPEAT('a', '1２');
SELECT REPEAT('a', ' 5');
SELECT REPEAT('a', '　5');
SELECT REPEAT('a', '5　');
SELECT LEFT('abcdefgh', '１２');
SELECT LEFT('abcdefgh', '1２');
SELECT LEFT('abcdefgh', ' 5');
SELECT LEFT('abcdefgh', '　5');
SELECT LEFT('abcdefgh', '5　');
SELECT ROUND(1.23456, '１２');
SELECT ROUND(1.23456, '1２');
SELECT ROUND(1.23456, ' 5');
SELECT ROUND(1.23456, '　5');
SELECT ROUND(1.23456, '5　');
SELECT ABS('１２');
SELECT ABS('1２');
SELECT ABS(' 5');
SELECT ABS('　5');
SELECT ABS('5　');
SELECT ABS('7');
SELECT ABS('7');
SELECT ELT('１２', 'a', 'b');
SELECT ELT('1２', 'a', 'b');
SELECT ELT(' 5', 'a', 'b');
SELECT ELT('　5', 'a', 'b');
SELECT ELT('5　', 'a', 'b');
SELECT FORMAT(12345, '１２');
SELECT FORMAT(12345, '1２');
SELECT FORMAT(12345, ' 5');
SELECT FORMAT(12345, '　5');
SELECT FORMAT(12345, '5　');
SELECT MAKEDATE(2020, '１２');
SELECT MAKEDATE(2020, '1２');
SELECT MAKEDATE(2020, ' 5');
SELECT MAKEDATE(2020, '　5');
SELECT MAKEDATE(2020, '5　');
SELECT SEC_TO_TIME('１２');
SELECT SEC_TO_TIME('1２');
SELECT SEC_TO_TIME(' 5');
SELECT SEC_TO_TIME('　5');
SELECT SEC_TO_TIME('5　');
SELECT FROM_DAYS('１２');
SELECT FROM_DAYS('1２');
SELECT FROM_DAYS(' 5');
SELECT FROM_DAYS('　5');
SELECT FROM_DAYS('5　');
SELECT PERIOD_ADD('１２', 1);
SELECT PERIOD_ADD('1２', 1);
SELECT PERIOD_ADD(' 5', 1);
SELECT PERIOD_ADD('　5', 1);
SELECT PERIOD_ADD('5　', 1);
SELECT UNHEX('１２');
SELECT UNHEX('1２');
SELECT UNHEX(' 5');
SELECT UNHEX('　5');
SELECT UNHEX('5　');
SELECT HEX('１２');
SELECT HEX('1２');
SELECT HEX(' 5');
SELECT HEX('　5');
SELECT HEX('5　');
SELECT OCT('１２');
SELECT OCT('1２');
SELECT OCT(' 5');
SELECT OCT('　5');
SELECT OCT('5　');
SELECT BIN('１２');
SELECT BIN('1２');
SELECT BIN(' 5');
SELECT BIN('　5');
SELECT BIN('5　');
SELECT UUID_TO_BIN('１２') IS NULL;
SELECT UUID_TO_BIN('1２') IS NULL;
SELECT UUID_TO_BIN(' 5') IS NULL;
SELECT UUID_TO_BIN('　5') IS NULL;
SELECT UUID_TO_BIN('5　') IS NULL;
SELECT IS_UUID('1234567８-1234-1234-1234-123456789012');
SELECT IS_UUID('1234567８-1234-1234-1234-123456789012');
SELECT IS_UUID('1234567８-1234-1234-1234-123456789012');
SELECT IS_UUID('1234567８-1234-1234-1234-123456789012');
SELECT IS_UUID('1234567８-1234-1234-1234-123456789012');
SELECT SOUNDEX('１２');
SELECT SOUNDEX('1２');
SELECT SOUNDEX(' 5');
SELECT SOUNDEX('　5');
SELECT SOUNDEX('5　');
SELECT ST_ASTEXT(ST_GEOMFROMTEXT('POINT(1 2)')) = 'x';
SELECT ST_ASTEXT(ST_GEOMFROMTEXT('POINT(1 2)')) = 'x';
SELECT ST_ASTEXT(ST_GEOMFROMTEXT('POINT(1 2)')) = 'x';
SELECT ST_ASTEXT(ST_GEOMFROMTEXT('POINT(1 2)')) = 'x';
SELECT ST_ASTEXT(ST_GEOMFROMTEXT('POINT(1 2)')) = 'x';
SELECT CONVERT_TZ('2020-01-01', '+0１２:00', '+00:00');
SELECT CONVERT_TZ('2020-01-01', '+01２:00', '+00:00');
SELECT CONVERT_TZ('2020-01-01', '+0 5:00', '+00:00');
SELECT CONVERT_TZ('2020-01-01', '+0　5:00', '+00:00');
SELECT CONVERT_TZ('2020-01-01', '+05　:00', '+00:00');
SELECT UCASE('１２ß');
SELECT UCASE('1２ß');
SELECT UCASE(' 5ß');
SELECT UCASE('　5ß');
SELECT UCASE('5　ß');
SELECT SUBSTRING_INDEX('a.b.c', '.', '１２');
SELECT SUBSTRING_INDEX('a.b.c', '.', '1２');
SELECT SUBSTRING_INDEX('a.b.c', '.', ' 5');
SELECT SUBSTRING_INDEX('a.b.c', '.', '　5');
SELECT SUBSTRING_INDEX('a.b.c', '.', '5　');
SELECT INTERVAL('１２', 1, 6);
SELECT INTERVAL('1２', 1, 6);
SELECT INTERVAL(' 5', 1, 6);
SELECT INTERVAL('　5', 1, 6);
SELECT INTERVAL('5　', 1, 6);
SELECT '１２' BETWEEN 1 AND 6;
SELECT '1２' BETWEEN 1 AND 6;
SELECT ' 5' BETWEEN 1 AND 6;
SELECT '　5' BETWEEN 1 AND 6;
SELECT '5　' BETWEEN 1 AND 6;
SELECT GREATEST('１２', 1);
SELECT GREATEST('1２', 1);
SELECT GREATEST(' 5', 1);
SELECT GREATEST('　5', 1);
SELECT GREATEST('5　', 1);
SELECT NULLIF('１２', 5);
SELECT NULLIF('1２', 5);
SELECT NULLIF(' 5', 5);
SELECT NULLIF('　5', 5);
SELECT NULLIF('5　', 5);
SELECT CAST('１２' AS JSON);
SELECT CAST('1２' AS JSON);
SELECT CAST(' 5' AS JSON);
SELECT CAST('　5' AS JSON);
SELECT CAST('5　' AS JSON);
SELECT CAST('7' AS JSON);
SELECT CAST('7' AS JSON);
SELECT '１２' DIV 1;
SELECT '1２' DIV 1;
SELECT ' 5' DIV 1;
SELECT '　5' DIV 1;
SELECT '5　' DIV 1;
SELECT '１２' % 3;
SELECT '1２' % 3;
SELECT ' 5' % 3;
SELECT '　5' % 3;
SELECT '5　' % 3;
SELECT ~'１２';
SELECT ~'1２';
SELECT ~' 5';
SELECT ~'　5';
SELECT ~'5　';
SELECT NOT '１２';
SELECT NOT '1２';
SELECT NOT ' 5';
SELECT NOT '　5';
SELECT NOT '5　';
SELECT '１２' AND 1;
SELECT '1２' AND 1;
SELECT ' 5' AND 1;
SELECT '　5' AND 1;
SELECT '5　' AND 1;
SELECT IF('１２', 1, 2);
SELECT IF('1２', 1, 2);
SELECT IF(' 5', 1, 2);
SELECT IF('　5', 1, 2);
SELECT IF('5　', 1, 2);
SELECT '１２' <=> 5;
SELECT '1２' <=> 5;
SELECT ' 5' <=> 5;
SELECT '　5' <=> 5;
SELECT '5　' <=> 5;
SELECT TIMESTAMP('１２', '1:00:00');
SELECT TIMESTAMP('1２', '1:00:00');
SELECT TIMESTAMP(' 5', '1:00:00');
SELECT TIMESTAMP('　5', '1:00:00');
SELECT TIMESTAMP('5　', '1:00:00');
SELECT ADDTIME('１２', '1');
SELECT ADDTIME('1２', '1');
SELECT ADDTIME(' 5', '1');
SELECT ADDTIME('　5', '1');
SELECT ADDTIME('5　', '1');
SELECT DATEDIFF('１２', '2020-01-01');
SELECT DATEDIFF('1２', '2020-01-01');
SELECT DATEDIFF(' 5', '2020-01-01');
SELECT DATEDIFF('　5', '2020-01-01');
SELECT DATEDIFF('5　', '2020-01-01');
SELECT UNIX_TIMESTAMP('１２');
SELECT UNIX_TIMESTAMP('1２');
SELECT UNIX_TIMESTAMP(' 5');
SELECT UNIX_TIMESTAMP('　5');
SELECT UNIX_TIMESTAMP('5　');
SELECT LAST_DAY('１２');
SELECT LAST_DAY('1２');
SELECT LAST_DAY(' 5');
SELECT LAST_DAY('　5');
SELECT LAST_DAY('5　');
SELECT WEIGHT_STRING('１２') IS NULL;
SELECT WEIGHT_STRING('1２') IS NULL;
SELECT WEIGHT_STRING(' 5') IS NULL;
SELECT WEIGHT_STRING('　5') IS NULL;
SELECT WEIGHT_STRING('5　') IS NULL;
SELECT CRC32('１２') > 0;
SELECT CRC32('1２') > 0;
SELECT CRC32(' 5') > 0;
SELECT CRC32('　5') > 0;
SELECT CRC32('5　') > 0;
SELECT LPAD('１２', 4, 'x');
SELECT LPAD('1２', 4, 'x');
SELECT LPAD(' 5', 4, 'x');
SELECT LPAD('　5', 4, 'x');
SELECT LPAD('5　', 4, 'x');
SELECT COMPRESS('１２') IS NULL;
SELECT COMPRESS('1２') IS NULL;
SELECT COMPRESS(' 5') IS NULL;
SELECT COMPRESS('　5') IS NULL;
SELECT COMPRESS('5　') IS NULL;
SELECT REGEXP_LIKE('１２', '[[:digit:]]');
SELECT REGEXP_LIKE('1２', '[[:digit:]]');
SELECT REGEXP_LIKE(' 5', '[[:digit:]]');
SELECT REGEXP_LIKE('　5', '[[:digit:]]');
SELECT REGEXP_LIKE('5　', '[[:digit:]]');
SELECT REGEXP_LIKE('１２', '\\d');
SELECT REGEXP_LIKE('1２', '\\d');
SELECT REGEXP_LIKE(' 5', '\\d');
SELECT REGEXP_LIKE('　5', '\\d');
SELECT REGEXP_LIKE('5　', '\\d');
SELECT REGEXP_LIKE('１２', '\\s');
SELECT REGEXP_LIKE('1２', '\\s');
SELECT REGEXP_LIKE(' 5', '\\s');
SELECT REGEXP_LIKE('　5', '\\s');
SELECT REGEXP_LIKE('5　', '\\s');
SELECT '１２' LIKE '_';
SELECT '1２' LIKE '_';
SELECT ' 5' LIKE '_';
SELECT '　5' LIKE '_';
SELECT '5　' LIKE '_';
SELECT 1 LIMIT １;
SELECT １;
SELECT １ + 1;
CREATE TABLE a１ (a INT);
SELECT １a FROM t;
SET @a１ = 1;
SELECT @a１;
SELECT 0x１;
SELECT _utf8mb4'１' + 1;
PREPARE p FROM 'SELECT 1 LIMIT ?';
SET @v = '１';
EXECUTE p USING @v;
SET SESSION sort_buffer_size = '１000000';
SET @@max_join_size = '５';
