"""The header of an encrypted binary log (binlog_encryption=ON): 512 bytes before the encrypted file.

Magic, version, then fields: a type byte and a value of known form; zero bytes fill it up. What follows is the log
with its own magic, encrypted with AES-256-CTR by a key that only the server's keyring can decrypt.
Source: manual, "Binary Log Encryption"; a file of a 9.7.4 server (tests/golden/encrypted).
"""

from __future__ import annotations

import construct as cs

from binwriter.formats.constants import ENCRYPTED_BINLOG_MAGIC
from binwriter.formats.declaration import Declared, csfield, derived
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.primitives import Bytes8, Identified

ENCRYPTION_HEADER_LENGTH = 512
# Before the fields: magic and version.
VERSION_OFFSET = len(ENCRYPTED_BINLOG_MAGIC)
KNOWN_VERSION = 1


class EncryptionHeader(Declared):
    """Version 1. key_id: of the key in the keyring. password: of the file, encrypted by that key. iv: for that."""

    magic: bytes = derived(cs.Const(ENCRYPTED_BINLOG_MAGIC))
    version: int = csfield(cs.OneOf(cs.Int8ul, [KNOWN_VERSION]))
    key_id: bytes = csfield(Identified(1, cs.Int8ul, Bytes8))
    password: bytes = csfield(Identified(2, cs.Int8ul, cs.Bytes(32)))
    iv: bytes = csfield(Identified(3, cs.Int8ul, cs.Bytes(16)))
    rest: bytes = csfield(cs.GreedyBytes)


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
