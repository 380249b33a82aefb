"""What a statement carries with it: settings that its Query event names, accounts, and texts that are written anew."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import SWITCHED, SWITCHES, Topic, three

_ACCOUNTS = (
    "CREATE USER {exists}{user}{auth}", "CREATE USER {user} IDENTIFIED WITH {plugin} AS {hash}{how}", "CREATE USER {exists}{user}, {user}{how}",
    "ALTER USER {if}{user}{how}", "ALTER USER {if}{user} IDENTIFIED WITH {plugin} AS {hash}", "DROP USER {if}{user}, {user}", "DROP USER {if}{user}",
    "RENAME USER {user} TO {user}", "GRANT {privilege} ON {on} TO {user}{option}", "GRANT {privilege} ON {on} TO {user}, {user}",
    "REVOKE {if}{privilege} ON {on} FROM {user}", "REVOKE {if}ALL PRIVILEGES, GRANT OPTION FROM {user}", "CREATE ROLE {exists}r{d}, r{d}",
    "DROP ROLE {if}r{d}", "GRANT r{d} TO {user}{admin}", "REVOKE r{d} FROM {user}", "SET DEFAULT ROLE {role} TO {user}", "SHOW GRANTS FOR {user}",
    "SHOW CREATE USER {user}", "SET PASSWORD FOR {user} = ''", "ALTER USER {user} DEFAULT ROLE {role}",
)
TOPIC = Topic(
    (*three("t", "n", "u"),),
    (
        *_ACCOUNTS,
        "CREATE {definer}PROCEDURE {exists}p{d}(x INT, y {ptype}) {trait} BEGIN INSERT INTO t (id, s) VALUES (x, y); END",
        "CREATE {definer}FUNCTION {exists}f{d}(x {ptype}) RETURNS {ptype} DETERMINISTIC {trait} RETURN x",
        "CREATE {definer}TRIGGER {exists}tr{d} AFTER INSERT ON {t} FOR EACH ROW {follows}SET @a = NEW.id",
        "CREATE {replace}{definer}{algorithm}{security}VIEW w{d} AS SELECT id, {expr} AS e FROM {t}{check}",
        "CREATE {definer}EVENT {exists}e{d} ON SCHEDULE {schedule} {keep}DO INSERT INTO t (id) VALUES (1)",
        "ALTER PROCEDURE p{d} {trait}", "ALTER FUNCTION f{d} COMMENT 'c'", "ALTER EVENT e{d} {alter_event}",
        "ALTER {definer}{security}VIEW w{d} AS SELECT id FROM {t}", "DROP PROCEDURE {if}p{d}", "DROP EVENT {if}e{d}", "DROP VIEW {if}w{d}, w{d}",
        "CREATE DATABASE {exists}d{d} {dbopts}", "ALTER DATABASE {dname} {dbopts}", "DROP DATABASE {if}d{d}", "USE {dname}", "USE test",
        "CREATE TABLE {dname}.q{d} (id INT, s VARCHAR(9))", "INSERT INTO {dname}.q{d} VALUES ({d}, {text})", "DROP TABLE {if}{dname}.q{d}, test.q{d}",
        "INSERT INTO test.{t} (id, s) VALUES ({D}, {text})", "UPDATE test.{t} SET s = {text}, v = {now} WHERE id = {d}", "DELETE FROM test.{t} WHERE id = {d}",
        *SWITCHES, *SWITCHES[5:7], "SET sql_mode = {allmodes}", "SET NAMES {charset}", "SET CHARACTER SET {charset0}", "SET collation_server = {collation}",
        "SET collation_connection = {collation}", "SET collation_database = {collation}", "SET default_collation_for_utf8mb4 = {collation4}",
        "SET explicit_defaults_for_timestamp = {onoff}", "SET sql_require_primary_key = {onoff}", "SET default_table_encryption = {onoff}",
        "SET lc_time_names = {locale}", "SET div_precision_increment = {d}", "SET pseudo_thread_id = {D}", "SET sql_auto_is_null = {onoff}",
        "SET group_concat_max_len = 20", "BEGIN", "COMMIT", "ROLLBACK", "SHOW CREATE PROCEDURE p{d}", "SHOW CREATE VIEW w{d}", "SHOW CREATE EVENT e{d}",
    ),
    {
        "t": ("t", "n", "u"),
        "user": ("'a'@'%'", "'b'@'localhost'", "c", "'a'@'%'", "'d'@'10.0.0.1'", "r1"),
        "auth": ("", "", " IDENTIFIED WITH mysql_native_password", " IDENTIFIED WITH caching_sha2_password AS '$A$005$abc'", " IDENTIFIED WITH nosuch"),
        "plugin": ("caching_sha2_password", "sha256_password"),
        "hash": ("'$A$005$0123456789012345678901234567890123456789012345678901234567890AB'", "0x24412430303524303132333435363738393031323334353637383930313233343536373839303132333435363738393031323334353637383930313233343536373839304142", "'bad'"),
        "how": ("", "", " REQUIRE SSL", " REQUIRE NONE", " REQUIRE X509 WITH MAX_QUERIES_PER_HOUR {d}", " WITH MAX_USER_CONNECTIONS {d} MAX_UPDATES_PER_HOUR 0",
                " PASSWORD EXPIRE", " PASSWORD EXPIRE INTERVAL {D} DAY", " PASSWORD EXPIRE NEVER", " ACCOUNT LOCK", " ACCOUNT UNLOCK", " PASSWORD HISTORY {d}",
                " PASSWORD REUSE INTERVAL DEFAULT", " FAILED_LOGIN_ATTEMPTS {d} PASSWORD_LOCK_TIME UNBOUNDED", " COMMENT 'it''s'", " ATTRIBUTE '{\"a\": 1}'",
                " PASSWORD REQUIRE CURRENT OPTIONAL", " DEFAULT ROLE r1", " REQUIRE SUBJECT '/C=DE' AND ISSUER '/O=x'"),
        "privilege": ("SELECT", "INSERT, UPDATE", "ALL", "SELECT (id), UPDATE (v)", "CREATE USER", "USAGE", "EXECUTE", "RELOAD, PROCESS", "BINLOG_ADMIN", "NOSUCH"),
        "on": ("*.*", "*.*", "test.*", "test.t", "t", "`te%`.*", "nosuch.x", "PROCEDURE test.p1", "*"),
        "option": ("", "", " WITH GRANT OPTION"), "admin": ("", " WITH ADMIN OPTION"), "role": ("NONE", "ALL", "r{d}"),
        "definer": ("", "", "DEFINER = CURRENT_USER ", "DEFINER = 'a'@'%' ", "DEFINER = b@localhost ", "DEFINER = CURRENT_USER() "),
        "exists": ("", "", "IF NOT EXISTS "), "if": ("", "IF EXISTS "), "replace": ("", "OR REPLACE "), "algorithm": ("", "ALGORITHM = MERGE ", "ALGORITHM=TEMPTABLE "),
        "security": ("", "SQL SECURITY INVOKER ", "SQL SECURITY DEFINER "), "check": ("", "", " WITH CHECK OPTION", " WITH LOCAL CHECK OPTION"),
        "trait": ("", "COMMENT 'ä'", "SQL SECURITY INVOKER", "NO SQL", "LANGUAGE SQL READS SQL DATA"), "follows": ("", "", "FOLLOWS tr1 ", "PRECEDES tr2 "),
        "ptype": ("INT", "VARCHAR(9)", "VARCHAR(5) CHARACTER SET latin1", "DECIMAL(5,2)", "ENUM('a','b')", "TEXT", "JSON", "CHAR(3) COLLATE utf8mb4_bin"),
        "schedule": ("EVERY 1 DAY", "AT '2037-01-01 00:00:00'", "EVERY '1:2' HOUR_MINUTE STARTS '2030-01-01'", "AT NOW() + INTERVAL 1 YEAR"),
        "keep": ("", "ON COMPLETION PRESERVE ", "DISABLE COMMENT 'x' ", "DISABLE ON REPLICA "),
        "alter_event": ("DISABLE", "ENABLE", "RENAME TO e9", "ON SCHEDULE EVERY 2 HOUR", "COMMENT 'k'", "DO SET @z = 1"),
        "expr": ("v + 1", "CONCAT(s, 'ä')", "'x'", "_latin1 'y'", "COUNT(*) OVER ()", "CAST(v AS CHAR)", "NOW()", "s COLLATE utf8mb4_bin", "IF(v > 1, s, 'n')", "1.0 DIV 2", "id IN (1, 2)"),
        "dbopts": ("", "CHARACTER SET latin1", "COLLATE utf8mb4_bin", "DEFAULT CHARACTER SET = utf8mb3", "READ ONLY = 0", "ENCRYPTION 'N'", "CHARSET binary"),
        "dname": ("d{d}", "d1", "d2", "test"), "charset0": ("latin1", "utf8mb4", "DEFAULT", "cp1251"),
        "allmodes": ("'PIPES_AS_CONCAT,ANSI_QUOTES'", "'IGNORE_SPACE'", "'NO_UNSIGNED_SUBTRACTION,NO_DIR_IN_CREATE'", "'ONLY_FULL_GROUP_BY'", "'HIGH_NOT_PRECEDENCE'", "'TIME_TRUNCATE_FRACTIONAL'",
                     "'REAL_AS_FLOAT'", "'NO_ZERO_DATE,NO_ZERO_IN_DATE'", "'ERROR_FOR_DIVISION_BY_ZERO'", "DEFAULT", "'PAD_CHAR_TO_FULL_LENGTH'", "32", "0"),
        "collation": ("'latin1_swedish_ci'", "'utf8mb4_bin'", "'utf8mb4_0900_ai_ci'", "'cp1251_general_ci'", "DEFAULT", "'binary'"),
        "collation4": ("'utf8mb4_general_ci'", "'utf8mb4_0900_ai_ci'"), "locale": ("'de_DE'", "'en_US'", "'fr_FR'", "7"),
        **SWITCHED,
    },
    count=(14, 24),
)
