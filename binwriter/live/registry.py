"""Who answers which command of a client. Modules register their handlers when they are imported (`live.modules`).

An *answer* runs in the thread of its connection, where SQL may wait for locks; what it returns or yields are the
payloads of its packets, or it returns all of them in one piece. A *stream* runs in the event loop as an asynchronous
generator, as long as the client listens: each step yields one payload, or a list of payloads that are sent together.
MySQLError, from either, is the client's error packet; ConnectionEnded ends the connection without a word.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any, TypeVar

from binwriter.wire.commands import Command
from binwriter.wire.packets import Packets
from binwriter.wire.results import Payloads

# each gets the `binwriter.live.connection.Connection`, which knows this table, and the payload
Answer = Callable[[Any, bytes], Iterable[Payloads] | Packets]
Stream = Callable[[Any, bytes], AsyncIterator[bytes | list[bytes]]]
_Answer = TypeVar("_Answer", bound=Answer)
_Stream = TypeVar("_Stream", bound=Stream)

ANSWERS: dict[int, Answer] = {}
STREAMS: dict[int, Stream] = {}


def answers(*commands: Command) -> Callable[[_Answer], _Answer]:
    """Registers who answers these commands. The payload that it gets begins with the command's byte."""

    def registered(handler: _Answer) -> _Answer:
        ANSWERS.update(dict.fromkeys(commands, handler))
        return handler

    return registered


def streams(*commands: Command) -> Callable[[_Stream], _Stream]:
    """Registers who streams the answer to these commands."""

    def registered(handler: _Stream) -> _Stream:
        STREAMS.update(dict.fromkeys(commands, handler))
        return handler

    return registered
