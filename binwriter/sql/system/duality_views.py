"""The JSON_DUALITY_VIEW tables of information_schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from binwriter.catalog.schemas import View
from binwriter.errors import MySQLError
from binwriter.sql.binding import duality
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.system.schemata import CATALOG
from binwriter.sql.system.sight import Row, Sight, rows_of

if TYPE_CHECKING:
    from binwriter.sql.binding.duality import DualityObject

_COLUMN = "data"
_Numbered = tuple[int, "tuple[int, DualityObject] | None", "DualityObject"]


def _views(sight: Sight) -> Iterator[tuple[View, DualityObject]]:
    for view in sight.views():
        if view.duality:
            try:
                yield view, duality.duality_tree(view_tree(view), sight.database, sight.context, checks=False)
            except MySQLError:  # what it shows is gone
                continue


@rows_of("information_schema.JSON_DUALITY_VIEWS")
def duality_views(sight: Sight) -> Iterator[Row]:
    """The views with their root tables."""
    for view, root in _views(sight):
        security = "INVOKER" if view.definer is None else "DEFINER"
        *changes, _ = (int(any(flags)) for flags in zip(*(made.allows for made in root.all()), strict=True))
        told = (CATALOG, root.table.schema, root.table.name, *map(str, changes), str(int(not any(changes))))
        if not sight.sees(root.table.schema, root.table.name):
            told = ("",) * len(told)
        yield (
            *(CATALOG, view.schema, view.name, "@".join(view.made_by), security, _COLUMN),
            *(*told, "valid"),
        )


@rows_of("information_schema.JSON_DUALITY_VIEW_TABLES")
def duality_view_tables(sight: Sight) -> Iterator[Row]:
    """Their objects, numbered as they are written."""
    for view, root in _views(sight):
        for number, parent, made in _seen(root, sight):
            where = ""
            if made.join is not None and parent is not None:
                above = parent[1].table
                own = f"{made.table.schema}.{made.table.name}.{made.join[0]}"
                where = f"{own} = {above.schema}.{above.name}.{made.join[1]}"
            yield (
                *(CATALOG, view.schema, view.name, CATALOG, made.table.schema, made.table.name, where),
                *(*made.allows, int(parent is None), number),
                *((None, None) if parent is None else (parent[0], made.kind)),
            )


@rows_of("information_schema.JSON_DUALITY_VIEW_COLUMNS")
def duality_view_columns(sight: Sight) -> Iterator[Row]:
    """The columns that they show, by their keys."""
    for view, root in _views(sight):
        for number, parent, made in _seen(root, sight):
            for key, column in sorted(made.columns):
                yield (
                    *(CATALOG, view.schema, view.name, CATALOG, made.table.schema, made.table.name),
                    *(int(parent is None), number, column, key, 0, updates := _updates(made, column), 0, 1 - updates),
                )


@rows_of("information_schema.JSON_DUALITY_VIEW_LINKS")
def duality_view_links(sight: Sight) -> Iterator[Row]:
    """How their objects are joined."""
    for view, root in _views(sight):
        for _, parent, made in _numbered(root):
            seen = parent is not None and all(sight.sees(one.table.schema, one.table.name) for one in (parent[1], made))
            if seen and parent is not None and made.join is not None:
                above = parent[1].table
                yield (
                    *(CATALOG, view.schema, view.name, CATALOG, above.schema, above.name),
                    *(CATALOG, made.table.schema, made.table.name, made.join[1], made.join[0]),
                    *("nested" if made.kind == "nested" else "outer", made.name),
                )


def _updates(made: DualityObject, column: str) -> int:
    """Whether an object's column may be updated."""
    return int("UPDATE" in made.tags and column != made.primary)


def _seen(root: DualityObject, sight: Sight) -> Iterator[_Numbered]:
    """Those whose tables the session's account is told of (captured: cluster duality_views_seen)."""
    return (one for one in _numbered(root) if sight.sees(one[2].table.schema, one[2].table.name))


def _numbered(
    root: DualityObject,
) -> Iterator[tuple[int, tuple[int, DualityObject] | None, DualityObject]]:
    """Each object with its number, and its parent's number and itself."""
    numbers = {id(made): number for number, made in enumerate(root.all())}
    yield 0, None, root
    for made in root.all():
        for child in made.children:
            yield numbers[id(child)], (numbers[id(made)], made), child
