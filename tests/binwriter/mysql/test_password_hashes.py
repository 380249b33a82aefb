"""What a server keeps of passwords, and who is let in by it."""

from __future__ import annotations

import hashlib

import pytest

from binwriter.catalog.accounts import Accounts, host_matches
from binwriter.catalog.authentication import Client, Proof, prove, prove_password, refusal
from binwriter.mysql.password_hashes import (
    CACHING_SHA2,
    NATIVE,
    caching_sha2_hash,
    is_password,
    native_hash,
    sha256_crypt,
)
from tests.conftest import PROJECT

_NONCE = b"n" * 20


def _xor(first: bytes, second: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(first, second, strict=True))


def test_the_digest_is_that_of_sha_crypt() -> None:
    # crypt(3) of glibc: $5$saltstring
    assert sha256_crypt(b"Hello world!", b"saltstring", 5000) == "5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5"


def test_the_native_hash_is_that_of_the_manual() -> None:
    # MySQL 5.7 manual, "Password Hashing in MySQL": PASSWORD('mypass')
    assert native_hash("mypass") == "*6C8989366EAF75BB670AD8EA7A7FC1176A95CEF4"


def _kept() -> list[list[str]]:
    lines = (PROJECT / "tests" / "golden" / "passwords.txt").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(("plugin", "password", "kept"), _kept())
def test_a_server_s_hash_knows_its_password(plugin: str, password: str, kept: str) -> None:
    stored = bytes.fromhex(kept).decode("utf-8", "surrogateescape")
    assert is_password(plugin, stored, password.encode())
    assert not is_password(plugin, stored, f"{password}!".encode())


def _accounts() -> Accounts:
    accounts = Accounts()
    accounts.add(("ann", "%")).identify(CACHING_SHA2, caching_sha2_hash("s3cret", "a" * 20, 5000), None)
    accounts.add(("bob", "%")).identify(NATIVE, native_hash("s3cret"), None)
    return accounts


def test_who_knows_a_hash_only_asks_for_the_password_once() -> None:
    ann = _accounts()[("ann", "%")]
    once = hashlib.sha256(b"s3cret").digest()
    answer = _xor(once, hashlib.sha256(hashlib.sha256(once).digest() + _NONCE).digest())
    assert prove(ann, CACHING_SHA2, _NONCE, answer) is Proof.ASK
    assert prove_password(ann, b"wrong") is Proof.WRONG
    assert prove(ann, CACHING_SHA2, _NONCE, answer) is Proof.ASK
    assert prove_password(ann, b"s3cret") is Proof.RIGHT
    assert prove(ann, CACHING_SHA2, _NONCE, answer) is Proof.RIGHT
    assert prove(ann, CACHING_SHA2, b"m" * 20, answer) is Proof.ASK
    assert prove(ann, CACHING_SHA2, _NONCE, b"") is Proof.WRONG


def test_the_native_answer_is_proved_by_the_hash() -> None:
    bob = _accounts()[("bob", "%")]
    once = hashlib.sha1(b"s3cret").digest()
    answer = _xor(once, hashlib.sha1(_NONCE + hashlib.sha1(once).digest()).digest())
    assert prove(bob, NATIVE, _NONCE, answer) is Proof.RIGHT
    assert prove(bob, NATIVE, b"m" * 20, answer) is Proof.WRONG
    assert prove(bob, CACHING_SHA2, _NONCE, answer) is Proof.WRONG


@pytest.mark.parametrize("stored", ["$A$005$" + "x" * 63, "$A$005$short", "nothing"])
def test_what_is_no_hash_is_nobodys_password(stored: str) -> None:
    assert not is_password(CACHING_SHA2, stored, b"x")
    assert not is_password(CACHING_SHA2, stored, b"")


def test_the_most_exact_host_comes_first_then_who_has_a_name() -> None:
    accounts = Accounts()
    for name in (("ann", "%"), ("", "localhost"), ("ann", "10.0.%"), ("ann", "10.0.0.0/255.255.255.0")):
        accounts.add(name)
    assert accounts.client("ann", "localhost") == ("", "localhost")
    assert accounts.client("ann", "10.0.1.7") == ("ann", "10.0.%")
    assert accounts.client("ann", "10.0.0.7", "10.0.0.7") == ("ann", "10.0.0.0/255.255.255.0")
    assert accounts.client("ann", "elsewhere") == ("ann", "%")
    assert accounts.client("bob", "elsewhere") is None
    assert host_matches("%.Example.com", "a.example.COM")


def _refused(accounts: Accounts, proof: Proof, **changes: bool) -> int:
    error = refusal(accounts, ("ann", "%"), Client("ann", "localhost", True, **changes), proof)
    return error.code if error is not None else 0


def test_who_is_refused_and_why() -> None:
    accounts = _accounts()
    ann = accounts[("ann", "%")]
    assert _refused(accounts, Proof.WRONG) == 1045
    assert _refused(accounts, Proof.RIGHT) == 0
    ann.set_options(" REQUIRE SSL")
    assert (_refused(accounts, Proof.RIGHT), _refused(accounts, Proof.RIGHT, secure=True)) == (1045, 0)
    ann.set_options(" REQUIRE NONE PASSWORD EXPIRE")
    assert (_refused(accounts, Proof.RIGHT), _refused(accounts, Proof.RIGHT, changes_password=False)) == (0, 1862)
    ann.set_options(" ACCOUNT LOCK")
    assert (_refused(accounts, Proof.RIGHT), _refused(accounts, Proof.WRONG)) == (3118, 1045)
    ann.set_options(" ACCOUNT UNLOCK FAILED_LOGIN_ATTEMPTS 2 PASSWORD_LOCK_TIME 3")
    assert [_refused(accounts, Proof.WRONG) for _ in range(3)] == [1045, 3955, 3955]
    assert _refused(accounts, Proof.RIGHT) == 3955
    assert refusal(accounts, None, Client("eve", "localhost"), Proof.WRONG).message == (  # type: ignore[union-attr]
        "Access denied for user 'eve'@'localhost' (using password: NO)"
    )
