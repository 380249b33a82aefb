"""Scripts of stored programs by seed: triggers, functions and procedures over InnoDB and MyISAM tables, and their use.

Every table has one key, so that nothing but the rules decides the order of rows; duplicate keys make statements fail
halfway, on purpose.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

TABLES = ("t1", "t2", "t3", "n1", "n2", "n3")
# those whose triggers write other tables; a program must not come back to a table in use
HEAD = """\
con1: SET TIMESTAMP=1700000000;
con1: SET GLOBAL log_bin_trust_function_creators=1;
con1: CREATE TABLE t1 (a INT PRIMARY KEY, b VARCHAR(60)) ENGINE=InnoDB;
con1: CREATE TABLE t2 (a INT PRIMARY KEY, b VARCHAR(60)) ENGINE=InnoDB;
con1: CREATE TABLE t3 (a INT PRIMARY KEY, b VARCHAR(60)) ENGINE=InnoDB;
con1: CREATE TABLE n1 (a INT PRIMARY KEY, b VARCHAR(60)) ENGINE=MyISAM;
con1: CREATE TABLE n2 (a INT PRIMARY KEY, b VARCHAR(60)) ENGINE=MyISAM;
con1: CREATE TABLE n3 (a INT PRIMARY KEY, b VARCHAR(60)) ENGINE=MyISAM;
con1: CREATE TABLE ti (id INT AUTO_INCREMENT PRIMARY KEY, b VARCHAR(60)) ENGINE=InnoDB;
con1: CREATE TABLE ni (id INT AUTO_INCREMENT PRIMARY KEY, b VARCHAR(60)) ENGINE=MyISAM;
con1: INSERT INTO t1 VALUES (1,'t'),(2,'t');
con1: INSERT INTO n1 VALUES (1,'n'),(2,'n');
con1: SET SESSION binlog_format={format};
con1: SET SESSION binlog_direct_non_transactional_updates={direct};
"""


class Generator:
    """One script. format: STATEMENT, ROW or MIXED; direct: ON or OFF."""

    def __init__(self, seed: int, format_: str, direct: str) -> None:
        self.random = random.Random(seed)
        self.head = HEAD.format(format=format_, direct=direct)
        self.functions: list[str] = []
        self.procedures: list[str] = []
        self.next_key = 100

    def key(self) -> str:
        """A fresh key, or one that is there already."""
        if self.random.random() < 0.15:
            return str(self.random.choice((1, 2, 100, 101)))
        self.next_key += 10
        return str(self.next_key)

    def choose(self, *options: str) -> str:
        return self.random.choice(options)

    # --- statements of programs, with v for the number that a program has

    def change(self, v: str, tables: tuple[str, ...]) -> str:
        table = self.choose(*tables)
        other = self.choose(*TABLES)
        step = self.random.randint(0, 4)
        return self.choose(
            f"INSERT INTO {table} VALUES ({v}+{step}, 'p')",
            f"INSERT INTO {table} VALUES ({v}+{step}, 'p'), ({v}+{step + 1}, CONCAT('q', {v}))",
            f"INSERT IGNORE INTO {table} VALUES ({v}+{step}, 'ig')",
            f"REPLACE INTO {table} VALUES ({v}, 'rep')",
            f"UPDATE {table} SET b=CONCAT('u', {v}) WHERE a={v}",
            f"UPDATE {table} SET a=a+5 WHERE a={v}",
            f"DELETE FROM {table} WHERE a={v}+{step}",
            f"INSERT INTO {table} SELECT {v}+{step}, COUNT(*) FROM {other}",
            f"INSERT INTO {table} VALUES ({v}, 'x') ON DUPLICATE KEY UPDATE b=CONCAT(b, '+')",
            f"INSERT INTO {self.choose('ti', 'ni')} (b) VALUES ({v})",
            f"INSERT INTO {table} VALUES ({v}+{step}, @u)",
            f"INSERT INTO {table} VALUES ({v}+{step}, LAST_INSERT_ID())",
            f"INSERT INTO {table} VALUES ({v}+{step}, NOW())",
        )

    def piece(self, v: str, tables: tuple[str, ...], depth: int = 0) -> str:
        kind = self.random.random()
        one = self.change(v, tables)
        if kind < 0.55 or depth > 1:
            return one + ";"
        inner = self.piece(v, tables, depth + 1)
        return self.choose(
            f"IF {v} MOD 3 = 0 THEN {one}; ELSE {inner} END IF;",
            f"SELECT MAX(a) INTO x FROM {self.choose(*tables)} WHERE a < 90; {inner}",
            f"SET x = COALESCE(x, 0) + 1; {self.change('x', tables)};",
            f"SET @u = CONCAT('u', {v}); {one};",
            f"WHILE x < 2 DO SET x = x + 1; {self.change(f'{v}+x*7', tables)}; END WHILE;",
            f"CASE {v} MOD 2 WHEN 0 THEN {one}; ELSE {inner} END CASE;",
            f"BEGIN DECLARE y INT DEFAULT {v}+1; {self.change('y', tables)}; END;",
        )

    def body(self, v: str, tables: tuple[str, ...], *, returns: str = "", transactions: bool = False) -> str:
        handler = ""
        if self.random.random() < 0.3:
            handler = self.choose(
                "DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @caught = 1;",
                "DECLARE CONTINUE HANDLER FOR 1062 INSERT INTO ti (b) VALUES ('caught');",
                "DECLARE CONTINUE HANDLER FOR SQLWARNING SET @w = 1;",
                f"DECLARE EXIT HANDLER FOR SQLSTATE '23000' {returns or 'SET @caught = 2'};",
                "DECLARE EXIT HANDLER FOR NOT FOUND BEGIN " + (f"{returns};" if returns else "") + " END;",
            )
        pieces = [self.piece(v, tables) for _ in range(self.random.randint(1, 3))]
        if self.random.random() < 0.12:
            pieces.insert(1, f"IF {v} MOD 4 = 1 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT='stop'; END IF;")
        if transactions and self.random.random() < 0.4:
            pieces = [self.choose("START TRANSACTION;", "SAVEPOINT s;", "COMMIT;"), *pieces]
            pieces.append(self.choose("COMMIT;", "ROLLBACK;", "", "ROLLBACK TO s;"))
        end = f"{returns};" if returns else ""
        return f"BEGIN DECLARE x INT DEFAULT 0; {handler} {' '.join(pieces)} {end} END"

    # --- the script

    def programs(self) -> Iterator[str]:
        triggered = self.random.sample(TABLES, 3)
        free = tuple(table for table in TABLES if table not in triggered)
        for number, table in enumerate(triggered):
            event = self.choose("INSERT", "INSERT", "UPDATE", "DELETE")
            timing = self.choose("BEFORE", "AFTER")
            row = "OLD" if event == "DELETE" else "NEW"
            body = self.body(f"{row}.a", free)
            if timing == "BEFORE" and event != "DELETE" and self.random.random() < 0.5:
                body = body[:-3] + f"SET NEW.b = CONCAT('{table}', NEW.a); END"
            yield f"CREATE TRIGGER tr{number} {timing} {event} ON {table} FOR EACH ROW {body}"
        for number in range(4):
            tables = TABLES if self.random.random() < 0.5 else free
            body = self.body("i", tables, returns="RETURN i+1")
            if self.functions and self.random.random() < 0.4:
                body = body.replace(
                    "BEGIN DECLARE x INT DEFAULT 0;", f"BEGIN DECLARE x INT DEFAULT {self.functions[-1]}(i+3);", 1
                )
            self.functions.append(f"f{number}")
            yield f"CREATE FUNCTION f{number}(i INT) RETURNS INT {body}"
        for number in range(4):
            body = self.body("i", TABLES, transactions=True)
            if self.random.random() < 0.5:
                call = self.choose(
                    f"SET x = {self.choose(*self.functions)}(i+2);", f"DO {self.choose(*self.functions)}(i+1);"
                )
                body = body[:-3] + f"{call} END"
            if self.procedures and self.random.random() < 0.5:
                body = body[:-3] + f"CALL {self.procedures[-1]}(i+30); END"
            self.procedures.append(f"p{number}")
            yield f"CREATE PROCEDURE p{number}(i INT) {body}"

    def statement(self) -> str:
        roll = self.random.random()
        key = self.key()
        if roll < 0.22:
            return f"CALL {self.choose(*self.procedures)}({key})"
        if roll < 0.44:
            function = f"{self.choose(*self.functions)}({key})"
            return self.choose(
                f"SELECT {function}",
                f"SET @v = {function}",
                f"DO {function}",
                f"INSERT INTO {self.choose(*TABLES)} VALUES ({key}, {function})",
                f"INSERT INTO {self.choose(*TABLES)} VALUES ({function}, 'k'), ({key}, 'l')",
                f"UPDATE {self.choose(*TABLES)} SET b={function} WHERE a=2",
            )
        if roll < 0.72:
            return self.change(key, TABLES)
        return self.choose(
            *["BEGIN", "COMMIT", "ROLLBACK"] * 3,
            "SAVEPOINT s",
            "ROLLBACK TO s",
            "SET autocommit=0",
            "SET autocommit=1",
            "SET @u='user'",
            "TRUNCATE t3",
            "DROP TEMPORARY TABLE IF EXISTS tmp",
        )

    def lines(self, length: int) -> Iterator[str]:
        yield self.head
        for text in self.programs():
            yield f"con1: {text};\n"
        for _ in range(length):
            yield f"con1: {self.statement()};\n"
        yield "con1: COMMIT;\n"


def script(seed: int, format_: str, direct: str, length: int = 120) -> str:
    """The scenario's text."""
    return "".join(Generator(seed, format_, direct).lines(length))
