"""The query of a view as a tree: as a server reads it again from what it keeps of the view."""

from __future__ import annotations

from functools import lru_cache

from sqlglot import exp

from binwriter.catalog.schemas import Catalog, View
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.temporary import BaseSchema
from binwriter.sql.text import duality_calls
from binwriter.sql.text.brackets import CUTS, without_brackets
from binwriter.sql.text.meta_keys import DEFINED_BY, IN_VIEW, NAMED_HERE
from binwriter.sql.text.tree_text import is_star
from binwriter.sql.text.trees import parse_tree

_OF_VIEW = "of_view"


def _spell_numbers(tree: exp.Expression) -> None:
    """Numbers that begin with their point stand with a zero in the definition that a server reads; a column is called
    by what was written (captured: clusters/numbers_from_points)."""
    for number in list(tree.find_all(exp.Literal)):
        if number.is_string or not number.name.startswith("."):
            continue
        spelt = exp.Literal.number(f"0{number.name}")
        if isinstance(number.parent, exp.Select) and number.arg_key == "expressions":
            number.replace(exp.Alias(this=spelt, alias=exp.to_identifier(number.name, quoted=True)))
        else:
            number.replace(spelt)


@lru_cache(maxsize=512)
def view_tree(view: View) -> exp.Expression:
    """The view's query; names of tables are given the database that the view was made in. Not to be changed."""
    tree = without_brackets(parse_tree(view.query))
    _forget_cuts(tree)
    for query in tree.find_all(exp.Subquery):
        if isinstance(query.this, exp.Subquery):
            query.set("this", without_brackets(query.this))
    named = {cte.alias for cte in tree.find_all(exp.CTE)}
    for node in tree.find_all(exp.Table):
        if node.text("db") or (node.name not in named and node.name.lower() != "dual"):
            node.set("db", exp.Identifier(this=BaseSchema(node.text("db") or view.home)))
    if view.stars:
        _spell_out(tree, view.stars)
    for item, title in zip(tree.selects if isinstance(tree, exp.Query) else (), view.titles, strict=False):
        if title:
            item.replace(exp.Alias(this=item.copy(), alias=exp.to_identifier(title, quoted=True)))
    for item in tree.selects if isinstance(tree, exp.Query) else ():
        item.meta[NAMED_HERE] = True
    for select in tree.find_all(exp.Select):
        select.meta[_OF_VIEW] = True
    _spell_numbers(tree)
    _mark_calls(tree, view)
    if view.duality:
        _mark_objects(tree)
    return tree


def is_of_view(query: exp.Expression) -> bool:
    """Whether a subquery is a view's, also where the view's tables have taken its place in a statement."""
    return _OF_VIEW in query.meta


def _forget_cuts(tree: exp.Expression) -> None:
    """What a server does not keep of a view: ORDER BY and LIMIT of VALUES, LIMIT within EXISTS (captured:
    clusters/queries_in_brackets)."""
    for values in tree.find_all(exp.Values):
        for part in CUTS:
            values.set(part, None)
    for exists in tree.find_all(exp.Exists):
        query = without_brackets(exists.this)
        if isinstance(query, exp.Select):
            query.set("limit", None)
            query.set("offset", None)


def _mark_objects(tree: exp.Expression) -> None:
    for call in tree.find_all(exp.Anonymous):
        call.meta[duality_calls.WITHIN] = True
    for item in tree.selects if isinstance(tree, exp.Query) else ():
        item.unalias().meta[duality_calls.ROOT] = True


def _mark_calls(tree: exp.Expression, view: View) -> None:
    """CURRENT_USER() is whose rights the view has, and functions that run with their caller's rights run with those."""
    for call in tree.find_all(exp.CurrentUser, exp.Anonymous):
        call.meta[IN_VIEW] = (view.schema, view.name)
        if view.definer is not None:
            call.meta[DEFINED_BY] = "@".join(view.definer)


def _spell_out(tree: exp.Expression, stars: tuple[tuple[str, str] | None, ...]) -> None:
    """The columns for which * stood when the view was made: a table's later ones are not the view's."""
    source = tree.args["from_"].this
    alone = not tree.args.get("joins") and isinstance(source, exp.Table)
    others = (node for node in tree.expressions if not is_star(node))
    tree.set(
        "expressions",
        [next(others) if star is None else exp.column(star[0], None if alone else star[1]) for star in stars],
    )


@lru_cache(maxsize=512)
def tables_named(view: View) -> tuple[tuple[str, str], ...]:
    """Database and name of each table, or view, that a view's query names."""
    nodes = view_tree(view).find_all(exp.Table)
    return tuple((node.text("db"), node.name) for node in nodes if node.args.get("db"))


# --- views that read themselves, directly or by way of others: RENAME TABLE alone makes them, for who makes or alters a
# view names what there is (captured: clusters/views_in_circles)


def refuse_circle(view: View, catalog: Catalog) -> None:
    """ER_VIEW_RECURSIVE of the view that a statement names, if what it reads comes to a circle."""
    if comes_to_circle(view, catalog):
        raise mysql_error("ER_VIEW_RECURSIVE", view.schema, view.name)


def comes_to_circle(view: View, catalog: Catalog) -> bool:
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
        below = (catalog.view(*each) for each in tables_named(one))
        found = any(inner is not None and goes_round(inner) for inner in below)
        way.discard(key)
        return found

    return goes_round(view)
