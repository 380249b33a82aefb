"""`python -m tests.reliability.limits.gaps`: writes which answers differ from the captured ones, and prints how many.

A script that ends by an exception, or takes longer than a minute, is named and has no gaps: its test fails.
"""

from __future__ import annotations

import json
import signal
import sys
import tempfile
from pathlib import Path

from tests.reliability.limits.cases import COMPARED, scripts_of
from tests.reliability.test_limits import CAPTURED, compared

_LONGEST = 60  # seconds


def _too_long(number: int, frame: object) -> None:
    raise TimeoutError


def main(subjects: list[str]) -> None:
    """Compares these subjects, all by default."""
    path = CAPTURED / "gaps.json"
    gaps: dict[str, dict[str, list[int]]] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    signal.signal(signal.SIGALRM, _too_long)
    for subject in subjects or COMPARED:
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
            if numbers := [number for number, (one, other) in enumerate(answers) if one != other]:
                found[name] = numbers
        gaps[subject] = found
        print(f"{subject}: {total} statements, {sum(map(len, found.values()))} differ", file=sys.stderr)
        path.write_text(json.dumps(gaps, indent=0, sort_keys=True).replace(",\n", ", ") + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
