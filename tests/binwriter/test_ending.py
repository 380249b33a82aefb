"""Being told to end where nothing can be raised."""

from __future__ import annotations

import ctypes
import gc
import signal
import sys
import time

import pytest

from binwriter import ending


def test_an_end_that_compiled_code_swallows_comes_once_more(capfd: pytest.CaptureFixture[str]) -> None:
    """A callback of ctypes (llvmlite compiles through one) passes no exception on."""
    callback = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))
    with pytest.raises(ending.Ended, match="interrupted"), ending.signals():
        callback()
        end = time.monotonic() + ending.GRACE_SECONDS
        while time.monotonic() < end:
            time.sleep(0.01)
    assert capfd.readouterr().err == ""


def test_an_end_that_compiled_code_prints_comes_once_more(capfd: pytest.CaptureFixture[str]) -> None:
    """As PyErr_Print does."""
    with pytest.raises(ending.Ended, match="interrupted"), ending.signals():
        try:
            signal.raise_signal(signal.SIGINT)
        except ending.Ended as ended:
            sys.excepthook(type(ended), ended, None)
        end = time.monotonic() + ending.GRACE_SECONDS
        while time.monotonic() < end:
            time.sleep(0.01)
    assert capfd.readouterr().err == ""


def test_other_errors_are_told_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise ValueError("seen")

    told: list[BaseException] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: told.append(lost.exc_value))
    with ending.signals():
        ctypes.CFUNCTYPE(None)(fails)()
    assert [str(error) for error in told] == ["seen"]


def test_what_an_end_left_half_made_is_not_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    class HalfMade:
        def __init__(self) -> None:
            signal.raise_signal(signal.SIGINT)
            self.part = 1

        def __del__(self) -> None:
            del self.part

    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    with ending.signals():
        with pytest.raises(ending.Ended) as ended:
            HalfMade()
        del ended
        gc.collect()
    assert told == []


def test_an_end_within_another_error_is_found() -> None:
    """As Python 3.11 wraps what is raised while a class is made."""
    ended = ending.Ended(signal.SIGTERM)
    outer = RuntimeError("Error calling __set_name__ on 'Field' instance")
    outer.__cause__ = ended
    assert ending.end_in(outer) is ended
    assert ending.end_in(RuntimeError()) is None
