"""An explanation in words, for the terminal: short texts for the facts of a statement."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from binwriter.explain.model import DIRECT, Explanation, GroupView, PartView, StatementView, TableUse

_STEPS = {
    "start": "(the server starts)",
    "end": "(the scenario ends: FLUSH BINARY LOGS, shutdown)",
    "capture": "(capture: the log begins anew)",
    "disconnect": "(the session ends)",
    "kill": "(the session is killed)",
}
# the parts of a statement that say nothing more than the statement itself
_COVERS = frozenset({"call", "execute"})


def statement_text(statement: StatementView) -> str:
    """Its SQL, or what the step did."""
    return statement.sql or _STEPS.get(statement.kind, f"({statement.kind})")


def shown_parts(statement: StatementView) -> list[PartView]:
    """The parts worth a line: all that write, log or were refused; else the first."""
    parts = [part for part in statement.parts if part.format or part.kind or part.tables or part.note]
    parts = [part for part in parts if part.command not in _COVERS] or parts
    return parts or statement.parts[:1]


def tables_text(part: PartView) -> str:
    """Which tables it writes and reads."""
    return "; ".join(
        f"{'writes' if access == 'write' else 'reads'} {', '.join(_table(use) for use in uses)}"
        for access, uses in groupby(part.tables, lambda use: use.access)
    )


def _table(use: TableUse) -> str:
    words = [use.engine, use.kind]
    if use.temporary:
        words.append("temporary")
    if use.through:
        words.append("by a trigger or function")
    return f"{use.table} ({', '.join(words)})"


def safety_text(part: PartView) -> str:
    """ "safe", "unsafe" or nothing."""
    return "" if part.safe is None else "safe" if part.safe else "unsafe"


def moves_text(
    statement: StatementView, explanation: Explanation, part: int | None = None
) -> Iterator[tuple[str, str]]:
    """(what happened to events, the rule), runs of events taken together. part: of this one alone."""
    moves = [move for move in statement.moves if part is None or move.part == part]
    for (what, cache, rule, group), run in groupby(moves, lambda move: (move.what, move.cache, move.rule, move.group)):
        count = sum(len(move.events) for move in run)
        events = f"{count} event{'s' if count != 1 else ''}"
        if what == "add":
            yield f"{cache} +{events}", rule
        elif what == "cut":
            yield f"{cache}: {events} lost", rule
        elif group is not None:
            written = explanation.groups[group]
            yield f"{cache} {'written' if cache == DIRECT else 'flushed'}: {flush_text(written)}", rule


def flush_text(group: GroupView) -> str:
    """As what and where a group was written."""
    implicit = ", implicit commit" if group.implicit else ""
    gone = "" if group.kept else ", since deleted"
    where = f"{group.file}:{group.position}" + (f"-{group.end}" if group.end else "")
    return f"{group.wrapped}{implicit} at {where}{gone}"


def answer_text(statement: StatementView) -> str:
    """The error, if there was one."""
    if statement.error is not None:
        rule = f" [{statement.error.rule}]" if statement.error.rule else ""
        return f"ERROR {statement.error.code}: {statement.error.message}{rule}"
    return f"not supported: {statement.refused}" if statement.refused else ""


def waited_text(statement: StatementView) -> str:
    """Whether it had to wait."""
    return "" if statement.waited_for is None else f"waited, and was answered during statement {statement.waited_for}"


def transaction_text(statement: StatementView) -> str:
    """The transaction that ended here."""
    transaction = statement.transaction
    if transaction is None:
        return ""
    return f"transaction {transaction.shape}" + (f" (WL#2687 case {transaction.case})" if transaction.case else "")
