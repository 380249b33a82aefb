"""Foreign keys with actions, triggers beside them."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import SWITCHED, SWITCHES, Topic

TOPIC = Topic(
    (
        "CREATE TABLE p (id INT PRIMARY KEY, c INT UNIQUE, b BLOB, s VARCHAR(20) DEFAULT 'd')",
        "INSERT INTO p VALUES (1,1,'x','a'),(2,2,NULL,'b'),(3,3,'z','c'),(4,NULL,'w','d'),(5,5,'v','e')",
        "CREATE TABLE c1 (id INT PRIMARY KEY, ref INT, b TEXT, g INT AS (ref + 1) {kept}, FOREIGN KEY (ref) REFERENCES p (id) {action})",
        "INSERT INTO c1 (id, ref, b) VALUES (1,1,'l'),(2,1,NULL),(3,2,'m'),(4,NULL,'n'),(5,3,'o')",
        "CREATE TABLE c2 (id INT{key}, ref INT, v INT DEFAULT 9, FOREIGN KEY (ref) REFERENCES {parent} {action})",
        "INSERT INTO c2 VALUES (1,1,1),(2,2,2),(3,NULL,3),(4,3,3)",
        "CREATE TABLE h (k INT) ENGINE={engine}",
        "CREATE TRIGGER r1 {when} DELETE ON {t} FOR EACH ROW INSERT INTO h VALUES (OLD.id)",
        "CREATE TRIGGER r2 {when} UPDATE ON {t} FOR EACH ROW INSERT INTO h VALUES (NEW.id)",
    ),
    (
        "DELETE {ignore}FROM {t}{where}{order}",
        "UPDATE {ignore}{t} SET {column} = {value}{where}{order}",
        "UPDATE {ignore}p SET id = id + {D}{where}{order}",
        "UPDATE p SET c = c + {D}, s = {text}{where}",
        "REPLACE INTO p (id, c, s) VALUES ({d}, {d}, {text})",
        "INSERT {ignore}INTO p (id, c) VALUES ({d}, {d}) ON DUPLICATE KEY UPDATE id = id + {D}",
        "INSERT {ignore}INTO c1 (id, ref) VALUES ({D}, {d}), ({d}, {D})",
        "INSERT INTO c2 (id, ref) SELECT id + {D}, c FROM p",
        "DELETE p, c1 FROM p JOIN c1 ON p.id = c1.ref WHERE p.id = {d}",
        "UPDATE p JOIN c2 ON p.id = c2.ref SET p.id = p.id + 20, c2.v = {d}",
        "DELETE p FROM p JOIN c1 ON p.id = c1.ref",
        "SET foreign_key_checks = {onoff}",
        "TRUNCATE {t}",
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
        "ALTER TABLE {t} DROP PRIMARY KEY",
        "DROP TABLE {t}",
        "DROP TABLE IF EXISTS c1, p",
        "RENAME TABLE c2 TO c3",
        *SWITCHES[:4],
        "SELECT * FROM {t}",
    ),
    {
        "t": ("p", "p", "p", "c1", "c2"),
        "kept": ("VIRTUAL", "STORED"),
        "key": ("", " PRIMARY KEY", " AUTO_INCREMENT PRIMARY KEY"),
        "parent": ("p (id)", "p (c)", "c1 (id)", "c1 (ref)"),
        "action": (
            "ON DELETE CASCADE",
            "ON UPDATE CASCADE",
            "ON DELETE CASCADE ON UPDATE CASCADE",
            "ON DELETE SET NULL ON UPDATE SET NULL",
            "ON DELETE SET NULL ON UPDATE CASCADE",
            "ON DELETE RESTRICT",
            "ON DELETE NO ACTION ON UPDATE SET NULL",
            "",
        ),
        "when": ("BEFORE", "AFTER"),
        "column": ("id", "ref", "c", "v"),
        "value": ("{d}", "{D}", "NULL", "id", "id + {D}"),
        "where": ("", " WHERE id = {d}", " WHERE id = {d}", " WHERE id > {d}", " WHERE id < {d}"),
        **SWITCHED,
    },
)
