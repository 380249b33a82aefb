"""Which runs a suite of MySQL's tests asks for: its files, options and combinations, and what cannot be run here."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_SOURCE = re.compile(r"^\s*(?:--)?\s*source\s+([^\s;]+)", re.MULTILINE)
_INCLUDED = re.compile(r"^!include\s+(\S+)", re.MULTILINE)
_SECTION = re.compile(r"^\[([\w.]+)\]", re.MULTILINE)
# Files that a test includes, and why it cannot go on without more than two servers to talk to.
_REASONS = (
    (r"have_debug(_sync)?\.inc", "a debug build"),
    (r"big_test\.inc|only_big_test", "big test"),
    (r"have_ndb|ndb_", "NDB"),
    (r"restart_mysqld.*|start_mysqld\.inc|shutdown_mysqld\.inc|kill_mysqld\.inc|kill_and_restart.*", "a restart"),
    (r"keyring.*|have_mysqlbackup.*|have_.*_component.*", "a component"),
    (r"init_source_replica.*|rpl_init\.inc|rpl_start.*|init_.*_replica.*", "a replica"),
    (r"group_replication.*|gr_init.*", "group replication"),
    (r"have_myisampack.*|windows\.inc|have_windows.*|have_profiling.*", "another build"),
)
# Options of a test's file that are mtr's own, or of the machine.
_NOT_OPTIONS = re.compile(r"--(force-restart|no-console|log-error.*|skip-core-file|core-file|timezone=.*|gdb)|")


@dataclass(frozen=True)
class Run:
    """One test file with one combination. options: of the server; client: of mysqltest."""

    suite: str
    name: str
    path: Path
    result: Path | None
    combination: str = ""
    options: tuple[str, ...] = ()
    client: tuple[str, ...] = ()
    skipped: str | None = None
    included: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    @property
    def key(self) -> str:
        return f"{self.suite}.{self.name}" + (f" '{self.combination}'" if self.combination else "")


def runs_of(home: Path, suite: str, names: list[str]) -> Iterator[Run]:
    """All runs of a suite of `home`, a folder like mysql-test; names: of files, all by default."""
    folder = home if suite == "main" else home / "suite" / suite
    of_suite = _configuration(home, folder)
    combinations = _combinations(folder / "combinations")
    disabled = _disabled(home)
    for path in sorted((folder / "t").glob("*.test")):
        name = path.stem
        if names and name not in names:
            continue
        included = _included(home, path, set())
        names_of = frozenset(Path(each).name for each in included)
        options = [*of_suite]
        if "force_myisam_default.inc" in names_of:
            options += ["--default-storage-engine=MyISAM", "--default-tmp-storage-engine=MyISAM"]
        own = _options(path.with_name(f"{name}-master.opt")) + _options(path.with_name(f"{name}.opt"))
        result = folder / "r" / f"{name}.result"
        reason = "disabled" if f"{suite}.{name}" in disabled else _reason(names_of, path)
        given = {
            "suite": suite,
            "name": name,
            "path": path.relative_to(home),
            "result": result if result.exists() else None,
            "client": tuple(_options(path.with_name(f"{name}-client.opt"))),
            "skipped": reason,
            "included": names_of,
        }
        own_combinations = _combinations(path.with_suffix(".combinations")) or combinations
        if any("binlog-format" in option.replace("_", "-") for option in own) or not own_combinations:
            yield Run(options=(*options, *own), **given)
            continue
        for label, more in own_combinations.items():
            if _fits(names_of, more):
                yield Run(combination=label, options=(*options, *more, *own), **given)


def _fits(included: frozenset[str], options: tuple[str, ...]) -> bool:
    """Whether the test takes this format: mysqltest would skip it otherwise."""
    form = next((option.rpartition("=")[2] for option in options if "binlog-format" in option), None)
    wanted = [
        set(name.removeprefix("have_binlog_format_").removesuffix(".inc").split("_or_"))
        for name in included
        if name.startswith("have_binlog_format_")
    ]
    return form is None or all(form in each for each in wanted)


def _reason(included: frozenset[str], path: Path) -> str | None:
    if path.with_suffix(".cnf").exists():
        return "servers of its own"
    for pattern, reason in _REASONS:
        if any(re.fullmatch(pattern, name) for name in included):
            return reason
    text = path.read_text(encoding="utf-8", errors="replace")
    if re.search(r"\.expect\b|^\s*(--)?\s*shutdown_server", text, re.MULTILINE | re.IGNORECASE):
        return "a restart"
    return None


def _included(home: Path, path: Path, seen: set[str]) -> set[str]:
    text = path.read_text(encoding="utf-8", errors="replace")
    for match in _SOURCE.finditer(text):
        if match[1] not in seen and (home / match[1]).is_file():
            seen.add(match[1])
            _included(home, home / match[1], seen)
    return seen


def _options(path: Path) -> tuple[str, ...]:
    if not path.exists():
        return ()
    words = shlex.split(path.read_text(encoding="utf-8"), comments=True)
    return tuple(word for word in words if not _NOT_OPTIONS.fullmatch(word))


def _combinations(path: Path) -> dict[str, tuple[str, ...]]:
    combinations: dict[str, tuple[str, ...]] = {}
    label = ""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if match := _SECTION.match(line):
            label = match[1]
            combinations[label] = ()
        elif line.strip() and not line.startswith("#"):
            combinations[label] += (f"--{line.strip().removeprefix('--')}",)
    return combinations


def _configuration(home: Path, folder: Path) -> tuple[str, ...]:
    """Of the suite's my.cnf, what its first server is started with."""
    path = folder / "my.cnf"
    return tuple(_of_file(home, path if path.exists() else home / "include" / "default_my.cnf"))


def _of_file(home: Path, path: Path) -> Iterator[str]:
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.partition("#")[0].strip()
        if match := _INCLUDED.match(line):
            beside = path.parent / match[1]
            yield from _of_file(home, beside if beside.exists() else home / match[1])
        elif match := _SECTION.match(line):
            section = match[1]
        elif line and section in ("mysqld", "mysqld.1") and "performance-schema" not in line:
            name, equals, value = line.partition("=")
            yield f"--{name.strip()}{equals}{value.strip()}"


def _disabled(home: Path) -> frozenset[str]:
    names: set[str] = set()
    for path in (home / "collections").glob("disabled*.def"):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if match := re.match(r"([\w.-]+)\s*(@\w+\s*)*:", line):
                names.add(match[1])
    return frozenset(names)
