"""The requests for dumps that a real server was asked: commands, positions, names, flags, sets, settings, crossed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import UUID

from binwriter.mysql.gtid.sets import GtidSet

REGISTER, DUMP, DUMP_GTID = 0x15, 0x12, 0x1E
_NON_BLOCK, _HEARTBEAT_V2, _BY_GTID = 1, 2, 4
CRC = "SET @source_binlog_checksum = @@global.binlog_checksum"
_CRC = (CRC,)
_NONE = ("SET @source_binlog_checksum = 'NONE'",)
_FAST = ("SET @source_heartbeat_period = 100000000",)
_OTHER = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"
_STRANGER = "bbbbbbbb-bbbb-bbbb-bbbb-bbbbbbbbbbbb"


@dataclass
class Log:
    """The files that are served, and what the server says of them."""

    files: dict[str, bytes]
    uuid: str
    executed: str
    purged: str

    @cached_property
    def events(self) -> list[tuple[str, int, bytes]]:
        """(file, position, bytes) of each; a format description without its in-use flag."""
        return [
            (name, at, data[at:21] + b"\0" + data[22:end] if at == 4 else data[at:end])
            for name, data in self.files.items()
            for at, end in places(data)
        ]


def places(data: bytes) -> Iterator[tuple[int, int]]:
    """(begin, end) of each event of a file."""
    at = 4
    while at < len(data):
        size = int.from_bytes(data[at + 9 : at + 13], "little")
        yield at, at + size
        at += size


@dataclass(frozen=True)
class Case:
    """One request. before: statements of its connection. semi_sync: asked while the server has it on."""

    name: str
    command: int
    payload: bytes
    before: tuple[str, ...] = field(default=())
    semi_sync: bool = False

    def to_json(self) -> dict[str, Any]:
        """Without its name."""
        told: dict[str, Any] = {"command": self.command, "payload": self.payload.hex(), "before": list(self.before)}
        return told | ({"semi_sync": True} if self.semi_sync else {})


def head_of(packet: bytes) -> int:
    """How many bytes stand before the event in a dump's packet: one, or three of a semi-synchronous source.

    Their mark alone does not tell: an event begins with its time, one second of 256 of which looks like it.
    """
    is_marked = packet[1:2] == b"\xef" and int.from_bytes(packet[10:14], "little") != len(packet) - 1
    return 3 if is_marked else 1


def dump(name: bytes | str, position: int = 4, flags: int = _NON_BLOCK, server_id: int = 99) -> bytes:
    """The payload of COM_BINLOG_DUMP, behind the command byte."""
    raw = name.encode() if isinstance(name, str) else name
    return position.to_bytes(4, "little") + flags.to_bytes(2, "little") + server_id.to_bytes(4, "little") + raw


def dump_gtid(
    gtids: str | bytes, name: bytes = b"", position: int = 4, flags: int = _NON_BLOCK, server_id: int = 99
) -> bytes:
    """The payload of COM_BINLOG_DUMP_GTID, behind the command byte."""
    body = GtidSet.parse(gtids).to_previous_gtids().build() if isinstance(gtids, str) else gtids
    head = flags.to_bytes(2, "little") + server_id.to_bytes(4, "little") + len(name).to_bytes(4, "little") + name
    return head + position.to_bytes(8, "little") + len(body).to_bytes(4, "little") + body


def cases(log: Log, stage: int) -> Iterator[Case]:
    """All of a stage."""
    if stage > 1:
        yield from _by_mode(log)
        return
    yield from _by_set(log)
    if stage:
        yield Case("purged file by name", DUMP, dump("binlog.000001"), _CRC)
        return
    yield from _by_position(log)
    yield from _by_name()
    yield from _settings(log)
    yield from _malformed(log)
    yield from _semi_sync(log)


def _by_mode(log: Log) -> Iterator[Case]:
    """Anonymous transactions, and other values of gtid_mode."""
    last = next(reversed(log.files))
    yield Case("last file", DUMP, dump(last), _CRC)
    yield Case("all files", DUMP, dump(""), _CRC)
    for what, text in {"purged": f"{log.uuid}:1-3", "all": log.executed, "nothing": ""}.items():
        yield Case(f"set {what}", DUMP_GTID, dump_gtid(text), _CRC)
        yield Case(f"set {what}, last file", DUMP_GTID, dump_gtid(text, last.encode()), _CRC)


def _by_position(log: Log) -> Iterator[Case]:
    for name in ("binlog.000001", "binlog.000002", "binlog.000003", "binlog.000005", "binlog.000006"):
        data = log.files[name]
        starts = [at for at, _ in places(data)]
        sizes = (len(data) - 1, len(data), len(data) + 1, 0xFFFFFFFF)
        for position in sorted({0, 1, 3, 4, 5, 20, *starts, starts[2] + 1, starts[3] + 19, starts[-1] + 4, *sizes}):
            yield Case(f"{name} from {position}", DUMP, dump(name, position), _CRC)
            if name.endswith("2"):
                payload = dump_gtid("", name.encode(), position)
                yield Case(f"{name} from {position} by GTID", DUMP_GTID, payload, _CRC)


def _by_name() -> Iterator[Case]:
    names = {
        "empty": b"",
        "exact": b"binlog.000003",
        "with a NUL": b"binlog.000003\0",
        "NUL and rubbish": b"binlog.000003\0rubbish",
        "three NULs": b"\0\0\0",
        "in this folder": b"./binlog.000003",
        "upper case": b"BINLOG.000003",
        "unknown": b"binlog.000099",
        "short number": b"binlog.3",
        "the index": b"binlog.index",
        "a path": b"/etc/passwd",
        "a way up": b"../data/binlog.000003",
        "long": b"b" * 600,
        "not UTF-8": b"\xff\xfe",
        "quoted": b"it's",
    }
    for what, name in names.items():
        yield Case(f"name {what}", DUMP, dump(name), _CRC)
        yield Case(f"name {what} by GTID", DUMP_GTID, dump_gtid("", name), _CRC)


def _settings(log: Log) -> Iterator[Case]:
    """Checksums, heartbeats, flags and server ids."""
    size = len(log.files["binlog.000006"])
    for checksum, told in (
        ((), "not told"),
        (_CRC, "CRC"),
        (_NONE, "NONE"),
        (("SET @source_binlog_checksum='x'",), "x"),
    ):
        for file in ("binlog.000001", "binlog.000003", "binlog.000006"):
            yield Case(f"checksum {told} {file}", DUMP, dump(file), checksum)
        yield Case(f"checksum {told} by GTID", DUMP_GTID, dump_gtid(log.executed), checksum)
        for flags in (0, _HEARTBEAT_V2, _BY_GTID, 8, 0xFFFE):
            payload = dump("binlog.000006", size, flags)
            yield Case(f"checksum {told} idle flags {flags}", DUMP, payload, (*checksum, *_FAST))
    yield Case("old name of checksum", DUMP, dump("binlog.000006"), ("SET @master_binlog_checksum = 'CRC32'",))
    old = ("SET @master_heartbeat_period = 100000000",)
    yield Case("old name of heartbeats", DUMP, dump("binlog.000006", size, 0), (*_CRC, *old))
    for period in ("0", "'100000000'", "100000000.0", "NULL", "-1", "1", "1e8"):
        before = (*_CRC, f"SET @source_heartbeat_period = {period}")
        yield Case(f"heartbeat period {period}", DUMP, dump("binlog.000006", size, 0), before)
    yield Case("no heartbeats", DUMP, dump("binlog.000006", size, 0), _CRC)
    yield Case("server id 0", DUMP, dump("binlog.000006", size, 0, 0), _CRC)
    yield Case("server id of the source", DUMP, dump("binlog.000006", size, 1, 1), _CRC)
    for flags in (0, _HEARTBEAT_V2, _NON_BLOCK, _NON_BLOCK | _HEARTBEAT_V2):
        yield Case(f"all had, flags {flags}", DUMP_GTID, dump_gtid(log.executed, flags=flags), (*_CRC, *_FAST))
    yield Case("server id 0 by GTID", DUMP_GTID, dump_gtid(log.executed, flags=0, server_id=0), _CRC)


def _by_set(log: Log) -> Iterator[Case]:
    uuid, tag = log.uuid, f"{log.uuid}:tag"
    sets = {
        "nothing": "",
        "all": log.executed,
        "own first": f"{uuid}:1",
        "own first three": f"{uuid}:1-3",
        "own second": f"{uuid}:2",
        "a hole": f"{uuid}:1-3:5",
        "own but the last": f"{uuid}:1-6",
        "purged and a tag": f"{uuid}:1-3,{tag}:1",
        "purged and tags": f"{uuid}:1-3,{tag}:1-2",
        "tags only": f"{tag}:1-2",
        "a second tag": f"{uuid}:1-3,{tag}:2",
        "all untagged": f"{uuid}:1-8",
        "a foreign one": f"{_OTHER}:7",
        "purged and a foreign one": f"{uuid}:1-3,{_OTHER}:7",
        "a stranger": f"{uuid}:1-3,{_STRANGER}:1-100",
        "all and a stranger": f"{log.executed},{_STRANGER}:1-5:x:1",
        "more than there is": f"{uuid}:1-100",
        "far ahead": f"{uuid}:50",
        "more of a tag": f"{log.executed},{tag}:3",
        "another tag": f"{log.executed},{uuid}:other:1",
        "more of a foreign one": f"{log.executed},{_OTHER}:8",
        "the largest": f"{uuid}:1-9223372036854775806",
        "long": ",".join(f"{_STRANGER}:{number}" for number in range(1, 400, 2)),
    }
    for what, text in sets.items():
        yield Case(f"set {what}", DUMP_GTID, dump_gtid(text), _CRC)
        payload = dump_gtid(text, flags=_NON_BLOCK | _HEARTBEAT_V2)
        yield Case(f"set {what}, heartbeats v2", DUMP_GTID, payload, (*_CRC, *_FAST))
        yield Case(f"set {what}, named file", DUMP_GTID, dump_gtid(text, b"binlog.000003"), (*_CRC, *_FAST))
        place = list(places(log.files["binlog.000002"]))[4][0]
        yield Case(f"set {what}, place", DUMP_GTID, dump_gtid(text, b"binlog.000002", place), _CRC)


def _malformed(log: Log) -> Iterator[Case]:
    register = (
        (7).to_bytes(4, "little") + b"\x04host\x04user\x04pass" + (3306).to_bytes(2, "little") + bytes(4) + bytes(4)
    )
    for length in range(len(register) + 1):
        yield Case(f"register {length}", REGISTER, register[:length])
    yield Case("register and more", REGISTER, register + b"more")
    yield Case("register long host", REGISTER, (7).to_bytes(4, "little") + b"\xff" + b"h" * 255 + bytes(12))
    plain = dump("binlog.000006")
    for length in range(12):
        yield Case(f"dump {length}", DUMP, plain[:length], _CRC)
    by_set = dump_gtid(f"{log.uuid}:1-3,{log.uuid}:tag:1", b"binlog.000006")
    for length in range(0, len(by_set), 1 if len(by_set) < 50 else 3):
        yield Case(f"dump by GTID {length}", DUMP_GTID, by_set[:length], _CRC)
    yield Case("dump by GTID and more", DUMP_GTID, by_set + b"more", _CRC)
    own = UUID(log.uuid).bytes

    def one(*intervals: tuple[int, int], count: int = 1, number: int | None = None) -> bytes:
        body = b"".join(bound.to_bytes(8, "little", signed=True) for pair in intervals for bound in pair)
        stated = len(intervals) if number is None else number
        return count.to_bytes(8, "little") + own + stated.to_bytes(8, "little") + body

    # a source without intervals is not asked: it ends a 9.7.4 (captured once)
    crafted = {
        "set of 0 bytes": b"",
        "set of 7 bytes": bytes(7),
        "set of 9 bytes": bytes(9),
        "empty interval": one((3, 3)),
        "backward interval": one((3, 2)),
        "interval from 0": one((0, 2)),
        "negative interval": one((-5, 2)),
        "overlapping": one((1, 4), (3, 5)),
        "touching": one((1, 4), (4, 5)),
        "unordered": one((4, 5), (1, 2)),
        "too many sources": one((1, 4), count=2),
        "too many intervals": one((1, 4), number=2),
        "huge count": (1 << 40).to_bytes(8, "little") + own,
        "huge intervals": one((1, 4), number=1 << 60),
        "end past all": one((1, 1 << 62)),
        "largest end": one((1, (1 << 63) - 1)),
        "twice one source": one((1, 2), count=2) + own + (1).to_bytes(8, "little") + bytes((2, *[0] * 7, 4, *[0] * 7)),
    }
    for what, body in crafted.items():
        yield Case(what, DUMP_GTID, dump_gtid(body), _CRC)


def _semi_sync(log: Log) -> Iterator[Case]:
    size = len(log.files["binlog.000006"])
    replica = (*_CRC, "SET @rpl_semi_sync_replica = 1")
    for flags in (_NON_BLOCK, 0, _HEARTBEAT_V2):
        yield Case(f"semi-sync flags {flags}", DUMP, dump("binlog.000004", 4, flags), (*replica, *_FAST), True)
        yield Case(f"semi-sync end flags {flags}", DUMP, dump("binlog.000006", size, flags), (*replica, *_FAST), True)
        yield Case(
            f"semi-sync by GTID {flags}", DUMP_GTID, dump_gtid(log.executed, flags=flags), (*replica, *_FAST), True
        )
    yield Case("semi-sync not asked", DUMP, dump("binlog.000006"), _CRC, True)
    yield Case("semi-sync off", DUMP, dump("binlog.000006"), replica)
    old = (*_CRC, "SET @rpl_semi_sync_slave = 1")
    yield Case("semi-sync old name", DUMP, dump("binlog.000006"), old, True)
    yield Case("semi-sync 0", DUMP, dump("binlog.000006"), (*_CRC, "SET @rpl_semi_sync_replica = 0"), True)
