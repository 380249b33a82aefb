"""What README and docs show is run: the blocks of a page, one after the other, in one shell and one Python.

    ```sh          commands; each must succeed
    ```console     commands behind `$ `, with exactly the output below them (`...` stands for any text)
    ```python      code; if its first line is `# NAME.py` it is written to that file instead

A comment in front of a block says more: `<!-- file: NAME -->` writes it (any language), `<!-- needs: mysql -->` names
marks under which it runs, `<!-- not run: WHY -->` says why it does not.
"""

from __future__ import annotations

import base64
import doctest
import json
import os
import re
import signal
import subprocess
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType

from binwriter.formats.records import dataclass
from tests.conftest import PROJECT

_FENCE = re.compile(
    r"(?:^<!-- (?P<key>file|needs|not run): (?P<value>.*?) -->\n\n?)?"
    r"^(?P<indent> *)```(?P<language>\w*)\n(?P<code>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
# what is said of long work, or of kernels that no cache has: a busy machine shows it, another one does not
_NOW_AND_THEN = re.compile(r"^binwriter \w+: .*, \d+ s\n|^binwriter: kernels are .*\n", re.MULTILINE)
_NAMED = re.compile(r"# (\S+\.py)\n")
RUN = frozenset({"sh", "console", "python"})
PAGES = (PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md")))

# What a block of Python runs in: names stay from block to block.
_INTERPRETER = """
import json, sys, traceback
names = {"__name__": "__main__"}
for line in sys.stdin:
    page, code = json.loads(line)
    try:
        exec(compile(code, page, "exec"), names)
        failure = ""
    except BaseException:
        failure = traceback.format_exc()
    sys.stdout.flush()
    print("\\n" + json.dumps({"failure": failure}), flush=True)
"""


@dataclass(frozen=True)
class Block:
    """line: 1-based, of the fence. file: written there. needs: marks. reason: why it is not run."""

    page: str
    line: int
    language: str
    code: str
    file: str = ""
    needs: tuple[str, ...] = ()
    reason: str = ""

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def runs(self) -> bool:
        return (bool(self.file) or self.language in RUN) and not self.reason

    def commands(self) -> Iterator[tuple[str, str]]:
        """Of a console block: each command with the output shown below it."""
        for part in re.split(r"^\$ ", self.code, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def blocks_of(page: Path) -> list[Block]:
    """All fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [_block(page, text, match) for match in _FENCE.finditer(text)]


def _block(page: Path, text: str, match: re.Match[str]) -> Block:
    told = {match["key"]: match["value"]} if match["key"] else {}
    code = match["code"]
    if match["indent"]:
        code = re.sub(f"^{match['indent']}", "", code, flags=re.MULTILINE)
    named = _NAMED.match(code) if match["language"] == "python" else None
    return Block(
        page.relative_to(PROJECT).as_posix(),
        text.count("\n", 0, match.start("language")) + 1,
        match["language"],
        code,
        told.get("file", named[1] if named else ""),
        tuple(told.get("needs", "").split(", ")) if "needs" in told else (),
        told.get("not run", ""),
    )


class Reader:
    """Someone who follows a page in `folder`: a shell that lasts, and a Python that does."""

    def __init__(self, folder: Path, environment: Mapping[str, str], python: tuple[str, ...] = ("python",)) -> None:
        self._folder, self._python = folder, python
        self._checker = doctest.OutputChecker()
        self._interpreter: subprocess.Popen[str] | None = None
        self._shell = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def follow(self, block: Block) -> None:
        """Does what a block says. AssertionError with place and output if it does not go as shown."""
        if block.file:
            path = self._folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.code, encoding="utf-8")
        elif block.language == "python":
            failure = self._run_python(block)
            assert not failure, f"{block.place}\n{failure}"
        elif block.language == "console":
            for command, expected in block.commands():
                _, output = self.run(command)
                shown = self._checker.check_output(expected, _NOW_AND_THEN.sub("", output), doctest.ELLIPSIS)
                assert shown, f"{block.place}\n$ {command}\n{output}"
        else:
            status, output = self.run(f"set -e\n{block.code}\nset +e")
            assert status == 0, f"{block.place}\n{block.code}\n{output}"

    def run(self, command: str) -> tuple[int, str]:
        """Exit status and output of a command; what it sets stays set."""
        mark = f"end-{uuid.uuid4().hex}"
        assert self._shell.stdin is not None and self._shell.stdout is not None
        # `set -e` must end the command only: its trap tells the mark, and then there is no shell any more
        self._shell.stdin.write(f"trap 'echo {mark} $?' EXIT\n{{\n{command}\n}} </dev/null\necho {mark} $?\n")
        self._shell.stdin.flush()
        lines: list[str] = []
        for line in self._shell.stdout:
            if mark in line:
                before, _, status = line.partition(mark)
                return int(status), "".join([*lines, before])
            lines.append(line)
        return 1, "".join(lines)

    def _run_python(self, block: Block) -> str:
        if self._interpreter is None:
            # where the shell is by now: its folder, its environment
            _, told = self.run("command -v python; pwd; env -0 | base64 -w 0")
            program, folder, encoded = told.split("\n")[:3]
            entries = base64.b64decode(encoded).decode().rstrip("\0").split("\0")
            self._interpreter = subprocess.Popen(
                [program, *self._python[1:], "-c", _INTERPRETER],
                cwd=folder,
                env=dict(entry.split("=", 1) for entry in entries),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        process = self._interpreter
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps([block.place, block.code]) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith('{"failure": '):
                return str(json.loads(line)["failure"])
        return "the interpreter has ended"

    def __enter__(self) -> Reader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._interpreter is not None:
            assert self._interpreter.stdin is not None
            self._interpreter.stdin.close()
            self._interpreter.wait(60)
        for process in filter(None, (self._interpreter, self._shell)):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            process.wait()
