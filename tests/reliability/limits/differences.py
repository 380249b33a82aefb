"""How an answer differs from the captured one: a class, which tests/golden/limits/reasons.txt explains."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from tests.reliability.limits.answers import Answer

LIMITS = Path(__file__).parents[2] / "golden" / "limits"


def difference(found: Answer, expected: Answer) -> str | None:
    """The class, as "1059, here done": what the server answered, and binwriter; None where both are the same."""
    if found == expected:
        return None
    ours, theirs = _outcome(found), _outcome(expected)
    if ours != theirs:
        return f"{theirs}, here {ours}"
    if found.get("error") != expected.get("error"):
        return f"text of {ours}"
    ours, theirs = _warned(found), _warned(expected)
    if ours != theirs:
        return f"warned {theirs}, here {ours}"
    if found.get("rows") == expected.get("rows"):
        return f"texts of warnings {ours}"
    return "rows"


def _outcome(answer: Answer) -> str:
    if "unsupported" in answer:
        return "not supported"
    return str(answer["error"][0]) if "error" in answer else "done"


def _warned(answer: Answer) -> str:
    """The codes, each once."""
    codes = dict.fromkeys(str(code) for _, code, _ in answer.get("warnings", []))
    return "of " + (" ".join(codes) or "nothing")


def classes(answers: Iterable[tuple[Answer, Answer]]) -> dict[str, list[int]]:
    """Which answers differ, by class: their numbers."""
    found: dict[str, list[int]] = {}
    for number, (ours, theirs) in enumerate(answers):
        if (name := difference(ours, theirs)) is not None:
            found.setdefault(name, []).append(number)
    return found


@cache
def reasons() -> tuple[tuple[str, str], ...]:
    """(pattern of "SUBJECT: CLASS", why it is so), the first that fits counts."""
    lines = (LIMITS / "reasons.txt").read_text("utf-8").splitlines()
    return tuple(tuple(line.split(" -- ", 1)) for line in lines if line and not line.startswith("#"))  # type: ignore[misc]


def reason(subject: str, name: str) -> str | None:
    """The pattern in reasons.txt that a class of differences falls under."""
    return next((pattern for pattern, _ in reasons() if fnmatchcase(f"{subject}: {name}", pattern)), None)
