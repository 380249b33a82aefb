"""Scenario files: read and run, or refused with file and line; however the run ends, its log is closed and verified."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable
from pathlib import Path

from binwriter.errors import BinwriterError
from binwriter.inspection.verify import Severity, verify_files
from binwriter.scenario.notation import Scenario, StepKind, read_scenario
from binwriter.scenario.run import run_scenario
from tests.reliability.fuzz.target import PropertyError
from tests.reliability.hostile.mutation import SCENARIOS, golden_statements, mutated

MOST_SEEDS = 20  # each is a run of a server
_LARGEST_SEED = 3000
_MOST_STEPS = 60
_IN_USE = 4 + 17  # the low byte of the first event's flags
_VERSIONS = ("9.7", "8.0", "5.7")
_LINES = (
    "server: gtid-mode=ON",
    "server: enforce-gtid-consistency=ON",
    "server: binlog-transaction-compression=ON",
    "server: max-binlog-size=4096",
    "server: nosuch=1",
    "server: server-id=99999999999",
    "server: binlog-checksum=\0",
    "server:",
    "engine: X transactional",
    "engine: \U0001f600 rows",
    "engine:",
    "capture:",
    "capture: x",
    "restart:",
    "restart: gtid-mode=ON enforce-gtid-consistency=ON",
    "restart: x",
    "restart: =",
    "restart: server-id=-1",
    "shutdown:",
    "crash:",
    "copylive:",
    "sleep: 0.5",
    "sleep: 99999999999999999999",
    "sleep: 1e400",
    "sleep: \u0661",
    "connect: con2 user=u1 database=test",
    "connect: con2 user= database=",
    "connect: con2 database=nosuch",
    "connect: con2 user=a=b",
    "connect: con2 x",
    "connect:",
    "disconnect: con1",
    "disconnect: con9",
    "kill: con1",
    "kill: con2",
    "reap: con2",
    "reap: con2 con2",
    "reap:",
    "file: ../x a",
    "file: f1 1\\t2\\n\\xff\\N",
    "localfile: f1 \\x",
    "title: \0",
    "con1&: BEGIN;",
    "con2&: SELECT SLEEP(1);",
    "con2&: UPDATE t SET b = 1;",
    "con3&: DELETE FROM t;",
    "con1: SELECT GET_LOCK('a', 1);",
    "con2&: SELECT GET_LOCK('a', 5);",
    "con1: XA START 'a';",
    "con1: KILL CONNECTION_ID();",
    "con1: SET GLOBAL gtid_mode = ON_PERMISSIVE;",
    "con1: SET gtid_next = 'AUTOMATIC';",
    "con1: PURGE BINARY LOGS TO 'binlog.000002';",
    "con1: FLUSH BINARY LOGS;",
    "con1: RESET BINARY LOGS AND GTIDS;",
    "con1: ;",
    "con: SELECT 1",
    "con\u0661: SELECT 1",
    "con1&&: SELECT 1",
    "  continued",
    "# comment",
    "nosuch: x",
    ":",
)


def seeds() -> Iterable[bytes]:
    """The short scenarios of the goldens."""
    yield b"con1: CREATE TABLE t (a INT PRIMARY KEY, b INT);\ncon1: INSERT INTO t VALUES (1,1);\n"
    for path in sorted(SCENARIOS.glob("*.scn")):
        data = path.read_bytes()
        if len(data) <= _LARGEST_SEED:
            yield data


def mutate(data: bytes, seed: int) -> bytes:
    """Lines doubled, swapped, taken out, put in; a statement changed by its tokens."""
    chance = random.Random(seed)
    lines = data.decode("utf-8", "replace").split("\n")
    for _ in range(chance.choice((1, 1, 2, 4))):
        place, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(7):
            case 0:
                del lines[place]
                lines = lines or [""]
            case 1:
                lines.insert(place, lines[other])
            case 2:
                lines[place], lines[other] = lines[other], lines[place]
            case 3 | 4:
                lines.insert(place, chance.choice(_LINES))
            case 5:
                connection = chance.choice(("con1", "con2", "con2&", "con3&"))
                lines[place] = f"{connection}: {lines[place].partition(': ')[2]}"
            case _:
                head, colon, text = lines[place].partition(": ")
                lines[place] = head + colon + mutated(text, golden_statements(), chance)
    return "\n".join(lines).encode("utf-8", "replace")


def run(data: bytes) -> None:
    with tempfile.TemporaryDirectory(prefix="binwriter-fuzz-") as folder:
        path, out = Path(folder) / "input.scn", Path(folder) / "out"
        path.write_bytes(data)
        try:
            scenario = _short(read_scenario(path))
            version = _VERSIONS[len(data) % len(_VERSIONS)]
            run_scenario(scenario, out, skip_unsupported=len(data) % 2 == 0, profile=version)
        except BinwriterError:
            """Refused with its place."""
        _check(out)


def _short(scenario: Scenario) -> Scenario:
    """A crash may leave a file in use: it is the last step of what is run."""
    steps = list(scenario.steps[:_MOST_STEPS])
    return Scenario(
        scenario.title,
        scenario.tags,
        scenario.server_options,
        tuple(step for step in steps if step.kind not in (StepKind.CRASH, StepKind.COPY_LIVE)),
        scenario.path,
        scenario.option_lines,
        scenario.engines,
        scenario.asks_warnings,
    )


def _check(out: Path) -> None:
    indexes = sorted(out.glob("*.index"))
    for index in indexes:
        files = [out / Path(name).name for name in index.read_text(encoding="utf-8").split("\n") if name]
        for finding in verify_files(files):
            if finding.severity is Severity.ERROR:
                raise PropertyError(f"log {finding.check}", str(finding))
        for file in files:
            if file.read_bytes()[_IN_USE] & 1:
                raise PropertyError("in use", f"{file} is not closed")
