"""Every function and operator in every place where it may stand: asked alike of a real server and of binwriter.

A template of calls.txt is asked in each place (`PLACES`), and with columns of other types in its first place
(`COLUMNS`). The answer is a text: the definition of the column that was made, what was logged, or an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

FOLDER = Path(__file__).parent

# One placeholder: what is written for it as a constant, and the column of its own type.
_ARGUMENTS = {
    "s": ("'abc'", "vc"),
    "i": ("3", "i"),
    "n": ("12.345", "d"),
    "t": ("'2024-05-06 07:08:09'", "dt"),
    "d": ("'2024-05-06'", "da"),
    "m": ("'01:02:03'", "tm"),
    "j": ("""'{"a": 1}'""", "js"),
    "b": ("X'0102'", "vb"),
    "p": ("POINT(1, 2)", "p"),
    "l": ("ST_GEOMFROMTEXT('LINESTRING(0 0,1 1,2 2)')", "l"),
    "g": ("ST_GEOMFROMTEXT('POLYGON((0 0,3 0,3 3,0 3,0 0))')", "g"),
    "w": ("'POINT(1 2)'", "vc"),
    "k": ("ST_ASWKB(POINT(1, 2))", "vb"),
    "v": ("TO_VECTOR('[1,2]')", "v"),
}
COLUMN_TYPES = {
    "vc": "varchar(20) NOT NULL",
    "vn": "varchar(30) DEFAULT NULL",
    "vb": "varbinary(10) NOT NULL",
    "tx": "text",
    "i": "int NOT NULL",
    "iu": "int unsigned DEFAULT NULL",
    "bi": "bigint NOT NULL",
    "d": "decimal(10,3) NOT NULL",
    "db": "double DEFAULT NULL",
    "da": "date NOT NULL",
    "tm": "time(2) DEFAULT NULL",
    "dt": "datetime(3) NOT NULL",
    "e": "enum('a','bcd') NOT NULL",
    "js": "json DEFAULT NULL",
    "p": "point NOT NULL",
    "l": "linestring NOT NULL",
    "g": "polygon NOT NULL",
    "v": "vector(3) NOT NULL",
}
COLUMNS = tuple(COLUMN_TYPES)[:14]  # those that are tried in the first place of a template
_PLACEHOLDER = re.compile(r"\{([a-z])\}")
_COLUMN = re.compile(rf"\b({'|'.join(COLUMN_TYPES)})\b")
_XID = re.compile(r" /\* xid=\d+ \*/")

SETUP = (
    "SET NAMES utf8mb4",
    "SET SESSION binlog_format = ROW",
    "CREATE DATABASE functions",
    "USE functions",
    f"CREATE TABLE s ({', '.join(f'{name} {type_}' for name, type_ in COLUMN_TYPES.items())}, FULLTEXT KEY (tx))",
    "CREATE TABLE sink (x longblob)",
)


class Asked(Protocol):
    """A server that is asked. ask: the rows, or the error as `!number text`; warnings of the last: number and text."""

    def ask(self, sql: str) -> list[tuple[Any, ...]] | str: ...

    def warnings(self) -> list[tuple[int, str]]: ...


def templates() -> list[str]:
    lines = (FOLDER / "calls.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def with_constants(template: str) -> str:
    return _PLACEHOLDER.sub(lambda match: _ARGUMENTS[match[1]][0], template)


def with_columns(template: str, first: str | None = None) -> str:
    """first: the column in the first place, in place of the one of its own type."""
    text = template if first is None else _PLACEHOLDER.sub(first, template, count=1)
    return _PLACEHOLDER.sub(lambda match: _ARGUMENTS[match[1]][1], text)


def _definition(asked: Asked, table: str) -> str:
    """The definition of the columns of a table."""
    shown = asked.ask(f"SHOW CREATE TABLE {table}")
    assert not isinstance(shown, str), shown
    lines = [line.strip().rstrip(",") for line in str(shown[0][1]).splitlines()[1:-1]]
    return ", ".join(line.removeprefix("`x` ") for line in lines)


def _position(asked: Asked) -> int:
    rows = asked.ask("SHOW BINARY LOG STATUS")
    return int(rows[0][1])  # type: ignore[call-overload]


def _events(asked: Asked, position: int) -> list[tuple[str, str]]:
    """Type and text of the events from that position on, without GTIDs."""
    rows = asked.ask(f"SHOW BINLOG EVENTS FROM {position}")
    assert not isinstance(rows, str), rows
    return [(str(row[2]), _XID.sub("", str(row[5]))) for row in rows if "tid" not in row[2].lower()]


def _created(asked: Asked, expression: str, source: str = "") -> str:
    """CREATE TABLE .. SELECT: the column; and the logged definition, if it is another."""
    position = _position(asked)
    answer = asked.ask(f"CREATE TABLE w AS SELECT {expression} AS x{source}")
    if isinstance(answer, str):
        return answer
    found = _definition(asked, "w")
    logged = [text for _, text in _events(asked, position) if "CREATE TABLE" in text]
    asked.ask("DROP TABLE w")
    lines = [line.strip().removeprefix("`x` ") for text in logged for line in text.splitlines()[1:-1]]
    return found if lines == [found] else f"{found}; logged: {', '.join(lines)}"


def of_type(asked: Asked, template: str, column: str) -> str:
    """CREATE TEMPORARY TABLE .. SELECT with a column of that name in the template's first place."""
    expression = with_columns(template, column)
    answer = asked.ask(f"CREATE TEMPORARY TABLE w AS SELECT {expression} AS x FROM s")
    if isinstance(answer, str):
        return answer
    found = _definition(asked, "w")
    asked.ask("DROP TEMPORARY TABLE w")
    return found


def _table(asked: Asked, expression: str, element: str) -> str:
    """CREATE TABLE with the columns that an expression names and one more element: no answer, or the error."""
    named = dict.fromkeys(_COLUMN.findall(expression))
    columns = [f"{name} {COLUMN_TYPES[name]}" for name in named] + (["FULLTEXT KEY (tx)"] if "tx" in named else [])
    answer = asked.ask(f"CREATE TABLE w ({', '.join([*columns, 'id int', element])})")
    if not isinstance(answer, str):
        asked.ask("DROP TABLE w")
    return answer if isinstance(answer, str) else "ok"


def _of_columns(element: str) -> Callable[[Asked, str], str]:
    def place(asked: Asked, template: str) -> str:
        expression = with_columns(template)
        return _table(asked, expression, element.replace("{}", expression))

    return place


def _default(asked: Asked, template: str) -> str:
    expression = with_constants(template)
    return _table(asked, expression, f"x longtext DEFAULT ({expression})")


def _inserted(asked: Asked, template: str, format_: str) -> str:
    """INSERT .. SELECT of constants: the events that it wrote, and its warnings."""
    asked.ask(f"SET SESSION binlog_format = {format_}")
    position = _position(asked)
    answer = asked.ask(f"INSERT INTO sink SELECT {with_constants(template)}")
    warnings = [] if isinstance(answer, str) else asked.warnings()
    events = [] if isinstance(answer, str) else _events(asked, position)
    asked.ask("DO RELEASE_ALL_LOCKS()")
    asked.ask("SET SESSION binlog_format = ROW")
    if isinstance(answer, str):
        return answer
    kinds = [kind for kind, text in events if text != "BEGIN" and kind not in ("Xid", "Table_map")]
    return "; ".join([" ".join(kinds), *(f"{number} {_reason(text)}" for number, text in warnings)])


def _reason(text: str) -> str:
    """Of warning 1592 the reason alone; other texts whole."""
    return text.partition("BINLOG_FORMAT = STATEMENT. ")[2] or text


PLACES: Mapping[str, Callable[[Asked, str], str]] = {
    "constants": lambda asked, template: _created(asked, with_constants(template)),
    "columns": lambda asked, template: _created(asked, with_columns(template), " FROM s"),
    "stored": _of_columns("x longtext AS ({}) STORED"),
    "virtual": _of_columns("x longtext AS ({}) VIRTUAL"),
    "check": _of_columns("CHECK (({}) IS NOT NULL)"),
    "condition": _of_columns("CHECK ({})"),
    "default": _default,
    "key": _of_columns("KEY k (({}))"),
    "statement": lambda asked, template: _inserted(asked, template, "STATEMENT"),
    "mixed": lambda asked, template: _inserted(asked, template, "MIXED"),
}


@dataclass(frozen=True)
class Cell:
    """A template in a place; or, with a column, that column in its first place."""

    template: str
    place: str
    column: str | None = None

    def answer(self, asked: Asked) -> str:
        if self.column is not None:
            return of_type(asked, self.template, self.column)
        return PLACES[self.place](asked, self.template)

    def __str__(self) -> str:
        return f"{self.template}\t{self.place if self.column is None else self.column}"


def cells() -> Iterator[Cell]:
    for template in templates():
        for place in PLACES:
            yield Cell(template, place)
        if _PLACEHOLDER.search(template):
            for column in COLUMNS:
                yield Cell(template, "type", column)
