"""Keys by which a statement may read a table: not the invisible ones, and what USE, FORCE and IGNORE INDEX leave.

Source: MySQL manual, "Index Hints", "Invisible Indexes"; captured: clusters/keys_not_read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from sqlglot import exp

from binwriter.catalog.tables import Key, SpecialKey, Table
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import Change

# meta key of a table that optimizer hints choose keys of: what FORCE, USE or IGNORE do, and the names
HINTED = "hinted"
_WHOLE = "whole table"  # and where these keep it
_NARROWED = "narrowed to keys"  # where a table keeps its narrower selves
_SHOWS_ALL = "use_invisible_indexes=on"
_ORDERS = ("ORDER BY", "GROUP BY")  # hints for these alone do not say how rows are found


class KeySelection(TableData):
    """A table's own rows and indexes, of which statements read by some. forced: a scan of all rows is the last way."""

    __slots__ = ("base", "forced", "narrowed")

    def __init__(self, data: TableData, narrowed: Table, *, forced: bool) -> None:
        self.__dict__ = data.__dict__
        self.base, self.narrowed, self.forced = data, narrowed, forced

    @property
    def definition(self) -> Table:  # type: ignore[override]
        """The table with these keys alone."""
        return self.narrowed

    @property
    def stored(self) -> TableData:
        return self.base.stored

    def for_reading(self) -> TableData:
        return KeySelection(self.base.for_reading(), self.narrowed, forced=self.forced)

    def without(self, changes: Iterable[Change]) -> TableData:
        return KeySelection(self.base.without(changes), self.narrowed, forced=self.forced)


class _Variables(Protocol):
    def get(self, name: str) -> Any: ...


def whole(table: Table) -> Table:
    """The table with all its keys."""
    known: Table = table.__dict__.get(_WHOLE, table)
    return known


def chosen_keys(data: TableData, node: exp.Expression, variables: _Variables) -> TableData:
    """The table as the statement may read it.

    Raises ER_WRONG_USAGE for USE beside FORCE; ER_KEY_DOES_NOT_EXITS: a hint names a key that is not there, nor is the
    beginning of such a name.
    """
    table = data.definition
    by_optimizer = node.meta.get(HINTED, ())
    hints = [hint for hint in node.args.get("hints") or () if isinstance(hint, exp.IndexTableHint)]
    if not hints and not by_optimizer and all(key.visible for key in table.keys):
        return data
    if {"USE", "FORCE"} <= {str(hint.this).upper() for hint in hints}:
        raise mysql_error("ER_WRONG_USAGE", "USE INDEX", "FORCE INDEX")
    shows_all = _SHOWS_ALL in str(variables.get("optimizer_switch"))
    for hint in hints:
        for named in hint.expressions:
            if not _named(named.name, table, (*table.keys, *table.special_keys), shows_all=shows_all):
                raise mysql_error("ER_KEY_DOES_NOT_EXITS", named.name, node.alias_or_name)
    if type(data) is not TableData:  # of some partitions
        return data
    kept = [key for key in table.keys if key.visible or shows_all]
    if by_optimizer:
        return _by_optimizer(data, kept, by_optimizer)
    finding = [hint for hint in hints if str(hint.args.get("target") or "").upper() not in _ORDERS]
    chosen = [hint for hint in finding if str(hint.this).upper() != "IGNORE"]
    if chosen:
        wanted = _of_hints(chosen, table, shows_all=shows_all)
        kept = [key for key in kept if key in wanted]
    ignored = _of_hints([hint for hint in finding if hint not in chosen], table, shows_all=shows_all)
    kept = [key for key in kept if key not in ignored]
    forced = any(str(hint.this).upper() == "FORCE" for hint in finding)
    if len(kept) == len(table.keys) and not forced:
        return data
    return KeySelection(data, _narrowed(table, kept), forced=forced)


def _by_optimizer(data: TableData, there: list[Key], hints: Iterable[tuple[str, tuple[str, ...]]]) -> TableData:
    """Instead of what stands behind the table's name: what optimizer hints leave of the keys, those without a known
    name mean all of them."""
    kept, forced = list(there), False
    for verb, names in hints:
        wanted = {name.lower() for name in names}
        named = [key for key in there if key.name.lower() in wanted] or there
        kept = [key for key in kept if (key in named) is (verb != "IGNORE")]
        forced |= verb == "FORCE"
    if len(kept) == len(data.definition.keys) and not forced:
        return data
    return KeySelection(data, _narrowed(data.definition, kept), forced=forced)


def _named(name: str, table: Table, keys: Sequence[Key | SpecialKey], *, shows_all: bool) -> list[Key | SpecialKey]:
    there = [key for key in keys if key.visible or shows_all]
    exact = [key for key in there if key.name.lower() == name.lower()]
    return exact or [key for key in there if key.name.lower().startswith(name.lower())]


def _of_hints(hints: Iterable[exp.Expression], table: Table, *, shows_all: bool) -> list[Key | SpecialKey]:
    named = (part.name for hint in hints for part in hint.expressions)
    return [key for name in named for key in _named(name, table, table.keys, shows_all=shows_all)]


def _narrowed(table: Table, keys: Sequence[Key]) -> Table:
    kept: dict[tuple[str, ...], Table] = table.__dict__.setdefault(_NARROWED, {})
    names = tuple(key.name for key in keys)
    if names not in kept:
        narrowed = kept[names] = replace(table, keys=tuple(keys))
        narrowed.__dict__[_WHOLE] = table
    return kept[names]
