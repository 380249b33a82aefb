"""Circles of objects are looked for as before once nobody who puts it off runs any more."""

import gc
from pathlib import Path

import pytest

from binwriter.server.server import Server
from binwriter.storage import garbage
from binwriter.storage.garbage import seldom_collected

FIRST = (500, 7, 8)


@pytest.fixture(autouse=True)
def _thresholds(monkeypatch: pytest.MonkeyPatch) -> object:
    """Nobody of other tests puts it off."""
    before = gc.get_threshold()
    monkeypatch.setattr(garbage, "_collected", garbage._Collected())
    gc.set_threshold(*FIRST)
    yield
    gc.set_threshold(*before)


def test_the_search_is_put_off_and_taken_up_again() -> None:
    with seldom_collected:
        with seldom_collected:
            assert gc.get_threshold()[0] > 500
        assert gc.get_threshold()[0] > 500 and gc.get_threshold()[1:] == (7, 8)
    assert gc.get_threshold() == FIRST
    for chosen in ((0, 7, 8), (5_000_000, 7, 8)):  # the user's own
        gc.set_threshold(*chosen)
        with seldom_collected:
            assert gc.get_threshold() == chosen
        assert gc.get_threshold() == chosen


def test_a_session_of_sql_puts_it_off_to_its_end(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session, other = server.connect(), server.connect()
        assert gc.get_threshold() == FIRST
        session.execute("SELECT 1")
        other.execute("SELECT 1")
        between = gc.get_threshold()
        assert between[0] > 500 and between[1:] == (7, 8)
        with seldom_collected:
            assert gc.get_threshold()[0] > between[0]
        assert gc.get_threshold() == between
        session.close()
        assert gc.get_threshold() == between
        gc.set_threshold(5_000_000, 9, 9)  # the user's own, in the middle
        other.execute("DO 1")
        assert gc.get_threshold() == (5_000_000, 9, 9)
    assert gc.get_threshold() == (5_000_000, 9, 9)
