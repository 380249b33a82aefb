"""What is said to be captured says where: a scenario, a matrix, or the server whose captures show it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.conftest import PROJECT

_GOLDEN = PROJECT / "tests" / "golden"
_NAME = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?:_\*)?|\btests/[\w./]+|\blimits/\w+")


def _texts() -> Iterator[tuple[str, str]]:
    """(file, text), a comment of several lines in one."""
    for room in ("binwriter", "formats"):
        for path in (PROJECT / room).rglob("*.py"):
            text = re.sub(r"\n\s*(?:#(?!!) ?)?", " ", path.read_text("utf-8"))
            yield str(path.relative_to(PROJECT)), text


def test_nothing_is_captured_without_a_place() -> None:
    bare = [f"{name}: {text[max(at.start() - 80, 0) : at.end()]}" for name, text in _texts() for at in _bare(text)]
    assert bare == []


def _bare(text: str) -> Iterator[re.Match[str]]:
    return re.finditer(r"\(captured(?!:)[^\w=.]", text)


def test_the_scenarios_that_are_named_exist() -> None:
    missing = [
        f"{name}: {source}"
        for name, text in _texts()
        for said in re.findall(r"\(captured: ([^)]*)\)", text)
        for source in _NAME.findall(said)
        if not _exists(source)
    ]
    assert missing == []


def test_no_pattern_reads_digits_twice() -> None:
    """Digits, perhaps a point, digits again: where the rest does not match, all ways to part them are tried."""
    twice = re.compile(r"(\\d|\[0-9\])[+*]\\?\.\?\1[*+]")
    assert twice.search(r"(\d+\.?\d*)e")
    assert [name for name, text in _texts() if twice.search(text)] == []


def _exists(source: str) -> bool:
    if source.startswith("tests/"):
        return (PROJECT / source).exists() or any(PROJECT.glob(f"{source}*"))
    if "/" in source:
        return any(_GOLDEN.glob(f"{source}*"))
    scenarios = [*_GOLDEN.glob(f"scenarios/{source}.scn"), *_GOLDEN.glob(f"captured-old/*/{source}")]
    captured = [*_GOLDEN.glob(f"captured/{source}"), *_GOLDEN.glob(f"clusters/{source}.*")]
    return bool(scenarios or captured)
