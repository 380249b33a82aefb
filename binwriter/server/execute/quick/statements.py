"""The statements of a session that are run without being read, since one of their shape was read before.

A statement that changes (or finds) one row by its values runs the exact way some times (`_SIGHTS`), and then a plan is
made of what was bound and done (`plans`). From then on statements of the same text but for their literals go by the
plan. It does what is plain only: whatever would warn, fail, or wait, and whatever it was not made for (no row found, a
key that is there already, a value to be rounded), goes the exact way, before anything is changed.

Plans are gone as soon as something may have changed that they were made of: a definition, a variable, the database in
use (`Stamp`). Those of commands ask for variables alone, and where privileges are checked for these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from binwriter.binlog.rules.logging_format import LoggingDecision
from binwriter.binlog.rules.two_caches import TwoCaches
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql import interrupts
from binwriter.server.execute.cut_statements import CutAgain
from binwriter.server.execute.quick import changes as change_plans
from binwriter.server.execute.quick import commands as command_plans
from binwriter.server.execute.quick import exists_plans, join_plans, rival_plans
from binwriter.server.execute.quick import found_changes as found_plans
from binwriter.server.execute.quick import queries as query_plans
from binwriter.server.execute.quick.plans import OfStates, Plan, Text
from binwriter.server.execute.shapes import alike
from binwriter.server.execute.shapes.changes import KnownChange
from binwriter.server.execution import Execution
from binwriter.server.guards.rows_required import are_required
from binwriter.sql.binding.prelocking import Prelocking
from binwriter.sql.command_counters import counter_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.numbers import UINT64_MAX
from binwriter.sql.quick.texts import is_plain, parts_of_prepared, scanned, written
from binwriter.sql.text.value_lists import CutStatement
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.values import StatementEffects, StatementProfile

# Kinds of statements that leave definitions, locks and transactions of other kinds as they are. All others, and those
# that nobody thought of, end every plan.
_KINDS = """
    insert insert_select replace replace_select update update_multi delete delete_multi select do
    begin commit rollback savepoint release_savepoint rollback_to_savepoint
    prepare execute deallocate_prepare set_option use call
    show show_warnings show_errors show_triggers show_plugins show_profiles explain
"""
HARMLESS = frozenset(_KINDS.split())
UTF8 = frozenset({"utf8mb4", "utf8mb3"})
_MOST_SHAPES = 2000
_PLAIN_TRANSACTIONS: tuple[dict[str, int], ...] = ({}, {"transaction_read_only": 1})  # what is set for one alone
_PASSES = "passes"  # of a shape it is known that no guard is in its way
_CHANGE = "change"  # what of a shape is kept so: see `shapes.changes`
_SIGHTS = 2  # of a shape, until a plan is made
_TRIES = 4  # then; later at each power of two: a change may have found no row until now

Stamp = tuple[int, int, int, int, str | None]


@dataclass
class _Lesson:
    """What is to be learnt of the statement that runs. keep: takes the plan, or None where there can be none."""

    literals: Sequence[str]
    keep: Callable[[Plan | None], None]
    prepared: bool = False


_ALONE = ("DATE", "TIME")  # which columns of other types take otherwise than their texts


def _is_tried(time: int) -> bool:
    """Whether a plan is looked for once more, the first time being 1."""
    return time <= _TRIES or not time & (time - 1)


_Given = tuple[tuple[object, ...], tuple[bool, ...]]


class PreparedPlans:
    """The plans of a prepared statement, by the types that its parameters have had and which are NULL. parts: see
    `parts_of_prepared`."""

    def __init__(self, text: str, parameters: int) -> None:
        self.parts = parts_of_prepared(text, parameters)
        self._stamp: Stamp | None = None
        self._tries = 0
        self._states = OfStates[Stamp, dict[_Given, Plan]]()
        self.plans: dict[_Given, Plan] = {}

    def come_to(self, stamp: Stamp) -> None:
        """From now on plans of that state are asked for."""
        if stamp != self._stamp:
            self._stamp, self.plans = stamp, self._states.come_to(stamp, {})

    def is_tried(self) -> bool:
        """Whether a plan is looked for in the run that comes."""
        self._tries += 1
        return _is_tried(self._tries)

    def keep(self, given: _Given, plan: Plan | None) -> None:
        """What was made of one run."""
        if plan is not None:
            self._tries, self.plans[given] = 0, plan

    def literals(self, values: Sequence[Any]) -> list[str]:
        """The statement's literals, as if the values had been written. ValueError for other types of values."""
        assert self.parts is not None
        texts = []
        for part in self.parts:
            if isinstance(part, str):
                texts.append(part)
                continue
            value = None if values[part] is None else values[part].value
            if value is not None:
                write = _WRITTEN.get(type(value))
                if write is None or values[part].moment in _ALONE:
                    raise ValueError(value)
                texts.append(write(value))
        return texts


_WRITTEN: dict[type, Callable[[Any], str]] = {
    int: str,
    str: written,
    Decimal: lambda value: format(value, "f"),
}


class QuickStatements:
    """The plans of one session, by the shapes of their statements. used: how many statements went by one."""

    def __init__(self, runner: Execution) -> None:
        self._runner = runner
        self._session = runner.session
        self._server = runner.session.server
        self.used = 0
        self._stamp: Stamp | None = None
        self._usable = False
        self._plans: dict[str, Plan | None] = {}
        self._lasting: dict[str, Plan | None] = {}  # of commands, which ask for no definition
        self._states = OfStates[Stamp, tuple[dict[str, Plan | None], dict[str, Plan | None]]]()
        self._sights: dict[str, tuple[int, int]] = {}  # how often, and under how many definitions the last time
        self._lesson: _Lesson | None = None

    def run(self, sql: str) -> StatementResult | None:
        """The result, if there is a plan for the statement and it is plain; else None, and nothing has happened."""
        self._lesson = None
        split = scanned(sql)
        if split is None or not self._may(commands=True):
            return None
        shape, literals = split
        plan = self._lasting.get(shape) or (None if self._runner.hides_tables() else self._plans.get(shape))
        if plan is None:
            if shape not in self._plans:
                self._try(shape, literals)
            return None
        return self._by_plan(plan, literals, Text(sql), prepared=False)

    def run_prepared(
        self, prepared: PreparedPlans, kinds: tuple[object, ...], values: Sequence[Any], text: Text
    ) -> StatementResult | None:
        """The same of a prepared statement with its values (`UserVariable`s). kinds: the types of its parameters, which
        say what becomes of the values (captured: tests/golden/wire/values_in_turn)."""
        self._lesson = None
        if prepared.parts is None or not self._may():
            return None
        assert self._stamp is not None
        prepared.come_to(self._stamp)
        given = kinds, tuple([value is None or value.value is None for value in values])
        try:
            literals = prepared.literals(values)
        except ValueError:
            return None
        plan = prepared.plans.get(given)
        if plan is not None:
            return self._by_plan(plan, literals, text, prepared=True)
        if prepared.is_tried():
            self._lesson = _Lesson(literals, partial(prepared.keep, given), prepared=True)
        return None

    def _by_plan(self, plan: Plan, literals: Sequence[str], text: Text, *, prepared: bool) -> StatementResult | None:
        try:
            result = plan.run(literals, text)
        except (ValueError, EncodeError):
            if getattr(plan, "lacks", False):
                self._lesson = _Lesson(literals, plan.learn, prepared=prepared)  # type: ignore[attr-defined]
            return None
        self.used += 1
        self._session.counts[plan.counted_as] += 1
        return result

    def _try(self, shape: str, literals: list[str]) -> None:
        """Statements of this shape are seen: from the second on a plan is looked for, some times."""
        count = self._server.definitions.count
        sights, defined = self._sights.get(shape, (0, count))
        if defined != count:  # what is there now may have a plan
            sights = min(sights, _SIGHTS - 1)
        sights += 1
        if len(self._sights) >= _MOST_SHAPES:
            self._sights.clear()
        self._sights[shape] = sights, count
        if sights == _SIGHTS and not is_plain(shape, literals):
            self._give_up(shape)
        elif sights >= _SIGHTS and _is_tried(sights - _SIGHTS + 1):
            # the state that it is seen in: some leave it for another
            self._lesson = _Lesson(literals, partial(self._keep, shape, self._plans, self._lasting))

    def _give_up(self, shape: str) -> None:
        self._sights.pop(shape, None)
        self._put(shape, self._plans, None)

    def _keep(
        self, shape: str, own: dict[str, Plan | None], lasting: dict[str, Plan | None], plan: Plan | None
    ) -> None:
        if plan is None:
            return
        self._sights.pop(shape, None)
        self._put(shape, lasting if getattr(plan, "outlives_definitions", False) else own, plan)

    def _put(self, shape: str, plans: dict[str, Plan | None], plan: Plan | None) -> None:
        if len(plans) >= _MOST_SHAPES:
            plans.clear()
        self._server.definitions.rely_on(shape)
        plans[shape] = plan

    # --- what is known of changes

    def keep_change(
        self,
        parsed: ParsedStatement,
        profile: StatementProfile,
        prelocking: Prelocking | None,
        context: StatementContext,
    ) -> None:
        """Notes what has been found out of a statement that changes rows, of which nothing has been said yet."""
        nested = self._session.in_call or context.program_names is not None or context.logged_text is not None
        if not nested and self._asks_nobody():
            self._runner.of_shape(_CHANGE, parsed.node, context, partial(KnownChange, profile, prelocking))

    def passed(self, parsed: ParsedStatement, context: StatementContext) -> None:
        """No guard has anything against a statement of this shape, nor a word to say of it."""
        if parsed.command in HARMLESS and context.logged_text is None and self._asks_nobody():
            self._runner.of_shape(_PASSES, parsed.node, context, bool)

    def lets_pass(self, parsed: ParsedStatement, context: StatementContext) -> bool:
        """Whether that is known."""
        if context.logged_text is not None or not self._may() or not self._asks_nobody():
            return False
        return self._runner.has_shape(_PASSES, parsed.node, context)

    def known_change(
        self, sql: str, cut: CutStatement | None
    ) -> tuple[alike.AlikeStatement | CutAgain, KnownChange] | None:
        """What is known of a statement that changes rows, if it is all that is asked now."""
        if not self._may() or not self._asks_nobody():
            return None
        known: tuple[alike.AlikeStatement | CutAgain, KnownChange] | None
        known = self._runner.known_of_shape(sql, cut, _CHANGE)
        return known

    def state(self) -> Stamp | None:
        """What statements depend on that are prepared; None where they depend on more."""
        asks = self._session.rights is not None or self._server.was_restarted
        return None if asks or not self._may() else self._stamp

    def _asks_nobody(self) -> bool:
        """Whether there are neither locks of others nor rights to be asked for."""
        return not self._server.locks.in_use and self._session.rights is None and not self._server.was_restarted

    @property
    def learns(self) -> bool:
        """Whether a plan may be made of the statement that runs."""
        return self._lesson is not None

    # --- what plans depend on

    def _may(self, *, commands: bool = False) -> bool:
        """Whether plans may be used now; commands: those of commands alone."""
        session, server = self._session, self._server
        stamp = (*session.variables.changes, server.definitions.count, session.database)
        if stamp != self._stamp:
            self._come_to(stamp)
            self._usable = self._is_usual()
        usable = self._usable and (commands or not self._runner.hides_tables())
        usable = usable and session.xa is None and session.created_in_transaction is None and not interrupts.ends_some
        return usable and server.locks.let_pass(session.owner)

    def _come_to(self, stamp: Stamp) -> None:
        """Other definitions or variables, or those that were there before: a client that sets autocommit around each
        transaction comes back to the plans of either state."""
        left, self._stamp = self._stamp, stamp
        checks = self._session.rights is not None
        if checks or left is None or left[3] != stamp[3]:
            self._states.clear()
        keeps = left is not None and stamp[:3] == left[:3] and not checks
        fresh = dict[str, Plan | None](), dict(self._lasting) if keeps else {}
        self._plans, self._lasting = self._states.come_to(stamp, fresh)

    def _is_usual(self) -> bool:
        """Whether nothing is in force that plans know nothing of."""
        runner, session, server = self._runner, self._session, self._server
        get = session.variables.get
        usual = (
            server.plan_cache
            and type(server.policy.caches) is TwoCaches
            and session.variables.next_transaction in _PLAIN_TRANSACTIONS
            and session.variables.settings.sql_log_bin
            and not get("sql_safe_updates")
            and get("sql_select_limit") == UINT64_MAX
            and get("auto_increment_increment") == get("auto_increment_offset") == 1
            and get("character_set_client") in UTF8
            and get("character_set_connection") in UTF8
            and not runner.spelling.reads_otherwise
            and not are_required(session.variables)
            and "PAD_CHAR_TO_FULL_LENGTH" not in str(get("sql_mode"))
        )
        return bool(
            usual
            and not (server.filter.do or server.filter.ignore)
            and not (runner.locked_tables or runner.handlers or runner.locks.read_lock)
            and runner.format_description is None
            and not session.gtid.is_assigned
        )

    # --- new plans

    def learn_change(
        self,
        parsed: ParsedStatement,
        profile: StatementProfile,
        decision: LoggingDecision,
        effects: StatementEffects,
        context: StatementContext,
    ) -> None:
        """A statement that changes rows has run."""
        sample = self._runner, parsed, profile, decision, effects, context

        def plan(literals: Sequence[str]) -> Plan | None:
            if context.diagnostics:
                return rival_plans.plan_of_rival(*sample, literals)
            of_one = change_plans.plan_of_change(*sample, literals)
            of_one = found_plans.plan_of_found(*sample, literals) if of_one is None else of_one
            return rival_plans.plan_of_rival(*sample, literals) if of_one is None else of_one

        self._learn(parsed, context, plan)

    def learn_query(self, parsed: ParsedStatement, result: StatementResult, context: StatementContext) -> None:
        """A query has run."""

        def plan(literals: Sequence[str]) -> Plan | None:
            if context.diagnostics:
                return None
            told = replace(result, flags=self._session.flags.told)
            sample = self._runner, parsed.node, told, context, literals
            special = join_plans.plan_of_row_join(*sample) or exists_plans.plan_of_exists(*sample)
            return special or query_plans.plan_of_query(self._runner, parsed, told, context, literals)

        self._learn(parsed, context, plan)

    def learn_command(self, parsed: ParsedStatement, context: StatementContext) -> None:
        """BEGIN or COMMIT has run."""
        self._learn(
            parsed,
            context,
            lambda literals: (
                None if context.diagnostics else command_plans.plan_of_command(self._runner, parsed, literals)
            ),
            commands=True,
        )

    def _learn(
        self,
        parsed: ParsedStatement,
        context: StatementContext,
        make: Callable[[Sequence[str]], Plan | None],
        *,
        commands: bool = False,
    ) -> None:
        lesson, self._lesson = self._lesson, None
        if lesson is None:
            return
        nested = self._session.in_call or context.program_names is not None
        if nested or (context.logged_text is not None) is not lesson.prepared:
            return
        told = bool(context.diagnostics) and not rival_plans.follow_from_text(context.diagnostics)
        if not told and self._may(commands=commands):
            plan = make(lesson.literals)
            if plan is not None:
                plan.counted_as = counter_of(parsed)
            lesson.keep(plan)
