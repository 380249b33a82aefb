"""How deep programs may call each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error

# As deep as a 9.7.4 lets programs call each other before its thread's stack (1 MiB) is used up.
MOST_NESTED_PROGRAMS = 121
# An interpreter's frames for that many calls, many times over.
_RECURSION_LIMIT = 20_000


@contextmanager
def deep_calls() -> Iterator[None]:
    """Room for nested programs. What goes deeper all the same ends with the server's error, not with Python's."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        yield
    except RecursionError:
        raise stack_overrun() from None
    finally:
        sys.setrecursionlimit(limit)


def stack_overrun() -> MySQLError:
    """The numbers are those of a 9.7.4."""
    return mysql_error("ER_STACK_OVERRUN_NEED_MORE", 888576, 1048576, 160000)
