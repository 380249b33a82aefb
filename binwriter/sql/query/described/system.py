"""What clients are told of the columns of information_schema (`data/system_columns.txt`).

A server's views there are queries of its dictionary: their columns are not what a table of the same columns would say,
and say other things once a query has put them in a temporary table.
"""

from __future__ import annotations

from functools import cache

from binwriter import data
from binwriter.formats.records import dataclass, replace
from binwriter.sql.query.select import Select
from binwriter.statement.columns import NOT_IN_STRICT, ResultColumn

_SCHEMA = "information_schema"


@dataclass(frozen=True, slots=True)
class _View:
    """columns: by name in lower case, as they are and as a temporary table has them."""

    sorts_in_table: bool
    names_as_written: bool
    columns: dict[str, tuple[ResultColumn, ResultColumn]]


def system_column(schema: str, view: str, name: str, *, in_table: bool) -> ResultColumn | None:
    """A column of a view; None for what is none of information_schema. Its names but the origin's are left empty."""
    if schema.lower() != _SCHEMA or (known := _views().get(view.lower())) is None:
        return None
    columns = known.columns.get(name.lower())
    return columns[in_table] if columns is not None else None


def names_its_columns(schema: str, view: str) -> bool:
    """Whether a result shows the names that the view has, not those that a query writes."""
    known = _views().get(view.lower()) if schema.lower() == _SCHEMA else None
    return known is not None and not known.names_as_written


def sorts_in_table(select: Select) -> bool:
    """Whether ORDER BY of a query of information_schema is done in a temporary table."""
    tables = [source.table for source in select.from_sources if source.table is not None]
    views = [view for table in tables if table.schema == _SCHEMA and (view := _views().get(table.name.lower()))]
    return any(view.sorts_in_table or len(select.from_sources) > 1 for view in views)


@cache
def _views() -> dict[str, _View]:
    views: dict[str, _View] = {}
    view = _View(False, False, {})
    name = ""
    for line in data.lines("system_columns.txt"):
        cells = line.split("\t")
        if line[0] == "*":
            name = cells[0][1:]
            view = views[name.lower()] = _View(cells[1] == "1", cells[2] == "1", {})
            continue
        plain = _column(cells[1:6])
        plain = replace(plain, original_table=name, schema=_SCHEMA if cells[6] == "1" else "", original_name=cells[0])
        stored = plain if cells[7] == "=" else _column(cells[7:12])
        origin = cells[-1]
        of_table = "" if origin == "-" else _SCHEMA
        table = "" if origin == "-" else origin
        stored = replace(stored, original_table=table, schema=of_table, original_name=cells[0] if of_table else "")
        view.columns[cells[0].lower()] = plain, stored
    return views


def _column(numbers: list[str]) -> ResultColumn:
    code, length, decimals, flags, charset = numbers
    numbers_ = (int(code), int(length), int(charset), int(flags.rstrip(NOT_IN_STRICT)), int(decimals))
    return ResultColumn("", *numbers_, not_in_strict=flags.endswith(NOT_IN_STRICT))
