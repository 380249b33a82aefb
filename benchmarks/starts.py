"""Start of processes: what a command takes before, and besides, its work.

    python benchmarks/starts.py [--against FOLDER] [--rounds N]

Each is a process of its own, in processor time of user and system together, the best of N rounds; --against: the same
of another checkout, in turns. `serve` is measured until its first query is answered, with the memory that it has then.
No test looks at these figures; how many modules a short run loads, tests/binwriter/test_late.py holds.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_HERE = Path(__file__).resolve().parent.parent
_SCENARIO = """\
title: ten lines
con1: CREATE TABLE account (id INT PRIMARY KEY, balance DECIMAL(10,2)) ENGINE=InnoDB;
con1: CREATE TABLE audit (id INT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(60)) ENGINE=MyISAM;
con1: INSERT INTO account VALUES (1, 100.00), (2, 0.00);
con1: BEGIN;
con1: UPDATE account SET balance = balance - 10 WHERE id = 1;
con1: INSERT INTO audit (note) VALUES ('row');
con1: ROLLBACK;
con2: DELETE FROM account WHERE id = 2;
con2: SELECT COUNT(*) FROM account;
con2: DROP TABLE audit;
"""
_SCHEMA = "CREATE TABLE t (id BIGINT AUTO_INCREMENT PRIMARY KEY, a INT, b VARCHAR(60), c DATETIME);\n"


def _cases(folder: Path) -> dict[str, tuple[str, ...]]:
    scenario, schema = folder / "ten.scn", folder / "schema.sql"
    scenario.write_text(_SCENARIO)
    schema.write_text(_SCHEMA)
    out = ("--out", str(folder / "out"), "--force", "--quiet")
    return {
        "python -c pass": ("-c", "pass"),
        "binwriter --version": ("-m", "binwriter", "--version"),
        "binwriter run, ten statements": ("-m", "binwriter", "run", str(scenario), *out),
        "binwriter generate, 10 transactions": (
            *("-m", "binwriter", "generate", "--schema", str(schema)),
            *("--mix", "insert=1", "--transactions", "10", "--workers", "1", *out),
        ),
    }


def _spent(root: Path, arguments: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, *arguments]
    subprocess.run(command, cwd=root, env=_environment(root), check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _served(root: Path) -> tuple[float, float]:
    """Processor seconds of `serve` up to its first answer, and its MiB then."""
    import pymysql

    command = [sys.executable, "-m", "binwriter", "serve", "--insecure", "--no-tls", "--port", "0", "--json"]
    with subprocess.Popen(command, cwd=root, env=_environment(root), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().rpartition('"port":')[2].split("}")[0])
        with pymysql.connect(host="127.0.0.1", port=port, user="root") as client, client.cursor() as cursor:
            cursor.execute("SELECT 1")
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
        process.send_signal(signal.SIGTERM)
    return seconds, pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _environment(root: Path) -> dict[str, str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return environment | {"PYTHONPATH": str(root)}


def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--rounds", type=int, default=9, metavar="N")
    arguments = parser.parse_args()
    roots = [_HERE, *([arguments.against.resolve()] if arguments.against else [])]
    print(f"{'processor time':38} " + " ".join(f"{root.name:>14}" for root in roots))
    with tempfile.TemporaryDirectory() as folder:
        for name, case in _cases(Path(folder)).items():
            best = [float("inf")] * len(roots)
            for _ in range(arguments.rounds + 1):  # the first of all writes bytecode and machine code
                best = [min(least, _spent(root, case)) for least, root in zip(best, roots, strict=True)]
            _show(name, best)
    served = [min(_served(root) for _ in range(arguments.rounds)) for root in roots]
    _show("binwriter serve, to its first answer", [seconds for seconds, _ in served])
    print(f"{'its memory, MiB':38} " + " ".join(f"{mebibytes:14.0f}" for _, mebibytes in served))
    print(f"at {time.strftime('%H:%M')}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def _show(name: str, seconds: list[float]) -> None:
    ratio = f"   {seconds[0] / seconds[1]:.2f} of it" if len(seconds) > 1 else ""
    print(f"{name:38} " + " ".join(f"{one:12.3f} s" for one in seconds) + ratio)


if __name__ == "__main__":
    main()
