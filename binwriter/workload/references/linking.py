"""What the rows of a workload's tables refer to, table by table; what no row can be made of is refused here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from binwriter.errors import SpecError, all_of
from binwriter.formats.records import dataclass, replace
from binwriter.workload.references.links import Edge, Link, break_circles, foreign_links
from binwriter.workload.references.restrictions import refuse_unkept
from binwriter.workload.schemas.names import Guess, guess_references
from binwriter.workload.specification.spec import TableWorkload, Workload


@dataclass
class TableLinks:
    """Of one table. links: by foreign keys. guesses: by names. empty: columns that are always NULL.

    referenced: the columns that other tables refer to. All names in lower case.
    """

    links: list[Link] = field(default_factory=list)
    guesses: list[Link] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    referenced: set[str] = field(default_factory=set)


def link_tables(workload: Workload) -> tuple[Workload, list[TableLinks]]:
    """The workload, without tables that get no rows and with what was guessed in its notes; and its tables' links.

    SpecError for all tables at once of which no rows can be made.
    """
    workload = replace(workload, tables=_with_rows(workload.tables))
    tables = {(item.table.table.schema, item.name): item.table.table for item in workload.tables}
    linked: list[TableLinks] = []
    problems: list[SpecError] = []
    for table in workload.tables:
        own = TableLinks()
        try:
            refuse_unkept(table.table.table, "schema")
            own.links, own.empty = foreign_links(table.table.table, tables)
        except SpecError as error:
            problems.append(error)
        linked.append(own)
    if problems:
        raise all_of(problems)
    guesses = list(_guesses(workload, linked)) if workload.guess_references else []
    for item, link in guesses:
        linked[item.table].guesses.append(link)
    for own in linked:
        for link in (*own.links, *own.guesses):
            numbers = [number for number, name in enumerate(tables) if name == link.parent]
            linked[numbers[0]].referenced.update(link.parent_columns)
    if guesses:
        shown = ", ".join(
            f"{workload.tables[item.table].name}.{item.column} to {workload.tables[item.target].name}"
            for item, _ in guesses
        )
        note = f"references guessed from names: {shown} (guess-references = false leaves them out)"
        workload = replace(workload, notes=(*workload.notes, note))
    return workload, linked


def _with_rows(tables: Sequence[TableWorkload]) -> tuple[TableWorkload, ...]:
    """Without those that are to get none, and to which no other refers."""
    parents = {
        key.parent
        for each_table in tables
        for key in each_table.table.table.foreign_keys
        if each_table.weight or each_table.initial_rows
    }
    return tuple(
        each_table
        for each_table in tables
        if each_table.weight
        or each_table.initial_rows
        or (each_table.table.table.schema, each_table.name) in parents
        or not each_table.named
    )


def _guesses(workload: Workload, linked: Sequence[TableLinks]) -> list[tuple[Guess, Link]]:
    """Those for columns of which nothing is said, and that close no circle."""
    tables = [each_table.table.table for each_table in workload.tables]
    numbers = {(table.schema, table.name): number for number, table in enumerate(tables)}
    edges = [
        Edge(number, place, numbers[link.parent], False, True)
        for number, own in enumerate(linked)
        for place, link in enumerate(own.links)
    ]
    circles = len(break_circles(edges, len(tables)))
    taken: list[tuple[Guess, Link]] = []
    for guess in guess_references(tables):
        said = {name.lower() for name in workload.tables[guess.table].columns}
        target = tables[guess.target]
        if (
            guess.column.lower() in said
            or workload.tables[guess.table].initial_rows > 0 == workload.tables[guess.target].initial_rows
        ):
            continue
        edge = Edge(guess.table, len(edges), guess.target, False, False)
        if len(break_circles([*edges, edge], len(tables))) > circles:
            continue
        edges.append(edge)
        link = Link((guess.column.lower(),), (target.schema, target.name), (guess.target_column.lower(),))
        taken.append((guess, link))
    return taken
