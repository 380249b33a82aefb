"""The tables of the crossing: an engine, a key and further columns; beside each stands the table that joins need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

ENGINES = ("InnoDB", "MyISAM", "MEMORY", "partitioned")
ROWS = range(1, 5)


@dataclass(frozen=True)
class KeyShape:
    """How a table's rows are known. columns: a, b and c; engines: those that know it; session: set before CREATE."""

    columns: tuple[str, str, str]
    keys: tuple[str, ...] = ()
    engines: tuple[str, ...] = ENGINES
    session: str = ""


_A, _B, _C = "a INT", "b INT", "c VARCHAR(10)"
_UNPARTITIONED = ENGINES[:3]

KEYS: dict[str, KeyShape] = {
    "primary": KeyShape((f"{_A} NOT NULL", _B, _C), ("PRIMARY KEY (a)",)),
    "counted": KeyShape((f"{_A} NOT NULL AUTO_INCREMENT", _B, _C), ("PRIMARY KEY (a)",)),
    "composite": KeyShape((f"{_A} NOT NULL", f"{_B} NOT NULL", _C), ("PRIMARY KEY (b, a)",)),
    "prefix": KeyShape((_A, _B, f"{_C} NOT NULL"), ("PRIMARY KEY (c(2))",), _UNPARTITIONED),
    "unique": KeyShape((f"{_A} NOT NULL", _B, _C), ("UNIQUE KEY ua (a)",)),
    "unique_prefix": KeyShape((_A, _B, f"{_C} NOT NULL"), ("UNIQUE KEY uc (c(2))",), _UNPARTITIONED),
    "several": KeyShape(
        (f"{_A} NOT NULL", f"{_B} NOT NULL", _C), ("UNIQUE KEY uba (b, a)", "UNIQUE KEY ua (a)"), ENGINES
    ),
    "primary_unique": KeyShape(
        (f"{_A} NOT NULL", _B, _C), ("PRIMARY KEY (a)", "UNIQUE KEY ub (b)", "UNIQUE KEY uc (c)"), _UNPARTITIONED
    ),
    "nullable": KeyShape((_A, _B, _C), ("UNIQUE KEY ua (a)",)),
    "none": KeyShape((_A, _B, _C)),
    "generated": KeyShape((_A, _B, _C), (), ("InnoDB",), "SET sql_generate_invisible_primary_key = 1"),
    "functional": KeyShape((_A, _B, _C), ("UNIQUE KEY uf ((a + 1))",), ("InnoDB",)),
    "primary_functional": KeyShape(
        (f"{_A} NOT NULL", _B, _C), ("PRIMARY KEY (a)", "KEY kf ((b + 1))"), ("InnoDB", "partitioned")
    ),
}


@dataclass(frozen=True)
class Payload:
    """Columns behind a, b and c.

    columns: their definitions by name. values: what an INSERT gives them, # for the row's number; only those that take
    values. new: what an UPDATE gives the first of them. unknown: the columns that an engine does not know.
    """

    columns: dict[str, str]
    values: dict[str, str]
    new: str = ""
    keys: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    unknown: tuple[tuple[str, ...], ...] = ()
    triggers: tuple[str, ...] = ()
    session: str = ""
    engines: tuple[str, ...] = ENGINES

    def for_engine(self, engine: str) -> Payload:
        """Without what the engine does not know."""
        left_out = {name for known_by, *names in self.unknown if known_by == engine for name in names}
        columns = {name: text for name, text in self.columns.items() if name not in left_out}
        values = {name: text for name, text in self.values.items() if name not in left_out}
        return replace(self, columns=columns, values=values)


_WITH_BLOBS = ("InnoDB", "MyISAM", "partitioned")

PAYLOADS: dict[str, Payload] = {
    "plain": Payload({}, {}),
    "blobs": Payload(
        {"t1": "TEXT", "l1": "BLOB", "w1": "VARCHAR(300)"},
        {"t1": "'text #'", "l1": "x'0#'", "w1": "'w#'"},
        "CONCAT(t1, ' and more')",
        engines=_WITH_BLOBS,
    ),
    "documents": Payload(
        {"j": "JSON", "g": "GEOMETRY", "v": "VECTOR(2)", "t1": "TEXT"},
        {"j": '\'{"k": #, "t": "some longer text"}\'', "g": "POINT(#, 1)", "v": "TO_VECTOR('[#, 1]')", "t1": "'t#'"},
        "JSON_SET(j, '$.k', 99)",
        unknown=(("partitioned", "g"),),
        engines=_WITH_BLOBS,
    ),
    "computed": Payload(
        {
            "v1": "INT AS (b + 1) VIRTUAL",
            "s1": "INT AS (b * 2) STORED",
            "vt": "TEXT AS (CONCAT(c, 'x')) VIRTUAL",
            "st": "TEXT AS (CONCAT(c, 'y')) STORED",
            "p1": "INT",
        },
        {"p1": "#"},
        "v1 + 5",
        engines=_WITH_BLOBS,
    ),
    "computed_keys": Payload(
        {"v1": "INT AS (b + 1) VIRTUAL", "s1": "INT AS (b * 2) STORED", "t1": "TEXT"},
        {"t1": "'t#'"},
        "'fresh'",
        keys=("KEY kv (v1)", "KEY ks (s1)"),
        engines=("InnoDB", "partitioned"),
    ),
    "unseen": Payload(
        {"i1": "INT INVISIBLE", "i2": "INT NOT NULL DEFAULT 5 INVISIBLE", "t1": "TEXT INVISIBLE", "p1": "INT"},
        {"p1": "#"},
        "p1 + 1",
        hidden=("i1", "i2", "t1"),
        unknown=(("MEMORY", "t1"),),
    ),
    "defaults": Payload(
        {
            "d1": "INT DEFAULT 7",
            "d2": "TIMESTAMP DEFAULT CURRENT_TIMESTAMP",
            "d3": "DATETIME DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP",
            "d4": "INT DEFAULT (1 + 1)",
            "d5": "VARCHAR(20) DEFAULT (CONCAT('e', 1))",
            "d6": "TEXT DEFAULT ('t')",
        },
        {
            "d1": "#",
            "d2": "'2020-01-0# 00:00:00'",
            "d3": "'2021-01-0# 00:00:00'",
            "d4": "#0",
            "d5": "'d#'",
            "d6": "'x#'",
        },
        "d1 + 1",
        unknown=(("MEMORY", "d4", "d5", "d6"),),
    ),
    "required": Payload(
        {"m1": "INT NOT NULL", "m2": "VARCHAR(5) NOT NULL", "m3": "DATE NOT NULL"},
        {"m1": "#", "m2": "'m#'", "m3": "'2020-01-0#'"},
        "m1 + 1",
        session="SET sql_mode = ''",
    ),
    "counter": Payload({"n1": "INT NOT NULL AUTO_INCREMENT", "p1": "INT"}, {"n1": "#"}, "n1 + 20", ("KEY kn (n1)",)),
    "set_by_triggers": Payload(
        {"e1": "INT", "e2": "INT", "p1": "INT", "t1": "TEXT"},
        {"p1": "#", "t1": "'t#'"},
        "p1 + 1",
        unknown=(("MEMORY", "t1"),),
        triggers=(
            "CREATE TRIGGER bi BEFORE INSERT ON t FOR EACH ROW SET NEW.e1 = NEW.b + 1",
            "CREATE TRIGGER bu BEFORE UPDATE ON t FOR EACH ROW SET NEW.e2 = COALESCE(NEW.e2, 0) + 1",
        ),
    ),
    "seen_by_triggers": Payload(
        {"e1": "INT", "p1": "INT", "t1": "TEXT"},
        {"p1": "#", "t1": "'t#'"},
        "p1 + 1",
        unknown=(("MEMORY", "t1"),),
        triggers=(
            "CREATE TRIGGER bi BEFORE INSERT ON t FOR EACH ROW SET @seen = NEW.p1",
            "CREATE TRIGGER ai AFTER INSERT ON t FOR EACH ROW INSERT INTO h (k) VALUES (NEW.a)",
            "CREATE TRIGGER bu BEFORE UPDATE ON t FOR EACH ROW SET @seen = OLD.e1",
            "CREATE TRIGGER au AFTER UPDATE ON t FOR EACH ROW INSERT INTO h SET k = NEW.b, m = OLD.c",
            "CREATE TRIGGER bd BEFORE DELETE ON t FOR EACH ROW SET @seen = OLD.p1",
            "CREATE TRIGGER ad AFTER DELETE ON t FOR EACH ROW INSERT INTO h VALUES (OLD.a, OLD.c, 'x')",
        ),
    ),
    "wide": Payload(
        {**{f"x{i}": "INT" for i in range(1, 8)}, "t1": "TEXT", "d2": "INT DEFAULT (3)", "t2": "TINYTEXT"},
        {"x1": "#", "x7": "#7", "t1": "'t#'"},
        "x1 + 1",
        engines=_WITH_BLOBS,
    ),
}


# a table counts by one column only
_CLASHES = {("counted", "counter"), ("generated", "counter")}


@dataclass(frozen=True)
class Shape:
    """One table. parent: it has a foreign key on p, with these actions."""

    engine: str
    key: str
    payload_name: str
    parent: str = ""

    @property
    def name(self) -> str:
        return "-".join(filter(None, (self.engine, self.key, self.payload_name, self.parent.replace(" ", "_").lower())))

    @property
    def payload(self) -> Payload:
        return PAYLOADS[self.payload_name].for_engine(self.engine)

    @property
    def visible(self) -> list[str]:
        """The columns that an INSERT without a list gives values to."""
        return ["a", "b", "c", *(name for name in self.payload.columns if name not in self.payload.hidden)]

    def cells(self, number: int, columns: list[str]) -> str:
        """The values of a row; DEFAULT where the column takes none."""
        values = {"a": "#", "b": "#0", "c": "'" + "_abcdefghijk"[number] * 2 + "'", **self.payload.values}
        return ", ".join(values.get(column, "DEFAULT") for column in columns).replace("#", str(number))

    def setup(self) -> list[str]:
        """The statements that make the tables."""
        key, payload = KEYS[self.key], self.payload
        parts = [*key.columns, *(f"{name} {text}" for name, text in payload.columns.items()), *key.keys, *payload.keys]
        if self.parent:
            actions = f"ON DELETE {self.parent} ON UPDATE {self.parent}"
            parts.append(f"CONSTRAINT fk FOREIGN KEY (b) REFERENCES p (id) {actions}")
        engine = "InnoDB" if self.engine == "partitioned" else self.engine
        partitions = " PARTITION BY HASH (a) PARTITIONS 2" if self.engine == "partitioned" else ""
        further = "" if engine == "MEMORY" else ", w TEXT"
        statements = [f"CREATE TABLE s (x INT PRIMARY KEY, y INT, z VARCHAR(10){further}) ENGINE={engine}"]
        if self.parent:
            statements.append("CREATE TABLE p (id INT PRIMARY KEY, q INT, w TEXT, UNIQUE KEY uq (q))")
        if payload.triggers:
            statements.append(f"CREATE TABLE h (k INT, m VARCHAR(10), o VARCHAR(5) DEFAULT 'o') ENGINE={engine}")
        statements.append(key.session)
        statements.append(f"CREATE TABLE t ({', '.join(parts)}) ENGINE={engine}{partitions}")
        return [*filter(None, statements), *payload.triggers, *filter(None, [payload.session])]

    def refill(self, *, holes: bool) -> list[str]:
        """The statements that give the tables their rows again. holes: where rows were deleted new ones stand."""
        tables = ["t", "s", *(["h"] if self.payload.triggers else []), *(["p"] if self.parent else [])]
        given = ["a", "b", "c", *self.payload.values]
        rows = ", ".join(f"({self.cells(number, given)})" for number in ROWS)
        statements = [f"TRUNCATE {table}" for table in tables]
        statements.append("INSERT INTO s (x, y, z) VALUES (7, 70, 's7'), (1, 100, 's1'), (2, 20, 's2'), (9, 90, 's9')")
        if self.parent:
            statements.append(f"INSERT INTO p VALUES {', '.join(f'({n}0, {n}, {n})' for n in range(1, 11))}")
        statements.append(f"INSERT INTO t ({', '.join(given)}) VALUES {rows}")
        if holes:
            late = ", ".join(f"({self.cells(number, given)})" for number in (5, 6, 7))
            statements += ["DELETE FROM t WHERE a = 3", "DELETE FROM t WHERE a = 1"]
            statements.append(f"INSERT INTO t ({', '.join(given)}) VALUES {late}")
        if self.payload.triggers:
            statements.append("TRUNCATE h")
        return statements


def shapes() -> Iterator[Shape]:
    """All tables."""
    for engine in ENGINES:
        for key, key_shape in KEYS.items():
            for name, payload in PAYLOADS.items():
                if (key, name) in _CLASHES:
                    continue
                if engine in key_shape.engines and engine in payload.engines:
                    yield Shape(engine, key, name)
    for key in KEYS:
        for name in PAYLOADS:
            if "InnoDB" in KEYS[key].engines and (key, name) not in _CLASHES:
                actions = ["CASCADE"]
                # a stored column may not depend on what a foreign key sets, nor a key part that is NOT NULL be set NULL
                if key not in ("composite", "several"):
                    actions.append("SET NULL")
                if not name.startswith("computed"):
                    yield from (Shape("InnoDB", key, name, action) for action in actions)
