"""Stored programs of chance: blocks, loops, cursors, handlers and dynamic SQL around statements of the other hunts,
called, fired and prepared with odd values. All loops count one variable up, so that they end."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from tests.reliability.hostile import grammars, mutation, typed
from tests.reliability.hostile.values import NAMES, VALUES, lines_of

_SLOT = re.compile(r"\{(\w+)\}")
_TYPES = (
    *("INT", "TEXT", "DECIMAL(65,30)", "BLOB", "JSON", "DATETIME(6)", "TINYINT UNSIGNED", "VARCHAR(3)", "BIT(64)"),
    *("ENUM('a','b')", "GEOMETRY", "YEAR", "DOUBLE", "VECTOR(2)", "CHAR(0)"),
)
_CONDITIONS = (
    *("SQLEXCEPTION", "SQLWARNING", "NOT FOUND", "1062", "SQLSTATE '23000'", "odd", "0", "SQLSTATE '00000'"),
    "SQLSTATE 'x'",
)
_PLACES = (
    *("x", "y", "z", "x + 1", "CONCAT(x, x)", "NEW.a", "OLD.b", "@x", "ROW_COUNT()", "LAST_INSERT_ID()", "f1(x)"),
    "JSON_ARRAY(x, y)",
)
_CURSORS = ("SELECT a, b FROM t", "SELECT x", "SELECT {v}, y FROM n", "SELECT a FROM nosuch")
_SHOWN = (
    *("SHOW CREATE PROCEDURE made1", "SHOW PROCEDURE CODE made1", "SELECT * FROM information_schema.routines"),
    *("SHOW TRIGGERS", "ROLLBACK", "SHOW WARNINGS", "SHOW EVENTS"),
)
_FIRES = {
    "INSERT": "REPLACE INTO {n} (a, b) VALUES (1, {v}), (7, NULL)",
    "UPDATE": "UPDATE {n} SET b = a",
    "DELETE": "DELETE FROM {n}",
}


class _Program:
    """One body; its names are few, so that they meet."""

    def __init__(self, chance: random.Random, pool: tuple[str, ...]) -> None:
        self._chance, self._pool = chance, pool
        lines = lines_of("programs.txt")
        self._holding = tuple(line[1:] for line in lines if line.startswith("+"))
        self._simple = tuple(line for line in lines if not line.startswith("+"))

    def filled(self, template: str, depth: int) -> str:
        """The template with something in each of its slots."""
        choice = self._chance.choice
        slots: dict[str, Callable[[], str]] = {
            "v": self._value,
            "s": lambda: "".join(f"{self.statement(depth - 1)}; " for _ in range(choice((1, 1, 2, 3, 4)))),
            "o": lambda: self.statement(depth - 1),
            "t": lambda: choice(_TYPES),
            "n": lambda: choice("tnu"),
            "c": lambda: ", ".join(self._chance.sample(_CONDITIONS, choice((1, 1, 2)))),
            "g": lambda: choice(self._pool),
            "m": lambda: mutation.mutated(choice(self._pool), self._pool, self._chance),
            "q": lambda: grammars.quoted(choice(self._pool)),
            "k": lambda: choice(("3", "50", "400")),
            "block": lambda: self.block(depth),
        }
        return _SLOT.sub(lambda slot: slots[slot[1]]() if slot[1] in slots else slot[0], template)

    def _value(self) -> str:
        match self._chance.randrange(6):
            case 0 | 1:
                return self._chance.choice(VALUES)
            case 2 | 3:
                return self._chance.choice(_PLACES)
            case 4:
                return grammars.call(self._chance)
            case _:
                return typed.expression(self._chance, 1)

    def statement(self, depth: int) -> str:
        if depth > 0 and self._chance.random() < 0.5:
            return self.filled(self._chance.choice(self._holding), depth)
        return self.filled(self._chance.choice(self._simple), depth)

    def block(self, depth: int) -> str:
        choice = self._chance.choice
        declared = [f"DECLARE {choice(('x', 'y', 'z', 'x, y'))} {{t}}{choice(('', ' DEFAULT {v}'))}"] * choice(
            (0, 1, 2)
        )
        if self._chance.random() < 0.2:
            declared.append("DECLARE odd CONDITION FOR " + choice(("1146", "SQLSTATE '45000'")))
        if self._chance.random() < 0.4:
            declared.append("DECLARE c CURSOR FOR " + choice(_CURSORS))
        kind = choice(("CONTINUE", "EXIT", "EXIT", "UNDO"))
        declared += [f"DECLARE {kind} HANDLER FOR {{c}} {{o}}"] * choice((0, 0, 1, 2))
        if self._chance.random() < 0.05:
            self._chance.shuffle(declared)
        return self.filled(f"{choice(('', '', 'l: '))}BEGIN {''.join(one + '; ' for one in declared)}{{s}}END", depth)


def of_programs(chance: random.Random) -> Iterator[str]:
    """An endless stream: definitions, and what makes them run."""
    clusters = (text for some in mutation.cluster_statements() for text in some)
    pool = tuple(text for text in (*mutation.golden_statements(), *clusters) if len(text) < 300)
    while True:
        program, number = _Program(chance, pool), chance.randrange(3)
        body = program.block(chance.choice((2, 3, 3, 4))) if chance.random() < 0.8 else program.statement(4)
        if chance.random() < 0.1:
            body = mutation.mutated(body, pool, chance)
        yield "SET @n = 0, max_sp_recursion_depth = 3"
        yield from _used(program, body, number, chance)
        if chance.random() < 0.2:
            yield chance.choice(_SHOWN)


def _used(program: _Program, body: str, number: int, chance: random.Random) -> Iterator[str]:
    match chance.randrange(8):
        case 0 | 1 | 2 | 3:
            way = chance.choice(("", "IN ", "OUT ", "INOUT "))
            yield f"DROP PROCEDURE IF EXISTS made{number}"
            yield f"CREATE PROCEDURE made{number}({way}x {chance.choice(_TYPES)}) {body}"
            for _ in range(2):
                yield f"CALL made{number}({chance.choice((*VALUES, '@x', '@x'))})"
        case 4:
            types = program.filled("x {t}) RETURNS {t}", 0)
            yield f"CREATE FUNCTION made{number}({types} DETERMINISTIC {body}"
            yield f"SELECT made{number}({chance.choice(VALUES)}), a FROM t"
            yield f"INSERT INTO n (b) SELECT made{number}(b) FROM t"
            yield f"DROP FUNCTION IF EXISTS made{number}"
        case 5 | 6:
            table, event = chance.choice("tnu"), chance.choice(tuple(_FIRES))
            when = chance.choice(("BEFORE", "AFTER"))
            yield f"CREATE TRIGGER g{number} {when} {event} ON {table} FOR EACH ROW {body}"
            yield _FIRES[event].format(n=table, v=chance.choice(VALUES))
            yield f"DROP TRIGGER IF EXISTS g{number}"
        case _:
            when = chance.choice(("EVERY 1 SECOND", "AT NOW()", f"EVERY {chance.choice(VALUES)} DAY"))
            yield f"CREATE EVENT ev{number} ON SCHEDULE {when} DO {body}"
            yield f"DROP EVENT IF EXISTS {chance.choice((f'ev{number}', *NAMES))}"
