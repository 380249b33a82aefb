"""Captures AES_ENCRYPT() and AES_DECRYPT() in all modes from a real server into tests/golden/aes.json.

python -m tests.binwriter.sql.functions.capture_aes
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from binwriter.integration.mysql import running_server
from tests.reliability.limits.answers import asked_of_mysql

FILE = Path(__file__).parents[3] / "golden" / "aes.json"
_MODES = [
    f"aes-{bits}-{mode}" for bits, mode in product((128, 192, 256), ["ecb", "cbc", "cfb1", "cfb8", "cfb128", "ofb"])
]
_TEXTS = ("''", "'a'", "REPEAT('b', 15)", "REPEAT('c', 16)", "REPEAT('d', 17)", "REPEAT('é', 33)", "x'00FF10'", "12.5")
_KEYS = ("'key'", "''", "'0123456789abcdef'", "REPEAT('k', 32)", "REPEAT('long', 20)", "x'00FF'")
_VECTOR = "'0123456789abcdefmore'"
_DERIVED = ("'hkdf'", "'hkdf', 'salt', 'info'", "'pbkdf2_hmac', 'salt', '1000'", "'pbkdf2_hmac', 'salt'", "'hkdf', ''")
_WRONG = (
    *("'none'", "NULL", "'hkdf', REPEAT('s', 300)", "'hkdf', 's', REPEAT('i', 256)", "'HKDF'"),
    *("'pbkdf2_hmac', 'salt', 'many'", "'pbkdf2_hmac', 'salt', '65536'", "'pbkdf2_hmac', 'salt', 2000", "''"),
    *("'pbkdf2_hmac', 'salt', '65535'", "'pbkdf2_hmac', 's', ' 1500x'", "'pbkdf2_hmac', 's', '999'"),
    *("'Hkdf'", "'pbkdf2_hmac', 's', '1500x'"),
    *("'pbkdf2_hmac', 's', NULL", "'hkdf', 's', NULL", "'pbkdf2_hmac', NULL", "'none', 's', '1234567'"),
)


def script() -> Iterator[str]:
    """The statements, for one session."""
    for mode in _MODES:
        yield f"SET block_encryption_mode = '{mode}'"
        vector = "" if mode.endswith("ecb") else f", {_VECTOR}"
        for text in _TEXTS:
            yield f"SELECT HEX(AES_ENCRYPT({text}, 'key'{vector}))"
        for key in _KEYS:
            yield f"SELECT HEX(AES_ENCRYPT('some text', {key}{vector}))"
            yield f"SELECT HEX(AES_DECRYPT(AES_ENCRYPT(REPEAT('x', 40), {key}{vector}), {key}{vector}))"
            yield f"SELECT HEX(AES_DECRYPT(REPEAT('y', 32), {key}{vector}))"
        for derived in _DERIVED:
            yield f"SELECT HEX(AES_ENCRYPT('some text', 'key', {_VECTOR}, {derived}))"
        yield f"SELECT HEX(AES_DECRYPT('short', 'key'{vector})), HEX(AES_DECRYPT('', 'key'{vector}))"
        yield "SELECT HEX(AES_ENCRYPT('text', 'key'))"
        yield "SELECT HEX(AES_ENCRYPT('text', 'key', 'short'))"
        yield "SELECT HEX(AES_ENCRYPT('text', 'key', NULL))"
        yield f"SELECT AES_ENCRYPT(NULL, 'key'{vector}), AES_ENCRYPT('text', NULL{vector})"
    for mode, wrong in product(("aes-128-ecb", "aes-256-cbc"), _WRONG):
        yield f"SET block_encryption_mode = '{mode}'"
        yield f"SELECT HEX(AES_ENCRYPT('some text', 'key', {_VECTOR}, {wrong}))"
    yield "SELECT AES_ENCRYPT('text')"
    yield "SELECT AES_ENCRYPT('text', 'key', '', 'hkdf', '', '', '')"
    for mode in ("aes-128-ctr", "AES-256-CBC", "des", "aes-512-ecb", ""):
        yield f"SET block_encryption_mode = '{mode}'"
        yield "SELECT @@block_encryption_mode"


def main() -> None:
    """Writes the golden file."""
    with running_server() as server:
        answers = asked_of_mysql(server, list(script()))
    FILE.write_text("[\n" + ",\n".join(json.dumps(answer, ensure_ascii=False) for answer in answers) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
