"""How a run is judged: by the suite's result on the real server, by either of both here."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from tests.drivers.mtr.reading import Run

_NAMES = re.compile(r"'(?:[^'\\]|\\.)*'|`[^`]*`|\"[^\"]*\"|\b\d[\d.]*\b|/[\w./-]+")


@dataclass(frozen=True)
class Outcome:
    """how: skipped, not in the base, passed (as the suite's result), as the real one, or differs; why: in words."""

    key: str
    how: str
    why: str = ""


def judged(run: Run, ended: tuple[int, str, Sequence[str]], real: Sequence[str] | None = None) -> Outcome | None:
    """Of the real server (real is None): None if the run is in the base, which means that it came to its end."""
    status, errors, lines = ended
    if real is None:
        if status == 62:
            return Outcome(
                run.key,
                "skipped",
                f"by the test itself: {_failure(status, errors) if errors.strip() else _plain(_skip(lines))}",
            )
        if status != 0:
            return Outcome(run.key, "not in the base", _failure(status, errors))
        return None
    expected = _result(run.result)
    if status == 0 and list(lines) == expected:
        return Outcome(run.key, "passed")
    if status == 0 and list(lines) == list(real):
        return Outcome(run.key, "as the real one")
    nearer = real if expected is None or list(real) != expected else expected
    return Outcome(run.key, "differs", _first_difference(nearer, lines) if status == 0 else _failure(status, errors))


def causes(outcomes: Sequence[Outcome], how: str) -> list[tuple[str, list[str]]]:
    """The reasons of those outcomes, the commonest first."""
    gathered: dict[str, list[str]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.how == how:
            gathered[outcome.why].append(outcome.key)
    return sorted(gathered.items(), key=lambda item: -len(item[1]))


def _result(path: Path | None) -> list[str] | None:
    return None if path is None else path.read_bytes().decode("latin-1").splitlines()


def _failure(status: int, errors: str) -> str:
    if status == 124:
        return "not in time"
    if status == -1:
        return f"no start: {_plain(errors.strip().splitlines()[0] if errors.strip() else '')}"
    if reason := re.search(r"^reason: (.*)", errors, re.MULTILINE):
        return _plain(reason[1])
    if refused := re.search(
        r"^Query(?: sent to server)?: '(.*?)'?$.*^Returned error: (\S+)", errors, re.MULTILINE | re.DOTALL
    ):
        return f"{refused[2]} of {_plain((refused[1].strip().splitlines() or ['nothing'])[0])}"
    lines = [line for line in errors.splitlines() if line.strip()]
    return _plain(
        next((line for line in lines if line.startswith("mysqltest:")), lines[-1] if lines else f"status {status}")
    )


def _skip(lines: Sequence[str]) -> str:
    return next((line for line in reversed(lines) if re.match(r"reason|skip|Need|Test|Only", line, re.IGNORECASE)), "")


def _first_difference(expected: Sequence[str], lines: Sequence[str]) -> str:
    for kind, start, end, from_, to in SequenceMatcher(None, expected, lines, autojunk=False).get_opcodes():
        if kind != "equal":
            return difference(expected[start:end], lines[from_:to])
    return "only ends of lines"


def difference(expected: Sequence[str], here: Sequence[str]) -> str:
    """The first of the lines that differ, without names and numbers."""
    return " -> ".join(_plain(lines[0]) or "an empty line" if lines else "nothing" for lines in (expected, here))


def _plain(text: str) -> str:
    return _NAMES.sub("_", text)[:150]
