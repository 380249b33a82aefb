"""What the pauses do to a program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# what a program loads of its own: asyncio is not among it
_MODULES = "import sys, threading; print('asyncio' in sys.modules, 'concurrent.futures' in sys.modules)"
_LOADED = """
import asyncio, concurrent.futures, queue, socket, threading
calls = (asyncio.BaseEventLoop.call_soon_threadsafe, concurrent.futures.ThreadPoolExecutor.submit, queue.Queue.put)
print([hasattr(call, "__wrapped__") for call in (*calls, threading.Thread.start, socket.socket.shutdown)])
"""
_PROGRAM = """
import socket, threading
print([hasattr(call, "__wrapped__") for call in (threading.Event.set, socket.socket.sendall)])
event = threading.Event()
threading.Thread(target=event.set).start()
print(event.wait(30))
"""


@pytest.mark.parametrize(("seed", "delayed"), [(None, False), ("1", True)])
def test_a_program_does_what_it_does_without_pauses(seed: str | None, delayed: bool) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
    environment.pop("BINWRITER_RACES", None)
    if seed is not None:
        environment["BINWRITER_RACES"] = seed
    said = subprocess.check_output([sys.executable, "-c", _PROGRAM], env=environment, text=True)
    assert said == f"[{delayed}, {delayed}]\nTrue\n"


@pytest.mark.parametrize(("program", "said"), [(_MODULES, "False False\n"), (_LOADED, f"{[True] * 5}\n")])
def test_modules_are_changed_as_the_program_loads_them(program: str, said: str) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent), "BINWRITER_RACES": "1"}
    assert subprocess.check_output([sys.executable, "-c", program], env=environment, text=True) == said
