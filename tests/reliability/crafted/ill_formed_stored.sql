# Texts with bytes that are no UTF-8 stored in columns of other character sets, joined and replaced.

CREATE TABLE w (a VARCHAR(30) CHARACTER SET big5, b VARCHAR(2) CHARACTER SET big5, c TEXT CHARACTER SET big5)
SET sql_mode=''
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET latin1, b VARCHAR(2) CHARACTER SET latin1, c TEXT CHARACTER SET latin1)
SET sql_mode=''
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET ascii, b VARCHAR(2) CHARACTER SET ascii, c TEXT CHARACTER SET ascii)
SET sql_mode=''
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET utf8mb3, b VARCHAR(2) CHARACTER SET utf8mb3, c TEXT CHARACTER SET utf8mb3)
SET sql_mode=''
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET ucs2, b VARCHAR(2) CHARACTER SET ucs2, c TEXT CHARACTER SET ucs2)
SET sql_mode=''
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET sjis, b VARCHAR(2) CHARACTER SET sjis, c TEXT CHARACTER SET sjis)
SET sql_mode=''
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET cp1251, b VARCHAR(2) CHARACTER SET cp1251, c TEXT CHARACTER SET cp1251)
SET sql_mode=''
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET utf8mb4, b VARCHAR(2) CHARACTER SET utf8mb4, c TEXT CHARACTER SET utf8mb4)
SET sql_mode=''
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET big5, b VARCHAR(2) CHARACTER SET big5, c TEXT CHARACTER SET big5)
SET sql_mode='STRICT_TRANS_TABLES'
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET latin1, b VARCHAR(2) CHARACTER SET latin1, c TEXT CHARACTER SET latin1)
SET sql_mode='STRICT_TRANS_TABLES'
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET ascii, b VARCHAR(2) CHARACTER SET ascii, c TEXT CHARACTER SET ascii)
SET sql_mode='STRICT_TRANS_TABLES'
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET utf8mb3, b VARCHAR(2) CHARACTER SET utf8mb3, c TEXT CHARACTER SET utf8mb3)
SET sql_mode='STRICT_TRANS_TABLES'
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET ucs2, b VARCHAR(2) CHARACTER SET ucs2, c TEXT CHARACTER SET ucs2)
SET sql_mode='STRICT_TRANS_TABLES'
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET sjis, b VARCHAR(2) CHARACTER SET sjis, c TEXT CHARACTER SET sjis)
SET sql_mode='STRICT_TRANS_TABLES'
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET cp1251, b VARCHAR(2) CHARACTER SET cp1251, c TEXT CHARACTER SET cp1251)
SET sql_mode='STRICT_TRANS_TABLES'
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

CREATE TABLE w (a VARCHAR(30) CHARACTER SET utf8mb4, b VARCHAR(2) CHARACTER SET utf8mb4, c TEXT CHARACTER SET utf8mb4)
SET sql_mode='STRICT_TRANS_TABLES'
INSERT INTO w (a, c) VALUES ('ä\xe3', 'ä\xe3')
INSERT INTO w (b) VALUES ('ä\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('\xe3ä', '\xe3ä')
INSERT INTO w (b) VALUES ('\xe3ä')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('`ä\xe32\x9a5A', '`ä\xe32\x9a5A')
INSERT INTO w (b) VALUES ('`ä\xe32\x9a5A')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('a\xe3b', 'a\xe3b')
INSERT INTO w (b) VALUES ('a\xe3b')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('日\xe3本', '日\xe3本')
INSERT INTO w (b) VALUES ('日\xe3本')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES ('😀\xe3', '😀\xe3')
INSERT INTO w (b) VALUES ('😀\xe3')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_latin1 '\xe4\x81', _latin1 '\xe4\x81')
INSERT INTO w (b) VALUES (_latin1 '\xe4\x81')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (_big5 x'80', _big5 x'80')
INSERT INTO w (b) VALUES (_big5 x'80')
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
INSERT INTO w (a, c) VALUES (CONCAT('ä\xe3','b'), CONCAT('ä\xe3','b'))
INSERT INTO w (b) VALUES (CONCAT('ä\xe3','b'))
SELECT HEX(a), HEX(b), HEX(c) FROM w
DELETE FROM w
DROP TABLE w

SELECT HEX(REPLACE('b\xe4', '\xe4', _binary'c'))
SELECT HEX(REPLACE('\xe4b', 'a', _binary'c'))
SELECT HEX(REPLACE('b', '\xe4', _binary'c'))
SELECT HEX(REPLACE('b\xe4', '\xe4', CONVERT(x'f490808061' USING binary)))
SELECT GET_LOCK(_cp1250 x'27f4908080', 0)
SELECT GET_LOCK(_cp1250 x'81', 0)
SELECT GET_LOCK(_latin1 x'f481', 0)
