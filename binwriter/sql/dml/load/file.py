"""A file of LOAD DATA as lines of fields, cut as a server cuts it.

Source: MySQL manual, "LOAD DATA Statement", "Field and Line Handling", and captures of a 9.7.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.formats.collations import Collation, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.dml.load.ill_formed import characters, is_character, lead_length, with_question_marks
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.types import Kind
from binwriter.sql.syntax.load import LoadFormat

# \N is NULL, if it is the whole field
_ESCAPES = {"0": "\0", "b": "\b", "n": "\n", "r": "\r", "t": "\t", "Z": "\x1a"}
_ESCAPED_BYTES = {key.encode(): value.encode() for key, value in _ESCAPES.items()}


_LONG_COLUMN = 256  # bytes that TEXT and its kin add to the length of a row


@dataclass(frozen=True, slots=True)
class Line:
    r"""fields: None stands for NULL. too_long: there was more on the line than the fields that were asked for.
    failure: why none could be read behind these, which are stored before (captured: load_of_other_sets). asks: the
    place of the field that is the first to ask for what follows the file's first block, or for its end: by then the
    fields before it are stored, and the block is logged (captured: fields_ask_for_blocks_statement)."""

    fields: tuple[str | bytes | None, ...]
    too_long: bool = False
    failure: MySQLError | None = None
    asks: int | None = None


class FileReader:
    """Lines of `width` fields out of a file, byte by byte but for whole characters of the file's character set, in
    which nothing ends (captured: tests/golden/loads).

    A line that the file's end cuts is not too long. Where fields and lines end alike, a line has as many fields as
    there are columns (captured: load_lines_of_fields).
    sizes: with FIELDS TERMINATED BY '' and ENCLOSED BY '' the bytes of each field, which then are all of its bounds.
    block: the bytes of the file's first block.
    """

    def __init__(
        self,
        content: bytes,
        format_: LoadFormat,
        width: int,
        charset: Collation,
        sizes: Sequence[int] = (),
        block: int | None = None,
    ) -> None:
        self._block = len(content) if block is None else block
        self._asks: int | None = None
        self._data = content
        self._escape = format_.escaped.encode()
        self._enclosed = format_.enclosed.encode()
        self._field_end = format_.terminated.encode()
        self._line_end = format_.line_terminated.encode()
        self._line_start = format_.line_starting.encode()
        if self._line_end == self._field_end:
            self._line_end = b""
        self._skip = format_.skip
        self._width = width
        self._sizes = sizes
        self._charset = charset
        self._failure: MySQLError | None = None
        self._at = 0
        self._line_ended = self._ended = self._within_line = False
        ends = {text[:1] for text in (self._escape, self._enclosed, self._field_end, self._line_end) if text}
        wide = rb"\x80-\xff" if charset.mbmaxlen > 1 else b""
        stops = b"".join(map(re.escape, sorted(ends))) + wide
        self._plain = re.compile(b"[^" + stops + b"]+") if stops else re.compile(b".+", re.DOTALL)

    def lines(self) -> Iterator[Line]:
        """The lines after those that are skipped."""
        skip = self._skip
        if self._line_end:
            while skip and not self._next_line()[0]:
                skip -= 1
            skip = 0
        while True:
            fields = self._fixed() if self._sizes else self._separated()
            if fields is None:
                return
            if skip:
                skip -= 1
                self._within_line = True  # nobody looks for the start of a line behind one that is skipped so
                continue
            self._within_line = False
            if self._sizes and (self._ended or self._at > self._block):
                self._asks = 0
            if self._failure is not None:
                yield Line(tuple(fields), failure=self._failure, asks=self._asks)
                return
            before = self._at
            too_long = False
            if self._sizes and sum(len(field or b"") for field in fields) < self._taken:
                too_long = True
            ended, cut = self._next_line()
            yield Line(tuple(fields), too_long or (cut and not ended), asks=self._asks)
            if ended:
                return
            assert self._at >= before

    def _separated(self) -> list[bytes | None] | None:
        """The fields of a line; None at the end of the file."""
        if not self._start_line():
            return None
        fields: list[bytes | None] = []
        while len(fields) < self._width and not self._line_ended:
            if self._at >= len(self._data):
                self._line_ended = self._ended = True
                if self._asks is None:
                    self._asks = len(fields)
                break
            try:
                fields.append(self._field())
            except MySQLError as failure:
                self._failure = failure
                return fields
            if self._asks is None and (self._ended or self._at > self._block):
                self._asks = len(fields) - 1
        return fields or None

    def _fixed(self) -> list[bytes | None] | None:
        """A line of fields of fixed size; it ends early where the line's end comes."""
        if not self._start_line():
            return None
        most, data = sum(min(size, _LONG_COLUMN) for size in self._sizes), bytearray()
        while len(data) < most:
            if self._at >= len(self._data):
                self._line_ended = self._ended = True
                break
            if self._escape and self._data.startswith(self._escape, self._at):
                data += self._unescaped()[0]
            elif self._line_end and self._data.startswith(self._line_end, self._at):
                self._at += len(self._line_end)
                self._line_ended = True
                break
            else:
                data.append(self._data[self._at])
                self._at += 1
        if self._ended and not data:
            return None
        fields: list[bytes | None] = []
        begin = 0
        for size in self._sizes:
            if begin >= len(data):
                break
            fields.append(bytes(data[begin : begin + size]))
            begin += size
        self._taken = len(data)
        return fields

    def _start_line(self) -> bool:
        """Goes behind LINES STARTING BY. False at the end of the file."""
        if self._line_ended:
            return False
        start = self._line_start
        if start and not self._within_line:
            at = self._data.find(start, self._at)
            self._at = len(self._data) if at < 0 else at + len(start)
            if at < 0:
                self._line_ended = self._ended = True
                return False
        return self._ended is False and self._at < len(self._data)

    def _next_line(self) -> tuple[bool, bool]:
        """Goes behind the end of the line: whether the file ended there, and whether something was left out."""
        if self._line_ended or self._ended:
            self._line_ended = False
            return self._ended, False
        if not self._line_end:
            return False, False
        cut, data = False, self._data
        while self._at < len(data):
            length = lead_length(data[self._at], self._charset)
            if length > 1:
                self._at += length - 1
            elif self._escape and data.startswith(self._escape, self._at):
                self._at += 2
                cut = True
                continue
            elif data.startswith(self._line_end, self._at):
                self._at += len(self._line_end)
                return False, cut
            cut = True
            self._at += 1
        self._ended = True
        return True, cut

    def _unescaped(self) -> tuple[bytes, bool]:
        """What an escape stands for, and whether it is that of NULL."""
        following = self._data[self._at + 1 : self._at + 2]
        self._at += 2
        if not following:
            return self._escape, False
        return _ESCAPED_BYTES.get(following, following), following == b"N"

    def _field(self) -> bytes | None:
        """The next field. It says of a line that it ended where it ends with the field."""
        data, enclosed_by = self._data, self._enclosed
        enclosed = bool(enclosed_by) and data.startswith(enclosed_by, self._at)
        taken = bytearray(enclosed_by if enclosed else b"")
        self._at += enclosed
        null = False
        while self._at < len(data):
            plain = self._plain.match(data, self._at)
            if plain is not None:
                taken += plain[0]
                self._at = plain.end()
                continue
            if self._escape and data.startswith(self._escape, self._at):
                doubled = data.startswith(self._escape, self._at + 1)
                if self._escape != enclosed_by or doubled or self._at + 1 >= len(data):
                    value, is_null = self._unescaped()
                    taken += value
                    null |= is_null
                    # of a character of several bytes the escape takes the first one alone
                    if not is_null and lead_length(value[0], self._charset) > 1:
                        taken.pop()
                        self._at -= 1
                    else:
                        continue
            if enclosed and data.startswith(enclosed_by, self._at):
                if data.startswith(enclosed_by, self._at + 1):
                    taken += enclosed_by
                    self._at += 2
                    continue
                if self._ends(self._at + 1):
                    value = bytes(taken[1:])
                    return None if null and value == b"N" else value
            elif not enclosed and self._ends(self._at):
                return self._unclosed(taken, null)
            length = lead_length(data[self._at], self._charset)
            if not length:
                raise mysql_error("ER_INVALID_CHARACTER_STRING", self._charset.charset, _shown(taken, self._charset))
            if length > 1 and self._at + length > len(data):
                break
            if length > 1 and not is_character(data[self._at : self._at + length], self._charset):
                length = 1
            taken += data[self._at : self._at + length]
            self._at += length
        self._at = len(data)
        self._line_ended = self._ended = True
        return self._unclosed(taken, null)

    def _unclosed(self, taken: bytearray, null: bool) -> bytes | None:
        value = bytes(taken)
        if null and len(value) == 1:
            return None
        return None if self._enclosed and value == b"NULL" else value

    def _ends(self, at: int) -> bool:
        """Goes behind the end of a field, if one is there; the end of the file is one behind a quote."""
        if at >= len(self._data):
            self._at, self._line_ended = at, True
            self._ended = True
            return True
        if self._line_end and self._data.startswith(self._line_end, at):
            self._at = at + len(self._line_end)
            self._line_ended = True
            return True
        if self._field_end and self._data.startswith(self._field_end, at):
            self._at = at + len(self._field_end)
            return True
        return False


def _shown(taken: bytearray, charset: Collation) -> str:
    return with_question_marks(characters(bytes(taken), charset))


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


def _unescaped(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[1], match[1])


def shown_bytes(column: Column) -> int:
    """The bytes that a column's values take at most when they are shown, which is its size in rows of fixed length."""
    spec = column.spec
    type_ = column_type(spec)
    if column.display_width:  # as written, of ZEROFILL and TINYINT(1) (captured: fields_as_wide_as_shown_row)
        return column.display_width
    if spec.type in (ColumnType.JSON, ColumnType.GEOMETRY):
        return 1 << 32
    if spec.type in (ColumnType.STRING, ColumnType.VARCHAR):
        return spec.length
    if type_.kind is Kind.STRING:
        return type_.length * collation_by_id(spec.collation).mbmaxlen
    fraction = type_.scale + 1 if type_.kind.temporal and type_.scale else 0
    unsigned = spec.type is not ColumnType.LONGLONG and type_.kind is Kind.INT and spec.unsigned
    return type_.length - unsigned + fraction
