"""Tables whose columns, defaults, keys, checks and partitions are of any types and expressions, and what is asked.

Where `typed` draws expressions that are odd, these are such as a server takes: functions that it has, of as many
arguments, plain values; so that they are computed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from binwriter.sql.types.functions import RECORDS
from binwriter.sql.types.record import MANY
from tests.reliability.hostile.typed import TYPES

# what waits, or reads files of the machine
_LEFT_OUT = frozenset(["SLEEP", "GET_LOCK", "BENCHMARK", "LOAD_FILE", "MASTER_POS_WAIT", "SOURCE_POS_WAIT"])
_WAITS = "WAIT_"
_LITERALS = (
    *("NULL", "0", "1", "-1", "3.7", "1e30", "'a'", "''", "'1'", "'a,b'", "'[1, 2]'", "'{\"a\": 1}'", "'2020-01-02'"),
    *("'2020-01-02 03:04:05.678'", "'10:11:12'", "20200102", "x'FF'", "b'101'", "18446744073709551615"),
    *("-9223372036854775808", "'ä'", "_latin1 x'E4'", "DATE '2020-02-02'"),
)
_VALUES = (
    *_LITERALS,
    *("ST_GEOMFROMTEXT('POINT(1 2)')", "TO_VECTOR('[1,2,3]')", "CAST('[1,\"x\",null]' AS JSON)", "NOW()", "CURDATE()"),
    *("TRUE", "REPEAT('a', 300)", "@u"),
)
_OPERATORS = (
    *("+", "-", "*", "/", "%", "DIV", "=", "<=>", "<>", "<", "LIKE", "AND", "OR", "XOR", "&", "|", "^", "<<", "REGEXP"),
)
_TARGETS = (
    *("SIGNED", "UNSIGNED", "CHAR(5)", "BINARY(3)", "DATE", "TIME(2)", "DATETIME", "DECIMAL(5,2)", "JSON", "DOUBLE"),
    *("YEAR", "CHAR CHARACTER SET latin1", "UNSIGNED ARRAY"),
)
_UNITS = ("DAY", "MONTH", "SECOND", "DAY_SECOND", "YEAR_MONTH")
_COLLATIONS = ("utf8mb4_bin", "latin1_bin", "utf8mb4_0900_ai_ci", "binary")
_AGGREGATES = ("SUM", "MIN", "MAX", "AVG", "GROUP_CONCAT", "COUNT", "JSON_ARRAYAGG", "STD", "BIT_XOR", "ANY_VALUE")
_ENGINES = ("InnoDB", "InnoDB", "MyISAM", "MEMORY")
_MOST_DEEP = 2


_FUNCTIONS = tuple(
    record for record in RECORDS if record.name not in _LEFT_OUT and _WAITS not in record.name and not record.internal
)


class Drawn:
    """A table r and what is asked of it."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._columns = [f"c{place}" for place in range(self._chance.randint(1, 4))]

    def statements(self) -> Iterator[str]:
        """In their order."""
        yield "DROP TABLE IF EXISTS r"
        yield self._table()
        # where that is refused, what comes next has a table all the same
        plain = ", ".join(f"{name} {self._type()}" for name in self._columns)
        yield f"CREATE TABLE IF NOT EXISTS r ({plain})"
        for _ in range(self._chance.randint(1, 4)):
            rows = ", ".join(f"({self._row()})" for _ in range(self._chance.randint(1, 3)))
            yield f"INSERT {self._pick('', 'IGNORE ')}INTO r ({', '.join(self._columns)}) VALUES {rows}"
        for _ in range(self._chance.randint(2, 6)):
            yield self._chance.choice(_STATEMENTS)(self)

    # --- parts

    def _pick(self, *texts: str) -> str:
        return self._chance.choice(texts)

    def _type(self) -> str:
        return self._chance.choice([*TYPES.values()])

    def _maybe(self, share: float, text: Callable[[], str]) -> str:
        return text() if self._chance.random() < share else ""

    def _column(self) -> str:
        return self._chance.choice(self._columns)

    def _any(self, columns: Sequence[str]) -> str:
        return self._chance.choice(columns) if columns and self._chance.random() < 0.6 else self._chance.choice(_VALUES)

    def _row(self) -> str:
        values = (self._pick(*_VALUES, "DEFAULT") if self._chance.random() < 0.8 else self._of() for _ in self._columns)
        return ", ".join(values)

    def _of(self, columns: Sequence[str] = (), depth: int = 1) -> str:
        """An expression."""
        if depth > _MOST_DEEP or self._chance.random() < 0.35:
            return self._any(columns)
        return self._chance.choice(_EXPRESSIONS)(self, lambda: self._of(columns, depth + 1))

    def _here(self) -> str:
        return self._of(self._columns, 0)

    def _call(self, part: Callable[[], str]) -> str:
        function = self._chance.choice(_FUNCTIONS)
        counts = function.args if function.args is not None else (1, 3)
        least, most = counts if isinstance(counts, tuple) else (counts, counts)
        count = self._chance.randint(least, least + 2 if most == MANY else min(most, least + 2))
        return f"{function.name}({', '.join(part() for _ in range(count))})"

    # --- a table

    def _table(self) -> str:
        parts = [f"{column} {self._type()}{self._attribute()}" for column in self._columns]
        parts += filter(
            None,
            (
                self._maybe(0.3, lambda: f"g {self._type()} AS ({self._here()}) {self._pick('', 'STORED')}"),
                self._maybe(0.2, lambda: f"CHECK ({self._here()})"),
                self._maybe(
                    0.4, lambda: f"{self._pick(*_KEYS)} ({self._column()}{self._pick('', '', '(3)', ' DESC')})"
                ),
                self._maybe(0.3, lambda: f"KEY (({self._here()}))"),
                self._maybe(0.15, lambda: f"KEY ((CAST({self._here()} AS {self._pick(*_ELEMENTS)} ARRAY)))"),
            ),
        )
        return (
            f"CREATE TABLE r ({', '.join(parts)}) ENGINE={self._pick(*_ENGINES)}{self._maybe(0.25, self._partitions)}"
        )

    def _attribute(self) -> str:
        texts = ("", " NOT NULL", " UNIQUE", f" DEFAULT ({self._of()})", f" DEFAULT {self._pick(*_LITERALS)}")
        return self._maybe(0.5, lambda: self._pick(*texts))

    def _partitions(self) -> str:
        literal, kind = self._pick(*_LITERALS), self._pick("HASH", "KEY", "LINEAR HASH")
        lists = f"PARTITION p0 VALUES IN ({literal}, NULL), PARTITION p1 VALUES IN (7)"
        ranges = f"PARTITION p0 VALUES LESS THAN ({literal}), PARTITION p1 VALUES LESS THAN MAXVALUE"
        return self._pick(
            f" PARTITION BY {kind} ({self._pick(self._column(), self._here())}) PARTITIONS 3",
            f" PARTITION BY RANGE ({self._here()}) ({ranges})",
            f" PARTITION BY LIST COLUMNS ({self._column()}) ({lists})",
        )

    # --- statements

    def _select(self) -> str:
        column = self._column()
        rest = self._pick(
            *("", f"WHERE {self._here()}", f"GROUP BY {self._here()}", f"ORDER BY {self._here()}"),
            *(f"GROUP BY {column} WITH ROLLUP", f"GROUP BY {column} HAVING {self._here()}"),
        )
        return f"SELECT {self._here()}, {self._here()} FROM r {rest}"

    def _update(self) -> str:
        column = self._column()
        rest = self._pick("", f"WHERE {self._here()}", f"ORDER BY {column} LIMIT 1")
        value = self._of([*self._columns, f"DEFAULT({column})"], 0)
        return f"UPDATE {self._pick('', 'IGNORE ')}r SET {column} = {value} {rest}"

    def _upsert(self) -> str:
        column = self._column()
        given = self._pick(f"SELECT {self._here()} FROM r", f"VALUES ({self._of()})")
        return f"INSERT INTO r ({column}) {given} ON DUPLICATE KEY UPDATE {column} = {self._here()}"

    def _alter(self) -> str:
        column, type_, here = self._column(), self._type(), self._here()
        change = self._pick(
            *(
                f"MODIFY {column} {type_}{self._pick('', ' NOT NULL')}",
                f"ADD x {type_} AS ({here})",
                f"ADD KEY (({here}))",
            ),
            *(f"ADD x {type_} DEFAULT ({here})", f"CHANGE {column} {column} {type_} FIRST", f"ADD CHECK ({here})"),
        )
        return f"ALTER TABLE r {change}"

    def _window(self) -> str:
        column = self._column()
        over = self._pick("", f"PARTITION BY {column}", f"ORDER BY {column}")
        return f"SELECT {self._pick(*_AGGREGATES)}({self._here()}) OVER ({over}) FROM r"


_KEYS = ("KEY", "UNIQUE KEY", "PRIMARY KEY", "FULLTEXT KEY", "SPATIAL KEY")
_ELEMENTS = ("UNSIGNED", "CHAR(5)", "DATE", "DECIMAL(5,2)")
_Part = Callable[[], str]
_EXPRESSIONS: tuple[Callable[[Drawn, _Part], str], ...] = (
    *(Drawn._call,) * 4,
    lambda drawn, part: f"({part()} {drawn._pick(*_OPERATORS)} {part()})",
    lambda drawn, part: f"({part()} {drawn._pick(*_OPERATORS)} {part()})",
    lambda drawn, part: f"CASE WHEN {part()} THEN {part()} ELSE {part()} END",
    lambda drawn, part: f"CAST({part()} AS {drawn._pick(*_TARGETS)})",
    lambda drawn, part: f"({part()} IS NULL)",
    lambda drawn, part: f"({part()} IN ({part()}, {part()}))",
    lambda drawn, part: f"({part()} BETWEEN {part()} AND {part()})",
    lambda drawn, part: f"({part()} + INTERVAL {part()} {drawn._pick(*_UNITS)})",
    lambda drawn, part: f"({part()} COLLATE {drawn._pick(*_COLLATIONS)})",
)
_STATEMENTS: tuple[Callable[[Drawn], str], ...] = (
    *(Drawn._select,) * 5,
    *(Drawn._update,) * 3,
    *(Drawn._alter,) * 4,
    Drawn._upsert,
    Drawn._window,
    lambda drawn: f"DELETE FROM r WHERE {drawn._here()} LIMIT 1",
    lambda drawn: f"CREATE OR REPLACE VIEW r_v AS SELECT {drawn._here()} x, {drawn._here()} y FROM r",
    lambda drawn: "SELECT * FROM r_v",
    lambda drawn: f"SET @u = {drawn._of()}",
    lambda drawn: f"CREATE TEMPORARY TABLE r_s AS SELECT {drawn._here()} x FROM r",
    lambda drawn: "DROP TEMPORARY TABLE IF EXISTS r_s",
    lambda drawn: f"SELECT * FROM r a JOIN r b ON {drawn._of(['a.c0', 'b.c0'], 0)}",
    lambda drawn: f"REPLACE INTO r ({drawn._column()}) VALUES ({drawn._of()})",
    lambda drawn: f"DO {drawn._of()}",
)


def all_tables(chance: random.Random) -> Iterator[str]:
    """An endless stream."""
    while True:
        yield from Drawn(chance).statements()
