"""Status variables of a Query event: the session state that a statement needs to run the same way elsewhere."""

from __future__ import annotations

import functools
import io
from collections.abc import Iterable
from typing import Any, NamedTuple

import construct as cs

from binwriter.formats.conditional_fields import Calculated
from binwriter.formats.constants import MAX_UPDATED_DBS, OVER_MAX_UPDATED_DBS, StatusVarCode
from binwriter.formats.errors import EncodeError, explained
from binwriter.formats.primitives import Bytes8, Codec, Context, Record, read_exactly, remaining
from binwriter.formats.records import dataclass


class AutoIncrement(NamedTuple):
    """Value of AUTO_INCREMENT: auto_increment_increment and _offset."""

    increment: int
    offset: int


class SessionCharset(NamedTuple):
    """Value of CHARSET: collation ids of the client, the connection and the server."""

    client: int
    connection: int
    server: int


class Invoker(NamedTuple):
    """Value of INVOKER: the account that a DEFINER clause defaults to."""

    user: bytes
    host: bytes


class CommitTimestamps(NamedTuple):
    """Value of COMMIT_TS2 (5.7 milestones)."""

    last_committed: int
    sequence_number: int


@dataclass(frozen=True, slots=True)
class StatusVar:
    """One status variable.

    value: int, bytes or one of the tuples above; for UPDATED_DB_NAMES a tuple of names, None for "too many" (254).
    An unknown code has all the bytes that follow it, because nobody knows where it ends.
    """

    code: int
    value: Any


class UpdatedDbNames(Codec):
    """Count, then names, each ended by a zero byte; for more than 16 the count is 254 and no name follows."""

    def read(self, stream: Any, context: Context) -> tuple[bytes, ...] | None:
        count = read_exactly(stream, 1)[0]
        if count == OVER_MAX_UPDATED_DBS:
            return None
        if count > MAX_UPDATED_DBS:
            raise cs.RangeError(f"{count} databases: more than {MAX_UPDATED_DBS} are written as {OVER_MAX_UPDATED_DBS}")
        return tuple(_NAME._parse(stream, context, "") for _ in range(count))

    def write(self, value: Iterable[bytes] | None, stream: Any, context: Context) -> None:
        if value is None:
            stream.write(bytes((OVER_MAX_UPDATED_DBS,)))
            return
        names = tuple(value)
        if len(names) > MAX_UPDATED_DBS:
            raise cs.RangeError(f"{len(names)} databases: more than {MAX_UPDATED_DBS} are written as None")
        stream.write(bytes((len(names),)))
        for name in names:
            _NAME._build(name, stream, context, "")


_NAME = cs.NullTerminated(cs.GreedyBytes)

# The layouts (findings part 7, "Query post-header"; manual, "Query_event").
STATUS_VARS: dict[StatusVarCode, Any] = {
    StatusVarCode.FLAGS2: cs.Int32ul,
    StatusVarCode.SQL_MODE: cs.Int64ul,
    StatusVarCode.CATALOG: cs.FocusedSeq("name", "name" / Bytes8, cs.Const(b"\0")),
    StatusVarCode.AUTO_INCREMENT: Record(AutoIncrement, cs.Int16ul, cs.Int16ul),
    StatusVarCode.CHARSET: Record(SessionCharset, cs.Int16ul, cs.Int16ul, cs.Int16ul),
    StatusVarCode.TIME_ZONE: Bytes8,
    StatusVarCode.CATALOG_NZ: Bytes8,
    StatusVarCode.LC_TIME_NAMES: cs.Int16ul,
    StatusVarCode.CHARSET_DATABASE: cs.Int16ul,
    StatusVarCode.TABLE_MAP_FOR_UPDATE: cs.Int64ul,
    StatusVarCode.MASTER_DATA_WRITTEN: cs.Int32ul,
    StatusVarCode.INVOKER: Record(Invoker, Bytes8, Bytes8),
    StatusVarCode.UPDATED_DB_NAMES: UpdatedDbNames(),
    StatusVarCode.MICROSECONDS: cs.Int24ul,
    StatusVarCode.COMMIT_TS: cs.Int64ul,
    StatusVarCode.COMMIT_TS2: Record(CommitTimestamps, cs.Int64ul, cs.Int64ul),
    StatusVarCode.EXPLICIT_DEFAULTS_FOR_TIMESTAMP: cs.Int8ul,
    StatusVarCode.DDL_LOGGED_WITH_XID: cs.Int64ul,
    StatusVarCode.DEFAULT_COLLATION_FOR_UTF8MB4: cs.Int16ul,
    StatusVarCode.SQL_REQUIRE_PRIMARY_KEY: cs.Int8ul,
    StatusVarCode.DEFAULT_TABLE_ENCRYPTION: cs.Int8ul,
    StatusVarCode.ENABLE_CASCADE_TRIGGERS: cs.Int8ul,
}
_BY_CODE: dict[int, Any] = {int(code): subcon for code, subcon in STATUS_VARS.items()}


class StatusVarBlock(Codec):
    """All the status variables of one event, in their order; `length(context)` bytes."""

    def read(self, stream: Any, context: Context) -> tuple[StatusVar, ...]:
        block = read_exactly(stream, context.status_vars_length)
        return _decode_again(block) if len(block) <= _REMEMBERED else _decode(block)

    def write(self, value: tuple[StatusVar, ...], stream: Any, context: Context) -> None:
        stream.write(encode_status_vars(value))


# bytes of a block that is worth remembering
_REMEMBERED = 256


def _decode(block: bytes) -> tuple[StatusVar, ...]:
    stream = io.BytesIO(block)
    variables = []
    while remaining(stream):
        code = stream.read(1)[0]
        subcon = _BY_CODE.get(code, cs.GreedyBytes)
        variables.append(StatusVar(StatusVarCode(code) if code in _BY_CODE else code, subcon.parse_stream(stream)))
    return tuple(variables)


# a session writes the same few blocks again and again
_decode_again = functools.lru_cache(maxsize=4096)(_decode)


@functools.lru_cache(maxsize=4096)
def encode_status_vars(variables: tuple[StatusVar, ...]) -> bytes:
    """The block's bytes. Cached: a session writes the same few blocks again and again.

    Raises EncodeError naming the variable whose value does not fit.
    """
    stream = io.BytesIO()
    for variable in variables:
        stream.write(bytes((variable.code,)))
        try:
            _BY_CODE.get(variable.code, cs.GreedyBytes).build_stream(variable.value, stream)
        except (cs.ConstructError, TypeError, ValueError) as error:
            reason = f"{variable.value!r} does not fit: {explained(error)}"
            raise EncodeError(f"status variable {variable.code!r}: {reason}") from error
    return stream.getvalue()


# the length field of the block, which stands apart from it in the post-header
StatusVarsLength = Calculated(cs.Int16ul, lambda context: len(encode_status_vars(context.status_vars)))
