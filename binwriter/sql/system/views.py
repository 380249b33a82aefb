"""VIEWS, VIEW_TABLE_USAGE and VIEW_ROUTINE_USAGE of information_schema."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import shows_updatable
from binwriter.sql.printing.queries import view_text
from binwriter.sql.system.invalid_views import telling
from binwriter.sql.system.schemata import CATALOG
from binwriter.sql.system.sight import Row, Sight, rows_of
from binwriter.sql.system.visibility import sees_program, sees_query


@rows_of("information_schema.VIEWS")
def views(sight: Sight) -> Iterator[Row]:
    """Views with their queries as a server has rewritten them."""
    for view in sight.views():
        security = "INVOKER" if view.definer is None else "DEFINER"
        text = view_text(view, sight.database) if sees_query(sight.context, view) else ""
        yield (
            *(CATALOG, view.schema, view.name, telling(text, view, sight)),
            *(
                view.check_option or "NONE",
                "YES" if shows_updatable(view, sight.database) else "NO",
                "@".join(view.made_by),
                security,
            ),
            *(view.client, view.connection),
        )


def _shown(sight: Sight) -> Iterator[View]:
    return (view for view in sight.views() if sees_query(sight.context, view))


@rows_of("information_schema.VIEW_TABLE_USAGE")
def view_table_usage(sight: Sight) -> Iterator[Row]:
    """The tables and views that a view names, those that the reader may see."""
    for view in _shown(sight):
        named = {(node.text("db"), node.name) for node in view_tree(view).find_all(exp.Table) if node.text("db")}
        name = telling(view.name, view, sight)
        yield from ((CATALOG, view.schema, name, CATALOG, *pair) for pair in sorted(named) if sight.sees(*pair))


@rows_of("information_schema.VIEW_ROUTINE_USAGE")
def view_routine_usage(sight: Sight) -> Iterator[Row]:
    """The stored functions that a view calls, those that the reader may see."""
    for view in _shown(sight):
        name = telling(view.name, view, sight)
        for node in view_tree(view).find_all(exp.Anonymous):
            parent = node.parent
            schema = parent.this.name if isinstance(parent, exp.Dot) else view.home
            if any(
                (program.schema, program.name.lower()) == (schema, str(node.this).lower())
                and program.returns is not None
                and sees_program(sight.context, program)
                for program in sight.database.programs
            ):
                yield CATALOG, view.schema, name, CATALOG, schema, str(node.this)
