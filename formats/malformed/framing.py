"""Corruptions of what is around the body: header, checksum, length, order, and the file itself."""

from __future__ import annotations

from binwriter.formats.constants import EventType, HeaderFlag
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH
from binwriter.formats.malformed.corruption import UINT32, Corruption, CorruptionError, Subject

# Bodies that go on to the event's end: a shorter one is another value, not a wrong one.
_OPEN_ENDED = frozenset(
    {
        EventType.QUERY,
        EventType.ROTATE,
        EventType.LOAD,
        EventType.NEW_LOAD,
        EventType.CREATE_FILE,
        EventType.APPEND_BLOCK,
        EventType.BEGIN_LOAD_QUERY,
        EventType.EXECUTE_LOAD_QUERY,
        EventType.EXEC_LOAD,
        EventType.HEARTBEAT,
        EventType.IGNORABLE,
        EventType.ROWS_QUERY,
        EventType.STOP,
        EventType.USER_VAR,
        EventType.FORMAT_DESCRIPTION,
        EventType.GTID,
        EventType.ANONYMOUS_GTID,
        EventType.INCIDENT,
        EventType.SLAVE,
        EventType.TRANSACTION_CONTEXT,
        EventType.VIEW_CHANGE,
    }
)
_CLOSED = frozenset(EventType) - _OPEN_ENDED - {EventType.UNKNOWN}
_NO_SUCH_TYPE = 200


def _checksum_needed(subject: Subject) -> None:
    if not subject.has_checksum:
        raise CorruptionError(f"the event at {subject.position} has no checksum")


def bad_checksum(subject: Subject) -> bytes:
    _checksum_needed(subject)
    crc = int.from_bytes(subject.raw[-CHECKSUM_LENGTH:], "little") ^ (1 + subject.below(UINT32))
    return subject.raw[:-CHECKSUM_LENGTH] + crc.to_bytes(CHECKSUM_LENGTH, "little")


def flipped_bit(subject: Subject) -> bytes:
    """In the body: a bit of the size or the type is what the corruptions of the header are for."""
    length = len(subject.body_bytes)
    if not length:
        raise CorruptionError(f"the event at {subject.position} has no body")
    data = bytearray(subject.raw)
    data[HEADER_LENGTH + subject.below(length)] ^= 1 << subject.below(8)
    return bytes(data)


def short_body(subject: Subject) -> bytes:
    """Half of the post-header, or half of the body where there is no post-header."""
    body = subject.body_bytes
    fixed = min(subject.post_header_length or len(body), len(body))
    if not fixed or (not subject.post_header_length and subject.type in _OPEN_ENDED - {EventType.USER_VAR}):
        raise CorruptionError(f"the event at {subject.position} has no body that can be too short")
    return subject.with_body(body[: fixed // 2])


def missing_tail(subject: Subject) -> bytes:
    body = subject.body_bytes
    if not body:
        raise CorruptionError(f"the event at {subject.position} has no body")
    return subject.with_body(body[:-1])


def long_body(subject: Subject) -> bytes:
    return subject.with_body(subject.body_bytes + b"\xff" * (1 + subject.below(8)))


def missing_bytes(subject: Subject) -> bytes:
    body = subject.body_bytes
    if not body:
        raise CorruptionError(f"the event at {subject.position} has no body")
    kept = len(body) - 1 - subject.below(len(body))
    return subject.raw[: HEADER_LENGTH + kept] + subject.raw[HEADER_LENGTH + len(body) :]


def cut_file(subject: Subject) -> bytes:
    return subject.raw[: 1 + subject.below(len(subject.raw) - 1)]


def _with_size(subject: Subject, size: int) -> bytes:
    """Only the field: the checksum fits the bytes with it."""
    return subject.with_header(size=size)


def size_no_checksum(subject: Subject) -> bytes:
    _checksum_needed(subject)
    return _with_size(subject, HEADER_LENGTH + subject.below(CHECKSUM_LENGTH))


def size_short(subject: Subject) -> bytes:
    body = len(subject.body_bytes)
    if not body:
        raise CorruptionError(f"the event at {subject.position} has no body")
    return _with_size(subject, len(subject.raw) - 1 - subject.below(body))


def _other_position(subject: Subject, new: int) -> bytes:
    if not subject.header.log_pos:
        raise CorruptionError(f"the event at {subject.position} has no end_log_pos")
    return subject.with_header(log_pos=new & UINT32)


def unknown_type_ignorable(subject: Subject) -> bytes:
    return subject.with_header(type=_NO_SUCH_TYPE, flags=subject.header.flags | HeaderFlag.IGNORABLE)


def repeated(subject: Subject) -> bytes:
    """The second one is where it says."""
    moved = subject.header.log_pos and subject.header.log_pos + len(subject.raw)
    return subject.raw + subject.with_header(log_pos=moved)


def _nothing(subject: Subject) -> bytes:
    return b""


FRAMING = (
    Corruption("bad-checksum", "the CRC32 is not that of the event's bytes", bad_checksum),
    Corruption(
        "flipped-bit", "one bit of the body is another one; only the checksum, if there is one, tells", flipped_bit
    ),
    Corruption("short-body", "the body ends within its fixed part; size and checksum agree with it", short_body),
    Corruption(
        "missing-tail", "the body's last byte is missing; size and checksum agree with it", missing_tail, _CLOSED
    ),
    Corruption("long-body", "bytes follow the end of the body; size and checksum agree with them", long_body, _CLOSED),
    Corruption(
        "missing-bytes",
        "bytes are missing at the end of the body, but the header states the whole size",
        missing_bytes,
        keeps_positions=True,
    ),
    Corruption("size-zero", "the header states a size of 0", lambda subject: _with_size(subject, 0)),
    Corruption(
        "size-below-header",
        "the header states a size smaller than the header itself",
        lambda subject: _with_size(subject, HEADER_LENGTH - 1 - subject.below(HEADER_LENGTH - 1)),
    ),
    Corruption("size-no-checksum", "the header states a size with no room for the checksum", size_no_checksum),
    Corruption("size-short", "the header states fewer bytes than the event has", size_short),
    Corruption(
        "size-long",
        "the header states more bytes than the event has: it swallows some of what follows",
        lambda subject: _with_size(subject, len(subject.raw) + 1 + subject.below(HEADER_LENGTH)),
    ),
    Corruption(
        "size-huge",
        "the header states 2 to 4 GiB: nobody should allocate them",
        lambda subject: _with_size(subject, UINT32 - subject.below(1 << 31)),
    ),
    Corruption(
        "unknown-type",
        "a type that no server has, not marked as ignorable: a reader has to stop",
        lambda subject: subject.with_header(
            type=_NO_SUCH_TYPE, flags=subject.header.flags & ~int(HeaderFlag.IGNORABLE)
        ),
    ),
    Corruption(
        "unknown-type-ignorable",
        "a type that no server has, marked as ignorable: a reader has to skip the event",
        unknown_type_ignorable,
    ),
    Corruption("type-zero", "type 0, which stands for an unknown event", lambda subject: subject.with_header(type=0)),
    Corruption(
        "end-log-pos",
        "end_log_pos is behind the event's end",
        lambda subject: _other_position(subject, subject.header.log_pos + 1 + subject.below(1000)),
    ),
    Corruption(
        "end-log-pos-backwards",
        "end_log_pos is before the event's beginning",
        lambda subject: _other_position(subject, 1 + subject.below(subject.position)),
    ),
    Corruption("missing-event", "the event is not there; positions go on without a gap", _nothing),
    Corruption("repeated-event", "the event is there twice; positions go on without a gap", repeated),
    Corruption(
        "garbage",
        "random bytes behind the event, where the next header should be",
        lambda subject: subject.raw + subject.random.randbytes(1 + subject.below(64)),
        keeps_positions=True,
    ),
    Corruption(
        "zeros",
        "zero bytes behind the event, as a crash of the machine leaves them",
        lambda subject: subject.raw + bytes(HEADER_LENGTH + subject.below(512)),
        ends_file=True,
    ),
    Corruption("cut-file", "the file ends within the event", cut_file, ends_file=True),
    Corruption(
        "wrong-magic",
        "the file begins with other bytes than fe 62 69 6e",
        lambda subject: bytes(byte ^ 0x20 for byte in subject.raw),
        of_magic=True,
    ),
    Corruption(
        "missing-fde",
        "no format description stands at the beginning",
        _nothing,
        frozenset({EventType.FORMAT_DESCRIPTION}),
    ),
)
