"""Encrypted binary logs: recognised, and named by version and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.formats.encryption import ENCRYPTION_HEADER_LENGTH, EncryptionHeader, describe_encryption
from binwriter.formats.errors import CorruptLogError

# the second file of a 9.7.4 server with binlog_encryption=ON and component_keyring_file (capture.sh beside it)
FILE = Path(__file__).parents[1] / "golden" / "encrypted" / "binlog.000002"
KEY = b"MySQLReplicationKey_d30df170-e66e-11f1-b3e2-830aa626ca82_2"


def test_header() -> None:
    data = FILE.read_bytes()[:ENCRYPTION_HEADER_LENGTH]
    header = EncryptionHeader.parse(data)
    assert (header.version, header.key_id) == (1, KEY)
    assert (len(header.password), len(header.iv), set(header.rest)) == (32, 16, {0})
    assert header.build() == data


def test_reading_names_version_and_key() -> None:
    with pytest.raises(CorruptLogError, match=rf":0: an encrypted .* version 1, key {KEY.decode()}, which cannot"):
        list(read_events(FILE))


def test_damaged_headers() -> None:
    data = FILE.read_bytes()
    assert "100 bytes, 512 expected" in describe_encryption(data[:100])
    assert "version 2 whose" in describe_encryption(data[:4] + b"\2" + data[5:])
    for length in range(4, ENCRYPTION_HEADER_LENGTH):
        with pytest.raises(CorruptLogError, match="an encrypted binary log"):
            list(read_events(data[:length]))
    for index in range(4, 120):
        with pytest.raises(CorruptLogError, match="an encrypted binary log"):
            list(read_events(data[:index] + bytes((data[index] ^ 0xFF,)) + data[index + 1 :]))
