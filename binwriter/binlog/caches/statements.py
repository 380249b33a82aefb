"""Statements that change data: as text or as rows into the caches of their transaction."""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING

from binwriter.binlog.caches.rows import RowLog
from binwriter.binlog.caches.transaction import TransactionLog
from binwriter.binlog.events.queries import (
    context_event,
    load_events,
    statement_event,
)
from binwriter.binlog.rules.cache import CacheKind
from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat, decided_as_row
from binwriter.binlog.rules.resolution import joins_engine
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.formats.records import replace
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.statement.event_context import EventContext
from binwriter.statement.values import (
    LoadedFile,
    RowOperation,
    StatementEffects,
    StatementProfile,
)

if TYPE_CHECKING:
    from binwriter.binlog.caches.lost_maps import LostMaps


def parts_of_statement(effects: StatementEffects) -> tuple[StatementEffects, ...]:
    """It, or in its place what each of its own statements changed."""
    if not effects.parts:
        return (effects,)
    begins = (0, *(part.behind for part in effects.parts))
    return tuple(
        replace(effects, text=part.text, rows=effects.rows[begin : part.behind], locked=part.locked, parts=())
        for begin, part in zip(begins, effects.parts, strict=False)
        if part.behind > begin
    )


class StatementLog:
    """Takes statements that change data."""

    def __init__(self, transaction: TransactionLog, rows: RowLog) -> None:
        self._transaction = transaction
        self._sink, self._policy = transaction.sink, transaction.policy
        self._rows = rows
        self._lost_maps: LostMaps | None = None
        if self._policy.counts_lost_maps:
            from binwriter.binlog.caches.lost_maps import LostMaps

            self._lost_maps = LostMaps(transaction, rows)

    def log(
        self,
        profile: StatementProfile,
        decision: LoggingDecision,
        effects: StatementEffects,
        state: TransactionState,
        log: EventContext,
    ) -> bool:
        """Puts a data-changing statement into the caches. Returns whether it was logged in statement form.

        A failed statement is logged only if it changed an N-table (R-log-statement-format 1); its T-rows are
        not among `effects.rows` any more.
        """
        if any(change.table.temporary for change in effects.undone):
            kept = tuple(change for change in effects.undone if not change.table.temporary)
            effects = replace(effects, undone=kept)
        self._transaction.nontransactional_write |= effects.nontransactional_write and effects.write_noticed
        self._transaction.engine_joined |= joins_engine(profile, effects)
        if decision.format is LoggingFormat.ROW and self._lost_maps is not None and not effects.impossible:
            self._lost_maps.log(effects, log, in_transaction=state.in_transaction)
            return False
        if decision.format is LoggingFormat.ROW:
            self._transaction.note_keys(effects.undone, log)
        if decision.format is LoggingFormat.ROW and effects.undone:
            # its rows were in the cache before they were cut away, so the log takes part
            self._transaction.active = True
            if not self._transaction.trx_cache:
                self._transaction.used(CacheKind.TRX)
        if decision.format is LoggingFormat.ROW and effects.undone and effects.locked:
            self._rows.log(effects, log)  # the N-tables were mapped with the first row, and stay so
            return False
        if profile.command == "load" and decision.format is not LoggingFormat.ROW:
            return effects.loaded is not None and self._log_load(profile, effects, effects.loaded, state, log)
        # calls that failed were logged before: what waits in the trx-cache is cut away again (captured:
        # mixing_failed_calls)
        lost = effects.error is not None and not effects.stays and not effects.calls
        if effects.impossible or lost:
            return False
        if decision.format is LoggingFormat.ROW:
            for part in parts_of_statement(effects):
                self._rows.log(part, self._marked_early(profile, decision, part, log))
            return False
        if not self._sink.logs_database(log.statement.schema):
            return False
        if not self._policy.logs_insert_of_no_row and _inserted_nothing(profile, effects):
            return False
        if effects.ended_untold and not effects.stays:
            return False
        if not effects.is_query:
            self._log_text(profile, effects, state, log)
            return True
        for call in effects.calls:
            outcome = replace(
                effects,
                text=call.text,
                context=call.context,
                error=call.error,
                transactional_write=call.transactional or (call.temporary_ddl and state.in_transaction),
            )
            self._log_text(profile, outcome, state, log.by(call.uses))
        return True

    def _marked_early(
        self, profile: StatementProfile, decision: LoggingDecision, effects: StatementEffects, log: EventContext
    ) -> EventContext:
        """5.6 and 5.7 mark the columns of INSERT and REPLACE .. SELECT before they know that MIXED logs rows: those of
        its list (captured: replaced_columns_mixed), and none of other tables' (captured: 5.7.18/marked_early_mixed). A
        REPLACE that updates rows, too, is not done so."""
        turned = log.binlog_format is BinlogFormat.MIXED and not decided_as_row(decision)
        late = decision.unsafe and turned and profile.command in ("insert_select", "replace_select")
        if not (self._policy.marks_columns_early and late):
            return log
        table = effects.locked[0] if effects.locked else effects.rows[0].table if effects.rows else None
        if any(change.table is table and change.operation is not RowOperation.WRITE for change in effects.rows):
            return log
        return replace(log, rows=replace(log.rows, minimal_of=table))

    def _log_text(
        self, profile: StatementProfile, effects: StatementEffects, state: TransactionState, log: EventContext
    ) -> None:
        """A statement, or a function call, with what must stand before it."""
        if self._lost_maps is not None:
            self._lost_maps.forget()
        events = [context_event(log.session, log.statement, body) for body in effects.context]
        events.append(statement_event(log.session, log.statement, effects, profile.traits))
        changed = effects.transactional_write if effects.is_query else effects.changed_t
        if effects.is_query and profile.command == "set_option" and self._policy.set_calls_wait:
            changed = state.in_transaction or changed
        failed = effects.error is not None
        looks = self._policy.sees_changed_rows_of_failed if failed else self._policy.sees_changed_rows
        if looks and profile.command == "update_multi":
            rows = (*effects.rows, *effects.undone)
            tried = effects.transactional_write and not failed  # also of rows that could not be compared
            changed = tried or any(change.table.engine.transactional for change in rows)
        choice = self._policy.caches.cache_for_statement(profile, state, changed_t=changed)
        if choice.kind is CacheKind.NONE:
            self._transaction.write_alone(events, log)
            return
        cache = self._transaction.cache(choice.kind)
        for event in events:
            self._transaction.add(cache, event, log)
        if choice.kind is CacheKind.TRX and effects.stays:
            cache.has_n_write = True

    def _log_load(
        self,
        profile: StatementProfile,
        effects: StatementEffects,
        loaded: LoadedFile,
        state: TransactionState,
        log: EventContext,
    ) -> bool:
        """LOAD DATA: the file's blocks in the cache of the table's engine, then the statement where others go.

        Each has the context events before it (captured: mixing_kept_rivals). A load that failed before its first row
        forgets the file, and so does one whose rows ended untold (captured: loads_nulled_by_triggers_statement).
        Nobody is warned of what is unsafe in it: it counts as not logged.
        """
        if effects.error is not None and not effects.nontransactional_write and loaded.engine.transactional:
            return False
        error_code = effects.error.code if effects.error is not None else 0
        blocks, load, forget = load_events(log.session, log.statement, loaded, error_code)
        context = [context_event(log.session, log.statement, body) for body in effects.context]
        first = context
        if loaded.context is not None:
            first = [context_event(log.session, log.statement, body) for body in loaded.context]
        cache = self._transaction.cache(self._policy.caches.cache_for_rows(loaded.engine).kind)
        fails = effects.error is not None or effects.ended_untold
        forgets = fails and not effects.nontransactional_write
        choice = self._policy.caches.cache_for_statement(profile, state, changed_t=None)
        if choice.kind is CacheKind.NONE:
            events = [*first, *blocks[:1], *(event for block in blocks[1:] for event in (*context, block))]
            events += [*context, forget if forgets else load]
            self._transaction.write_alone(events, log)
            return False
        if self._policy.loads_wait:
            cache = self._transaction.cache(choice.kind)
        begun = log if effects.facts.used_at_block is None else log.by(effects.facts.used_at_block)
        for block, before in zip(blocks, chain([first], repeat(context)), strict=False):
            for event in (*before, block):
                self._transaction.add(cache, event, begun)
        if forgets:
            for event in (*context, forget):
                self._transaction.add(cache, event, log)
            return False
        chosen = self._transaction.cache(choice.kind)
        for event in (*context, load):
            self._transaction.add(chosen, event, log)
        if choice.kind is CacheKind.TRX and effects.nontransactional_write:
            chosen.has_n_write = True
        return False


def _inserted_nothing(profile: StatementProfile, effects: StatementEffects) -> bool:
    """Into T-tables: an engine without transactions counts as changed."""
    transactional = all(access.engine.transactional for access in profile.tables if access.write)
    return transactional and profile.command == "insert" and effects.error is None and not effects.affected
