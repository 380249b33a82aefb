"""The pairings: what one session does in a transaction, what another one asks for then, and how the first goes on."""

from __future__ import annotations

import random
from collections.abc import Iterator

from binwriter.formats.records import dataclass

# name: keys of t (id INT, v INT, s VARCHAR(9)), engine
SHAPES = {
    "primary": ("PRIMARY KEY (id)", "InnoDB"),
    "second": ("PRIMARY KEY (id), KEY (v)", "InnoDB"),
    "unique": ("PRIMARY KEY (id), UNIQUE KEY (v)", "InnoDB"),
    "plain": ("KEY (id)", "InnoDB"),
    "none": ("", "InnoDB"),
    "myisam": ("PRIMARY KEY (id)", "MyISAM"),
}
ROWS = "(1,10,'a'),(3,30,'b'),(5,50,'c'),(7,70,'d'),(9,90,'e'),(11,110,'f'),(13,130,'g'),(15,150,'h')"
LEVELS = ("REPEATABLE-READ", "READ-COMMITTED", "SERIALIZABLE")
CHANGES = (
    "INSERT INTO t VALUES (4,40,'n')",
    "INSERT INTO t VALUES (3,31,'n')",
    "INSERT IGNORE INTO t VALUES (3,32,'n')",
    "INSERT INTO t VALUES (3,30,'n') ON DUPLICATE KEY UPDATE s = 'o'",
    "REPLACE INTO t VALUES (3,30,'r')",
    "REPLACE INTO t VALUES (4,41,'r')",
    "UPDATE t SET s = 'u' WHERE id = 3",
    "UPDATE t SET s = 'u' WHERE id = 4",
    "UPDATE t SET s = 'u' WHERE id > 5 AND id < 9",
    "UPDATE t SET s = 'u' WHERE v = 30",
    "UPDATE t SET s = 'u'",
    "UPDATE t SET id = 4 WHERE id = 3",
    "UPDATE t SET v = 33 WHERE id = 3",
    "DELETE FROM t WHERE id = 3",
    "DELETE FROM t WHERE id = 4",
    "DELETE FROM t WHERE v > 100",
    "DELETE FROM t ORDER BY id LIMIT 1",
)
READS = (
    "SELECT * FROM t WHERE id = 3 FOR UPDATE",
    "SELECT * FROM t WHERE id = 3 FOR SHARE",
    "SELECT * FROM t WHERE id = 4 FOR UPDATE",
    "SELECT * FROM t WHERE id BETWEEN 4 AND 8 FOR UPDATE",
    "SELECT * FROM t WHERE v = 30 LOCK IN SHARE MODE",
    "SELECT * FROM t WHERE id = 3 FOR UPDATE NOWAIT",
    "SELECT * FROM t ORDER BY id LIMIT 2 FOR UPDATE SKIP LOCKED",
    "SELECT * FROM t WHERE id = 3",
)
OTHERS = (
    "LOCK TABLES t READ",
    "LOCK TABLES t WRITE",
    "FLUSH TABLES t",
    "FLUSH TABLES t WITH READ LOCK",
    "TRUNCATE TABLE t",
    "ALTER TABLE t ADD COLUMN x INT",
    "DROP TABLE t",
    "RENAME TABLE t TO t2",
    "CREATE INDEX i ON t (s)",
    "SELECT GET_LOCK('LOCK', 1)",
    "CREATE TABLE t3 SELECT * FROM t",
    "INSERT INTO q SELECT * FROM t",
    "ANALYZE TABLE t",
)
# how it goes on: (statements of the second before it asks, of the first while the second waits)
ENDS = {
    "waits": ((), ()),
    "commit": ((), ("COMMIT",)),
    "rollback": ((), ("ROLLBACK",)),
    "kill query": ((), ("KILL QUERY {second}",)),
    "kill": ((), ("KILL {second}",)),
    "deadlock": (("UPDATE t SET s = 'z' WHERE id = 15",), ("UPDATE t SET s = 'y' WHERE id = 15",)),
    "deadlock read": (("SELECT * FROM t WHERE id = 15 FOR SHARE",), ("DELETE FROM t WHERE id = 15",)),
    "deadlock insert": (("INSERT INTO t VALUES (20,200,'z')",), ("INSERT INTO t VALUES (20,200,'y')",)),
    "xa": ((), ("XA END 'LOCK'", "XA PREPARE 'LOCK'", "XA COMMIT 'LOCK'")),
}


@dataclass(frozen=True)
class Case:
    """One pairing. first, second: what the sessions do; end: of ENDS."""

    number: int
    shape: str
    level: str
    first: str
    second: str
    end: str

    @property
    def setup(self) -> list[str]:
        keys, engine = SHAPES[self.shape]
        columns = f"id INT NOT NULL, v INT, s VARCHAR(9){', ' if keys else ''}{keys}"
        return [
            f"CREATE TABLE t ({columns}) ENGINE={engine}",
            f"INSERT INTO t VALUES {ROWS}",
            "CREATE TABLE q (id INT NOT NULL, v INT, s VARCHAR(9))",
            "ANALYZE TABLE t",
        ]

    @property
    def settings(self) -> list[str]:
        seconds = 4 if ENDS[self.end][1] else 1
        waits = f"innodb_lock_wait_timeout = {seconds}, lock_wait_timeout = {seconds}"
        return [f"SET transaction_isolation = '{self.level}', {waits}"]

    @property
    def begin(self) -> str:
        return "XA START 'LOCK'" if self.end == "xa" else "BEGIN"


def cases(numbers: range) -> Iterator[Case]:
    """Drawn: the same number is the same case everywhere."""
    for number in numbers:
        chance = random.Random(f"pairing {number}")
        end = chance.choice(list(ENDS))
        first = chance.choice((*CHANGES, *CHANGES, *READS) if end == "xa" else (*CHANGES, *CHANGES, *READS, *OTHERS))
        second = chance.choice((*CHANGES, *CHANGES, *READS, *OTHERS))
        level = chance.choice((*LEVELS[:1], *LEVELS[:1], *LEVELS))
        yield Case(number, chance.choice(list(SHAPES)), level, first, second, end)
