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
from pathlib import Path

from binwriter.integration.binlog_dump import receive_until_heartbeat
from binwriter.integration.capture import capture_on
from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.scenario import read_scenario
from binwriter.scenario_run import effective_options

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


def _describe(server: MySQLServer, path: Path, target: Path) -> None:
    shown = server.execute(f"SHOW BINLOG EVENTS IN '{path.name}'")
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


def main() -> None:
    names = sys.argv[1:] or [*sorted(path.stem for path in FOLDER.glob("*.scn")), "heartbeat"]
    for name in names:
        if name == "heartbeat":
            capture_stream()
        else:
            capture(name)


if __name__ == "__main__":
    main()
