# More passwords and days than a column of mysql.user takes.
CREATE USER h1@localhost PASSWORD HISTORY 70000;
SHOW CREATE USER h1@localhost;
ALTER USER h1@localhost PASSWORD HISTORY 65536;
SHOW CREATE USER h1@localhost;
ALTER USER h1@localhost PASSWORD REUSE INTERVAL 70000 DAY;
SHOW CREATE USER h1@localhost;
ALTER USER h1@localhost PASSWORD EXPIRE INTERVAL 65535 DAY;
SELECT password_reuse_history, password_reuse_time, password_lifetime FROM mysql.user WHERE user = 'h1';
ALTER USER h1@localhost PASSWORD HISTORY 4294967295;
SHOW CREATE USER h1@localhost;
ALTER USER h1@localhost PASSWORD HISTORY 0 PASSWORD REUSE INTERVAL 0 DAY;
SHOW CREATE USER h1@localhost;
