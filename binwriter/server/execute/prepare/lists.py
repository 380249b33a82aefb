"""INSERTs of many rows of parameters: prepared by their first two rows, for the others are written as these are."""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.server.execute.prepare.places import Places
from binwriter.server.execute.prepare.types import ParameterTypes
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.text.value_lists import LEAST_ROWS, CutStatement, cut_values, rows_alike
from binwriter.sql.text.words import ParsedStatement

_READ = 2  # rows; of more than one row a server says other things than of one
_FEW = 8  # parameters of a statement that is read as a whole each time


@dataclass(frozen=True)
class ParameterRows:
    """text: the statement with its first two rows. rows: how many there are; length: of one in the text, with what
    stands between two; parameters: of one."""

    text: str
    rows: int
    length: int
    parameters: int

    def places(self, read: Places) -> Places:
        """Where the parameters of all rows stand, by those of the rows that are read."""
        width, behind = self.parameters, (self.rows - _READ) * self.length
        first, tail = read[:width], read[_READ * width :]
        shifted = [
            (start + at, end + at) for at in range(0, self.rows * self.length, self.length) for start, end in first
        ]
        return (*shifted, *((start + behind, end + behind) for start, end in tail))

    def types(self, read: ParameterTypes) -> ParameterTypes:
        """Those of the parameters of all rows."""
        width, more = self.parameters, self.rows - _READ
        second, end = slice(width, _READ * width), _READ * width

        def numbers(some: Iterable[int]) -> frozenset[int]:
            of_rows = [number for number in some if number < end]
            others = [number + row * width for number in of_rows if number >= width for row in range(1, more + 1)]
            return frozenset((*of_rows, *others, *(number + more * width for number in some if number >= end)))

        return replace(
            read,
            kinds=(*read.kinds[:end], *read.kinds[second] * more, *read.kinds[end:]),
            columns=(*read.columns[:end], *read.columns[second] * more, *read.columns[end:]),
            alone=numbers(read.alone),
            stored=numbers(read.stored),
            unasked=numbers(read.unasked),
        )


def parameter_rows(text: str) -> ParameterRows | None:
    """Of an INSERT whose rows are all written as the first one is; None of any other statement."""
    alike = rows_alike(text)
    if alike is None or alike.rows < LEAST_ROWS:
        return None
    begin, length = alike.begin, alike.length
    end = begin + alike.rows * length - alike.between
    first = text[: begin + _READ * length - alike.between]
    return ParameterRows(first + text[end:], alike.rows, length, alike.parameters)


def parsed_with_values(text: str, count: int) -> tuple[ParsedStatement, CutStatement | None]:
    """The statement with its values, of so many parameters; rows of literals as columns."""
    cut = cut_values(text) if count >= _FEW else None
    if cut is not None:
        try:
            parsed = parse_statement(cut.text)
        except MySQLError:  # which the whole text has, too, with what it shows of it
            return parse_statement(text), None
        if cut.attach(parsed.node):
            return replace(parsed, text=text, cut=cut.text), cut
    return parse_statement(text), None
