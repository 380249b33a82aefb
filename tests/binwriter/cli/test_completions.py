"""Completion in the shells themselves, and the man page as it is read."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from binwriter.cli import main
from binwriter.cli.common.commands import COMMANDS, whole_parser

pytest.importorskip("shtab")
_SHELLS = ("bash", "zsh", "fish")


def _printed(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", [*_SHELLS, "man"])
def test_completion_knows_every_command_and_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = _printed(shell, capsys).replace("\\-", "-")
    assert all(command in out for command in COMMANDS)
    assert all(("-l rebuild" if shell == "fish" else "--rebuild") in out for _ in "1")
    assert whole_parser().prog == "binwriter"


@pytest.mark.parametrize("shell", _SHELLS)
def test_completion_knows_what_may_stand_there(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Files where a file is wanted, folders where a folder is, names where there is a list of them."""
    out = _printed(shell, capsys)
    assert all(name in out for name in ("tpcc", "bad-checksum", "5.1.39"))
    files, folders = {
        "bash": ("_shtab_binwriter_inspect_pos_0_COMPGEN=_shtab_compgen_files", "_shtab_compgen_dirs"),
        "zsh": (":a log, a folder, an index file, a pattern, or -:_files", ":_files -/"),
        "fish": ("__fish_complete_path", "__fish_complete_directories"),
    }[shell]
    assert files in out and folders in out
    if shell != "bash":
        assert "compare two binary logs event by event and name the first difference" in out


_TYPED = {
    "inspect --st": {"--stop-never", "--start-position", "--stop-position", "--start-datetime", "--stop-datetime"},
    "ins": {"inspect"},
    "inspect b": {"binlog.000001"},
    "run --out f": {"folder"},
    "generate --preset tp": {"tpcc"},
    "corrupt --how bad": {"bad-checksum"},
    "verify --check magi": {"magic"},
    "inspect --base64-output n": {"never"},
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", _SHELLS)
def test_what_a_shell_completes(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As docs/defaults.md says it is installed, in a folder with a log and a folder."""
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} on this machine")
    work = tmp_path / "work"
    (work / "folder").mkdir(parents=True)
    (work / "binlog.000001").touch()
    found = _ASKED[shell](_printed(shell, capsys), tmp_path, work)
    assert dict(zip(_TYPED, found, strict=True)) == _TYPED


def _bash(script: str, folder: Path, work: Path) -> list[set[str]]:
    tried = "".join(
        f"COMP_WORDS=(binwriter {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMPREPLY=()\n"
        '_shtab_binwriter binwriter "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"; echo "${COMPREPLY[*]}"\n'
        for words in _TYPED
    )
    (folder / "script").write_text(f"{script}\n{tried}")
    command = ["bash", "--norc", str(folder / "script")]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=True)
    return [set(line.split()) for line in done.stdout.splitlines()]


def _fish(script: str, folder: Path, work: Path) -> list[set[str]]:
    (folder / "binwriter.fish").write_text(script)
    found = []
    for words in _TYPED:
        code = f"source {folder}/binwriter.fish; complete --do-complete 'binwriter {words}'"
        home = {**os.environ, "HOME": str(folder)}
        command = ["fish", "--no-config", "-c", code]
        done = subprocess.run(command, cwd=work, env=home, capture_output=True, text=True, check=True)
        found.append({line.partition("\t")[0].rstrip("/") for line in done.stdout.splitlines()})
    return found


# what completion functions offer goes into a file, too; a word of them that is asked for by -O and its kin is no offer
_NOTED = """
compadd () {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  typeset -a offered
  builtin compadd -A offered "$@"
  print -rl -- $offered >>$NOTED
  builtin compadd "$@"
}
"""


def _zsh(script: str, folder: Path, work: Path) -> list[set[str]]:
    """A terminal is what it completes on: keys are typed, and what it offers is noted."""
    (folder / "functions").mkdir()
    (folder / "functions" / "_binwriter").write_text(script)
    (folder / "start").write_text(
        f"fpath=({folder}/functions $fpath)\nautoload -Uz compinit\ncompinit -u -d {folder}/dump\n"
        f"zstyle ':completion:*' completer _complete\n{_NOTED}\nPS1=\n"
    )
    found = []
    for number, words in enumerate(_TYPED):
        noted = folder / f"noted{number}"
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(work)
            os.execvpe(
                "zsh", ["zsh", "-f", "-i"], {**os.environ, "HOME": str(folder), "NOTED": str(noted), "TERM": "dumb"}
            )
        try:
            os.write(terminal, f"source {folder}/start; touch {noted}\n".encode())
            _until(terminal, noted.exists)
            os.write(terminal, f"binwriter {words}\t".encode())
            _until(terminal, lambda noted=noted: bool(noted.read_text()))
        finally:
            os.close(terminal)
            os.waitpid(child, 0)
        found.append({line.rstrip("/") for line in noted.read_text().splitlines()})
    return found


def _until(terminal: int, done: Callable[[], bool]) -> None:
    """What the shell writes on its terminal is read meanwhile."""
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end, "the shell does not complete"
        if select.select([terminal], [], [], 0.05)[0]:
            os.read(terminal, 4096)


_ASKED = {"bash": _bash, "zsh": _zsh, "fish": _fish}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff on this machine")
def test_the_man_page_is_read_without_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("argparse_manpage")
    page = tmp_path / "binwriter.1"
    page.write_text(_printed("man", capsys))
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", str(page)], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert all(command in done.stdout for command in COMMANDS)
