"""A crash at every step of the disk, and what a server finds there when it starts again.

    python -m tests.reliability.crashes.points [--every N] [--rounds N] [--sessions N] [--moments N] [--report FILE]
    python -m tests.reliability.crashes.slices FOLDER [--report FILE]   the logs alone, in slices that may be resumed

The steps of one run are recorded (`recording_disk`); each of their beginnings is made a folder as each kind of crash
leaves it, a server is started there and works on, and `check` says what is wrong with the log that it leaves.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from binwriter import disk
from binwriter.binlog.files.encrypted import as_plain
from binwriter.binlog.files.keyring import Keyring
from binwriter.errors import CorruptLogError, LogFileError
from binwriter.formats.constants import HeaderFlag
from binwriter.inspection.verify import Severity, Verifier
from binwriter.integration.mysql import IMAGE
from tests.reliability.crashes.recording_disk import Loss, OtherWrites, Recorded, RecordingDisk, Replay, Step
from tests.reliability.crashes.workload import BASENAME, KEYRING, Setting, crossings, start, work
from tests.reliability.ended import SIGNALS, end_by, long_commands
from tests.tidy import end_tidily

_LOG_FILE = re.compile(re.escape(BASENAME) + r"\.\d{6}")
_FLAGS = slice(21, 23)


def record(folder: Path, setting: Setting, rounds: int) -> tuple[list[Recorded], set[str]]:
    """The steps of a run that nothing interrupts, and what it wrote past the layer of files."""
    recorder, other = RecordingDisk(folder), OtherWrites(folder)
    with disk.use(recorder):
        server = start(folder, setting)
        work(server, setting, rounds, lambda file, position: recorder.acknowledged((file, position)))
        server.shutdown()
    return recorder.steps, other.end()


def crashes(
    steps: list[Recorded], losses: list[Loss], *, every: int = 1, first: int = 0
) -> Iterator[tuple[str, Replay, Loss, int]]:
    """Each point (in words), the files as they were, and what the crash takes. A write is also cut in the middle.

    first: how many steps come before the one that is crashed at first, modulo `every`.
    """
    replay = Replay()
    number = 0
    for index, one in enumerate(steps):
        if one.step is not Step.ACKNOWLEDGED and (number := number + 1) % every == first:
            words = f"step {index}, {one.step.value} {one.path}"
            for loss in losses:
                yield f"before {words}, {loss.value}", replay, loss, index
            if one.step is Step.WRITE and Loss.KILL in losses and len(one.value) > 1:
                torn = Replay()
                for earlier in steps[:index]:
                    torn.apply(earlier)
                torn.apply(one, 0.5)
                yield f"in the middle of {words}", torn, Loss.KILL, index
        replay.apply(one)


def check(folder: Path, setting: Setting, replay: Replay, loss: Loss, keep: Path | None = None) -> list[str]:
    """Starts a server on what a crash has left, lets it work, and says what is wrong with the log after that.

    keep: where the log is kept.
    """
    found: list[str] = []
    keyring = Keyring(folder / KEYRING) if setting.encryption else None
    before = {path.name: _log_in(path, keyring) for path in folder.iterdir() if _LOG_FILE.fullmatch(path.name)}
    try:
        server = start(folder, setting)
    except Exception as error:
        return [f"it does not start: {type(error).__name__}: {error}"]
    keyring = Keyring(folder / KEYRING) if setting.encryption else None
    in_use = [path.name for path in server.log_files()[:-1] if _is_in_use(path, keyring)]
    if in_use:
        found.append(f"in use, but not the last: {in_use}")
    recovered = {path.name: _log_in(path, keyring) for path in server.log_files()[:-1]}
    found += _lost(replay, loss, setting, before, recovered)
    session = server.connect()
    session.execute("CREATE DATABASE IF NOT EXISTS after_it")
    session.execute("CREATE TABLE after_it.t (a INT)")
    session.execute("INSERT INTO after_it.t VALUES (1)")
    session.execute("FLUSH BINARY LOGS")
    server.shutdown()
    names = [path.name for path in server.log_files()]
    there = sorted(path.name for path in folder.iterdir() if not path.name.startswith(KEYRING))
    if there != sorted([*names, f"{BASENAME}.index"]):
        found.append(f"index {names}, files {there}")
    numbers = [int(name.rpartition(".")[2]) for name in names]
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        found.append(f"a hole in the numbers: {names}")
    if any(_is_in_use(path, keyring) for path in server.log_files()):
        found.append("in use after the end")
    findings = Verifier(keyring=keyring).verify([folder])
    found += [f"verify: {one}" for one in findings if one.severity is Severity.ERROR]
    if keep is not None:
        keep.mkdir()  # decrypted: mysqlbinlog has no keyring
        for path in server.log_files():
            (keep / path.name).write_bytes(_log_in(path, keyring))
    return found


def _log_in(path: Path, keyring: Keyring | None) -> bytes:
    """The log in a file, decrypted; as it lies there if it is damaged (`start` says so)."""
    with path.open("rb") as file:
        try:
            return as_plain(file, str(path), keyring).read()
        except (CorruptLogError, LogFileError):
            return path.read_bytes()


def _is_in_use(path: Path, keyring: Keyring | None) -> bool:
    return bool(int.from_bytes(_log_in(path, keyring)[_FLAGS], "little") & HeaderFlag.BINLOG_IN_USE)


def _lost(
    replay: Replay, loss: Loss, setting: Setting, before: dict[str, bytes], recovered: dict[str, bytes]
) -> Iterator[str]:
    """Groups that clients were told of and that are gone; bytes that were not there before."""
    for name, data in recovered.items():
        kept = before.get(name, b"")
        if _without_flags(data) != _without_flags(kept[: len(data)]):
            yield f"{name} is no beginning of what was there"
    if replay.acknowledged is None or (loss is not Loss.KILL and not setting.sync_binlog):
        return
    file, position = replay.acknowledged
    if file in recovered:
        if len(recovered[file]) < position:
            yield f"acknowledged up to {file}:{position}, {len(recovered[file])} bytes are left"
    elif not any(name > file for name in recovered) and not _was_reset(replay):
        yield f"acknowledged up to {file}:{position}, the file is gone: {sorted(recovered)}"


def _was_reset(replay: Replay) -> bool:
    """RESET BINARY LOGS AND GTIDS is under way: it begins by noting all the files."""
    return Path(f"{BASENAME}.~rec~") in replay.names or Path(f"{BASENAME}.~rec~") in replay.synced_names


def _without_flags(data: bytes) -> bytes:
    return data[: _FLAGS.start] + data[_FLAGS.stop :]


def sweep(
    setting: Setting, scratch: Path, *, rounds: int, every: int, first: int = 0, keep: Path | None = None
) -> tuple[Counter[str], list[str]]:
    """All crash points of one setting (every, first: of `crashes`): how many of each kind, and what was found."""
    counts: Counter[str] = Counter()
    steps, other = record(scratch / "run", setting, rounds)
    findings = [f"written past the layer: {one}" for one in sorted(other)]
    counts["steps"] += sum(one.step is not Step.ACKNOWLEDGED for one in steps)
    for seed, (words, replay, loss, _) in enumerate(crashes(steps, list(Loss), every=every, first=first)):
        folder = scratch / "crashed"
        replay.materialise(folder, loss, seed)
        counts[loss.value] += 1
        kept = keep / f"{len(list(keep.iterdir())):05d}" if keep is not None and seed % 97 == 0 else None
        with disk.use(Unsynced()):
            findings += [f"{setting}: {words}: {one}" for one in check(folder, setting, replay, loss, kept)]
    return counts, findings


class Unsynced(disk.Disk):
    """What comes after the crash need not be synced."""

    def sync(self, file: object) -> None:
        pass

    def sync_folder(self, path: Path) -> None:
        pass


def _logs(arguments: argparse.Namespace, keep: Path) -> tuple[Counter[str], list[str]]:
    total: Counter[str] = Counter()
    wrong: list[str] = []
    for setting in crossings():
        if arguments.sessions not in (None, setting.sessions):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            counts, findings = sweep(setting, Path(scratch), rounds=arguments.rounds, every=arguments.every, keep=keep)
        total += counts
        wrong += findings
        _say(f"{setting}: {sum(counts.values()) - counts['steps']} crashes", findings)
    return total, wrong


def _say(what: str, findings: list[str]) -> None:
    print(f"{what}: {len(findings)} findings", *findings[:5], sep="\n  ", flush=True)


def _ends(times: int) -> tuple[int, list[str]]:
    """Every command ended by every signal at so many moments."""
    from tests.reliability.test_ended import NAMES, check_end, large_log_in

    chance, wrong, count = random.Random(times), list[str](), 0
    with tempfile.TemporaryDirectory() as scratch:
        log = large_log_in(Path(scratch) / "large")
        for name, number, moment in itertools.product(NAMES, SIGNALS, range(times)):
            count += 1
            folder = Path(scratch) / f"{count}"
            command = long_commands(log)[name]
            outcome = end_by(command, folder, number, lambda: 2 * chance.random(), group=bool(moment % 2))
            try:
                check_end(command, folder, number, outcome)
            except AssertionError as error:
                wrong.append(f"{name}, {number.name}: {error}".splitlines()[0])
            shutil.rmtree(folder, ignore_errors=True)
    return count, wrong


def _mysqlbinlog(keep: Path) -> tuple[int, list[str]]:
    """mysqlbinlog over the logs that were kept; none where no Docker engine answers."""
    files = sorted(keep.rglob(f"{BASENAME}.0*"))
    names = " ".join(f"/logs/{path.relative_to(keep)}" for path in files)
    script = f"for f in {names}; do mysqlbinlog --no-defaults -c $f > /dev/null || echo $f; done"
    line = ["docker", "run", "--rm", "-v", f"{keep.resolve()}:/logs:ro", "--entrypoint", "sh", IMAGE, "-c", script]
    try:
        done = subprocess.run(line, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"mysqlbinlog was not asked: {error}")
        return 0, []
    return len(files), [f"mysqlbinlog: {one}" for one in (*done.stdout.splitlines(), *done.stderr.splitlines())]


def main() -> int:
    from tests.reliability.crashes.jobs import sweep_job
    from tests.reliability.crashes.kills import killed_job, killed_run
    from tests.reliability.crashes.report import rows_of_crashes, write_report

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every N-th step")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--sessions", type=int, help="only the logs of crossings with so many sessions")
    parser.add_argument("--moments", type=int, default=3, help="of each signal and command")
    parser.add_argument("--report", type=Path, help="write the figures there")
    arguments = parser.parse_args()
    end_tidily()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        (keep := scratch / "kept").mkdir()
        counts, findings = _logs(arguments, keep)
        rows = rows_of_crashes(counts, len(findings))
        if arguments.sessions is not None:
            print(*rows, sep="\n")
            return 1 if findings else 0

        def part(what: str, tried: int, found: list[str]) -> None:
            rows.append((what, tried, len(found)))
            findings.extend(found)
            _say(f"{what}, {tried}", found)

        part("files of such logs read by mysqlbinlog", *_mysqlbinlog(keep))
        part(
            "`generate` killed or without power at a step, resumed", *sweep_job(scratch / "jobs", every=arguments.every)
        )
        numbers = range(1, 60, 3 * min(arguments.every, 6))
        part("processes of `run` killed", len(numbers), [one for n in numbers for one in killed_run(scratch, n)])
        jobs = [("parent", n, w) for n in (2, 5, 9, 14, 20) for w in (1, 3)] + [("worker", n, 3) for n in (1, 2, 4, 7)]
        part(
            "processes of `generate` killed, resumed", len(jobs), [x for job in jobs for x in killed_job(scratch, *job)]
        )
    part("commands ended by SIGINT, SIGTERM, SIGHUP", *_ends(arguments.moments))
    if arguments.report is not None:
        write_report(arguments.report, rows, findings, arguments.every)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
