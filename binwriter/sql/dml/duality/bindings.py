"""Objects of documents beside the nodes of a view that they belong to, all in one list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from binwriter.catalog.tables import Column
from binwriter.formats.columns.json.documents import sorted_keys
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.json_order import json_key
from binwriter.sql.dml.duality.nodes import Node
from binwriter.sql.functions.json.update import path_text

METADATA = "_metadata"


@dataclass(frozen=True)
class Place:
    """A value of a document, not JSON's null, and where it stands there."""

    value: Any
    legs: tuple[Any, ...] = ()

    @property
    def path(self) -> str:
        return path_text(self.legs)

    def member(self, key: str | None) -> Place | None:
        """What an object has under a key; None where that is missing."""
        if key is None or not isinstance(self.value, dict) or key not in self.value:
            return None
        return Place(self.value[key], (*self.legs, key))


Given = Place | None  # None: the document says nothing of it


def is_nil(given: Given) -> bool:
    """Missing, or null."""
    return given is None or given.value is None


def order_of(given: Given) -> Any:
    """What sorts values and tells them apart; what is missing comes last."""
    return (1, ()) if given is None else (0, json_key(given.value))


def same(one: Given, other: Given) -> bool:
    return bool(order_of(one) == order_of(other))


@dataclass
class Cell:
    """What a column will get. deferred: it is known once a row is made."""

    column: Column
    key: str | None
    given: Given
    deferred: bool


@dataclass(eq=False)
class Binding:
    """given: the object of the new document; there: that of the old one. Both may be none: nothing is left to do.

    cells: of the new one, once they are looked for."""

    node: Node
    given: Given
    there: Given = None
    parent: Binding | None = None
    cells: list[Cell] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return self.given is None and self.there is None

    @property
    def primary(self) -> Cell:
        return self.cells[self.node.primary]

    @property
    def key(self) -> Given:
        """The value of its primary key."""
        if self.given is None:
            assert self.there is not None
            return self.there.member(self.node.columns[self.node.primary][0])
        return self.primary.given

    def order(self) -> Any:
        """Rows that others refer to come first; then by place in the view and by key, the old one in front."""
        deferred = bool(self.cells) and self.primary.deferred
        return self.node.weight, self.node.number, deferred, order_of(self.key), self.given is not None

    def is_same_as(self, other: Binding) -> bool:
        return self.node is other.node and same(self.key, other.key)


def flatten(root: Binding) -> list[Binding]:
    """The binding and all within it, level by level. ER_JDV_UNEXPECTED_JSON_TYPE for what is of another form."""
    found = [root]
    for binding in found:
        for child in binding.node.children:
            found += _children(binding, child)
    return found


def _children(parent: Binding, node: Node) -> Iterator[Binding]:
    there = _member(parent.there, node.name, None)
    given = _member(parent.given, node.name, list if node.is_nested else dict)
    if not node.is_nested:
        if given is not None or there is not None:
            yield Binding(node, given, there, parent)
        return
    for element in _elements(there):
        yield Binding(node, None, element, parent)
    for element in _elements(given):
        if not isinstance(element.value, dict):
            raise mysql_error("ER_JDV_UNEXPECTED_JSON_TYPE", element.path, "Json_object")
        yield Binding(node, element, None, parent)


def _member(of: Given, key: str, wanted: type | None) -> Given:
    """An object's member, null being none."""
    found = None if of is None else of.member(key)
    if is_nil(found):
        return None
    assert found is not None
    if wanted is not None and not isinstance(found.value, wanted):
        form = "Json_array" if wanted is list else "Json_object"
        raise mysql_error("ER_JDV_UNEXPECTED_JSON_TYPE", found.path, form)
    return found


def _elements(array: Given) -> Iterator[Place]:
    if array is not None:
        for number, element in enumerate(array.value):
            if element is not None:
                yield Place(element, (*array.legs, number))


def refuse_unknown_keys(bindings: list[Binding]) -> None:
    """ER_JDV_UNMAPPED_KEY: a document has what the view has not."""
    for binding in bindings:
        if binding.given is None:
            continue
        node = binding.node
        known = {key for key, _ in node.columns} | {child.name for child in node.children}
        if node.is_root:
            known.add(METADATA)
        for key in sorted_keys(binding.given.value):
            if key not in known:
                place = binding.given.member(key)
                assert place is not None
                raise mysql_error("ER_JDV_UNMAPPED_KEY", place.path, node.table_text)


def merge(ranked: list[Binding]) -> None:
    """An old object and a new one with the same key, beside each other, become one change. ranked: in order."""
    place = 0
    while place + 1 < len(ranked):
        one, other = ranked[place], ranked[place + 1]
        place += 1
        if not one.is_same_as(other) or one.there is None:
            continue
        if other.there is not None:  # another object shows the same row
            one.there = None
            continue
        other.there = one.there
        if one.given is None:
            one.there = None


def refuse_unlike(bindings: list[Binding]) -> None:
    """Rows that a document has several times must be alike (ER_JDV_PK_DUPLICATES_NOT_IDENTICAL); all but the first are
    left out. Keys of a table are all given, or all made."""
    left = [binding for binding in bindings if binding.given is not None]
    left.sort(key=lambda one: (_table_key(one.node), order_of(one.primary.given)))
    place = 0
    while place < len(left):
        first = left[place]
        table = [binding for binding in left[place:] if _table_key(binding.node) == _table_key(first.node)]
        place += len(table)
        other = next((one for one in table if one.primary.deferred != first.primary.deferred), None)
        if other is not None:
            assert first.given is not None and other.given is not None
            paths = first.given.path, other.given.path
            raise mysql_error("ER_JDV_GENERATED_AND_EXPLICIT_PKS_NOT_ALLOWED", *paths)
        if not first.primary.deferred:
            _refuse_unlike(table)


def _table_key(node: Node) -> tuple[str, str]:
    return node.table.schema, node.table.name


def _refuse_unlike(table: list[Binding]) -> None:
    first = table[0]
    for binding in table[1:]:
        if not same(binding.primary.given, first.primary.given):
            first = binding
            continue
        for one, two in zip(first.cells, binding.cells, strict=False):
            if not same(one.given, two.given):
                assert binding.given is not None
                paths = ("null" if cell.given is None else cell.given.path for cell in (two, one))
                names = binding.node.table_text, first.primary.column.name, one.column.name
                raise mysql_error("ER_JDV_PK_DUPLICATES_NOT_IDENTICAL", binding.given.path, *names, *paths)
        binding.given = binding.there = None
