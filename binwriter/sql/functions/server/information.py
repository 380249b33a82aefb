"""Functions that tell of session and server (MySQL manual, "Information Functions"), and a few without effect here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp

from binwriter.formats.charsets.stand_ins import in_charset, is_convertible
from binwriter.mysql import interrupts
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import has_raw, in_dictionary
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import escaped_bytes, to_int, to_real
from binwriter.sql.expressions.collations import charset_collation_id
from binwriter.sql.expressions.compile import compiles
from binwriter.sql.expressions.conditions.once import asked_once, is_kept
from binwriter.sql.expressions.numbers import UINT64_MASK
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    INT_TYPE,
    LONG_TEXT,
    UINT_TYPE,
    Coercibility,
    CompiledExpression,
    Kind,
    Row,
    text_type,
)
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.registry import Call, call_function, function, node_function, with_context
from binwriter.sql.hooks import NamedLocks
from binwriter.sql.text.meta_keys import DEFINED_BY
from binwriter.sql.types import function_of


def _text(*names: str, length: int) -> Callable[[Callable[[StatementContext], Any]], None]:
    """Registers a function without arguments whose answer is text in utf8mb3, as all of MySQL's metadata."""

    def register(read: Callable[[StatementContext], Any]) -> None:
        def build(call: Call) -> CompiledExpression:
            type_ = text_type(length, charset_collation_id("utf8mb3"), Coercibility.SYSTEM)
            return CompiledExpression(type_, lambda context, row: read(context), call.text)

        function(*names)(build)

    return register


def _account(context: StatementContext) -> str:
    return context.session.user.replace("'", "").replace("`", "")


_text("DATABASE", length=64)(lambda context: context.database)
_text("USER", length=288)(_account)


@compiles(exp.CurrentUser)
@node_function("CURRENT_USER")
def _current_user(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """Whose rights are in force: a view's definer's in a view."""
    if node.expressions:
        raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", "current_user")
    definer = node.meta.get(DEFINED_BY)
    type_ = text_type(288, charset_collation_id("utf8mb3"), Coercibility.SYSTEM)
    return CompiledExpression(
        type_, lambda context, row: definer or context.definer or _account(context), "current_user()"
    )


def _roles(context: StatementContext) -> str:
    """Those of the session, in a program those that its definer has there (captured: programs_of_ones_own_row)."""
    roles = context.session.roles()
    if context.definer:
        roles = context.rights.roles if context.rights is not None else ()
    return ",".join(f"{quoted(user)}@{quoted(host)}" for user, host in sorted(roles)) or "NONE"


_text("CURRENT_ROLE", length=LONG_TEXT)(_roles)


_text("ROLES_GRAPHML", length=LONG_TEXT)(lambda context: context.server.roles_graph(context.rights))


@function("VALIDATE_PASSWORD_STRENGTH")
def _password_strength(call: Call) -> CompiledExpression:
    """0: `component_validate_password` cannot be installed here."""
    return with_context(call, INT_TYPE, lambda context, password: 0, as_str)


@function("VERSION")
def _version(call: Call) -> CompiledExpression:
    version = str(call.scope.context.variables.get("version"))
    type_ = text_type(len(version), charset_collation_id("utf8mb3"), Coercibility.SYSTEM)
    return CompiledExpression(type_, lambda context, row: version, call.text)


@function("LOAD_FILE")
def _load_file(call: Call) -> CompiledExpression:
    """NULL where secure_file_priv forbids it or the file is missing."""
    type_ = text_type(0, charset_collation_id("binary"), Coercibility.IMPLICIT)
    name = call.args[0]

    def read(context: StatementContext, row: Row) -> bytes | None:
        path = to_text(name.eval(context, row), name.type)
        if path is None:
            return None
        content = context.server.files.to_function(
            path if isinstance(path, str) else path.decode("utf-8", "surrogateescape")
        )
        most = context.variables.settings.max_allowed_packet
        if content is not None and len(content) > most:
            context.warn("ER_WARN_ALLOWED_PACKET_OVERFLOWED", "load_file", most)
            return None
        return content

    return CompiledExpression(type_, read, call.text)


_text("UUID", length=36)(lambda context: context.server.new_uuid())


def _number(*names: str, unsigned: bool = False) -> Callable[[Callable[[StatementContext], int]], None]:
    def register(read: Callable[[StatementContext], int]) -> None:
        type_ = UINT_TYPE if unsigned else INT_TYPE
        function(*names)(lambda call: CompiledExpression(type_, lambda context, row: read(context), call.text))

    return register


@function("CONNECTION_ID")
def _number_of_connection(call: Call) -> CompiledExpression:
    """It marks its statement when it is resolved, whether it is asked or not (captured: connection_ids_statement)."""
    call.scope.context.facts.thread_specific = True
    return CompiledExpression(UINT_TYPE, lambda context, row: _connection_id(context), call.text)


def _connection_id(context: StatementContext) -> int:
    context.facts.thread_specific = True
    variables = context.variables
    is_set = "pseudo_thread_id" in variables.touched  # to 0, too (captured: clusters/numbers_of_threads)
    return int(variables.get("pseudo_thread_id")) if is_set else context.session.connection_id


_number("ROW_COUNT")(lambda context: context.row_count)


@function("FOUND_ROWS")
def _found_rows(call: Call) -> CompiledExpression:
    return CompiledExpression(INT_TYPE, lambda context, row: context.found_rows, call.text)


@function("UUID_SHORT")
def _uuid_short(call: Call) -> CompiledExpression:
    """server_id in the high byte, start time in seconds above a counter of 24 bits.

    The counter here comes from UUID()'s source.
    """

    def evaluate(context: StatementContext, row: Row) -> int:
        server = int(context.variables.get("server_id")) & 0xFF
        counter = int(context.server.new_uuid().replace("-", "")[:8], 16) & 0xFFFFFF
        return (server << 56) | ((context.start_microseconds // 1_000_000) << 24) | counter

    return CompiledExpression(UINT_TYPE, evaluate, call.text)


@function("LAST_INSERT_ID")
def _last_insert_id(call: Call) -> CompiledExpression:
    if not call.args:

        def read(context: StatementContext, row: Row) -> int:
            context.use_last_insert_id()
            return context.last_insert_id

        return CompiledExpression(UINT_TYPE, read, call.text)
    argument = call.args[0]

    def keep(context: StatementContext, row: Row) -> int | None:
        value = to_int(argument.eval(context, row), argument.type, context)
        context.new_last_insert_id = context.last_insert_id = (value or 0) & UINT64_MASK
        context.tells_insert_id = True
        return None if value is None else value & UINT64_MASK

    return CompiledExpression(UINT_TYPE, keep, call.text)


@function("SLEEP")
def _sleep(call: Call) -> CompiledExpression:
    """Answers 0 at once: binwriter's clock does not run while a statement does, but for a scenario's statements that
    are sent without waiting."""
    argument = call.args[0]

    def evaluate(context: StatementContext, row: Row) -> int:
        seconds = to_real(argument.eval(context, row), argument.type, context)
        if seconds is None or seconds < 0:
            context.error_or_warning("ER_WRONG_ARGUMENTS", "sleep.", as_error=context.strict and not context.ignores)
            return 0
        return context.session.locks.named.sleep(seconds) if context.session.locks is not None else 0

    return CompiledExpression(INT_TYPE, evaluate, call.text)


@function("BENCHMARK")
def _benchmark(call: Call) -> CompiledExpression:
    """Evaluates its second argument so often, for what that does to user variables, say (MySQL manual, "Information
    Functions"). NULL for a count that is NULL or negative, which is an error where a strict mode changes data (cluster
    amounts_beyond_units). A DECIMAL that is NULL ends it, and constants of conditions are asked for once (cluster
    conditions_beyond_those_shown)."""
    count, expression = call.args
    ends_at_null = expression.type.kind is Kind.DECIMAL
    ask = asked_once(expression) if is_kept(call.nodes[1], expression, call.scope) else expression.eval

    def evaluate(context: StatementContext, row: Row) -> int | None:
        times = to_int(count.eval(context, row), count.type, context)
        if times is None or times < 0:
            if times is not None:
                context.value_problem("ER_WRONG_VALUE_FOR_TYPE", "count", times, "benchmark")
            return None
        for _ in range(times):
            if interrupts.asked:
                interrupts.step()
            if ask(context, row) is None and ends_at_null:
                break
        return 0

    return CompiledExpression(INT_TYPE, evaluate, call.text)


@function("GET_LOCK")
def _get_lock(call: Call) -> CompiledExpression:
    name, timeout = call.args

    def evaluate(context: StatementContext, row: Row) -> int | None:
        wanted = _lock_name(name, context, row)
        seconds = to_int(timeout.eval(context, row), timeout.type, context)
        if context.session.locks is None:
            return 1
        return context.session.locks.named.get_lock(wanted, float(seconds or 0))

    return CompiledExpression(INT_TYPE, evaluate, call.text)


_LONGEST_LOCK_NAME = 64  # characters (MySQL manual, "Locking Functions"; 5.7 and later)


def _lock_name(argument: CompiledExpression, context: StatementContext, row: Row) -> str:
    """In utf8mb3; bytes are taken for that. ER_USER_LOCK_WRONG_NAME, ER_USER_LOCK_OVERLONG_NAME: it counts which of
    the two is found first (cluster names_of_user_locks)."""
    value = to_text(argument.eval(context, row), argument.type)
    name = value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value or "")
    if not context.variables.behaviour.has_named_locks:
        return name
    shown = escaped_bytes(value) if isinstance(value, bytes) else in_dictionary(in_charset(name))
    begun = name[:_LONGEST_LOCK_NAME]
    if not name or in_dictionary(begun) != begun or has_raw(begun) or not is_convertible(begun):
        raise mysql_error("ER_USER_LOCK_WRONG_NAME", "NULL" if value is None else shown)
    if len(name) > _LONGEST_LOCK_NAME:
        raise mysql_error("ER_USER_LOCK_OVERLONG_NAME", shown, _LONGEST_LOCK_NAME)
    return name


def _of_lock(name: str, ask: Callable[[NamedLocks, str], int | None]) -> None:
    """Registers a function of a lock's name."""

    @function(name)
    def build(call: Call) -> CompiledExpression:
        argument = call.args[0]

        def evaluate(context: StatementContext, row: Row) -> int | None:
            wanted = _lock_name(argument, context, row)
            return ask(context.session.locks.named, wanted) if context.session.locks is not None else 1

        return CompiledExpression(INT_TYPE, evaluate, call.text)


_of_lock("RELEASE_LOCK", lambda locks, name: locks.release_lock(name))
_of_lock("IS_FREE_LOCK", lambda locks, name: int(locks.lock_holder(name) is None))
_of_lock("IS_USED_LOCK", lambda locks, name: locks.lock_holder(name))


@_number("RELEASE_ALL_LOCKS")
def _release_all_locks(context: StatementContext) -> int:
    return context.session.locks.named.release_all() if context.session.locks is not None else 0


@compiles(exp.CurrentRole, exp.SessionUser, exp.CurrentSchema, exp.CurrentVersion)
def _without_brackets(node: exp.Expression, scope: Scope) -> CompiledExpression:
    record = function_of(node)
    assert record is not None
    return call_function(record.name, [], scope)
