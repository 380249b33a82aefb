"""The files that SQL can read and write: LOAD DATA [LOCAL], LOAD_FILE(), SELECT .. INTO OUTFILE and DUMPFILE.

They are kept in memory: what a scenario gives and what INTO OUTFILE has written. Of this machine nothing is read unless
whoever runs the SQL names a folder for it (`host`), which no SQL can leave, by links neither; new files are made there
only where that is asked for as well (`writes`). Which paths a statement may name goes by secure_file_priv, as on a
server.

Source: MySQL manual, "secure_file_priv", "LOAD DATA Statement", "LOAD_FILE()"; errors and their order as asked of a
9.7.4 with secure_file_priv empty, NULL and a folder (captured: files_secure_empty, files_secure_null,
files_secure_folder).
"""

from __future__ import annotations

import contextlib
import os
import posixpath
from dataclasses import field
from pathlib import Path

from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import shown_text

# what a server's data directory is called in an error; the sample captures call it so too
_DATA_DIRECTORY = "SERVERDIR/data"
_NOWHERE = "NULL"
# of names that are no paths: too long, with a null byte, links in a circle, behind a folder that is closed
_NO_PATHS = (OSError, ValueError, RuntimeError)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except _NO_PATHS:
        return False


@dataclass
class ServerFiles:
    """Files on the server by their path, those of the data directory relative to it, and at the client by name.

    number: of the last file that went into the log, counted from the server's start (file_id of the events).
    secure_file_priv: "" allows every path, "NULL" none, else only those in that folder. host: the folder of this
    machine whose files can be read, also under paths relative to the working directory; None: none at all.
    writes: INTO OUTFILE makes its files there.
    """

    server: dict[str, bytes] = field(default_factory=dict)
    local: dict[str, bytes] = field(default_factory=dict)
    number: int = 0
    secure_file_priv: str = ""
    data_directory: str = "/var/lib/mysql/"
    host: Path | None = None
    writes: bool = False

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def key(self, name: str, database: str | None) -> str:
        """Under which a path is kept. A bare name is a file of the database's folder; None: of the data directory."""
        bare = database is not None and "/" not in name
        return self._key(f"{database}/{name}" if bare else name)

    def _key(self, name: str) -> str:
        full = posixpath.normpath(posixpath.join(self.data_directory, name))
        return full.removeprefix(posixpath.normpath(self.data_directory) + "/")

    def is_permitted(self, key: str) -> bool:
        """Whether secure_file_priv lets a statement name this path."""
        if not self.secure_file_priv:
            return True
        if self.secure_file_priv.upper() == _NOWHERE:
            return False
        folder = posixpath.normpath(self.secure_file_priv)
        return posixpath.join(self.data_directory, key).startswith(folder.rstrip("/") + "/")

    def check(self, key: str) -> None:
        """ER_OPTION_PREVENTS_STATEMENT (1290) for a path that secure_file_priv forbids."""
        if not self.is_permitted(key):
            raise mysql_error("ER_OPTION_PREVENTS_STATEMENT", "--secure-file-priv")

    def to_load(self, name: str, database: str | None) -> bytes:
        """LOAD DATA INFILE. EE_STAT (13) for a file that is not there, ER_OPTION_PREVENTS_STATEMENT (1290) for one
        that is there and must not be read."""
        key = self.key(name, database or "")
        self.check(key)
        data = self.server.get(key)
        if data is not None:
            return data
        on_host = Path(self.data_directory, key)
        if (self.host is not None or name.startswith("/")) and _is_file(on_host):
            data = self._from_host(on_host)
            if data is None:
                raise mysql_error("ER_OPTION_PREVENTS_STATEMENT", "--secure-file-priv")
            return data
        shown = name.removeprefix("./")
        if "/" not in name:
            shown = f"{database or ''}/{shown}"
        path = shown if shown.startswith("/") else posixpath.normpath(f"{_DATA_DIRECTORY}/{shown}")
        raise mysql_error("EE_STAT", shown_text(path))

    def to_load_locally(self, name: str) -> bytes:
        """LOAD DATA LOCAL INFILE, at the client. ER_FILE_NOT_FOUND (1017); CR_LOAD_DATA_LOCAL_INFILE_REJECTED (2068)
        for a file that must not be read."""
        known = self.local.get(name)
        if known is not None:
            return known
        path = Path(name)
        if not _is_file(path):
            raise mysql_error("ER_FILE_NOT_FOUND", name)
        data = self._from_host(path)
        if data is None:
            raise mysql_error("CR_LOAD_DATA_LOCAL_INFILE_REJECTED")
        return data

    def to_function(self, name: str) -> bytes | None:
        """LOAD_FILE(); None for a file that is not there or must not be read."""
        key = self.key(name, None)
        if not self.is_permitted(key):
            return None
        data = self.server.get(key)
        return self._from_host(Path(self.data_directory, key)) if data is None else data

    def is_there(self, key: str) -> bool:
        """Whether a file to be written is there already."""
        place = self._place(key)
        return key in self.server or (place is not None and os.path.lexists(place))

    def put(self, key: str, data: bytes) -> None:
        """The content of a file that INTO OUTFILE makes. EE_CANTCREATEFILE (1) where this machine does not let it.

        The folder of a database is made for its first file: a server has one from the start.
        """
        if self.writes and posixpath.dirname(key) and self._is_within(Path(self.data_directory)):
            database = Path(self.data_directory, key).parent
            with contextlib.suppress(*_NO_PATHS):
                if database.parent == Path(self.data_directory):
                    database.mkdir(exist_ok=True)
        place = self._place(key)
        if place is None:
            self.server[key] = data
            return
        try:
            file = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o640)
            with os.fdopen(file, "wb") as made:
                made.write(data)
        except (OSError, ValueError):
            raise mysql_error("EE_CANTCREATEFILE", key) from None

    def _place(self, key: str) -> Path | None:
        """Where on this machine a file is to be made; None: in memory."""
        if not self.writes or self.host is None:
            return None
        path = Path(self.data_directory, key)
        return path if self._is_within(path.parent) else None

    def has_folder(self, folder: str) -> bool:
        """Whether it is one of those that may be read on this machine."""
        return self._is_within(Path(folder))

    def _is_within(self, folder: Path) -> bool:
        """Whether it is a folder that leads into the one that may be read."""
        if self.host is None:
            return False
        try:
            resolved = folder.resolve()
            return resolved.is_dir() and resolved.is_relative_to(self.host.resolve())
        except _NO_PATHS:
            return False

    def _from_host(self, path: Path) -> bytes | None:
        """A file of the folder that may be read, wherever links lead; None for any other."""
        if self.host is None:
            return None
        try:
            resolved = path.resolve(strict=True)
            return (
                resolved.read_bytes() if resolved.is_relative_to(self.host.resolve()) and resolved.is_file() else None
            )
        except _NO_PATHS:
            return None
