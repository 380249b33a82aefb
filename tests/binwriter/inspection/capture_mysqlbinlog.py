"""Writes what a real mysqlbinlog prints of the probe files and of some captured logs: tests/golden/mysqlbinlog.

Usage: python -m tests.binwriter.inspection.capture_mysqlbinlog
"""

from __future__ import annotations

import json

from binwriter.integration.mysql import running_server
from tests.binwriter.binlog.files.probe_files import PROBES, log_of
from tests.binwriter.binlog.files.selection_cases import LOGS
from tests.binwriter.binlog.files.test_selection import cases_of
from tests.binwriter.inspection.mysqlbinlog_runs import CAPTURED, GOLDEN, header_fields, mysqlbinlog, pseudo_sql_lines

# name of the capture -> the log
COPIES = {
    "bit_enum_set": "captured/bit_enum_set/binlog.000001",
    "partial_json": "events/partial_json/binlog.000001",
    "row_details": "events/row_details/binlog.000001",
}
HEXDUMP = "captured/checksum_none/binlog.000001"


def main() -> None:
    files = {name: log_of(events()) for name, events in PROBES.items()}
    files |= {name: (GOLDEN / path).read_bytes() for name, path in COPIES.items()}
    names = list(files)
    files["hexdump"] = (GOLDEN / HEXDUMP).read_bytes()
    logs = {name: [(GOLDEN / path).read_bytes() for path in paths] for name, paths in LOGS.items()}
    for name, contents in logs.items():
        files |= {f"{name}.{number}": content for number, content in enumerate(contents)}
    choices = {
        name: [(options, [f"{name}.{number}" for number in range(len(contents))]) for options, _ in cases_of(name)]
        for name, contents in logs.items()
    }
    runs = [["-vv", name] for name in names] + [["-v", name] for name in names] + [["--hexdump", "hexdump"]]
    runs += [["-v", *options, *logs] for cases in choices.values() for options, logs in cases]
    with running_server() as server:
        outputs = mysqlbinlog(server, runs, files)
    for number, output in enumerate(outputs[: 2 * len(names)]):
        form = "vv" if number < len(names) else "v"
        text = "\n".join(pseudo_sql_lines(output)) + "\n"
        path = CAPTURED / f"{names[number % len(names)]}.{form}"
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    rest = iter(outputs[2 * len(names) :])
    dump = [line for line in next(rest).split("\n") if line.startswith(("# 0", "# Position", "#2"))]
    (CAPTURED / "hexdump.txt").write_text("\n".join(dump) + "\n", encoding="utf-8")
    shown = {name: [[options, header_fields(next(rest))] for options, _ in cases] for name, cases in choices.items()}
    lines = [f"{json.dumps(name)}: [\n" + ",\n".join(map(json.dumps, cases)) + "\n]" for name, cases in shown.items()]
    (CAPTURED / "selections.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
