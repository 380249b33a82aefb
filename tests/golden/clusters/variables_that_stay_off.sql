# Variables of InnoDB that a SET asks something by, and that are OFF again.
SET GLOBAL innodb_undo_log_encrypt = 1;
SELECT @@global.innodb_undo_log_encrypt;
SHOW GLOBAL VARIABLES LIKE 'innodb_undo_log_encrypt';
SET GLOBAL innodb_redo_log_encrypt = ON;
SELECT @@global.innodb_redo_log_encrypt;
SET GLOBAL innodb_buffer_pool_dump_now = 1, GLOBAL innodb_buffer_pool_load_now = 'on', GLOBAL innodb_buffer_pool_load_abort = 1;
SELECT @@global.innodb_buffer_pool_dump_now, @@global.innodb_buffer_pool_load_now, @@global.innodb_buffer_pool_load_abort;
SET GLOBAL innodb_undo_log_encrypt = 2;
SET SESSION innodb_undo_log_encrypt = 1;
SET PERSIST innodb_undo_log_encrypt = ON;
SELECT @@global.innodb_undo_log_encrypt;
SELECT * FROM performance_schema.persisted_variables;
RESET PERSIST;
SELECT VARIABLE_VALUE FROM performance_schema.global_variables WHERE VARIABLE_NAME = 'innodb_redo_log_encrypt';
SET GLOBAL innodb_undo_log_encrypt = DEFAULT, GLOBAL innodb_redo_log_encrypt = DEFAULT;
SELECT @@global.innodb_undo_log_encrypt, @@global.innodb_redo_log_encrypt;
