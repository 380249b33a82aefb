"""Fixtures that every part of the suite shares."""

from __future__ import annotations

import gc
import logging
import signal
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from zlib import crc32

import pymysql
import pytest

from tests.examples import try_fewer
from tests.tidy import end_tidily

pytest_plugins = ["binwriter.integration.pytest_plugin"]

PROJECT = Path(__file__).resolve().parent.parent

_BETWEEN_COLLECTIONS = 100_000, 20, 100  # allocations, and collections of the younger generation
_cases: dict[str, Iterator[int]] = {}
_tls_of_options = pymysql.Connection._create_ssl_ctx


def pytest_configure(config: pytest.Config) -> None:
    # which test is the first to compile a kernel is chance
    logging.getLogger("binwriter.kernels").disabled = True
    # of a run in the background of a shell, or under nohup: programs that are started here would ignore them, too
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)
    end_tidily(KeyboardInterrupt)  # fixtures end, and the servers that they started
    pymysql.Connection._create_ssl_ctx = _tls
    if "not slow" in config.option.markexpr:
        try_fewer()


@cache
def _plain_tls() -> Any:
    """Reading the certificates that a machine trusts takes 50 ms of processor time; nothing is verified with them."""
    return _tls_of_options(None, {})


def _tls(_: pymysql.Connection[Any], options: Any) -> Any:
    return _tls_of_options(None, options) if options else _plain_tls()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Of the cases of a sweep only each so-manyth belongs to the quick suite, or to CI; docs/testing.md has the why.

    Its name says whether a case does: a new one changes nothing for the others. The first does, too.
    """
    for name, others in (("sweep", "slow"), ("sampled", "left_to_sweep")):
        marker = item.get_closest_marker(name)
        if marker is not None:
            case = next(_cases.setdefault(f"{name} {item.nodeid.partition('[')[0]}", count()))
            if case and crc32(f"{name} {item.nodeid}".encode()) % marker.kwargs["every"]:
                item.add_marker(others)
                item.add_marker("slow")  # what CI leaves out, the quick suite leaves out, too


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay to the end: the garbage collector need not look at them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def seldom_collected() -> Iterator[None]:
    """Garbage is looked for seldom: what is kept of statements is looked at again and again with the usual thresholds,
    which take three tenths of the time of a captured scenario."""
    kept = gc.get_threshold()
    gc.set_threshold(*_BETWEEN_COLLECTIONS)
    yield
    gc.set_threshold(*kept)


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Third-party samples beside the checkout (captured servers, corpus): read in place, never copied."""
    path = PROJECT.parent / "shared"
    if not path.is_dir():
        pytest.skip("the folder of shared samples is not beside this checkout")
    return path
