"""Runs suites of MySQL's tests with the real `mysqltest`, against a mysqld and against `binwriter serve`.

`python -m tests.drivers.mtr HOME SUITE[.TEST].. [--out DIR] [--here-only] [--every N]`: HOME is a folder like
mysql-test (the image `binwriter-mtr` has the same one), SUITE a folder of HOME/suite, or main. What passes on the real
server is the base: of that, what passes here, and the first difference of the rest, gathered by cause. --out keeps
each output and what the real server gave (with --here-only that is read, and only binwriter runs).
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from pathlib import Path

from tests.drivers.mtr.comparing import Outcome, causes, judged
from tests.drivers.mtr.reading import Run, runs_of
from tests.drivers.mtr.servers import Arena, Binwriter, Mysqld, NoServerError
from tests.drivers.mtr.sides import Side


def main() -> int:
    """Prints how each run ended, the counts and the causes."""
    parser = argparse.ArgumentParser(prog="tests.drivers.mtr", description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("suites", nargs="+", metavar="SUITE[.TEST]")
    parser.add_argument("--out", type=Path, help="keeps the outputs; by default a folder that goes")
    parser.add_argument("--here-only", action="store_true", help="the real server's are those of --out")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th run")
    parser.add_argument("--seconds", type=int, default=200, help="for a test")
    arguments = parser.parse_args()
    runs = []
    for name in arguments.suites:
        suite, _, test = name.partition(".")
        runs += list(runs_of(arguments.home, suite, [test] if test else []))
    runs = sorted(runs[:: arguments.every], key=lambda run: (run.options, run.replica or ()))
    with tempfile.TemporaryDirectory(prefix="mtr-") as folder:
        out = arguments.out or Path(folder) / "out"
        arena = Arena(Path(folder))
        try:
            here, real = Side(arena, "here", Binwriter), Side(arena, "real", Mysqld)
            outcomes = [_outcome(run, real, here, out, arguments) for run in runs]
            here.stop()
            real.stop()
        finally:
            arena.close()
    _report(outcomes)
    return 0


def _outcome(run: Run, real: Side, here: Side, out: Path, arguments: argparse.Namespace) -> Outcome:
    if run.skipped:
        return Outcome(run.key, "skipped", run.skipped)
    place = out / f"{run.suite}.{run.name}{run.combination and '-' + run.combination}"
    place.mkdir(parents=True, exist_ok=True)
    kept = place / "real.json"
    if not (arguments.here_only and kept.exists()):
        expected = _ended(run, real, place / "real", arguments.seconds)
        kept.write_text(json.dumps({"status": expected[0], "errors": expected[1]}))
    told = json.loads(kept.read_text())
    outcome = judged(run, (told["status"], told["errors"], _read(place / "real")))
    if outcome is None:
        status, errors = _ended(run, here, place / "here", arguments.seconds)
        (place / "here.err").write_text(errors)
        outcome = judged(run, (status, errors, _read(place / "here")), _read(place / "real"))
    assert outcome is not None
    print(f"{outcome.key}: {outcome.how}{outcome.why and ': ' + outcome.why}", flush=True)
    return outcome


def _ended(run: Run, side: Side, file: Path, seconds: int) -> tuple[int, str]:
    """The output, masked, goes into the file."""
    file.write_bytes(b"")
    try:
        side.again(run)
    except NoServerError as error:
        return -1, str(error)
    ended = side.test(run, seconds)
    if ended.status:
        side.forget()
    file.write_bytes(side.masked(ended.output))
    return ended.status, side.masked(ended.errors.encode()).decode()


def _read(path: Path) -> list[str]:
    return path.read_bytes().decode("latin-1").splitlines()


def _report(outcomes: list[Outcome]) -> None:
    counts = Counter(outcome.how for outcome in outcomes)
    passed = counts["passed"] + counts["as the real one"]
    base = passed + counts["differs"]
    print(f"\n{len(outcomes)} runs; base {base}; of it passed {passed} ({100 * passed / max(base, 1):.1f} %)")
    for how, count in counts.most_common():
        print(f"{count:6} {how}")
    for title, how in (("skipped", "skipped"), ("not in the base", "not in the base"), ("differs", "differs")):
        print(f"\n{title}:")
        for why, keys in causes(outcomes, how):
            print(f"{len(keys):6} {why}   [{', '.join(keys[:3])}]")


if __name__ == "__main__":
    raise SystemExit(main())
