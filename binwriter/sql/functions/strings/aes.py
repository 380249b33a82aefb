"""AES in the modes of block_encryption_mode: the ciphers of `cryptography`, the keys and the padding of MySQL.

Source: MySQL manual, "Encryption and Compression Functions" (key folding, PKCS padding); NIST SP 800-38A (modes);
values of a 9.7.4 (tests/golden/aes.json).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from binwriter.errors import UnsupportedError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import CipherContext
    from cryptography.hazmat.primitives.ciphers.modes import ECB, ModeWithInitializationVector

BLOCK = 16
_PADDED = ("ecb", "cbc")
_CFB1 = "cfb1"  # which the package does not have


def needs_vector(mode: str) -> bool:
    """Whether a mode has an initialization vector."""
    return mode != "ecb"


def folded(key: bytes, length: int) -> bytes:
    """MySQL's key of any length, folded to `length` bytes by XOR."""
    result = bytearray(length)
    for place, byte in enumerate(key):
        result[place % length] ^= byte
    return bytes(result)


def encrypted(mode: str, key: bytes, vector: bytes, data: bytes) -> bytes:
    """mode: ecb, cbc, cfb1, cfb8, cfb128 or ofb; key: 16, 24 or 32 bytes; vector: of one block, but for ecb.

    Raises UnsupportedError without the package.
    """
    if mode in _PADDED:
        fill = BLOCK - len(data) % BLOCK
        data += bytes([fill]) * fill
    if mode == _CFB1:
        return _by_bits(key, vector, data, back=False)
    return _cipher(mode, key, vector, back=False).update(data)


def decrypted(mode: str, key: bytes, vector: bytes, data: bytes) -> bytes | None:
    """The other way round; None for what is no whole number of blocks, or not padded as it should be."""
    if mode == _CFB1:
        return _by_bits(key, vector, data, back=True)
    if mode not in _PADDED:
        return _cipher(mode, key, vector, back=True).update(data)
    if not data or len(data) % BLOCK:
        return None
    padded = _cipher(mode, key, vector, back=True).update(data)
    fill = padded[-1]
    is_padded = 1 <= fill <= BLOCK and padded[-fill:] == bytes([fill]) * fill
    return padded[:-fill] if is_padded else None


def _cipher(mode: str, key: bytes, vector: bytes, *, back: bool) -> CipherContext:
    try:
        from cryptography.hazmat.decrepit.ciphers.modes import CFB, CFB8, OFB
        from cryptography.hazmat.primitives.ciphers import Cipher
        from cryptography.hazmat.primitives.ciphers.algorithms import AES
        from cryptography.hazmat.primitives.ciphers.modes import CBC, ECB
    except ImportError as error:
        raise UnsupportedError(
            f"AES without the package cryptography ({error}): pip install 'binwriter[aes]'"
        ) from None
    modes: dict[str, Callable[[bytes], ModeWithInitializationVector | ECB]] = {
        "ecb": lambda vector: ECB(),
        "cbc": CBC,
        "cfb8": CFB8,
        "cfb128": CFB,
        "ofb": OFB,
    }
    cipher = Cipher(AES(key), modes[mode](vector))
    return cipher.decryptor() if back else cipher.encryptor()


def _by_bits(key: bytes, vector: bytes, data: bytes, *, back: bool) -> bytes:
    """CFB with one bit of feedback, by encrypting single blocks."""
    encrypt = _cipher("ecb", key, b"", back=False).update
    register, mask = int.from_bytes(vector, "big"), (1 << 8 * BLOCK) - 1
    made = bytearray()
    for byte in data:
        result = 0
        for place in range(7, -1, -1):
            given = byte >> place & 1
            bit = given ^ encrypt(register.to_bytes(BLOCK, "big"))[0] >> 7
            register = (register << 1 | (given if back else bit)) & mask
            result |= bit << place
        made.append(result)
    return bytes(made)
