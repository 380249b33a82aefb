"""Which runs a suite of MySQL's tests asks for: its files, options and combinations, and what cannot be run here."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

_SOURCE = re.compile(r"^\s*(?:--)?\s*source\s+([^\s;]+)", re.MULTILINE)
_TOPOLOGY = re.compile(r"rpl_topology\s*=\s*(.*)")
_INCLUDED = re.compile(r"^!include\s+(\S+)", re.MULTILINE)
_SECTION = re.compile(r"^\[([\w.]+)\]", re.MULTILINE)
# A file that a test includes may end with errors being unexpected again.
_INCLUSION = re.compile(
    r"^\s*(?:(?:--\s*)?source\s+[^\s;]+[ \t]*;?|(?:--\s*)?enable_abort_on_error[ \t]*;?)[ \t]*(?:#.*)?$",
    re.MULTILINE | re.IGNORECASE,
)
_ONE_ERROR = re.compile(r"^\s*(?:--)?\s*error\s+\w+\s*;?[ \t]*(?:#.*)?$", re.MULTILINE | re.IGNORECASE)
# What of a configuration a side has: two servers, the environment, and the clients' options that are always the same.
_SECTIONS = re.compile(r"mysqld(\.[12])?|ENV|mysql\w*|client\w*")
# Files that a test includes, and why it cannot go on with a source and a replica to talk to.
_REASONS = (
    (r"have_debug(_sync)?\.inc", "a debug build"),
    (r"big_test\.inc|only_big_test", "big test"),
    (r"have_ndb|ndb_", "NDB"),
    (r"keyring.*|have_mysqlbackup.*|have_.*_component.*", "a component"),
    (r"have_group_replication.*|gr_init.*", "group replication"),
    (r"have_myisampack.*|windows\.inc|have_windows.*|have_profiling.*", "another build"),
)
# Options of a test's file that are mtr's own, or of the machine.
_NOT_OPTIONS = re.compile(r"--(force-restart|no-console|log-error.*|skip-core-file|core-file|timezone=.*|gdb)|")


@dataclass(frozen=True)
class Run:
    """One test file with one combination.

    options: of the server; replica: of the second one, None if there is none; client: of mysqltest; environment: what
    the configuration tells the test.
    """

    suite: str
    name: str
    path: Path
    result: Path | None
    combination: str = ""
    options: tuple[str, ...] = ()
    client: tuple[str, ...] = ()
    replica: tuple[str, ...] | None = None
    environment: tuple[tuple[str, str], ...] = ()
    skipped: str | None = None
    included: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    @property
    def key(self) -> str:
        return f"{self.suite}.{self.name}" + (f" '{self.combination}'" if self.combination else "")


def runs_of(home: Path, suite: str, names: list[str]) -> Iterator[Run]:
    """All runs of a suite of `home`, a folder like mysql-test; names: of files, all by default."""
    folder = home if suite == "main" else home / "suite" / suite
    combinations = _combinations(folder / "combinations")
    disabled = _disabled(home)
    for path in sorted((folder / "t").glob("*.test")):
        name = path.stem
        if names and name not in names:
            continue
        included = _included(home, path, set())
        names_of = frozenset(Path(each).name for each in included)
        sections = _sections(home, next(file for file in _configurations(home, folder, path) if file.exists()))
        of_both = _options(path.with_name(f"{name}.opt"))
        own = _options(path.with_name(f"{name}-master.opt")) + of_both
        of_replica = _options(path.with_name(f"{name}-slave.opt")) + of_both
        first, second = _of_server(sections, 1), _of_server(sections, 2) if "mysqld.2" in sections else None
        if "force_myisam_default.inc" in names_of:
            own = ("--default-storage-engine=MyISAM", "--default-tmp-storage-engine=MyISAM", *own)
        result = folder / "r" / f"{name}.result"
        plain = Run(
            suite=suite,
            name=name,
            path=path.relative_to(home),
            result=result if result.exists() else None,
            client=tuple(_options(path.with_name(f"{name}-client.opt"))),
            environment=tuple((word.partition("=")[0], word.partition("=")[2]) for word in sections.get("ENV", ())),
            skipped="disabled" if f"{suite}.{name}" in disabled else _reason(path, sections),
            included=names_of,
        )
        labels = _combinations(path.with_suffix(".combinations")) or combinations
        if any("binlog-format" in option.replace("_", "-") for option in own) or not labels:
            labels = {"": ()}
        for label, more in labels.items():
            if _fits(names_of, more):
                replica = None if second is None else (*second, *more, *of_replica)
                yield replace(plain, combination=label, options=(*first, *more, *own), replica=replica)


def whole_test(text: str) -> str:
    """A test that goes on behind each error: what it expects is printed as any other, unless it is one of several."""
    text = _ONE_ERROR.sub("#", text)
    return "--disable_abort_on_error\n" + _INCLUSION.sub(r"\g<0>\n--disable_abort_on_error\n", text)


def _fits(included: frozenset[str], options: tuple[str, ...]) -> bool:
    """Whether the test takes this format: mysqltest would skip it otherwise."""
    form = next((option.rpartition("=")[2] for option in options if "binlog-format" in option), None)
    wanted = [
        set(name.removeprefix("have_binlog_format_").removesuffix(".inc").split("_or_"))
        for name in included
        if name.startswith("have_binlog_format_")
    ]
    return form is None or all(form in each for each in wanted)


def _reason(path: Path, sections: Mapping[str, Sequence[str]]) -> str | None:
    text = path.read_text(encoding="utf-8", errors="replace")
    if any("->1" in topology.replace(" ", "") for topology in _TOPOLOGY.findall(text)):
        return "the source as a replica"
    included = {Path(name).name for name in _SOURCE.findall(text)}
    if any(not _SECTIONS.fullmatch(section) for section in sections):
        return "more than two servers"
    for pattern, reason in _REASONS:
        if any(re.fullmatch(pattern, name) for name in included):
            return reason
    if "mysqld.2" not in sections and "init_source_replica.inc" in included:
        return "a replica"
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
    words = shlex.split(path.read_text(encoding="utf-8", errors="surrogateescape"), comments=True)
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


def _configurations(home: Path, folder: Path, path: Path) -> Iterator[Path]:
    """Where a test's configuration stands, the nearest first."""
    yield path.with_suffix(".cnf")
    yield folder / "my.cnf"
    yield home / "include" / "default_my.cnf"


def _sections(home: Path, path: Path) -> dict[str, list[str]]:
    """Of each section NAME=VALUE, in order, those of included files at their place."""
    sections: dict[str, list[str]] = {}
    _read_sections(home, path, sections)
    return sections


def _read_sections(home: Path, path: Path, sections: dict[str, list[str]]) -> None:
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.partition("#")[0].strip()
        if match := _INCLUDED.match(line):
            beside = path.parent / match[1]
            _read_sections(home, beside if beside.exists() else home / match[1], sections)
        elif match := _SECTION.match(line):
            section = match[1]
            sections.setdefault(section, [])
        elif line and "performance-schema" not in line:
            name, equals, value = line.partition("=")
            sections.setdefault(section, []).append(f"{name.strip()}{equals}{value.strip()}")


def _of_server(sections: Mapping[str, Sequence[str]], number: int) -> list[str]:
    return [f"--{line}" for name in ("mysqld", f"mysqld.{number}") for line in sections.get(name, ())]


def _disabled(home: Path) -> frozenset[str]:
    names: set[str] = set()
    for path in (home / "collections").glob("disabled*.def"):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if match := re.match(r"([\w.-]+)\s*(@\w+\s*)*:", line):
                names.add(match[1])
    return frozenset(names)
