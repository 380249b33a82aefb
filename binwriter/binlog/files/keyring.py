"""The keyring that encrypted logs have their master keys in: the data file of MySQL's component_keyring_file.

JSON: version "1.0", and elements of user, data_id, data_type, data (hexadecimal) and extension. Keys of logs belong to
no user; they are AES keys of 32 bytes named MySQLReplicationKey_UUID_N, and two numbers say which N is the one in use
and which was the last to go. A server that is given the same file reads our logs, and we read its.
Source: manual, "Using the component_keyring_file File-Based Keyring Component", "Binary Log Encryption"; a keyring of a
9.7.4 (tests/golden/encrypted).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from binwriter import disk, documents
from binwriter.errors import LogFileError, reason_of
from binwriter.formats.encryption import KEY_LENGTH

_VERSION = "1.0"
_NUMBER_LENGTH = 16
_TYPE = "AES"


class Keyring:
    """The keys of a file, by name. LogFileError if it cannot be read or is none.

    path: of the file; one that is missing or empty has no keys, and is made when the first is stored.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        try:
            text = documents.read_text(self.path) if self.path.exists() else ""
            self._elements: list[dict[str, Any]] = _elements(text) if text else []
        except (OSError, ValueError) as error:
            raise LogFileError(f"cannot read the keyring {self.path}: {reason_of(error)}") from error

    def get(self, name: str) -> bytes | None:
        """The key of no user with that name."""
        for element in self._elements:
            if element["data_id"] == name and not element["user"]:
                return bytes.fromhex(element["data"])
        return None

    def change(self, *, store: dict[str, bytes], remove: tuple[str, ...] = ()) -> None:
        """Stores keys in place of those of the same names, removes others, and writes the file, whole or not at all."""
        gone = {*store, *remove}
        kept = [element for element in self._elements if element["user"] or element["data_id"] not in gone]
        new = [
            {"user": "", "data_id": name, "data_type": _TYPE, "data": data.hex().upper(), "extension": []}
            for name, data in store.items()
        ]
        content = json.dumps({"version": _VERSION, "elements": [*kept, *new]}, separators=(",", ":"))
        try:
            disk.write_whole(self.path, [content.encode()])
        except OSError as error:
            raise LogFileError(f"cannot write the keyring {self.path}: {reason_of(error)}") from error
        self._elements = [*kept, *new]


def _elements(text: str) -> list[dict[str, Any]]:
    content = json.loads(text)
    if not isinstance(content, dict) or content.get("version") != _VERSION:
        raise ValueError(f"it is no data file of component_keyring_file of version {_VERSION}")
    elements: list[dict[str, Any]] = content.get("elements", [])
    for element in elements:
        bytes.fromhex(element.get("data", ""))
        if not isinstance(element.get("data_id"), str) or not isinstance(element.get("user"), str):
            raise ValueError("an element has no data_id or user")
    return elements


class MasterKeys:
    """The master keys of one server's logs. server_uuid: as @@server_uuid has it."""

    def __init__(self, keyring: Keyring, server_uuid: str) -> None:
        self.keyring = keyring
        self._stem = f"MySQLReplicationKey_{server_uuid}"

    @property
    def number(self) -> int:
        """Of the key in use; 0 if there is none yet."""
        return self._number(self._stem)

    def key(self) -> tuple[bytes, bytes] | None:
        """Name and key in use; None if there is none yet. LogFileError if the keyring has lost it."""
        number = self.number
        if not number:
            return None
        name = self._name(number)
        key = self.keyring.get(name)
        if key is None or len(key) != KEY_LENGTH:
            raise LogFileError(f"the keyring {self.keyring.path} has no key {name} of {KEY_LENGTH} bytes")
        return name.encode(), key

    def renew(self, key: bytes) -> None:
        """Takes this key into use. The one before stays until `forget_before`."""
        number = self.number + 1
        self.keyring.change(store={self._name(number): key, self._stem: _stored(number)})

    def forget_before(self) -> None:
        """No log needs the keys before the one in use any more."""
        number, purged = self.number, f"{self._stem}_last_purged"
        old = tuple(map(self._name, range(self._number(purged) + 1, number)))
        if old:
            self.keyring.change(store={purged: _stored(number - 1)}, remove=old)

    def _name(self, number: int) -> str:
        return f"{self._stem}_{number}"

    def _number(self, name: str) -> int:
        data = self.keyring.get(name)
        return int.from_bytes(data, "little") if data is not None else 0


def _stored(number: int) -> bytes:
    return number.to_bytes(_NUMBER_LENGTH, "little")
