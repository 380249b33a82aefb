"""Methods of sessions that change their server run one at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

_Method = TypeVar("_Method", bound=Callable[..., Any])


def in_turn(method: _Method) -> _Method:
    """A method of a session that changes its server: see `binwriter.locks.turns`."""

    @wraps(method)
    def wrapped(self: Any, *arguments: Any, **named: Any) -> Any:
        with self.server.locks.turns.statement(self.owner):
            return method(self, *arguments, **named)

    return wrapped  # type: ignore[return-value]
