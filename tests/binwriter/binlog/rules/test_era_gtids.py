"""GTIDs as servers of 5.6 and 5.7 have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.errors import MySQLError
from binwriter.server.server import Server

_ON = ("gtid-mode=ON", "enforce-gtid-consistency=ON", "log-slave-updates=ON")
_OFF = ("gtid-mode=OFF", "enforce-gtid-consistency=OFF")
_PURGED = "SET GLOBAL gtid_purged='bbbbbbbb-aaaa-aaaa-aaaa-aaaaaaaaaaaa:1'"


def _answers(folder: Path, profile: str, options: tuple[str, ...]) -> list[int]:
    """Error codes of gtid_purged before and after the first transaction; 0 for none."""
    errors: list[MySQLError | None] = []
    with Server(folder, options, profile=profile) as server:
        session = server.connect()
        errors.append(session.run(_PURGED).error)
        session.run("CREATE DATABASE d")
        errors.append(session.run(_PURGED).error)
    return [error.code if error else 0 for error in errors]


@pytest.mark.parametrize(("profile", "second"), [("5.6", 1840), ("5.7", 1840), ("8.0", 0), ("9.7", 0)])
def test_gtid_purged_is_set_before_the_first_transaction_up_to_5_7(profile: str, second: int, tmp_path: Path) -> None:
    assert _answers(tmp_path, profile, _ON) == [0, second]


@pytest.mark.parametrize(("profile", "codes"), [("5.6", [1839, 1839]), ("5.7", [0, 1840]), ("8.0", [0, 0])])
def test_gtid_purged_needs_gtid_mode_up_to_5_6(profile: str, codes: list[int], tmp_path: Path) -> None:
    assert _answers(tmp_path, profile, _OFF) == codes
