"""Many objects: tables, columns, keys, sessions, variables, programs, views, partitions, savepoints."""

from __future__ import annotations

from pathlib import Path

from growth_cases import Work, case, filled, opened, running


@case("tables", 5000)
def tables(folder: Path, size: int) -> Work:
    return running(opened(folder), *(f"CREATE TABLE t{n} (a INT PRIMARY KEY, b INT)" for n in range(size)))


@case("tables written in turn", 5000)
def tables_written(folder: Path, size: int) -> Work:
    session = opened(folder, *(f"CREATE TABLE t{n} (a INT PRIMARY KEY, b INT)" for n in range(size)))
    return running(session, *(f"INSERT INTO t{n} VALUES (1, 1)" for n in range(size)))


@case("tables dropped one by one", 5000)
def tables_dropped(folder: Path, size: int) -> Work:
    session = opened(folder, *(f"CREATE TABLE t{n} (a INT PRIMARY KEY, b INT)" for n in range(size)))
    return running(session, *(f"DROP TABLE t{n}" for n in range(size)))


@case("tables in one transaction", 5000)
def tables_one_transaction(folder: Path, size: int) -> Work:
    session = opened(folder, *(f"CREATE TABLE t{n} (a INT PRIMARY KEY, b INT)" for n in range(size)))
    return running(session, "BEGIN", *(f"INSERT INTO t{n} VALUES (1, 1)" for n in range(size)), "COMMIT")


@case("DROP DATABASE of tables", 5000)
def drop_database(folder: Path, size: int) -> Work:
    session = opened(folder, *(f"CREATE TABLE t{n} (a INT PRIMARY KEY, b INT)" for n in range(size)))
    return running(session, "DROP DATABASE d")


@case("databases", 1000)
def databases(folder: Path, size: int) -> Work:
    return running(opened(folder), *(f"CREATE DATABASE d{n}" for n in range(size)))


@case("information_schema of tables", 1000)
def information_schema(folder: Path, size: int) -> Work:
    session = opened(folder, *(f"CREATE TABLE t{n} (a INT PRIMARY KEY, b INT)" for n in range(size)))
    session.execute("CREATE TABLE x (n BIGINT)")
    return running(session, "INSERT INTO x SELECT COUNT(*) FROM information_schema.tables")


@case("LOCK TABLES of tables", 1000)
def lock_tables(folder: Path, size: int) -> Work:
    session = opened(folder, *(f"CREATE TABLE t{n} (a INT PRIMARY KEY, b INT)" for n in range(size)))
    locks = ", ".join(f"t{n} WRITE" for n in range(size))
    return running(session, f"LOCK TABLES {locks}", *(f"INSERT INTO t{n} VALUES (1, 1)" for n in range(size)))


@case("temporary tables", 1000)
def temporary_tables(folder: Path, size: int) -> Work:
    session = opened(folder, "SET SESSION binlog_format = STATEMENT")
    made = (f"CREATE TEMPORARY TABLE t{n} (a INT PRIMARY KEY, b INT)" for n in range(size))
    return running(session, *made, *(f"INSERT INTO t{n} VALUES (1, 1)" for n in range(size)))


@case("columns of a table", 1017)
def columns(folder: Path, size: int) -> Work:
    definition = ", ".join(f"c{n} INT" for n in range(size))
    values = ",".join(["1"] * size)
    names = ",".join(f"c{n}" for n in range(size))
    changes = ",".join(f"c{n} = c{n} + 1" for n in range(size))
    sql = (f"CREATE TABLE t ({definition})", f"INSERT INTO t ({names}) VALUES ({values})", f"UPDATE t SET {changes}")
    return running(opened(folder), *sql)


@case("columns added one by one", 1000)
def columns_added(folder: Path, size: int) -> Work:
    return running(opened(folder, "CREATE TABLE t (a INT)"), *(f"ALTER TABLE t ADD c{n} INT" for n in range(size)))


@case("a column added to a table of so many", 1000)
def column_added(folder: Path, size: int) -> Work:
    definition = ", ".join(f"c{n} INT" for n in range(size))
    return running(opened(folder, f"CREATE TABLE t ({definition})"), "ALTER TABLE t ADD x INT")


@case("keys of a table, rows in it", 64)
def keys(folder: Path, size: int) -> Work:
    session = filled(folder, 1000)
    return running(session, *(f"ALTER TABLE t ADD KEY k{n} (b, c)" for n in range(size)))


@case("sessions", 1000)
def sessions(folder: Path, size: int) -> Work:
    session = filled(folder, 3)

    def work() -> None:
        opened_ones = [session.server.connect(database="d") for _ in range(size)]
        for number, one in enumerate(opened_ones):
            one.execute("BEGIN")
            one.execute(f"INSERT INTO t VALUES ({number + 10}, 1, 'x')")
        for one in opened_ones:
            one.execute("COMMIT")
            one.close()

    return work


@case("sessions one after another", 3000)
def sessions_in_turn(folder: Path, size: int) -> Work:
    session = filled(folder, 3)

    def work() -> None:
        for number in range(size):
            one = session.server.connect(database="d")
            one.execute(f"INSERT INTO t VALUES ({number + 10}, 1, 'x')")
            one.close()

    return work


@case("user variables, one by one", 10_000)
def user_variables(folder: Path, size: int) -> Work:
    return running(opened(folder), *(f"SET @v{n} = {n}" for n in range(size)))


@case("user variables in one INSERT, statement format", 3000)
def user_variables_logged(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)", "SET binlog_format = STATEMENT")
    for number in range(size):
        session.execute(f"SET @v{number} = {number}")
    return running(session, f"INSERT INTO t VALUES {','.join(f'(@v{n})' for n in range(size))}")


@case("prepared statements", 4000)
def prepared(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)")
    made = (f"PREPARE s{n} FROM 'INSERT INTO t VALUES ({n})'" for n in range(size))
    return running(session, *made, *(f"EXECUTE s{n}" for n in range(size)))


@case("one prepared statement executed", 4000)
def executed(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)", "PREPARE s FROM 'INSERT INTO t VALUES (?)'", "SET @a = 1")
    return running(session, *(["EXECUTE s USING @a"] * size))


@case("triggers on one table", 256)
def triggers(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)", "CREATE TABLE u (a INT)")
    made = (f"CREATE TRIGGER g{n} AFTER INSERT ON t FOR EACH ROW INSERT INTO u VALUES (NEW.a)" for n in range(size))
    return running(session, *made, "INSERT INTO t VALUES (1)")


@case("rows through a trigger", 30_000)
def rows_through_trigger(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)", "CREATE TABLE u (a INT)")
    session.execute("CREATE TRIGGER g AFTER INSERT ON t FOR EACH ROW INSERT INTO u VALUES (NEW.a)")
    return running(session, f"INSERT INTO t VALUES {','.join(f'({n})' for n in range(size))}")


@case("procedures", 3000)
def procedures(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)")
    made = (f"CREATE PROCEDURE p{n}() INSERT INTO t VALUES ({n})" for n in range(size))
    return running(session, *made, *(f"CALL p{n}()" for n in range(size)))


@case("procedure with statements", 10_000)
def long_procedure(folder: Path, size: int) -> Work:
    body = " ".join(f"INSERT INTO t VALUES ({n});" for n in range(size))
    session = opened(folder, "CREATE TABLE t (a INT)", options=("max-allowed-packet=1073741824",))
    return running(session, f"CREATE PROCEDURE p() BEGIN {body} END", "CALL p()")


@case("procedure with IFs, variables and loops", 3000)
def branching_procedure(folder: Path, size: int) -> Work:
    body = " ".join(f"IF n = {n} THEN SET n = n + 1; ELSEIF n > {n} THEN SET n = 0; END IF;" for n in range(size))
    session = opened(folder, "CREATE TABLE t (a INT)")
    return running(session, f"CREATE PROCEDURE p() BEGIN DECLARE n INT DEFAULT 0; {body} END", "CALL p()")


@case("blocks in one another", 60)
def blocks(folder: Path, size: int) -> Work:
    body = "BEGIN DECLARE v INT DEFAULT 1; " * size + "SET v = 2;" + " END;" * size
    return running(opened(folder), f"CREATE PROCEDURE p() BEGIN {body} END", "CALL p()")


@case("steps of a loop", 30_000)
def loop(folder: Path, size: int) -> Work:
    body = f"DECLARE n INT DEFAULT 0; WHILE n < {size} DO SET n = n + 1; INSERT INTO t VALUES (n); END WHILE;"
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY)", f"CREATE PROCEDURE p() BEGIN {body} END")
    return running(session, "BEGIN", "CALL p()", "COMMIT")


@case("rows of a cursor", 30_000)
def cursor(folder: Path, size: int) -> Work:
    body = (
        "DECLARE done, n INT DEFAULT 0; DECLARE c CURSOR FOR SELECT a FROM t; "
        "DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; OPEN c; "
        "REPEAT FETCH c INTO n; UNTIL done END REPEAT; CLOSE c;"
    )
    return running(filled(folder, size), f"CREATE PROCEDURE p() BEGIN {body} END", "CALL p()")


@case("views on each other", 300)
def views(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    made = [f"CREATE VIEW v{n} AS SELECT a, b, c FROM {f'v{n - 1}' if n else 't'}" for n in range(size)]
    return running(session, *made)


@case("a query through views on each other", 50)
def views_read(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    for n in range(size):
        session.execute(f"CREATE VIEW v{n} AS SELECT a, b, c FROM {f'v{n - 1}' if n else 't'}")
    return running(session, f"INSERT INTO t SELECT a + 10, b, c FROM v{size - 1}")


@case("an update through views on each other", 50)
def views_written(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    for n in range(size):
        session.execute(f"CREATE VIEW v{n} AS SELECT a, b, c FROM {f'v{n - 1}' if n else 't'}")
    return running(session, f"UPDATE v{size - 1} SET b = b + 1")


@case("views beside each other", 1000)
def views_beside(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    made = (f"CREATE VIEW v{n} AS SELECT a + {n} AS a, b, c FROM t" for n in range(size))
    return running(
        session, *made, *(f"INSERT INTO t SELECT a + 10 + 3 * {n}, b, c FROM v{n} LIMIT 1" for n in range(size))
    )


@case("savepoints", 100_000)
def savepoints(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    return running(session, "BEGIN", *(f"SAVEPOINT s{n}" for n in range(size)), "COMMIT")


@case("savepoints with changes", 10_000)
def savepoints_with_changes(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    steps = (sql for n in range(size) for sql in (f"SAVEPOINT s{n}", f"INSERT INTO t VALUES ({n + 10}, 1, 'x')"))
    return running(session, "BEGIN", *steps, "COMMIT")


@case("one savepoint set again", 10_000)
def savepoint_again(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    steps = (sql for n in range(size) for sql in ("SAVEPOINT s", f"INSERT INTO t VALUES ({n + 10}, 1, 'x')"))
    return running(session, "BEGIN", *steps, "COMMIT")


@case("ROLLBACK TO in a big transaction", 10_000)
def rollback_to(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    steps = (
        sql
        for n in range(size)
        for sql in (
            f"INSERT INTO t VALUES ({2 * n + 10}, 1, 'x')",
            "SAVEPOINT s",
            f"INSERT INTO t VALUES ({2 * n + 11}, 1, 'x')",
            "ROLLBACK TO s",
        )
    )
    return running(session, "BEGIN", *steps, "COMMIT")


@case("savepoints released", 10_000)
def released(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    steps = (f"SAVEPOINT s{n}" for n in range(size))
    return running(session, "BEGIN", *steps, *(f"RELEASE SAVEPOINT s{n}" for n in reversed(range(size))), "COMMIT")


@case("partitions", 1024)
def partitions(folder: Path, size: int) -> Work:
    parts = ", ".join(f"PARTITION p{n} VALUES LESS THAN ({n + 1})" for n in range(size))
    sql = f"CREATE TABLE t (a INT PRIMARY KEY) PARTITION BY RANGE (a) ({parts})"
    return running(opened(folder), sql, f"INSERT INTO t VALUES {','.join(f'({n})' for n in range(size))}")


@case("rows of a partitioned table", 30_000)
def partitioned_rows(folder: Path, size: int) -> Work:
    sql = "CREATE TABLE t (a INT PRIMARY KEY) PARTITION BY HASH (a) PARTITIONS 64"
    session = opened(folder, sql)
    return running(
        session, f"INSERT INTO t VALUES {','.join(f'({n})' for n in range(size))}", "DELETE FROM t WHERE a % 2"
    )


@case("children of a parent row", 30_000)
def children(folder: Path, size: int) -> Work:
    session = opened(
        folder,
        "CREATE TABLE p (a INT PRIMARY KEY)",
        "CREATE TABLE k (a INT PRIMARY KEY, b INT, FOREIGN KEY (b) REFERENCES p (a) ON DELETE CASCADE)",
        "INSERT INTO p VALUES (1)",
    )
    rows = ",".join(f"({n},1)" for n in range(size))
    return running(session, f"INSERT INTO k VALUES {rows}", "DELETE FROM p")


@case("parent rows with a child each", 30_000)
def parents(folder: Path, size: int) -> Work:
    session = opened(
        folder,
        "CREATE TABLE p (a INT PRIMARY KEY)",
        "CREATE TABLE k (a INT PRIMARY KEY, b INT, FOREIGN KEY (b) REFERENCES p (a) ON UPDATE CASCADE)",
    )
    made = ",".join(f"({n})" for n in range(size))
    rows = ",".join(f"({n},{n})" for n in range(size))
    changed = "UPDATE p SET a = a + 1000000"
    return running(session, f"INSERT INTO p VALUES {made}", f"INSERT INTO k VALUES {rows}", changed)


@case("child tables of one parent", 256)
def child_tables(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE p (a INT PRIMARY KEY)")
    made = (f"CREATE TABLE k{n} (b INT, FOREIGN KEY (b) REFERENCES p (a) ON DELETE CASCADE)" for n in range(size))
    return running(session, *made, "INSERT INTO p VALUES (1)", "DELETE FROM p")


@case("users", 1000)
def users(folder: Path, size: int) -> Work:
    return running(
        opened(folder), *(f"CREATE USER u{n}" for n in range(size)), *(f"DROP USER u{n}" for n in range(size))
    )


@case("XA transactions prepared", 1000)
def xa(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    steps = (
        sql
        for n in range(size)
        for sql in (f"XA START '{n}'", f"INSERT INTO t VALUES ({n + 10}, 1, 'x')", f"XA END '{n}'", f"XA PREPARE '{n}'")
    )
    return running(session, *steps, "XA RECOVER", *(f"XA COMMIT '{n}'" for n in range(size)))


@case("RANGE partitions made and shown", 4_096)
def range_partitions(folder: Path, size: int) -> Work:
    parts = ", ".join(f"PARTITION p{number} VALUES LESS THAN ({number})" for number in range(size))
    table = f"CREATE TABLE p (a INT PRIMARY KEY) PARTITION BY RANGE (a) ({parts})"
    return running(opened(folder), table, "SHOW CREATE TABLE p")
