"""Tables drawn from a seed: engine, partitions, columns of all kinds, keys, triggers and foreign keys by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tests.golden.images.drawn.columns import ALL, KINDS, Kind

_ACTIONS = ("CASCADE", "SET NULL", "CASCADE", "RESTRICT")


@dataclass
class Column:
    """One column of a drawn table. given: an INSERT may give it a value."""

    name: str
    kind: Kind
    attributes: str = ""
    given: bool = True
    nullable: bool = True
    visible: bool = True

    @property
    def text(self) -> str:
        return f"{self.name} {self.kind.declared}{self.attributes}"

    def value(self, number: int) -> str:
        return self.kind.value.replace("#", str(number))

    def change(self, chance: Random) -> str:
        text = chance.choice(self.kind.changes)
        return text.replace("@", self.name).replace("#", str(chance.randint(1, 9)))


@dataclass
class DrawnTable:
    """Table t of a number, s to join, h for its triggers to write and, where it is drawn so, p, g and foreign keys."""

    seed: int
    number: int
    chance: Random = field(init=False)
    engine: str = field(init=False)
    columns: list[Column] = field(init=False)
    keys: list[str] = field(init=False)
    partitions: str = ""
    parent: str = ""
    triggers: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.chance = Random(f"{self.seed}.{self.number}")
        self.engine = self.chance.choice(("InnoDB", "InnoDB", *ALL, "partitioned"))
        self.parent = self._drawn_parent() if self.engine == "InnoDB" and self.chance.random() < 0.35 else ""
        self._draw_columns()
        self._draw_keys()
        self.triggers = list(self._drawn_triggers()) if self.chance.random() < 0.3 else []
        self.generated_key = self.chance.random() < 0.4

    @property
    def name(self) -> str:
        return f"{self.number} {self.engine}"

    def _drawn_parent(self) -> str:
        return self.chance.choice(("p", "p", "p g", "p g", "self", "p self"))

    def _draw_columns(self) -> None:
        chance, kinds = self.chance, [kind for kind in KINDS if self.engine in kind.engines]
        first = Column("a", KINDS[0], nullable=chance.random() < 0.4)
        if not first.nullable:
            first.attributes = " NOT NULL"
        if chance.random() < 0.2:
            first.attributes, first.nullable = " NOT NULL AUTO_INCREMENT", False
        found = [first]
        if self.parent:
            found.append(Column("b", KINDS[0]))
        for place in range(chance.randint(1, 9)):
            found.append(self._drawn_column(f"c{place}", chance.choice(kinds)))
        ordinary = [column for column in found if column.name != "b" and "AUTO" not in column.attributes]
        for place in range(chance.choice((0, 0, 1, 2)) if ordinary and self.engine != "MEMORY" else 0):
            base = chance.choice(ordinary)
            stored = "VIRTUAL" if chance.random() < 0.6 or self.parent else "STORED"
            kind = Kind("VARCHAR(60)", "DEFAULT", ("DEFAULT",), "@(9)")
            read = base.kind.expression.replace("@", base.name)
            text = f"HEX({read})" if base.kind.keyed == "" and base.kind.declared != "JSON" else f"CONCAT('g', {read})"
            found.append(Column(f"g{place}", kind, f" AS ({text}) {stored}", given=False))
        if chance.random() < 0.3:
            chance.shuffle(found)
        self.columns = found

    def _drawn_column(self, name: str, kind: Kind) -> Column:
        chance, column = self.chance, Column(name, kind)
        draw = chance.random()
        if draw < 0.25:
            column.attributes, column.nullable = " NOT NULL", False
        elif draw < 0.4 and kind.literal_default and "(" not in kind.value and "%" not in kind.value:
            column.attributes = f" DEFAULT {kind.value.replace('#', '8')}"
        elif draw < 0.5 and self.engine != "MEMORY":
            column.attributes = f" DEFAULT ({kind.value.replace('#', '7')})"
        elif draw < 0.6 and kind.declared in ("DATETIME", "TIMESTAMP NULL"):
            column.attributes = chance.choice(
                (" DEFAULT CURRENT_TIMESTAMP", " DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP")
            )
        if chance.random() < 0.1:
            column.attributes += " INVISIBLE"
            column.visible = False
        return column

    def _draw_keys(self) -> None:
        chance, keys = self.chance, list[str]()
        by_name = {column.name: column for column in self.columns}
        counted = "AUTO_INCREMENT" in by_name["a"].attributes
        partitioned = self._draw_partitions() if self.engine == "partitioned" else []
        usable = [column for column in self.columns if column.kind.keyed]

        def parts(names: list[str], *, whole: bool) -> str:
            found = []
            for name in dict.fromkeys([*names, *partitioned] if whole else names):
                column = by_name[name]
                text = column.kind.keyed.replace("@", name)
                if text == name and column.kind.declared == "VARCHAR(10)" and chance.random() < 0.3:
                    text = name if name in partitioned else f"{name}(2)"
                found.append(text + (" DESC" if chance.random() < 0.15 and self.engine in ("InnoDB",) else ""))
            return ", ".join(found)

        required = [column.name for column in usable if not column.nullable and column.given]
        draw = chance.random()
        if counted or (draw < 0.55 and not by_name["a"].nullable):
            names = ["a", *chance.sample(required, min(len(required), chance.choice((0, 0, 1))))]
            if not counted and chance.random() < 0.3:
                names.reverse()
            keys.append(f"PRIMARY KEY ({parts(names, whole=True)})")
        elif draw < 0.7 and required:
            keys.append(f"PRIMARY KEY ({parts(chance.sample(required, 1), whole=True)})")
        given = [column.name for column in usable if column.given or "STORED" in column.attributes]
        for place in range(chance.choice((0, 0, 1, 1, 2))):
            names = chance.sample(given, min(len(given), chance.choice((1, 1, 2))))
            keys.append(f"UNIQUE KEY u{place} ({parts(names, whole=True)})")
        for place in range(chance.choice((0, 0, 0, 1, 2))):
            names = chance.sample(given, min(len(given), chance.choice((1, 1, 2))))
            using = " USING BTREE" if self.engine == "MEMORY" and chance.random() < 0.4 else ""
            keys.append(f"KEY k{place} ({parts(names, whole=False)}){using}")
        if self.engine == "InnoDB" and chance.random() < 0.1:
            keys.append(chance.choice(("KEY f0 ((a + 1))", "UNIQUE KEY f0 ((a * 2))")))
        documents = [column.name for column in self.columns if column.kind.declared == "JSON"]
        if documents and self.engine == "InnoDB" and chance.random() < 0.3:
            keys.append(f"KEY m0 ((CAST({documents[0]}->'$.l' AS UNSIGNED ARRAY)))")
        if "p" in self.parent.split():
            on_delete, on_update = chance.choice(_ACTIONS), chance.choice(_ACTIONS)
            keys.append(f"CONSTRAINT f1 FOREIGN KEY (b) REFERENCES p (id) ON DELETE {on_delete} ON UPDATE {on_update}")
        if "self" in self.parent.split():
            keys = [key for key in keys if not key.startswith("PRIMARY")]
            by_name["a"].attributes, by_name["a"].nullable = " NOT NULL", False
            keys.insert(0, "PRIMARY KEY (a)")
            refers = "b" if self.parent == "self" else ""
            if refers:
                keys.append(
                    f"CONSTRAINT f2 FOREIGN KEY ({refers}) REFERENCES t (a) ON DELETE {chance.choice(_ACTIONS)}"
                )
        self.keys = keys

    def _draw_partitions(self) -> list[str]:
        chance = self.chance
        column = chance.choice([column for column in self.columns if column.kind.partitions and column.given])
        way = chance.choice(column.kind.partitions.split())
        name, other = column.name, "KEY" if chance.random() < 0.3 else "HASH"
        if way == "hash":
            linear = chance.choice(("", "LINEAR "))
            self.partitions = f" PARTITION BY {linear}HASH ({name}) PARTITIONS {chance.randint(2, 5)}"
        elif way == "key":
            self.partitions = (
                f" PARTITION BY {chance.choice(('', 'LINEAR '))}KEY ({name}) PARTITIONS {chance.randint(2, 4)}"
            )
        elif way == "range":
            below = f"SUBPARTITION BY {other} ({name}) SUBPARTITIONS 2 " if chance.random() < 0.3 else ""
            self.partitions = (
                f" PARTITION BY RANGE ({name}) {below}(PARTITION p0 VALUES LESS THAN (3),"
                " PARTITION p1 VALUES LESS THAN (30), PARTITION p2 VALUES LESS THAN MAXVALUE)"
            )
        elif way == "list":
            lists = [range(0, 25, 3), range(1, 25, 3), range(2, 25, 3)]
            chance.shuffle(lists)
            shown = (f"PARTITION p{i} VALUES IN ({', '.join(map(str, one))})" for i, one in enumerate(lists))
            self.partitions = f" PARTITION BY LIST ({name}) ({', '.join(shown)})"
        else:
            self.partitions = (
                f" PARTITION BY RANGE COLUMNS ({name}) (PARTITION p0 VALUES LESS THAN ({column.value(3)}),"
                " PARTITION p1 VALUES LESS THAN (MAXVALUE))"
            )
        return [name]

    def _drawn_triggers(self) -> Iterator[str]:
        chance = self.chance
        settable = [column for column in self.columns if column.given and column.name not in ("a", "b")]
        for time in ("BEFORE", "AFTER"):
            for event in ("INSERT", "UPDATE", "DELETE"):
                if chance.random() < 0.5:
                    continue
                row = "OLD" if event == "DELETE" else "NEW"
                bodies = [
                    f"INSERT INTO h (k) VALUES ({row}.a)",
                    f"SET @seen = {row}.{chance.choice(self.columns).name}",
                ]
                if time == "BEFORE" and event != "DELETE" and settable:
                    column = chance.choice(settable)
                    bodies = [f"SET NEW.{column.name} = {column.value(chance.randint(1, 9))}"] * 2 + bodies
                yield f"CREATE TRIGGER {time[0]}{event[0]} {time} {event} ON t FOR EACH ROW {chance.choice(bodies)}"

    def setup(self) -> list[str]:
        """The statements that make the tables."""
        engine = "InnoDB" if self.engine == "partitioned" else self.engine
        further = "" if engine == "MEMORY" else ", w TEXT"
        found = [
            f"CREATE TABLE s (x INT PRIMARY KEY, y INT, z VARCHAR(10){further}) ENGINE={engine}",
            "CREATE TABLE h (n INT NOT NULL AUTO_INCREMENT PRIMARY KEY, k INT, o VARCHAR(5) DEFAULT 'o')"
            f" ENGINE={engine}",
        ]
        if "p" in self.parent.split():
            found.append("CREATE TABLE p (id INT PRIMARY KEY, q INT, w TEXT, UNIQUE KEY uq (q))")
        parts = [*(column.text for column in self.columns), *self.keys]
        found.append(f"SET sql_generate_invisible_primary_key = {int(self.generated_key and self.engine == 'InnoDB')}")
        found.append(f"CREATE TABLE t ({', '.join(parts)}) ENGINE={engine}{self.partitions}")
        if "g" in self.parent.split():
            found.append("ALTER TABLE t ADD UNIQUE KEY ub (b)")
            actions = " ".join(f"ON {event} {self.chance.choice(_ACTIONS)}" for event in ("DELETE", "UPDATE"))
            found.append(
                "CREATE TABLE g (n INT PRIMARY KEY, m INT, w TEXT,"
                f" CONSTRAINT f3 FOREIGN KEY (m) REFERENCES t (b) {actions})"
            )
        return [*found, *self.triggers]

    def row(self, number: int, names: list[str]) -> str:
        by_name = {column.name: column for column in self.columns}
        cells = (
            (str(number * 10) if name == "b" else str(number) if name == "a" else by_name[name].value(number))
            for name in names
        )
        return f"({', '.join(cells)})"

    def refill(self, *, holes: bool) -> list[str]:
        """The statements that give the tables their rows again. holes: where rows were deleted new ones stand."""
        given = [column.name for column in self.columns if column.given]
        tables = ["s", "h", *(name for name in self.parent.split() if name != "self"), "t"]
        found = [f"TRUNCATE {name}" for name in tables]
        found.append("INSERT INTO s (x, y, z) VALUES (7, 70, 's7'), (1, 10, 's1'), (2, 20, 's2'), (9, 90, 's9')")
        if "p" in self.parent.split():
            found.append("INSERT INTO p VALUES " + ", ".join(f"({n}0, {n}, {n})" for n in range(1, 10)))
        listed = ", ".join(given)
        found += [f"INSERT IGNORE INTO t ({listed}) VALUES {self.row(number, given)}" for number in range(1, 6)]
        if self.parent == "self":
            found.append("UPDATE IGNORE t SET b = IF(a = 1, NULL, a - 1)")
        if "g" in self.parent.split():
            found.append("INSERT IGNORE INTO g VALUES " + ", ".join(f"({n}, {n}0, 'g')" for n in range(1, 6)))
        if holes:
            found += ["DELETE FROM t WHERE a = 4", "DELETE FROM t WHERE a = 2"]
            found += [f"INSERT IGNORE INTO t ({listed}) VALUES {self.row(number, given)}" for number in (6, 7, 8)]
        return [*found, "TRUNCATE h"]
