"""The objects of a duality view as changes see them: numbered, weighed, with the columns that joins need besides."""

from __future__ import annotations

from dataclasses import field

from binwriter.catalog.tables import Column, Table
from binwriter.formats.records import dataclass
from binwriter.mysql.identifiers import quoted
from binwriter.sql.binding.duality import DualityObject


@dataclass(eq=False)
class Node:
    """number: by the place in the view. weight: rows of lower weight are made first and go last.

    columns: with the key of each, None of one that only a join names. join: the places of the column that joins, its
    own and its parent's.
    """

    made: DualityObject
    number: int
    weight: int
    parent: Node | None
    columns: list[tuple[str | None, Column]]
    children: list[Node] = field(default_factory=list)
    join: tuple[int, int] | None = None

    @property
    def table(self) -> Table:
        return self.made.table

    @property
    def name(self) -> str:
        return self.made.name

    @property
    def is_root(self) -> bool:
        return self.parent is None

    @property
    def is_nested(self) -> bool:
        return self.made.kind == "nested"

    @property
    def is_singleton(self) -> bool:
        return self.made.kind == "singleton"

    @property
    def table_text(self) -> str:
        """The table as statements and messages name it."""
        return f"{quoted(self.table.schema)}.{quoted(self.table.name)}"

    @property
    def primary(self) -> int:
        """The place of the primary key among the columns."""
        return next(place for place, (_, column) in enumerate(self.columns) if column.name == self.made.primary)

    def allows(self, tag: str) -> bool:
        return tag in self.made.tags

    def allows_update_of(self, place: int) -> bool:
        """A column that only a join names changes with any tag."""
        key, _ = self.columns[place]
        if key is None:
            return bool(self.made.tags)
        return place != self.primary and self.allows("UPDATE")

    def place_of(self, column: str) -> int:
        """The place of a column, which joins the others if it is none of them."""
        for place, (_, known) in enumerate(self.columns):
            if known.name.lower() == column.lower():
                return place
        self.columns.append((None, self.table.columns[self.table.index_of[column.lower()]]))
        return len(self.columns) - 1


def nodes_of(root: DualityObject) -> Node:
    """The root's node, with all others below it."""
    return _node(root, None, [0])


def _node(made: DualityObject, parent: Node | None, counter: list[int]) -> Node:
    table = made.table
    columns: list[tuple[str | None, Column]] = [
        (key, table.columns[table.index_of[column.lower()]]) for key, column in made.columns
    ]
    weight = 0
    if parent is not None:
        weight = parent.weight + (1 if made.kind == "nested" else -1)
    node = Node(made, counter[0], weight, parent, columns)
    counter[0] += 1
    if parent is not None and made.join is not None:
        own, other = made.join
        node.join = node.place_of(own), parent.place_of(other)
    node.children = [_node(child, node, counter) for child in made.children]
    return node
