# What statements put into mysql.gtid_executed stays beside the server's own rows, and goes with RESET.
RESET BINARY LOGS AND GTIDS;
INSERT INTO mysql.gtid_executed VALUES ('aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa', 1, 1, '');
SELECT interval_start, interval_end FROM mysql.gtid_executed; SELECT @@GLOBAL.gtid_executed;
INSERT INTO mysql.gtid_executed VALUES ('aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa', 1, 1, '');
UPDATE mysql.gtid_executed SET interval_end = 2 WHERE source_uuid = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa';
SELECT source_uuid, interval_start, interval_end FROM mysql.gtid_executed WHERE source_uuid = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa' FOR UPDATE;
SELECT source_uuid, interval_start, interval_end FROM mysql.gtid_executed WHERE source_uuid = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa';
DELETE FROM mysql.gtid_executed WHERE source_uuid = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa';
SELECT source_uuid, interval_start, interval_end FROM mysql.gtid_executed WHERE source_uuid = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa';
CREATE DATABASE kept; INSERT INTO mysql.gtid_executed VALUES ('aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa', 5, 9, ''); FLUSH BINARY LOGS;
SELECT interval_start, interval_end FROM mysql.gtid_executed ORDER BY 1;
REPLACE INTO mysql.gtid_executed VALUES ('aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa', 5, 11, '');
CREATE DATABASE kept2; FLUSH BINARY LOGS; SELECT interval_start, interval_end FROM mysql.gtid_executed WHERE interval_start > 1 ORDER BY 1;
RESET BINARY LOGS AND GTIDS; SELECT COUNT(*) FROM mysql.gtid_executed; SELECT @@GLOBAL.gtid_executed;
