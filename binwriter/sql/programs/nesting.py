"""How deep programs may call each other."""

from __future__ import annotations

import sys

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error

# As deep as a 9.7.4 lets programs call each other before its thread's stack (1 MiB) is used up.
MOST_NESTED_PROGRAMS = 121
LEVELS_OF_A_THREAD = 200  # of brackets, that the parser reads in one thread (`sql/text/deep.py`)
MOST_LEVELS = 30_000  # more than a 9.7.4 can read of anything that has an operator or a function at each
# An interpreter's frames for that many calls, many times over.
_RECURSION_LIMIT = 20_000


class DeepCalls:
    """Room for nested programs in a `with` block. What goes deeper all the same ends with the server's error, not with
    Python's. (A class, since every statement has one.)"""

    __slots__ = ("_limit",)

    def __enter__(self) -> None:
        self._limit = sys.getrecursionlimit()
        if self._limit < _RECURSION_LIMIT:
            sys.setrecursionlimit(_RECURSION_LIMIT)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._limit < _RECURSION_LIMIT:
            sys.setrecursionlimit(self._limit)
        if kind is not None and issubclass(kind, RecursionError):
            raise stack_overrun() from None


def stack_overrun(used: int = 888_576, needed: int = 160_000) -> MySQLError:
    """Both in bytes; the numbers are those of a 9.7.4 where programs call each other."""
    return mysql_error("ER_STACK_OVERRUN_NEED_MORE", used, 1_048_576, needed)
