"""Views that read themselves, directly or by way of others. RENAME TABLE alone makes them: whoever makes or alters a
view names what there is. Captured: cluster views_in_circles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from binwriter.mysql.messages.table import mysql_error

if TYPE_CHECKING:
    from binwriter.catalog.schemas import Catalog, View

Named = Callable[["View"], Iterable[tuple[str, str]]]  # database and name of each table that a view's query names


def refuse_circle(view: View, catalog: Catalog, named: Named) -> None:
    """ER_VIEW_RECURSIVE of the view that a statement names, if what it reads comes to a circle."""
    if comes_to_circle(view, catalog, named):
        raise mysql_error("ER_VIEW_RECURSIVE", view.schema, view.name)


def comes_to_circle(view: View, catalog: Catalog, named: Named) -> bool:
    """Whether a view that reads itself is found on the way to the tables."""
    if not catalog.views_renamed:
        return False
    way: set[tuple[str, str]] = set()
    seen: set[tuple[str, str]] = set()

    def goes_round(one: View) -> bool:
        key = (one.schema, one.name)
        if key in seen:
            return key in way
        seen.add(key)
        way.add(key)
        below = (catalog.view(*each) for each in named(one))
        found = any(inner is not None and goes_round(inner) for inner in below)
        way.discard(key)
        return found

    return goes_round(view)
