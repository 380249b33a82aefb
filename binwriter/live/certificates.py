"""A served folder's own certificate. `python -m binwriter.live.certificates FOLDER` makes it.

As a mysqld does, the files lie in the data folder: server-cert.pem, server-key.pem (MySQL manual, "Creating SSL and RSA
Certificates and Keys using MySQL"). Needs the package extra `serve`.
"""

from __future__ import annotations

import datetime
import ipaddress
import os
import sys
from pathlib import Path

CERTIFICATE, KEY = "server-cert.pem", "server-key.pem"
_COMMON_NAME = "binwriter_Auto_Generated_Server_Certificate"
_YEARS = 10
_ONLY_OWNER = 0o600


def are_in(folder: Path) -> bool:
    """Whether they were made."""
    return (folder / CERTIFICATE).exists() and (folder / KEY).exists()


def make(folder: Path) -> None:
    """Makes both. ImportError without `cryptography`."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    # quick: an RSA key of the same strength takes a tenth of a second
    private = ec.generate_private_key(ec.SECP256R1())
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
    with os.fdopen(os.open(folder / KEY, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _ONLY_OWNER), "wb") as file:
        file.write(secret)
    (folder / CERTIFICATE).write_bytes(made.public_bytes(serialization.Encoding.PEM))


if __name__ == "__main__":
    make(Path(sys.argv[1]))
