# Sizes that have to be powers of two, and lists of directories with labels.
set global innodb_log_write_ahead_size = 3000;
select @@innodb_log_write_ahead_size;
set global innodb_log_write_ahead_size = 100;
select @@innodb_log_write_ahead_size;
set global innodb_log_write_ahead_size = 100000;
select @@innodb_log_write_ahead_size;
set global innodb_log_write_ahead_size = 513;
select @@innodb_log_write_ahead_size;
set global innodb_log_write_ahead_size = 5120;
select @@innodb_log_write_ahead_size;
set global innodb_log_write_ahead_size = 1536;
select @@innodb_log_write_ahead_size;
set global innodb_log_write_ahead_size = default;
set global innodb_redo_log_archive_dirs = ':';
set global innodb_redo_log_archive_dirs = 'x:';
set global innodb_redo_log_archive_dirs = 'a:b;c:d';
select @@innodb_redo_log_archive_dirs;
set global innodb_redo_log_archive_dirs = default;
