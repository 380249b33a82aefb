"""Views of schema sys that read nothing but the dictionary: run as a server defines them.

The others tell what a server has measured, and are refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from binwriter.sql.query import run_select
from binwriter.sql.system import captured
from binwriter.sql.system.sight import Maker, Row, Sight, all_rows_of
from binwriter.sql.text.trees import parse_tree

_NAMES = (
    *("version", "schema_object_overview", "schema_auto_increment_columns"),
    *("schema_redundant_indexes", "x$schema_flattened_keys"),
)


@cache
def _definitions() -> dict[str, str]:
    """The queries of the views by name."""
    table = captured.definition("information_schema", "views")
    assert table is not None
    return {str(row[2]): str(row[3]) for row in captured.rows(table) if row[1] == "sys"}


def _maker(name: str) -> Maker:
    def rows(sight: Sight) -> Iterator[Row]:
        return iter(run_select(parse_tree(_definitions()[name]), sight.database, sight.context).rows)

    return rows


for _name in _NAMES:
    all_rows_of(f"sys.{_name}")(_maker(_name))
