"""Which rows a table's rows refer to: foreign keys, also those of several columns, what a specification says, guesses.

A link is one row that a row refers to, by one column or by several. Two foreign keys that share a column are one link
where the one follows from the other (a customer's district and that district's warehouse).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from binwriter.catalog.tables import ForeignKey, Table
from binwriter.errors import SpecError
from binwriter.formats.records import dataclass
from binwriter.workload.references.kernel import AHEAD, AT_ONCE, LATE

Name = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Link:
    """columns: of the child, in lower case. parent: (schema, table). parent_columns: likewise, one each.

    key: the foreign key's name; '' for one that only the specification or a guess knows.
    """

    columns: tuple[str, ...]
    parent: Name
    parent_columns: tuple[str, ...]
    key: str = ""


def _link(key: ForeignKey) -> Link:
    return Link(
        tuple(name.lower() for name in key.columns),
        key.parent,
        tuple(name.lower() for name in key.parent_columns),
        key.name,
    )


def foreign_links(table: Table, tables: dict[Name, Table]) -> tuple[list[Link], list[str]]:
    """(links, columns that have to be NULL always). SpecError for foreign keys that cannot be kept together."""
    links: list[Link] = []
    empty: list[str] = []
    for link in sorted(map(_link, table.foreign_keys), key=lambda other_link: -len(other_link.columns)):
        shared = [other_link for other_link in links if set(other_link.columns) & set(link.columns)]
        if not shared:
            links.append(link)
            continue
        if any(_follows(link, other_link, tables) for other_link in shared):
            continue
        taken = {name for other_link in links for name in other_link.columns}
        free = [
            name for name in link.columns if name not in taken and table.columns[table.index_of[name]].spec.nullable
        ]
        if not free:
            raise SpecError(
                f"table {table.schema}.{table.name}",
                f"its foreign keys {link.key} and {shared[0].key} share columns, and neither follows from the other: "
                "rows for both at once cannot be found",
                f'tables."{table.schema}.{table.name}".weight = 0',
            )
        empty.append(free[0])
    return links, empty


def _follows(link: Link, other: Link, tables: dict[Name, Table], depth: int = 8) -> bool:
    """Whether a row that keeps the other one keeps this one."""
    if not set(link.columns) <= set(other.columns) or not depth:
        return False
    theirs = dict(zip(other.columns, other.parent_columns, strict=True))
    columns = tuple(theirs[name] for name in link.columns)
    if other.parent == link.parent and columns == link.parent_columns:
        return True
    parent = tables.get(other.parent)
    moved = Link(columns, link.parent, link.parent_columns)
    return parent is not None and any(_follows(moved, _link(key), tables, depth - 1) for key in parent.foreign_keys)


@dataclass(frozen=True, slots=True)
class Edge:
    """A link between tables by their numbers. place: its number in the child table.

    nullable: a row may be without it and get it by an UPDATE. stated: by a FOREIGN KEY.
    """

    child: int
    place: int
    parent: int
    nullable: bool
    stated: bool


def break_circles(edges: Iterable[Edge], count: int) -> dict[tuple[int, int], int]:
    """When the edges of circles are set, by (child, place): LATE for those that may be NULL, else AHEAD.

    What stands in no circle, and a table's reference to itself, is set at once and not in the result.
    """
    strong = [edge for edge in edges if edge.child != edge.parent]
    result: dict[tuple[int, int], int] = {}
    while circle := _circle(strong, count):
        weakest = min(circle, key=lambda edge: (not edge.nullable, edge.stated, -edge.child, edge.place))
        result[weakest.child, weakest.place] = LATE if weakest.nullable else AHEAD
        strong.remove(weakest)
    return result


_END = Edge(-1, -1, -1, False, False)


def _circle(edges: Sequence[Edge], count: int) -> list[Edge]:
    """The edges of one circle, [] if there is none."""
    by_child: list[list[Edge]] = [[] for _ in range(count)]
    for edge in edges:
        by_child[edge.child].append(edge)
    done = [False] * count
    for start in range(count):
        path: list[Edge] = []
        stack = [iter(by_child[start])] if not done[start] else []
        on_path = {start: 0}
        while stack:
            edge = next(stack[-1], _END)
            if edge is _END:
                stack.pop()
                node = path.pop().parent if path else start
                on_path.pop(node, None)
                done[node] = True
            elif edge.parent in on_path:
                return [*path[on_path[edge.parent] :], edge]
            elif not done[edge.parent]:
                path.append(edge)
                on_path[edge.parent] = len(path)
                stack.append(iter(by_child[edge.parent]))
    return []


__all__ = ["AHEAD", "AT_ONCE", "LATE", "Edge", "Link", "break_circles", "foreign_links"]
