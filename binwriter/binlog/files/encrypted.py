"""Encrypted log files as files of plain bytes: what is read and written is encrypted on the way."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

from binwriter import disk
from binwriter.binlog.files.keyring import Keyring, MasterKeys
from binwriter.errors import CorruptLogError, LogFileError
from binwriter.formats.constants import ENCRYPTED_BINLOG_MAGIC
from binwriter.formats.encryption import (
    ENCRYPTION_HEADER_LENGTH,
    IV_LENGTH,
    KEY_LENGTH,
    PASSWORD_LENGTH,
    EncryptionHeader,
    StreamCipher,
    describe_encryption,
)


class EncryptedFile(io.RawIOBase):
    """The log in an encrypted file. Positions and sizes are the log's, which begins behind the header."""

    def __init__(self, file: BinaryIO, cipher: StreamCipher) -> None:
        """file: an unbuffered one, or one that is read only, behind its header."""
        self._file, self._cipher = file, cipher
        self._position = 0
        self.name = file.name

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._file.seekable()

    def writable(self) -> bool:
        return self._file.writable()

    def fileno(self) -> int:
        """Of the file as it lies there, encrypted: to sync it."""
        return self._file.fileno()

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._file.read(len(buffer))
        buffer[: len(data)] = self._cipher.at(self._position, data)
        self._position += len(data)
        return len(data)

    def write(self, data: bytes | memoryview) -> int:  # type: ignore[override]
        written = self._file.write(self._cipher.at(self._position, data))
        self._position += written
        return written

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence == io.SEEK_SET:
            place = self._file.seek(offset + ENCRYPTION_HEADER_LENGTH)
        else:
            place = self._file.seek(offset, whence)
        self._position = place - ENCRYPTION_HEADER_LENGTH
        return self._position

    def tell(self) -> int:
        return self._position

    def truncate(self, size: int | None = None) -> int:
        wanted = self._position if size is None else size
        return self._file.truncate(wanted + ENCRYPTION_HEADER_LENGTH) - ENCRYPTION_HEADER_LENGTH

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


def as_plain(file: BinaryIO, name: str, keyring: Keyring | None) -> BinaryIO:
    """The log in a file that stands at its beginning: itself, or decrypted if it is encrypted and there is a keyring.

    CorruptLogError if the header cannot be read, LogFileError if the keyring has not its key.
    """
    if keyring is None:
        return file
    start = file.tell() if file.seekable() else 0
    magic = file.peek(len(ENCRYPTED_BINLOG_MAGIC)) if hasattr(file, "peek") else file.read(len(ENCRYPTED_BINLOG_MAGIC))
    if not hasattr(file, "peek"):
        file.seek(start)
    if magic[: len(ENCRYPTED_BINLOG_MAGIC)] != ENCRYPTED_BINLOG_MAGIC:
        return file
    return cast(BinaryIO, io.BufferedReader(EncryptedFile(file, _cipher_of(file, name, keyring))))


def open_to_change(path: Path, keyring: Keyring | None) -> BinaryIO:
    """As `disk.current().open`, decrypted."""
    file = disk.current().open(path)
    try:
        magic = file.read(len(ENCRYPTED_BINLOG_MAGIC))
        file.seek(0)
        if keyring is None or magic != ENCRYPTED_BINLOG_MAGIC:
            return file
        return cast(BinaryIO, EncryptedFile(file, _cipher_of(file, str(path), keyring)))
    except BaseException:
        file.close()
        raise


def is_encrypted(path: Path) -> bool:
    """Whether the file says so. OSError if it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(ENCRYPTED_BINLOG_MAGIC)) == ENCRYPTED_BINLOG_MAGIC


def _cipher_of(file: BinaryIO, name: str, keyring: Keyring) -> StreamCipher:
    return StreamCipher(_password(_header_of(file, name), name, keyring))


def _header_of(file: BinaryIO, name: str) -> EncryptionHeader:
    data = file.read(ENCRYPTION_HEADER_LENGTH)
    try:
        if len(data) == ENCRYPTION_HEADER_LENGTH:
            return EncryptionHeader.parse(data)
    except CorruptLogError:
        pass
    raise CorruptLogError(f"{name}:0: {describe_encryption(data)}, which cannot be read")


def _password(header: EncryptionHeader, name: str, keyring: Keyring) -> bytes:
    key_id = header.key_id.decode("ascii", "backslashreplace")
    key = keyring.get(key_id)
    if key is None or len(key) != KEY_LENGTH:
        raise LogFileError(f"{name}:0: the keyring {keyring.path} has no key {key_id} of {KEY_LENGTH} bytes")
    return header.password_by(key)


class LogEncryption:
    """binlog_encryption=ON: what makes the files of a server's log encrypted ones.

    random: so many bytes that nobody can guess.
    """

    def __init__(self, keys: MasterKeys, random: Callable[[int], bytes]) -> None:
        self.keys, self._random = keys, random

    def make_key(self) -> None:
        """A new master key, to be used from now on."""
        self.keys.renew(self._random(KEY_LENGTH))

    def begin(self, file: BinaryIO) -> BinaryIO:
        """Writes the header of a new file, whose log goes into what is returned."""
        password = self._random(PASSWORD_LENGTH)
        disk.current().write(file, self._header(password).build())
        return cast(BinaryIO, EncryptedFile(file, StreamCipher(password)))

    def renew(self, path: Path) -> None:
        """Gives a file that is encrypted a header by the master key in use; its content stays."""
        with disk.current().open(path) as file:
            password = _password(_header_of(file, str(path)), str(path), self.keys.keyring)
            file.seek(0)
            disk.current().write(file, self._header(password).build())
            disk.current().sync(file)

    def _header(self, password: bytes) -> EncryptionHeader:
        if self.keys.key() is None:
            self.make_key()
        key = self.keys.key()
        assert key is not None
        return EncryptionHeader.sealed(password, *key, self._random(IV_LENGTH))
