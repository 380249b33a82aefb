"""TLS: of a connection; the certificate of a served folder, made at its first start; the key pair of passwords without.

As a mysqld does, the files lie in the data folder: server-cert.pem, server-key.pem (MySQL manual, "Creating SSL and RSA
Certificates and Keys using MySQL"). Needs the package extra `serve`.
"""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import os
import ssl
from functools import cached_property
from pathlib import Path

from binwriter.errors import LogFileError

CERTIFICATE, KEY = "server-cert.pem", "server-key.pem"
_COMMON_NAME = "binwriter_Auto_Generated_Server_Certificate"
_YEARS = 10
_RSA_BITS = 2048
_ONLY_OWNER = 0o600
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
    certificate, key = folder / CERTIFICATE, folder / KEY
    if not (certificate.exists() and key.exists()):
        folder.mkdir(parents=True, exist_ok=True)
        _make(certificate, key)
    return server_context(certificate, key)


def _make(certificate: Path, key: Path) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    private = ec.generate_private_key(
        ec.SECP256R1()
    )  # quick: an RSA key of the same strength takes a tenth of a second
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, _COMMON_NAME)])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=365 * _YEARS))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(private, hashes.SHA256())
    )
    secret = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _ONLY_OWNER), "wb") as file:
        file.write(secret)
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))


class Encryption:
    """One connection's TLS without input or output: whoever reads or writes the connection uses it.

    is_established: whether the handshake is done.
    """

    def __init__(self, context: ssl.SSLContext) -> None:
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._object = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self.is_established = False

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
    """The RSA key with which a client without TLS sends a password; made when one first asks."""

    @cached_property
    def _private(self) -> object:
        from cryptography.hazmat.primitives.asymmetric import rsa

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
            found: bytes = self._private.decrypt(data, oaep)  # type: ignore[attr-defined]
        except ValueError:
            return b""
        return found
