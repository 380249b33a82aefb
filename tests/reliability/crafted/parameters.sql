# What stands beside a parameter; texts of prepared statements that are bytes; introducers under other character sets.
SET @s='v', @i=-1, @r=1.5, @l=1, @w=x'53454c45435420ff', @u=x'53454c45435420276127'
PREPARE s FROM "SELECT ? 'abc'"
EXECUTE s USING @s
PREPARE s FROM "SELECT b? FROM t"
PREPARE s FROM "SELECT?"
EXECUTE s USING @s
PREPARE s FROM "SELECT ?b, ?'c', ?`d`, ?e"
PREPARE s FROM "SELECT @?"
PREPARE s FROM "SELECT t.? FROM t"
PREPARE s FROM "SELECT t. ? FROM t"
PREPARE s FROM "SELECT 1?"
PREPARE s FROM "SELECT a FROM t LIMIT?"
EXECUTE s USING @l
PREPARE s FROM "SELECT 'a'?"
PREPARE s FROM "SELECT 'a' ?"
PREPARE s FROM "SELECT ??"
PREPARE s FROM "SELECT ? ?"
PREPARE s FROM "SELECT 5-?, 5--?"
EXECUTE s USING @i, @i
PREPARE s FROM "SELECT ?.5"
PREPARE s FROM "SELECT ? .5"
PREPARE s FROM "SELECT N?"
PREPARE s FROM "SELECT x?"
PREPARE s FROM "INSERT INTO t (j) VALUES (b?)"
PREPARE s FROM "SELECT _utf8mb4 ?"
PREPARE s FROM "SELECT DATE ?"
PREPARE s FROM "SELECT ?=?and?"
PREPARE s FROM "SELECT ?=?AND ?"
EXECUTE s USING @i, @i, @i
PREPARE s FROM "SELECT .?"
PREPARE s FROM "SELECT a FROM t WHERE a IN(?,?)AND b=?zz"
PREPARE s FROM "SELECT a FROM t WHERE a IN(?,?)AND b=? zz"
PREPARE s FROM "SELECT a FROM t WHERE a IN(?,?)AND b=?AND 1 ,"
PREPARE s FROM "SELECT?,a FROM t WHERE ?=1 zz"
PREPARE s FROM "INSERT INTO n (a, b) VALUES(?,?'x')"
PREPARE s FROM "INSERT INTO n (a, b) VALUES(? 'x')"
PREPARE s FROM "INSERT INTO n (a, b) VALUES(?,?)ON DUPLICATE KEY UPDATE a=?"
EXECUTE s USING @i, @s, @i
PREPARE s FROM @w
PREPARE s FROM @u
EXECUTE s

# sent as UTF-8
SET collation_connection=latin1_swedish_ci
SELECT HEX(_binary 'ä'), HEX(_latin1 'ä'), HEX(_utf8mb4 'ä'), HEX('ä')
SET collation_connection=utf16_bin
SELECT HEX(_binary 'ä'), HEX(_latin1 'ä'), HEX(_utf8mb4 'ä'), HEX('ä'), HEX(_utf16 'ab')
SET collation_connection=big5_chinese_ci
SELECT HEX(_latin1 'ä'), HEX(_binary 'ä'), HEX(_utf8mb3 'ä')
SET NAMES latin1
SELECT HEX(_binary 'ä'), HEX(_latin1 'ä'), HEX(_utf8mb4 'ä'), HEX('ä')
