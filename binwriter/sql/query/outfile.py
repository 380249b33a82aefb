"""SELECT ... INTO OUTFILE and DUMPFILE: the file that a query writes on the server, for LOAD DATA to read.

Source: MySQL manual, "SELECT ... INTO Statement"; errors as a 9.7.4 gives them
(tests/golden/scenarios/select_into_outfile.scn), files as well (cluster files_written). Nothing of it is logged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id, default_collation
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.types import ExprType, Kind
from binwriter.sql.syntax.load import LoadFormat, OutFile
from binwriter.storage.server_files import ServerFiles

# what stands for another character behind an escape, and what numbers are written with
_ESCAPED, _NUMERIC = "ntrb0ZN", ".0123456789e+-"
_LONG = frozenset(
    {
        ColumnType.TINY_BLOB,
        ColumnType.BLOB,
        ColumnType.MEDIUM_BLOB,
        ColumnType.LONG_BLOB,
        ColumnType.GEOMETRY,
        ColumnType.VECTOR,
    }
)
# Folders that a server can write to, beside that of the database.
_FOLDERS = frozenset({"/tmp", "/var/tmp", "/var/lib/mysql-files"})


def write_outfile(
    target: OutFile,
    types: Sequence[ExprType],
    rows: Sequence[Sequence[Any]],
    files: ServerFiles,
    context: StatementContext,
) -> None:
    """Writes the rows.

    MySQLError: secure_file_priv forbids it (1290), the file is there (1086), its folder is not (1), several rows for
    DUMPFILE.
    """
    path = reserve(target, files, context.database)
    if not target.format.is_ascii:
        context.warn("WARN_NON_ASCII_SEPARATOR_NOT_IMPLEMENTED")
    if target.dump:
        if len(rows) > 1:
            raise mysql_error("ER_TOO_MANY_ROWS")
        row = rows[0] if rows else ()
        files.put(path, b"".join(_bytes(value, type_, target) for value, type_ in zip(row, types, strict=False)))
        return
    form = _Form.of(target.format, types, context)
    files.put(path, b"".join(form.line(row, types, target) for row in rows))


def reserve(target: OutFile, files: ServerFiles, database: str | None) -> str:
    """The path under which the file is kept; it is made at once."""
    path = files.key(target.name, database or "")
    files.check(path)
    if files.is_there(path) or not target.name:
        raise mysql_error("ER_FILE_EXISTS_ERROR", target.name)
    folder = path.rpartition("/")[0]
    if path.startswith("/") and folder not in _FOLDERS and not files.has_folder(folder):
        raise mysql_error("EE_CANTCREATEFILE", path)
    files.put(path, b"")
    return path


@dataclass(frozen=True, slots=True)
class _Form:
    """How rows are written. doubles: the character around or behind fields could be read as an escape's, so it stands
    twice; escapes_numbers: it could be part of a number; is_ambiguous: it stands bare, as nothing can be done about it.
    widths: bytes of each field where nothing stands between them.
    """

    format: LoadFormat
    doubles: bool
    escapes_numbers: bool
    is_ambiguous: bool
    widths: tuple[int, ...] = ()

    @classmethod
    def of(cls, format_: LoadFormat, types: Sequence[ExprType], context: StatementContext) -> _Form:
        """With ER_AMBIGUOUS_FIELD_TERM as a warning."""
        if not format_.escape_given and context.has_mode("NO_BACKSLASH_ESCAPES"):
            format_ = replace(format_, escaped="")
        behind = format_.terminated[:1]
        format_ = replace(
            format_,
            line_terminated=format_.line_terminated or format_.terminated,
            optionally=format_.optionally and bool(behind),
        )
        around = format_.enclosed or behind
        doubles, in_numbers = bool(around) and around in _ESCAPED, bool(around) and around in _NUMERIC
        has_texts, has_numbers = not all(one.numeric for one in types), any(one.numeric for one in types)
        bare = format_.optionally or not format_.enclosed
        is_ambiguous = doubles and not format_.enclosed and (has_texts or in_numbers)
        is_ambiguous |= bare and has_numbers and bool(behind) and behind in _NUMERIC
        if is_ambiguous:
            context.warn("ER_AMBIGUOUS_FIELD_TERM")
        is_fixed = not behind and not format_.enclosed and not any(map(_is_long, types))
        widths = tuple(map(_width, types)) if is_fixed else ()
        return cls(format_, doubles, in_numbers, is_ambiguous, widths)

    def line(self, row: Sequence[Any], types: Sequence[ExprType], target: OutFile) -> bytes:
        """A row."""
        widths = self.widths or (None,) * len(row)
        fields = [self._field(*one, target) for one in zip(row, types, widths, strict=True)]
        format_ = self.format
        return (
            _separator(format_.line_starting)
            + _separator(format_.terminated).join(fields)
            + _separator(format_.line_terminated)
        )

    def _field(self, value: Any, type_: ExprType, width: int | None, target: OutFile) -> bytes:
        format_ = self.format
        if value is None:
            if width is not None:
                return b" " * width
            return _separator(format_.escaped) + b"N" if format_.escaped else b"NULL"
        data = _bytes(value, type_, target)[:width]
        behind = b"" if width is None else b" " * (width - len(data))
        enclosed = bool(format_.enclosed) and not (format_.optionally and _is_number(type_))
        if format_.escaped and (self.escapes_numbers or not _is_number(type_)):
            data = self._escaped(data, enclosed=enclosed)
        quote = _separator(format_.enclosed) if enclosed else b""
        return quote + data + quote + behind

    def _escaped(self, data: bytes, *, enclosed: bool) -> bytes:
        format_ = self.format
        behind, around = _first(format_.terminated), _first(format_.enclosed or format_.terminated)
        escape, line_end = _first(format_.escaped), _first(format_.line_terminated)
        special = {0, *escape, *line_end, *(around if enclosed else behind)}
        if not enclosed and self.is_ambiguous:
            special -= set(behind)
        made = bytearray()
        for byte in data:
            if byte in special:
                made += around if self.doubles and byte in around else escape
            made.append(byte or ord("0") if byte in special else byte)
        return bytes(made)


def _separator(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _first(text: str) -> bytes:
    return _separator(text)[:1]


def _is_number(type_: ExprType) -> bool:
    """Bits are written as the bytes that they are."""
    return type_.numeric and not type_.bit


def _is_long(type_: ExprType) -> bool:
    return type_.kind is Kind.JSON or type_.field in _LONG


def _width(type_: ExprType) -> int:
    if type_.kind is Kind.INT and type_.unsigned and type_.column not in (None, ColumnType.LONGLONG, ColumnType.BIT):
        return type_.length - 1  # no sign
    if type_.kind.temporal:
        return type_.length + (1 + type_.scale if type_.scale else 0)
    return type_.length * (1 if type_.numeric else collation_by_id(type_.collation).mbmaxlen)


def _bytes(value: Any, type_: ExprType, target: OutFile) -> bytes:
    text = to_text(value, type_)
    if text is None:
        return b""
    if isinstance(text, bytes):
        return bytes(text)
    collation = default_collation(target.charset) if target.charset else collation_by_id(type_.collation)
    if collation.id == BINARY_COLLATION_ID:
        return str(text).encode()
    try:
        return collation.encode(str(text))
    except EncodeError:
        return str(text).encode(errors="replace")
