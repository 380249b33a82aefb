"""A served folder's own certificate. `python -m binwriter.live.certificates FOLDER` makes it.

As a mysqld does, the files lie in the data folder: ca.pem, and signed by its key server-cert.pem, server-key.pem (MySQL
manual, "Creating SSL and RSA Certificates and Keys using MySQL"). A certificate that signs itself would be taken by
clients that refuse a mysqld's (MariaDB's). The key behind ca.pem is not kept. Needs the package extra `serve`.
"""

from __future__ import annotations

import datetime
import ipaddress
import os
import sys
from pathlib import Path

AUTHORITY, CERTIFICATE, KEY = "ca.pem", "server-cert.pem", "server-key.pem"
_COMMON_NAMES = ("binwriter_Auto_Generated_CA_Certificate", "binwriter_Auto_Generated_Server_Certificate")
_YEARS = 10
_ONLY_OWNER = 0o600


def are_in(folder: Path) -> bool:
    """Whether the server's were made."""
    return (folder / CERTIFICATE).exists() and (folder / KEY).exists()


def make(folder: Path) -> None:
    """Makes them. ImportError without `cryptography`."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    # quick: RSA keys of the same strength take a tenth of a second each
    signing, private = (ec.generate_private_key(ec.SECP256R1()) for _ in _COMMON_NAMES)
    authority, name = (
        x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, common_name)]) for common_name in _COMMON_NAMES
    )
    now = datetime.datetime.now(datetime.UTC)
    places = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]

    def signed(subject: x509.Name, key: ec.EllipticCurvePrivateKey, *, is_authority: bool) -> bytes:
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(authority)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=365 * _YEARS))
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        )
        if not is_authority:
            builder = builder.add_extension(x509.SubjectAlternativeName(places), critical=False)
        return builder.sign(signing, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    secret = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with os.fdopen(os.open(folder / KEY, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _ONLY_OWNER), "wb") as file:
        file.write(secret)
    (folder / AUTHORITY).write_bytes(signed(authority, signing, is_authority=True))
    (folder / CERTIFICATE).write_bytes(signed(name, private, is_authority=False))


if __name__ == "__main__":
    make(Path(sys.argv[1]))
