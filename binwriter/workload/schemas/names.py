"""References that no FOREIGN KEY states, guessed from the names and types of columns.

`post_id` refers to the key of `posts`, `wp_posts` or `post`; `film_id` to the one table whose key is called film_id.
Only keys of one column, whose values fit the column, are taken, and nothing that is ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from binwriter.catalog.tables import Column, Table
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass

_INTEGERS = (ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG)
_TEXTS = (ColumnType.STRING, ColumnType.VARCHAR)
_LAST_WORDS = ("id", "uuid", "guid", "no", "nr", "code", "key")
_FILLERS = ("entity", "table", "tbl", "master", "data")


@dataclass(frozen=True, slots=True)
class Guess:
    """table.column refers to target.target_column; tables by their numbers."""

    table: int
    column: str
    target: int
    target_column: str


def guess_references(tables: Sequence[Table]) -> Iterator[Guess]:
    """What the names of columns without a FOREIGN KEY say."""
    keys = [(number, column) for number, table in enumerate(tables) if (column := _key(table)) is not None]
    for number, table in enumerate(tables):
        stated = {name.lower() for key in table.foreign_keys for name in key.columns}
        for column in table.columns:
            if column.name.lower() in stated or column.auto_increment or column.generated:
                continue
            targets = [
                (other, key)
                for other, key in keys
                if other != number and tables[other].schema == table.schema and _fits(column, key)
                if table.engine.two_phase <= tables[other].engine.two_phase
            ]
            target = _target(column, targets, tables)
            if target is not None:
                yield Guess(number, column.name, *target)


def _key(table: Table) -> Column | None:
    key = table.primary_key
    if key is None or len(key.parts) != 1 or key.parts[0].length:
        return None
    return table.columns[key.columns[0]]


def _fits(column: Column, key: Column) -> bool:
    """Whether each value of the key is one of the column."""
    mine, its = column.spec, key.spec
    if mine.type in _INTEGERS and its.type in _INTEGERS:
        ours, theirs = codec_for(mine).layout.sizeof(), codec_for(its).layout.sizeof()
        return bool(ours > theirs if its.unsigned and not mine.unsigned else ours >= theirs)
    same = (mine.type, mine.length, mine.collation) == (its.type, its.length, its.collation)
    return same and mine.type in _TEXTS


def _target(column: Column, targets: Sequence[tuple[int, Column]], tables: Sequence[Table]) -> tuple[int, str] | None:
    words = _words(column.name)
    if len(words) < 2 or words[-1] not in _LAST_WORDS:
        return None
    base = words[:-1]
    for begin in range(len(base)):
        wanted = [_singular(word) for word in base[begin:]]
        ranked = sorted(
            (len(names), number, key.name)
            for number, key in targets
            if _ends(names := _words(tables[number].name), wanted)
        )
        if ranked:
            return ranked[0][1:] if len(ranked) == 1 or ranked[0][0] < ranked[1][0] else None
    called = [(number, key.name) for number, key in targets if key.name.lower() == column.name.lower()]
    return called[0] if len(called) == 1 else None


def _ends(names: list[str], wanted: list[str]) -> bool:
    plain = [_singular(word) for word in names]
    if len(plain) > 1 and plain[-1] in _FILLERS:
        plain.pop()
    return plain[-len(wanted) :] == wanted


def _words(name: str) -> list[str]:
    """userId and user_id are user, id; ID is id."""
    return [word for word in re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_") if word]


def _singular(word: str) -> str:
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("ses", "s"), ("s", "")):
        if word.endswith(ending) and not word.endswith("ss") and len(word) > len(ending) + 1:
            return word[: -len(ending)] + instead
    return word
