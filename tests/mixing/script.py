"""What a script under way knows: the place of the next row, keys used, savepoints, created and dropped tables."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass
class Script:
    """One script. source: all chance comes from it. transaction, statement: the primary key of the next row."""

    source: random.Random
    transaction: int = 7
    statement: int = 1
    table: int = 1
    savepoints: int = 0
    number: int = 0
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)
    dropped: dict[str, list[int]] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """The key of the next row, as two arguments."""
        return f"{self.transaction}, {self.statement}"

    def key(self, table: str) -> str:
        """The key of the next row of a table, as a row's values."""
        self.keys[table] = (self.transaction, self.statement)
        return f"({self.place})"

    def used_key(self, table: str) -> str:
        """A key that a table has: its first row's, or that of its last insert (which may have been rolled back)."""
        found = self.keys.get(table, (1, 1)) if self.source.random() < 0.5 else (1, 1)
        return f"({found[0]}, {found[1]})"

    def next_table(self) -> int:
        """The number of the last created table; the next one gets another."""
        self.table += 1
        return self.table - 1

    def next_number(self) -> int:
        """A number that was not given before."""
        self.number += 1
        return self.number


Command: TypeAlias = Callable[[Script], list[str]]
