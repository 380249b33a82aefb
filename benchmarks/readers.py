"""Start-up of `generate`, and reading: `verify`, `inspect --json`, and rows as the Spark source takes them from a log.

    python benchmarks/readers.py [--size MIB] [--against FOLDER] [--rounds N]

Each measurement is a program of its own, in processor time, the best of N rounds; --against: the same of another
checkout, in turns. Programs are run once before, so that machine code and schemas are there. Spark's own part (rows
from Python to the JVM) is not in it. No test looks at these figures.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from peer import SCHEMA

_HERE = Path(__file__).resolve().parent.parent
_CHANGES = """
import sys
from pathlib import Path
from pyspark.sql.pandas.types import to_arrow_schema
from binwriter.integration.spark.read.change_batches import ChangeReader, LogPart
from binwriter.integration.spark.read.options import read_options
from binwriter.integration.spark.read.reader import plan_view
options = read_options({"path": sys.argv[1], **dict([one.split("=") for one in sys.argv[2:]])})
view = plan_view(options)
reader = ChangeReader(options, view.specs, to_arrow_schema(view.schema, timezone="UTC"))
print(sum(batch.num_rows for batch in reader.read(LogPart(Path(sys.argv[1])))))
"""


@dataclass(frozen=True)
class Case:
    """arguments: of Python. units: what is counted, and how many there are. idle: the same with nearly no work."""

    name: str
    arguments: tuple[str, ...]
    units: float = 1
    unit: str = ""
    idle: tuple[str, ...] | None = None


def seconds(root: Path, arguments: tuple[str, ...]) -> float:
    """Processor time of the program, with that checkout's code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments], env={**os.environ, "PYTHONPATH": str(root)}, stdout=subprocess.DEVNULL, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def generated(folder: Path, name: str, *options: str) -> Path:
    """The first file of a log of ours."""
    out = folder / name
    command = ["-m", "binwriter", "generate", "--out", str(out), "--quiet", "--max-binlog-size", "1G", *options]
    subprocess.run([sys.executable, *command], env={**os.environ, "PYTHONPATH": str(_HERE)}, check=True)
    return out / "binlog.000001"


def cases(folder: Path, mebibytes: int) -> list[Case]:
    """The measurements, with their logs."""
    schema = folder / "schema.sql"
    schema.write_text(f"CREATE DATABASE shop;\n{SCHEMA};\n")
    inserts = ("--schema", str(schema), "--mix", "insert=100")
    sizes = ("--size", f"{mebibytes}M")
    single = generated(folder, "single", *inserts, "--rows-per-transaction", "1", *sizes)
    many = generated(folder, "many", *inserts, "--rows-per-transaction", "5000", *sizes)
    mixed = generated(folder, "mixed", "--preset", "sysbench-oltp", "--transactions", "10000", "--scale", "0.1")
    tiny = generated(folder, "tiny", *inserts, "--transactions", "1")
    generate = ("-m", "binwriter", "generate", "--force", "--quiet", "--workers", "1", "--transactions", "1000")
    made = [
        Case(f"`generate` of 1,000 transactions, {name}", (*generate, "--out", str(folder / "out"), *what))
        for name, what in (("one table", inserts), ("sysbench-oltp", ("--preset", "sysbench-oltp", "--scale", "0.1")))
    ]
    verify, inspect = ("-m", "binwriter", "verify", "--quiet"), ("-m", "binwriter", "inspect", "--json")
    for name, path in (("W1", single), ("W2", many)):
        done = (*verify, str(path))
        made.append(Case(f"`verify`, {name}", done, path.stat().st_size / 1e6, "MB/s", (*verify, str(tiny))))
    shown = subprocess.run([sys.executable, *inspect, str(mixed)], capture_output=True, check=True).stdout
    idle = (*inspect, str(tiny))
    made.append(Case("`inspect --json`, sysbench-oltp", (*inspect, str(mixed)), shown.count(b"\n"), "events/s", idle))
    for name, path, options in (
        ("structs, W1", single, ("table=shop.orders",)),
        ("structs, W2", many, ("table=shop.orders",)),
        ("JSON text, sysbench-oltp", mixed, ()),
    ):
        reading = ("-c", _CHANGES)
        answer = subprocess.run([sys.executable, *reading, str(path), *options], capture_output=True, check=True)
        idle, done = (*reading, str(tiny), *options), (*reading, str(path), *options)
        made.append(Case(f"Spark's changes, {name}", done, int(answer.stdout), "rows/s", idle))
    return made


def measured(root: Path, case: Case, rounds: int) -> float:
    """Seconds, or units a second of those that the program takes beyond its start."""
    seconds(root, case.arguments)
    took = min(seconds(root, case.arguments) for _ in range(rounds))
    if case.idle is None:
        return took
    seconds(root, case.idle)
    return case.units / max(1e-3, took - min(seconds(root, case.idle) for _ in range(rounds)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=512, help="MiB of each log that is verified and read")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--against", type=Path, help="another checkout")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for case in cases(Path(name), arguments.size):
            now = measured(_HERE, case, arguments.rounds)
            line = f"{case.name:50}{_text(case, now):>22}"
            if arguments.against:
                before = measured(arguments.against.resolve(), case, arguments.rounds)
                times = before / now if case.idle is None else now / before
                line += f"   before {_text(case, before):>22}   {times:.1f} times"
            print(line, flush=True)


def _text(case: Case, figure: float) -> str:
    return f"{figure:,.2f} s" if case.idle is None else f"{figure:,.0f} {case.unit}"


if __name__ == "__main__":
    main()
