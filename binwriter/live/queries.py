"""COM_QUERY: statements as text, results as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.live.channel import ConnectionEnded
from binwriter.live.connection import Connection
from binwriter.live.registry import answers
from binwriter.live.result_columns import ResultForm, columns_of, renderers_of
from binwriter.live.texts import WITHOUT_ASCII
from binwriter.statement.result import StatementResult
from binwriter.wire.answers import eof_packet, error_packet
from binwriter.wire.binary import binary_rows
from binwriter.wire.capabilities import Capability, Status
from binwriter.wire.commands import Command
from binwriter.wire.packets import FIRST, Packets, framed
from binwriter.wire.parameters import query_of
from binwriter.wire.results import (
    ROWS_AT_ONCE,
    Payloads,
    bare_head,
    result_head,
    result_set,
    rows_end,
    small_result_set,
    text_rows,
)

_BLANK = " \t\n\r\f\v"
_NEAR_THE_END, _BEHIND = 8, b" ;\t\n\r\f\v"
_MOST_FORMS = 64  # that a connection keeps
_SERVER_LOST = 2013  # CR_SERVER_LOST: KILL came; the client is told nothing more


@answers(Command.QUERY)
def query(connection: Connection, payload: bytes) -> Iterable[Payloads] | Packets:
    """A statement, or several."""
    data, attributes = query_of(payload, connection.capabilities, connection.texts.decoded)
    connection.sent_beside(attributes)
    text = _without_zero(data).decode("utf-8", "surrogateescape")
    connection.session.client.begins("Query", _shown(text))
    if connection.capabilities & Capability.MULTI_STATEMENTS:
        statements = connection.session.statements_of(text)
        if len(statements) != 1:
            return _several(connection, statements)
        text = statements[0]
    return at_once(connection, connection.run(text))


def _shown(text: str) -> str:
    """As lists of processes show a statement: without what is blank around it, and without semicolons behind it (asked
    of a 9.7.4: tests/binwriter/live/test_states.py)."""
    return text.strip(_BLANK).rstrip(_BLANK + ";")


def _without_zero(data: bytes) -> bytes:
    """A statement without the zero byte that some clients send behind it (as mariadb-slap does)."""
    if 0 not in data[-_NEAR_THE_END:]:
        return data
    ended = data.rstrip(_BEHIND)
    return ended[:-1] if ended.endswith(b"\0") else data


def _several(connection: Connection, statements: list[str]) -> Iterator[Payloads]:
    """One answer behind the other, until one is an error."""
    last = len(statements) - 1
    for place, sql in enumerate(statements):
        connection.session.client.goes_on(_shown(sql) if place == last else sql.lstrip(_BLANK))
        result = connection.run(sql)
        yield from answered(connection, result, more=place < last)
        if result.error is not None or connection.session.closed:
            return


def at_once(connection: Connection, result: StatementResult, *, binary: bool = False) -> Iterable[Payloads] | Packets:
    """The only answer to a command, in one piece where it is small. binary: see `answered`."""
    is_plain = result.error is None and not result.result_sets and result.out_parameters is None
    if result.columns and is_plain and not connection.is_silent:
        is_plain = False
    if is_plain and len(result.rows) <= ROWS_AT_ONCE and connection.channel.reader.sequence == FIRST:
        if not result.columns:
            return Packets(*framed(_ok(connection, result), FIRST))
        try:
            form, status = form_of(connection, result), connection.status()
            planned, seen = result.flags
            return small_result_set(
                form.packets,
                result.rows,
                form.binary if binary else form.text,
                connection.capabilities,
                (status | planned, status | seen | connection.slow()),
                result.warning_count,
            )
        except Exception:
            pass
    return answered(connection, result, binary=binary)


def answered(
    connection: Connection, result: StatementResult, *, binary: bool = False, more: bool = False
) -> Iterable[Payloads]:
    """The payloads of an answer. binary: in the protocol of prepared statements; more: another answer follows."""
    if result.columns and result.error is None and not result.result_sets:
        slow, tracked = connection.slow(), connection.behind_rows()
        return _rows(connection, result, binary=binary, more=more, tracked=tracked, slow=slow)
    return _answered(connection, result, binary=binary, more=more)


def _answered(connection: Connection, result: StatementResult, *, binary: bool, more: bool) -> Iterator[Payloads]:
    """That of a statement whose own rows are not all."""
    for answer in result.result_sets:
        yield from _rows(connection, answer, binary=binary, more=True, tracked=connection.behind_program_rows())
    if result.error is not None:
        if result.error.code == _SERVER_LOST:
            raise ConnectionEnded
        yield error_packet(result.error, text=connection.texts.encoded(result.error.message))
    else:
        if result.out_parameters is not None and connection.capabilities & Capability.PS_MULTI_RESULTS:
            yield from _out_parameters(connection, result.out_parameters)
        yield _ok(connection, result, more=more)


def _ok(connection: Connection, result: StatementResult, *, more: bool = False) -> bytes:
    """Behind a statement without an error."""
    affected = result.affected or 0
    if result.result_sets:
        affected = result.affected_at_end
    elif result.matched is not None and connection.capabilities & Capability.FOUND_ROWS:
        affected = result.matched
    return connection.ok(
        more=more,
        flags=result.flags[1],
        affected=affected,
        insert_id=result.insert_id or 0,
        warnings=result.warning_count,
        info=result.info,
    )


def _out_parameters(connection: Connection, result: StatementResult) -> Iterator[Payloads]:
    """The result set of a prepared CALL that is not the procedure's own. An EOF packet behind its row says nothing of
    it; an OK packet does (captured: both forms)."""
    form, rows = result_rows(connection, result, binary=True)
    marked = connection.status() | Status.MORE_RESULTS | Status.OUT_PARAMETERS
    yield from form.head
    told = bool(connection.capabilities & Capability.DEPRECATE_EOF)
    if not told:
        yield eof_packet(marked)
    yield from rows
    yield rows_end(connection.capabilities, marked if told else connection.status(), 0)


def _rows(
    connection: Connection, result: StatementResult, *, binary: bool, more: bool, tracked: bytes, slow: int = 0
) -> Iterable[Payloads]:
    form, rows = result_rows(connection, result, binary=binary)
    status = connection.status() | (Status.MORE_RESULTS if more else 0)
    planned, seen = result.flags
    flags = status | planned, status | seen | slow
    return result_set(form.head, rows, connection.capabilities, flags, result.warning_count, tracked)


def result_rows(connection: Connection, result: StatementResult, *, binary: bool) -> tuple[ResultForm, Iterator[bytes]]:
    """How a result is sent, and its rows as they are."""
    form = form_of(connection, result)
    return form, binary_rows(result.rows, form.encoders) if binary else text_rows(result.rows, form.renderers)


def form_of(connection: Connection, result: StatementResult) -> ResultForm:
    """How a result is sent. Statements of one shape have one description, of which it is made once."""
    described = result.described() if result.described is not None else None
    known: ResultForm | None = connection.forms.get(id(described))
    variables = connection.session.variables
    settings = variables.settings
    if known is not None and known.described is described:
        before, chosen = known.seen
        if before is settings and chosen is variables.results_collation:
            return known
    collation, bare = connection.texts.results_collation, connection.skips_metadata
    told = connection.texts.names_sent, connection.is_strict
    is_same = known is not None and known.described is described and known.collation == collation
    if known is not None and is_same and known.told == told and not bare:
        known.seen = settings, variables.results_collation
        return known
    columns, types = columns_of(result, described, collation, told)
    head = bare_head(len(columns)) if bare else result_head(columns, connection.capabilities, connection.texts.encoded)
    as_they_are = collation in (0, BINARY_COLLATION_ID)
    in_ascii = settings.character_set_results not in WITHOUT_ASCII
    renderers = renderers_of(types, columns, connection.texts.encoded_value, as_they_are=as_they_are, in_ascii=in_ascii)
    form = ResultForm(described, collation, columns, head, renderers, told=told)
    if described is not None and not bare:
        if len(connection.forms) >= _MOST_FORMS:
            connection.forms.clear()
        connection.forms[id(described)] = form
    return form
