"""TLS is a layer over the connection's bytes: the thread that runs the SQL reads and writes through it."""

from __future__ import annotations

import contextlib
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pymysql
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from binwriter.live.serving import Serving, Settings
from binwriter.live.tls import Encryption, own_context
from binwriter.server.server import Server

_OF_SESSION = ("STATUS LIKE 'Ssl_cipher'", "STATUS LIKE 'Ssl_cipher_list'")
_SSL_REQUEST = b"\x20\x00\x00\x01" + (0x000AAA85 | 1 << 11).to_bytes(4, "little") + bytes(28)


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    settings = Settings(users={"root": "secret"}, tls=own_context(tmp_path / "keys"))
    with Server(tmp_path / "data") as server, Serving(server, settings) as serving:
        yield serving


def _connect(serving: Serving) -> pymysql.Connection:
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return pymysql.connect(host="127.0.0.1", port=serving.port, user="root", password="secret", ssl=trusting)


@pytest.mark.slow
def test_a_certificate_is_made_beside_what_serves_and_once(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from binwriter.live.tls import own_context_meanwhile
for _ in range(2):
    with own_context_meanwhile(Path(sys.argv[1])) as own:
        own()
assert "cryptography" not in sys.modules
"""
    folder = tmp_path / "new"
    subprocess.run([sys.executable, "-c", script, str(folder)], check=True)
    assert sorted(file.name for file in folder.iterdir()) == ["ca.pem", "server-cert.pem", "server-key.pem"]
    assert (folder / "server-key.pem").stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_long_statements_and_long_results_go_through_it(serving: Serving) -> None:
    """Longer than a record, a buffer and a packet."""
    with _connect(serving) as connection, connection.cursor() as cursor:
        cursor.execute("SET GLOBAL max_allowed_packet = 1073741824")
    with _connect(serving) as connection, connection.cursor() as cursor:
        for length in (1, 1 << 14, 1 << 17, (1 << 24) + 5):
            cursor.execute(f"SELECT '{'x' * length}', 7")
            assert cursor.fetchall() == (("x" * length, 7),)
        cursor.execute("DO 1")


@pytest.mark.parametrize("said", [b"", b"no TLS at all", bytes(range(256)) * 20, b"\x16\x03\x01\x00\x05hello"])
def test_a_client_that_speaks_no_tls_harms_nobody(serving: Serving, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", serving.port), timeout=30) as client:
        client.recv(1000)
        client.sendall(_SSL_REQUEST + said)
        client.shutdown(socket.SHUT_WR)
        while client.recv(1000):
            pass
    with _connect(serving) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def test_its_version_and_cipher_are_told_to_its_client(serving: Serving) -> None:
    """As a 9.7.4 tells them, among the values of the server, too; a client without TLS is told nothing."""
    asked = (
        "SHOW GLOBAL STATUS LIKE 'Ssl_version'",
        "SHOW STATUS LIKE 'Ssl_cipher'",
        "SHOW STATUS LIKE 'Ssl_cipher_list'",
    )
    told: list[list[str]] = []
    plain_client = pymysql.connect(
        host="127.0.0.1", port=serving.port, user="root", password="secret", ssl_disabled=True
    )
    for connection in (_connect(serving), plain_client):
        with connection, connection.cursor() as cursor:
            told.append([])
            for statement in asked:
                cursor.execute(statement)
                told[-1].append(str(cursor.fetchall()[0][1]))
    (version, cipher, ciphers), plain = told
    assert version in ("TLSv1.2", "TLSv1.3")
    assert cipher in ciphers.split(":")
    assert plain == ["", "", ""]


def test_its_end_is_the_clients(serving: Serving) -> None:
    """A client ends TLS, or sends what is none, between two statements."""
    for last in (lambda own: own.unwrap(), lambda own: socket.socket.send(own, b"rubbish that is no record")):
        connection = _connect(serving)
        connection.query("DO 1")
        with pytest.raises((OSError, pymysql.err.OperationalError)):
            last(connection._sock)
            connection.query("DO 1")
        connection._force_close()
    with _connect(serving) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def test_it_is_the_same_in_whichever_pieces_it_comes(tmp_path: Path) -> None:
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting.wrap_bio(incoming, outgoing)
    server = Encryption(own_context(tmp_path))

    def carried() -> bytes:
        told = [server.unpacked(bytes((byte,))) for byte in outgoing.read()]
        incoming.write(server.waiting())
        return b"".join(told)

    while not server.is_established:
        with contextlib.suppress(ssl.SSLWantReadError):
            client.do_handshake()
        carried()
    client.write(b"hello" * 10_000)
    assert carried() == b"hello" * 10_000
    incoming.write(server.packed(b"yes" * 10_000))
    assert b"".join(iter(lambda: client.read(1 << 20) if incoming.pending or client.pending() else b"", b"")) == (
        b"yes" * 10_000
    )
    incoming.write(server.ending())
    assert client.read(1) == b""


@pytest.mark.slow
def test_the_key_of_a_file_is_the_servers(tmp_path: Path) -> None:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    file = tmp_path / "key.pem"
    plain = serialization.NoEncryption()
    file.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    known = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    options = {"sha256_password_private_key_path": str(file)}
    with Server(tmp_path / "log", options) as server, Serving(server, Settings(users={"root": ""})) as serving:
        with pymysql.connect(host="127.0.0.1", port=serving.port, user="root") as client, client.cursor() as cursor:
            cursor.execute("CREATE USER u IDENTIFIED WITH sha256_password BY 'secret'")
        with pymysql.connect(host="127.0.0.1", port=serving.port, user="u", password="secret", server_public_key=known):
            pass  # who knows the key does not ask for it
