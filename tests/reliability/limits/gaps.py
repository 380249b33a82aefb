"""`python -m tests.reliability.limits.gaps`: writes which answers differ from the captured ones, and prints how many.

A script that ends by an exception, or takes longer than five minutes, is named and has no gaps: its test fails.
"""

from __future__ import annotations

import json
import signal
import sys
import tempfile
from pathlib import Path

from tests.reliability.limits.cases import SUBJECTS, scripts_of
from tests.reliability.limits.differences import LIMITS, classes
from tests.reliability.test_limits import compared

_LONGEST = 300  # seconds


def _too_long(number: int, frame: object) -> None:
    raise TimeoutError


def main(subjects: list[str]) -> None:
    """Compares these subjects, all by default."""
    path = LIMITS / "gaps.json"
    gaps: dict[str, dict[str, dict[str, list[int]]]] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    signal.signal(signal.SIGALRM, _too_long)
    for subject in subjects or SUBJECTS:
        found, total = {}, 0
        for name in scripts_of(subject):
            signal.alarm(_LONGEST)
            try:
                with tempfile.TemporaryDirectory() as folder:
                    answers = list(compared(subject, name, Path(folder)))
            except Exception as error:
                print(f"{subject}: {name}: {type(error).__name__}: {str(error)[:100]}", file=sys.stderr)
                continue
            finally:
                signal.alarm(0)
            total += len(answers)
            if differing := classes(answers):
                found[name] = differing
        gaps[subject] = found
        differ = sum(len(numbers) for differing in found.values() for numbers in differing.values())
        print(f"{subject}: {total} statements, {differ} differ", file=sys.stderr)
        path.write_text(_lines(gaps), "utf-8")


def _lines(gaps: dict[str, dict[str, dict[str, list[int]]]]) -> str:
    """JSON, a line a script and class."""
    subjects = []
    for subject, scripts in sorted(gaps.items()):
        lines = []
        for name, differing in sorted(scripts.items()):
            inner = ",\n ".join(
                f"{json.dumps(kind)}: {json.dumps(numbers)}" for kind, numbers in sorted(differing.items())
            )
            lines.append(f"{json.dumps(name)}: {{\n {inner}}}")
        subjects.append(f"{json.dumps(subject)}: {{\n" + ",\n".join(lines) + "}")
    return "{\n" + ",\n".join(subjects) + "\n}\n"


if __name__ == "__main__":
    main(sys.argv[1:])
