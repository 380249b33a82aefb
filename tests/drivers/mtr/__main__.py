"""Runs suites of MySQL's tests with the real `mysqltest`, against a mysqld and against `binwriter serve`.

`python -m tests.drivers.mtr HOME SUITE[.TEST].. [--out DIR] [--here-only] [--every N] [--to-the-end]`: HOME is a folder
like mysql-test (the image `binwriter-mtr` has the same one), SUITE a folder of HOME/suite, or main. What passes on the
real server is the base: of that, what passes here, and the first difference of the rest, gathered by cause. --out keeps
each output and what the real server gave (with --here-only that is read, and only binwriter runs). With --to-the-end a
test goes on here behind an error that it does not expect, and all places that differ are gathered, not the first one.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from tests.drivers.mtr.comparing import Outcome, causes, difference, judged
from tests.drivers.mtr.hunks import compared
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
    parser.add_argument("--to-the-end", action="store_true", help="all differences of a test")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="N", help="leaves out the first N runs")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th run")
    parser.add_argument("--seconds", type=int, default=200, help="for a test")
    arguments = parser.parse_args()
    runs = []
    for name in arguments.suites:
        suite, _, test = name.partition(".")
        runs += list(runs_of(arguments.home, suite, [test] if test else []))
    runs = sorted(runs[arguments.first :: arguments.every], key=lambda run: (run.options, run.replica or ()))
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
        if arguments.to_the_end:
            _report_places(out, outcomes)
    return 0


def _outcome(run: Run, real: Side, here: Side, out: Path, arguments: argparse.Namespace) -> Outcome:
    if run.skipped:
        return Outcome(run.key, "skipped", run.skipped)
    place = _place(out, run.key)
    place.mkdir(parents=True, exist_ok=True)
    kept = place / "real.json"
    if not (arguments.here_only and kept.exists()):
        expected = _ended(run, real, place / "real", arguments)
        kept.write_text(json.dumps({"status": expected[0], "errors": expected[1]}))
    told = json.loads(kept.read_text())
    outcome = judged(run, (told["status"], told["errors"], _read(place / "real")))
    if outcome is None:
        status, errors = _ended(run, here, place / "here", arguments)
        (place / "here.err").write_text(errors)
        outcome = judged(run, (status, errors, _read(place / "here")), _read(place / "real"))
    assert outcome is not None
    print(f"{outcome.key}: {outcome.how}{outcome.why and ': ' + outcome.why}", flush=True)
    return outcome


def _place(out: Path, key: str) -> Path:
    return out / key.replace(" '", "-").replace("'", "")


def _ended(run: Run, side: Side, file: Path, arguments: argparse.Namespace) -> tuple[int, str]:
    """The output, masked, goes into the file."""
    file.write_bytes(b"")
    try:
        side.again(run)
    except NoServerError as error:
        return -1, str(error)
    whole = arguments.to_the_end and file.name == "here"
    ended = side.test(run, arguments.seconds, arguments.home if whole else None)
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


def _report_places(out: Path, outcomes: list[Outcome]) -> None:
    """Shares of lines, and the places that differ by what differs; each test's own stand beside its output."""
    lines = before = equal = 0
    places: dict[str, list[str]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.how not in ("passed", "as the real one", "differs"):
            continue
        place = _place(out, outcome.key)
        expected, here = _read(place / "real"), _read(place / "here")
        if outcome.how != "differs":
            here = expected
        both = compared(expected, here)
        lines, before, equal = lines + both.lines, before + both.before, equal + both.equal
        with (place / "places").open("w", encoding="utf-8") as file:
            for hunk in both.hunks:
                print(f"@ {hunk.statement}", *(f"- {line}" for line in hunk.expected), sep="\n", file=file)
                print(*(f"+ {line}" for line in hunk.here), sep="\n", file=file)
                places[difference(hunk.expected, hunk.here)].append(f"{outcome.key}: {hunk.statement[:100]}")
    share = 100 / max(lines, 1)
    print(f"\n{lines} lines; before a test's first difference {before * share:.1f} %, equal {equal * share:.1f} %")
    for what, where in sorted(places.items(), key=lambda item: -len(item[1])):
        print(f"{len(where):6} {what}   [{' | '.join(where[:2])}]")


if __name__ == "__main__":
    raise SystemExit(main())
