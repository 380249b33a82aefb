"""What `help()` and `dir()` show of a class whose methods are for its users and for the server's own modules."""

from __future__ import annotations

from collections.abc import Iterable


class Shown(type):
    """A metaclass: `help(kind)` and `dir(kind)` have only the names in `kind.for_users`; instances have all."""

    for_users: tuple[str, ...] = ()

    def __dir__(cls) -> Iterable[str]:
        return cls.for_users
