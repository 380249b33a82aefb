"""The same requests answered by binwriter's sender over the same files, without a connection."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from binwriter.binlog.files.ends import LogEnd, LogEnds
from binwriter.errors import MySQLError
from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.live.source.sender import DumpSettings, Sender
from binwriter.live.source.start import start_of
from binwriter.mysql.gtid.sets import GtidSet
from binwriter.wire.dump_requests import DumpRequest, read_dump, read_dump_gtid, read_registration
from binwriter.wire.packets import PacketReader
from tests.golden.dumps.cases import DUMP, REGISTER, Log, head_of

HERE = Path(__file__).resolve().parent
_OK, _END = "00000002000000", "fe00000200"
_ENDS_AT_HEARTBEATS = 2
_SETTING = re.compile(r"SET @(\w+?) ?= ?(.*)")


@dataclass
class CapturedLog:
    """A stage of the captured log, as a dump sees it."""

    directory: Path
    server_uuid: str
    gtid_mode: str
    executed_text: str
    purged_text: str
    server_id: int = 1
    is_strict: bool = True

    def __post_init__(self) -> None:
        self.ends = LogEnds()

    def names(self) -> list[str]:
        return sorted(path.name for path in self.directory.iterdir())

    def path(self, name: str) -> Path:
        return self.directory / name

    def end(self) -> LogEnd:
        last = self.names()[-1]
        return LogEnd(last, self.path(last).stat().st_size)

    def executed(self) -> GtidSet:
        return GtidSet.parse(self.executed_text)

    def purged(self) -> GtidSet:
        return GtidSet.parse(self.purged_text)


@cache
def captured() -> tuple[dict[int, dict[str, Any]], list[dict[str, Any]]]:
    """The stages by number, and the cases with their answers."""
    lines = json.loads((HERE / "answers.json").read_text(encoding="utf-8"))
    for line in lines:
        if isinstance(line.get("answer"), int):
            line["answer"] = lines[line["answer"]]["answer"]
    stages = {line["stage"]: line for line in lines if "name" not in line}
    return stages, [line for line in lines if "name" in line]


def captured_log(stage: int, folder: Path) -> tuple[CapturedLog, Log]:
    """Its files, unpacked into that folder."""
    with zipfile.ZipFile(HERE / "files.zip") as archive:
        archive.extractall(folder, [name for name in archive.namelist() if name.startswith(f"{stage}/")])
    told = captured()[0][stage]
    directory = folder / str(stage)
    log = CapturedLog(directory, told["uuid"], told["gtid_mode"], told["executed"], told["purged"])
    files = {name: log.path(name).read_bytes() for name in log.names()}
    return log, Log(files, told["uuid"], told["executed"], told["purged"])


def packets(log: CapturedLog, case: dict[str, Any]) -> Iterator[bytes]:
    """What the client of that case gets; `error …` for an error, `silence` where it would wait."""
    payload = bytes((case["command"],)) + bytes.fromhex(case["payload"])
    try:
        if case["command"] == REGISTER:
            read_registration(payload)
            yield bytes.fromhex(_OK)
            return
        request = read_dump(payload) if case["command"] == DUMP else read_dump_gtid(payload)
        yield from _dump(log, request, case["before"])
    except MySQLError as error:
        yield f"error {error.code} {error.message}".encode()


def _dump(log: CapturedLog, request: DumpRequest, before: list[str]) -> Iterator[bytes]:
    given = {match[1].replace("master", "source"): match[2] for match in map(_SETTING.fullmatch, before) if match}
    told = given.get("source_binlog_checksum")
    crc = told is not None and ("global" in told or "CRC32" in told)
    checksum = None if told is None else ChecksumAlgorithm.CRC32 if crc else ChecksumAlgorithm.NONE
    sender = Sender(
        log, request, start_of(log, request), DumpSettings(checksum, given.get("rpl_semi_sync_replica") == "1")
    )
    beats = float(given.get("source_heartbeat_period", "0").strip("'").replace("NULL", "0")) > 0
    heartbeats = 0
    reader = PacketReader(1 << 30)
    reader.sequence = 1
    while heartbeats < _ENDS_AT_HEARTBEATS:
        block = sender.block()
        if block is None and not request.waits:
            yield bytes.fromhex(_END)
            return
        if block is None and not beats:
            yield b"silence"
            return
        reader.feed(sender.heartbeat() if block is None else block)
        while (packet := reader.next()) is not None and heartbeats < _ENDS_AT_HEARTBEATS:
            yield packet
            heartbeats += packet[head_of(packet) + 4] in (27, 41)
