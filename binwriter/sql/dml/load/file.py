"""A file of LOAD DATA as lines of fields, cut as a server cuts it.

Source: MySQL manual, "LOAD DATA Statement", "Field and Line Handling", and captures of a 9.7.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from binwriter.catalog.tables import Column
from binwriter.formats.collations import collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.types import Kind
from binwriter.sql.syntax.load import LoadFormat

# \N is NULL, if it is the whole field
_ESCAPES = {"0": "\0", "b": "\b", "n": "\n", "r": "\r", "t": "\t", "Z": "\x1a"}


@dataclass(frozen=True, slots=True)
class Line:
    r"""fields: None stands for NULL. too_long: there was more on the line than the fields that were asked for."""

    fields: tuple[str | None, ...]
    too_long: bool = False


class FileReader:
    """Lines of `width` fields out of a file's text.

    Where fields and lines end alike, a line has as many fields as there are columns (captured: load_lines_of_fields).
    sizes: with FIELDS TERMINATED BY '' and ENCLOSED BY '' the bytes of each field, which then are all of its bounds.
    """

    def __init__(self, text: str, format_: LoadFormat, width: int, sizes: Sequence[int] = ()) -> None:
        self._text = text
        self._format = format_
        self._width = width
        self._sizes = sizes
        self._at = 0
        self._counted = bool(format_.terminated) and format_.terminated == format_.line_terminated

    def lines(self) -> Iterator[Line]:
        """The lines after those that are skipped."""
        for _ in range(self._format.skip):
            if not self._skip_line():
                return
        while self._start_line():
            if self._sizes:
                yield self._fixed()
                continue
            fields: list[str | None] = []
            ended = False
            while len(fields) < self._width and not ended:
                field, ended = self._field()
                fields.append(field)
                ended |= self._counted and self._at >= len(self._text)
            too_long = False
            if not ended and not self._counted:
                begin = self._at
                whole = self._skip_line()
                too_long = self._at - begin > (len(self._format.line_terminated) if whole else 0)
            yield Line(tuple(fields), too_long)

    def _fixed(self) -> Line:
        """A line of fields of fixed size; it ends early where the line's end comes."""
        most = sum(self._sizes)
        data = self._text[self._at : self._at + most].encode(errors="surrogateescape")[:most]
        end = self._format.line_terminated.encode()
        found = data.find(end) if end else -1
        data = data if found < 0 else data[:found]
        self._at += _whole_characters(self._text[self._at : self._at + most], len(data))
        fields: list[str | None] = []
        begin = 0
        for size in self._sizes:
            if begin >= len(data):
                break
            fields.append(data[begin : begin + size].decode(errors="replace"))
            begin += size
        before = self._at
        self._skip_line()
        return Line(tuple(fields), self._at - before > len(self._format.line_terminated))

    def _start_line(self) -> bool:
        """Goes behind LINES STARTING BY. False at the end of the file."""
        start = self._format.line_starting
        if start:
            found = self._text.find(start, self._at)
            if found < 0:
                self._at = len(self._text)
                return False
            self._at = found + len(start)
        return self._at < len(self._text)

    def _skip_line(self) -> bool:
        """Goes behind the end of the line. False if the file ends before."""
        end = self._format.line_terminated
        escape = self._format.escaped
        while self._at < len(self._text):
            if escape and self._text[self._at] == escape:
                self._at += 2
                continue
            if end and self._text.startswith(end, self._at):
                self._at += len(end)
                return True
            self._at += 1
        return False

    def _field(self) -> tuple[str | None, bool]:
        """The next field, and whether the line ends with it."""
        format_, text = self._format, self._text
        enclosed = bool(format_.enclosed) and text.startswith(format_.enclosed, self._at)
        begin = self._at
        self._at += enclosed
        found: list[str] = []
        null = False
        while self._at < len(text):
            character = text[self._at]
            if format_.escaped and character == format_.escaped and self._at + 1 < len(text):
                following = text[self._at + 1]
                if format_.escaped != format_.enclosed or following == format_.enclosed:
                    null |= following == "N" and not found
                    found.append(_ESCAPES.get(following, following))
                    self._at += 2
                    continue
            if enclosed and character == format_.enclosed:
                if text.startswith(format_.enclosed, self._at + 1):
                    found.append(character)
                    self._at += 2
                    continue
                ending = self._ending(self._at + 1)
                if ending is not None:
                    self._at = ending[0]
                    return "".join(found), ending[1]
            elif not enclosed:
                ending = self._ending(self._at)
                if ending is not None and self._at < len(text):
                    self._at = ending[0]
                    return self._plain(found, null), ending[1]
            found.append(character)
            self._at += 1
        if enclosed:  # it was never closed: the quote is part of it
            return text[begin : begin + 1] + "".join(found), True
        return self._plain(found, null), True

    def _plain(self, found: list[str], null: bool) -> str | None:
        value = "".join(found)
        if null and len(found) == 1:
            return None
        return None if self._format.enclosed and value == "NULL" else value

    def _ending(self, at: int) -> tuple[int, bool] | None:
        """Where the next field begins and whether the line ends, if a field may end at this place."""
        if at >= len(self._text):
            return at, True
        line, field = self._format.line_terminated, self._format.terminated
        if line and not self._counted and self._text.startswith(line, at):
            return at + len(line), True
        if self._text.startswith(field, at):
            return at + len(field), False
        return None


def plain_lines(text: str, format_: LoadFormat) -> list[str] | None:
    """The lines of a file in which they end where their end stands; None if that is not certain."""
    line, field, escape = format_.line_terminated, format_.terminated, format_.escaped
    if not line or not field or format_.enclosed or format_.line_starting or line in field or field in line:
        return None
    if escape and (len(escape) > 1 or escape in line or escape in field or escape + line[0] in text):
        return None
    lines = text.split(line)
    if not lines[-1]:
        lines.pop()
    return lines[format_.skip :]


def plain_fields(lines: Sequence[str], format_: LoadFormat, width: int) -> list[Sequence[str | None]] | None:
    """The fields of such lines by column; None where a line has others than so many, or an escape ends one."""
    between, escape = format_.terminated, format_.escaped
    if {line.count(between) for line in lines} != {width - 1}:
        return None
    whole_text = between.join(lines)
    cells_of_all = whole_text.split(between)
    columns: list[Sequence[str | None]] = [cells_of_all[place::width] for place in range(width)]
    if not escape or escape not in whole_text:
        return columns
    pair = re.compile(re.escape(escape) + "(.)", re.DOTALL)
    whole = re.compile(f"(?:[^{re.escape(escape)}]|{re.escape(escape)}.)*+", re.DOTALL)
    null = escape + "N"
    for place, column in enumerate(columns):
        if any(escape in cell for cell in column if cell is not None):
            cells = [cell for cell in column if cell is not None]
            if not all(whole.fullmatch(cell) for cell in cells):
                return None
            columns[place] = [None if cell == null else pair.sub(_unescaped, cell) for cell in cells]
    return columns


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[1], found[1])


def shown_bytes(column: Column) -> int:
    """The bytes that a column's values take at most when they are shown, which is its size in rows of fixed length."""
    spec = column.spec
    type_ = column_type(spec)
    if spec.type in (ColumnType.STRING, ColumnType.VARCHAR):
        return spec.length
    if type_.kind is Kind.STRING:
        return type_.length * collation_by_id(spec.collation).mbmaxlen
    fraction = type_.scale + 1 if type_.kind.temporal and type_.scale else 0
    unsigned = spec.type is not ColumnType.LONGLONG and type_.kind is Kind.INT and spec.unsigned
    return type_.length - unsigned + fraction


def _whole_characters(text: str, size: int) -> int:
    """How many characters at its beginning have room in so many bytes."""
    for count, character in enumerate(text):
        size -= len(character.encode(errors="surrogateescape"))
        if size < 0:
            return count
    return len(text)
