-- What the routines of the sys schema do, by their manual pages ("sys Schema Stored Functions", "sys Schema Stored
-- Procedures") and by what a 9.7.4 answers (tests/golden/clusters/routines_of_sys). Written for binwriter; a line of
-- two semicolons ends each. Types and what they promise are those of information_schema.ROUTINES and PARAMETERS.

CREATE FUNCTION sys.version_major() RETURNS tinyint unsigned NO SQL SQL SECURITY INVOKER
RETURN SUBSTRING_INDEX(VERSION(), '.', 1)
;;
CREATE FUNCTION sys.version_minor() RETURNS tinyint unsigned NO SQL SQL SECURITY INVOKER
RETURN SUBSTRING_INDEX(SUBSTRING_INDEX(VERSION(), '.', 2), '.', -1)
;;
CREATE FUNCTION sys.version_patch() RETURNS tinyint unsigned NO SQL SQL SECURITY INVOKER
RETURN SUBSTRING_INDEX(SUBSTRING_INDEX(VERSION(), '-', 1), '.', -1)
;;
CREATE FUNCTION sys.quote_identifier(in_identifier TEXT) RETURNS TEXT CHARSET utf8mb4
NO SQL DETERMINISTIC SQL SECURITY INVOKER
RETURN CONCAT('`', REPLACE(in_identifier, '`', '``'), '`')
;;
CREATE FUNCTION sys.format_bytes(bytes TEXT) RETURNS TEXT CHARSET utf8mb4 NO SQL DETERMINISTIC SQL SECURITY INVOKER
RETURN IF(bytes IS NULL, NULL, format_bytes(0e0 + bytes))
;;
CREATE FUNCTION sys.format_time(picoseconds TEXT) RETURNS TEXT CHARSET utf8mb4
NO SQL DETERMINISTIC SQL SECURITY INVOKER
BEGIN
  IF picoseconds IS NULL THEN RETURN NULL; END IF;
  IF picoseconds >= 604800000000000000 THEN RETURN CONCAT(ROUND(picoseconds / 604800000000000000, 2), ' w'); END IF;
  IF picoseconds >= 86400000000000000 THEN RETURN CONCAT(ROUND(picoseconds / 86400000000000000, 2), ' d'); END IF;
  IF picoseconds >= 3600000000000000 THEN RETURN CONCAT(ROUND(picoseconds / 3600000000000000, 2), ' h'); END IF;
  IF picoseconds >= 60000000000000 THEN RETURN CONCAT(ROUND(picoseconds / 60000000000000, 2), ' m'); END IF;
  IF picoseconds >= 1000000000000 THEN RETURN CONCAT(ROUND(picoseconds / 1000000000000, 2), ' s'); END IF;
  IF picoseconds >= 1000000000 THEN RETURN CONCAT(ROUND(picoseconds / 1000000000, 2), ' ms'); END IF;
  IF picoseconds >= 1000000 THEN RETURN CONCAT(ROUND(picoseconds / 1000000, 2), ' us'); END IF;
  IF picoseconds >= 1000 THEN RETURN CONCAT(ROUND(picoseconds / 1000, 2), ' ns'); END IF;
  RETURN CONCAT(picoseconds, ' ps');
END
;;
CREATE FUNCTION sys.format_path(in_path VARCHAR(512)) RETURNS VARCHAR(512) CHARSET utf8mb4
NO SQL DETERMINISTIC SQL SECURITY INVOKER
BEGIN
  DECLARE name, folder VARCHAR(1024);
  DECLARE place INT DEFAULT 1;
  DECLARE path VARCHAR(512) DEFAULT REPLACE(in_path, '\\', '/');
  IF in_path LIKE '/private/%' THEN SET in_path = SUBSTRING(in_path, 9), path = in_path; END IF;
  WHILE place <= 7 DO
    SET name = ELT(place, 'datadir', 'tmpdir', 'replica_load_tmpdir', 'innodb_data_home_dir',
                   'innodb_log_group_home_dir', 'innodb_undo_directory', 'basedir');
    SET folder = ELT(place, @@global.datadir, @@global.tmpdir, @@global.replica_load_tmpdir,
                     @@global.innodb_data_home_dir, @@global.innodb_log_group_home_dir,
                     @@global.innodb_undo_directory, @@global.basedir);
    SET folder = TRIM(TRAILING '/' FROM REPLACE(folder, '\\', '/'));
    IF folder <> '' AND LEFT(path, CHAR_LENGTH(folder) + 1) = CONCAT(folder, '/') THEN
      RETURN CONCAT('@@', name, SUBSTRING(path, CHAR_LENGTH(folder) + 1));
    END IF;
    SET place = place + 1;
  END WHILE;
  RETURN in_path;
END
;;
CREATE FUNCTION sys.format_statement(statement LONGTEXT) RETURNS LONGTEXT CHARSET utf8mb4
NO SQL DETERMINISTIC SQL SECURITY INVOKER
BEGIN
  IF @sys.statement_truncate_len IS NULL THEN
    SET @sys.statement_truncate_len = sys_get_config('statement_truncate_len', '64');
  END IF;
  IF CHAR_LENGTH(statement) > @sys.statement_truncate_len THEN
    SET statement = CONCAT(LEFT(statement, FLOOR(@sys.statement_truncate_len / 2 - 2)), ' ... ',
                           RIGHT(statement, FLOOR(@sys.statement_truncate_len / 2 - 2)));
  END IF;
  RETURN REPLACE(statement, '\n', ' ');
END
;;
CREATE FUNCTION sys.extract_schema_from_file_name(path VARCHAR(512)) RETURNS VARCHAR(64) CHARSET utf8mb4
NO SQL DETERMINISTIC SQL SECURITY INVOKER
RETURN LEFT(SUBSTRING_INDEX(SUBSTRING_INDEX(REPLACE(path, '\\', '/'), '/', -2), '/', 1), 64)
;;
CREATE FUNCTION sys.extract_table_from_file_name(path VARCHAR(512)) RETURNS VARCHAR(64) CHARSET utf8mb4
NO SQL DETERMINISTIC SQL SECURITY INVOKER
RETURN LEFT(SUBSTRING_INDEX(REPLACE(SUBSTRING_INDEX(REPLACE(path, '\\', '/'), '/', -1), '@0024', '$'), '.', 1), 64)
;;
CREATE FUNCTION sys.list_add(in_list TEXT, in_add_value TEXT) RETURNS TEXT CHARSET utf8mb4
DETERMINISTIC SQL SECURITY INVOKER
BEGIN
  IF in_add_value IS NULL THEN
    SIGNAL SQLSTATE '02200'
      SET MESSAGE_TEXT = 'Function sys.list_add: in_add_value input variable should not be NULL', MYSQL_ERRNO = 1138;
  END IF;
  IF IFNULL(in_list, '') = '' THEN RETURN in_add_value; END IF;
  RETURN CONCAT(TRIM(BOTH ',' FROM TRIM(in_list)), ',', in_add_value);
END
;;
CREATE FUNCTION sys.list_drop(in_list TEXT, in_drop_value TEXT) RETURNS TEXT CHARSET utf8mb4
DETERMINISTIC SQL SECURITY INVOKER
BEGIN
  IF in_drop_value IS NULL THEN
    SIGNAL SQLSTATE '02200'
      SET MESSAGE_TEXT = 'Function sys.list_drop: in_drop_value input variable should not be NULL', MYSQL_ERRNO = 1138;
  END IF;
  IF IFNULL(in_list, '') = '' THEN RETURN in_list; END IF;
  SET in_list = REPLACE(CONCAT(',', in_list), CONCAT(',', in_drop_value), '');
  RETURN TRIM(BOTH ',' FROM REPLACE(in_list, CONCAT(', ', in_drop_value), ''));
END
;;
CREATE FUNCTION sys.sys_get_config(in_variable_name VARCHAR(128), in_default_value VARCHAR(128))
RETURNS VARCHAR(128) CHARSET utf8mb4 READS SQL DATA DETERMINISTIC SQL SECURITY INVOKER
RETURN IFNULL((SELECT value FROM sys.sys_config WHERE variable = in_variable_name), in_default_value)
;;
CREATE FUNCTION sys.ps_is_account_enabled(in_host VARCHAR(255), in_user VARCHAR(32))
RETURNS ENUM('YES', 'NO') CHARSET utf8mb4 READS SQL DATA DETERMINISTIC SQL SECURITY INVOKER
RETURN IF(EXISTS(SELECT 1 FROM performance_schema.setup_actors
                 WHERE (`HOST` = '%' OR in_host LIKE `HOST`) AND (`USER` = '%' OR `USER` = in_user)
                       AND ENABLED = 'YES'), 'YES', 'NO')
;;
CREATE FUNCTION sys.ps_is_consumer_enabled(in_consumer VARCHAR(64)) RETURNS ENUM('YES', 'NO') CHARSET utf8mb4
READS SQL DATA DETERMINISTIC SQL SECURITY INVOKER
BEGIN
  DECLARE known INT;
  DECLARE wanted, said TEXT;
  IF in_consumer IS NULL THEN RETURN NULL; END IF;
  SELECT COUNT(*) INTO known FROM performance_schema.setup_consumers WHERE NAME = in_consumer;
  IF known = 0 THEN
    SET said = CONCAT('Invalid argument error: ', in_consumer, ' in function sys.ps_is_consumer_enabled.');
    SIGNAL SQLSTATE 'HY000' SET MESSAGE_TEXT = said, MYSQL_ERRNO = 3047;
  END IF;
  SET wanted = CASE
    WHEN in_consumer = 'global_instrumentation' THEN in_consumer
    WHEN in_consumer IN ('thread_instrumentation', 'statements_digest')
      THEN CONCAT('global_instrumentation,', in_consumer)
    WHEN in_consumer LIKE '%\_current' THEN CONCAT('global_instrumentation,thread_instrumentation,', in_consumer)
    ELSE CONCAT('global_instrumentation,thread_instrumentation,', in_consumer, ',',
                SUBSTRING_INDEX(in_consumer, '_', 2), '_current') END;
  RETURN IF(EXISTS(SELECT 1 FROM performance_schema.setup_consumers
                   WHERE FIND_IN_SET(NAME, wanted) AND ENABLED = 'NO'), 'NO', 'YES');
END
;;
CREATE FUNCTION sys.ps_is_instrument_default_enabled(in_instrument VARCHAR(128))
RETURNS ENUM('YES', 'NO') CHARSET utf8mb4 READS SQL DATA DETERMINISTIC SQL SECURITY INVOKER
RETURN IF(in_instrument LIKE 'wait/synch/%' OR in_instrument LIKE 'wait/io/socket/%'
          OR (in_instrument LIKE 'stage/%'
              AND NOT EXISTS(SELECT 1 FROM performance_schema.setup_instruments
                             WHERE NAME = in_instrument AND PROPERTIES LIKE '%progress%')), 'NO', 'YES')
;;
CREATE FUNCTION sys.ps_is_instrument_default_timed(in_instrument VARCHAR(128))
RETURNS ENUM('YES', 'NO') CHARSET utf8mb4 READS SQL DATA DETERMINISTIC SQL SECURITY INVOKER
RETURN IF(in_instrument LIKE 'memory/%', 'NO',
          IF(in_instrument LIKE 'wait/io/socket/%', 'YES', ps_is_instrument_default_enabled(in_instrument)))
;;
CREATE FUNCTION sys.ps_is_thread_instrumented(in_connection_id BIGINT UNSIGNED)
RETURNS ENUM('YES', 'NO', 'UNKNOWN') CHARSET utf8mb4 READS SQL DATA SQL SECURITY INVOKER
RETURN IF(in_connection_id IS NULL, NULL,
          IFNULL((SELECT INSTRUMENTED FROM performance_schema.threads WHERE PROCESSLIST_ID = in_connection_id),
                 'UNKNOWN'))
;;
CREATE FUNCTION sys.ps_thread_id(in_connection_id BIGINT UNSIGNED) RETURNS BIGINT UNSIGNED
READS SQL DATA SQL SECURITY INVOKER
RETURN IF(in_connection_id IS NULL, ps_current_thread_id(), ps_thread_id(in_connection_id))
;;
CREATE FUNCTION sys.ps_thread_account(in_thread_id BIGINT UNSIGNED) RETURNS TEXT CHARSET utf8mb4
READS SQL DATA SQL SECURITY INVOKER
RETURN (SELECT IF(TYPE = 'FOREGROUND', CONCAT(PROCESSLIST_USER, '@', PROCESSLIST_HOST), TYPE)
        FROM performance_schema.threads WHERE THREAD_ID = in_thread_id)
;;
CREATE PROCEDURE sys.execute_prepared_stmt(IN in_query LONGTEXT CHARACTER SET utf8mb4)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  IF in_query IS NULL OR LENGTH(in_query) < 4 THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'The @sys.execute_prepared_stmt.sql must contain a query';
  END IF;
  SET @sys.execute_prepared_stmt.sql = in_query;
  IF @sys.debug = 'ON' THEN SELECT @sys.execute_prepared_stmt.sql AS Debug; END IF;
  PREPARE stmt FROM @sys.execute_prepared_stmt.sql;
  EXECUTE stmt;
  DEALLOCATE PREPARE stmt;
  SET @sys.execute_prepared_stmt.sql = NULL;
END
;;
CREATE PROCEDURE sys.table_exists(IN in_db VARCHAR(64), IN in_table VARCHAR(64),
                                  OUT out_exists ENUM('', 'BASE TABLE', 'VIEW', 'TEMPORARY')) SQL SECURITY INVOKER
BEGIN
  DECLARE there TEXT DEFAULT (SELECT TABLE_TYPE FROM information_schema.TABLES
                              WHERE TABLE_SCHEMA = in_db AND TABLE_NAME = in_table);
  DECLARE failed BOOLEAN DEFAULT FALSE;
  DECLARE full_name TEXT DEFAULT CONCAT(quote_identifier(in_db), '.', quote_identifier(in_table));
  DECLARE CONTINUE HANDLER FOR 1050, 1146 SET failed = TRUE;
  IF there = 'VIEW' OR in_db = 'mysql' AND there IS NOT NULL THEN
    SET out_exists = there;
  ELSE
    SET @sys.tmp.table_exists.SQL = IF(there IS NULL,
      CONCAT('SELECT COUNT(*) FROM ', full_name, ' LIMIT 0'),
      CONCAT('CREATE TEMPORARY TABLE ', full_name, ' (id INT PRIMARY KEY)'));
    PREPARE stmt_probe FROM @sys.tmp.table_exists.SQL;
    IF NOT failed AND there IS NOT NULL THEN
      EXECUTE stmt_probe;
    END IF;
    IF there IS NULL THEN
      SET out_exists = IF(failed, '', 'TEMPORARY');
    ELSEIF failed THEN
      SET out_exists = 'TEMPORARY';
    ELSE
      SET out_exists = 'BASE TABLE';
      SET @sys.tmp.table_exists.SQL = CONCAT('DROP TEMPORARY TABLE ', full_name);
      CALL sys.execute_prepared_stmt(@sys.tmp.table_exists.SQL);
    END IF;
    SET @sys.tmp.table_exists.SQL = NULL;
  END IF;
END
;;
CREATE PROCEDURE sys.create_synonym_db(IN in_db_name VARCHAR(64), IN in_synonym VARCHAR(64))
MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE made INT DEFAULT 0;
  DECLARE is_over BOOLEAN DEFAULT FALSE;
  DECLARE said, table_there TEXT;
  DECLARE tables_there CURSOR FOR SELECT TABLE_NAME FROM information_schema.TABLES
                                  WHERE TABLE_SCHEMA = in_db_name ORDER BY TABLE_NAME;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET is_over = TRUE;
  IF NOT EXISTS(SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = in_db_name) THEN
    SET said = CONCAT('Unknown database ', in_db_name);
    SIGNAL SQLSTATE 'HY000' SET MESSAGE_TEXT = said;
  END IF;
  IF EXISTS(SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = in_synonym) THEN
    SET said = CONCAT('Can\'t create database ', in_synonym, '; database exists');
    SIGNAL SQLSTATE 'HY000' SET MESSAGE_TEXT = said;
  END IF;
  CALL sys.execute_prepared_stmt(CONCAT('CREATE DATABASE ', quote_identifier(in_synonym)));
  OPEN tables_there;
  each_table: LOOP
    FETCH tables_there INTO table_there;
    IF is_over THEN LEAVE each_table; END IF;
    CALL sys.execute_prepared_stmt(CONCAT('CREATE SQL SECURITY INVOKER VIEW ', quote_identifier(in_synonym), '.',
      quote_identifier(table_there), ' AS SELECT * FROM ', quote_identifier(in_db_name), '.',
      quote_identifier(table_there)));
    SET made = made + 1;
  END LOOP;
  CLOSE tables_there;
  SELECT CONCAT('Created ', made, ' view', IF(made = 1, '', 's'), ' in the ', quote_identifier(in_synonym),
                ' database') AS summary;
END
;;
CREATE PROCEDURE sys.ps_setup_show_enabled_consumers() READS SQL DATA DETERMINISTIC SQL SECURITY INVOKER
SELECT NAME AS enabled_consumers FROM performance_schema.setup_consumers WHERE ENABLED = 'YES'
ORDER BY enabled_consumers
;;
CREATE PROCEDURE sys.ps_setup_show_disabled_consumers() READS SQL DATA DETERMINISTIC SQL SECURITY INVOKER
SELECT NAME AS disabled_consumers FROM performance_schema.setup_consumers WHERE ENABLED = 'NO'
ORDER BY disabled_consumers
;;
CREATE PROCEDURE sys.ps_setup_show_enabled_instruments() READS SQL DATA DETERMINISTIC SQL SECURITY INVOKER
SELECT NAME AS enabled_instruments, TIMED AS timed FROM performance_schema.setup_instruments WHERE ENABLED = 'YES'
ORDER BY enabled_instruments
;;
CREATE PROCEDURE sys.ps_setup_show_disabled_instruments() READS SQL DATA DETERMINISTIC SQL SECURITY INVOKER
SELECT NAME AS disabled_instruments, TIMED AS timed FROM performance_schema.setup_instruments WHERE ENABLED = 'NO'
ORDER BY disabled_instruments
;;
CREATE PROCEDURE sys.ps_setup_enable_consumer(IN consumer VARCHAR(128)) MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  UPDATE performance_schema.setup_consumers SET ENABLED = 'YES'
  WHERE NAME LIKE CONCAT('%', consumer, '%') AND ENABLED = 'NO';
  SELECT CONCAT('Enabled ', @rows := ROW_COUNT(), ' consumer', IF(@rows != 1, 's', '')) AS summary;
END
;;
CREATE PROCEDURE sys.ps_setup_disable_consumer(IN consumer VARCHAR(128)) MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  UPDATE performance_schema.setup_consumers SET ENABLED = 'NO'
  WHERE NAME LIKE CONCAT('%', consumer, '%') AND ENABLED = 'YES';
  SELECT CONCAT('Disabled ', @rows := ROW_COUNT(), ' consumer', IF(@rows != 1, 's', '')) AS summary;
END
;;
CREATE PROCEDURE sys.ps_setup_enable_instrument(IN in_pattern VARCHAR(128)) MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES'
  WHERE NAME LIKE CONCAT('%', in_pattern, '%');
  SELECT CONCAT('Enabled ', @rows := ROW_COUNT(), ' instrument', IF(@rows != 1, 's', '')) AS summary;
END
;;
CREATE PROCEDURE sys.ps_setup_disable_instrument(IN in_pattern VARCHAR(128)) MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  UPDATE performance_schema.setup_instruments SET ENABLED = 'NO', TIMED = 'NO'
  WHERE NAME LIKE CONCAT('%', in_pattern, '%');
  SELECT CONCAT('Disabled ', @rows := ROW_COUNT(), ' instrument', IF(@rows != 1, 's', '')) AS summary;
END
;;
CREATE PROCEDURE sys.ps_setup_enable_thread(IN in_connection_id BIGINT) MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  UPDATE performance_schema.threads SET INSTRUMENTED = 'YES' WHERE PROCESSLIST_ID = in_connection_id;
  SELECT CONCAT('Enabled ', @rows := ROW_COUNT(), ' thread', IF(@rows != 1, 's', '')) AS summary;
END
;;
CREATE PROCEDURE sys.ps_setup_disable_thread(IN in_connection_id BIGINT) MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  UPDATE performance_schema.threads SET INSTRUMENTED = 'NO' WHERE PROCESSLIST_ID = in_connection_id;
  SELECT CONCAT('Disabled ', @rows := ROW_COUNT(), ' thread', IF(@rows != 1, 's', '')) AS summary;
END
;;
CREATE PROCEDURE sys.ps_setup_enable_background_threads() MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  UPDATE performance_schema.threads SET INSTRUMENTED = 'YES' WHERE TYPE = 'BACKGROUND';
  SELECT CONCAT('Enabled ', @rows := ROW_COUNT(), ' background thread', IF(@rows != 1, 's', '')) AS summary;
END
;;
CREATE PROCEDURE sys.ps_setup_disable_background_threads() MODIFIES SQL DATA SQL SECURITY INVOKER
BEGIN
  UPDATE performance_schema.threads SET INSTRUMENTED = 'NO' WHERE TYPE = 'BACKGROUND';
  SELECT CONCAT('Disabled ', @rows := ROW_COUNT(), ' background thread', IF(@rows != 1, 's', '')) AS summary;
END
;;
CREATE PROCEDURE sys.ps_setup_show_enabled(IN in_show_instruments BOOLEAN, IN in_show_threads BOOLEAN)
READS SQL DATA DETERMINISTIC SQL SECURITY INVOKER
BEGIN
  SELECT @@performance_schema AS performance_schema_enabled;
  SELECT CONCAT('\'', `USER`, '\'@\'', `HOST`, '\'') AS enabled_users FROM performance_schema.setup_actors
  WHERE ENABLED = 'YES' ORDER BY enabled_users;
  SELECT OBJECT_TYPE AS object_type, CONCAT(OBJECT_SCHEMA, '.', OBJECT_NAME) AS objects, ENABLED AS enabled,
         TIMED AS timed
  FROM performance_schema.setup_objects WHERE ENABLED = 'YES' ORDER BY OBJECT_TYPE, objects;
  CALL sys.ps_setup_show_enabled_consumers();
  IF in_show_threads THEN
    SELECT IF(NAME = 'thread/sql/one_connection', CONCAT(PROCESSLIST_USER, '@', PROCESSLIST_HOST),
              REPLACE(NAME, 'thread/', '')) AS enabled_threads, TYPE AS thread_type
    FROM performance_schema.threads WHERE INSTRUMENTED = 'YES' ORDER BY enabled_threads;
  END IF;
  IF in_show_instruments THEN CALL sys.ps_setup_show_enabled_instruments(); END IF;
END
;;
CREATE PROCEDURE sys.ps_setup_show_disabled(IN in_show_instruments BOOLEAN, IN in_show_threads BOOLEAN)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  SELECT @@performance_schema AS performance_schema_enabled;
  SELECT CONCAT('\'', `USER`, '\'@\'', `HOST`, '\'') AS disabled_users FROM performance_schema.setup_actors
  WHERE ENABLED = 'NO' ORDER BY disabled_users;
  SELECT OBJECT_TYPE AS object_type, CONCAT(OBJECT_SCHEMA, '.', OBJECT_NAME) AS objects, ENABLED AS enabled,
         TIMED AS timed
  FROM performance_schema.setup_objects WHERE ENABLED = 'NO' ORDER BY OBJECT_TYPE, objects;
  CALL sys.ps_setup_show_disabled_consumers();
  IF in_show_threads THEN
    SELECT IF(NAME = 'thread/sql/one_connection', CONCAT(PROCESSLIST_USER, '@', PROCESSLIST_HOST),
              REPLACE(NAME, 'thread/', '')) AS disabled_threads, TYPE AS thread_type
    FROM performance_schema.threads WHERE INSTRUMENTED = 'NO' ORDER BY disabled_threads;
  END IF;
  IF in_show_instruments THEN CALL sys.ps_setup_show_disabled_instruments(); END IF;
END
;;
