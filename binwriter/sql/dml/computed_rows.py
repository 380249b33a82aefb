"""Cells of plain rows that are computed: each different one once, and what it asks of the session when its row comes.

A variable is logged when a row first reads it, and only if that row is come to; a function asks for the time zone by
then, too. So a cell is computed for its value first, as if nobody had, and again where it stands first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from binwriter.catalog.tables import Column
from binwriter.formats.columns.values import ColumnValue
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.text.value_lists import MARK, VARIABLE

Tried = Callable[[str], ColumnValue]


def _is_typed(cell: str) -> bool:
    """Whether it is a literal like TIMESTAMP'..', which asks for the time zone as it is read, before all rows."""
    return cell[1:2] in "Tt{" and cell[-1] != ")"


class ComputedCells:
    """The computed cells of a statement's rows. A cell is tried without a trace, and noted when its row comes."""

    def __init__(self, run: DmlRun, not_plain: ColumnValue) -> None:
        self._run, self._not_plain = run, not_plain
        self._noted: list[tuple[int, int, Tried, str]] = []
        self._next = 0

    def values(
        self,
        cells: Sequence[str],
        column: Column,
        place: int,
        tried: Tried,
        called: Tried,
        of_literals: Callable[[Sequence[str]], Sequence[ColumnValue]],
        *,
        asks: bool,
    ) -> list[ColumnValue]:
        """Of a column, in the place that it has in the list. called: what computes calls. asks: of literals, too, it is
        noted when their row comes."""
        literals = [cell for cell in cells if cell[0] != MARK]
        following = iter(of_literals(literals) if literals else ())
        known: dict[str, ColumnValue] = {}
        values = []
        for row, cell in enumerate(cells):
            if cell[0] != MARK:
                values.append(next(following))
                if asks and cell not in known and cell[0] not in "NnDd":
                    known[cell] = None
                    self._noted.append((row, place, tried, cell))
                continue
            if cell not in known:
                known[cell], leaves_trace = self._computed(cell, column, called if cell[-1] == ")" else tried)
                if leaves_trace:
                    self._noted.append((0 if _is_typed(cell) else row, place, tried, cell))
            values.append(known[cell])
        return values

    def _computed(self, cell: str, column: Column, tried: Tried) -> tuple[ColumnValue, bool]:
        """The value, and whether computing it leaves a trace."""
        context = self._run.context
        facts = context.facts
        if cell.startswith(VARIABLE):
            variable = context.session.user_variables.get(cell[len(VARIABLE) :].lower())
            if variable is None or context.variables.profile.user_vars_when_named:
                return self._not_plain, False
            if variable.value is None:
                is_null = column.spec.nullable or column.auto_increment
                return (None if is_null else self._not_plain), True
        zone, microseconds = facts.uses_time_zone, facts.uses_microseconds
        read = dict(facts.user_variables_read)
        facts.uses_time_zone = facts.uses_microseconds = False
        value = tried(cell)
        leaves_trace = cell.startswith(VARIABLE) or facts.uses_time_zone or facts.uses_microseconds
        facts.uses_time_zone, facts.uses_microseconds = zone, microseconds
        for name in [name for name in facts.user_variables_read if name not in read]:
            del facts.user_variables_read[name]
        return value, leaves_trace

    def arranged(self) -> None:
        """All of them are known."""
        self._noted.sort(key=lambda noted: noted[:2])

    def come_to(self, stop: int) -> None:
        """The rows in front of this one are come to."""
        while self._next < len(self._noted) and self._noted[self._next][0] < stop:
            _, _, tried, cell = self._noted[self._next]
            tried(cell)
            self._next += 1
