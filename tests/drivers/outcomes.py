"""What became of each test of a suite, as the runners of several languages write it: readers by name of the form."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

Outcomes = Iterator[tuple[str, str]]
_UNITTEST = re.compile(
    r"^(\w+) \(([\w.]+)(?: \[.*?\])?\).*?\.\.\. (?:.*?)(ok|FAIL|ERROR|skipped .*|expected failure)$",
    re.MULTILINE | re.DOTALL,
)
_DOTTED = re.compile(r"^([\w.]+\.\w+)(?: \.\.\. |$)", re.MULTILINE)
_ENDED = re.compile(r"(?:^| )(ok|FAIL|ERROR|skipped\b.*)$", re.MULTILINE)
_MINITEST = re.compile(
    r"^ +\d+\) (?:Failure|Error):\n(\S.*?)(?: \[[^\n]*\])?:\n(.*?)(?=^ +\d+\) |\Z)", re.MULTILINE | re.DOTALL
)
_TAP = re.compile(r"^(\S+\.t) \.+ *(.*)$", re.MULTILINE)


def junit(result: Path, output: str) -> Outcomes:
    """pytest's --junitxml."""
    for case in ElementTree.parse(result).iter("testcase"):
        wrong = [child for child in case if child.tag in ("failure", "error", "skipped")]
        said = "passed" if not wrong else "skipped" if wrong[0].tag == "skipped" else wrong[0].get("message", "failed")
        yield f"{case.get('classname')}.{case.get('name')}", str(said)


def unittest_lines(result: Path, output: str) -> Outcomes:
    """unittest's lines of verbosity 2: `test_x (module.Class.test_x) ... ok`, its docstring and output between.

    What a failing test said stands behind all of them, under `ERROR: test_x (...)`.
    """
    said = {
        match[1]: match[2].strip().splitlines()[-1] if match[2].strip() else match[1]
        for match in re.finditer(r"^(?:ERROR|FAIL): (\w+ \([\w.]+\)).*?\n-{70}\n(.*?)(?=^={70}|^-{70}|\Z)", output,
                                 re.MULTILINE | re.DOTALL)
    }  # fmt: skip
    starts = [match.start() for match in re.finditer(r"^\w+ \([\w.]+\)", output, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(output)], strict=True):
        match = _UNITTEST.match(output[start:end])
        if match is None:
            continue
        name = match[2] if match[2].endswith(match[1]) else f"{match[2]}.{match[1]}"
        word = match[3].split()[0]
        known = {"ok": "passed", "skipped": "skipped", "expected": "skipped"}
        yield name, known.get(word) or said.get(f"{match[1]} ({match[2]})", word)


def dotted_lines(result: Path, output: str) -> Outcomes:
    """mysql-connector-python's own runner: `module.Class.test_x ... ok`; what failing ones said stands behind all."""
    said = {
        match[1]: match[2].strip().splitlines()[-1]
        for match in re.finditer(r"^(?:ERROR|FAIL): ([\w.]+).*?\n-{70}\n(.*?)(?=^={70}|^-{70}|\Z)", output,
                                 re.MULTILINE | re.DOTALL)
        if match[2].strip()
    }  # fmt: skip
    ran = output.partition("\n" + "=" * 70)[0]
    starts = list(_DOTTED.finditer(ran))
    for match, end in zip(starts, [*(one.start() for one in starts[1:]), len(ran)], strict=True):
        if ended := _ENDED.search(ran, match.end(1), end):
            word = ended[1].split()[0]
            yield match[1], {"ok": "passed", "skipped": "skipped"}.get(word) or said.get(match[1], word)


def go_json(result: Path, output: str) -> Outcomes:
    """`go test -json`."""
    said: dict[str, list[str]] = {}
    for line in output.splitlines():
        event = json.loads(line) if line.startswith("{") else {}
        name = event.get("Test")
        if name is None:
            continue
        if event["Action"] == "output":
            said.setdefault(name, []).append(event["Output"].strip())
        elif event["Action"] in ("pass", "skip", "fail"):
            words = {"pass": "passed", "skip": "skipped"}
            yield name, words.get(event["Action"]) or " ".join(said.get(name, ["failed"]))[:600]


def rspec_json(result: Path, output: str) -> Outcomes:
    """`rspec --format json --out FILE`."""
    for example in json.loads(result.read_text())["examples"]:
        words = {"passed": "passed", "pending": "skipped"}
        yield example["full_description"], words.get(example["status"]) or example["exception"]["message"]


def prove(result: Path, output: str) -> Outcomes:
    """`prove` over files: a file is a test; what it says of a failing one stands behind its name."""
    for match in _TAP.finditer(output):
        word = match[2].strip()
        yield match[1], "passed" if word.startswith("ok") else "skipped" if word.startswith("skipped") else word or "?"


def minitest_lines(result: Path, output: str) -> Outcomes:
    """minitest's lines of `-v`: `Class#test_0001_x = 0.01 s = .`; what a failing one said stands behind all of them."""
    said = {match[1]: " ".join(match[2].split()) for match in _MINITEST.finditer(output)}
    for match in re.finditer(r"^(\S.*?#test_.*?) = [\d.]+ s = ([.SFE])$", output, re.MULTILINE):
        yield match[1], {".": "passed", "S": "skipped"}.get(match[2]) or said.get(match[1], match[2])


def php_lines(result: Path, output: str) -> Outcomes:
    """run-tests.php: `PASS title [file]`; what a failing test printed otherwise stands in a file beside it."""
    plain = re.sub(r"\x1b\[[\d;]*m", "", output)
    for match in re.finditer(r"^(PASS|FAIL|XFAIL|WARN|SKIP|XLEAK|BORK|LEAK)\b.*\[(\S+\.phpt)\]", plain, re.MULTILINE):
        difference = result.parent / match[2].replace("/", "+")
        said = difference.read_text(errors="replace") if difference.exists() else match[1]
        yield match[2], {"PASS": "passed", "SKIP": "skipped"}.get(match[1]) or said[:600]


def tap_lines(result: Path, output: str) -> Outcomes:
    """Programs that write TAP, each behind a line `# name`; what went wrong stands before `not ok`."""
    program, said = "", list[str]()
    for line in output.splitlines():
        if match := re.match(r"(not ok|ok) \d+ *-? *(.*?)(?: *# *(skip|TODO).*)?$", line, re.IGNORECASE):
            outcome = "skipped" if match[3] else "passed" if match[1] == "ok" else " ".join(said[-4:]) or "failed"
            yield f"{program}.{match[2]}", outcome
            said = []
        elif line.startswith("# program "):
            program, said = line.removeprefix("# program "), []
        else:
            said.append(line)


READERS: Mapping[str, Callable[[Path, str], Outcomes]] = {
    reader.__name__: reader
    for reader in (
        junit,
        unittest_lines,
        dotted_lines,
        go_json,
        rspec_json,
        prove,
        minitest_lines,
        php_lines,
        tap_lines,
    )
}
