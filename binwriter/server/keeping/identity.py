"""Who a server is over restarts: auto.cnf with its UUID, mysqld-auto.cnf with what SET PERSIST has kept.

Both files are MySQL's own, as a 9.7.4 writes them.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from uuid import UUID

from binwriter import disk, documents
from binwriter.errors import LogFileError, OptionError, reason_of
from binwriter.formats.patterns import pattern
from binwriter.mysql.variables import persisted
from binwriter.server.state import ServerState

UUID_FILE = "auto.cnf"
_UUID = pattern(r"(?m)^\s*server[-_]uuid\s*=\s*(\S+)\s*$")


def identify(folder: Path, server: ServerState) -> None:
    """Gives the server what the folder says, and writes what it does not say yet."""
    try:
        disk.current().make_folder(folder)
        _uuid(folder / UUID_FILE, server)
        path = folder / persisted.FILE_NAME
        if path.exists():
            server.persisted.read(documents.read_text(path), str(path))
        server.persisted.written = partial(_write, path)
    except (OSError, UnicodeError) as error:
        raise LogFileError(f"cannot use {folder}: {reason_of(error)}") from error


def _uuid(path: Path, server: ServerState) -> None:
    if not path.exists():
        disk.write_whole(path, [f"[auto]\nserver-uuid={server.chance.uuid}\n".encode()])
        return
    match = _UUID.search(documents.read_text(path))
    try:
        server.chance.server_uuid = UUID(match[1] if match is not None else "")
    except ValueError:
        raise OptionError(f"{path} has no server-uuid") from None


def _write(path: Path, text: str) -> None:
    try:
        disk.write_whole(path, [text.encode()])
    except OSError as error:
        raise LogFileError(f"cannot write {path}: {reason_of(error)}") from error
