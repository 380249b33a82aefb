"""Statements that commit the open transaction, or look as if they did: DDL, administration, accounts, locks."""

from __future__ import annotations

from tests.mixing.script import Command, Script

# Each line's statements run in order: the later ones need the earlier.
_CHAINS = (
    "LOAD INDEX INTO CACHE ic_n IGNORE LEAVES",
    "LOAD INDEX INTO CACHE ic_t, ic_t2 IGNORE LEAVES",
    "CACHE INDEX ic_n IN default",
    "ANALYZE TABLE ic_n",
    "ANALYZE NO_WRITE_TO_BINLOG TABLE ic_n",
    "ANALYZE TABLE ic_t, ic_n",
    "CHECK TABLE ic_n",
    "CHECK TABLE ic_t",
    "OPTIMIZE TABLE ic_n",
    "OPTIMIZE TABLE ic_t",
    "OPTIMIZE LOCAL TABLE ic_n",
    "REPAIR TABLE ic_n",
    "REPAIR TABLE ic_t",
    "LOCK TABLES ic_t WRITE;; INSERT INTO ic_t VALUES (NUMBER);; UNLOCK TABLES",
    "LOCK TABLES ic_n WRITE, ic_t WRITE;; INSERT INTO ic_n VALUES (NUMBER);; INSERT INTO ic_t VALUES (NUMBER);; "
    "COMMIT;; INSERT INTO ic_n VALUES (1);; UNLOCK TABLES",
    "UNLOCK TABLES",
    "CREATE USER 'user'@'localhost';; GRANT ALL ON *.* TO 'user'@'localhost';; "
    "REVOKE ALL PRIVILEGES, GRANT OPTION FROM 'user'@'localhost';; "
    "RENAME USER 'user'@'localhost' TO 'user_new'@'localhost';; DROP USER 'user_new'@'localhost'",
    "CREATE USER u2@'%';; GRANT SELECT, INSERT ON ic_t TO u2@'%';; "
    "REVOKE INSERT ON ic_t FROM u2@'%';; ALTER USER u2@'%' ACCOUNT LOCK;; DROP USER u2@'%'",
    "CREATE EVENT evt ON SCHEDULE AT CURRENT_TIMESTAMP + INTERVAL 10000 DAY DO SELECT * FROM ic_t;; "
    "ALTER EVENT evt COMMENT 'evt';; DROP EVENT evt",
    "CREATE TRIGGER tr AFTER INSERT ON ic_t FOR EACH ROW UPDATE ic_t2 SET a = a WHERE a= NEW.a;; "
    "INSERT INTO ic_t VALUES (NUMBER);; DROP TRIGGER tr",
    "CREATE FUNCTION fc () RETURNS VARCHAR(64) RETURN \"fc\";; SELECT fc();; ALTER FUNCTION fc COMMENT 'fc';; "
    "DROP FUNCTION fc",
    "CREATE PROCEDURE pc () UPDATE ic_t2 SET a = a WHERE a= NEW.a;; CREATE PROCEDURE pc () UPDATE ic_t2 SET a = a;; "
    "ALTER PROCEDURE pc COMMENT 'pc';; CALL pc();; DROP PROCEDURE pc",
    "CREATE VIEW v AS SELECT * FROM ic_t;; ALTER VIEW v AS SELECT * FROM ic_t;; INSERT INTO v VALUES (NUMBER);; "
    "DROP VIEW v",
    "CREATE INDEX ix ON ic_t(a);; DROP INDEX ix ON ic_t",
    "CREATE TEMPORARY TABLE ic_tmp (a int);; INSERT INTO ic_tmp VALUES (NUMBER);; "
    "ALTER TABLE ic_tmp ADD COLUMN (b int);; INSERT INTO ic_t SELECT a FROM ic_tmp;; "
    "ALTER TABLE ic_tmp RENAME new_ic_tmp;; DROP TEMPORARY TABLE IF EXISTS new_ic_tmp",
    "CREATE TEMPORARY TABLE ic_tmp (a int) ENGINE=MyISAM;; INSERT INTO ic_tmp VALUES (NUMBER);; "
    "TRUNCATE TABLE ic_tmp;; INSERT INTO ic_n SELECT a FROM ic_tmp;; DROP TEMPORARY TABLE ic_tmp",
    "CREATE TABLE ic_x (a int);; ALTER TABLE ic_x ADD COLUMN (b int);; RENAME TABLE ic_x TO ic_y;; "
    "TRUNCATE TABLE ic_y;; DROP TABLE IF EXISTS ic_x, ic_y",
    "CREATE TABLE ic_x LIKE ic_n;; INSERT INTO ic_x VALUES (NUMBER);; TRUNCATE ic_x;; DROP TABLE ic_x",
    "CREATE TABLE ic_x (a int) ENGINE=MyISAM;; ALTER TABLE ic_x ENGINE=InnoDB;; ALTER TABLE ic_x RENAME ic_z;; "
    "DROP TABLE ic_z",
    "CREATE DATABASE db;; ALTER DATABASE db CHARACTER SET latin1;; CREATE TABLE db.x (a INT);; "
    "INSERT INTO db.x VALUES (NUMBER);; DROP DATABASE IF EXISTS db",
    "DROP DATABASE IF EXISTS db",
    "DROP TABLE ic_missing",
    "CREATE TABLE ic_t (a INT)",
    "CREATE TABLE IF NOT EXISTS ic_t (a INT)",
    "DROP TABLE IF EXISTS ic_missing",
    "FLUSH TABLES",
    "FLUSH NO_WRITE_TO_BINLOG TABLES",
    "FLUSH PRIVILEGES",
    "FLUSH STATUS",
    "FLUSH TABLES ic_t",
    "START TRANSACTION;; INSERT INTO ic_t VALUES (NUMBER);; COMMIT AND CHAIN;; INSERT INTO ic_t VALUES (NUMBER);; "
    "ROLLBACK AND CHAIN;; INSERT INTO ic_n VALUES (NUMBER);; COMMIT",
    "SET AUTOCOMMIT= 0;; INSERT INTO ic_t VALUES (NUMBER);; SET AUTOCOMMIT= 1",
    "SET AUTOCOMMIT= 0;; INSERT INTO ic_n VALUES (NUMBER);; INSERT INTO ic_t VALUES (NUMBER);; "
    "INSERT INTO ic_n VALUES (NUMBER);; ROLLBACK;; INSERT INTO ic_t VALUES (NUMBER);; SET AUTOCOMMIT= 1",
    "LOAD DATA INFILE 'numbers.txt' INTO TABLE ic_t2 IGNORE 0 LINES;; DELETE FROM ic_t2 WHERE a>900",
    "LOAD DATA INFILE 'numbers.txt' REPLACE INTO TABLE ic_n;; DELETE FROM ic_n WHERE a>900",
    "PREPARE s FROM 'INSERT INTO ic_t VALUES (?)';; SET @v= NUMBER;; EXECUTE s USING @v;; DEALLOCATE PREPARE s",
    "SELECT * FROM ic_t WHERE a=0;; DO 1",
    "RENAME TABLE ic_missing TO ic_other",
    "HANDLER ic_t OPEN;; HANDLER ic_t CLOSE",
)


def configure() -> list[str]:
    """The tables of the statements."""
    return [
        "CREATE TABLE ic_t (a INT, PRIMARY KEY(a)) ENGINE = Innodb",
        "CREATE TABLE ic_t2 (a INT, PRIMARY KEY(a)) ENGINE = Innodb",
        "CREATE TABLE ic_n (a INT, PRIMARY KEY(a)) ENGINE = MyIsam",
        "INSERT INTO ic_t VALUES(0)",
        "INSERT INTO ic_t2 VALUES(0)",
        "INSERT INTO ic_n VALUES(1)",
    ]


FILES = {"numbers.txt": "901\\n902\\n903\\n"}


def _chain(text: str) -> Command:
    def command(script: Script) -> list[str]:
        found = []
        for statement in text.split(";; "):
            number = f"{100 + script.next_number()}"
            found.append(statement.replace("NUMBER", number))
        return found

    return command


def _insert(table: str) -> Command:
    return lambda script: [f"INSERT INTO {table} VALUES ({100 + script.next_number()})"]


COMMITTING: tuple[Command, ...] = tuple(_chain(text) for text in _CHAINS)
COMMITTING_INSERTS: dict[str, Command] = {"iT": _insert("ic_t"), "iT2": _insert("ic_t2"), "iN": _insert("ic_n")}
