"""SET carried out on a session: all values are evaluated, then assigned one by one (captured:
set_of_several_variables)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.gtid.state import parse_gtid_next
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.mysql.variables.rules import NEXT_TRANSACTION, deprecations_beside
from binwriter.mysql.variables.scopes import DEFAULT
from binwriter.mysql.variables.spec import folded
from binwriter.mysql.variables.values import charset_by_name, charset_of_client
from binwriter.server import changed_variables, followed
from binwriter.server.execute import persisting
from binwriter.server.execution import Execution
from binwriter.server.guards import kills
from binwriter.server.guards.variables import check_set
from binwriter.server.log.temporary_form import note_row_mode
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import variables as variable_expressions
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.types import Kind, constant
from binwriter.sql.query import query_scope
from binwriter.sql.syntax.session import OF_SERVER, Scope, Set, SetNames, SetTransaction, SetUserVariable, SetVariable

if TYPE_CHECKING:
    from binwriter.server.execute.sets_together import Undo
    from binwriter.server.session import Session


# Their values are strings to a variable (captured: reliability/crafted/values).
_AS_TEXTS = frozenset({Kind.DATE, Kind.TIME, Kind.DATETIME, Kind.JSON})

_ROWS = ("", "NEW", "OLD")  # of a trigger: what has columns in SET

Assign = Callable[[], list[Diagnostic]]


def apply_set(runner: Execution, command: Set, context: StatementContext) -> tuple[Diagnostic, ...]:
    """Evaluates all values, then assigns them in order; after an error none is assigned. Returns the warnings."""
    _resolve(runner, command)
    if context.rights is not None:
        try:
            check_set(context.rights, command, runner.session.variables)
        except MySQLError as error:  # what is going away is said first (captured: told_beside_errors)
            named = (item.name for item in command.assignments if isinstance(item, SetVariable))
            for variable in filter(None, map(runner.session.variables.table.find, named)):
                context.diagnostics.extend(deprecations_beside(variable, error))
            raise
    steps = [_PREPARE[type(item)](runner, item, context) for item in command.assignments]
    if len(steps) == 1:
        told = tuple(steps[0]())
        _tell(runner, command)
        return told
    undo = _undo(runner, context)
    with runner.session.variables.set_together():
        for step, item in zip(steps, command.assignments, strict=True):
            undo.keep(item)
            try:
                undo.tell(item, step())
            except MySQLError as error:
                undo.refused(command, item, error)
                raise
    _tell(runner, command)
    return undo.told


def _tell(runner: Execution, command: Set) -> None:
    if (news := runner.session.news) is not None:
        followed.note_set(news, command)


def _undo(runner: Execution, context: StatementContext) -> Undo:
    from binwriter.server.execute.sets_together import Undo  # late: most SETs are of one variable

    return Undo(runner, context)


def _resolve(runner: Execution, command: Set) -> None:
    """ER_UNKNOWN_SYSTEM_VARIABLE of any of them comes before rights and values (captured: sets_all_or_nothing)."""
    for item in command.assignments:
        if isinstance(item, SetNames) and isinstance(item.charset, str):
            (charset_of_client if item.character_set else charset_by_name)(item.charset, [])
        elif isinstance(item, SetVariable):
            runner.session.variables.table.by_name(item.name)


def _prepare_user_variable(runner: Execution, item: SetUserVariable, context: StatementContext) -> Assign:
    scope = query_scope(runner.front_end.database_of(context), context)
    given = compile_expression(item.value, scope)
    value = constant(given.eval(context, ()), given.type, given.text)

    def assign() -> list[Diagnostic]:
        variable_expressions.assignment(item.name, value, scope).eval(context, ())
        return []

    return assign


def _prepare_variable(runner: Execution, item: SetVariable, context: StatementContext) -> Assign:
    value: Any = DEFAULT
    named = item.value.unnest() if item.value is not None else None
    if isinstance(named, exp.Column) and named.text("table").upper() not in _ROWS:
        raise mysql_error("ER_WRONG_TYPE_FOR_VAR", runner.session.variables.table.by_name(item.name).name)
    if isinstance(named, exp.Column) and not named.table and context.program_names is None:
        value = named.name
    elif item.value is not None:
        scope = query_scope(runner.front_end.database_of(context), context)
        given = compile_expression(item.value, scope)
        value = given.eval(context, ())
        if value is not None and given.type.kind in _AS_TEXTS:
            value = to_text(value, given.type)
    return lambda: _assign_variable(runner, item, value, context)


def _assign_variable(runner: Execution, item: SetVariable, value: Any, context: StatementContext) -> list[Diagnostic]:
    name = folded(item.name)
    if name == "max_error_count" and runner.area.at_most is None:  # what SET tells counts by the old one
        runner.area.at_most = runner.session.variables.settings.max_error_count
    if item.scope is Scope.PERSIST_ONLY:
        return persisting.persist_only(runner, name, value, context)
    try:
        if item.scope is Scope.PERSIST and not (table := runner.session.variables.table).by_name(name).read_only:
            persisting.refuse_unpersisted(table.by_name(name))
        warnings = _set_variable(runner, item, name, value, context)
        if item.scope is Scope.PERSIST:
            persisting.persist(runner, name, context)
        return warnings
    except MySQLError as error:  # a server warns before it refuses
        variable = runner.session.variables.table.by_name(item.name)
        context.diagnostics.extend(deprecations_beside(variable, error))
        raise


def _refuse_unknown_gtid(value: Any, *, as_malformed: bool) -> None:
    """Before GTIDs had tags, whatever is none was a wrong value of the variable: 1231, and in 5.7 is told as it is."""
    if isinstance(value, (int, float, Decimal)):
        raise mysql_error("ER_WRONG_TYPE_FOR_VAR", "gtid_next")
    text = "NULL" if value is None else value.decode() if isinstance(value, bytes) else str(value)
    wrong = mysql_error("ER_WRONG_VALUE_FOR_VAR", "gtid_next", text)
    try:
        wanted = parse_gtid_next(text) if value is not DEFAULT else None
    except MySQLError:
        if as_malformed and value is not None:
            raise
        raise wrong from None
    if wanted is not None and (wanted.tag or (wanted.gtid is not None and wanted.gtid.tag)):
        raise wrong


def _set_variable(
    runner: Execution, item: SetVariable, name: str, value: Any, context: StatementContext
) -> list[Diagnostic]:
    session = runner.session
    active = session.in_active_transaction and name not in session.server.policy.set_in_transaction
    if item.scope in OF_SERVER:
        before = _before_global(session, name, active=active)
        if name in _OF_ACCOUNTS:
            before = session.variables.get_global(name)
        if name == "binlog_encryption" and session.server.keyring is None and str(value).upper() in _ON:
            raise mysql_error("ER_RPL_ENCRYPTION_MASTER_KEY_RECOVERY_FAILED")  # there is no keyring here
        turns_on = name == "super_read_only" and str(value).upper() in _ON and not session.variables.get_global(name)
        if (name == "read_only" or turns_on) and (active or runner.locked_tables):
            raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
        if name == "binlog_checksum" and not active:
            session.gtid.refuse_rotation(name)
        if name in _OF_GTIDS:
            from binwriter.server.guards import ongoing

            diagnostics = ongoing.set_beside_others(session, name, value, before, in_transaction=active)
        else:
            diagnostics = session.variables.set_global(name, value, in_transaction=active)
        if name in _OF_ACCOUNTS:
            from binwriter.server.guards.account_variables import check_new_value

            check_new_value(runner, name, before)
        if name == "gtid_mode" and session.variables.get_global(name) == before:
            return diagnostics
        changed_variables.global_changed(session.server, name, context.start_microseconds // 1_000_000)
        # of this session too, but of no other that there is (captured: settings_of_sessions_row)
        if name == "offline_mode":
            kills.end_others_offline(runner)
        if name == "server_id":
            session.log.transaction.server_id = int(session.server.variables.get(name))
        return [*diagnostics, *_beside_buffer(session, name), *_beside_gtids(session, name)]
    if name == "binlog_format":
        _refuse_format_change(session, value, context)
    if name in NEXT_TRANSACTION and item.next_only:
        return session.variables.set_next_transaction(name, value, in_transaction=active)
    if name == "gtid_next" and not session.server.profile.gtid_tags:
        _refuse_unknown_gtid(value, as_malformed=session.variables.behaviour.tells_malformed_gtids)
    if name == "gtid_next" and not active:
        session.gtid.refuse_change()
    autocommit, was_active = session.variables.settings.autocommit, session.in_active_transaction
    if name == "resultset_metadata" and not session.client.may_skip_metadata:
        _refuse_no_metadata(session, value)
    if name in NEXT_TRANSACTION:
        diagnostics = _set_characteristic(session, name, value)
    else:
        diagnostics = session.variables.set(name, value, in_transaction=active)
    if session.variables.settings.autocommit and not autocommit:
        if session.xa is not None:
            session.variables.assign("autocommit", autocommit)
        session.seems_in_transaction = was_active and session.variables.behaviour.autocommit_leaves_transactions
        characteristics = dict(session.variables.next_transaction)
        session.commit()
        if not was_active:  # there was nothing to end
            session.variables.next_transaction.update(characteristics)
    elif autocommit and not session.variables.settings.autocommit:
        # a server forgets here that ROLLBACK has to warn (seen in captures)
        session.log.transaction.nontransactional_write = False
    after = _AFTER.get(name)
    if after is not None:
        after(runner, context)
    return diagnostics


def _refuse_no_metadata(session: Session, value: Any) -> None:
    """ER_CLIENT_DOES_NOT_SUPPORT for a client that cannot read results without the definitions of their columns."""
    if str(value).upper() in ("NONE", "0"):
        raise mysql_error("ER_CLIENT_DOES_NOT_SUPPORT", "optional metadata transfer")


def _beside_buffer(session: Session, name: str) -> list[Diagnostic]:
    """A server wants its packets to be as long as its buffer at least."""
    if name not in _PACKET:
        return []
    packet, buffer = (int(session.server.variables.get(variable)) for variable in _PACKET)
    return [mysql_warning("WARN_OPTION_BELOW_LIMIT", *_PACKET)] if packet < buffer else []


def _beside_gtids(session: Session, name: str) -> list[Diagnostic]:
    """What events are skipped by is told to be of no use where all of them have GTIDs."""
    get = session.variables.get_global
    skips = name in _SKIPPED and get(name) and get("gtid_mode") == "ON"
    return [mysql_warning("ER_SQL_REPLICA_SKIP_COUNTER_USED_WITH_GTID_MODE_ON")] if skips else []


_SKIPPED = ("sql_replica_skip_counter", "sql_slave_skip_counter")
_PACKET = ("max_allowed_packet", "net_buffer_length")
_ON = ("ON", "1", "TRUE")
_OF_GTIDS = ("gtid_mode", "enforce_gtid_consistency")
_OF_ACCOUNTS = ("mandatory_roles", "partial_revokes")


def _before_global(session: Session, name: str, *, active: bool) -> Any:
    """The value of gtid_mode or enforce_gtid_consistency, which no session changes that owns a GTID, or in a
    transaction, which is said first. Of others None."""
    if name not in _OF_GTIDS:
        return None
    if session.gtid.owned_text and not active:
        raise mysql_error("ER_CANT_SET_VARIABLE_WHEN_OWNING_GTID", name, session.gtid.owned_text)
    return session.variables.get_global(name)


def _refuse_format_change(session: Session, value: Any, context: StatementContext) -> None:
    """An open temporary table fixes binlog_format: altogether, up to 5.7 only where it is ROW (R-log-temporary)."""
    if not session.has_temporary_tables:
        return
    kept = session.variables.converted(session.variables.table.by_name("binlog_format"), value, [])
    if session.server.policy.temporary.format_is_fixed:
        raise mysql_error("ER_TEMP_TABLE_PREVENTS_SWITCH_SESSION_BINLOG_FORMAT")
    from_any = session.server.policy.temporary.fixed_in_row_for_mixed
    by_rows = context.session.temporary.row_mode and not from_any  # MIXED that has come to rows is as ROW from 5.5 on
    if session.binlog_format is not BinlogFormat.ROW and not by_rows:
        return
    if from_any:  # 5.1 says it twice
        context.diagnostics.append(
            mysql_warning("ER_INCORRECT_GLOBAL_LOCAL_VAR", "binlog_format", "read only", level="Error")
        )
    if from_any or kept == BinlogFormat.STATEMENT.value:
        raise mysql_error("ER_TEMP_TABLE_PREVENTS_SWITCH_OUT_OF_RBR")


def _set_characteristic(session: Session, name: str, value: Any) -> list[Diagnostic]:
    """SET SESSION: an open transaction keeps what it has, the one that begins next has the new value."""
    now = session.variables.next_transaction
    key = session.variables.table.key(name)
    if session.in_active_transaction:
        now.setdefault(key, session.variables.get(key))
    else:
        now.pop(key, None)
    return session.variables.set(name, value)


# --- variables that are more than a value
# ------------------------------------------------------------------------------


def _last_insert_id_changed(runner: Execution, context: StatementContext) -> None:
    runner.last_insert_id = context.last_insert_id = int(str(runner.session.variables.get("last_insert_id")))


def _insert_id_changed(runner: Execution, context: StatementContext) -> None:
    runner.forced_insert_id.value = int(str(runner.session.variables.get("insert_id")))


def _rand_seed_changed(runner: Execution, context: StatementContext) -> None:
    assigned = runner.session.variables.assigned_rand_seeds
    runner.rand.seed1 = assigned.get("rand_seed1", runner.rand.seed1)
    runner.rand.seed2 = assigned.get("rand_seed2", runner.rand.seed2)
    assigned.clear()


def _gtid_next_changed(runner: Execution, context: StatementContext) -> None:
    session: Session = runner.session
    text = str(session.variables.get("gtid_next"))
    wanted = parse_gtid_next(text).gtid
    try:
        if wanted is not None and wanted in session.gtid.state.owned:  # another session's: its transaction decides
            runner.locks.named.wait_for_gtids(lambda: wanted not in session.gtid.state.owned)
        session.gtid.set_next(text)
    except BaseException:  # else the next groups would be written under what this session does not own
        session.variables.assign("gtid_next", str(session.gtid.wanted))
        raise


def _thread_changed(runner: Execution, context: StatementContext) -> None:
    runner.temporary.change_thread(int(str(runner.session.variables.get("pseudo_thread_id"))))


_AFTER: dict[str, Callable[[Execution, StatementContext], None]] = {
    "last_insert_id": _last_insert_id_changed,
    "identity": _last_insert_id_changed,
    "insert_id": _insert_id_changed,
    "pseudo_thread_id": _thread_changed,
    "binlog_format": lambda runner, context: note_row_mode(runner),
    "gtid_next": _gtid_next_changed,
    "rand_seed1": _rand_seed_changed,
    "rand_seed2": _rand_seed_changed,
}


# --- NAMES, CHARACTER SET, TRANSACTION
# ---------------------------------------------------------------------------------


def _set_names(runner: Execution, item: SetNames, context: StatementContext) -> list[Diagnostic]:
    charset = DEFAULT if item.charset is None else item.charset
    if item.character_set:
        runner.session.variables.set_character_set(charset)
    else:
        runner.session.variables.set_names(charset, item.collation)
    return []  # the parser has told of those that are going away


def _set_transaction(runner: Execution, item: SetTransaction, context: StatementContext) -> list[Diagnostic]:
    variables = runner.session.variables
    active = runner.session.in_active_transaction
    diagnostics: list[Diagnostic] = []
    said = (("isolation", item.level), ("read_only", None if item.read_only is None else int(item.read_only)))
    for kind, value in said:
        if value is None:
            continue
        # the name that this version has
        name = next((name for name in (f"transaction_{kind}", f"tx_{kind}") if variables.table.find(name)), "")
        if not name:
            raise mysql_error("ER_UNKNOWN_SYSTEM_VARIABLE", f"tx_{kind}")
        if item.scope in OF_SERVER:
            diagnostics += variables.set_global(name, value)
        elif item.next_only:
            diagnostics += variables.set_next_transaction(name, value, in_transaction=active)
        else:
            diagnostics += _set_characteristic(runner.session, name, value)
    return diagnostics


_PREPARE: dict[type, Callable[[Execution, Any, StatementContext], Assign]] = {
    SetVariable: _prepare_variable,
    SetUserVariable: _prepare_user_variable,
    SetNames: lambda runner, item, context: lambda: _set_names(runner, item, context),
    SetTransaction: lambda runner, item, context: lambda: _set_transaction(runner, item, context),
}
