"""What is known, before it runs, of a statement that changes nothing but by the functions that it calls."""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.binding.prelocking import Prelocking, with_programs
from binwriter.sql.binding.profile import opened_nodes
from binwriter.sql.binding.unsafe_reasons import parse_time_reasons
from binwriter.sql.context import StatementContext
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import StatementKind, StatementProfile, TableAccess, UnsafeReason


def calls_profile(
    parsed: ParsedStatement, trees: tuple[exp.Expression, ...], prelocking: Prelocking, context: StatementContext
) -> StatementProfile:
    """Its profile, with what the programs add."""
    reads = tuple(
        TableAccess(locked.table.schema, locked.table.name, locked.table.engine, write=False)
        for locked in prelocking.tables
        if locked.own
    )
    unsafe = reasons_of(parsed, trees, context)
    counting = not any(opened_nodes(tree) for tree in trees)
    kind = StatementKind.OTHER
    own = StatementProfile(kind, parsed.command, reads, unsafe, counted=(), counting=counting, traits=parsed.traits)
    return with_programs(own, prelocking)


def reasons_of(
    parsed: ParsedStatement, trees: tuple[exp.Expression, ...], context: StatementContext
) -> tuple[UnsafeReason, ...]:
    """What makes a statement's trees unsafe; a SET has no text of its own."""
    reasons: list[UnsafeReason] = []
    for tree in trees:
        text = parsed.text or tree_text(tree)
        reasons += parse_time_reasons(replace(parsed, text=text), tree, context.server.policy.unsafe)
    return tuple(reasons)
