"""Corruptions of bodies: lengths, counts and codes that cannot be, in an event that is otherwise framed rightly."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from binwriter.formats.constants import CompressionType, EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.errors import EncodeError
from binwriter.formats.events import (
    Gtid,
    Incident,
    Intvar,
    PreviousGtids,
    Query,
    TaggedGtid,
    TransactionPayload,
    UserVar,
    build_body,
)
from binwriter.formats.malformed.corruption import (
    UINT32,
    Corruption,
    CorruptionError,
    Subject,
    description_of,
)

_UNKNOWN_CODE = 0x77

# Offsets in the post-headers of a Query and a format description (findings part 7).
_QUERY_SCHEMA_LENGTH = 8
_QUERY_STATUS_LENGTH = 11
_QUERY_STATUS = 13
_FDE_BINLOG_VERSION = 0
_FDE_HEADER_LENGTH = 56
_FDE_LENGTHS = 57
# Of a Gtid: flags, UUID, gno, then the type code of the logical clock.
_GTID_GNO = 17
_GTID_CLOCK_TYPE = 25
_XA_GTRID_LENGTH = 5


def _body(subject: Subject, *kinds: type[Any]) -> Any:
    if not isinstance(subject.body, kinds):
        raise CorruptionError(f"the layout of the event at {subject.position} is not known")
    return subject.body


def _changed(subject: Subject, body: Declared, **values: Any) -> bytes:
    """The event with other values of its fields."""
    try:
        return subject.with_body(build_body(replace(body, **values)))
    except EncodeError as error:
        raise CorruptionError(f"the event at {subject.position}: {error}") from error


def _two_bytes(number: int) -> bytes:
    return number.to_bytes(2, "little")


# --- Query ---


def _status_query(subject: Subject) -> Query:
    query: Query = _body(subject, Query)
    if query.post_header_length < _QUERY_STATUS:
        raise CorruptionError(f"the event at {subject.position} has no status variables")
    return query


def status_vars_length(subject: Subject) -> bytes:
    _status_query(subject)
    too_long = len(subject.body_bytes) - _QUERY_STATUS + 1
    return subject.with_bytes(_QUERY_STATUS_LENGTH, _two_bytes(min(too_long + subject.below(1000), 0xFFFF)))


def status_var_cut(subject: Subject) -> bytes:
    """FLAGS2 needs four bytes; here the block ends behind two of them."""
    _status_query(subject)
    body = subject.body_bytes
    length = int.from_bytes(body[_QUERY_STATUS_LENGTH:_QUERY_STATUS], "little")
    cut = b"\0\0\0"
    end = _QUERY_STATUS + length
    changed = body[:_QUERY_STATUS_LENGTH] + _two_bytes(length + len(cut)) + body[_QUERY_STATUS:end] + cut + body[end:]
    return subject.with_body(changed)


def schema_length(subject: Subject) -> bytes:
    query = _body(subject, Query)
    if len(query.schema) + len(query.query) >= 0xFF - 1:
        raise CorruptionError(f"the statement at {subject.position} has room for a schema name of 255 bytes")
    return subject.with_bytes(_QUERY_SCHEMA_LENGTH, b"\xff")


def schema_end(subject: Subject) -> bytes:
    query = _body(subject, Query)
    return subject.with_bytes(len(subject.body_bytes) - len(query.query) - 1, b"!")


# --- format description ---


def _checksum_algorithm(subject: Subject) -> bytes:
    if description_of(subject).checksum_algorithm is None:
        raise CorruptionError(f"the server of {subject.position} knows no checksums")
    return subject.with_bytes(len(subject.body_bytes) - 1, bytes((_UNKNOWN_CODE,)))


def _post_header_length(subject: Subject) -> bytes:
    description_of(subject)
    return subject.with_bytes(_FDE_LENGTHS + EventType.QUERY - 1, b"\x63")


def _fde(offset: int, data: bytes) -> Callable[[Subject], bytes]:
    def make(subject: Subject) -> bytes:
        description_of(subject)
        return subject.with_bytes(offset, data)

    return make


# --- GTIDs ---


def transaction_length(subject: Subject) -> bytes:
    gtid = _body(subject, Gtid, TaggedGtid)
    if gtid.transaction_length is None:
        raise CorruptionError(f"the GTID at {subject.position} has no transaction_length")
    return _changed(subject, gtid, transaction_length=gtid.transaction_length + 1 + subject.below(100))


def logical_clock(subject: Subject) -> bytes:
    gtid = _body(subject, Gtid, TaggedGtid)
    if gtid.last_committed is None:
        raise CorruptionError(f"the GTID at {subject.position} has no logical clock")
    return _changed(subject, gtid, last_committed=gtid.sequence_number + 1)


def _clock_type(subject: Subject) -> bytes:
    if _body(subject, Gtid).last_committed is None:
        raise CorruptionError(f"the GTID at {subject.position} has no logical clock")
    return subject.with_bytes(_GTID_CLOCK_TYPE, bytes((_UNKNOWN_CODE,)))


def _gno(subject: Subject) -> bytes:
    _body(subject, Gtid)
    return subject.with_bytes(_GTID_GNO, struct.pack("<q", -1 - subject.below(1000)))


def gtid_set_count(subject: Subject) -> bytes:
    gtids = _body(subject, PreviousGtids)
    return subject.with_bytes(1 if gtids.tagged else 0, (UINT32 - subject.below(1000)).to_bytes(6, "little"))


def gtid_interval(subject: Subject) -> bytes:
    gtids = _body(subject, PreviousGtids)
    if not gtids.gtid_set or not gtids.gtid_set[0].intervals:
        raise CorruptionError(f"the set of GTIDs at {subject.position} is empty")
    first, *others = gtids.gtid_set
    (start, end), *rest = first.intervals
    return _changed(subject, gtids, gtid_set=(replace(first, intervals=((end, start), *rest)), *others))


# --- payloads ---


def payload_frame(subject: Subject) -> bytes:
    payload = _body(subject, TransactionPayload)
    if payload.compression_type != CompressionType.ZSTD:
        raise CorruptionError(f"the payload at {subject.position} is not compressed")
    return _changed(subject, payload, payload=bytes(byte ^ 0xFF for byte in payload.payload))


def payload_size(subject: Subject) -> bytes:
    payload = _body(subject, TransactionPayload)
    if payload.uncompressed_size is None:
        raise CorruptionError(f"the payload at {subject.position} does not state its size")
    return _changed(subject, payload, uncompressed_size=payload.uncompressed_size + 1 + subject.below(100))


def _set(kind: type[Declared], **values: Any) -> Callable[[Subject], bytes]:
    return lambda subject: _changed(subject, _body(subject, kind), **values)


def _user_var_type(subject: Subject) -> bytes:
    if _body(subject, UserVar).is_null:
        raise CorruptionError(f"the user variable at {subject.position} is NULL")
    return _changed(subject, subject.body, type=_UNKNOWN_CODE)


def _incident_message(subject: Subject) -> bytes:
    incident = _body(subject, Incident)
    if incident.message is None:
        raise CorruptionError(f"the incident at {subject.position} has no message")
    return subject.with_bytes(2, b"\xff")


_GTIDS = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})
_UNTAGGED = _GTIDS - {EventType.GTID_TAGGED}
_QUERY = frozenset({EventType.QUERY})
_DESCRIPTION = frozenset({EventType.FORMAT_DESCRIPTION})
_PREVIOUS = frozenset({EventType.PREVIOUS_GTIDS})
_PAYLOAD = frozenset({EventType.TRANSACTION_PAYLOAD})
_USER_VAR = frozenset({EventType.USER_VAR})

BODIES = (
    Corruption("status-vars-length", "the status variables go past the end of the Query", status_vars_length, _QUERY),
    Corruption("status-var-cut", "the status variables end within one of them", status_var_cut, _QUERY),
    Corruption("schema-length", "the Query's database name goes past its end", schema_length, _QUERY),
    Corruption("schema-end", "no zero byte behind the Query's database name", schema_end, _QUERY),
    Corruption(
        "binlog-version",
        "the format description states binary log version 119",
        _fde(_FDE_BINLOG_VERSION, _two_bytes(_UNKNOWN_CODE)),
        _DESCRIPTION,
    ),
    Corruption(
        "header-length",
        "the format description states event headers of 119 bytes",
        _fde(_FDE_HEADER_LENGTH, bytes((_UNKNOWN_CODE,))),
        _DESCRIPTION,
    ),
    Corruption(
        "post-header-length",
        "the format description states a post-header of 99 bytes for Query events",
        _post_header_length,
        _DESCRIPTION,
    ),
    Corruption(
        "checksum-algorithm",
        "the format description states checksum algorithm 119",
        _checksum_algorithm,
        _DESCRIPTION,
    ),
    Corruption(
        "transaction-length", "transaction_length is more than the group's events have", transaction_length, _GTIDS
    ),
    Corruption("logical-clock", "last_committed is greater than sequence_number", logical_clock, _GTIDS),
    Corruption("clock-type", "an unknown type code before the logical clock", _clock_type, _UNTAGGED),
    Corruption("gtid-number", "the GTID's number is negative", _gno, _UNTAGGED),
    Corruption("gtid-set-count", "Previous_gtids announces four billion UUIDs", gtid_set_count, _PREVIOUS),
    Corruption("gtid-interval", "an interval of Previous_gtids ends before it begins", gtid_interval, _PREVIOUS),
    Corruption("payload-frame", "the compressed transaction is no zstd frame", payload_frame, _PAYLOAD),
    Corruption("payload-size", "the payload states more bytes than it holds", payload_size, _PAYLOAD),
    Corruption(
        "payload-compression",
        "the payload has an unknown compression type",
        _set(TransactionPayload, compression_type=_UNKNOWN_CODE),
        _PAYLOAD,
    ),
    Corruption(
        "intvar-type", "an Intvar of an unknown kind", _set(Intvar, type=_UNKNOWN_CODE), frozenset({EventType.INTVAR})
    ),
    Corruption("user-var-type", "a user variable of an unknown type", _user_var_type, _USER_VAR),
    Corruption(
        "user-var-name",
        "the user variable's name is four billion bytes long",
        lambda subject: subject.with_bytes(0, UINT32.to_bytes(4, "little")),
        _USER_VAR,
    ),
    Corruption(
        "incident-message",
        "the incident's message goes past the event's end",
        _incident_message,
        frozenset({EventType.INCIDENT}),
    ),
    Corruption(
        "xid-length",
        "the global part of an XA identifier is four billion bytes long",
        lambda subject: subject.with_bytes(_XA_GTRID_LENGTH, UINT32.to_bytes(4, "little")),
        frozenset({EventType.XA_PREPARE}),
    ),
)
