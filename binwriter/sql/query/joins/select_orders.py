"""What chooses the order of a SELECT's tables: made anew for the rows that each run finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import Kind
from binwriter.sql.query.access.path import PathRows
from binwriter.sql.query.joins.combining import Rows
from binwriter.sql.query.joins.conditions import Place, written
from binwriter.sql.query.joins.known_tables import Leads, Operand, PlaceOf, ShareOf, known_tables
from binwriter.sql.query.joins.plan import PlannedJoin, PlannerOf
from binwriter.sql.query.joins.planner import Planner


def planner_of(
    terms: Sequence[exp.Expression],
    own: Mapping[int, Sequence[exp.Expression]],
    sources: Sequence[Source],
    place: PlaceOf,
    share_of: ShareOf,
) -> PlannerOf:
    """terms: what WHERE and inner joins ask; own: what an outer join asks of a table."""

    def make(join: PlannedJoin, context: StatementContext, rows: list[Rows], constants: frozenset[int]) -> Planner:
        operands = [
            Operand(
                n,
                table.node.data,
                table.node.read.path if isinstance(table.node.read, PathRows) else None,
                join.expected_rows(n, rows),
                own.get(n),
                made=table.materialised,
            )
            for n, table in enumerate(join.tables)
        ]
        known = known_tables(operands, terms, place, context, share_of, leads_of(sources, place))
        rest = {n: table for n, table in known.items() if n not in constants}
        return Planner(
            rest, constants, join.is_possible, {n: join.behind(n) for n in rest}, context.variables.behaviour.costs
        )

    return make


def leads_of(sources: Sequence[Source], place: PlaceOf) -> Leads:
    """Whether a key of the column on the left finds rows by what is on the right: one of texts does not by what is
    none."""

    def leads(own: exp.Expression, other: exp.Expression) -> bool:
        at, of = place(own), place(other)
        if at is None or of is None:
            return True
        left, right = sources[at[0]].columns[at[1]].type, sources[of[0]].columns[of[1]].type
        return left.kind is not Kind.STRING or right.kind is Kind.STRING

    return leads


def equal_terms(links: Sequence[tuple[Place, Place]], sources: Sequence[Source]) -> Iterator[exp.Expression]:
    """What USING and NATURAL equate, as conditions."""
    for left, right in links:
        yield exp.EQ(this=written(sources, *left), expression=written(sources, *right))
