"""Conditions and handlers: which handler an error or a warning finds (MySQL manual, "Scope Rules for Handlers")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from binwriter.errors import MySQLError
from binwriter.messages import MESSAGES, Diagnostic
from binwriter.sql.programs.syntax import Condition, ConditionClass, Handler

_STATES = {message.code: message.sqlstate for message in MESSAGES.values()}


@dataclass(frozen=True, slots=True)
class Raised:
    """A condition: an error, or the last warning of a statement."""

    code: int
    sqlstate: str
    message: str
    symbol: str = ""

    @classmethod
    def of_error(cls, error: MySQLError) -> Raised:
        return cls(error.code, error.sqlstate, error.message, error.symbol)

    @classmethod
    def of_warning(cls, diagnostic: Diagnostic) -> Raised:
        state = getattr(diagnostic, "sqlstate", "") or _STATES.get(diagnostic.code, "HY000")
        if diagnostic.level == "Warning" and state[:2] not in ("01", "02"):
            state = "01000"
        return cls(diagnostic.code, state, diagnostic.message)

    def error(self) -> MySQLError:
        return MySQLError(self.code, self.sqlstate, self.symbol, self.message)


def _rank(condition: Condition, raised: Raised, *, is_error: bool) -> int:
    """How precisely a condition names what was raised: 3 by number, 2 by SQLSTATE, 1 by class, 0 not at all."""
    if condition.code is not None:
        return 3 if condition.code == raised.code else 0
    if condition.sqlstate is not None:
        return 2 if condition.sqlstate == raised.sqlstate else 0
    kind = raised.sqlstate[:2]
    matches = {
        ConditionClass.SQLWARNING: kind == "01" or (not is_error and kind != "02"),
        ConditionClass.NOT_FOUND: kind == "02",
        ConditionClass.SQLEXCEPTION: is_error and kind not in ("00", "01", "02"),
    }
    return 1 if condition.kind is not None and matches[condition.kind] else 0


def find_handler(handlers: Sequence[Handler], raised: Raised, *, is_error: bool) -> Handler | None:
    """Of one block's handlers the one that names the condition most precisely."""
    best: Handler | None = None
    rank = 0
    for handler in handlers:
        for condition in handler.conditions:
            found = _rank(condition, raised, is_error=is_error)
            if found > rank:
                best, rank = handler, found
    return best
