"""The tables of a database by name, and who of them refers to a table or has a CHECK constraint of a name.

Every statement asks who refers to the tables that it changes; with 5,000 tables nobody should look through all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from binwriter.catalog.tables import Table


class Tables(dict[str, "Table"]):
    """A dictionary of tables that keeps registers of the names of those that have something.

    by_parent: a foreign key that refers to this table. by_check: a CHECK constraint of this name in lower case.
    changes: how often a table came, went or was defined anew.
    """

    changes = 0

    def __init__(self, tables: Mapping[str, Table] | Iterable[tuple[str, Table]] = ()) -> None:
        super().__init__()
        self.by_parent: dict[tuple[str, str], dict[str, None]] = {}
        self.by_check: dict[str, dict[str, None]] = {}
        for name, table in dict(tables).items():
            self[name] = table

    def __setitem__(self, name: str, table: Table) -> None:
        self._forget(name)
        super().__setitem__(name, table)
        for key in table.foreign_keys:
            self.by_parent.setdefault(key.parent, {})[name] = None
        for check in table.checks:
            self.by_check.setdefault(check.name.lower(), {})[name] = None

    def __delitem__(self, name: str) -> None:
        self._forget(name)
        super().__delitem__(name)

    def pop(self, name: str, *default: Any) -> Any:
        """As a dictionary's."""
        self._forget(name)
        return super().pop(name, *default)

    def _unsupported(self, *_: Any, **__: Any) -> Any:
        raise TypeError("tables come and go one by one")

    clear = popitem = setdefault = update = __ior__ = _unsupported

    def touch(self) -> None:
        """Something of a table that is no definition has changed: whether its tablespace is there."""
        self.changes += 1

    def _forget(self, name: str) -> None:
        self.changes += 1
        known = self.get(name)
        if known is not None:
            for key in known.foreign_keys:
                _discard(self.by_parent, key.parent, name)
            for check in known.checks:
                _discard(self.by_check, check.name.lower(), name)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)


def _discard(register: dict[Any, dict[str, None]], key: object, name: str) -> None:
    names = register.get(key)
    if names is not None:
        names.pop(name, None)
        if not names:
            del register[key]
