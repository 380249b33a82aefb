"""SELECT ... INTO OUTFILE and DUMPFILE: the file that a query writes on the server, for LOAD DATA to read.

Source: MySQL manual, "SELECT ... INTO Statement"; errors as a 9.7.4 gives them
(tests/golden/scenarios/select_into_outfile.scn). Nothing of it is logged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id, default_collation
from binwriter.formats.errors import EncodeError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.coercion import to_text
from binwriter.sql.expressions.types import ExprType
from binwriter.sql.syntax.load import OutFile
from binwriter.storage.server_files import ServerFiles

# Folders that a server can write to, beside that of the database.
_FOLDERS = frozenset({"/tmp", "/var/tmp", "/var/lib/mysql-files"})


def write_outfile(
    target: OutFile, types: Sequence[ExprType], rows: Sequence[Sequence[Any]], files: ServerFiles, database: str | None
) -> None:
    """Writes the rows.

    MySQLError: secure_file_priv forbids it (1290), the file is there (1086), its folder is not (1), several rows for
    DUMPFILE.
    """
    path = reserve(target, files, database)
    if target.dump:
        if len(rows) > 1:
            raise mysql_error("ER_TOO_MANY_ROWS")
        row = rows[0] if rows else ()
        files.put(path, b"".join(_bytes(value, type_, target) for value, type_ in zip(row, types, strict=False)))
        return
    files.put(path, b"".join(_line(row, types, target) for row in rows))


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


def _line(row: Sequence[Any], types: Sequence[ExprType], target: OutFile) -> bytes:
    format_ = target.format
    fields = [_field(value, type_, target) for value, type_ in zip(row, types, strict=True)]
    line = format_.terminated.encode().join(fields)
    return format_.line_starting.encode() + line + format_.line_terminated.encode()


def _field(value: Any, type_: ExprType, target: OutFile) -> bytes:
    format_ = target.format
    if value is None:
        return f"{format_.escaped}N".encode() if format_.escaped else b"NULL"
    data = _bytes(value, type_, target)
    enclosed = bool(format_.enclosed) and not (format_.optionally and type_.numeric)
    special = {format_.escaped, format_.enclosed}
    if not enclosed:
        special.add(format_.terminated[:1])
    special.add(format_.line_terminated[:1])
    codes = {text.encode()[0] for text in special if text}
    if format_.escaped:
        escape = format_.escaped.encode()
        made = bytearray()
        for byte in data:
            if byte == 0:
                made += escape + b"0"
                continue
            if byte in codes:
                made += escape
            made.append(byte)
        data = bytes(made)
    quote = format_.enclosed.encode() if enclosed else b""
    return quote + data + quote


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
