-- Remainders are as long as with a sign.
CREATE TABLE t (a INT, b BIGINT UNSIGNED, c INT UNSIGNED, d TINYINT UNSIGNED, e BIGINT, s SMALLINT);
INSERT INTO t VALUES (1,2,3,4,5,6);
SELECT b MOD 10, MOD(b,2), b % 3000000000, b % c, b % a, b % b, c % 2, c % a, c % c, d % 2, d % d, e % 2, e % b, a % b, a % 2, a % c, s % 2, s % d, 5 % b, 18446744073709551615 % 3, 18446744073709551615 % b, b DIV 2, c DIV d, e DIV b FROM t;
CREATE TABLE x AS SELECT b MOD 10 k1, MOD(b,2) k2, b % 3000000000 k3, b % c k4, b % a k5, b % b k6, c % 2 k7, c % a k8, c % c k9, d % 2 k10, d % d k11, e % 2 k12, e % b k13, a % b k14, a % 2 k15, a % c k16, s % 2 k17, s % d k18, 5 % b k19, 18446744073709551615 % 3 k20, 18446744073709551615 % b k21, b DIV 2 k22, c DIV d k23, e DIV b k24 FROM t;
SELECT * FROM x;
SHOW CREATE TABLE x;
CREATE TABLE t2 (a DECIMAL(6,2) UNSIGNED, b DECIMAL(6,2), c DECIMAL(5) UNSIGNED);
INSERT INTO t2 VALUES (1,2,3);
CREATE TABLE z AS SELECT CONCAT(a%2) k1, CONCAT(b%2) k2, CONCAT(a%b) k3, CONCAT(b%a) k4, CONCAT(c%2) k5, CONCAT(a%c) k6, CONCAT(c%1.5) k7, CONCAT(5%a) k8, CONCAT(5%1.5) k9 FROM t2;
SHOW CREATE TABLE z;
CREATE TABLE z2 AS SELECT a%2 k1, b%2 k2, a%b k3, b%a k4, c%2 k5, a%c k6, c%1.5 k7, 5%a k8, SUM(a%2) k9, a%2+1 k10, MAX(a%3) k11, IFNULL(a%2,0) k12 FROM t2 GROUP BY a,b,c;
SHOW CREATE TABLE z2;
SELECT * FROM z2;
CREATE TABLE y AS SELECT CONCAT(b MOD 10) k1, CONCAT(MOD(b,2)) k2, CONCAT(b % 3000000000) k3, CONCAT(b % c) k4, CONCAT(b % a) k5, CONCAT(b % b) k6, CONCAT(c % 2) k7, CONCAT(c % a) k8, CONCAT(c % c) k9, CONCAT(d % 2) k10, CONCAT(d % d) k11, CONCAT(e % 2) k12, CONCAT(e % b) k13, CONCAT(a % b) k14, CONCAT(a % 2) k15, CONCAT(a % c) k16, CONCAT(s % 2) k17, CONCAT(s % d) k18, CONCAT(5 % b) k19, CONCAT(18446744073709551615 % 3) k20 FROM t;
SHOW CREATE TABLE y;
