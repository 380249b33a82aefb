"""Captures the event files of tests/golden/events from a real server, with what the server itself says of them.

    python -m tests.formats.events.capture_events [NAME...]

Each scenario NAME.scn gets a folder NAME with its log files and beside each, FILE.mysqlbinlog.txt (what `mysqlbinlog
-vv` prints) and FILE.tsv (SHOW BINLOG EVENTS). The tests take values from these texts, never from our own parser.
The scenarios use SQL that binwriter itself need not run. heartbeat/ has a stream as a replica receives it.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from binwriter.integration.binlog_dump import receive_until_heartbeat
from binwriter.integration.capture import capture_on
from binwriter.integration.mysql import DEFAULT_OPTIONS, MySQLServer, running_server
from binwriter.scenario.notation import read_scenario
from binwriter.scenario.options import effective_options

from .server_texts import FOLDER


def capture(name: str) -> None:
    """Runs a scenario on a server of its own and keeps the files and texts."""
    scenario = read_scenario(FOLDER / f"{name}.scn")
    target = FOLDER / name
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    options = [f"--{option}" for option in effective_options(scenario)]
    with running_server(options) as server, tempfile.TemporaryDirectory() as folder:
        result = capture_on(server, scenario, Path(folder))
        for record in result.sidecar["statements"]:
            if record.get("error"):
                print(f"{name}: {record['sql'][:60]}: {record['error']}", file=sys.stderr)
        for path in result.files:
            shutil.copyfile(path, target / path.name)
            _describe(server, path, target)


def _bridge_address(server: MySQLServer) -> str:
    """How another container reaches this one."""
    return server.run("hostname -i", shell=True).stdout.decode().split()[0]


def _describe(server: MySQLServer, path: Path, target: Path, kind: str = "BINLOG") -> None:
    shown = server.execute(f"SHOW {kind} EVENTS IN '{path.name}'")
    lines = ["\t".join(_text(value) for value in row[1:]) for row in shown]
    (target / f"{path.name}.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    arguments = ["-vv", "--base64-output=decode-rows", "--print-table-metadata"]
    printed = server.mysqlbinlog(arguments, {path.name: path.read_bytes()})
    (target / f"{path.name}.mysqlbinlog.txt").write_bytes(printed.stdout)


def _text(value: object) -> str:
    return str(value).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def capture_stream() -> None:
    """What a replica receives from an idle server: from the beginning and from the end, heartbeats of both versions."""
    target = FOLDER / "heartbeat"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    with running_server() as server:
        server.execute("RESET BINARY LOGS AND GTIDS", "CREATE DATABASE idle")
        name, position, *_ = server.execute("SHOW BINARY LOG STATUS")[0]
        streams = {}
        for start, version_2 in ((4, True), (4, False), (int(position), True)):
            with server.connect() as connection:
                events = receive_until_heartbeat(connection, str(name), start, version_2=version_2)
            streams[f"from {start}, heartbeat version {1 + version_2}"] = [event.hex() for event in events]
        binlog = server.fetch_file(str(name)).hex()
    answers = {"status": [name, position], "binlog": binlog, "streams": streams}
    (target / "streams.json").write_text(json.dumps(answers, indent=1) + "\n", "utf-8")


def capture_relay_log() -> None:
    """The relay log that a replica writes while its source rotates: descriptions and Rotate events of both servers."""
    target = FOLDER / "relay_log"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    gtids = ["--gtid-mode=ON", "--enforce-gtid-consistency=ON"]
    replica_options = ["--server-id=2", "--relay-log=relay", "--log-bin=binlog", *gtids]
    with running_server([*DEFAULT_OPTIONS, *gtids]) as source, running_server(replica_options) as replica:
        # the image has one server UUID, and a replica must have its own
        replica.remove_file("auto.cnf")
        replica.restart()
        for server in (source, replica):
            server.execute("RESET BINARY LOGS AND GTIDS")
        replica.execute(
            f"CHANGE REPLICATION SOURCE TO SOURCE_HOST='{_bridge_address(source)}', SOURCE_USER='root',"
            " SOURCE_AUTO_POSITION=1, GET_SOURCE_PUBLIC_KEY=1, SOURCE_HEARTBEAT_PERIOD=0.1",
            "START REPLICA IO_THREAD",
        )
        source.execute(
            "CREATE DATABASE test",
            "SET TIMESTAMP=1700000000",
            "CREATE TABLE test.t (id INT PRIMARY KEY)",
            "INSERT INTO test.t VALUES (1)",
            "FLUSH BINARY LOGS",
            "INSERT INTO test.t VALUES (2)",
        )
        time.sleep(2)
        replica.execute("FLUSH RELAY LOGS")
        time.sleep(1)
        for name in replica.fetch_file("relay.index").decode().split()[:-1]:
            path = target / name.removeprefix("./")
            path.write_bytes(replica.fetch_file(path.name))
            _describe(replica, path, target, "RELAYLOG")


_OTHERS = {"heartbeat": capture_stream, "relay_log": capture_relay_log}


def main() -> None:
    names = sys.argv[1:] or [*sorted(path.stem for path in FOLDER.glob("*.scn")), *_OTHERS]
    for name in names:
        _OTHERS.get(name, partial(capture, name))()


if __name__ == "__main__":
    main()
