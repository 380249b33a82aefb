-- Signs in a row, and numbers with something of a word behind: where a server ends the one and begins the next.
DELIMITER //
SELECT 1=!1 //
SELECT 1>!0 //
SELECT 1<!0 //
SELECT 1!!=1 //
SELECT !!1 //
SELECT !!!1 //
SELECT !!!!1 //
SELECT !!0 //
SELECT !>1 //
SELECT !<1 //
SELECT !=1 //
SELECT @a:=!1 //
SELECT 1=>1 //
SELECT 1><1 //
SELECT 1<=!1 //
SELECT 1<=>!1 //
SELECT 1<>!1 //
SELECT 1<!!1 //
SELECT !! 1 //
SELECT ! ! 1 //
SELECT !/**/!1 //
SELECT !!@a //
SELECT 1 && !!1 //
SELECT 1>=!1 //
SELECT 1>>!1 //
SELECT 1<<!1 //
SELECT 1==1 //
SELECT 1<<<1 //
SELECT 1>>>1 //
SELECT 1&!1 //
SELECT 1 WHERE 1=!0 //
SELECT 1!>1 //
SELECT 0.1.5 //
SELECT 0.0x10 //
SELECT 0.NULL //
SELECT 0.x'FF' //
SELECT 1.x //
SELECT 1.x10 //
SELECT 1.e5 //
SELECT 1.e //
SELECT 1.5e //
SELECT 1.5x //
SELECT .5x //
SELECT 0x10x //
SELECT 0b1x //
SELECT 1x //
SELECT 1.0e5x //
SELECT 1.0b1 //
SELECT 1e5e5 //
SELECT 1..5 //
SELECT .1.5 //
SELECT 1.5.t //
SELECT 1_000 //
SELECT 1.`a` //
SELECT 1.'a' //
SELECT 1 .5 //
SELECT a.1 FROM (SELECT 1 AS `1`) a //
SELECT a.1e FROM (SELECT 1 AS `1e`) a //
SELECT a.1e5 FROM (SELECT 1 AS `1e5`) a //
SELECT a.1.5 FROM (SELECT 1 AS `1e5`) a //
SELECT a.0x1 FROM (SELECT 1 AS `0x1`) a //
SELECT 1.5e+1 //
SELECT 1.5e+x //
SELECT 1e+x //
SELECT 1.5e- //
SELECT a@127.0.0.1 //
SELECT 1a.1b //
SELECT .5e //
SELECT 1>>1 //
SELECT 1e5.5 //
SELECT .5e5x //
SELECT t.5e5x //
SELECT 1.5.5.5 //
SELECT 1.é //
SELECT 1.5é //
SET @b=!1 //
SET @b=!!1 //
SELECT @b //
SELECT 1.e5x //
SELECT 1 .x //
SELECT 1.5/**/x //
SELECT 1e5e //
SELECT 'a'.5 //
SELECT 1 FROM dual WHERE 1.5=!1 //
DO !!1 //
SELECT !!!!!!!!!!!!!!!!1, !(!!1) //
SELECT 1=!!1 //
SELECT (1=(!!1)) //
SELECT 1.0b //
SELECT 1.0x //
SELECT 5.5AS x //
SELECT 5.5FROM dual //
SELECT 5.5e1FROM dual //
SELECT 5e1FROM dual //
SELECT 5FROM dual //
SELECT 1.5DIV 1 //
SELECT 1.IN(1) //
SELECT 1.BETWEEN(1) AND 2 //
SELECT 1.5.x //
SELECT 1 LIMIT 1.x //
