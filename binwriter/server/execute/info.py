"""What a server says in words of a statement that changed rows: how many it looked at, how many it left alone.

Source: MySQL manual, C API, "mysql_info()".
"""

from __future__ import annotations

from binwriter.formats.records import dataclass
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.messages.table import MESSAGES
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.alter_table import AlterTableSyntax
from binwriter.sql.text.value_lists import LITERALS
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import StatementEffects


@dataclass(frozen=True, slots=True)
class Counts:
    """info: the text, "" for statements of which nothing is said. matched: of UPDATE, the rows of its WHERE."""

    info: str = ""
    matched: int | None = None


_NOTHING = Counts()


def of_update(matched: int, changed: int, warnings: int) -> Counts:
    """Of an UPDATE."""
    return Counts(f"Rows matched: {matched}  Changed: {changed}  Warnings: {warnings}", matched)


UPDATED_ONE, UPDATED_NONE, FOUND_NONE = of_update(1, 1, 0), of_update(1, 0, 0), of_update(0, 0, 0)


def counts_of(parsed: ParsedStatement, effects: StatementEffects, context: StatementContext) -> Counts:
    """Of a statement that has run."""
    if effects.changes_documents:
        return _of_documents(parsed, effects, context)
    count = _COUNTS.get(parsed.command)
    return _NOTHING if count is None or effects.ended_untold else count(parsed, effects, context)


def _of_documents(parsed: ParsedStatement, effects: StatementEffects, context: StatementContext) -> Counts:
    if parsed.command not in ("insert", "update"):
        return _NOTHING
    return Counts(MESSAGES["ER_JDV_DML_INFO"].text % (effects.affected, len(context.diagnostics)))


def of_definition(parsed: ParsedStatement, effects: StatementEffects, context: StatementContext) -> str:
    """ALTER TABLE and indexes, whether rows are copied or not, and CREATE TABLE .. SELECT (as a 9.7.4 says it:
    tests/binwriter/server/execute/said.json)."""
    node = parsed.node
    if isinstance(node, AlterTableSyntax):
        anew = not node.copies_nothing if node.partitions is None else node.partitions.word in _PARTITIONS_ANEW
        if node.storage or not anew:
            return ""
    elif parsed.command != "create_select":
        return ""
    duplicates = sum(condition.code == _DUPLICATE for condition in context.diagnostics)
    return _records(effects.affected + duplicates, duplicates, context)


_DUPLICATE = MESSAGES["ER_DUP_ENTRY"].code


# what of ALTER TABLE .. PARTITION makes the table anew; the rest are commands of their own
_PARTITIONS_ANEW = frozenset({"ADD", "DROP", "COALESCE", "REORGANIZE", "REBUILD", "REMOVE"})


def _inserted(parsed: ParsedStatement, effects: StatementEffects, context: StatementContext) -> Counts:
    """One row alone is not worth a word."""
    values = getattr(parsed.node, "expression", None)
    given = None
    if values is not None and values.key == "values":
        given = len(values.meta.get(LITERALS, values.expressions))
    if given == 1 or (given is None and not parsed.command.endswith("select")):
        return _NOTHING
    records = effects.affected if given is None else given
    ignores = "IGNORE" in parsed.modifiers
    duplicates = records - effects.affected if ignores else effects.affected - records
    return Counts(_records(records, max(duplicates, 0), context))


def _updated(parsed: ParsedStatement, effects: StatementEffects, context: StatementContext) -> Counts:
    matched = context.new_found_rows
    if matched is None:
        matched = effects.affected
    return of_update(matched, effects.affected, len(context.diagnostics))


def _loaded(parsed: ParsedStatement, effects: StatementEffects, context: StatementContext) -> Counts:
    warnings = len(context.diagnostics)
    return Counts(f"Records: {effects.affected}  Deleted: 0  Skipped: 0  Warnings: {warnings}")


def _records(records: int, duplicates: int, context: StatementContext) -> str:
    return f"Records: {records}  Duplicates: {duplicates}  Warnings: {len(context.diagnostics)}"


_COUNTS = {
    **dict.fromkeys(("insert", "insert_select", "replace", "replace_select"), _inserted),
    **dict.fromkeys(("update", "update_multi"), _updated),
    "load": _loaded,
}


def row_count_behind(parsed: ParsedStatement, result: StatementResult, before: int, behaviour: Behaviour) -> int:
    """ROW_COUNT() behind a statement that succeeded. before: what it was."""
    if not behaviour.counts_changes_alone:
        return result.affected_at_end if result.result_sets else -1 if result.columns else result.affected or 0
    if CommandTrait.CHANGES_ROWS in parsed.traits:
        return result.affected or 0
    return before if parsed.command in ("call", "execute") else -1
