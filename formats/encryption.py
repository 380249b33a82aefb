"""The header of an encrypted binary log (binlog_encryption=ON): 512 bytes before the encrypted file.

Magic, version, then fields: a type byte and a value of known form; zero bytes fill it up. What follows is the log
with its own magic, encrypted with AES-256-CTR. Key and counter come from the file's password (SHA-512 of it: 32 bytes
of key, 8 of counter; the counter's other 8 bytes count blocks of 16 from 0, big endian), and the header holds that
password, encrypted with AES-256-CBC by the master key that the server's keyring has.
Source: manual, "Binary Log Encryption"; the files of a 9.7.4 server, with its keyring (tests/golden/encrypted).
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import construct as cs

from binwriter.formats.conditional_fields import Identified
from binwriter.formats.constants import ENCRYPTED_BINLOG_MAGIC
from binwriter.formats.declaration import Declared, csfield, derived
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.primitives import Bytes8

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext
    from cryptography.hazmat.primitives.ciphers.modes import CBC

ENCRYPTION_HEADER_LENGTH = 512
# Before the fields: magic and version.
VERSION_OFFSET = len(ENCRYPTED_BINLOG_MAGIC)
KNOWN_VERSION = 1
KEY_LENGTH = PASSWORD_LENGTH = 32
IV_LENGTH = 16
_BLOCK = 16
# of the counter, what does not count
_FIXED_LENGTH = 8


class EncryptionHeader(Declared):
    """Version 1. key_id: of the key in the keyring. password: of the file, encrypted by that key. iv: for that."""

    magic: bytes = derived(cs.Const(ENCRYPTED_BINLOG_MAGIC))
    version: int = csfield(cs.OneOf(cs.Int8ul, [KNOWN_VERSION]))
    key_id: bytes = csfield(Identified(1, cs.Int8ul, Bytes8))
    password: bytes = csfield(Identified(2, cs.Int8ul, cs.Bytes(PASSWORD_LENGTH)))
    iv: bytes = csfield(Identified(3, cs.Int8ul, cs.Bytes(IV_LENGTH)))
    rest: bytes = csfield(cs.GreedyBytes)

    @classmethod
    def sealed(cls, password: bytes, key_id: bytes, key: bytes, iv: bytes) -> EncryptionHeader:
        """Of a file of that password. key: the master key of that id, 32 bytes."""
        encryptor = _master_cipher(key, iv).encryptor()
        header = cls(KNOWN_VERSION, key_id, encryptor.update(password) + encryptor.finalize(), iv, b"")
        padding = bytes(ENCRYPTION_HEADER_LENGTH - len(header.build()))
        return cls(KNOWN_VERSION, key_id, header.password, iv, padding)

    def password_by(self, key: bytes) -> bytes:
        """The file's password. key: the master key that the header names, 32 bytes."""
        decryptor = _master_cipher(key, self.iv).decryptor()
        return decryptor.update(self.password) + decryptor.finalize()


class StreamCipher:
    """What encrypts a file of that password, and decrypts it: both are the same."""

    def __init__(self, password: bytes) -> None:
        digest = hashlib.sha512(password).digest()
        self._key = digest[:KEY_LENGTH]
        self._fixed = digest[KEY_LENGTH : KEY_LENGTH + _FIXED_LENGTH]
        self._position = -1
        self._context: CipherContext | None = None

    def at(self, position: int, data: bytes | memoryview) -> bytes:
        """The bytes that stand there, behind the header, in the other form."""
        if self._context is None or position != self._position:
            self._context = self._context_at(position)
        self._position = position + len(data)
        return self._context.update(bytes(data))

    def _context_at(self, position: int) -> CipherContext:
        from cryptography.hazmat.primitives.ciphers import Cipher
        from cryptography.hazmat.primitives.ciphers.algorithms import AES
        from cryptography.hazmat.primitives.ciphers.modes import CTR

        block, within = divmod(position, _BLOCK)
        context = Cipher(AES(self._key), CTR(self._fixed + block.to_bytes(_BLOCK - _FIXED_LENGTH, "big"))).encryptor()
        context.update(bytes(within))
        return context


def _master_cipher(key: bytes, iv: bytes) -> Cipher[CBC]:
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.algorithms import AES
    from cryptography.hazmat.primitives.ciphers.modes import CBC

    return Cipher(AES(key), CBC(iv))


def describe_encryption(header: bytes) -> str:
    """The file that begins with these bytes, in words: version and key, as far as they can be read."""
    what = "an encrypted binary log (binlog_encryption=ON)"
    if len(header) < ENCRYPTION_HEADER_LENGTH:
        return f"{what} with a header of {len(header)} bytes, {ENCRYPTION_HEADER_LENGTH} expected"
    try:
        parsed = EncryptionHeader.parse(header[:ENCRYPTION_HEADER_LENGTH])
    except CorruptLogError:
        return f"{what} of header version {header[VERSION_OFFSET]} whose fields are not known"
    return f"{what} of header version {parsed.version}, key {parsed.key_id.decode('ascii', 'backslashreplace')}"
