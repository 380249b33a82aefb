# Values of other types for variables, paths that may not be there, INTERVAL, and extremes of mixed types.

SET timestamp = NOW(6)
SET timestamp = DATE'2024-01-01'
SET timestamp = CAST('1' AS JSON)
SET timestamp = 'x'
SET timestamp = NULL
SET timestamp = 1e400
SET timestamp = POINT(1,2)
SET max_allowed_packet = NOW()
SET autocommit = NOW()
SET insert_id = DATE'2024-01-01'
SET insert_id = TIME'10:00:00'
SET insert_id = CAST('1' AS JSON)
SET insert_id = 1.5
SET sql_mode = NOW()
SET sql_mode = TIME'10:00:00'
SET sql_mode = 1.5
SET sql_mode = CAST('1' AS JSON)
SET time_zone = NOW()
SET time_zone = 1
SET character_set_client = NOW()
SET binlog_format = NOW()
SET binlog_format = 1.5
SET GLOBAL long_query_time = NOW()
SET long_query_time = 'x'
SET long_query_time = TIME'10:00:00'
SET lc_time_names = NOW()
SET gtid_next = NOW()
SET rand_seed1 = TIME'10:00:00'
SET pseudo_thread_id = NOW(6)
SET innodb_lock_wait_timeout = CURRENT_DATE
UPDATE t SET j = JSON_SET(j, '$**.a', 1)
UPDATE t SET j = JSON_REPLACE(j, '$[*]', 1)
UPDATE t SET j = JSON_REMOVE(j, '$**.a')
SELECT JSON_SET('[]', '$**.a', 1)
SELECT JSON_KEYS('{}', '$**.a')
SELECT d + INTERVAL 'nan' DAY FROM t
SELECT d + INTERVAL 'inf' DAY FROM t
SELECT d + INTERVAL '1e5' DAY FROM t
SELECT d + INTERVAL '1_0' DAY FROM t
SELECT GREATEST('a', 0xFF, 5)
SELECT GREATEST('a', 0xFF)
SELECT LEAST(_binary 'a', 'b')
SELECT GREATEST(NOW(), 0xFF)
SELECT LEAST(CAST('[1]' AS JSON), 'a', 1)
SELECT LEAST(POINT(1,1), 'a')
