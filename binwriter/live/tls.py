"""TLS: of a connection; the certificate of a served folder, made at its first start; the key pair of passwords without.

Needs the package extra `serve`.
"""

from __future__ import annotations

import contextlib
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path

from binwriter.errors import LogFileError
from binwriter.live import certificates

_RSA_BITS = 2048
_RECORD = 1 << 14  # bytes that one record has at most


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """For the server's side of connections. LogFileError for files that are no certificate and its key."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise LogFileError(f"no certificate and key: {certificate}, {key}: {error}") from None
    return context


def own_context(folder: Path) -> ssl.SSLContext:
    """With the folder's own certificate, which is made if it is not there. ImportError without `cryptography`."""
    if not certificates.are_in(folder):
        folder.mkdir(parents=True, exist_ok=True)
        certificates.make(folder)
    return server_context(folder / certificates.CERTIFICATE, folder / certificates.KEY)


@contextmanager
def own_context_meanwhile(folder: Path) -> Iterator[Callable[[], ssl.SSLContext]]:
    """As own_context, for whom has something to do until it is had: a process of its own makes the certificate.

    What makes it takes 9 MB, and nothing else that a server does needs it.
    """
    if certificates.are_in(folder):
        yield partial(own_context, folder)
        return
    folder.mkdir(parents=True, exist_ok=True)
    # The words of one that fails are nobody's: own_context says them.
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", certificates.__name__, str(folder)]
    maker = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)

    def made() -> ssl.SSLContext:
        maker.wait()
        return own_context(folder)

    try:
        yield made
    finally:
        maker.kill()  # one that is not waited for
        maker.wait()


class Encryption:
    """One connection's TLS without input or output: whoever reads or writes the connection uses it.

    is_established: whether the handshake is done.
    """

    def __init__(self, context: ssl.SSLContext) -> None:
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._object = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self.is_established = False

    @property
    def described(self) -> tuple[str, str, str]:
        """The version, the cipher, and all ciphers that the client might have had."""
        cipher = self._object.cipher()
        names = ":".join(str(known["name"]) for known in self._object.context.get_ciphers())
        return self._object.version() or "", cipher[0] if cipher is not None else "", names

    def unpacked(self, data: bytes | memoryview) -> bytes:
        """What the client says behind the handshake. ssl.SSLError for what is no TLS, and at its end."""
        self._incoming.write(data)
        pieces = []
        try:
            if not self.is_established:
                self._object.do_handshake()
                self.is_established = True
            while piece := self._object.read(_RECORD):
                pieces.append(piece)
        except ssl.SSLWantReadError:
            return b"".join(pieces)
        if not pieces:
            raise ssl.SSLZeroReturnError("the client has ended it")
        return b"".join(pieces)

    def packed(self, data: bytes) -> bytes:
        """In records. ssl.SSLError behind the end."""
        left = memoryview(data)
        while left:
            left = left[self._object.write(left) :]
        return self.waiting()

    def waiting(self) -> bytes:
        """What the client is to be sent of the handshake."""
        return self._outgoing.read()

    def ending(self) -> bytes:
        """What the client is sent at last."""
        with contextlib.suppress(ssl.SSLError):
            self._object.unwrap()
        return self.waiting()


class KeyPair:
    """The RSA key with which a client without TLS sends a password; made when one first asks, or that of a file (PEM),
    where there is one."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    @cached_property
    def _private(self) -> object:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import rsa

        if self._path is not None:
            with contextlib.suppress(OSError, ValueError, TypeError):
                key = serialization.load_pem_private_key(self._path.read_bytes(), None)
                if isinstance(key, rsa.RSAPrivateKey):
                    return key
        return rsa.generate_private_key(public_exponent=65537, key_size=_RSA_BITS)

    @cached_property
    def public(self) -> bytes:
        """As PEM."""
        from cryptography.hazmat.primitives import serialization

        key = self._private.public_key()  # type: ignore[attr-defined]
        pem: bytes = key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        return pem

    def decrypted(self, data: bytes) -> bytes:
        """What the client has encrypted; empty for what it has not."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import padding

        oaep = padding.OAEP(padding.MGF1(hashes.SHA1()), hashes.SHA1(), None)
        try:
            plain: bytes = self._private.decrypt(data, oaep)  # type: ignore[attr-defined]
        except ValueError:
            return b""
        return plain
