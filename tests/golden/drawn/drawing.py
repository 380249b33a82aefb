"""Draws a scenario: tables, triggers and settings, then statements of every kind that changes rows.

The same number gives the same scenario everywhere: nothing but `random.Random(number)` is asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.golden.drawn.columns import ANYTHING, LIMITED, NO_DEFAULT, NOT_KEYS, TYPES

FILES = {
    "few.txt": "1\t2\t3\n4\tabc\t2024-01-01\n\\N\t7\tx\n",
    "wide.csv": '"1","a,b",3,4,5,6\n"2","c""d",NULL,8,9,10\n3,e\n',
}
_ENGINES = ("InnoDB",) * 16 + ("MyISAM",) * 7 + ("MEMORY",) * 3 + ("CSV", "ARCHIVE", "BLACKHOLE")
_MODES = (
    *("DEFAULT",) * 5, "''", "''", "'ANSI'", "'TRADITIONAL'", "'STRICT_ALL_TABLES'", "'NO_AUTO_VALUE_ON_ZERO'",
    "'STRICT_TRANS_TABLES'", "'NO_ENGINE_SUBSTITUTION,PAD_CHAR_TO_FULL_LENGTH'", "'ALLOW_INVALID_DATES'",
)  # fmt: skip
_NO_TEXT = ("GEOMETRY", "POINT", "VECTOR(3)")


@dataclass
class Table:
    """A table that was drawn. types: by column, in their order; given: those that take values."""

    name: str
    engine: str
    types: dict[str, str]
    given: list[str]
    definition: str
    triggers: list[str] = field(default_factory=list)


class Drawn:
    """One scenario. setup: not logged; settings and statements: what is compared."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.tables = [self._table(name) for name in ("t", "u", "w")[: self.chance.choice((2, 2, 3))]]
        self.setup = [table.definition for table in self.tables]
        self._child()
        for table in self.tables:
            for _ in range(self.chance.choice((1, 2, 3))):
                self.setup.append(self._insert_values(table, "INSERT IGNORE INTO", good=True))
        for _ in range(self.chance.choice((0, 0, 0, 1, 2))):
            self.setup.append(self._trigger())
        self.settings = self._settings()
        self.statements = list(self._statements(self.chance.randint(5, 10)))

    # --- tables ---

    def _table(self, name: str) -> Table:
        draw = self.chance
        engine = draw.choice(_ENGINES)
        unknown = LIMITED.get(engine, ())
        known = [one for one in TYPES if not any(word in one for word in unknown)]
        types = {f"c{number}": draw.choice(known) for number in range(1, draw.randint(2, 6))}
        key = draw.choice(("id", "id", "id", "pair", "unique", "nullable", "none", "none", "prefix"))
        lines = []
        required = engine == "CSV"
        for column, type_ in types.items():
            lines.append(f"{column} {type_}{self._attributes(type_, required)}")
        given = list(types)
        if draw.random() < 0.2 and engine in ("InnoDB", "MyISAM"):
            kind = draw.choice(("VIRTUAL", "STORED"))
            lines.append(f"g VARCHAR(60) AS (CONCAT('g', LEFT(HEX({given[0]}), 20))) {kind}")
        if key in ("id", "pair") and engine not in ("CSV", "ARCHIVE"):
            counted = " AUTO_INCREMENT" if draw.random() < 0.6 else ""
            types = {"id": "INT", **types}
            given = ["id", *given]
            lines.insert(0, f"id INT NOT NULL{counted}")
            lines.append("PRIMARY KEY (id)" if key == "id" else f"PRIMARY KEY (id, {self._short(types)})")
        else:
            types = {"id": "INT", **types}
            given = ["id", *given]
            lines.insert(0, "id INT NOT NULL" if key == "unique" or required else "id INT")
            if engine not in ("CSV", "ARCHIVE"):
                if key in ("unique", "nullable"):
                    lines.append("UNIQUE KEY (id)")
                elif key == "prefix" and (wide := [c for c, t in types.items() if "TEXT" in t or "VARCHAR(300)" in t]):
                    lines.append(f"UNIQUE KEY ({wide[0]}(5))")
        if draw.random() < 0.25 and engine not in ("CSV", "ARCHIVE"):
            lines.append(f"{draw.choice(('KEY', 'UNIQUE KEY'))} second ({self._short(types)})")
        tail = ""
        if engine == "InnoDB" and key in ("id", "none") and draw.random() < 0.12:
            tail = " PARTITION BY HASH (id) PARTITIONS 3"
        return Table(name, engine, types, given, f"CREATE TABLE {name} ({', '.join(lines)}) ENGINE={engine}{tail}")

    def _short(self, types: dict[str, str]) -> str:
        fit = [c for c, t in types.items() if c != "id" and not any(word in t for word in NOT_KEYS)]
        return self.chance.choice(fit) if fit else "id"

    def _attributes(self, type_: str, required: bool) -> str:
        draw = self.chance
        must = " NOT NULL" if required or draw.random() < 0.3 else ""
        if type_.endswith("NULL"):
            must = " NOT NULL" if required else ""
            type_ = ""
        if draw.random() < 0.25 and type_ and not any(word in type_ for word in NO_DEFAULT):
            plain = [
                one for one in TYPES[type_] if one not in ("NOW()", "0") and "REPEAT" not in one and "(" not in one
            ]
            if type_.startswith(("DATETIME", "TIMESTAMP")) and "(" not in type_ and draw.random() < 0.6:
                return f"{must} DEFAULT CURRENT_TIMESTAMP" + draw.choice(("", " ON UPDATE CURRENT_TIMESTAMP"))
            if plain and "DATETIME(6)" not in type_:
                return f"{must} DEFAULT {plain[0]}"
        return must + (" INVISIBLE" if draw.random() < 0.05 and not must and not required else "")

    def _child(self) -> None:
        """Now and then a table that hangs on the first one."""
        first = self.tables[0]
        plain = "PRIMARY KEY (id)" in first.definition and "PARTITION" not in first.definition
        if plain and first.engine == "InnoDB" and self.chance.random() < 0.3:
            action = self.chance.choice(("CASCADE", "SET NULL", "NO ACTION"))
            definition = (
                "CREATE TABLE child (id INT PRIMARY KEY, ref INT, note VARCHAR(9), FOREIGN KEY (ref) REFERENCES"
                f" t (id) ON DELETE {action} ON UPDATE {action}) ENGINE=InnoDB"
            )
            self.setup += [definition, "SET foreign_key_checks = 0"]
            self.setup += ["INSERT INTO child VALUES (1,1,'a'),(2,2,'b'),(3,NULL,'c'),(4,1,'d')"]
            self.setup += ["SET foreign_key_checks = 1"]

    def _trigger(self) -> str:
        draw = self.chance
        on, into = draw.sample(self.tables, 2)
        when, event = draw.choice(("BEFORE", "AFTER")), draw.choice(("INSERT", "INSERT", "UPDATE", "DELETE"))
        name = f"r{draw.randrange(10**6)}"
        row = "OLD" if event == "DELETE" else "NEW"
        plain = [column for column in on.given if column != "id"]
        if when == "BEFORE" and event != "DELETE" and draw.random() < 0.5:
            column = draw.choice(plain)
            body = f"SET NEW.{column} = {self._value(on.types[column], 0.1)}"
            if "DEFAULT" in body:
                body = "SET @n = NEW.id"
        else:
            target = draw.choice([column for column in into.given if column != "id"])
            body = draw.choice(
                (
                    f"INSERT IGNORE INTO {into.name} (id, {target}) VALUES ({row}.id + 50, {row}.{draw.choice(plain)})",
                    f"INSERT IGNORE INTO {into.name} (id) VALUES ({row}.id + 60)",
                    f"UPDATE IGNORE {into.name} SET id = id + 100 WHERE id = {row}.id",
                    f"DELETE FROM {into.name} WHERE id = {row}.id + 1",
                    f"SET @n = CONCAT('n', {row}.id)",
                )
            )
        return f"CREATE TRIGGER {name} {when} {event} ON {on.name} FOR EACH ROW {body}"

    # --- settings ---

    def _settings(self) -> list[str]:
        draw = self.chance
        found = [
            f"SET SESSION binlog_format = {draw.choice(('ROW', 'ROW', 'ROW', 'MIXED', 'STATEMENT'))}",
            f"SET binlog_row_image = {draw.choice(('FULL', 'FULL', 'MINIMAL', 'MINIMAL', 'NOBLOB'))}",
            f"SET sql_mode = {draw.choice(_MODES)}",
            "SET @v = 5, @n = 'név'",
        ]
        if draw.random() < 0.1:
            found.append("SET binlog_row_value_options = PARTIAL_JSON")
        if draw.random() < 0.1:
            found.append("SET binlog_rows_query_log_events = ON")
        if draw.random() < 0.1:
            found.append(f"SET transaction_isolation = '{draw.choice(('READ-COMMITTED', 'SERIALIZABLE'))}'")
        if draw.random() < 0.05:
            found.append("SET sql_generate_invisible_primary_key = 1")
        if draw.random() < 0.05:
            found.append("SET time_zone = '+05:30'")
        if draw.random() < 0.05:
            found.append("SET insert_id = 20")
        return found

    # --- statements ---

    def _statements(self, count: int) -> Iterator[str]:
        draw, inside = self.chance, False
        for _ in range(count):
            if draw.random() < 0.15:
                if inside:
                    yield draw.choice(("COMMIT", "COMMIT", "ROLLBACK", "SAVEPOINT s", "ROLLBACK TO s"))
                    inside = True
                else:
                    yield draw.choice(("BEGIN", "START TRANSACTION"))
                    inside = True
            yield self._statement()
        if inside:
            yield draw.choice(("COMMIT", "COMMIT", "ROLLBACK"))
        for table in self.tables:
            texts = (f"HEX({c})" if t in _NO_TEXT else f"HEX(CONCAT({c}))" for c, t in table.types.items())
            yield f"SELECT CONCAT_WS(' ', {', '.join(texts)}) FROM {table.name}"

    def _statement(self) -> str:
        draw, table = self.chance, self.chance.choice(self.tables)
        kind = draw.choices(
            ("values", "select", "replace", "odku", "update", "multi", "delete", "load", "ddl", "temporary"),
            (22, 16, 9, 9, 14, 7, 8, 5, 6, 2),
        )[0]
        return {
            "values": lambda: self._insert_values(table, self._insert()),
            "select": lambda: self._insert_select(table, self._insert()),
            "replace": lambda: draw.choice((self._insert_values, self._insert_select))(table, "REPLACE INTO"),
            "odku": lambda: self._upsert(table),
            "update": lambda: self._update(table),
            "multi": self._multi,
            "delete": lambda: self._delete(table),
            "load": lambda: self._load(table),
            "ddl": lambda: self._ddl(table),
            "temporary": lambda: self._temporary(table),
        }[kind]()

    def _insert(self) -> str:
        return self.chance.choice(("INSERT INTO", "INSERT INTO", "INSERT INTO", "INSERT IGNORE INTO"))

    def _value(self, type_: str, wrong: float) -> str:
        draw = self.chance
        return draw.choice(ANYTHING if draw.random() < wrong else TYPES[type_])

    def _some(self, table: Table) -> list[str]:
        draw = self.chance
        if draw.random() < 0.6:
            return table.given
        return draw.sample(table.given, draw.randint(1, len(table.given)))

    def _cells(self, table: Table, columns: list[str], wrong: float) -> str:
        draw = self.chance
        return ", ".join(
            str(draw.randint(1, 9))
            if column == "id" and draw.random() > wrong
            else self._value(table.types[column], wrong)
            for column in columns
        )

    def _insert_values(self, table: Table, words: str, *, good: bool = False) -> str:
        draw = self.chance
        columns = table.given if good else self._some(table)
        wrong = 0 if good else draw.choice((0, 0, 0.1, 0.3))
        if not good and draw.random() < 0.1:
            names = [f"{c} = {self._value(table.types[c], wrong)}" for c in columns]
            return f"{words} {table.name} SET {', '.join(names)}"
        rows = ", ".join(f"({self._cells(table, columns, wrong)})" for _ in range(draw.choice((1, 1, 2, 3))))
        return f"{words} {table.name} ({', '.join(columns)}) VALUES {rows}"

    def _insert_select(self, table: Table, words: str) -> str:
        draw, other = self.chance, self.chance.choice(self.tables)
        columns = self._some(table)
        taken = [
            draw.choice((f"id + {draw.randint(0, 9)}", "id"))
            if column == "id"
            else draw.choice(
                (*other.given, *other.given, self._value(table.types[column], 0.05).replace("DEFAULT", "1"))
            )
            for column in columns
        ]
        tail = draw.choice(("", "", f" WHERE id < {draw.randint(2, 9)}", " ORDER BY id LIMIT 2", " ORDER BY id"))
        source = other.name
        if draw.random() < 0.1:
            rows = ", ".join(self._row_of(table, columns) for _ in "12")
            return f"{words} {table.name} ({', '.join(columns)}) VALUES {rows}"
        if draw.random() < 0.05 and columns == table.given and len(other.given) == len(columns):
            return f"{words} {table.name} ({', '.join(columns)}) TABLE {source}"
        return f"{words} {table.name} ({', '.join(columns)}) SELECT {', '.join(taken)} FROM {source}{tail}"

    def _row_of(self, table: Table, columns: list[str]) -> str:
        return f"ROW({self._cells(table, columns, 0.1)})".replace("ROW(", "(")

    def _upsert(self, table: Table) -> str:
        draw = self.chance
        base = draw.choice((self._insert_values, self._insert_values, self._insert_select))(table, self._insert())
        changed = []
        for column in draw.sample(table.given, draw.randint(1, min(3, len(table.given)))):
            given = f"VALUES({column})"
            plain = f"{table.name}.{column}"
            changed.append(f"{column} = {draw.choice((given, self._value(table.types[column], 0.1), plain))}")
        if " SET " in base.split("(")[0]:
            return base
        return f"{base} ON DUPLICATE KEY UPDATE {', '.join(changed)}"

    def _changes(self, table: Table, prefix: str = "") -> str:
        draw = self.chance
        columns = draw.sample(table.given, draw.randint(1, min(3, len(table.given))))
        wrong = draw.choice((0, 0, 0.2))
        changed = []
        for column in columns:
            if column == "id":
                value = draw.choice(("id + 10", "id + 1", "id", str(draw.randint(1, 9))))
                value = value.replace("id", f"{prefix}id")
            elif draw.random() < 0.2:
                value = prefix + draw.choice(table.given)
            elif "JSON" in table.types[column] and draw.random() < 0.5:
                value = f"JSON_SET({prefix}{column}, '$.a', {draw.randint(1, 99)})"
            else:
                value = self._value(table.types[column], wrong)
            changed.append(f"{prefix}{column} = {value}")
        return ", ".join(changed)

    def _where(self, table: Table, prefix: str = "") -> str:
        draw = self.chance
        column = draw.choice(table.given)
        return draw.choice(
            (
                "",
                f" WHERE {prefix}id = {draw.randint(1, 6)}",
                f" WHERE {prefix}id > {draw.randint(1, 4)}",
                f" WHERE {prefix}{column} = {self._value(table.types[column], 0.1).replace('DEFAULT', '1')}",
                f" WHERE {prefix}{column} IS NOT NULL",
                f" WHERE {prefix}id IN (SELECT x.id FROM {draw.choice(self.tables).name} x)",
            )
        )

    def _update(self, table: Table) -> str:
        draw = self.chance
        ignore = draw.choice(("", "", "", "IGNORE "))
        tail = draw.choice(("", "", "", " ORDER BY id", " ORDER BY id DESC LIMIT 2", " LIMIT 1"))
        return f"UPDATE {ignore}{table.name} SET {self._changes(table)}{self._where(table)}{tail}"

    def _multi(self) -> str:
        draw = self.chance
        one, other = draw.sample(self.tables, 2)
        join = draw.choice(
            (f"{one.name} a JOIN {other.name} b ON a.id = b.id", f"{one.name} a LEFT JOIN {other.name} b USING (id)")
        )
        where = draw.choice(("", f" WHERE a.id < {draw.randint(2, 8)}", f" WHERE b.id = {draw.randint(1, 5)}"))
        if draw.random() < 0.6:
            sets = draw.choice(
                (
                    self._changes(one, "a."),
                    f"{self._changes(one, 'a.')}, {self._changes(other, 'b.')}",
                    self._changes(other, "b."),
                )
            )
            return f"UPDATE {draw.choice(('', '', 'IGNORE '))}{join} SET {sets}{where}"
        return f"DELETE {draw.choice(('a', 'b', 'a, b'))} FROM {join}{where}"

    def _delete(self, table: Table) -> str:
        tail = self.chance.choice(("", "", " ORDER BY id LIMIT 1", " LIMIT 2"))
        ignore = self.chance.choice(("", "", "IGNORE "))
        return f"DELETE {ignore}FROM {table.name}{self._where(table)}{tail}"

    def _load(self, table: Table) -> str:
        draw = self.chance
        name = draw.choice(sorted(FILES))
        shape = "" if name.endswith("txt") else " FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '\"'"
        how = draw.choice(("", "", " REPLACE", " IGNORE"))
        columns = draw.choice(("", f" ({', '.join(self._some(table))})", f" (id, @a, @b) SET {table.given[-1]} = @b"))
        skip = draw.choice(("", "", " IGNORE 1 LINES"))
        return f"LOAD DATA INFILE './{name}'{how} INTO TABLE {table.name}{shape}{skip}{columns}"

    def _ddl(self, table: Table) -> str:
        draw = self.chance
        column = draw.choice(table.given)
        number = draw.randrange(1000)
        return draw.choice(
            (
                f"CREATE TABLE n{number} LIKE {table.name}",
                f"CREATE TABLE n{number} AS SELECT * FROM {table.name}",
                f"CREATE TABLE n{number} (id INT, x VARCHAR(20)) SELECT id, {column} AS x FROM {table.name}",
                f"CREATE TABLE n{number} ENGINE=MyISAM SELECT {column}, COUNT(*) n FROM {table.name} GROUP BY {column}",
                f"TRUNCATE TABLE {table.name}",
                f"ALTER TABLE {table.name} ADD COLUMN z{number} INT DEFAULT 3",
                f"ALTER TABLE {table.name} ENGINE={draw.choice(('InnoDB', 'MyISAM'))}",
                f"ALTER TABLE {table.name} MODIFY {column} {draw.choice(list(TYPES))}",
                f"ALTER TABLE {table.name} ADD INDEX i{number} ({column})",
                f"DROP TABLE IF EXISTS n{number}, {table.name}",
                f"RENAME TABLE {table.name} TO n{number}",
                f"CREATE VIEW v{number} AS SELECT * FROM {table.name}",
                f"ANALYZE TABLE {table.name}",
            )
        )

    def _temporary(self, table: Table) -> str:
        draw = self.chance
        return draw.choice(
            (
                f"CREATE TEMPORARY TABLE m SELECT * FROM {table.name}",
                "INSERT INTO m SELECT * FROM m LIMIT 1",
                f"CREATE TEMPORARY TABLE m LIKE {table.name}",
                "DROP TEMPORARY TABLE IF EXISTS m",
                f"INSERT INTO {table.name} (id) SELECT id FROM m",
            )
        )
