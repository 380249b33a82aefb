"""Statements drawn for a drawn table."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.golden.images.drawn.tables import Column, DrawnTable

FILES = {
    "drawn1.txt": "1\t10\n8\t80\n9\t\\N\n",
    "drawn2.txt": "2\t20\t1\n8\t80\t2\n",
}
_PER_TABLE = 8
_USUAL = ("sql_mode = DEFAULT, unique_checks = 1, binlog_rows_query_log_events = 0, enable_cascade_triggers = 0",)


@dataclass(frozen=True)
class DrawnCase:
    """One statement on the refilled table."""

    number: int
    image: str
    partial: bool
    holes: bool
    session: tuple[str, ...]
    sql: str

    @property
    def name(self) -> str:
        said = [self.image, *(["partial"] if self.partial else []), *(["holes"] if self.holes else []), *self.session]
        return f"{self.number} {', '.join(said)}: {self.sql}"

    def settings(self) -> list[str]:
        option = "PARTIAL_JSON" if self.partial else ""
        images = f"SET binlog_row_image = {self.image}, binlog_row_value_options = '{option}'"
        return [images, *(f"SET {text}" for text in (*_USUAL, *self.session))]


def cases(table: DrawnTable) -> list[DrawnCase]:
    """The drawn statements of a table."""
    found = []
    for number in range(_PER_TABLE):
        chance = Random(f"{table.seed}.{table.number}.{number}")
        session = []
        for text, share in (
            ("sql_mode = ''", 0.15),
            ("unique_checks = 0", 0.04),
            ("binlog_rows_query_log_events = 1", 0.05),
        ):
            if chance.random() < share:
                session.append(text)
        if table.parent and chance.random() < 0.3:
            session.append("enable_cascade_triggers = 1")
        image = chance.choice(("minimal", "noblob", "full"))
        sql = _Drawing(table, chance).statement()
        found.append(DrawnCase(number, image, chance.random() < 0.25, chance.random() < 0.4, tuple(session), sql))
    return found


class _Drawing:
    def __init__(self, table: DrawnTable, chance: Random) -> None:
        self._table, self._chance = table, chance
        self._given = [column for column in table.columns if column.given]

    def statement(self) -> str:
        makers = [self._insert, self._insert_select, self._update, self._update, self._delete, self._replace]
        makers += [self._upsert, self._upsert, self._load, self._joined_update, self._joined_delete]
        if self._table.parent and self._chance.random() < 0.6:
            return self._on_parent()
        return self._chance.choice(makers)()

    def _ignore(self) -> str:
        return "IGNORE " if self._chance.random() < 0.2 else ""

    def _names(self) -> list[str]:
        """A column list: all given, or some with a."""
        chance, names = self._chance, [column.name for column in self._given]
        if chance.random() < 0.4:
            return names
        some = [name for name in names if name == "a" or chance.random() < 0.5 or self._needed(name)]
        if chance.random() < 0.3:
            chance.shuffle(some)
        return some

    def _needed(self, name: str) -> bool:
        column = self._column(name)
        return "NOT NULL" in column.attributes and "AUTO" not in column.attributes and self._chance.random() < 0.9

    def _column(self, name: str) -> Column:
        return next(column for column in self._table.columns if column.name == name)

    def _rows(self, names: list[str], count: int) -> str:
        chance, found = self._chance, []
        for _ in range(count):
            text = self._table.row(chance.choice((1, 2, 3, 6, 7, 8, 9)), names)
            found.append(text)
        return ", ".join(found)

    def _listed(self) -> tuple[str, list[str]]:
        visible = [column.name for column in self._table.columns if column.visible]
        if self._chance.random() < 0.25:
            return "", visible
        names = self._names()
        return f" ({', '.join(names)})", names

    def _insert(self) -> str:
        chance = self._chance
        if chance.random() < 0.1:
            return f"INSERT {self._ignore()}INTO t () VALUES ()"
        if chance.random() < 0.15:
            names = self._names()
            values = self._table.row(chance.randint(1, 9), names)[1:-1].split(", ")
            if len(values) == len(names):
                pairs = zip(names, values, strict=True)
                return f"INSERT {self._ignore()}INTO t SET {', '.join(f'{one} = {value}' for one, value in pairs)}"
        listed, names = self._listed()
        return f"INSERT {self._ignore()}INTO t{listed} VALUES {self._rows(names, chance.choice((1, 1, 2, 3)))}"

    def _source(self, names: list[str]) -> str:
        chance = self._chance
        own = chance.random() < 0.5
        cells = []
        for name in names:
            if name == "a":
                cells.append("a + 10" if own and chance.random() < 0.7 else "a" if own else "x")
            elif name == "b":
                cells.append("b" if own else "y")
            else:
                cells.append(name if own else self._column(name).value(chance.randint(1, 9)))
        tail = chance.choice(("", "", " WHERE a > 2" if own else " WHERE x < 5", " ORDER BY 1 DESC"))
        return f"SELECT {', '.join(cells)} FROM {'t' if own else 's'}{tail}"

    def _insert_select(self) -> str:
        names = self._names()
        return f"INSERT {self._ignore()}INTO t ({', '.join(names)}) {self._source(names)}"

    def _replace(self) -> str:
        listed, names = self._listed()
        if self._chance.random() < 0.3:
            names = self._names()
            return f"REPLACE INTO t ({', '.join(names)}) {self._source(names)}"
        return f"REPLACE INTO t{listed} VALUES {self._rows(names, self._chance.choice((1, 1, 2, 3)))}"

    def _changes(self, prefix: str = "") -> str:
        chance = self._chance
        columns = chance.sample(self._given, min(len(self._given), chance.choice((1, 1, 2, 3))))
        found = []
        for column in columns:
            text = column.change(chance)
            if chance.random() < 0.08:
                text = "DEFAULT"
            elif chance.random() < 0.08:
                text = column.name
            if column.name == "a":
                text = chance.choice(("a + 10", "a + 1", "a - 1", "2"))
            elif column.name == "b":
                text = chance.choice(("b + 10", "NULL", "20", "90"))
            found.append(f"{prefix}{column.name} = {text}")
        return ", ".join(found)

    def _condition(self) -> str:
        chance, column = self._chance, self._chance.choice(self._given)
        number = chance.randint(1, 7)
        found = ["", "", f"a = {number}", f"a > {number}", f"a IN ({number}, 1, 5)", f"a BETWEEN 2 AND {number}"]
        if column.kind.keyed:
            value = self._table.row(number, [column.name])[1:-1]
            found += [f"{column.name} = {value}", f"{column.name} >= {value}", f"{column.name} <= {value} OR a = 3"]
        found += [f"{column.name} IS NOT NULL", "a IN (SELECT x FROM s)", "EXISTS (SELECT 1 FROM s WHERE x = a)"]
        text = chance.choice(found)
        return f" WHERE {text}" if text else ""

    def _limits(self) -> str:
        return self._chance.choice(("", "", "", " ORDER BY a DESC", " ORDER BY a DESC LIMIT 2", " ORDER BY a LIMIT 3"))

    def _update(self) -> str:
        return f"UPDATE {self._ignore()}t SET {self._changes()}{self._condition()}{self._limits()}"

    def _delete(self) -> str:
        return f"DELETE {self._ignore()}FROM t{self._condition()}{self._limits()}"

    def _upsert(self) -> str:
        listed, names = self._listed()
        rows = self._rows(names, self._chance.choice((1, 1, 2, 3)))
        source = f"VALUES {rows}"
        if self._chance.random() < 0.25:
            names = self._names()
            listed, source = f" ({', '.join(names)})", self._source(names).replace("FROM t", "FROM t AS o")
            if "FROM t AS o" in source:
                source = source.replace("FROM t AS o", "FROM (SELECT * FROM t) AS o")
                return f"INSERT {self._ignore()}INTO t{listed} {source} ON DUPLICATE KEY UPDATE {self._own(names)}"
        changes = self._own(names) if self._chance.random() < 0.3 else self._changes("t." if "SELECT" in source else "")
        if "SELECT" in source:
            changes = self._own(names)
        return f"INSERT {self._ignore()}INTO t{listed} {source} ON DUPLICATE KEY UPDATE {changes}"

    def _own(self, names: list[str]) -> str:
        usable = [name for name in names if self._column(name).given]
        return ", ".join(f"{name} = VALUES({name})" for name in self._chance.sample(usable, min(2, len(usable))))

    def _load(self) -> str:
        chance = self._chance
        columns = ["a", *(["b"] if self._table.parent else []), *chance.sample(["@x", "@y"], 1)]
        others = [column for column in self._given if column.name not in ("a", "b")]
        values = ""
        if others:
            some = chance.sample(others, min(len(others), chance.choice((1, 2, 3))))
            values = " SET " + ", ".join(f"{one.name} = {one.value(chance.randint(1, 9))}" for one in some)
        way = chance.choice(("", "REPLACE ", "IGNORE "))
        return f"LOAD DATA INFILE 'drawn{chance.randint(1, 2)}.txt' {way}INTO TABLE t ({', '.join(columns)}){values}"

    def _join_condition(self) -> str:
        text = self._chance.choice(("", "", "s.y > 15", "t.a < 3", "s.z LIKE 's%'"))
        return f" WHERE {text}" if text else ""

    def _joined_update(self) -> str:
        chance = self._chance
        column = chance.choice([one for one in self._given if one.name not in ("a", "b")] or self._given)
        value = self._table.row(chance.randint(1, 9), [column.name])[1:-1]
        changes = [f"t.{column.name} = {value}", "s.y = s.y + 1", "s.z = 'new'", "t.a = t.a + 20"]
        some = chance.sample(changes, chance.choice((1, 1, 2)))
        join = chance.choice(("t JOIN s ON t.a = s.x", "s JOIN t ON t.a = s.x", "t LEFT JOIN s ON t.a = s.x"))
        return f"UPDATE {self._ignore()}{join} SET {', '.join(some)}{self._join_condition()}"

    def _joined_delete(self) -> str:
        chance = self._chance
        join = chance.choice(("t JOIN s ON t.a = s.x", "s JOIN t ON t.a = s.x", "t LEFT JOIN s ON t.a = s.x"))
        return f"DELETE {chance.choice(('t', 's', 't, s', 's, t'))} FROM {join}{self._join_condition()}"

    def _on_parent(self) -> str:
        chance = self._chance
        if "p" not in self._table.parent.split():
            return chance.choice(
                (
                    "DELETE FROM t WHERE a = 1",
                    "DELETE FROM t WHERE a = 3",
                    "DELETE FROM t",
                    "UPDATE t SET a = a + 10 WHERE a = 5",
                )
            )
        return chance.choice(
            (
                "DELETE FROM p WHERE id = 20",
                "DELETE FROM p WHERE id > 30",
                "DELETE FROM p",
                "DELETE IGNORE FROM p",
                "UPDATE p SET id = id + 5 WHERE id = 20",
                "UPDATE p SET id = id + 1000",
                "UPDATE IGNORE p SET id = id + 1000 WHERE id > 20",
                "UPDATE p SET q = q + 50",
                "REPLACE INTO p VALUES (20, 2, 'x')",
                "REPLACE INTO p VALUES (25, 2, 'x'), (99, 99, 'y')",
                "REPLACE INTO p VALUES (30, 4, 'x')",
                "INSERT INTO p VALUES (20, 2, 'x') ON DUPLICATE KEY UPDATE id = 25",
                "DELETE p FROM p JOIN s ON p.id = s.y",
                "DELETE p, t FROM p JOIN t ON p.id = t.b WHERE t.a < 3",
                "UPDATE p JOIN s ON p.id = s.y SET p.id = p.id + 1, s.z = 'z'",
                "DELETE FROM t WHERE b = 20",
                "UPDATE t SET b = 80 WHERE a = 2",
            )
        )
