"""Expressions of thousands of levels are read and answered on any thread, and what is too deep is 1436 there."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import binwriter
from binwriter.errors import MySQLError
from binwriter.sql.text.deep import in_fresh_thread
from binwriter.sql.text.trees import parse_tree

_DEEP = f"SELECT {'ABS(' * 2012}1{')' * 2012}"
_TOO_DEEP = f"SELECT {'ABS(' * 2013}1{')' * 2013}"
_MUCH_TOO_DEEP = f"SELECT {'ABS(' * 5000}1{')' * 5000}"


def _main(work: Callable[[], None]) -> None:
    work()


def _on_thread(work: Callable[[], None]) -> None:
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert not raised, raised


def _in_asyncio(work: Callable[[], None]) -> None:
    asyncio.run(asyncio.to_thread(work))

    async def directly() -> None:
        work()

    asyncio.run(directly())


@pytest.mark.parametrize("runs", [_main, _on_thread, _in_asyncio])
def test_levels_at_and_beyond_the_stack(runs: Callable[[Callable[[], None]], None], tmp_path: Path) -> None:
    server = binwriter.Server(tmp_path / "log")
    limit, alive = sys.getrecursionlimit(), threading.active_count()

    def work() -> None:
        session = server.connect()
        assert session.run(_DEEP).error is None
        for text in (_TOO_DEEP, _MUCH_TOO_DEEP):
            error = session.run(text).error
            assert error is not None
            assert error.code == 1436

    runs(work)
    assert sys.getrecursionlimit() == limit
    assert threading.active_count() <= alive + 1  # asyncio's own


def test_errors_of_deep_places_come_out() -> None:
    with pytest.raises(MySQLError) as caught:
        in_fresh_thread(lambda: parse_tree("SELECT (1 +"))
    assert caught.value.code == 1064
