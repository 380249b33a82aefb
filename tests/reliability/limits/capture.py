"""`python -m tests.reliability.limits.capture [SUBJECT ...]`: asks a real server, writes tests/golden/limits."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from binwriter.integration.mysql import running_server
from tests.reliability.limits.answers import captured
from tests.reliability.limits.cases import SUBJECTS, scripts_of

CAPTURED = Path(__file__).parents[2] / "golden" / "limits"


def main(subjects: list[str]) -> None:
    """Captures these subjects, all by default."""
    with running_server() as server:
        for subject in subjects or SUBJECTS:
            found = captured(server, scripts_of(subject))
            lines = [f"{json.dumps(name)}: [\n{_lines(answers)}\n]" for name, answers in found.items()]
            (CAPTURED / f"{subject}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
            print(subject, sum(map(len, found.values())), file=sys.stderr)


def _lines(answers: list[dict[str, object]]) -> str:
    return ",\n".join(json.dumps(answer, ensure_ascii=False) for answer in answers)


if __name__ == "__main__":
    main(sys.argv[1:])
