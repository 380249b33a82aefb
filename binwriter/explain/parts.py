"""What layer 1 and the caches said of a statement, in the words of an explanation."""

from __future__ import annotations

from binwriter.binlog.rules.cache import CacheKind
from binwriter.binlog.rules.logging_format import LoggingFormat
from binwriter.binlog.rules.sources import ERROR_RULES, unsafe_rule
from binwriter.binlog.rules.trace import Part, SessionFacts
from binwriter.errors import MySQLError
from binwriter.explain.model import DIRECT, CacheUse, PartView, Refusal, TableUse
from binwriter.mysql.secret_text import answer_without_secrets
from binwriter.sql.command_table import traits_of
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import TableAccess

CACHE_NAMES = {CacheKind.STMT: CacheKind.STMT.value, CacheKind.TRX: CacheKind.TRX.value, CacheKind.NONE: DIRECT}


# What is no rule's business, by command.
_NOTES = {
    "begin": "a transaction begins",
    "commit": "nothing waits to be written",
    "rollback": "nothing waits",
    "savepoint": "nothing of the transaction was logged before it",
    "release_savepoint": "RELEASE SAVEPOINT is not logged",
    "set_option": "sets variables",
    "use": "the database is named in the events to come",
    "disconnect": "nothing is left behind",
}


def part_view(part: Part, before: SessionFacts, *, logged: bool, moved: bool) -> PartView:
    """One part. logged: events of it went to a cache or to the log. moved: it has done something to events."""
    view = PartView(part.command, part.text, part.depth, _tables(part))
    if not view.text and part.effects is not None:
        view.text = part.effects.text.decode("utf-8", "backslashreplace")
    view.kind = kind_of(part)
    decision = part.decision
    writes = bool(part.profile is not None and part.profile.written)
    if decision is not None and writes:
        view.safe, view.unsafe = not decision.unsafe, tuple(unsafe_rule(reason) for reason in decision.unsafe)
        view.format = decision.format.value if decision.format is not None else ""
        view.rule = decision.rule
    elif logged:
        view.format, view.rule = LoggingFormat.STATEMENT.value, "R-log-commit-statement"
        if part.command in ("savepoint", "rollback_to_savepoint"):
            view.rule = part.savepoint.rule if part.savepoint is not None else "SAVEPOINT"
    view.caches = tuple(CacheUse(CACHE_NAMES[choice.kind], choice.rule) for choice in part.choices) if logged else ()
    if part.effects is not None:
        view.rows = len(part.effects.rows)
    error = part.error or (part.effects.error if part.effects is not None else None)
    view.refused = refusal(error, part, view.text) if error is not None else None
    if not moved:
        view.note = _why_not(part, before) or ("" if part.error is not None else _NOTES.get(part.command, ""))
    return view


def refusal(error: MySQLError, part: Part | None, sql: str) -> Refusal:
    """An error, with the rule behind it if it is one of logging, and without the passwords of the statement: it may
    quote a part of it in which no word says what the rest is."""
    message: str = answer_without_secrets(str(error.message), sql)
    if part is not None and part.decision is not None and part.decision.error is error:
        return Refusal(error.code, message, part.decision.rule)
    return Refusal(error.code, message, ERROR_RULES.get(error.symbol, ""))


def kind_of(part: Part) -> str:
    """T, N or M of a data-changing statement (WL#2687, definitions): by the tables that it reads and writes."""
    if part.profile is None or not part.profile.written:
        return ""
    kinds = {access.engine.transactional for access in part.profile.tables}
    return "M" if len(kinds) == 2 else "T" if kinds == {True} else "N"


def _tables(part: Part) -> tuple[TableUse, ...]:
    own = None if part.own is None else {(access.schema, access.table) for access in part.own}
    written = [access for access in part.accesses if access.write]
    read = [access for access in part.accesses if not access.write]
    return tuple(dict.fromkeys(_table(access, own) for access in (*written, *read)))


def _table(access: TableAccess, own: set[tuple[str, str]] | None) -> TableUse:
    through = own is not None and (access.schema, access.table) not in own
    return TableUse(
        f"{access.schema}.{access.table}",
        access.engine.name,
        "T" if access.engine.transactional else "N",
        "write" if access.write else "read",
        access.temporary,
        through,
    )


def _logs(session: SessionFacts) -> bool:
    return session.logging and not session.filtered


def _why_not(part: Part, before: SessionFacts) -> str:
    """Why nothing of it was logged."""
    effects, decision = part.effects, part.decision
    writes = part.profile is not None and bool(part.profile.written)
    if decision is not None and decision.error is not None and before.logging:
        return "refused before it ran"
    if part.error is not None and effects is None:
        return "failed before it changed anything" if writes or CommandTrait.DEFINES in traits_of(part.command) else ""
    if CommandTrait.DEFINES in traits_of(part.command) and effects is None and part.error is None and _logs(before):
        return "nothing of it is for the log" + (
            ": temporary tables are logged as statements only"
            if any(access.temporary for access in part.accesses)
            else ""
        )
    if not writes and CommandTrait.DEFINES not in traits_of(part.command):
        return "reads only" if any(True for _ in part.accesses) else ""
    if not before.logging:
        return "sql_log_bin=OFF"
    if before.filtered:
        return "binlog-do-db, binlog-ignore-db: the database is left out"
    if effects is None:
        return "not logged"
    if effects.error is not None and not effects.nontransactional_write:
        return "R-log-statement-format 1: failed without an N-write"
    if effects.impossible:
        return "no row can match, seen before it ran"
    if part.profile is not None and all(access.temporary for access in part.profile.written):
        return "R-log-row-format: changes of temporary tables are not logged as rows"
    if decision is not None and decision.format is LoggingFormat.ROW and not effects.rows:
        return "no row changed"
    return "not logged"
