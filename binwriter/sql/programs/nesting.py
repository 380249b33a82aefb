"""How deep programs may call each other."""

from __future__ import annotations

import sys
import threading

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
    Python's. (A class, since every statement has one.)

    An interpreter has one limit for all its threads: it is set by the first who comes in and set back by the last who
    leaves, so that nobody's room goes with another session's statement.
    """

    __slots__ = ()

    def __enter__(self) -> None:
        global _inside, _limit_before
        with _COUNTED:
            _inside += 1
            if _inside == 1:
                _limit_before = sys.getrecursionlimit()
                if _limit_before < _RECURSION_LIMIT:
                    sys.setrecursionlimit(_RECURSION_LIMIT)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        global _inside
        with _COUNTED:
            _inside -= 1
            if _inside == 0 and _limit_before < _RECURSION_LIMIT:
                sys.setrecursionlimit(_limit_before)
        if kind is not None and issubclass(kind, RecursionError):
            raise stack_overrun() from None


_COUNTED = threading.Lock()
_inside = 0  # blocks that are entered now, in all threads
_limit_before = 0


def stack_overrun(used: int = 888_576, needed: int = 160_000) -> MySQLError:
    """Both in bytes; the numbers are those of a 9.7.4 where programs call each other."""
    return mysql_error("ER_STACK_OVERRUN_NEED_MORE", used, 1_048_576, needed)
