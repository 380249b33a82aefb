"""The soak: many sessions of one server for hours, in lives that end well or are killed.

`python -m tests.reliability.soaking.run --hours 0.05`, which `make soak HOURS=n` calls. Each life is a process
(`soak_life`); the next one opens the log that it left. Slices of the log are verified and replayed into a real server
while the lives go on. The status is 1 if something was found. Figures: docs/reliability/soak.md, with --report.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.reliability.soaking.check import Checker, ready_slices
from tests.reliability.soaking.life import Settings
from tests.reliability.soaking.memory import Held, grows, growth, warm
from tests.reliability.soaking.report import write_report
from tests.reliability.soaking.starving import Patience
from tests.tidy import end_tidily

PROJECT = Path(__file__).resolve().parents[3]
_LONGEST_LIFE, _SHORTEST_LIFE = 900.0, 20.0
# objects a transaction that count as growth
FLAT = 0.05
# objects that two looks at an emptied server may differ by whatever lies between them: shapes of statements that it
# knows, of which it keeps so many; some hundred up and down were seen
NOISE = 1000
_GRACE = 240.0


@dataclass
class Soak:
    """What all lives came to."""

    threads: int
    seconds: float = 0.0
    lives: int = 0
    killed: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    growths: list[dict[str, float]] = field(default_factory=list)
    peak: int = 0


def kinds_of_lives() -> list[dict[str, Any]]:
    """The lives that follow each other, over and over; without GTIDs a life has a folder of its own.

    Behind one that is killed comes one in the same folder, which finds what it left, before others' tables are there.
    """
    return [
        {"binlog_format": "ROW", "wire": True},
        {"binlog_format": "MIXED", "gtids": False},
        {"binlog_format": "MIXED", "kill": True, "encryption": True},
        {"binlog_format": "MIXED", "crashes": True},
        {"binlog_format": "ROW", "kill": True, "crashes": True},
    ]


def soak(hours: float, threads: int, folder: Path, seed: int, *, lives: int = 6) -> tuple[Soak, Checker]:
    """Runs lives until the time is over. folder: what it needs while it runs."""
    total, start, chance = Soak(threads), time.monotonic(), random.Random(seed)
    length = min(max(hours * 3600 / lives, _SHORTEST_LIFE), _LONGEST_LIFE)
    with Checker() as checker:
        if checker.no_server is not None:
            print(f"no replay into a real server: {checker.no_server}", flush=True)
        number = 0
        while not total.findings and (left := hours * 3600 - (time.monotonic() - start)) > 5:
            kind = kinds_of_lives()[number % len(kinds_of_lives())]
            number += 1
            seconds = min(length, left)
            settings = Settings(
                str(folder / ("gtids" if kind.get("gtids", True) else f"life{number}")),
                seed=seed * 1000 + number,
                threads=threads,
                seconds=seconds,
                check_every=max(seconds / 6, 5.0),
                crash_every=max(seconds / 5, 4.0) if kind.get("crashes") else 0.0,
                gtids=kind.get("gtids", True),
                binlog_format=kind["binlog_format"],
                wire=threads // 5 if kind.get("wire") else 0,
                encryption=kind.get("encryption", False),
            )
            kill_after = chance.uniform(0.4, 1.0) * seconds if kind.get("kill") else None
            _life(settings, kill_after, total, checker)
            if not kind.get("gtids", True):
                shutil.rmtree(settings.folder, ignore_errors=True)
            print(_line(total, checker), flush=True)
        total.findings += checker.findings
        total.seconds = time.monotonic() - start
    return total, checker


def _life(settings: Settings, kill_after: float | None, total: Soak, checker: Checker) -> None:
    folder = Path(settings.folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / "settings.json"
    written.write_text(json.dumps(asdict(settings)))
    start = time.monotonic()
    with (folder / "output.txt").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.reliability.soaking.life", str(written)],
            cwd=PROJECT,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        patience = Patience(settings.seconds + _GRACE, process.pid)
        try:
            while process.poll() is None:
                passed = time.monotonic() - start
                if kill_after is not None and passed > kill_after:
                    process.kill()
                    process.wait()
                elif patience.is_over:
                    process.send_signal(signal.SIGABRT)
                    total.findings.append("a life did not end")
                    process.wait(30)
                if not _check_next(folder, checker):
                    time.sleep(0.2)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    while _check_next(folder, checker):
        pass
    _count(settings, process.returncode, total)


def _check_next(folder: Path, checker: Checker) -> bool:
    for one in ready_slices(folder) if (folder / "slices").exists() else ():
        before = len(checker.findings)
        checker.check(one)
        if len(checker.findings) > before:
            kept = Path(tempfile.mkdtemp(prefix="binwriter-soak-"))
            shutil.copytree(one, kept / one.name)
            if (folder / "before.json").exists():
                shutil.copyfile(folder / "before.json", kept / "before.json")
            checker.findings.append(f"kept: {kept / one.name}")
            print(*checker.findings[before:], sep="\n", flush=True)
        (one / "tables.json").replace(folder / "before.json")
        shutil.rmtree(one)
        return True
    return False


def _count(settings: Settings, status: int, total: Soak) -> None:
    total.lives += 1
    folder = Path(settings.folder)
    path = folder / f"life-{settings.seed}.json"
    report = json.loads(path.read_text()) if path.exists() else {"counts": {}, "findings": [], "samples": []}
    total.counts.update(report["counts"])
    total.findings += report["findings"]
    if status == -signal.SIGKILL:
        total.killed += 1
    elif status and not report["findings"]:
        total.findings.append(f"a life ended with status {status}: {_both_ends((folder / 'output.txt').read_text())}")
    samples = [Held(**sample) for sample in report["samples"]]
    total.peak = max([total.peak, *(sample.rss for sample in samples)])
    looks = warm(samples)
    if len(looks) > 1:
        grown = growth(looks[0], looks[-1])
        grown["statements"] = looks[-1].transactions - looks[0].transactions
        total.growths.append(grown)
        if grows(samples, FLAT, NOISE):
            total.findings.append(f"objects grow with transactions: {grown}")


def _both_ends(text: str) -> str:
    return text if len(text) < 8000 else f"{text[:4000]}\n...\n{text[-4000:]}"


def _line(total: Soak, checker: Checker) -> str:
    return (
        f"{total.lives} lives ({total.killed} killed), {total.counts['statements']:,} statements, "
        f"{checker.slices} slices of {checker.files} files, {checker.replayed} replayed, "
        f"{len(total.findings) + len(checker.findings)} findings"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=Path, help="a page with the figures")
    given = parser.parse_args()
    end_tidily()  # the life and the server end too
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        total, checker = soak(given.hours, given.threads, Path(folder), given.seed)
    for finding in total.findings:
        print(finding)
    if given.report is not None:
        write_report(given.report, total, checker)
    return 1 if total.findings else 0


if __name__ == "__main__":
    sys.exit(main())
