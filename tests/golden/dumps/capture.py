"""Asks a real server for dumps of its log, and keeps what it answers: `python -m tests.golden.dumps.capture`.

`files.zip` has the server's files as they are in each stage; `answers.json` each case with its answer, packet by
packet. Stored events are told by their place (`binlog.000002@158-677`: these bytes, one packet an event), all else in
hex; an answer that an earlier case had is that one's number.
"""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.mysql import MySQLServer, running_server
from tests.golden.dumps.cases import Case, Log, cases, head_of

HERE = Path(__file__).resolve().parent
_OPTIONS = (
    *("--server-id=1", "--log-bin=binlog", "--gtid-mode=ON", "--enforce-gtid-consistency=ON"),
    "--binlog-rows-query-log-events=ON",
)
_IDLE = 0.4
_MOST = 400

_RESTART = "restart"
# Six files: plain; tagged GTIDs; no checksums; CRC again; one ended by a shutdown; the active one.
SET_UP: tuple[tuple[str, ...], ...] = (
    (
        "RESET BINARY LOGS AND GTIDS",
        "CREATE DATABASE d",
        "CREATE TABLE d.t (a INT PRIMARY KEY, b VARCHAR(100))",
        "INSERT INTO d.t VALUES (1, 'one'), (2, 'two')",
        "FLUSH BINARY LOGS",
        "SET gtid_next='AUTOMATIC:tag'",
        "INSERT INTO d.t VALUES (3, 'three')",
        "SET gtid_next='AUTOMATIC'",
        "UPDATE d.t SET b = 'zwei' WHERE a = 2",
        "SET gtid_next='AUTOMATIC:tag'",
        "DELETE FROM d.t WHERE a = 1",
        "SET gtid_next='AUTOMATIC'",
        "SET GLOBAL binlog_checksum=NONE",
        "INSERT INTO d.t VALUES (4, 'four')",
        "SET gtid_next='aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa:7'",
        "INSERT INTO d.t VALUES (5, 'five')",
        "SET gtid_next='AUTOMATIC'",
        "SET GLOBAL binlog_checksum=CRC32",
        "INSERT INTO d.t VALUES (6, REPEAT('x', 60))",
        "FLUSH BINARY LOGS",
        "INSERT INTO d.t VALUES (7, 'seven')",
        _RESTART,
        "INSERT INTO d.t VALUES (9, 'nine')",
        "SET binlog_transaction_compression=ON",
        "INSERT INTO d.t VALUES (8, REPEAT('y', 90))",
        "SET binlog_transaction_compression=OFF",
    ),
    ("PURGE BINARY LOGS TO 'binlog.000002'",),
    (
        "SET GLOBAL gtid_mode=ON_PERMISSIVE",
        "SET gtid_next='ANONYMOUS'",
        "INSERT INTO d.t VALUES (10, 'ten')",
        "SET gtid_next='AUTOMATIC'",
    ),
    ("SET GLOBAL gtid_mode=ON", "INSERT INTO d.t VALUES (11, 'eleven')"),
    (
        "SET GLOBAL gtid_mode=ON_PERMISSIVE",
        "SET GLOBAL gtid_mode=OFF_PERMISSIVE",
        "INSERT INTO d.t VALUES (12, 'twelve')",
    ),
    ("SET GLOBAL gtid_mode=OFF",),
)


def main() -> int:
    """The command line."""
    answers: list[dict[str, Any]] = []
    buffer = io.BytesIO()
    with running_server(_OPTIONS, own=True) as server, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        server.execute("INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'")
        for stage, statements in enumerate(SET_UP):
            while _RESTART in statements:
                place = statements.index(_RESTART)
                server.execute(*statements[:place])
                server.restart()
                statements = statements[place + 1 :]
            server.execute(*statements)
            log = _log(server)
            for name, data in log.files.items():
                archive.writestr(zipfile.ZipInfo(f"{stage}/{name}"), data, zipfile.ZIP_DEFLATED)
            mode = server.execute("SELECT @@gtid_mode")[0][0]
            state = {"uuid": log.uuid, "executed": log.executed, "purged": log.purged, "gtid_mode": mode}
            answers.append({"stage": stage} | state)
            for case in cases(log, stage):
                answers.append(
                    {"name": case.name, "stage": stage} | case.to_json() | {"answer": ask(server, case, log)}
                )
                sys.stderr.write(f"{case.name}: {answers[-1]['answer'][:3]}\n")
    (HERE / "files.zip").write_bytes(buffer.getvalue())
    (HERE / "answers.json").write_text(as_text(answers), encoding="utf-8")
    return 0


def as_text(lines: list[dict[str, Any]]) -> str:
    """A line a case or stage; an answer that another case had is that case's number."""
    seen: dict[str, int] = {}
    short = []
    for number, line in enumerate(lines):
        if "answer" in line and (first := seen.setdefault(str(line["answer"]), number)) != number:
            line = line | {"answer": first}
        short.append(json.dumps(line))
    return "[\n" + ",\n".join(short) + "\n]\n"


def _log(server: MySQLServer) -> Log:
    rows = server.execute("SELECT @@server_uuid, @@gtid_executed, @@gtid_purged")
    uuid, executed, purged = (str(value).replace("\n", "") for value in rows[0])
    return Log(server.fetch_binlogs(), uuid, executed, purged)


def ask(server: MySQLServer, case: Case, log: Log) -> list[str]:
    """The packets of the answer."""
    connection: Any = server.connect(read_timeout=_IDLE)
    try:
        with connection.cursor() as cursor:
            if case.semi_sync:
                cursor.execute("SET GLOBAL rpl_semi_sync_source_enabled = ON")
            for statement in case.before:
                cursor.execute(statement)
        connection._execute_command(case.command, case.payload)
        return told(list(_packets(connection)), log)
    finally:
        connection._force_close()
        if case.semi_sync:
            server.execute("SET GLOBAL rpl_semi_sync_source_enabled = OFF")


def _packets(connection: Any) -> Iterator[bytes]:
    """Up to an end, an error, an OK of nothing, two heartbeats, or silence."""
    heartbeats = 0
    for _ in range(_MOST):
        try:
            packet = connection._read_packet()
        except pymysql.err.OperationalError as error:
            if error.args[0] in (2006, 2013):
                yield b"silence" if "timed out" in str(error) else b"closed"
            else:
                yield f"error {error.args[0]} {error.args[1]}".encode()
            return
        except pymysql.MySQLError as error:
            yield f"error {error.args[0]} {error.args[1]}".encode()
            return
        data: bytes = packet.get_all_data()
        yield data
        if data[:1] == b"\xfe" or len(data) < 15:
            return
        heartbeats += data[head_of(data) + 4] in (27, 41)
        if heartbeats == 2:
            return


def told(packets: Sequence[bytes], log: Log) -> list[str]:
    """Packets as texts: runs of stored events by place, others in hex."""
    out: list[str] = []
    current = ""
    for packet in packets:
        if packet.startswith((b"error", b"silence", b"closed")):
            out.append(packet.decode())
            continue
        head = head_of(packet)
        if packet[head + 4 : head + 5] == b"\x04" and packet[head + 17 : head + 18] == b"\x20":
            current = packet[head + 27 :][:13].decode("latin-1")
        same = [(name, at) for name, at, event in log.events if event == packet[head:]]
        place = min(same, key=lambda place: place[0] != current, default=None)
        prefix = f"{packet[1:head].hex()} " if head > 1 else ""
        if place is None:
            out.append(packet.hex())
            continue
        name, at = place
        end = at + len(packet) - head
        match = re.fullmatch(rf"{re.escape(prefix)}{re.escape(name)}@(\d+)-{at}", out[-1]) if out else None
        if match:
            out[-1] = f"{prefix}{name}@{match[1]}-{end}"
        else:
            out.append(f"{prefix}{name}@{at}-{end}")
    return out


if __name__ == "__main__":
    sys.exit(main())
