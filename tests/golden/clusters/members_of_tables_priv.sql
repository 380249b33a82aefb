# Privileges as the sets of mysql's tables name them.
CREATE TABLE t (a INT);
CREATE PROCEDURE p() SELECT 1;
CREATE USER u1@localhost, u2@localhost;
GRANT ALL ON t TO u1@localhost WITH GRANT OPTION;
GRANT CREATE VIEW, SHOW VIEW ON t TO u2@localhost;
GRANT ALL ON PROCEDURE p TO u1@localhost WITH GRANT OPTION;
SELECT user, table_name, table_priv, column_priv FROM mysql.tables_priv ORDER BY user, table_name;
SELECT user, routine_name, proc_priv FROM mysql.procs_priv ORDER BY user, proc_priv;
SELECT table_priv + 0 FROM mysql.tables_priv WHERE user LIKE 'u_' ORDER BY user;
CREATE TABLE c SELECT * FROM mysql.tables_priv;
SELECT COUNT(*) FROM c;
SELECT user FROM mysql.tables_priv WHERE FIND_IN_SET('Create View', table_priv) ORDER BY 1;
SELECT user, create_view_priv FROM mysql.db ORDER BY user;
