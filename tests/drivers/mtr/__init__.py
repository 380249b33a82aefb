"""The real `mysqltest` with MySQL's own suites, against a mysqld and against `binwriter serve`."""
